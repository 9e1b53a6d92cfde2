//! The right answers.

use crate::{Answers, Arm, Placed, Rigid};
use glam::{Affine3A, Mat3, Mat4, Vec3};

pub(crate) const ANSWERS: Answers = Answers { matrix, compose, inverse, place };

fn matrix(rigid: &Rigid) -> Mat4 {
    Affine3A::from_mat3_translation(rigid.rotation, rigid.translation).into()
}

fn transform_point(rigid: &Rigid, point: Vec3) -> Vec3 {
    rigid.rotation * point + rigid.translation
}

fn compose(outer: &Rigid, inner: &Rigid) -> Rigid {
    Rigid { rotation: outer.rotation * inner.rotation, translation: transform_point(outer, inner.translation) }
}

/// The inverse rotation turns the translation, too: it is `-R^T t`, not `-t`.
fn inverse(rigid: &Rigid) -> Rigid {
    let rotation = rigid.rotation.transpose();
    Rigid { rotation, translation: -(rotation * rigid.translation) }
}

/// Places the arm. Unlike the solution it takes the claw to each space by one composed transform.
fn place(arm: &Arm, a: f32, b: f32) -> Placed {
    let base_from_upper = Rigid { rotation: Mat3::from_rotation_y(a.to_radians()), translation: arm.shoulder };
    let upper_from_forearm = Rigid { rotation: Mat3::from_rotation_z(b.to_radians()), translation: arm.elbow };
    let base_from_forearm = compose(&base_from_upper, &upper_from_forearm);
    let world_from_forearm = compose(&arm.world_from_base, &base_from_forearm);
    Placed {
        world_from_upper: compose(&arm.world_from_base, &base_from_upper),
        world_from_forearm,
        claw_in_upper: transform_point(&upper_from_forearm, arm.claw),
        claw_in_base: transform_point(&base_from_forearm, arm.claw),
        claw_in_world: transform_point(&world_from_forearm, arm.claw),
    }
}
