//! Mistakes of the fight.

use crate::{Blow, Moving, PlacedSphere, Sphere, Swing};
use common::check::{mistake, nan_band};
use glam::{Mat4, Vec3, Vec4};

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
        if mistake("CLEARED-TOO-LATE:LOOP") {
            placed.clear();
        }
        let joint = if mistake("JOINT-BY-PLACE") { place } else { sphere.joint };
        let model_from_joint = model_from_joint[joint];
        let world_from_joint = match world_from_model * model_from_joint {
            _ if mistake("IN-THE-MODEL") => model_from_joint,
            _ if mistake("JOINT-LEFT-OUT") => world_from_model,
            _ if mistake("WORLD-FIRST") => model_from_joint * world_from_model,
            world_from_joint => world_from_joint,
        };
        let center = match world_from_joint.transform_point3(sphere.center) {
            _ if mistake("MIDDLE-LEFT") => sphere.center,
            _ if mistake("MIDDLE-LEFT:MODEL") => model_from_joint.transform_point3(sphere.center),
            _ if mistake("MIDDLE-LEFT:WORLD") => world_from_model.transform_point3(sphere.center),
            _ if mistake("MIDDLE-LEFT:JOINT") => world_from_joint.w_axis.truncate(),
            _ if mistake("MIDDLE-LEFT:ADDED") => world_from_joint.w_axis.truncate() + sphere.center,
            _ if mistake("AS-A-DIRECTION") => world_from_joint.transform_vector3(sphere.center),
            center => center,
        };
        let scale = scale(model_from_joint, world_from_model, world_from_joint);
        let sphere = PlacedSphere { center, radius: sphere.radius * scale };
        match () {
            () if mistake("LAST-FIRST") => placed.insert(0, sphere),
            () => placed.push(sphere),
        }
    }
    if mistake("CLEARED-TOO-LATE") {
        placed.clear();
    }
}

