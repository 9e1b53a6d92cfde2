//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, DualQuat};
use common::check::{mistake, nan_band};
use given::ShaderFile;
use glam::{Quat, Vec3, Vec4, Vec4Swizzles};
use std::f32::consts::{PI, TAU};

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers =
    Answers { thickness, from_rigid, blend, vertex: ShaderFile("15-dual-quaternions/mistakes.vert") };

fn thickness(theta: f32, weight: f32) -> f32 {
    let theta = theta * nan_band("theta", theta, 0.0..PI);
    let weight = weight * nan_band("weight", weight, 0.0..1.0);
    let theta = if mistake("DEGREES") { theta.to_degrees() } else { theta };
    let rest = 1.0 - weight;
    let first = if mistake("MORE-THAN-ONE") { 1.0 } else { rest };
    let (mut sin, mut cos) = theta.sin_cos();
    if mistake("SIN-FOR-COS") {
        (sin, cos) = (cos, sin);
    }
    let fraction = if mistake("Y-IN-FULL") { 1.0 } else { weight };
    let (x, y) = (first + weight * cos, fraction * sin);
    let double = 2.0 * rest * weight * theta.cos();
    let squared = match rest * rest + weight * weight {
        squares if mistake("WITHOUT-THE-DOUBLE") => squares,
        squares if mistake("WITHOUT-THE-DOUBLE:ONCE") => squares + 0.5 * double,
        squares if mistake("DISTANCE") => squares - double,
        _ => x * x + y * y,
    };
    match theta {
        _ if mistake("HALF-AND-HALF") => (theta / 2.0).cos(),
        _ if mistake("SHARE-OF-THE-ANGLE") => (weight * theta).cos(),
        _ if mistake("SHARE-OF-THE-ANGLE:HALF") => (weight * theta / 2.0).cos(),
        _ if mistake("SHARE-OF-THE-ANGLE:SMALLER") => (weight.min(rest) * theta).cos(),
        _ if mistake("THICKNESS-BLENDED") => rest + weight * (theta / 2.0).cos(),
        _ if mistake("THICKNESS-BLENDED:TENT") => {
            let near = 2.0 * weight.min(rest);
            1.0 - near + near * (theta / 2.0).cos()
        }
        _ if mistake("UNTWISTED") => 1.0,
        _ if mistake("X-ALONE") => x,
        _ if mistake("X-ALONE:ABS") => x.abs(),
        _ if mistake("NO-SQUARES") => x + y,
        _ if mistake("NO-SQUARES:ROOT") => (x + y).sqrt(),
        _ if mistake("NO-ROOT") => squared,
        _ if mistake("WHAT-IS-LOST") => 1.0 - squared.sqrt(),
        _ => squared.sqrt(),
    }
}

fn from_rigid(rotation: Quat, translation: Vec3) -> DualQuat {
    let rotation = rotation * nan_band("angle", 2.0 * rotation.w.clamp(-1.0, 1.0).acos(), 0.0..TAU);
    let translation = translation * nan_band("reach", translation.length(), 0.0..2.4);
    let rotation = match rotation {
        _ if mistake("W-FIRST:ROTATION") => Quat::from_vec4(Vec4::from(rotation).wxyz()),
        _ => rotation,
    };
    let w = if mistake("W-ONE") { 1.0 } else { 0.0 };
    let t = match translation.extend(w) {
        _ if mistake("SCALED-AXIS") => Quat::from_scaled_axis(translation),
        four if mistake("W-FIRST") => Quat::from_vec4(four.wxyz()),
        four => Quat::from_vec4(four),
    };
    let product = match t {
        _ if mistake("ORDER") => rotation * t,
        _ if mistake("CONJUGATED") => t * rotation.conjugate(),
        _ if mistake("ROTATION-LEFT-OUT") => t,
        _ if mistake("TRANSLATION-ROTATED") => Quat::from_vec4((rotation * translation).extend(0.0)),
        _ if mistake("NUMBER-BY-NUMBER") => Quat::from_vec4(Vec4::from(t) * Vec4::from(rotation)),
        _ => t * rotation,
    };
    let length = product.length();
    let unit = if length > 0.0 { product / length } else { product };
    let dual = match product {
        _ if mistake("HALF-FORGOTTEN") => product,
        _ if mistake("DOUBLED") => product * 2.0,
        _ if mistake("HALVED-TWICE") => product * 0.25,
        _ if mistake("LENGTH-ONE") => unit,
        _ if mistake("LENGTH-ONE:HALVED") => unit * 0.5,
        _ if mistake("NO-TRANSLATION") => product * 0.0,
        _ if mistake("W-DROPPED") => Quat::from_vec4(0.5 * product.xyz().extend(0.0)),
        _ => product * 0.5,
    };
    if mistake("PARTS-SWAPPED") {
        return DualQuat { real: dual, dual: rotation };
    }
    let real = match rotation {
        _ if mistake("ONE-PART-FLIPPED") && rotation.w < 0.0 => -rotation,
        _ if mistake("REAL-IDENTITY") => Quat::IDENTITY,
        _ if mistake("REAL-CONJUGATED") => rotation.conjugate(),
        _ if mistake("REAL-HALVED") => rotation * 0.5,
        _ => rotation,
    };
    DualQuat { real, dual: if mistake("DUAL-NEGATED") { -dual } else { dual } }
}

