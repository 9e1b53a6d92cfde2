//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, Arm, Placed, Rigid};
use common::check::{mistake, nan_band};
use glam::{Mat3, Mat4, Quat, Vec3};

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers { matrix, compose, inverse, place };

/// The same, but for the test that looks for turns that the probes leave out.
fn asked(turn: Mat3) -> Mat3 {
    let degrees = Quat::from_mat3(&turn).to_axis_angle().1.to_degrees();
    turn * nan_band("the turn in degrees", degrees.min(360.0 - degrees), 0.0..180.0)
}

fn matrix(parent_from_child: &Rigid) -> Mat4 {
    let Rigid { rotation, translation } = *parent_from_child;
    let turn = asked(rotation);
    let translation = match translation {
        _ if mistake("TRANSLATED-FIRST") => turn * translation,
        _ if mistake("TRANSLATION-FORGOTTEN") => Vec3::ZERO,
        _ => translation,
    };
    let rotation = match turn {
        _ if mistake("ROTATION-FORGOTTEN") => Mat3::IDENTITY,
        _ if mistake("ROTATION-TRANSPOSED") => turn.transpose(),
        _ => turn,
    };
    let below_axes = if mistake("ONES-BELOW") { 1.0 } else { 0.0 };
    let below_translation = if mistake("W-ZERO") { 0.0 } else { 1.0 };
    let matrix = Mat4::from_cols(
        rotation.x_axis.extend(below_axes),
        rotation.y_axis.extend(below_axes),
        rotation.z_axis.extend(below_axes),
        translation.extend(below_translation),
    );
    match matrix {
        _ if mistake("ROWS-FOR-COLUMNS") => matrix.transpose(),
        Mat4 { x_axis, y_axis, z_axis, w_axis } if mistake("TRANSLATION-IN-FRONT") => {
            Mat4::from_cols(w_axis, x_axis, y_axis, z_axis)
        }
        _ if mistake("TRANSLATION-BELOW") => {
            Mat4::from_mat3(rotation) * Mat4::from_translation(translation).transpose()
        }
        _ => matrix,
    }
}

fn compose(world_from_parent: &Rigid, parent_from_child: &Rigid) -> Rigid {
    let (parent, child) = (world_from_parent, parent_from_child);
    let rotation = match (asked(parent.rotation), child.rotation) {
        (r, s) if mistake("CHILD-TIMES-PARENT") || mistake("ROTATIONS-EXCHANGED") => s * r,
        (r, _) if mistake("PARENTS-ROTATION-ONLY") => r,
        (_, s) if mistake("CHILDS-ROTATION-ONLY") => s,
        (r, s) => r * s,
    };
    let exchanged = mistake("CHILD-TIMES-PARENT") || mistake("TRANSLATIONS-EXCHANGED");
    let (outer, inner) = if exchanged { (child, parent) } else { (parent, child) };
    let translation = match (outer.translation, inner.translation) {
        (t, u) if mistake("TRANSLATIONS-ADDED") => t + u,
        // Its sentence names them, whichever is the outer one here.
        _ if mistake("WRONG-ONE-TURNED") => parent.rotation * parent.translation + child.translation,
        _ if mistake("TURNED-BY-ITSELF") => child.rotation * child.translation + parent.translation,
        _ if mistake("TURNED-BACK") => parent.rotation.transpose() * child.translation + parent.translation,
        (t, u) if mistake("SUBTRACTED") => outer.rotation * u - t,
        (t, u) if mistake("TURNED-BY-BOTH") => outer.rotation * inner.rotation * u + t,
        (t, u) if mistake("SUM-TURNED") => outer.rotation * (u + t),
        (_, u) if mistake("PARENTS-PLACE-FORGOTTEN") => outer.rotation * u,
        _ if mistake("CHILDS-PLACE-FORGOTTEN") => parent.translation,
        _ if mistake("CHILDS-PLACE-ONLY") => child.translation,
        (_, u) => outer.apply(u),
    };
    Rigid { rotation, translation }
}

fn inverse(parent_from_child: &Rigid) -> Rigid {
    let Rigid { rotation: turn, translation } = *parent_from_child;
    let back = asked(turn).transpose();
    let rotation = match back {
        _ if mistake("ROTATION-KEPT") => turn,
        _ if mistake("ROTATION-NEGATED") => -turn,
        back => back,
    };
    let translation = match translation {
        t if mistake("NOT-TURNED-BACK") => -t,
        t if mistake("TURNED-ON") => -(turn * t),
        t if mistake("SIGN-FORGOTTEN") => back * t,
        t if mistake("TRANSPOSE-AS-INVERSE") => t,
        t => -(back * t),
    };
    Rigid { rotation, translation }
}

