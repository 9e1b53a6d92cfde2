//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, Channel, Clip, Joint, OnStage, Segment, Tools, Track, Transform};
use common::check::{mistake, nan_band};
use common::math::{decompose, nlerp};
use glam::{Affine3A, Mat4, Vec3};
use std::f32::consts::PI;

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers { tracks, sample_joint, sample_pose, on_stage };

fn tracks(joints: &[Joint], channels: &[Channel], tools: &Tools) -> Result<Vec<Option<Track>>, String> {
    let still = Track { times: vec![0.0], keys: vec![Transform::IDENTITY] };
    let mut tracks = vec![mistake("MISSING-IS-IDENTITY").then_some(still); joints.len()];
    for (number, channel) in channels.iter().enumerate() {
        let Channel { target, times, floats } = channel;
        if mistake("EVERY-CHANNEL-READ") {
            tools.matrices(floats)?;
        }
        let first = joints.iter().position(|joint| target.starts_with(&joint.id));
        for (index, joint) in joints.iter().enumerate() {
            let is_moved = match () {
                () if mistake("CHANNEL-ORDER") => number == index,
                () if mistake("BEGINS-WITH:FIRST-JOINT") => first == Some(index),
                () => moves(target, joint),
            };
            if !is_moved {
                continue;
            }
            if mistake("SKIN-ONLY") && !joint.in_skin {
                continue;
            }
            let matrices = match tools.matrices(floats) {
                Err(_) if mistake("PASSED-OVER") => continue,
                Err(_) if mistake("ERROR-IN-OTHER-WORDS") => return Err("no matrices".into()),
                matrices => matrices?,
            };
            let keys = matrices.into_iter().map(|matrix| tools.decompose(matrix)).collect();
            let times = if mistake("FIRST-TIMES") { &channels[0].times } else { times };
            tracks[index] = Some(Track { times: times.clone(), keys });
        }
    }
    Ok(tracks)
}

fn moves(target: &str, joint: &Joint) -> bool {
    let Joint { name, id, matrix_sid, .. } = joint;
    let id = id.as_str();
    let ends_alike = target.ends_with(&format!("/{matrix_sid}"));
    match () {
        () if mistake("BY-NAME") => target == format!("{name}/{matrix_sid}"),
        () if mistake("BEGINS-WITH:ANY-SID") => target.starts_with(id),
        () if mistake("BEGINS-WITH") => target.starts_with(id) && ends_alike,
        () if mistake("ENDS-WITH") => target.ends_with(&format!("{id}/{matrix_sid}")),
        () if mistake("CONTAINS") => target.contains(id) && ends_alike,
        () if mistake("ANY-MATRIX") => target.rsplit_once('/').is_some_and(|(node, _)| node == id),
        () if mistake("FIRST-SLASH") => target.split_once('/') == Some((id, matrix_sid)),
        () if mistake("FIRST-SLASH:ID-ALONE") => target.split('/').next() == Some(id),
        () if mistake("FIRST-SLASH:LAST-PART") => {
            target.split('/').next() == Some(id) && target.rsplit('/').next() == Some(matrix_sid)
        }
        () => target == format!("{id}/{matrix_sid}"),
    }
}

/// The tick as it is asked for; for those who take a whole one.
fn whole(tick: f32) -> f32 {
    match tick {
        tick if mistake("ROUNDED") => tick.round(),
        tick if mistake("TRUNCATED") => tick.trunc(),
        tick => tick,
    }
}

fn sample_joint(track: &Track, tick: f32, tools: &Tools) -> Transform {
    let tick = whole(tick);
    let Segment { mut from, mut to, mut alpha } = tools.segment(&track.times, tick);
    let (first, last) = (track.times[0], track.times[track.times.len() - 1]);
    if mistake("LAST-UNREACHABLE") && tick >= last {
        from = from.saturating_sub(1);
        to = from;
    }
    if mistake("SHARE-OF-CLIP") && from != to {
        alpha = (tick - first) / (last - first);
    }
    if mistake("TICKS-FOR-ALPHA") || mistake("TICKS-FOR-ALPHA:SINCE-THE-KEY") {
        let since = if mistake("TICKS-FOR-ALPHA") { 0.0 } else { track.times[from] };
        alpha = if from == to { alpha } else { tick - since };
    }
    if mistake("ALPHA-FORGOTTEN") {
        alpha = 0.0;
    }
    if mistake("OTHER-WAY") {
        (from, to) = (to, from);
    }
    let (a, b) = (track.keys[from], track.keys[to]);
    if mistake("MATRIX-LERP") {
        let mixed = a.to_mat4() * (1.0 - alpha) + b.to_mat4() * alpha;
        return decompose(&Affine3A::from_mat4(mixed)).transform;
    }
    if mistake("MATRIX-LERP:GLAM") {
        let mixed = a.to_mat4() * (1.0 - alpha) + b.to_mat4() * alpha;
        let (scale, rotation, translation) = mixed.to_scale_rotation_translation();
        return Transform { translation, rotation, scale };
    }
    let near = match tools.shortest(a.rotation, b.rotation) {
        _ if mistake("LONG-WAY") => b.rotation,
        near if mistake("ALWAYS-LONG") => -near,
        near => near,
    };
    let alpha = alpha * nan_band("alpha", alpha, 0.0..1.0);
    let fraction = if last > first { (tick - first) / (last - first) } else { 0.5 };
    let alpha = alpha * nan_band("fraction of the track", fraction, -0.5..1.5);
    let alpha = alpha * nan_band("angle", a.rotation.angle_between(b.rotation), 0.0..PI);
    let rotation = match () {
        () if mistake("NLERP") => nlerp(a.rotation, near, alpha),
        () => tools.slerp(a.rotation, near, alpha),
    };
    let translation = a.translation.lerp(b.translation, alpha);
    let scale = match () {
        () if mistake("SCALE-FORGOTTEN") => Vec3::ONE,
        () if mistake("SCALE-STEPS") => a.scale,
        () if mistake("SCALE-BY-POWERS") => a.scale * (b.scale / a.scale).powf(alpha),
        () => a.scale.lerp(b.scale, alpha),
    };
    Transform { translation: if mistake("TRANSLATION-STEPS") { a.translation } else { translation }, rotation, scale }
}

