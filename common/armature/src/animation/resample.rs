//! Keys for a motion that is computed: poses at given times, and between them where interpolation is off.

use super::{
    RotationTrack, Track, interpolate_rotation,
    reduce::{Bound, apart, shells},
};
use crate::{
    math::shortest,
    skeleton::{Pose, Skeleton, local_to_model},
};
use glam::{Affine3A, Quat, Vec3};

/// Each interval is halved at most so many times: where the motion has a kink, that does not help for ever.
const MAX_DEPTH: u32 = 12;

/// Longer intervals are halved in any case, in seconds: a foot may meet the ground between the times looked at.
const LONGEST: f32 = 1.0 / 24.0;

/// Most joints times poses. A clip with more keys is sampled at fewer times.
const MAX_TRANSFORMS: usize = 1 << 22;

/// Poses whose interpolation is within the bound of the motion at three times between them, with their times: at `times`
/// (sorted; one that is there twice is a jump, with a pose from just before it), and as many between as are needed.
pub(super) fn resample(
    skeleton: &Skeleton,
    times: &[f32],
    bound: Bound,
    mut pose_at: impl FnMut(f32) -> Pose,
) -> Vec<(f32, Pose)> {
    let shells = shells(skeleton, bound.shell);
    let mut models = [0; 2].map(|_| vec![Affine3A::IDENTITY; skeleton.len()]);
    let mut are_near = |poses: [&Pose; 2]| {
        for (pose, model) in poses.into_iter().zip(&mut models) {
            local_to_model(skeleton, pose, Affine3A::IDENTITY, model);
        }
        let joints = models[0].iter().zip(&models[1]).zip(&shells);
        joints.into_iter().all(|((a, b), shell)| apart(a, b, *shell) <= bound.distance)
    };
    let mut keys: Vec<(f32, Pose)> = Vec::new();
    let most = (MAX_TRANSFORMS / skeleton.len().max(1)).max(2);
    let step = times.len().div_ceil(most).max(1);
    let most = most.min(8 * times.len() + 256);
    for (at, &time) in times.iter().enumerate() {
        if at % step != 0 && at + 1 != times.len() {
            continue;
        }
        let is_jump = times.get(at + 1) == Some(&time);
        let pose = pose_at(if is_jump { time.next_down() } else { time });
        // From the latest to the earliest.
        let mut ahead = vec![(time, pose, 0)];
        while let Some((time, pose, depth)) = ahead.pop() {
            if let Some((before, last)) =
                keys.last().filter(|_| depth < MAX_DEPTH && keys.len() < most)
            {
                let at = |u: f32| before + (time - before) * u;
                let is_short = time - before <= LONGEST;
                let is_near = |u| are_near([&pose_at(at(u)), &between(last, &pose, u)]);
                // A foot that meets the ground shows in one half only.
                if *before < at(0.25)
                    && at(0.75) < time
                    && !(is_short && [0.5, 0.25, 0.75].into_iter().all(is_near))
                {
                    let middle = (at(0.5), pose_at(at(0.5)), depth + 1);
                    ahead.push((time, pose, depth + 1));
                    ahead.push(middle);
                    continue;
                }
            }
            keys.push((time, pose));
        }
    }
    keys
}

/// As tracks interpolate.
fn between(a: &Pose, b: &Pose, u: f32) -> Pose {
    let mut pose = Pose::default();
    pose.set_blend(a, b, u);
    for ((local, a), b) in pose.locals.iter_mut().zip(&a.locals).zip(&b.locals) {
        local.rotation = interpolate_rotation(a.rotation, shortest(a.rotation, b.rotation), u);
    }
    pose
}

/// The track of one joint's translation.
pub(super) fn translation(keys: &[(f32, Pose)], joint: usize) -> Option<Track<Vec3>> {
    let values = keys.iter().map(|(_, pose)| pose.locals[joint].translation).collect();
    Track::new(keys.iter().map(|key| key.0).collect(), values).ok()
}

/// The track of one joint's rotation.
pub(super) fn rotation(keys: &[(f32, Pose)], joint: usize) -> Option<RotationTrack> {
    let values: Vec<Quat> = keys.iter().map(|(_, pose)| pose.locals[joint].rotation).collect();
    RotationTrack::new(keys.iter().map(|key| key.0).collect(), values).ok()
}
