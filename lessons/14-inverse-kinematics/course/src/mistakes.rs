//! Answers that contain every named mistake, each behind its switch.

use crate::{Answers, Bend, Chain, Ground, Leg, Limb, Placed, Planted, Stance, Tools};
use common::check::{mistake, nan_band};
use glam::{Quat, Vec3};
use std::f32::consts::PI;

/// Correct while no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers { elbow_angle, reach, gradient_step, plant };

fn elbow_angle(upper: f32, lower: f32, distance: f32) -> f32 {
    let distance = distance * nan_band("fraction of the reach", distance / (upper + lower), 0.0..1.5);
    let (a, b, c) = match () {
        () if mistake("ANOTHER-ANGLE") => (upper, distance, lower),
        () if mistake("ANOTHER-ANGLE:AT-THE-HAND") => (lower, distance, upper),
        () => (upper, lower, distance),
    };
    let two = if mistake("TWO-FORGOTTEN") { 1.0 } else { 2.0 };
    let below = if mistake("SUM-BELOW") { 2.0 * (a + b) } else { two * a * b };
    let squares = match () {
        () if mistake("SIDES-NOT-SQUARED") => a + b - c,
        () => a * a + b * b - c * c,
    };
    let cosine = match () {
        () if mistake("BRACKETS") => squares / 2.0 * a * b,
        () if mistake("DIVIDED-BY-0") => squares / below,
        () => squares / below.max(f32::MIN_POSITIVE),
    };
    let cosine = if mistake("OUTER-ANGLE") { -cosine } else { cosine };
    let cosine = cosine * nan_band("cosine", cosine, -1.0..1.0);
    let kept = match () {
        () if mistake("UNCLAMPED") => cosine,
        () if mistake("UNCLAMPED:BELOW") => cosine.min(1.0),
        () if mistake("UNCLAMPED:ABOVE") => cosine.max(-1.0),
        () if mistake("FROM-ZERO") => cosine.clamp(0.0, 1.0),
        () => cosine.clamp(-1.0, 1.0),
    };
    let angle = match () {
        () if mistake("COSINE") => kept,
        () if mistake("ARCSINE") => kept.asin(),
        () => kept.acos(),
    };
    match () {
        () if mistake("DEGREES") => angle.to_degrees(),
        () if mistake("NO-TRIANGLE") && kept != cosine => 0.0,
        () if mistake("NO-TRIANGLE:ALWAYS-STRAIGHT") && kept != cosine => PI,
        () if mistake("NO-TRIANGLE:EXCHANGED") && kept != cosine => PI - angle,
        () => angle,
    }
}

