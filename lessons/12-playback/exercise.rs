//! Lesson 12: keyframe playback, from a file's channels to a figure that walks.

use crate::{Answers, Channel, Clip, Joint, OnStage, Tools, Track, Transform};
use glam::Mat4;

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { tracks, sample_joint, sample_pose, on_stage };

/// The track of every joint, element i for joint i, or `None` for a joint that no channel moves.
///
/// A channel's target is the id of a node, a slash, and the sid of the matrix in it. Skip a channel that moves no
/// joint, but a camera, a lamp or the visibility of a hat. Its numbers may be anything.
///
/// Returns the error of `tools.matrices` if the numbers of a joint's channel are not whole matrices.
fn tracks(joints: &[Joint], channels: &[Channel], tools: &Tools) -> Result<Vec<Option<Track>>, String> {
    // TODO 12.1: which joint does each channel move? Take its matrices apart into that joint's three lists.
    let _ = (channels, tools); // you will need them
    Ok(vec![None; joints.len()])
}

/// The transform of a joint at `tick`, in its parent's space.
///
/// Each part has a list of keys with times of its own. Between two keys translation and scale are interpolated straight,
/// the rotation along the arc. Before the first key the first one is used, from the last key on the last one. A part
/// whose list is empty is as at rest.
fn sample_joint(track: &Track, tick: f32, tools: &Tools) -> Transform {
    // TODO 12.2: find two keys in each list, and blend them, each part in its own way. And if a list is empty?
    let _ = (tick, tools); // you will need them
    Transform {
        translation: *track.translations.values.first().unwrap_or(&track.rest.translation),
        rotation: *track.rotations.values.first().unwrap_or(&track.rest.rotation),
        scale: *track.scales.values.first().unwrap_or(&track.rest.scale),
    }
}

/// `parent_from_joint` of every joint at `tick`, element i for joint i, also of joints that no vertex follows.
fn sample_pose(joints: &[Joint], tracks: &[Option<Track>], tick: f32, tools: &Tools) -> Vec<Mat4> {
    // TODO 12.3: a matrix for each joint. And if there is no track?
    let _ = (tracks, tick, tools); // you will need them
    vec![Mat4::IDENTITY; joints.len()]
}

/// The tick, and `world_from_model`, of a figure that has played `clip` for `seconds` and is at `place`.
///
/// The figure's model space is that of its file. `ours_from_file` turns and scales it to our axes and metres.
fn on_stage(clip: &Clip, seconds: f32, place: &Transform, ours_from_file: Mat4) -> OnStage {
    // TODO 12.4: turn the seconds into a tick. Then, which of the two moves comes first, `ours_from_file` or `place`?
    let _ = (seconds, place, ours_from_file); // you will need them
    OnStage { tick: clip.start, world_from_model: Mat4::IDENTITY }
}
