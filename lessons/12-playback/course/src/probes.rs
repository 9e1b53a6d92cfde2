//! Inputs of the checks: joints whose ids and names are easily mixed up, channels in any order, keys far apart. The
//! last probe adds the knight, and the limits of each TODO's promises.

use crate::character::file::{CharacterFile, ClipKeys};
use crate::figures::{Posed, Sampled, Staged};
use crate::{Channel, Clip, Joint, KeyList, Track};
use armature::math::Transform;
use check::{Probe, Random, Rig};
use glam::{Mat4, Quat, Vec3};
use std::sync::LazyLock;

pub static KNIGHT: LazyLock<CharacterFile> = LazyLock::new(|| {
    let path = common::assets().join("knight.dae");
    CharacterFile::read(&path).expect("the lesson's own file")
});

pub static KNIGHTS_TRACKS: LazyLock<Vec<Option<Track>>> = LazyLock::new(|| {
    let tracks = (crate::finished::ANSWERS.tracks)(&KNIGHT.joints, knights_channels(), &crate::finished::TOOLS);
    tracks.expect("the lesson's own file")
});

fn knights_channels() -> &'static [Channel] {
    match &KNIGHT.keys[0] {
        ClipKeys::Channels(channels) => channels,
        ClipKeys::Tracks(_) => panic!("the lesson's own file has channels of matrices"),
    }
}

/// A file's joints, and all that moves in it.
pub struct ProbeFile {
    pub joints: Vec<Joint>,
    /// Channels in no order; some move what is no joint.
    pub channels: Vec<Channel>,
    /// One more, whose keys are no matrices.
    pub visibility: Channel,
    pub tracks: Vec<Option<Track>>,
}

/// The joint whose id another one's begins with. It is never moved.
const BEGINNING: usize = 1;
/// The joint whose id another one's ends with. It is never moved.
const ENDING: usize = 2;
/// The other one. It is always moved, and there is more in its node than its matrix.
const LONGER: usize = 3;

/// Returns a rig in which about every second joint is moved, in the skin and outside of it.
pub fn file(probe: &Probe) -> ProbeFile {
    let rig = probe.rig();
    let random = &mut probe.random();
    let joints = joints(&rig, random);
    // At least one of each kind: moved and resting, in the skin and outside of it.
    let mut moved = Vec::new();
    for joint in 0..joints.len() {
        moved.push(![BEGINNING, ENDING].contains(&joint) && (joint % 3 != 2 || random.below(4) == 0));
    }
    let mut channels = vec![foreign(random, "lamp/transform", 16)];
    let mut tracks: Vec<Option<Track>> = Vec::new();
    for (joint, is_moved) in joints.iter().zip(moved) {
        if is_moved {
            let count = 3 + random.below(3);
            let (times, keys) = keys(random, count);
            let floats = keys.iter().flat_map(matrix_rows).collect();
            channels.push(Channel { target: format!("{}/{}", joint.id, joint.matrix_sid), times, floats });
        }
        tracks.push(is_moved.then(|| track(random, [3, 5, 4])));
    }
    // Backwards and turned: no channel's number is its joint's.
    channels.reverse();
    let turn = 1 + random.below(2);
    channels.rotate_left(turn);
    channels.push(foreign(random, &format!("{}/pivot", joints[LONGER].id), 16));
    let visibility = foreign(random, &format!("{}/visibility", joints[LONGER].id), 1);
    ProbeFile { joints, channels, visibility, tracks }
}

/// Returns joints whose ids are longer than their names. One name is another joint's id, one id is the beginning of
/// another, one the end, and one contains a slash.
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
    joints[ENDING].id = "end".into();
    joints[LONGER].id = format!("{}_end", joints[BEGINNING].id);
    joints[LONGER].matrix_sid = "transform".into(); // as that of the other
    joints[4].id = "rig/arm.l".into();
    joints
}

/// Returns keys at uneven ticks, more than a right angle apart. Every second quaternion lies on the other side of the one
/// before it, so that an answer that never negates is wrong, and one that always negates as well.
fn keys(random: &mut Random, count: usize) -> (Vec<f32>, Vec<Transform>) {
    let mut at = random.between(2.0, 9.0);
    let mut rotation = random.rigid().rotation;
    let mut times = Vec::new();
    let mut keys = Vec::new();
    for key in 0..count {
        times.push(at);
        at += if key % 2 == 0 { random.between(1.5, 3.0) } else { random.between(5.0, 9.0) };
        // From small to large and back: also the mean of powers is far from that of the numbers.
        let x = if key % 2 == 0 { random.between(0.3, 0.4) } else { random.between(1.1, 1.3) };
        let scale = Vec3::new(x, random.between(1.2, 1.8), random.between(0.9, 1.1));
        let signed = if matches!(key % 4, 1 | 2) { -rotation } else { rotation };
        let mut translation = random.vector();
        if key % 2 == 0 {
            translation.x += 1.5; // a key is never where the one before it is
        }
        keys.push(Transform { translation, rotation: signed, scale });
        let angle = random.between(105.0, 150.0).to_radians();
        rotation = Quat::from_axis_angle(random.vector().normalize(), angle) * rotation;
    }
    (times, keys)
}

