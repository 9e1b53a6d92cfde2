//! Types that earlier lessons have built: a file's joints, its channels, and the tools to work on both.

use crate::lesson_06::Keyframes;
use crate::lesson_07::Rotations;
use crate::unwind;
use glam::{Mat4, Quat, Vec3};

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct Playback {
        /// Joints, channels, tools; out come each joint's keys.
        "12.1" tracks: fn(joints: &[Joint], channels: &[Channel], tools: &Tools) -> Result<Vec<Option<Track>>, String>,
        "12.2" sample_joint: fn(track: &Track, tick: f32, tools: &Tools) -> Transform,
        /// Joints, their keys, a tick, tools; out comes `parent_from_joint` of every joint.
        "12.3" sample_pose: fn(joints: &[Joint], tracks: &[Option<Track>], tick: f32, tools: &Tools) -> Vec<Mat4>,
        "12.4" on_stage: fn(clip: &Clip, seconds: f32, place: &Transform, ours_from_file: Mat4) -> OnStage,
    }
}

pub use crate::lesson_06::{AnimationIndex, Segment};
pub use armature::math::Transform;

/// A node of a file, as lesson 05 read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// The name by which a skin refers to the joint, the sid of its node: `"hips"`.
    pub name: String,
    /// The id by which the rest of the file refers to its node: `"Knight_hips"`.
    pub id: String,
    /// The matrix in the node has a sid of its own: `"transform"`.
    pub matrix_sid: String,
    /// The parent's index, always a smaller one; `None` for a root.
    pub parent: Option<usize>,
    /// The joint's rest transform in its parent's space.
    pub parent_from_joint: Mat4,
    /// Whether vertices follow the joint.
    pub in_skin: bool,
}

/// The motion of one thing, as a file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Channel {
    /// Target of the motion: `"Knight_hips/transform"`.
    pub target: String,
    /// Ticks of the keys, increasing.
    pub times: Vec<f32>,
    /// The numbers of its keys, one key after the other; a matrix is 16, row by row.
    pub floats: Vec<f32>,
}

/// The motion of one joint in its parent's space: a list of keys for each part of its transform. Each list has times of its
/// own, and may be empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// The joint at rest. A part whose list is empty stays as it is here.
    pub rest: Transform,
    pub translations: KeyList<Vec3>,
    pub rotations: KeyList<Quat>,
    pub scales: KeyList<Vec3>,
}

/// Keys of one part of a joint's transform.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeyList<T> {
    /// Ticks of the keys, increasing.
    pub times: Vec<f32>,
    /// The key at each of `times`.
    pub values: Vec<T>,
}

impl Track {
    /// Returns a track whose three lists are empty.
    pub fn at_rest(rest: Transform) -> Self {
        Track { rest, translations: KeyList::default(), rotations: KeyList::default(), scales: KeyList::default() }
    }
}

/// One motion among those of a file: its range of time there.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    /// `"walk"`.
    pub name: String,
    /// Tick at which the clip begins: the tracks of a file contain one motion after the other.
    pub start: f32,
    /// Tick at which the clip ends.
    pub end: f32,
    /// Number of ticks in a second; at least 2.
    pub ticks_per_second: f32,
}

impl Clip {
    /// Returns the clip's duration.
    pub fn seconds(&self) -> f32 {
        (self.end - self.start) / self.ticks_per_second
    }
}

/// The place and time of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnStage {
    /// The time on the clock of the tracks.
    pub tick: f32,
    /// Transform from the figure's own space to the world.
    pub world_from_model: Mat4,
}

/// Answers to earlier TODOs: the finished ones in the checks; where `--mine` plays, your own that pass.
#[derive(Clone, Copy, Debug)]
pub struct Tools {
    pub keyframes: Keyframes,
    pub rotations: Rotations,
    pub playback: Playback,
    /// The finished answers, for 12.2 itself.
    pub finished: Playback,
}

impl Tools {
    /// Returns a matrix for every 16 numbers, row by row: 06.1.
    ///
    /// # Errors
    /// If the numbers are not whole matrices. The message contains their count.
    pub fn matrices(&self, floats: &[f32]) -> Result<Vec<Mat4>, String> {
        let mut matrices = Vec::new();
        self.keyframes.set_keyframes(&mut matrices, floats).unwrap_or_else(unwind)?;
        Ok(matrices)
    }

    /// Returns a matrix as translation, rotation and scale: 07.4.
    pub fn decompose(&self, matrix: Mat4) -> Transform {
        self.rotations.decompose(matrix).unwrap_or_else(unwind)
    }

    /// Returns the two keys between which `tick` lies, and the fraction of the way between them: 06.2. Before the first key
    /// both are the first, from the last one on both are the last, and alpha is 0. There must be a key.
    pub fn segment(&self, times: &[f32], tick: f32) -> Segment {
        self.keyframes.segment(times, tick, None).unwrap_or_else(unwind)
    }

    /// Returns `to` or `-to`, whichever is nearer to `from`: 07.1.
    pub fn shortest(&self, from: Quat, to: Quat) -> Quat {
        self.rotations.shortest(from, to).unwrap_or_else(unwind)
    }

    /// Returns the rotation at the fraction `u` of the arc from `a` to `b`, which lie on one side: 07.3.
    pub fn slerp(&self, a: Quat, b: Quat, u: f32) -> Quat {
        self.rotations.slerp(a, b, u).unwrap_or_else(unwind)
    }

    /// Returns a joint's local transform at a tick: 12.2. In 12.2 itself this is the finished function, because one that
    /// calls itself through its tools would never end.
    pub fn sample_joint(&self, track: &Track, tick: f32) -> Transform {
        let tools = Tools { playback: self.finished, ..*self };
        self.playback.sample_joint(track, tick, &tools).unwrap_or_else(unwind)
    }
}
