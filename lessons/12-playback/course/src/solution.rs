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
    // BEGIN 12.1
    let mut tracks = vec![None; joints.len()];
    for channel in channels {
        for (index, joint) in joints.iter().enumerate() {
            if channel.target == format!("{}/{}", joint.id, joint.matrix_sid) {
                let mut track = Track::at_rest(tools.decompose(joint.parent_from_joint));
                track.translations.times = channel.times.clone();
                track.rotations.times = channel.times.clone();
                track.scales.times = channel.times.clone();
                for matrix in tools.matrices(&channel.floats)? {
                    let key = tools.decompose(matrix);
                    track.translations.values.push(key.translation);
                    track.rotations.values.push(key.rotation);
                    track.scales.values.push(key.scale);
                }
                tracks[index] = Some(track);
            }
        }
    }
    Ok(tracks)
    // STUB // TODO 12.1: which joint does each channel move? Take its matrices apart into that joint's three lists.
    // STUB let _ = (channels, tools); // you will need them
    // STUB Ok(vec![None; joints.len()])
    // END 12.1
}

/// The transform of a joint at `tick`, in its parent's space.
///
/// Each part has a list of keys with times of its own. Between two keys translation and scale are interpolated straight,
/// the rotation along the arc. Before the first key the first one is used, from the last key on the last one. A part
/// whose list is empty is as at rest.
fn sample_joint(track: &Track, tick: f32, tools: &Tools) -> Transform {
    // BEGIN 12.2
    let Track { rest, translations, rotations, scales } = track;
    let mut local = *rest;
    if !translations.values.is_empty() {
        let segment = tools.segment(&translations.times, tick);
        let a = translations.values[segment.from];
        let b = translations.values[segment.to];
        local.translation = a.lerp(b, segment.alpha);
    }
    if !rotations.values.is_empty() {
        let segment = tools.segment(&rotations.times, tick);
        let a = rotations.values[segment.from];
        let b = rotations.values[segment.to];
        local.rotation = tools.slerp(a, tools.shortest(a, b), segment.alpha);
    }
    if !scales.values.is_empty() {
        let segment = tools.segment(&scales.times, tick);
        let a = scales.values[segment.from];
        let b = scales.values[segment.to];
        local.scale = a.lerp(b, segment.alpha);
    }
    local
    // STUB // TODO 12.2: find two keys in each list, and blend them, each part in its own way. And if a list is empty?
    // STUB let _ = (tick, tools); // you will need them
    // STUB Transform {
    // STUB     translation: *track.translations.values.first().unwrap_or(&track.rest.translation),
    // STUB     rotation: *track.rotations.values.first().unwrap_or(&track.rest.rotation),
    // STUB     scale: *track.scales.values.first().unwrap_or(&track.rest.scale),
    // STUB }
    // END 12.2
}

/// `parent_from_joint` of every joint at `tick`, element i for joint i, also of joints that no vertex follows.
fn sample_pose(joints: &[Joint], tracks: &[Option<Track>], tick: f32, tools: &Tools) -> Vec<Mat4> {
    // BEGIN 12.3
    let mut locals = Vec::new();
    for (joint, track) in joints.iter().zip(tracks) {
        locals.push(match track {
            Some(track) => {
                let Transform { translation, rotation, scale } = tools.sample_joint(track, tick);
                Mat4::from_translation(translation) * Mat4::from_quat(rotation) * Mat4::from_scale(scale)
            }
            None => joint.parent_from_joint,
        });
    }
    locals
    // STUB // TODO 12.3: a matrix for each joint. And if there is no track?
    // STUB let _ = (tracks, tick, tools); // you will need them
    // STUB vec![Mat4::IDENTITY; joints.len()]
    // END 12.3
}

/// The tick, and `world_from_model`, of a figure that has played `clip` for `seconds` and is at `place`.
///
/// The figure's model space is that of its file. `ours_from_file` turns and scales it to our axes and metres.
fn on_stage(clip: &Clip, seconds: f32, place: &Transform, ours_from_file: Mat4) -> OnStage {
    // BEGIN 12.4
    OnStage { tick: clip.start + seconds * clip.ticks_per_second, world_from_model: place.to_mat4() * ours_from_file }
    // STUB // TODO 12.4: turn the seconds into a tick. Then, which of the two moves comes first, `ours_from_file` or `place`?
    // STUB let _ = (seconds, place, ours_from_file); // you will need them
    // STUB OnStage { tick: clip.start, world_from_model: Mat4::IDENTITY }
    // END 12.4
}
