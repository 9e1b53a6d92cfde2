//! Data to measure with: a humanoid of 67 joints, two clips, and a mesh; made in code, the same each run.

use common::{
    animation::{Clip, JointTracks, RotationTrack, Track},
    math::Transform,
    mesh::SkinnedVertex,
    skeleton::{Joint, Skeleton},
};
use glam::{Quat, Vec3};

/// Seconds of each clip.
pub(crate) const DURATION: f32 = 4.0;

/// Xorshift: numbers without a pattern, the same each run.
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

    /// Returns a number from -1 to 1.
    pub(crate) fn signed(&mut self) -> f32 {
        2.0 * self.unit() - 1.0
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.bits() as usize % count
    }

    pub(crate) fn vector(&mut self) -> Vec3 {
        Vec3::new(self.signed(), self.signed(), self.signed())
    }

    fn direction(&mut self) -> Vec3 {
        (self.vector() + Vec3::new(0.0, 0.0, 0.01)).normalize()
    }
}

/// Hips, spine, neck and head with three face joints, arms with five fingers of four joints, legs:
/// 67 joints, depth-first, as a file gives them; rested at random.
pub(crate) fn humanoid() -> Skeleton {
    let mut parents = vec![None];
    let mut add_child = |parent: usize| {
        parents.push(Some(parent));
        parents.len() - 1
    };
    let spine = add_child(0);
    let spine = add_child(spine);
    let chest = add_child(spine);
    let neck = add_child(chest);
    let head = add_child(neck);
    for _eye_or_jaw in 0..3 {
        add_child(head);
    }
    for _side in 0..2 {
        let mut arm = add_child(chest);
        for _part in 0..3 {
            arm = add_child(arm);
        }
        for _finger in 0..5 {
            (0..4).fold(arm, |joint, _| add_child(joint));
        }
    }
    for _side in 0..2 {
        (0..5).fold(0, |joint, _| add_child(joint));
    }
    let mut random = Random::new(1);
    let joint = |(index, parent): (usize, &Option<usize>)| {
        let turn = random.vector().extend(2.0);
        let bind_local = Transform {
            translation: random.vector() * 0.3,
            rotation: Quat::from_vec4(turn.normalize()),
            scale: Vec3::ONE,
        };
        Joint { name: format!("joint {index}"), parent: *parent, bind_local }
    };
    Skeleton::new(parents.iter().enumerate().map(joint).collect()).expect("parents come first")
}

/// Translation, rotation and scale keys on every joint, all at the same 30 times a second: what an
/// exporter that samples writes.
pub(crate) fn dense(skeleton: &Skeleton) -> Clip {
    let times: Vec<f32> = (0..=(DURATION * 30.0) as usize).map(|k| k as f32 / 30.0).collect();
    let mut random = Random::new(2);
    let tracks = |joint: usize| {
        let motion = Swing::new(&mut random, skeleton.joints()[joint].bind_local);
        let sway = |t: &f32| motion.rest.translation + motion.axis * 0.05 * (motion.speed * t).sin();
        JointTracks {
            joint,
            translation: Some(track(times.clone(), sway)),
            rotation: Some(motion.turns(times.clone(), 0.6)),
            scale: Some(track(times.clone(), |t| Vec3::ONE + motion.axis * 0.02 * (motion.speed * t).cos())),
            shear: None,
        }
    };
    Clip::of_tracks("dense", (0..skeleton.len()).map(tracks).collect())
}

/// About eight rotation keys a second, each joint's at its own uneven times; translation and scale
/// still, but for the root's: what an animator sets by hand.
///
/// The swing is small enough for nlerp between any two keys ([`common::animation::NLERP_LIMIT`]):
/// slerp would only make the plain form slower.
pub(crate) fn sparse(skeleton: &Skeleton) -> Clip {
    let mut random = Random::new(3);
    let tracks = |joint: usize| {
        let rest = skeleton.joints()[joint].bind_local;
        let motion = Swing::new(&mut random, rest);
        let times = uneven_times(&mut random);
        let sway = |t: &f32| rest.translation + motion.axis * 0.05 * (motion.speed * t).sin();
        let translation =
            if joint == 0 { track(uneven_times(&mut random), sway) } else { Track::constant(rest.translation) };
        JointTracks {
            joint,
            translation: Some(translation),
            rotation: Some(motion.turns(times, 0.14)),
            scale: Some(Track::constant(Vec3::ONE)),
            shear: None,
        }
    };
    Clip::of_tracks("sparse", (0..skeleton.len()).map(tracks).collect())
}

/// A joint that swings about an axis.
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

    fn turns(&self, times: Vec<f32>, swing: f32) -> RotationTrack {
        let keys = times
            .iter()
            .map(|t| {
                let angle = swing * (self.speed * t + self.phase).sin();
                self.rest.rotation * Quat::from_axis_angle(self.axis, angle)
            })
            .collect();
        RotationTrack::new(times, keys).expect("times in order")
    }
}

fn track(times: Vec<f32>, value: impl Fn(&f32) -> Vec3) -> Track<Vec3> {
    let values = times.iter().map(value).collect();
    Track::new(times, values).expect("times in order")
}

fn uneven_times(random: &mut Random) -> Vec<f32> {
    let mut times: Vec<f32> = (0..(DURATION * 8.0) as usize).map(|_| random.unit() * DURATION).collect();
    times.extend([0.0, DURATION]);
    times.sort_by(f32::total_cmp);
    times.dedup_by(|a, b| *a - *b < 1e-3);
    times
}

/// A mesh on the humanoid, `influences` joints at each vertex; neighbours follow neighbouring joints.
pub(crate) fn mesh(vertices: usize, influences: usize, joints_of_skin: usize) -> Vec<SkinnedVertex> {
    let mut random = Random::new(4);
    let vertex = |index: usize| {
        let near = index * joints_of_skin / vertices;
        let mut joints = [0; 4];
        let mut weights = [0.0; 4];
        for slot in 0..influences {
            joints[slot] = ((near + random.below(6)) % joints_of_skin) as u16;
            weights[slot] = random.unit() + 0.05;
        }
        let sum: f32 = weights.iter().sum();
        SkinnedVertex {
            position: random.vector(),
            normal: random.direction(),
            joints,
            weights: weights.map(|weight| weight / sum),
            ..SkinnedVertex::default()
        }
    };
    (0..vertices).map(vertex).collect()
}