/// Returns a track whose three lists have ticks of their own, and so many keys.
pub fn track(random: &mut Random, counts: [usize; 3]) -> Track {
    let (times, keys) = keys(random, counts[0]);
    let translations = KeyList { times, values: keys.iter().map(|key| key.translation).collect() };
    let (times, keys) = self::keys(random, counts[1]);
    let rotations = KeyList { times, values: keys.iter().map(|key| key.rotation).collect() };
    let (times, keys) = self::keys(random, counts[2]);
    let scales = KeyList { times, values: keys.iter().map(|key| key.scale).collect() };
    let rest = Transform { scale: Vec3::new(random.between(1.4, 1.7), 0.6, 0.8), ..random.rigid() };
    Track { rest, translations, rotations, scales }
}

/// Returns tracks with a list that is empty or has a single key, and a tick for each.
pub fn short_tracks(track: &Track) -> Vec<(Track, f32)> {
    let Track { rest, translations, rotations, scales } = track;
    let [first, last] = [translations.times[0], rotations.times[rotations.times.len() - 1]];
    let tick = 0.3 * first + 0.7 * last;
    let mut short = vec![(Track::at_rest(*rest), tick)];
    for end in [0, 1] {
        let mut tracks = [track.clone(), track.clone(), track.clone()];
        tracks[0].translations = cut(translations, end);
        tracks[1].rotations = cut(rotations, end);
        tracks[2].scales = cut(scales, end);
        short.extend(tracks.map(|track| (track, tick)));
    }
    short
}

/// Returns the first keys of a list.
fn cut<T: Copy>(list: &KeyList<T>, end: usize) -> KeyList<T> {
    KeyList { times: list.times[..end].to_vec(), values: list.values[..end].to_vec() }
}

/// Returns, for each list, ticks before its first key, between all keys, at two keys, and after the last key.
pub fn ticks(track: &Track, random: &mut Random) -> Vec<f32> {
    let mut ticks = Vec::new();
    for times in [&track.translations.times, &track.rotations.times, &track.scales.times] {
        let first = times[0];
        let last = times[times.len() - 1];
        ticks.extend([first - 1.3, times[1]]);
        for pair in times.windows(2) {
            let near = random.between(0.15, 0.35);
            let fraction = if random.below(2) == 0 { near } else { 1.0 - near };
            ticks.push(pair[0] + fraction * (pair[1] - pair[0]));
        }
        let far = 0.4 * (last - first);
        ticks.extend([last, last + 2.1, first - far, last + far]);
    }
    ticks
}

/// Returns a channel of three keys that moves no joint.
fn foreign(random: &mut Random, target: &str, numbers: usize) -> Channel {
    let times = vec![1.0, random.between(2.0, 5.0), random.between(6.0, 9.0)];
    let transforms: Vec<f32> = (0..3).flat_map(|_| matrix_rows(&random.rigid())).collect();
    let floats = if numbers == 16 { transforms } else { vec![1.0, 0.0, 1.0] };
    Channel { target: target.into(), times, floats }
}

/// Returns the matrix of a transform row by row, as a file has it.
fn matrix_rows(local: &Transform) -> [f32; 16] {
    local.to_mat4().transpose().to_cols_array()
}

/// Returns a clip that begins at a random tick, and a time in it. `more` says whether more than half of the current tick
/// has passed.
pub fn clip(random: &mut Random, more: bool) -> (Clip, f32) {
    let start = (20 + random.below(80)) as f32;
    // Not 24, which some take for granted.
    let ticks_per_second = [12.0, 30.0, 25.0, 60.0][random.below(4)];
    let whole = (10 + random.below(40)) as f32;
    let low = random.between(0.15, 0.35);
    let fraction = if more { 1.0 - low } else { low };
    let clip = Clip { name: "walk".into(), start, end: start + 90.0, ticks_per_second };
    (clip, (whole + fraction) / ticks_per_second)
}