/// By how much a radius grows.
fn scale(model_from_joint: Mat4, world_from_model: Mat4, world_from_joint: Mat4) -> f32 {
    let axes = |matrix: Mat4| [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let largest = |numbers: [f32; 3]| numbers.into_iter().fold(f32::MIN, f32::max);
    let longest = |matrix: Mat4| largest(axes(matrix).map(Vec4::length));
    let [x, y, z] = axes(world_from_joint).map(Vec4::length);
    let [x_axis, y_axis, z_axis] = axes(world_from_joint);
    let diagonal = [x_axis.x, y_axis.y, z_axis.z];
    match longest(world_from_joint) {
        _ if mistake("RADIUS-LEFT") => 1.0,
        _ if mistake("NOT-THE-LONGEST") => x,
        _ if mistake("NOT-THE-LONGEST:Y") => y,
        _ if mistake("NOT-THE-LONGEST:Z") => z,
        _ if mistake("NOT-THE-LONGEST:X-OR-Y") => x.max(y),
        _ if mistake("NOT-THE-LONGEST:LEAST") => x.min(y).min(z),
        _ if mistake("NOT-THE-LONGEST:MEAN") => (x + y + z) / 3.0,
        _ if mistake("NOT-THE-LONGEST:VOLUME") => (x * y * z).cbrt(),
        _ if mistake("NOT-THE-LONGEST:SUM") => x + y + z,
        _ if mistake("NOT-THE-LONGEST:ROOT") => Vec3::new(x, y, z).length(),
        _ if mistake("NOT-THE-LONGEST:PRODUCT") => x * y * z,
        longest if mistake("FOURTH-COLUMN") => longest.max(world_from_joint.w_axis.length()),
        _ if mistake("SINGLE-NUMBER") => largest(diagonal),
        _ if mistake("SINGLE-NUMBER:WITHOUT-SIGNS") => largest(diagonal.map(f32::abs)),
        _ if mistake("SINGLE-NUMBER:ANY") => largest(axes(world_from_joint).map(Vec4::max_element)),
        _ if mistake("EACH-BY-ITSELF") => longest(model_from_joint) * longest(world_from_model),
        longest if mistake("SQUARED") => longest * longest,
        _ if mistake("RADIUS-HALF-WAY") => longest(model_from_joint),
        _ if mistake("RADIUS-HALF-WAY:MODEL") => longest(world_from_model),
        scale => scale,
    }
}

pub(super) fn swept_hit(a: &Moving, b: &Moving) -> Option<f32> {
    let reach = match a.radius + b.radius {
        _ if mistake("ONE-RADIUS") => a.radius,
        _ if mistake("ONE-RADIUS:B") => b.radius,
        _ if mistake("ONE-RADIUS:LARGER") => a.radius.max(b.radius),
        reach => reach,
    };
    let apart = a.from - b.from;
    let rest = match apart.length_squared() - reach * reach {
        _ if mistake("REACH-NOT-SQUARED") => apart.length_squared() - reach,
        _ if mistake("REACH-NOT-SQUARED:EACH") => apart.length_squared() - a.radius.powi(2) - b.radius.powi(2),
        _ if mistake("REACH-NOT-SQUARED:NOTHING") => apart.length() - reach,
        rest => rest,
    };
    if mistake("ENDS-ONLY") || mistake("ENDS-ONLY:BOTH") {
        let meets_first = mistake("ENDS-ONLY:BOTH") && rest <= 0.0;
        let meets = (a.to - b.to).length() <= reach;
        return if meets_first { Some(0.0) } else { meets.then_some(1.0) };
    }
    let motion = match (a.to - a.from) - (b.to - b.from) {
        _ if mistake("ONE-MOVES") => a.to - a.from,
        _ if mistake("ONE-MOVES:B") => b.from - b.to,
        _ if mistake("ADDED") => (a.to - a.from) + (b.to - b.from),
        motion if mistake("SIGN-WRONG") => -motion,
        motion => motion,
    };
    let square = motion.length_squared();
    let half = match apart.dot(motion) {
        half if mistake("FORMULA-FROM-SCHOOL:HALF") => 2.0 * half,
        half => half,
    };
    if mistake("FORMULA-ALONE") || mistake("FORMULA-ALONE:WHENEVER") {
        let when = (-half - (half * half - square * rest).sqrt()) / square;
        let is_outside = !mistake("FORMULA-ALONE:WHENEVER") && !(0.0..=1.0).contains(&when);
        return (!is_outside || when.is_nan()).then_some(when);
    }
    let is_missed =
        mistake("INSIDE-MISSED") || mistake("INSIDE-MISSED:BEFORE") || mistake("INSIDE-MISSED:PARTING") && half >= 0.0;
    if rest <= 0.0 && !is_missed {
        return Some(0.0);
    }
    if mistake("INSIDE-MISSED:PARTING") && half >= 0.0 {
        return None;
    }
    let [four, two] = match [1.0, 1.0] {
        _ if mistake("FORMULA-FROM-SCHOOL") => [4.0, 1.0],
        _ if mistake("FORMULA-FROM-SCHOOL:TWO") => [1.0, 2.0],
        _ if mistake("FORMULA-FROM-SCHOOL:BOTH") => [4.0, 2.0],
        ones => ones,
    };
    let under_the_root = half * half - four * square * rest;
    if square == 0.0 {
        return mistake("AT-REST").then_some(f32::NAN);
    }
    let under_the_root = match under_the_root {
        under if mistake("PASSING-HITS") => under.max(0.0),
        under if mistake("PASSING-HITS:WITHOUT-SIGN") => under.abs(),
        under => under,
    };
    if under_the_root < 0.0 {
        let is_drawn = mistake("NO-ROOT") || mistake("NO-ROOT:NEARING") && half < 0.0;
        return is_drawn.then_some(f32::NAN);
    }
    let (is_clamped, is_turned) = (mistake("OUTSIDE-THE-STEP:CLAMPED"), mistake("OUTSIDE-THE-STEP:WITHOUT-SIGN"));
    let is_early = mistake("OUTSIDE-THE-STEP") || mistake("OUTSIDE-THE-STEP:EARLY") || is_clamped || is_turned;
    let parts = match half >= 0.0 {
        parts if mistake("SIGN-WRONG:OF-THE-QUESTION") => !parts,
        parts => parts && !is_early,
    };
    let is_lost = rest <= 0.0 && !mistake("INSIDE-MISSED:BEFORE");
    if parts || is_lost {
        return None;
    }
    let root = under_the_root.sqrt();
    let when = match (-half - root) / (two * square) {
        _ if mistake("SIGN-WRONG:IN-THE-FORMULA") => (half - root) / square,
        _ if mistake("FORMULA-INCOMPLETE") => (-half - under_the_root) / square,
        _ if mistake("FORMULA-INCOMPLETE:BRACKETS") => -half - root / square,
        _ if mistake("FORMULA-INCOMPLETE:NOT-DIVIDED") => -half - root,
        _ if mistake("LATER-ROOT") => (root - half) / square,
        _ if mistake("CLOSEST") => -half / square,
        _ if mistake("CLOSEST:WITHIN") => {
            let closest = (-half / square).clamp(0.0, 1.0);
            return ((apart + closest * motion).length() <= reach).then_some(closest);
        }
        when => when,
    };
    if is_clamped || when > 1.0 && mistake("OUTSIDE-THE-STEP:AS-ITS-END") {
        return Some(when.clamp(0.0, 1.0));
    }
    let when = if is_turned { when.abs() } else { when };
    let is_too_late = when > 1.0 && !mistake("OUTSIDE-THE-STEP") && !mistake("OUTSIDE-THE-STEP:LATE");
    if is_too_late {
        return None;
    }
    Some(when * nan_band("when", when, 0.0..1.0))
}

pub(super) fn damage(swing: &mut Swing, blow: &Blow, target: usize) -> bool {
    let Blow { from, to, active: (begin, end), .. } = *blow;
    let is_new = match swing.number != blow.number {
        _ if mistake("NEW-MISSED") => from <= 0.02,
        _ if mistake("NEW-MISSED:INACTIVE") => to <= begin || from >= end,
        _ if mistake("NEW-MISSED:NEXT") => blow.number == swing.number + 1,
        is_new if mistake("NEW-MISSED:ASKED-TOO-LATE") => is_new && !swing.hurt.contains(&target),
        is_new if mistake("NEW-TURNED-ROUND") => !is_new,
        is_new => is_new,
    };
    if is_new {
        if !mistake("NUMBER-FORGOTTEN") {
            swing.number = blow.number;
        }
        if !mistake("NEVER-CLEARED") {
            swing.hurt.clear();
        }
        if mistake("FIRST-STEP-LOST") {
            return false;
        }
    }
    let is_within = |time: f32| (begin..end).contains(&time);
    let is_active = match to > begin && from < end {
        _ if mistake("ENDS-EXCHANGED") => to > end && from < begin,
        _ if mistake("ALL-THE-TIME") => true,
        _ if mistake("ALL-THE-TIME:NO-END") => to > begin,
        _ if mistake("ALL-THE-TIME:NO-BEGIN") => from < end,
        _ if mistake("AT-ONE-MOMENT") => is_within(to),
        _ if mistake("AT-ONE-MOMENT:BEGIN") => is_within(from),
        _ if mistake("AT-ONE-MOMENT:MIDDLE") => is_within(0.5 * (from + to)),
        _ if mistake("AT-ONE-MOMENT:EITHER") => is_within(from) || is_within(to),
        _ if mistake("AT-ONE-MOMENT:BOTH") => is_within(from) && is_within(to),
        is_active if mistake("ACTIVE-TURNED-ROUND") => !is_active,
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
    match is_active && !is_known {
        _ if mistake("ANSWER-TURNED-ROUND") => is_active && is_known,
        hurts => hurts,
    }
}
