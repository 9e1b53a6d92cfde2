//! Data for the benches, the same in each run: a humanoid of 67 joints, two clips, and a mesh.

use armature::animation::{Clip, JointTracks, RotationTrack, Track};
use armature::skeleton::{Joint, Skeleton};
use armature::{math::Transform, mesh::SkinnedVertex};
use glam::{Quat, Vec3};

/// Duration of each clip, in seconds.
pub(crate) const DURATION: f32 = 4.0;

/// Pseudo-random numbers by xorshift, the same in each run.
#[derive(Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn bits(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as u32
    }

    /// Returns a number from 0 to 1.
    pub(crate) fn unit(&mut self) -> f32 {
        (self.bits() >> 8) as f32 / (1 << 24) as f32
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.bits() as usize % count
    }

    /// Returns a vector with coordinates from -1 to 1.
    pub(crate) fn vector(&mut self) -> Vec3 {
        2.0 * Vec3::new(self.unit(), self.unit(), self.unit()) - 1.0
    }

    fn direction(&mut self) -> Vec3 {
        (self.vector() + Vec3::new(0.0, 0.0, 0.01)).normalize()
    }
}

/// Makes a skeleton of 67 joints in depth-first order, as in a file: hips, spine, neck and head with three face joints,
/// arms with five fingers of four joints, legs. Its bind pose is random.
pub(crate) fn humanoid() -> Skeleton {
    let mut parents = vec![None];
    let chest = add_chain(&mut parents, 0, 3);
    let head = add_chain(&mut parents, chest, 2);
    for _eye_or_jaw in 0..3 {
        add_chain(&mut parents, head, 1);
    }
    for _side in 0..2 {
        let hand = add_chain(&mut parents, chest, 4);
        for _finger in 0..5 {
            add_chain(&mut parents, hand, 4);
        }
    }
    for _side in 0..2 {
        add_chain(&mut parents, 0, 5);
    }
    let mut random = Random::new(1);
    let mut joints = Vec::new();
    for (index, parent) in parents.into_iter().enumerate() {
        let rotation = Quat::from_vec4(random.vector().extend(2.0).normalize());
        let bind_local = Transform { translation: random.vector() * 0.3, rotation, scale: Vec3::ONE };
        joints.push(Joint { name: format!("joint {index}"), parent, bind_local });
    }
    Skeleton::new(joints).expect("parents come first")
}

/// Adds a chain of `count` joints below `parent` and returns the index of its last joint.
fn add_chain(parents: &mut Vec<Option<usize>>, parent: usize, count: usize) -> usize {
    let mut last = parent;
    for _joint in 0..count {
        parents.push(Some(last));
        last = parents.len() - 1;
    }
    last
}

/// Makes a clip with keys of translation, rotation and scale of all joints at the same 30 times a second, as a sampling
/// exporter writes them.
pub(crate) fn dense(skeleton: &Skeleton) -> Clip {
    let times: Vec<f32> = (0..=(DURATION * 30.0) as usize).map(|k| k as f32 / 30.0).collect();
    let mut random = Random::new(2);
    let mut tracks = Vec::new();
    for (joint, Joint { bind_local, .. }) in skeleton.joints().iter().enumerate() {
        let swing = Swing::new(&mut random, *bind_local);
        tracks.push(JointTracks {
            joint,
            translation: Some(swing.translations(times.clone())),
            rotation: Some(swing.rotations(times.clone(), 0.6)),
            scale: Some(swing.scales(times.clone())),
            shear: None,
        });
    }
    Clip::of_tracks("dense", tracks)
}

/// Makes a clip as an animator sets keys by hand: about eight rotation keys a second, at uneven times of each joint's
/// own. Only the root has translation keys, and scale is constant.
///
/// The swing is small enough for nlerp between any two keys ([`armature::animation::NLERP_LIMIT`]): slerp would only make
/// the plain form slower.
pub(crate) fn sparse(skeleton: &Skeleton) -> Clip {
    let mut random = Random::new(3);
    let mut tracks = Vec::new();
    for (joint, Joint { bind_local, .. }) in skeleton.joints().iter().enumerate() {
        let swing = Swing::new(&mut random, *bind_local);
        let rotation = Some(swing.rotations(uneven_times(&mut random), 0.14));
        let translation = match joint {
            0 => swing.translations(uneven_times(&mut random)),
            _ => Track::constant(bind_local.translation),
        };
        let scale = Some(Track::constant(Vec3::ONE));
        tracks.push(JointTracks { joint, translation: Some(translation), rotation, scale, shear: None });
    }
    Clip::of_tracks("sparse", tracks)
}

/// Motion of a joint that swings about an axis and along it.
struct Swing {
    rest: Transform,
    axis: Vec3,
    phase: f32,
    speed: f32,
}

impl Swing {
    fn new(random: &mut Random, rest: Transform) -> Self {
        let axis = random.direction();
        Self { rest, axis, phase: random.unit() * 6.0, speed: 2.0 + random.unit() * 3.0 }
    }

    fn rotations(&self, times: Vec<f32>, largest_angle: f32) -> RotationTrack {
        let mut keys = Vec::new();
        for time in &times {
            let angle = largest_angle * (self.speed * time + self.phase).sin();
            keys.push(self.rest.rotation * Quat::from_axis_angle(self.axis, angle));
        }
        RotationTrack::new(times, keys).expect("times in order")
    }

    fn translations(&self, times: Vec<f32>) -> Track<Vec3> {
        let offsets = times.iter().map(|time| self.axis * 0.05 * (self.speed * time).sin());
        let values = offsets.map(|offset| self.rest.translation + offset).collect();
        Track::new(times, values).expect("times in order")
    }

    fn scales(&self, times: Vec<f32>) -> Track<Vec3> {
        let values = times.iter().map(|time| Vec3::ONE + self.axis * 0.02 * (self.speed * time).cos()).collect();
        Track::new(times, values).expect("times in order")
    }
}

fn uneven_times(random: &mut Random) -> Vec<f32> {
    let mut times: Vec<f32> = (0..(DURATION * 8.0) as usize).map(|_| random.unit() * DURATION).collect();
    times.extend([0.0, DURATION]);
    times.sort_by(f32::total_cmp);
    times.dedup_by(|a, b| *a - *b < 1e-3);
    times
}

/// Makes vertices of a skin with `influences` joints at each; neighbours follow neighbouring joints.
pub(crate) fn mesh(count: usize, influences: usize, skin_joints: usize) -> Vec<SkinnedVertex> {
    let mut random = Random::new(4);
    let mut vertices = Vec::new();
    for index in 0..count {
        let near = index * skin_joints / count;
        let mut joints = [0; 4];
        let mut weights = [0.0; 4];
        for slot in 0..influences {
            joints[slot] = ((near + random.below(6)) % skin_joints) as u16;
            weights[slot] = random.unit() + 0.05;
        }
        let sum: f32 = weights.iter().sum();
        vertices.push(SkinnedVertex {
            position: random.vector(),
            normal: random.direction(),
            joints,
            weights: weights.map(|weight| weight / sum),
            ..SkinnedVertex::default()
        });
    }
    vertices
}
