//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, Arm, Placed, Rigid};
use common::check::flaw;
use glam::{Mat3, Mat4, Vec3};

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers { matrix, compose, inverse, place };

fn matrix(parent_from_child: &Rigid) -> Mat4 {
    let Rigid { mut rotation, mut translation } = *parent_from_child;
    if flaw("ROTATION-FORGOTTEN") {
        rotation = Mat3::IDENTITY;
    }
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
    } else if flaw("TRANSLATION-IN-FRONT") {
        Mat4::from_cols(matrix.w_axis, matrix.x_axis, matrix.y_axis, matrix.z_axis)
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
    } else if flaw("PARENTS-ROTATION-ONLY") {
        outer.rotation
    } else if flaw("CHILDS-ROTATION-ONLY") {
        inner.rotation
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
    } else if flaw("CHILDS-PLACE-FORGOTTEN") {
        world_from_parent.translation
    } else if flaw("CHILDS-PLACE-ONLY") {
        parent_from_child.translation
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
    let (base_from_upper, upper_from_forearm) = joints(arm, a, b);
    let base = if flaw("BASE-FORGOTTEN") { Rigid::IDENTITY } else { arm.world_from_base };
    let world_from_upper = if flaw("UPPER-LEFT-AT-BASE") {
        base_from_upper
    } else if flaw("UPPER-TIMES-BASE") {
        compose(&base_from_upper, &base)
    } else {
        compose(&base, &base_from_upper)
    };
    let hangs_on = if flaw("ONE-LEVEL") {
        base_from_upper
    } else if flaw("A-NOT-PASSED-ON") {
        base
    } else {
        world_from_upper
    };
    let world_from_forearm = if flaw("FOREARM-TIMES-UPPER") {
        compose(&upper_from_forearm, &hangs_on)
    } else {
        compose(&hangs_on, &upper_from_forearm)
    };
    // To the next space outward.
    let out = |parent_from_child: &Rigid, point: Vec3| {
        if flaw("CLAW-NOT-TURNED") {
            point + parent_from_child.translation
        } else {
            parent_from_child.apply(point)
        }
    };
    let claw_in_upper =
        if flaw("CLAW-AS-TOLD") { arm.claw } else { out(&upper_from_forearm, arm.claw) };
    let from_upper = if flaw("WORLD-TWICE") { world_from_upper } else { base_from_upper };
    let claw_in_base =
        out(&from_upper, if flaw("ELBOW-SKIPPED") { arm.claw } else { claw_in_upper });
    let claw_in_world =
        if flaw("CLAW-LEFT-AT-BASE") { claw_in_base } else { out(&base, claw_in_base) };
    let claw_in_base = if flaw("WORLD-FOR-BASE") { claw_in_world } else { claw_in_base };
    Placed { world_from_upper, world_from_forearm, claw_in_upper, claw_in_base, claw_in_world }
}

/// `base_from_upper` and `upper_from_forearm`.
fn joints(arm: &Arm, a: f32, b: f32) -> (Rigid, Rigid) {
    let (a, b) = match () {
        () if flaw("ANGLES-EXCHANGED") => (b, a),
        () if flaw("ANGLES-ADDED") => (a, a + b),
        () if flaw("A-TWICE") => (a, a),
        () if flaw("A-REVERSED") => (-a, b),
        () if flaw("B-REVERSED") => (a, -b),
        () => (a, b),
    };
    let (a, b) = match () {
        () if flaw("DEGREES") => (a, b),
        () if flaw("B-IN-DEGREES") => (a.to_radians(), b),
        () => (a.to_radians(), b.to_radians()),
    };
    let (turn, bend) = if flaw("AXES-EXCHANGED") {
        (Mat3::from_rotation_z(a), Mat3::from_rotation_y(b))
    } else if flaw("SAME-AXIS") {
        (Mat3::from_rotation_y(a), Mat3::from_rotation_y(b))
    } else {
        (Mat3::from_rotation_y(a), Mat3::from_rotation_z(b))
    };
    let (shoulder, elbow) = match () {
        () if flaw("OFFSETS-EXCHANGED") => (arm.elbow, arm.shoulder),
        () if flaw("ELBOW-FORGOTTEN") => (arm.shoulder, Vec3::ZERO),
        () if flaw("SHOULDER-TWICE") => (arm.shoulder, arm.shoulder),
        () => (arm.shoulder, arm.elbow),
    };
    (Rigid { rotation: turn, translation: shoulder }, Rigid { rotation: bend, translation: elbow })
}
