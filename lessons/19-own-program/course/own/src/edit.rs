//! A clip that is made here: what is edited, its keys, and their file.

use crate::figure::{Figure, Pose, TICKS_PER_SECOND};
use crate::lessons::lesson_07::decompose;
use crate::lessons::lesson_16::{read_container, read_keys, write_container, write_keys};
use crate::lessons::{Blob, Clip, Key, KeyList, Kind, Track, Transform};
use glam::{EulerRot, Quat};
use std::error::Error;
use std::{fs, io};

/// The latest time of a key, in seconds.
pub const LONGEST: f32 = 4.0;

/// The file of the keys.
const FILE: &str = "keys.armature";

/// What is edited.
pub struct Edit {
    /// Index of the chosen joint.
    pub joint: usize,
    /// Its angles about x, y and z, in degrees. They are read from the pose once, when a joint is chosen.
    pub angles: [f32; 3],
    /// The name of the next clip.
    pub name: String,
    /// Index of the new clip, if there is one.
    pub clip: Option<usize>,
    /// The new clip's keys of each joint, in seconds since its beginning.
    pub keys: Vec<Vec<Key>>,
}

impl Edit {
    pub fn new(figure: &Figure) -> Edit {
        let keys = vec![Vec::new(); figure.joints.len()];
        Edit { joint: 0, angles: [0.0; 3], name: "mine".to_owned(), clip: None, keys }
    }

    /// Writes the new clip's keys into the file, a blob for each joint.
    pub fn save(&self, figure: &Figure) -> io::Result<()> {
        let Some(clip) = self.clip else { return Ok(()) };
        let mut blobs = Vec::new();
        for (joint, keys) in figure.joints.iter().zip(&self.keys) {
            if !keys.is_empty() {
                let name = format!("{}/{}", figure.clips[clip].name, joint.name);
                blobs.push(Blob { name, kind: Kind(*b"KEYS"), version: 1, bytes: write_keys(keys) });
            }
        }
        fs::write(FILE, write_container(&blobs))
    }

    /// Makes a clip of the file's keys, if there is one.
    pub fn open(&mut self, figure: &mut Figure) -> Result<(), Box<dyn Error>> {
        let Ok(file) = fs::read(FILE) else { return Ok(()) };
        for Blob { name, bytes, .. } in read_container(&file).map_err(|error| format!("{FILE}: {error}"))? {
            let Some((clip, joint)) = name.rsplit_once('/') else { continue };
            let Some(joint) = figure.joints.iter().position(|known| known.name == joint) else { continue };
            self.clip = self.clip.or_else(|| Some(figure.add_clip(clip)));
            self.keys[joint] = read_keys(&bytes).map_err(|error| format!("{FILE}: {name}: {error}"))?;
        }
        if let Some(clip) = self.clip {
            figure.set_keys(clip, &self.keys);
        }
        Ok(())
    }
}

/// Returns the angles of a joint in a pose, about x, y and z, in degrees.
pub fn angles_of(pose: &Pose, joint: usize) -> [f32; 3] {
    let (x, y, z) = decompose(pose.locals[joint]).rotation.to_euler(EulerRot::XYZ);
    [x, y, z].map(f32::to_degrees)
}

/// Returns the rotation by angles about x, y and z, in degrees.
pub fn rotation_of(angles: [f32; 3]) -> Quat {
    let [x, y, z] = angles.map(f32::to_radians);
    Quat::from_euler(EulerRot::XYZ, x, y, z)
}

/// Returns three lists of the same times, in ticks since the clip's beginning.
pub fn track_of(keys: &[Key]) -> Track {
    let mut track = Track::at_rest(Transform::IDENTITY);
    for Key { time, local } in keys {
        let tick = time * TICKS_PER_SECOND;
        track.translations.times.push(tick);
        track.translations.values.push(local.translation);
        track.rotations.times.push(tick);
        track.rotations.values.push(local.rotation);
        track.scales.times.push(tick);
        track.scales.values.push(local.scale);
    }
    track
}

impl Figure {
    /// Adds an empty clip after all others, and returns its index.
    pub fn add_clip(&mut self, name: &str) -> usize {
        let start = self.clips.iter().map(|clip| clip.end).fold(0.0, f32::max) + 2.0;
        self.clips.push(Clip { name: name.to_owned(), start, end: start, ticks_per_second: TICKS_PER_SECOND });
        self.clips.len() - 1
    }

    /// Puts each joint's keys into the last clip, which ends with the last key. It lasts a tick at least: where a clip
    /// has no length, 06.3 divides by 0.
    pub fn set_keys(&mut self, clip: usize, keys: &[Vec<Key>]) {
        let start = self.clips[clip].start;
        let mut end = start + 1.0;
        for (joint, keys) in keys.iter().enumerate() {
            let rest = decompose(self.joints[joint].parent_from_joint);
            let keyed = track_of(keys);
            let track = self.tracks[joint].get_or_insert_with(|| Track::at_rest(rest));
            append(&mut track.translations, rest.translation, start, &keyed.translations);
            append(&mut track.rotations, rest.rotation, start, &keyed.rotations);
            append(&mut track.scales, rest.scale, start, &keyed.scales);
            end = keyed.scales.times.last().map_or(end, |tick| end.max(start + tick));
        }
        self.clips[clip].end = end;
    }
}

/// Replaces the keys of the clip that begins at this tick. Before it the list keeps what it ended with, and without keys
/// the joint rests.
fn append<T: Copy>(list: &mut KeyList<T>, rest: T, start: f32, keys: &KeyList<T>) {
    let kept = list.times.partition_point(|tick| *tick < start - 1.0);
    list.times.truncate(kept);
    list.values.truncate(kept);
    let last = list.values.last().copied().unwrap_or(rest);
    list.times.extend([start - 1.0, start - 0.5]);
    list.values.extend([last, keys.values.first().copied().unwrap_or(rest)]);
    list.times.extend(keys.times.iter().map(|tick| start + tick));
    list.values.extend(&keys.values);
}
