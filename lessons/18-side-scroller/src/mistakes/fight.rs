//! Mistakes of the fight.

use crate::{Blow, Moving, PlacedSphere, Sphere, Swing};
use common::check::{mistake, nan_band};
use glam::Mat4;

pub(super) fn spheres_at(
    spheres: &[Sphere],
    model_from_joint: &[Mat4],
    world_from_model: Mat4,
    placed: &mut Vec<PlacedSphere>,
) {
    if !mistake("NOT-CLEARED") {
        placed.clear();
    }
    for (place, sphere) in spheres.iter().enumerate() {
        let joint = if mistake("JOINT-BY-PLACE") { place } else { sphere.joint };
        let model_from_joint = model_from_joint[joint];
        let world_from_joint = match world_from_model * model_from_joint {
            _ if mistake("IN-THE-MODEL") => model_from_joint,
            _ if mistake("WORLD-FIRST") => model_from_joint * world_from_model,
            world_from_joint => world_from_joint,
        };
        let center = match world_from_joint.transform_point3(sphere.center) {
            _ if mistake("MIDDLE-LEFT") => sphere.center,
            _ if mistake("MIDDLE-LEFT:JOINT") => world_from_joint.w_axis.truncate(),
            _ if mistake("AS-A-DIRECTION") => world_from_joint.transform_vector3(sphere.center),
            center => center,
        };
        let axes = [world_from_joint.x_axis, world_from_joint.y_axis, world_from_joint.z_axis];
        let [x, y, z] = axes.map(glam::Vec4::length);
        let scale = match x.max(y).max(z) {
            _ if mistake("RADIUS-LEFT") => 1.0,
            _ if mistake("RADIUS-BY-MEAN") => (x + y + z) / 3.0,
            _ if mistake("RADIUS-BY-MEAN:VOLUME") => (x * y * z).cbrt(),
            _ if mistake("RADIUS-BY-MEAN:X") => x,
            _ if mistake("RADIUS-BY-MEAN:LEAST") => x.min(y).min(z),
            scale => scale,
        };
        placed.push(PlacedSphere { center, radius: sphere.radius * scale });
    }
}

pub(super) fn swept_hit(a: &Moving, b: &Moving) -> Option<f32> {
    let reach = match a.radius + b.radius {
        _ if mistake("ONE-RADIUS") => a.radius,
        _ if mistake("ONE-RADIUS:B") => b.radius,
        reach => reach,
    };
    let apart = a.from - b.from;
    let rest = apart.length_squared() - reach * reach;
    if mistake("ENDS-ONLY") || mistake("ENDS-ONLY:BOTH") {
        let meets_first = mistake("ENDS-ONLY:BOTH") && rest <= 0.0;
        let meets = (a.to - b.to).length() <= reach;
        return if meets_first { Some(0.0) } else { meets.then_some(1.0) };
    }
    if rest <= 0.0 && !mistake("INSIDE-MISSED") {
        return Some(0.0);
    }
    let motion = match (a.to - a.from) - (b.to - b.from) {
        _ if mistake("ONE-MOVES") => a.to - a.from,
        _ if mistake("ONE-MOVES:B") => b.from - b.to,
        _ if mistake("ADDED") => (a.to - a.from) + (b.to - b.from),
        motion => motion,
    };
    let (square, half) = (motion.length_squared(), apart.dot(motion));
    let under_the_root = half * half - square * rest;
    if square == 0.0 {
        return mistake("AT-REST").then_some(f32::NAN);
    }
    if under_the_root < 0.0 {
        return mistake("NO-ROOT").then_some(f32::NAN);
    }
    let when = match (-half - under_the_root.sqrt()) / square {
        _ if mistake("LATER-ROOT") => (under_the_root.sqrt() - half) / square,
        _ if mistake("LATER-ROOT:NEAREST") => -half / square,
        when => when,
    };
    let is_too_early = when < 0.0 && !mistake("OUTSIDE-THE-STEP");
    let is_too_late =
        when > 1.0 && !mistake("OUTSIDE-THE-STEP") && !mistake("OUTSIDE-THE-STEP:LATE");
    if is_too_early || is_too_late {
        return None;
    }
    Some(when * nan_band("when", when, 0.0..1.0))
}

pub(super) fn damage(swing: &mut Swing, blow: &Blow, target: usize) -> bool {
    if swing.number != blow.number {
        if !mistake("NUMBER-FORGOTTEN") {
            swing.number = blow.number;
        }
        if !mistake("NEVER-CLEARED") {
            swing.hurt.clear();
        }
    }
    let Blow { from, to, active: (begin, end), .. } = *blow;
    let is_within = |time: f32| (begin..end).contains(&time);
    let is_active = match to > begin && from < end {
        _ if mistake("ALL-THE-TIME") => true,
        _ if mistake("AT-ONE-MOMENT") => is_within(to),
        _ if mistake("AT-ONE-MOMENT:BEGIN") => is_within(from),
        _ if mistake("AT-ONE-MOMENT:BOTH") => is_within(from) && is_within(to),
        is_active => is_active,
    };
    let is_known = match swing.hurt.contains(&target) {
        _ if mistake("EVERY-STEP") => false,
        _ if mistake("ONE-FOR-ALL") => !swing.hurt.is_empty(),
        is_known => is_known,
    };
    if mistake("NOTED-TOO-EARLY") || is_active && !is_known {
        swing.hurt.push(target);
    }
    is_active && !is_known
}
