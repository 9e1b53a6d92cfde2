//! The answer with every named mistake in it, each behind its switch.

use crate::Answers;
use common::check::{mistake, nan_band};
use given::ShaderFile;
use glam::{Mat3, Mat4, Vec3};

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers {
    fragment: ShaderFile("10-normals/mistakes.frag"),
    normal_matrix,
    vertex: ShaderFile("10-normals/mistakes.vert"),
    shortcut_will_do,
};

fn normal_matrix(model_from_bind: Mat4) -> Mat3 {
    let linear = linear(model_from_bind);
    let right = linear.inverse().transpose();
    let (scale, quaternion, _) = model_from_bind.to_scale_rotation_translation();
    match linear {
        _ if mistake("SHORTCUT") => linear,
        _ if mistake("TRANSPOSED-ONLY") => linear.transpose(),
        _ if mistake("TRANSPOSED-TWICE") => linear.inverse(),
        Mat3 { x_axis: x, y_axis: y, z_axis: z } if mistake("ROTATION-ONLY") => {
            Mat3::from_cols(x.normalize(), y.normalize(), z.normalize())
        }
        _ if mistake("ROTATION-ONLY:QUATERNION") => Mat3::from_quat(quaternion),
        _ if mistake("SHEAR-LOST") => Mat3::from_quat(quaternion) * Mat3::from_diagonal(scale.recip()),
        _ if mistake("INSIDE-OUT") => -right,
        _ if mistake("SIGN-LOST") => right * linear.determinant(),
        _ => right,
    }
}

/// Without the translation.
fn linear(model_from_bind: Mat4) -> Mat3 {
    let magnitude = model_from_bind.determinant().abs().log10() / 3.0;
    Mat3::from_mat4(model_from_bind) * nan_band("size", magnitude, -2.0..2.0)
}

fn shortcut_will_do(model_from_bind: Mat4) -> bool {
    let linear = linear(model_from_bind);
    let columns = [linear.x_axis, linear.y_axis, linear.z_axis];
    let [x, y, z] = columns;
    let is_unit = mistake("UNIT-LENGTH") || mistake("UNIT-LENGTH:ROOT");
    let is_length = mistake("LENGTH-FOR-SQUARE") || mistake("LENGTH-FOR-SQUARE:SQUARES");
    let size = match () {
        () if is_unit || mistake("ABSOLUTE") => 1.0,
        () if is_length => x.length(),
        () => x.length_squared(),
    };
    let fraction = match () {
        () if mistake("EXACT") => 0.0,
        () if mistake("EXACT:EPSILON") => f32::EPSILON,
        () if mistake("TOO-LOOSE:A-HUNDREDTH") => 0.01,
        () if mistake("TOO-LOOSE") => 0.05,
        () if mistake("TOO-LOOSE:A-TENTH") => 0.1,
        () => 0.001,
    };
    let most = fraction * size;
    let small = |off: f32| off.abs() <= most;
    let square = |dot: f32| match () {
        () if mistake("ABS-FORGOTTEN") => dot <= most,
        () if mistake("ABSOLUTE-ANGLES") => dot.abs() <= fraction,
        () => small(dot),
    };
    let long = |off: f32| if mistake("ABSOLUTE-LENGTHS") { off.abs() <= fraction } else { small(off) };
    let measure = |column: Vec3| {
        let is_root = mistake("UNIT-LENGTH:ROOT") || mistake("LENGTH-FOR-SQUARE");
        if is_root { column.length() } else { column.length_squared() }
    };
    let first = if is_unit || mistake("UNIT-LENGTH:RELATIVE") { 1.0 } else { measure(x) };
    let [is_long_x, is_long_y, is_long_z] = columns.map(|column| long(measure(column) - first));
    let lengths = is_long_x && (is_long_y || mistake("LENGTH-LEFT-OUT")) && (is_long_z || mistake("LENGTH-LEFT-OUT:Z"));
    let angles = (square(x.dot(y)) || mistake("PAIR-LEFT-OUT"))
        && (square(y.dot(z)) || mistake("PAIR-LEFT-OUT:YZ"))
        && (square(z.dot(x)) || mistake("PAIR-LEFT-OUT:ZX"));
    if mistake("VOLUME") {
        return (linear.determinant().abs() - 1.0).abs() <= 0.001;
    }
    if mistake("MOVED") && model_from_bind.w_axis.truncate() != Vec3::ZERO {
        return false;
    }
    if mistake("MIRROR-REFUSED") && linear.determinant() < 0.0 {
        return false;
    }
    (lengths || mistake("ANGLES-ONLY")) && (angles || mistake("LENGTHS-ONLY"))
}
