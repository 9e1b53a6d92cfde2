//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, Transform};
use common::check::mistake;
use glam::{Mat3, Mat4, Quat, Vec3, Vec4};

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers { shortest, nlerp, slerp, decompose };

fn shortest(from: Quat, to: Quat) -> Quat {
    let dot = from.dot(to);
    let is_far = if mistake("W-ALONE") {
        to.w < 0.0
    } else if mistake("W-LEFT-OUT") {
        from.xyz().dot(to.xyz()) < 0.0
    } else if mistake("RIGHT-ANGLE") {
        2.0 * dot.clamp(-1.0, 1.0).acos() > 90f32.to_radians()
    } else {
        dot < 0.0
    };
    let turns_round = if mistake("LONG-WAY") { !is_far } else { is_far };
    match turns_round {
        false => to,
        true if mistake("CONJUGATE") => to.conjugate(),
        true => -to,
    }
}

fn nlerp(a: Quat, b: Quat, u: f32) -> Quat {
    let (a, b) = (Vec4::from(a), Vec4::from(b));
    let u = if mistake("WEIGHTS-SWAPPED") { 1.0 - u } else { u };
    let blend = if mistake("STEP-NORMALISED") {
        a + (b - a).normalize_or_zero() * u
    } else if mistake("SLERP-FOR-NLERP") {
        arc(a, b, u)
    } else {
        a * (1.0 - u) + b * u
    };
    let result = if mistake("NOT-NORMALISED") || mistake("STEP-NORMALISED") {
        blend
    } else if mistake("SECOND-TERM-ALONE") {
        let second = b * u;
        (blend - second) + second / blend.length()
    } else if mistake("BY-THE-SQUARE") {
        blend / blend.length_squared()
    } else {
        blend.normalize()
    };
    if mistake("W-FIRST") {
        Quat::from_xyzw(result.w, result.x, result.y, result.z)
    } else {
        Quat::from_vec4(result)
    }
}

/// Right, for quaternions that are not too near.
fn arc(a: Vec4, b: Vec4, u: f32) -> Vec4 {
    let angle = a.dot(b).clamp(-1.0, 1.0).acos();
    if angle < 1e-3 {
        return (a * (1.0 - u) + b * u).normalize();
    }
    (a * ((1.0 - u) * angle).sin() + b * (u * angle).sin()) / angle.sin()
}

/// Where the text goes over to nlerp: the arc cosine of 0.9995.
const SMALL: f32 = 0.0316;

fn slerp(a: Quat, b: Quat, u: f32) -> Quat {
    let (a, b) = (Vec4::from(a), Vec4::from(b));
    let straight = Quat::from_vec4((a * (1.0 - u) + b * u).normalize());
    if mistake("NLERP-FOR-SLERP") {
        return straight;
    }
    let dot = a.dot(b);
    if dot > 0.9 && mistake("WIDE-BRANCH") {
        return straight;
    }
    let dot = if mistake("ACOS-OUT-OF-RANGE") { dot } else { dot.min(1.0) };
    let mut angle = dot.acos();
    if angle < SMALL && mistake("STANDS-STILL") {
        return Quat::from_vec4(a);
    }
    let is_small = if mistake("EQUAL-ONLY") {
        a == b
    } else if mistake("LIMIT-INVERTED") {
        angle >= SMALL
    } else {
        angle < SMALL
    };
    if is_small && !mistake("NO-SMALL-ANGLE") {
        return straight;
    }
    let u = if mistake("WAY-BACK") { 1.0 - u } else { u };
    if mistake("WHOLE-TURN") {
        angle *= 2.0;
    } else if mistake("HALF-ANGLE") {
        angle /= 2.0;
    } else if mistake("DEGREES") {
        angle = angle.to_degrees();
    }
    let weight = |share: f32| {
        if mistake("SINES-OUTSIDE") { share * angle.sin() } else { (share * angle).sin() }
    };
    let blend = a * weight(1.0 - u) + b * weight(u);
    Quat::from_vec4(if mistake("NOT-DIVIDED") { blend } else { blend / angle.sin() })
}

fn decompose(matrix: Mat4) -> Transform {
    let columns = Mat3::from_mat4(matrix);
    let rows = columns.transpose();
    let measured = if mistake("SCALE-FROM-ROWS") { rows } else { columns };
    let mut scale =
        Vec3::new(measured.x_axis.length(), measured.y_axis.length(), measured.z_axis.length());
    if mistake("SCALE-SQUARED") {
        scale *= scale;
    }
    if mistake("SCALE-FROM-DIAGONAL") {
        scale = Vec3::new(columns.x_axis.x, columns.y_axis.y, columns.z_axis.z);
    }
    let mirrors = columns.determinant() < 0.0;
    if mirrors && mistake("ALL-MIRRORED") {
        scale = -scale;
    } else if mirrors && !mistake("MIRROR-FORGOTTEN") && !mistake("MIRROR-IN-SCALE-ONLY") {
        scale.x = -scale.x;
    }
    let from = if mistake("ROWS-FOR-COLUMNS") { rows } else { columns };
    let axes = if mistake("SCALE-LEFT-IN") {
        from
    } else {
        Mat3::from_cols(from.x_axis / scale.x, from.y_axis / scale.y, from.z_axis / scale.z)
    };
    if mirrors && mistake("MIRROR-IN-SCALE-ONLY") {
        scale.x = -scale.x;
    }
    let place = if mistake("TRANSLATION-ZERO") { matrix.row(3) } else { matrix.w_axis };
    Transform { translation: place.truncate(), rotation: Quat::from_mat3(&axes), scale }
}
