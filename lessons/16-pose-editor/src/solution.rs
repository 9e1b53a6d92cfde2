//! Lesson 16: Pose editor.

use crate::Answers;
use glam::{Mat4, Vec3};

/// What the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { point_1, point_2, point_3, point_4 };

/// Where a point is in the model, in metres. `point` is given in the joint's own space.
fn point_1(model_from_joint: Mat4, point: Vec3) -> Vec3 {
    // BEGIN 16.1
    (model_from_joint * point.extend(1.0)).truncate()
    // STUB // TODO 16.1: from the joint's space to the model's.
    // STUB let _ = model_from_joint; // you will need it
    // STUB point
    // END 16.1
}

/// Where a point is in the model, in metres. `point` is given in the joint's own space.
fn point_2(model_from_joint: Mat4, point: Vec3) -> Vec3 {
    // BEGIN 16.2
    (model_from_joint * point.extend(1.0)).truncate()
    // STUB // TODO 16.2: from the joint's space to the model's.
    // STUB let _ = model_from_joint; // you will need it
    // STUB point
    // END 16.2
}

/// Where a point is in the model, in metres. `point` is given in the joint's own space.
fn point_3(model_from_joint: Mat4, point: Vec3) -> Vec3 {
    // BEGIN 16.3
    (model_from_joint * point.extend(1.0)).truncate()
    // STUB // TODO 16.3: from the joint's space to the model's.
    // STUB let _ = model_from_joint; // you will need it
    // STUB point
    // END 16.3
}

/// Where a point is in the model, in metres. `point` is given in the joint's own space.
fn point_4(model_from_joint: Mat4, point: Vec3) -> Vec3 {
    // BEGIN 16.4
    (model_from_joint * point.extend(1.0)).truncate()
    // STUB // TODO 16.4: from the joint's space to the model's.
    // STUB let _ = model_from_joint; // you will need it
    // STUB point
    // END 16.4
}
