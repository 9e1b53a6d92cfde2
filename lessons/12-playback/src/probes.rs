//! What is asked: joints whose ids and names are easily mixed up, channels in any order, keys far apart.

use crate::{Channel, Clip, Joint, Track};
use common::check::{Probe, Random, Rig};
use common::math::Transform;
use glam::{Mat4, Quat, Vec3};

/// A file's joints, and all that moves in it.
pub struct File {
    /// Parents first.
    pub joints: Vec<Joint>,
    /// In no order; some move what is no joint.
    pub channels: Vec<Channel>,
    /// One more, whose keys are no matrices.
    pub visibility: Channel,
    /// The same keys, joint by joint.
    pub tracks: Vec<Option<Track>>,
    /// Each joint's parent.
    pub family: String,
}

/// The joint whose id another one's begins with. It is never moved.
const BEGINNING: usize = 1;
/// The other one. It is always moved, and there is more in its node than its matrix.
const LONGER: usize = 3;

/// A rig whose every second joint or so is moved, outside the skin too.
pub fn file(probe: &Probe) -> File {
    let rig = probe.rig();
    let random = &mut probe.random();
    let joints = joints(&rig, random);
    let count = joints.len();
    // At least one of each kind: moved and resting, in the skin and outside of it.
    let moves = |joint| joint != BEGINNING && (joint % 3 != 2 || random.below(4) == 0);
    let moved: Vec<bool> = (0..count).map(moves).collect();
    let mut tracks: Vec<Option<Track>> = Vec::new();
    for moves in moved {
        tracks.push(moves.then(|| track(random)));
    }
    let mut channels = vec![foreign(random, "lamp/transform", 16)];
    for (joint, track) in joints.iter().zip(&tracks) {
        let Some(track) = track else { continue };
        let target = format!("{}/{}", joint.id, joint.matrix_sid);
        let floats = track.keys.iter().flat_map(rows).collect();
        channels.push(Channel { target, times: track.times.clone(), floats });
    }
    // Backwards and turned: no channel's number is its joint's.
    channels.reverse();
    let turn = 1 + random.below(2);
    channels.rotate_left(turn);
    channels.push(foreign(random, &format!("{}/pivot", joints[LONGER].id), 16));
    let visibility = foreign(random, &format!("{}/visibility", joints[LONGER].id), 1);
    File { joints, channels, visibility, tracks, family: rig.family() }
}

/// Ids and names as files have them: an id is longer than the name, one name is another joint's id, one
/// id is the beginning of another, and one holds a slash.
fn joints(rig: &Rig, random: &mut Random) -> Vec<Joint> {
    let mut joints: Vec<Joint> = Vec::new();
    for (index, core) in rig.skeleton.joints().iter().enumerate() {
        let stretch = Vec3::new(random.between(0.6, 0.9), 1.0, random.between(1.2, 1.6));
        let rest = Transform { scale: stretch, ..core.bind_local };
        joints.push(Joint {
            name: core.name.clone(),
            id: format!("rig_{}", core.name),
            matrix_sid: if index % 4 == 3 { "matrix" } else { "transform" }.into(),
            parent: core.parent,
            parent_from_joint: rest.to_mat4(),
            in_skin: index % 5 != 1, // a child of the root among those that are not
        });
    }
    let last = joints.len() - 1;
    joints[0].id = "rig/root".into();
    joints[last].name = "rig/root".into();
    joints[last].matrix_sid = "transform".into();
    joints[LONGER].id = format!("{}_end", joints[BEGINNING].id);
    joints[LONGER].matrix_sid = "transform".into(); // as that of the other
    joints[4].id = "rig/arm.l".into();
    joints
}

/// Keys at uneven ticks, more than a right angle apart; from one to the next the quaternion's sign turns
/// and stays by turns, so that neither taking it as it is nor turning it always is right.
pub fn track(random: &mut Random) -> Track {
    let mut at = random.between(2.0, 9.0);
    let mut rotation = random.rigid().rotation;
    let mut times = Vec::new();
    let mut keys = Vec::new();
    for key in 0..3 + random.below(3) {
        times.push(at);
        at += if key % 2 == 0 { random.between(1.5, 3.0) } else { random.between(5.0, 9.0) };
        let scale =
            Vec3::new(random.between(0.4, 0.8), random.between(1.2, 1.8), random.between(0.9, 1.1));
        let signed = if matches!(key % 4, 1 | 2) { -rotation } else { rotation };
        let mut translation = random.vector();
        if key % 2 == 0 {
            translation.x += 1.5; // a key is never where the one before it is
        }
        keys.push(Transform { translation, rotation: signed, scale });
        let angle = random.between(105.0, 150.0).to_radians();
        rotation = Quat::from_axis_angle(random.vector().normalize(), angle) * rotation;
    }
    Track { times, keys }
}

/// Before the first key, between all, at one, at the last, and after it.
pub fn ticks(track: &Track, random: &mut Random) -> Vec<f32> {
    let (first, last) = (track.times[0], track.times[track.times.len() - 1]);
    let mut ticks = vec![first - 1.3, track.times[1]];
    for pair in track.times.windows(2) {
        let near = random.between(0.15, 0.35);
        let share = if random.below(2) == 0 { near } else { 1.0 - near };
        ticks.push(pair[0] + share * (pair[1] - pair[0]));
    }
    ticks.extend([last, last + 2.1]);
    ticks
}

/// A channel that moves no joint.
fn foreign(random: &mut Random, target: &str, numbers: usize) -> Channel {
    let times = vec![1.0, random.between(2.0, 5.0), random.between(6.0, 9.0)];
    let transforms: Vec<f32> = (0..3).flat_map(|_| rows(&random.rigid())).collect();
    let floats = if numbers == 16 { transforms } else { vec![1.0, 0.0, 1.0] };
    Channel { target: target.into(), times, floats }
}

/// A matrix as a file has it.
fn rows(local: &Transform) -> [f32; 16] {
    local.to_mat4().transpose().to_cols_array()
}

/// A clip somewhere among others, and a time in it; of its last tick more than half has passed, or less.
pub fn clip(random: &mut Random, more: bool) -> (Clip, f32) {
    let start = (20 + random.below(80)) as f32;
    let ticks_per_second = [24.0, 30.0, 25.0, 60.0][random.below(4)];
    let whole = (10 + random.below(40)) as f32;
    let low = random.between(0.15, 0.35);
    let share = if more { 1.0 - low } else { low };
    let clip = Clip { name: "walk".into(), start, end: start + 90.0, ticks_per_second };
    (clip, (whole + share) / ticks_per_second)
}

/// Where a figure stands, and what a file's axes and unit make of ours.
pub fn place(random: &mut Random) -> (Transform, Mat4) {
    let stretch = Vec3::new(random.between(0.5, 0.8), random.between(1.2, 1.5), 1.0);
    let place = Transform { scale: stretch, ..random.rigid() };
    let unit = [0.3048, 0.5, 2.0][random.below(3)];
    let axes = Mat4::from_rotation_x(-90.0_f32.to_radians());
    (place, axes * Mat4::from_scale(Vec3::splat(unit)))
}