/// Returns a figure's transform, and the conversion from a file's axes and unit.
pub fn place(random: &mut Random) -> (Transform, Mat4) {
    let stretch = Vec3::new(random.between(0.5, 0.8), random.between(1.2, 1.5), 1.0);
    let place = Transform { scale: stretch, ..random.rigid() };
    let unit = [0.3048, 0.5, 2.0][random.below(3)];
    let axes = Mat4::from_rotation_x(-90.0_f32.to_radians());
    (place, axes * Mat4::from_scale(Vec3::splat(unit)))
}

/// Returns a root in the skin, at rest at the origin.
pub fn joint(id: &str, matrix_sid: &str) -> Joint {
    Joint {
        name: id.to_lowercase(),
        id: id.into(),
        matrix_sid: matrix_sid.into(),
        parent: None,
        parent_from_joint: Mat4::IDENTITY,
        in_skin: true,
    }
}

/// Returns a channel for this target with the first numbers of one key.
fn channel(target: &str, numbers: usize) -> Channel {
    let key = Transform::from_translation(Vec3::new(target.len() as f32, 1.0, 2.0));
    Channel { target: target.into(), times: vec![3.0], floats: matrix_rows(&key)[..numbers].to_vec() }
}

/// Returns further files: no channel, no joint; ids that differ in their case, hold dots and slashes, or are parts of
/// others; channels that move nothing and come first; too few numbers for the first joint and for the last; and the
/// knight.
pub fn more_files() -> Vec<(Vec<Joint>, Vec<Channel>)> {
    const ALIKE: &[(&str, &str)] =
        &[("Arm", "matrix"), ("arm", "matrix"), ("arm.l", "matrix"), ("m", "matrix"), ("a/arm", "pose")];
    let mut all = Vec::new();
    for (ids, targets) in [
        (ALIKE, &[][..]),
        (&[], &[("lamp/matrix", 16), ("hat/visible", 1)]),
        (ALIKE, &[("lamp", 3), ("", 0), ("a/arm/pose", 16), ("arm.l/matrix", 16), ("Arm/matrix", 16)]),
        (ALIKE, &[("arm/matrix.X", 1), ("m/matrix", 16), ("arm/matrix", 16), ("Arm/pose", 16)]),
        (ALIKE, &[("Arm/matrix", 15)]),
        (ALIKE, &[("arm/matrix", 16), ("a/arm/pose", 1)]),
    ] {
        let joints = ids.iter().map(|(id, sid)| joint(id, sid)).collect();
        let channels = targets.iter().map(|(target, numbers)| channel(target, *numbers)).collect();
        all.push((joints, channels));
    }
    let mut channels = knights_channels().to_vec();
    for channel in &mut channels {
        channel.times.truncate(KNIGHTS_KEYS);
        channel.floats.truncate(16 * KNIGHTS_KEYS);
    }
    all.push((KNIGHT.joints.clone(), channels));
    all
}

/// Keys of each of the knight's channels that are compared.
const KNIGHTS_KEYS: usize = 40;

/// Angles from one key to the next, in degrees; an angle of 0 also with the other sign.
const ANGLES: [f32; 11] = [90.0, 0.0, 1.0, 0.0, 30.0, 55.0, 80.0, 105.0, 125.0, 150.0, 175.0];
/// Fractions of the way between two keys.
const SHARES: [f32; 10] = [0.0, 0.03, 0.2, 0.3, 0.45, 0.5, 0.7, 0.8, 0.97, 1.0];

/// Returns tracks with angles from 0 to 175 degrees and both signs, close keys, times below 0, mirrored, tiny and large
/// keys, two keys, and the knight's tracks.
pub fn more_tracks() -> Vec<(Sampled, f32)> {
    let random = &mut Probe { seed: 12, index: 2 }.random();
    let mut all = Vec::new();
    for (times, size) in [
        (&[0.0, 2.0, 3.0, 7.0, 8.5, 9.0, 12.0, 14.0, 15.0, 18.0, 18.5, 21.0][..], 1.0),
        (&[3.0, 3.004, 3.009, 3.012], 1.0),
        (&[-9.0, -5.5, -1.0, 2.0], 1.0),
        (&[1.0, 2.5, 6.0], 0.01),
        (&[1.0, 2.5, 6.0], 100.0),
        (&[1.0, 2.5, 6.0], -1.0),
        (&[4.0, 11.0], 1.0),
    ] {
        let mut rotation = random.rigid().rotation;
        let mut track = Track::at_rest(random.rigid());
        track.translations.times = times.to_vec();
        track.rotations.times = times.to_vec();
        track.scales.times = times.to_vec();
        for at in 0..times.len() {
            let angle = ANGLES[at % ANGLES.len()];
            let axis = random.vector().normalize();
            rotation = Quat::from_axis_angle(axis, angle.to_radians()) * rotation;
            track.translations.values.push(size * random.vector());
            track.rotations.values.push(if at.is_multiple_of(3) { -rotation } else { rotation });
            track.scales.values.push(size * Vec3::new(random.between(0.5, 1.0), random.between(1.0, 2.0), 1.0));
        }
        let mut ticks = vec![times[0] - 3.0, times[times.len() - 1] + 500.0];
        for pair in times.windows(2) {
            ticks.extend(SHARES.map(|u| pair[0] + u * (pair[1] - pair[0])));
        }
        for tick in ticks {
            all.push(((track.clone(), tick), size.abs()));
        }
    }
    for track in KNIGHTS_TRACKS.iter().flatten() {
        all.extend([63.0, 76.2, 80.75, 87.0].map(|tick| ((track.clone(), tick), 1.0)));
    }
    all
}

