//! Lesson 01: rigid transforms, and an arm made of them. This is the only file you edit.

use crate::{Answers, Arm, Placed, Rigid};
use glam::{Mat3, Mat4};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { matrix, compose, inverse, place };

/// The 4x4 matrix that does to a point (x, y, z, 1) what `parent_from_child` does to (x, y, z).
///
/// A `Mat3` has its columns in `x_axis`, `y_axis` and `z_axis`, each a `Vec3`. `v.extend(w)` puts a fourth number below
/// a `Vec3`, and `Mat4::from_cols(a, b, c, d)` is the matrix with these four columns.
fn matrix(parent_from_child: &Rigid) -> Mat4 {
    // BEGIN 01.1
    let rotation = parent_from_child.rotation;
    Mat4::from_cols(
        rotation.x_axis.extend(0.0),
        rotation.y_axis.extend(0.0),
        rotation.z_axis.extend(0.0),
        parent_from_child.translation.extend(1.0),
    )
    // STUB // TODO 01.1: which three numbers is each of the four columns, and what comes below them?
    // STUB let _ = parent_from_child; // you will need it
    // STUB Mat4::IDENTITY
    // END 01.1
}

/// `world_from_child`, which takes a point from the child's space straight to the world's: both transforms in one.
///
/// You write a `Rigid` with its fields, `Rigid { rotation: .., translation: .. }`. `r * s` is one rotation that turns
/// first by `s`, then by `r`; `r * v` turns a `Vec3`.
fn compose(world_from_parent: &Rigid, parent_from_child: &Rigid) -> Rigid {
    // BEGIN 01.2
    Rigid {
        rotation: world_from_parent.rotation * parent_from_child.rotation,
        translation: world_from_parent.apply(parent_from_child.translation),
    }
    // STUB // TODO 01.2: multiply R (S p + u) + t out. What is in front of p, and what is left?
    // STUB let _ = parent_from_child; // you will need it
    // STUB *world_from_parent
    // END 01.2
}

/// `child_from_parent`, the transform back from the parent's space to the child's.
fn inverse(parent_from_child: &Rigid) -> Rigid {
    // BEGIN 01.3
    let rotation = parent_from_child.rotation.transpose();
    Rigid { rotation, translation: -(rotation * parent_from_child.translation) }
    // STUB // TODO 01.3: solve q = R p + t for p. A Mat3 has `.transpose()`.
    // STUB let _ = parent_from_child; // you will need it
    // STUB Rigid::IDENTITY
    // END 01.3
}

/// The transforms of the arm's parts with the sliders at `a` and `b`, in degrees, and the claw's point in every space.
///
/// Shoulder and elbow are each in the space of the part before. `Mat3::from_rotation_y(radians)` and `from_rotation_z`
/// turn, `a.to_radians()` converts, and `rigid.apply(point)` is R p + t.
fn place(arm: &Arm, a: f32, b: f32) -> Placed {
    // BEGIN 01.4
    let base_from_upper = Rigid { rotation: Mat3::from_rotation_y(a.to_radians()), translation: arm.shoulder };
    let upper_from_forearm = Rigid { rotation: Mat3::from_rotation_z(b.to_radians()), translation: arm.elbow };
    let world_from_upper = compose(&arm.world_from_base, &base_from_upper);
    let world_from_forearm = compose(&world_from_upper, &upper_from_forearm);
    let claw_in_upper = upper_from_forearm.apply(arm.claw);
    let claw_in_base = base_from_upper.apply(claw_in_upper);
    let claw_in_world = arm.world_from_base.apply(claw_in_base);
    // STUB // TODO 01.4: the two joints, of which the first lacks only its turn; the two parts in the world; the claw.
    // STUB let _ = (a, b); // you will need them
    // STUB let base_from_upper = Rigid { rotation: Mat3::IDENTITY, translation: arm.shoulder }; // not turned yet
    // STUB let world_from_upper = base_from_upper;
    // STUB let world_from_forearm = base_from_upper;
    // STUB let claw_in_upper = arm.claw;
    // STUB let claw_in_base = arm.claw;
    // STUB let claw_in_world = arm.claw;
    // END 01.4
    Placed { world_from_upper, world_from_forearm, claw_in_upper, claw_in_base, claw_in_world }
}