fn blend(weights: &[f32], motions: &[DualQuat]) -> DualQuat {
    let band = nan_band("first weight", weights[0], 0.34..0.98);
    if mistake("PAIRWISE") {
        return pairwise(weights, motions);
    }
    let first = [motions[0].real, motions[0].dual].map(Vec4::from);
    let [mut real, mut dual] = match weights[0] {
        _ if mistake("FIRST-TWICE") => first,
        weight if mistake("FIRST-TWICE:IN-FULL") => first.map(|part| part * (1.0 - weight)),
        _ if mistake("IDENTITY-TOO") => [Vec4::W; 2],
        _ if mistake("IDENTITY-TOO:REAL") => [Vec4::W, Vec4::ZERO],
        _ => [Vec4::ZERO; 2],
    };
    let count = if mistake("TWO-ONLY") { 2 } else { motions.len() };
    let mut previous = first[0];
    let begin = usize::from(mistake("FIRST-LEFT-OUT"));
    for (i, motion) in motions.iter().enumerate().take(count).skip(begin) {
        let [r, d] = [motion.real, motion.dual].map(Vec4::from);
        let pivot = match i {
            _ if mistake("NEIGHBOUR") => motions[i.saturating_sub(1)].real.into(),
            _ if mistake("NEIGHBOUR:FLIPPED") => previous,
            _ if mistake("SUM-SO-FAR") => real,
            _ if mistake("LAST") => motions[motions.len() - 1].real.into(),
            _ if mistake("SIGN-OF-W") => Vec4::W,
            _ => first[0],
        };
        let near = match pivot.dot(r) {
            _ if mistake("NO-SIGNS") => 1.0,
            _ if mistake("BY-DUAL") => first[1].dot(d),
            near if mistake("ALL-EIGHT") => near + first[1].dot(d),
            near => near,
        };
        let near = if mistake("SIGNS-TURNED-ROUND") && i > 0 { -near } else { near };
        let sign = if near < 0.0 { -1.0 } else { 1.0 };
        let weight = if mistake("EQUAL-WEIGHTS") { 1.0 / motions.len() as f32 } else { weights[i] };
        previous = sign * r;
        let sign_of_real = if mistake("ONE-PART-FLIPPED:DUAL") { 1.0 } else { sign };
        let sign_of_dual = if mistake("ONE-PART-FLIPPED") { 1.0 } else { sign };
        real += weight * sign_of_real * r;
        dual += weight * sign_of_dual * d;
    }
    let length = real.length();
    let [of_real, of_dual] = match length {
        _ if mistake("NOT-NORMALISED") => [1.0; 2],
        _ if mistake("NOT-NORMALISED:MEAN") => [motions.len() as f32; 2],
        _ if mistake("ONLY-REAL-DIVIDED") => [length, 1.0],
        _ if mistake("OWN-LENGTHS") => [length, dual.length()],
        _ if mistake("LENGTH-OF-DUAL") => [dual.length(); 2],
        _ if mistake("LENGTH-OF-EIGHT") => [(real.length_squared() + dual.length_squared()).sqrt(); 2],
        _ if mistake("LENGTH-SQUARED") => [length * length; 2],
        _ => [length; 2],
    };
    let motion = |part: Vec4, length: f32| Quat::from_vec4(part / length * band);
    if mistake("TRANSLATION-BY-ITSELF") {
        return translation_by_itself(weights, motions, motion(real, length));
    }
    DualQuat { real: motion(real, of_real), dual: motion(dual, of_dual) }
}

/// One after the other, each result brought back to unit length.
fn pairwise(weights: &[f32], motions: &[DualQuat]) -> DualQuat {
    let mut blend = motions[0];
    let mut total = weights[0];
    for (motion, weight) in motions.iter().zip(weights).skip(1) {
        total += weight;
        let fraction = weight / total;
        let near = if blend.real.dot(motion.real) < 0.0 { -fraction } else { fraction };
        let real = blend.real * (1.0 - fraction) + motion.real * near;
        let dual = blend.dual * (1.0 - fraction) + motion.dual * near;
        let length = real.length();
        blend = DualQuat { real: real / length, dual: dual / length };
    }
    blend
}

/// The rotation is blended as it should be, the translations straight.
fn translation_by_itself(weights: &[f32], motions: &[DualQuat], real: Quat) -> DualQuat {
    let translations = motions.iter().map(|motion| motion.dual * motion.real.conjugate() * 2.0);
    let mean: Vec3 = translations.zip(weights).map(|(t, weight)| t.xyz() * *weight).sum();
    DualQuat { real, dual: Quat::from_vec4(mean.extend(0.0)) * real * 0.5 }
}