/// Returns further poses: no joint, a single one; rest matrices that shear, mirror and stretch; joints that no vertex
/// follows; a tiny figure; and the knight.
pub fn more_poses() -> Vec<(Posed, f32)> {
    let random = &mut Probe { seed: 12, index: 1 }.random();
    let mut shear = Mat4::IDENTITY;
    shear.y_axis.x = 0.8;
    shear.z_axis.y = -0.3;
    let mut figures = Vec::new();
    for (count, size, in_skin) in
        [(0_usize, 1.0, true), (1, 1.0, true), (7, 1.0, true), (5, 1.0, false), (5, 0.001, true)]
    {
        let mut joints = Vec::new();
        for index in 0..count {
            let mirror = Vec3::new(if index % 2 == 0 { -0.4 } else { 1.5 }, 2.0, 0.7);
            let rest = random.rigid().to_mat4() * shear * Mat4::from_scale(mirror);
            let parent_from_joint = Mat4::from_scale(Vec3::splat(size)) * rest;
            let parent = index.checked_sub(1);
            joints.push(Joint { parent_from_joint, in_skin, parent, ..joint(&index.to_string(), "pose") });
        }
        let mut tracks: Vec<Option<Track>> = vec![None; count];
        for place in tracks.iter_mut().skip(1).step_by(3) {
            let mut track = track(random, [3, 4, 5]);
            for values in [&mut track.translations.values, &mut track.scales.values] {
                for value in values {
                    *value *= size;
                }
            }
            *place = Some(track);
        }
        figures.push((joints, tracks, size));
    }
    figures.push((KNIGHT.joints.clone(), KNIGHTS_TRACKS.clone(), 1.0));
    let mut all = Vec::new();
    for (joints, tracks, size) in figures {
        all.extend([-4.0, 7.3, 76.2].map(|tick| ((joints.clone(), tracks.clone(), tick), size)));
    }
    all
}

/// Returns a clip of a single pose, starts and ends of clips, a time past the end, other rates, a tiny place, and files of other axes and units.
pub fn more_clips() -> Vec<(Staged, f32)> {
    let random = &mut Probe { seed: 12, index: 3 }.random();
    let turn = Mat4::from_rotation_x(-std::f32::consts::FRAC_PI_2);
    let mut all = Vec::new();
    for (name, start, end, rate, seconds, unit, size) in [
        ("a single pose", 40.0, 40.0, 24.0, 0.0, 1.0, 1.0),
        ("the start", 63.0, 87.0, 24.0, 0.0, 1.0, 1.0),
        ("the end", 63.0, 87.0, 24.0, 1.0, 0.01, 1.0),
        ("past the end", 63.0, 87.0, 24.0, 1.2, 1.0, 1.0),
        ("the knight's walk", 63.0, 87.0, 24.0, 0.55, 1.0, 1.0),
        ("a third of it", 63.0, 87.0, 24.0, 0.33, 1.0, 1.0),
        ("less than half of it", 63.0, 87.0, 24.0, 0.45, 1.0, 1.0),
        ("the file's beginning", 0.0, 10.0, 24.0, 0.3, 0.0254, 1.0),
        ("two ticks a second", 7.5, 9.0, 2.0, 0.6, 39.37, 1.0),
        ("a thousand ticks a second", 250.0, 990.0, 1000.0, 0.1234, 1.0, 0.02),
    ] {
        let clip = Clip { name: name.into(), start, end, ticks_per_second: rate };
        let place = Transform { scale: Vec3::splat(size), ..random.rigid() };
        let axes = if unit == 1.0 { Mat4::IDENTITY } else { turn };
        let ours_from_file = axes * Mat4::from_scale(Vec3::splat(unit));
        all.push(((clip, seconds, place, ours_from_file), unit * size));
    }
    all
}
