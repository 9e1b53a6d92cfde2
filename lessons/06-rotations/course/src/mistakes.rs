//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, Transform};
use common::check::{mistake, nan_band};
use glam::{Mat3, Mat4, Quat, Vec3, Vec4};

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers { shortest, nlerp, slerp, decompose };

fn shortest(from: Quat, to: Quat) -> Quat {
    let dot = from.dot(to);
    let to = to * nan_band("turn", 2.0 * dot.clamp(-1.0, 1.0).acos().to_degrees(), 0.0..360.0);
    if mistake("FROM-GIVEN-BACK") {
        return if dot < 0.0 { -from } else { from };
    }
    let is_far = match dot {
        _ if mistake("ALWAYS-NEGATED") => true,
        _ if mistake("W-ALONE") => to.w < 0.0,
        _ if mistake("FIRST-NUMBERS") => (from.x < 0.0) != (to.x < 0.0),
        _ if mistake("LAST-NUMBERS") => (from.w < 0.0) != (to.w < 0.0),
        _ if mistake("W-LEFT-OUT") => from.xyz().dot(to.xyz()) < 0.0,
        _ if mistake("RIGHT-ANGLE") => 2.0 * dot.clamp(-1.0, 1.0).acos() > 90f32.to_radians(),
        _ => dot < 0.0,
    };
    match is_far != mistake("LONG-WAY") {
        false => to,
        true if mistake("CONJUGATE") => to.conjugate(),
        true => -to,
    }
}

/// Of the turn from one to the other.
fn degrees(a: Vec4, b: Vec4) -> f32 {
    2.0 * a.dot(b).abs().min(1.0).acos().to_degrees()
}

fn nlerp(a: Quat, b: Quat, u: f32) -> Quat {
    let (a, b) = (Vec4::from(a), Vec4::from(b));
    let u = u * nan_band("turn", degrees(a, b), 0.0..180.0) * nan_band("u", u, 0.0..1.0);
    let u = if mistake("WEIGHTS-SWAPPED") { 1.0 - u } else { u };
    let blend = match u {
        _ if mistake("STEP-NORMALISED") => a + (b - a).normalize_or_zero() * u,
        _ if mistake("SLERP-FOR-NLERP") => slerp(Quat::from_vec4(a), Quat::from_vec4(b), u).into(),
        _ if mistake("FIRST-WEIGHT-LOST") => a + b * u,
        _ if mistake("SUBTRACTED") => a * (1.0 - u) - b * u,
        _ => a * (1.0 - u) + b * u,
    };
    let result = match blend {
        _ if mistake("NOT-NORMALISED") || mistake("STEP-NORMALISED") => blend,
        _ if mistake("AXIS-ALONE") => {
            let axis = blend.truncate().normalize() * (1.0 - blend.w * blend.w).max(0.0).sqrt();
            axis.extend(blend.w)
        }
        _ if mistake("SECOND-TERM-ALONE") => (blend - b * u) + b * u / blend.length(),
        _ if mistake("BY-THE-SQUARE") => blend / blend.length_squared(),
        _ => blend.normalize(),
    };
    if mistake("W-FIRST") { Quat::from_xyzw(result.w, result.x, result.y, result.z) } else { Quat::from_vec4(result) }
}

/// Where the text goes over to nlerp: the arc cosine of 0.9995.
const SMALL: f32 = 0.0316;