fn sample_pose(joints: &[Joint], tracks: &[Option<Track>], tick: f32, tools: &Tools) -> Vec<Mat4> {
    let tick = whole(tick);
    let mut locals: Vec<Mat4> = Vec::new();
    for (joint, track) in joints.iter().zip(tracks) {
        let rest = joint.parent_from_joint;
        let track = track.as_ref().filter(|_| joint.in_skin || !mistake("SKIN-ONLY"));
        let Some(track) = track else {
            if !mistake("TRACKED-ONLY") {
                locals.push(if mistake("MISSING-IS-IDENTITY") { Mat4::IDENTITY } else { rest });
            }
            continue;
        };
        let local = match tools.sample_joint(track, tick) {
            _ if mistake("FIRST-KEY") => matrix(&track.keys[0]),
            local => matrix(&local),
        };
        locals.push(match local {
            local if mistake("ON-TOP-OF-REST") => rest * local,
            local if mistake("ON-TOP-OF-REST:REST-FIRST") => local * rest,
            local => local,
        });
    }
    if mistake("PARENTS-TOO") {
        for (index, joint) in joints.iter().enumerate() {
            if let Some(&above) = joint.parent.and_then(|parent| locals.get(parent))
                && let Some(local) = locals.get_mut(index)
            {
                *local = above * *local;
            }
        }
    }
    locals
}

fn matrix(local: &Transform) -> Mat4 {
    let scale = if mistake("SCALE-DROPPED") { Vec3::ONE } else { local.scale };
    let (t, r, s) =
        (Mat4::from_translation(local.translation), Mat4::from_quat(local.rotation), Mat4::from_scale(scale));
    match () {
        () if mistake("TRANSLATED-FIRST") => s * r * t,
        () if mistake("TURNED-LAST") => r * t * s,
        () if mistake("SCALED-AFTER-TURNING") => t * s * r,
        () => t * r * s,
    }
}

fn on_stage(clip: &Clip, seconds: f32, place: &Transform, ours_from_file: Mat4) -> OnStage {
    let seconds = seconds * nan_band("fraction", seconds / clip.seconds(), 0.0..1.0);
    let seconds = if mistake("MILLISECONDS") { seconds / 1000.0 } else { seconds };
    let seconds = if mistake("START-IN-SECONDS") { seconds + clip.start } else { seconds };
    let passed = match clip.ticks_per_second {
        _ if mistake("SECONDS-FOR-TICKS") => seconds,
        _ if mistake("ALWAYS-24") => seconds * 24.0,
        rate if mistake("DIVIDED") => seconds / rate,
        rate => seconds * rate,
    };
    let passed = if mistake("WRAPPED-AGAIN") { passed % (clip.end - clip.start) } else { passed };
    let no_start = mistake("START-FORGOTTEN") || mistake("START-IN-SECONDS");
    let tick = whole(if no_start { passed } else { clip.start + passed });
    let placed = matrix(place);
    let world_from_model = match () {
        () if mistake("WRONG-SIDE") => ours_from_file * placed,
        () if mistake("AXES-FORGOTTEN") => placed,
        () if mistake("UNIT-FORGOTTEN") => {
            let unit = ours_from_file.x_axis.truncate().length();
            placed * ours_from_file * Mat4::from_scale(Vec3::splat(1.0 / unit))
        }
        () if mistake("NOT-PLACED") => ours_from_file,
        () => placed * ours_from_file,
    };
    OnStage { tick, world_from_model }
}