fn reach(limb: &Limb, target: Vec3, pole: Vec3, tools: &Tools) -> Bend {
    let (root, [_, elbow_now, _]) = (limb.root, limb.points());
    let upper = limb.upper.length();
    let lower = if mistake("EQUAL-BONES") { upper } else { limb.lower.length() };
    let to_target = if mistake("TARGET-FROM-ORIGIN") { target } else { target - root };
    let to_pole = if mistake("POLE-AS-DIRECTION") { pole } else { pole - root };
    let distance = to_target.length().clamp((upper - lower).abs(), upper + lower);
    let fraction = distance / (upper + lower);
    let distance = distance * nan_band("fraction of the reach", fraction, 0.3..1.0);
    let along = match () {
        () if mistake("NAN-IN-THE-SHOULDER") => to_target / to_target.length(),
        () => to_target.normalize_or(Vec3::X),
    };
    let to_pole = if mistake("POLE-IGNORED") { elbow_now - root } else { to_pole };
    let across = match along.cross(to_pole).cross(along) {
        across if mistake("OTHER-SIDE") => -across,
        across => across,
    };
    let side = match () {
        () if mistake("POLE-NOT-ACROSS") => to_pole.normalize_or_zero(),
        () if mistake("NOT-OF-LENGTH-1") => across,
        () if mistake("OUT-OF-THE-PLANE") => along.cross(to_pole).normalize_or_zero(),
        () if mistake("OUT-OF-THE-PLANE:TO-THE-LEFT") => to_pole.cross(along).normalize_or_zero(),
        () if mistake("FALLBACK-NOT-ACROSS") => across.normalize_or(Vec3::Y),
        () if mistake("FALLBACK-NOT-ACROSS:X") => across.normalize_or(Vec3::X),
        () if mistake("FALLBACK-NOT-ACROSS:Z") => across.normalize_or(Vec3::Z),
        () if mistake("FALLBACK-NOT-ACROSS:NONE") => across.normalize_or_zero(),
        () if mistake("NAN-ON-THE-LINE") && across.length() < 1e-3 => Vec3::NAN,
        () if across.length() < 1e-6 => along.any_orthonormal_vector(),
        () => across.normalize(),
    };
    let angle = match () {
        () if mistake("ELBOW-ANGLE") => tools.elbow_angle(upper, lower, distance),
        () if mistake("ELBOW-ANGLE:AT-THE-HAND") => tools.elbow_angle(lower, distance, upper),
        () => tools.elbow_angle(upper, distance, lower),
    };
    let (sin, cos) = angle.sin_cos();
    let (sin, cos) = if mistake("SINE-FOR-COSINE") { (cos, sin) } else { (sin, cos) };
    let elbow = match cos * along + sin * side {
        _ if mistake("NOT-BENT") => upper * along,
        direction if mistake("LENGTH-FORGOTTEN") => direction,
        direction => upper * direction,
    };
    let hand = match distance * along {
        hand if mistake("FROM-THE-SHOULDER") => elbow + hand,
        _ if mistake("TARGET-NOT-FROM-THE-SHOULDER") => target,
        hand => hand,
    };

    let before = limb.model_from_shoulder();
    let elbow_from_shoulder = if mistake("SHOULDER-NOT-ADDED") { elbow - root } else { elbow };
    let turn = match () {
        () if mistake("BONE-IN-OWN-SPACE") => tools.turn_between(limb.upper, elbow_from_shoulder),
        () => tools.turn_between(before * limb.upper, elbow_from_shoulder),
    };
    let both = mistake("TURN-ON-THE-RIGHT");
    let is_right = both || mistake("TURN-ON-THE-RIGHT:SHOULDER");
    let shoulder = match () {
        () if mistake("TURNED-FROM-REST") => turn,
        () if is_right => before * turn,
        () => turn * before,
    };
    let carried = match () {
        () if mistake("BONE-IN-OWN-SPACE:LOWER") => Quat::IDENTITY,
        () if mistake("FOREARM-NOT-CARRIED") => limb.model_from_elbow(),
        () => shoulder * limb.elbow,
    };
    let bend = tools.turn_between(carried * limb.lower, hand - elbow);
    let is_right = both || mistake("TURN-ON-THE-RIGHT:ELBOW");
    let forearm = shoulder * limb.elbow;
    let forearm = if is_right { forearm * bend } else { bend * forearm };
    let parent = limb.model_from_parent.inverse();
    match () {
        () if mistake("IN-THE-MODEL") => Bend { shoulder, elbow: forearm },
        () if mistake("IN-THE-MODEL:ELBOW") => Bend { shoulder: parent * shoulder, elbow: forearm },
        () if mistake("IN-THE-MODEL:SHOULDER") => Bend { shoulder, elbow: shoulder.inverse() * forearm },
        () if mistake("TURNS-ONLY") => Bend { shoulder: turn, elbow: bend },
        () if mistake("ELBOW-NOT-TURNED") => Bend { shoulder: parent * shoulder, elbow: limb.elbow },
        () if mistake("OLD-SHOULDER") => Bend { shoulder: parent * shoulder, elbow: before.inverse() * forearm },
        () if mistake("ELBOW-FROM-PARENT") => Bend { shoulder: parent * shoulder, elbow: parent * forearm },
        () if mistake("INVERSE-ON-THE-RIGHT") => {
            Bend { shoulder: shoulder * parent, elbow: forearm * shoulder.inverse() }
        }
        () => Bend { shoulder: parent * shoulder, elbow: shoulder.inverse() * forearm },
    }
}

fn gradient_step(chain: &Chain, angles: &[f32], target: Vec3, weight: f32, rate: f32) -> Vec<f32> {
    let mut now = angles.to_vec();
    let mut steps = Vec::new();
    for i in 0..angles.len() {
        let from = if mistake("ONE-AFTER-ANOTHER") { &now } else { angles };
        let Placed { model_from_joint: places, tip } = chain.place(from);
        let own = chain.hinges[i].axis;
        let axis = match () {
            () if mistake("AXIS-LOCAL") => own,
            () if mistake("AXIS-AS-POINT") => places[i].transform_point3(own),
            () if mistake("AXIS-BACKWARDS") => places[i].inverse().transform_vector3(own),
            () => places[i].transform_vector3(own),
        };
        let joint = match () {
            () if mistake("PIVOT-AT-ROOT") => Vec3::ZERO,
            () if mistake("NEXT-JOINT") => places.get(i + 1).map_or(tip, |next| next.w_axis.truncate()),
            () => places[i].w_axis.truncate(),
        };
        let moves = axis.cross(tip - joint);
        let moves = if mistake("NOT-CROSSED") { axis * (tip - joint) } else { moves };
        let downhill = if mistake("WRONG-WAY") { -1.0 } else { 1.0 };
        let doubled = if mistake("DOUBLED") { 2.0 } else { 1.0 };
        let squares = match () {
            () if mistake("SHARE-FORGOTTEN") => 0.0,
            () if mistake("SHARE-ALONE") => weight,
            () if mistake("SQUARE-NOT-DERIVED") => weight * from[i] * from[i],
            () if mistake("SHARE-UPHILL") => -weight * from[i],
            () if mistake("SHARE-HALVED") => 0.5 * weight * from[i],
            () if mistake("SHARE-WITHOUT-RATE") => weight * from[i] / rate,
            () => weight * from[i],
        };
        let slope = match doubled * (downhill * moves.dot(tip - target) + squares) {
            _ if mistake("HINGE-LEFT-OUT") && i == 0 => 0.0,
            _ if mistake("HINGE-LEFT-OUT:LAST") && i + 1 == angles.len() => 0.0,
            slope => slope,
        };
        let rate = if mistake("RATE-FORGOTTEN") { 1.0 } else { rate };
        let up = if mistake("UPHILL") { -1.0 } else { 1.0 };
        steps.push(-up * rate * slope);
        now[i] += -up * rate * slope;
    }
    match () {
        () if mistake("STEPS-ONLY") => steps,
        () if mistake("STEPS-ONLY:UNSIGNED") => steps.iter().map(|step| -step).collect(),
        () if mistake("STEPS-ONLY:SLOPES") => steps.iter().map(|step| -step / rate).collect(),
        () => now,
    }
}