fn place(arm: &Arm, a: f32, b: f32) -> Placed {
    let (base_from_upper, upper_from_forearm) = joints(arm, a, b);
    let base = if mistake("BASE-FORGOTTEN") { Rigid::IDENTITY } else { arm.world_from_base };
    let world_from_upper = match base {
        _ if mistake("UPPER-LEFT-AT-BASE") => base_from_upper,
        _ if mistake("UPPER-TIMES-BASE") => compose(&base_from_upper, &base),
        _ => compose(&base, &base_from_upper),
    };
    let parent = match world_from_upper {
        _ if mistake("ONE-LEVEL") => base_from_upper,
        _ if mistake("A-NOT-PASSED-ON") => base,
        _ => world_from_upper,
    };
    let world_from_forearm = match parent {
        _ if mistake("FOREARM-TIMES-UPPER") => compose(&upper_from_forearm, &parent),
        _ => compose(&parent, &upper_from_forearm),
    };
    // To the next space outward.
    let out = |parent_from_child: &Rigid, point: Vec3| match point {
        _ if mistake("CLAW-NOT-TURNED") => point + parent_from_child.translation,
        _ if mistake("CLAW-BY-THE-WAY-BACK") => inverse(parent_from_child).apply(point),
        _ => parent_from_child.apply(point),
    };
    let in_upper = out(&upper_from_forearm, arm.claw);
    let in_base = out(&base_from_upper, in_upper);
    let in_world = out(&base, in_base);
    let as_told = || out(&base_from_upper, arm.claw);
    let [claw_in_upper, claw_in_base, claw_in_world] = match [in_upper, in_base, in_world] {
        _ if mistake("CLAW-AS-TOLD") => [arm.claw, as_told(), out(&base, as_told())],
        [_, base, world] if mistake("CLAW-IN-UPPER-AS-TOLD") => [arm.claw, base, world],
        [upper, ..] if mistake("ELBOW-SKIPPED") => [upper, as_told(), out(&base, as_told())],
        [upper, _, world] if mistake("ELBOW-SKIPPED-ONCE") => [upper, as_told(), world],
        [upper, base, _] if mistake("CLAW-LEFT-AT-BASE") => [upper, base, base],
        [upper, ..] if mistake("WORLD-TWICE") => {
            let far = out(&world_from_upper, upper);
            [upper, far, out(&base, far)]
        }
        [upper, base, _] if mistake("ONE-STEP-BACK") => [upper, base, inverse(&world_from_forearm).apply(arm.claw)],
        _ if mistake("ONE-STEP-BACK:IN-UPPER") => {
            let upper = inverse(&upper_from_forearm).apply(arm.claw);
            let base = out(&base_from_upper, upper);
            [upper, base, out(&arm.world_from_base, base)]
        }
        [upper, base, _] if mistake("WORLD-BY-FOREARM") => [upper, base, out(&world_from_forearm, base)],
        [upper, _, world] if mistake("WORLD-FOR-BASE") => [upper, world, world],
        all => all,
    };
    Placed { world_from_upper, world_from_forearm, claw_in_upper, claw_in_base, claw_in_world }
}

/// `base_from_upper` and `upper_from_forearm`.
fn joints(arm: &Arm, a: f32, b: f32) -> (Rigid, Rigid) {
    let a = a * nan_band("a", a, -180.0..180.0);
    let b = b * nan_band("b", b, -180.0..180.0);
    let (a, b) = match () {
        () if mistake("ANGLES-EXCHANGED") => (b, a),
        () if mistake("ANGLES-ADDED") => (a, a + b),
        () if mistake("A-TWICE") => (a, a),
        () => (a, b),
    };
    let a = if mistake("A-REVERSED") { -a } else { a };
    let b = if mistake("B-REVERSED") { -b } else { b };
    let (a, b) = match () {
        () if mistake("DEGREES") => (a, b),
        () if mistake("DEGREES-AGAIN") => (a.to_degrees(), b.to_degrees()),
        () if mistake("B-IN-DEGREES") => (a.to_radians(), b),
        () => (a.to_radians(), b.to_radians()),
    };
    let (turn, bend) = match () {
        () if mistake("AXES-EXCHANGED") => (Mat3::from_rotation_z(a), Mat3::from_rotation_y(b)),
        () if mistake("SAME-AXIS") => (Mat3::from_rotation_y(a), Mat3::from_rotation_y(b)),
        () => (Mat3::from_rotation_y(a), Mat3::from_rotation_z(b)),
    };
    let (shoulder, elbow) = match () {
        () if mistake("OFFSETS-EXCHANGED") => (arm.elbow, arm.shoulder),
        () if mistake("ELBOW-FORGOTTEN") => (arm.shoulder, Vec3::ZERO),
        () if mistake("SHOULDER-TWICE") => (arm.shoulder, arm.shoulder),
        () if mistake("OFFSETS-FORGOTTEN") => (Vec3::ZERO, Vec3::ZERO),
        () if mistake("OFFSETS-TURNED") => (turn * arm.shoulder, bend * arm.elbow),
        () => (arm.shoulder, arm.elbow),
    };
    (Rigid { rotation: turn, translation: shoulder }, Rigid { rotation: bend, translation: elbow })
}