fn slerp(a: Quat, b: Quat, u: f32) -> Quat {
    let (a, b) = (Vec4::from(a), Vec4::from(b));
    let u = u * nan_band("turn", degrees(a, b), 0.0..180.0) * nan_band("u", u, 0.0..1.0);
    let straight = Quat::from_vec4((a * (1.0 - u) + b * u).normalize());
    if mistake("NLERP-FOR-SLERP") {
        return straight;
    }
    let dot = a.dot(b);
    if dot > 0.9 && mistake("WIDE-BRANCH") {
        return straight;
    }
    let dot = if mistake("ACOS-OUT-OF-RANGE") { dot } else { dot.min(1.0) };
    let angle = dot.acos();
    let is_small = match angle {
        _ if mistake("EQUAL-ONLY") => a == b,
        _ if mistake("LIMIT-INVERTED") => angle >= SMALL,
        _ if mistake("LIMIT-FOR-ANGLE") => angle < 0.9995,
        _ => angle < SMALL,
    };
    match is_small {
        true if mistake("STANDS-STILL") => return Quat::from_vec4(a),
        true if mistake("ARRIVED-AT-ONCE") => return Quat::from_vec4(b),
        true if !mistake("NO-SMALL-ANGLE") => return straight,
        _ => {}
    }
    let u = if mistake("WAY-BACK") { 1.0 - u } else { u };
    let angle = match angle {
        _ if mistake("WHOLE-TURN") || mistake("WHOLE-TURN:NORMALISED") => angle * 2.0,
        _ if mistake("HALF-ANGLE") || mistake("HALF-ANGLE:NORMALISED") => angle / 2.0,
        _ if mistake("ARC-SINE") => dot.asin(),
        _ if mistake("DEGREES") || mistake("DEGREES:NORMALISED") => angle.to_degrees(),
        _ => angle,
    };
    let weight = |fraction: f32| {
        if mistake("SINES-OUTSIDE") { fraction * angle.sin() } else { (fraction * angle).sin() }
    };
    let blend = a * weight(1.0 - u) + b * weight(u);
    let divided = blend / angle.sin();
    Quat::from_vec4(match blend {
        blend if mistake("NOT-DIVIDED") => blend,
        _ if ["WHOLE-TURN:NORMALISED", "HALF-ANGLE:NORMALISED", "DEGREES:NORMALISED"].into_iter().any(mistake) => {
            divided.normalize()
        }
        _ => divided,
    })
}

fn decompose(matrix: Mat4) -> Transform {
    let columns = Mat3::from_mat4(matrix);
    let rows = columns.transpose();
    let lengths = |m: Mat3| Vec3::new(m.x_axis.length(), m.y_axis.length(), m.z_axis.length());
    let scale = match columns {
        _ if mistake("SCALE-FROM-ROWS") => lengths(rows),
        _ if mistake("SCALE-SQUARED") => lengths(columns) * lengths(columns),
        Mat3 { x_axis, y_axis, z_axis } if mistake("SCALE-FROM-DIAGONAL") => Vec3::new(x_axis.x, y_axis.y, z_axis.z),
        _ => lengths(columns),
    };
    let mirrors = columns.determinant() < 0.0;
    let sign = match mirrors {
        true if mistake("ALL-MIRRORED") => Vec3::NEG_ONE,
        _ if mistake("MIRROR-BY-CORNER") => Vec3::ONE.with_x(1f32.copysign(columns.x_axis.x)),
        true if mistake("ANOTHER-MIRRORED") => Vec3::ONE.with_y(-1.0),
        true if mistake("ANOTHER-MIRRORED:Z") => Vec3::ONE.with_z(-1.0),
        true if !mistake("MIRROR-FORGOTTEN") => Vec3::ONE.with_x(-1.0),
        _ => Vec3::ONE,
    };
    let divisor = if mistake("MIRROR-IN-SCALE-ONLY") { scale } else { scale * sign };
    let scale = scale * sign;
    let from = if mistake("ROWS-FOR-COLUMNS") { rows } else { columns };
    let axes = if mistake("SCALE-LEFT-IN") {
        from
    } else {
        Mat3::from_cols(from.x_axis / divisor.x, from.y_axis / divisor.y, from.z_axis / divisor.z)
    };
    let axes = if mistake("TURN-BACK") { axes.transpose() } else { axes };
    let rotation =
        if mistake("NORMALISED-AFTERWARDS") { Quat::from_mat3(&columns).normalize() } else { Quat::from_mat3(&axes) };
    let size = lengths(columns).max_element().log10();
    let turn = degrees(rotation.into(), Vec4::W);
    let kind = if mirrors { "turn, mirrored" } else { "turn" };
    let rotation = rotation * nan_band("size", size, -2.0..2.0) * nan_band(kind, turn, 0.0..180.0);
    let place = if mistake("TRANSLATION-ZERO") { matrix.row(3) } else { matrix.w_axis };
    Transform { translation: place.truncate(), rotation, scale }
}