fn plant(legs: &[Leg], ground: &Ground, tools: &Tools) -> Planted {
    let mut needs = Vec::new();
    let mut hits = Vec::new();
    for leg in legs {
        let ankle = leg.limb.tip();
        let below = if mistake("UNDER-THE-HIP") { leg.limb.root } else { ankle };
        let hit = ground.under(below);
        let over = match () {
            () if mistake("HEIGHT-FORGOTTEN") => Vec3::ZERO,
            () if mistake("UP-FOR-NORMAL") => Vec3::Y * leg.ankle_height,
            () => hit.normal * leg.ankle_height,
        };
        let target = hit.point + over;
        let from = if mistake("NEED-OF-THE-GROUND") { hit.point } else { target };
        needs.push(match () {
            () if mistake("NEED-AS-DISTANCE") => ankle.distance(target),
            () if mistake("NEED-ALONG-THE-NORMAL") => (ankle - target).dot(hit.normal),
            () => ankle.y - from.y,
        });
        hits.push((target, hit.normal));
    }
    let most = needs.iter().copied().fold(f32::MIN, f32::max);
    let least = needs.iter().copied().fold(f32::MAX, f32::min);
    let lowered = match () {
        () if mistake("MAY-RAISE") => most,
        () if mistake("HIGHER-FOOT") => least.max(0.0),
        () if mistake("MEAN") => (needs.iter().sum::<f32>() / needs.len() as f32).max(0.0),
        () if mistake("MEAN:NONE-NEGATIVE") => needs.iter().map(|need| need.max(0.0)).sum::<f32>() / needs.len() as f32,
        () if mistake("NOT-LOWERED") => 0.0,
        () if mistake("LAST-LEG") => needs.last().copied().unwrap_or(0.0),
        () if mistake("LAST-LEG:NEVER-RAISED") => needs.last().copied().unwrap_or(0.0).max(0.0),
        () => most.max(0.0),
    };
    let mut stances = Vec::new();
    for (index, (leg, (target, normal))) in legs.iter().zip(hits).enumerate() {
        let so_far = needs[..=index].iter().copied().fold(0.0, f32::max);
        let down = match () {
            () if mistake("ONE-LOOP") => -so_far,
            () if mistake("LEGS-NOT-LOWERED") => 0.0,
            () if mistake("LEGS-RAISED") => lowered,
            () if mistake("EACH-BY-ITS-OWN") => -needs[index].max(0.0),
            () => -lowered,
        };
        let limb = leg.limb.moved(Vec3::Y * down);
        let behind = 2.0 * leg.limb.points()[1] - leg.pole;
        let pole = match leg.pole {
            _ if mistake("KNEE-BACKWARDS") => behind,
            pole if mistake("POLE-LOWERED") => pole - lowered * Vec3::Y,
            pole => pole,
        };
        let bend = match tools.reach(&limb, target, pole) {
            _ if mistake("HIGH-FEET-LEFT") && needs[index] <= 0.0 => {
                Bend { shoulder: limb.shoulder, elbow: limb.elbow }
            }
            bend => bend,
        };
        let carried = limb.bent(&bend).model_from_elbow() * leg.foot;
        let level = if mistake("FOOT-CARRIED") { carried } else { leg.model_from_foot() };
        let tilt = match () {
            () if mistake("SLOPE-IGNORED") => Quat::IDENTITY,
            () if mistake("TILTED-THE-OTHER-WAY") => tools.turn_between(normal, Vec3::Y),
            () => tools.turn_between(Vec3::Y, normal),
        };
        let tilted = if mistake("TILT-ON-THE-RIGHT") { level * tilt } else { tilt * level };
        let shin = limb.bent(&bend).model_from_elbow();
        let foot = match () {
            () if mistake("FOOT-LEFT") => leg.foot,
            () if mistake("FOOT-IN-THE-MODEL") => tilted,
            () if mistake("OLD-SHIN") => leg.limb.model_from_elbow().inverse() * tilted,
            () if mistake("TURN-FOR-FOOT") => shin.inverse() * tilt,
            () if mistake("THIGH-FOR-SHIN") => limb.bent(&bend).model_from_shoulder().inverse() * tilted,
            () => shin.inverse() * tilted,
        };
        stances.push(Stance { bend, foot });
    }
    Planted { lowered, stances }
}
