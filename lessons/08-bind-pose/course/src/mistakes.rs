//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, Joint, MAX_JOINTS, model_poses};
use common::check::mistake;
use given::ShaderFile;
use glam::{Mat3, Mat4, Vec3};

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers =
    Answers { inverse_binds, skinning_matrices, vertex: ShaderFile("08-bind-pose/mistakes.vert") };

fn inverse_binds(joints: &[Joint], bind_locals: &[Mat4]) -> Vec<Mat4> {
    let root = match bind_locals.first() {
        Some(&local) if mistake("ROOT-TWICE") => local,
        _ => Mat4::IDENTITY,
    };
    if mistake("ROOT-LEFT-OUT") {
        let local = |(joint, local): (&Joint, &Mat4)| joint.parent.map_or(Mat4::IDENTITY, |_| *local);
        let without: Vec<Mat4> = joints.iter().zip(bind_locals).map(local).collect();
        return model_poses(joints, &without, root).iter().map(inverse).collect();
    }
    if mistake("FACTORS-SWAPPED") {
        let inverted: Vec<Mat4> = bind_locals.iter().map(inverse).collect();
        return model_poses(joints, &inverted, root);
    }
    let binds = if mistake("LOCAL-BIND") {
        bind_locals.to_vec()
    } else if mistake("ONE-LEVEL") {
        let one = |(joint, local): (&Joint, &Mat4)| match joint.parent {
            Some(parent) => bind_locals[parent] * *local,
            None => root * *local,
        };
        joints.iter().zip(bind_locals).map(one).collect()
    } else if mistake("JOINT-BEFORE") {
        let before =
            |(index, joint): (usize, &Joint)| Joint { parent: joint.parent.map(|_| index - 1), ..joint.clone() };
        let in_a_row: Vec<Joint> = joints.iter().enumerate().map(before).collect();
        model_poses(&in_a_row, bind_locals, root)
    } else {
        model_poses(joints, bind_locals, root)
    };
    if mistake("PARENTS-BIND") {
        let of_parent = |joint: &Joint| joint.parent.map_or(Mat4::IDENTITY, |parent| inverse(&binds[parent]));
        return joints.iter().map(of_parent).collect();
    }
    without_last(binds.iter().map(inverse).collect())
}

fn without_last(mut matrices: Vec<Mat4>) -> Vec<Mat4> {
    if let Some(last) = matrices.last_mut().filter(|_| mistake("LAST-LEFT-OUT")) {
        *last = Mat4::IDENTITY;
    }
    matrices
}

fn inverse(bind: &Mat4) -> Mat4 {
    let (columns, moved) = (Mat3::from_mat4(*bind), bind.w_axis.truncate());
    let from = |columns: Mat3, moved: Vec3| Mat4::from_translation(moved) * Mat4::from_mat3(columns);
    if mistake("NOT-INVERTED") {
        *bind
    } else if mistake("TRANSPOSED") {
        bind.transpose()
    } else if mistake("TRANSLATION-ONLY") {
        Mat4::from_translation(-moved)
    } else if mistake("TRANSLATION-NEGATED") {
        from(columns.inverse(), -moved)
    } else if mistake("RIGID-INVERSE") {
        from(columns.transpose(), -(columns.transpose() * moved))
    } else {
        bind.inverse()
    }
}

fn skinning_matrices(model_from_joint: &[Mat4], joint_from_bind: &[Mat4]) -> Vec<Mat4> {
    let one = |(joint, now): (usize, &Mat4)| {
        let back = joint_from_bind[if mistake("FIRST-INVERSE") { 0 } else { joint }];
        let back = if mistake("FROM-CURRENT-POSE") {
            now.inverse()
        } else if mistake("INVERTED-AGAIN") {
            back.inverse()
        } else {
            back
        };
        let product = if mistake("INVERSE-FORGOTTEN") {
            *now
        } else if mistake("TRANSLATIONS-ADDED") {
            let product = Mat3::from_mat4(*now) * Mat3::from_mat4(back);
            Mat4::from_translation((now.w_axis + back.w_axis).truncate()) * Mat4::from_mat3(product)
        } else if mistake("WRONG-SIDE") {
            back * *now
        } else {
            *now * back
        };
        match product {
            product if mistake("ROWS-FOR-COLUMNS") => product.transpose(),
            product if mistake("PRODUCT-INVERTED") => product.inverse(),
            product => product,
        }
    };
    let mut palette = without_last(model_from_joint.iter().enumerate().map(one).collect());
    if mistake("FILLED-UP") {
        palette.resize(MAX_JOINTS, Mat4::IDENTITY);
    }
    palette
}
