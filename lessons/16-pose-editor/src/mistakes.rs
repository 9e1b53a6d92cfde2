//! Answers that contain every named mistake, each behind its switch.

use crate::Answers;
use common::check::mistake;
use glam::{Mat4, Vec3};

/// Correct while no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers { point_1, point_2, point_3, point_4 };

fn point_1(model_from_joint: Mat4, point: Vec3) -> Vec3 {
    let w = if mistake("W-ZERO") { 0.0 } else { 1.0 };
    let matrix = if mistake("INVERSE") { model_from_joint.inverse() } else { model_from_joint };
    (matrix * point.extend(w)).truncate()
}

fn point_2(model_from_joint: Mat4, point: Vec3) -> Vec3 {
    let w = if mistake("W-ZERO") { 0.0 } else { 1.0 };
    let matrix = if mistake("INVERSE") { model_from_joint.inverse() } else { model_from_joint };
    (matrix * point.extend(w)).truncate()
}

fn point_3(model_from_joint: Mat4, point: Vec3) -> Vec3 {
    let w = if mistake("W-ZERO") { 0.0 } else { 1.0 };
    let matrix = if mistake("INVERSE") { model_from_joint.inverse() } else { model_from_joint };
    (matrix * point.extend(w)).truncate()
}

fn point_4(model_from_joint: Mat4, point: Vec3) -> Vec3 {
    let w = if mistake("W-ZERO") { 0.0 } else { 1.0 };
    let matrix = if mistake("INVERSE") { model_from_joint.inverse() } else { model_from_joint };
    (matrix * point.extend(w)).truncate()
}
