//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, Arm, Placed, Rigid};
use common::check::flaw;
use glam::{Mat3, Mat4, Vec3};

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers { matrix, compose, inverse, place };

fn matrix(parent_from_child: &Rigid) -> Mat4 {
    let Rigid { mut rotation, mut translation } = *parent_from_child;
    if flaw("TRANSLATED-FIRST") {
        translation = rotation * translation;
    }
    if flaw("TRANSLATION-FORGOTTEN") {
        translation = Vec3::ZERO;
    }
    if flaw("ROTATION-TRANSPOSED") {
        rotation = rotation.transpose();
    }
    let below_axes = if flaw("ONES-BELOW") { 1.0 } else { 0.0 };
    let below_translation = if flaw("W-ZERO") { 0.0 } else { 1.0 };
    let matrix = Mat4::from_cols(
        rotation.x_axis.extend(below_axes),
        rotation.y_axis.extend(below_axes),
        rotation.z_axis.extend(below_axes),
        translation.extend(below_translation),
    );
    if flaw("ROWS-FOR-COLUMNS") {
        matrix.transpose()
    } else if flaw("TRANSLATION-BELOW") {
        Mat4::from_mat3(rotation) * Mat4::from_translation(translation).transpose()
    } else {
        matrix
    }
}

fn compose(world_from_parent: &Rigid, parent_from_child: &Rigid) -> Rigid {
    let (mut outer, mut inner) = (world_from_parent, parent_from_child);
    let rotation = if flaw("CHILD-TIMES-PARENT") || flaw("ROTATIONS-EXCHANGED") {
        inner.rotation * outer.rotation
    } else {
        outer.rotation * inner.rotation
    };
    if flaw("CHILD-TIMES-PARENT") || flaw("TRANSLATIONS-EXCHANGED") {
        std::mem::swap(&mut outer, &mut inner);
    }
    let translation = if flaw("TRANSLATIONS-ADDED") {
        outer.translation + inner.translation
    } else if flaw("TURNED-BY-BOTH") {
        outer.rotation * inner.rotation * inner.translation + outer.translation
    } else if flaw("SUM-TURNED") {
        outer.rotation * (inner.translation + outer.translation)
    } else if flaw("PARENTS-PLACE-FORGOTTEN") {
        outer.rotation * inner.translation
    } else {
        outer.apply(inner.translation)
    };
    Rigid { rotation, translation }
}

fn inverse(parent_from_child: &Rigid) -> Rigid {
    let Rigid { rotation: turn, translation } = *parent_from_child;
    let back = turn.transpose();
    let translation = if flaw("NOT-TURNED-BACK") {
        -translation
    } else if flaw("TURNED-ON") {
        -(turn * translation)
    } else if flaw("SIGN-FORGOTTEN") {
        back * translation
    } else if flaw("TRANSPOSE-AS-INVERSE") {
        translation
    } else {
        -(back * translation)
    };
    let rotation = if flaw("ROTATION-KEPT") { turn } else { back };
    Rigid { rotation, translation }
}

fn place(arm: &Arm, a: f32, b: f32) -> Placed {
    let (a, b) = if flaw("DEGREES") { (a, b) } else { (a.to_radians(), b.to_radians()) };
    let (turn, bend) = if flaw("AXES-EXCHANGED") {
        (Mat3::from_rotation_z(a), Mat3::from_rotation_y(b))
    } else {
        (Mat3::from_rotation_y(a), Mat3::from_rotation_z(b))
    };
    let base_from_upper = Rigid { rotation: turn, translation: arm.shoulder };
    let upper_from_forearm = Rigid { rotation: bend, translation: arm.elbow };
    let base = if flaw("BASE-FORGOTTEN") { Rigid::IDENTITY } else { arm.world_from_base };
    let world_from_upper = compose(&base, &base_from_upper);
    let world_from_forearm = if flaw("ONE-LEVEL") {
        compose(&base_from_upper, &upper_from_forearm)
    } else if flaw("A-NOT-PASSED-ON") {
        compose(&base, &upper_from_forearm)
    } else {
        compose(&world_from_upper, &upper_from_forearm)
    };
    // To the next space outward.
    let out = |parent_from_child: &Rigid, point: Vec3| {
        if flaw("CLAW-NOT-TURNED") {
            point + parent_from_child.translation
        } else {
            parent_from_child.apply(point)
        }
    };
    let claw_in_upper = out(&upper_from_forearm, arm.claw);
    let claw_in_base =
        out(&base_from_upper, if flaw("ELBOW-SKIPPED") { arm.claw } else { claw_in_upper });
    let claw_in_world = out(&base, claw_in_base);
    Placed { world_from_upper, world_from_forearm, claw_in_upper, claw_in_base, claw_in_world }
}
