//! The finished form of the four answers, on whatever tools they are given. What they become, without a
//! search for each sample and for any file, is `armature_formats::collada::Scene` and `armature::animation`;
//! tests/lesson/agree.rs holds the two together.

use crate::{Answers, Channel, Clip, Joint, OnStage, Playback, Segment, Tools, Track, Transform};
use glam::Mat4;
use lesson_05::Keyframes;
use lesson_06::Rotations;

pub const ANSWERS: Answers = Answers { tracks, sample_joint, sample_pose, on_stage };

pub const TOOLS: Tools = Tools {
    set_keyframes: KEYFRAMES.set_keyframes,
    segment: KEYFRAMES.segment,
    shortest: ROTATIONS.shortest,
    slerp: ROTATIONS.slerp,
    decompose: ROTATIONS.decompose,
    sample_joint: PLAYBACK.sample_joint,
    finished: PLAYBACK.sample_joint,
};

const KEYFRAMES: Keyframes = given::table!(lesson_05::Keyframes, lesson_05::finished::ANSWERS);
const ROTATIONS: Rotations = given::table!(lesson_06::Rotations, lesson_06::finished::ANSWERS);
const PLAYBACK: Playback = given::table!(Playback, ANSWERS);

fn tracks(joints: &[Joint], channels: &[Channel], tools: &Tools) -> Result<Vec<Option<Track>>, String> {
    let mut tracks = vec![None; joints.len()];
    for Channel { target, times, floats } in channels {
        if let Some(joint) = joints.iter().position(|joint| {
            let member = target.strip_prefix(&joint.id).and_then(|rest| rest.strip_prefix('/'));
            member == Some(&joint.matrix_sid)
        }) {
            let matrices = tools.matrices(floats)?;
            let keys = matrices.into_iter().map(|matrix| tools.decompose(matrix)).collect();
            tracks[joint] = Some(Track { times: times.clone(), keys });
        }
    }
    Ok(tracks)
}

fn sample_joint(track: &Track, tick: f32, tools: &Tools) -> Transform {
    let Segment { from, to, alpha } = tools.segment(&track.times, tick);
    let [a, b] = [from, to].map(|key| track.keys[key]);
    Transform {
        translation: a.translation + (b.translation - a.translation) * alpha,
        rotation: tools.slerp(a.rotation, tools.shortest(a.rotation, b.rotation), alpha),
        scale: a.scale + (b.scale - a.scale) * alpha,
    }
}

fn sample_pose(joints: &[Joint], tracks: &[Option<Track>], tick: f32, tools: &Tools) -> Vec<Mat4> {
    let mut locals = Vec::new();
    for (joint, track) in joints.iter().zip(tracks) {
        locals.push(match track {
            Some(track) => tools.sample_joint(track, tick).to_mat4(),
            None => joint.parent_from_joint,
        });
    }
    locals
}

fn on_stage(clip: &Clip, seconds: f32, place: &Transform, ours_from_file: Mat4) -> OnStage {
    OnStage {
        tick: clip.start + clip.ticks_per_second * seconds,
        world_from_model: Mat4::from(place.to_affine()) * ours_from_file,
    }
}
