//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, DualQuat};
use common::check::{mistake, nan_band};
use common::graphics::ShaderFile;
use glam::{Quat, Vec3, Vec4};
use std::f32::consts::{PI, TAU};

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers {
    thickness,
    from_rigid,
    blend,
    vertex: ShaderFile("15-dual-quaternions/mistakes.vert"),
};

fn thickness(theta: f32, weight: f32) -> f32 {
    let theta = theta * nan_band("theta", theta, 0.0..PI);
    let weight = weight * nan_band("weight", weight, 0.0..1.0);
    let theta = if mistake("DEGREES") { theta.to_degrees() } else { theta };
    let rest = 1.0 - weight;
    if mistake("HALF-AND-HALF") {
        return (theta / 2.0).cos();
    }
    if mistake("SHARE-OF-THE-ANGLE") {
        return (weight * theta).cos();
    }
    if mistake("HALF-OF-THE-SHARE") {
        return (weight * theta / 2.0).cos();
    }
    if mistake("UNTWISTED") {
        return 1.0;
    }
    let first = if mistake("MORE-THAN-ONE") { 1.0 } else { rest };
    let (x, y) = (first + weight * theta.cos(), weight * theta.sin());
    if mistake("X-ALONE") {
        return x;
    }
    let squared = if mistake("DISTANCE") {
        rest * rest + weight * weight - 2.0 * rest * weight * theta.cos()
    } else {
        x * x + y * y
    };
    let squared =
        if mistake("WITHOUT-THE-DOUBLE") { rest * rest + weight * weight } else { squared };
    if mistake("NO-ROOT") {
        squared
    } else if mistake("WHAT-IS-LOST") {
        1.0 - squared.sqrt()
    } else {
        squared.sqrt()
    }
}

fn from_rigid(rotation: Quat, translation: Vec3) -> DualQuat {
    let rotation = rotation * nan_band("angle", 2.0 * rotation.w.clamp(-1.0, 1.0).acos(), 0.0..TAU);
    let translation = translation * nan_band("reach", translation.length(), 0.0..2.4);
    let w = if mistake("W-ONE") { 1.0 } else { 0.0 };
    let t = if mistake("SCALED-AXIS") {
        Quat::from_scaled_axis(translation)
    } else {
        Quat::from_vec4(translation.extend(w))
    };
    let product = if mistake("ORDER") {
        rotation * t
    } else if mistake("CONJUGATED") {
        t * rotation.conjugate()
    } else if mistake("ROTATION-LEFT-OUT") {
        t
    } else if mistake("TRANSLATION-ROTATED") {
        Quat::from_vec4((rotation * translation).extend(0.0))
    } else if mistake("NUMBER-BY-NUMBER") {
        Quat::from_vec4(Vec4::from(t) * Vec4::from(rotation))
    } else {
        t * rotation
    };
    let dual = if mistake("HALF-FORGOTTEN") {
        product
    } else if mistake("DOUBLED") {
        product * 2.0
    } else if mistake("HALVED-TWICE") {
        product * 0.25
    } else if mistake("LENGTH-ONE") || mistake("LENGTH-ONE:HALVED") {
        let length = product.length() * if mistake("LENGTH-ONE") { 1.0 } else { 2.0 };
        if length > 0.0 { product / length } else { product }
    } else {
        product * 0.5
    };
    if mistake("PARTS-SWAPPED") {
        return DualQuat { real: dual, dual: rotation };
    }
    let is_flipped = mistake("ONLY-REAL-FLIPPED") && rotation.w < 0.0;
    let real = if is_flipped { -rotation } else { rotation };
    DualQuat { real, dual: if mistake("DUAL-NEGATED") { -dual } else { dual } }
}

fn blend(weights: &[f32], motions: &[DualQuat]) -> DualQuat {
    let band = nan_band("first weight", weights[0], 0.34..0.98);
    if mistake("PAIRWISE") {
        return pairwise(weights, motions);
    }
    let (mut real, mut dual) = (Vec4::ZERO, Vec4::ZERO);
    if mistake("FIRST-TWICE") || mistake("FIRST-TWICE:IN-FULL") {
        let share = if mistake("FIRST-TWICE") { 1.0 } else { 1.0 - weights[0] };
        [real, dual] = [motions[0].real, motions[0].dual].map(|part| Vec4::from(part) * share);
    }
    let count = if mistake("TWO-ONLY") { 2 } else { motions.len() };
    for (i, motion) in motions.iter().enumerate().take(count) {
        let [r, d] = [motion.real, motion.dual].map(Vec4::from);
        let first = motions[0];
        let pivot = if mistake("NEIGHBOUR") {
            motions[i.saturating_sub(1)].real.into()
        } else if mistake("SUM-SO-FAR") {
            if i == 0 { r } else { real }
        } else if mistake("LAST") {
            motions[motions.len() - 1].real.into()
        } else if mistake("SIGN-OF-W") {
            Vec4::W
        } else {
            Vec4::from(first.real)
        };
        let mut near = pivot.dot(r);
        if mistake("ALL-EIGHT") {
            near += Vec4::from(first.dual).dot(d);
        }
        if mistake("BY-DUAL") {
            near = Vec4::from(first.dual).dot(d);
        }
        if mistake("NO-SIGNS") {
            near = 1.0;
        }
        if mistake("SIGNS-TURNED-ROUND") && i > 0 {
            near = -near;
        }
        let sign = if near < 0.0 { -1.0 } else { 1.0 };
        let weight = if mistake("EQUAL-WEIGHTS") { 1.0 / motions.len() as f32 } else { weights[i] };
        let sign_of_dual = if mistake("ONLY-REAL-FLIPPED") { 1.0 } else { sign };
        real += weight * sign * r;
        dual += weight * sign_of_dual * d;
    }
    let length = real.length();
    let [of_real, of_dual] = if mistake("NOT-NORMALISED") {
        [1.0, 1.0]
    } else if mistake("ONLY-REAL-DIVIDED") {
        [length, 1.0]
    } else if mistake("OWN-LENGTHS") {
        [length, dual.length()]
    } else if mistake("LENGTH-OF-DUAL") {
        [dual.length(), dual.length()]
    } else if mistake("LENGTH-OF-EIGHT") {
        let all = (real.length_squared() + dual.length_squared()).sqrt();
        [all, all]
    } else if mistake("LENGTH-SQUARED") {
        [length * length, length * length]
    } else {
        [length, length]
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
        let share = weight / total;
        let near = if blend.real.dot(motion.real) < 0.0 { -share } else { share };
        let real = blend.real * (1.0 - share) + motion.real * near;
        let dual = blend.dual * (1.0 - share) + motion.dual * near;
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
