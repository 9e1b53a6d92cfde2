//! Lesson 01: rigid transforms, and an arm made of them. This is the only file you edit.

use crate::{Answers, Arm, Placed, Rigid};
use glam::{Mat3, Mat4};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { matrix, compose, inverse, place };

/// The 4x4 matrix that does to a point (x, y, z, 1) what `parent_from_child` does to (x, y, z).
///
/// `Mat4::from_cols` takes its four columns, and `v.extend(w)` puts a fourth number below a Vec3.
fn matrix(parent_from_child: &Rigid) -> Mat4 {
    // TODO 01.1: which three numbers is each of the four columns, and what comes below them?
    let _ = parent_from_child; // you will need it
    Mat4::IDENTITY
}

/// `world_from_child`, which takes a point from the child's space straight to the world's: both transforms in one.
fn compose(world_from_parent: &Rigid, parent_from_child: &Rigid) -> Rigid {
    // TODO 01.2: the child takes p to q = S p + u, and the parent takes q to R q + t. Put the one into the other,
    // and multiply out. What is in front of p, and what is left?
    let _ = parent_from_child; // you will need it
    *world_from_parent
}

/// `child_from_parent`, the transform back from the parent's space to the child's.
fn inverse(parent_from_child: &Rigid) -> Rigid {
    // TODO 01.3: solve q = R p + t for p. The inverse of a rotation is its `.transpose()`.
    let _ = parent_from_child; // you will need it
    Rigid::IDENTITY
}

/// The transforms of the arm's parts with the sliders at `a` and `b`, and the claw's point in every space.
///
/// Both are angles in degrees, as the panel shows them. A turns the upper arm about the y axis at the shoulder,
/// B bends the forearm about the z axis at the elbow: `Mat3::from_rotation_y` and `from_rotation_z`, in radians.
fn place(arm: &Arm, a: f32, b: f32) -> Placed {
    // TODO 01.4: the two joints first, base_from_upper and upper_from_forearm. Then the two parts in the world,
    // beginning with `arm.world_from_base`. Then the claw in the upper arm's space, the base's and the world's.
    let _ = (a, b); // you will need them
    let base_from_upper = Rigid { rotation: Mat3::IDENTITY, translation: arm.shoulder }; // not turned yet
    let world_from_upper = base_from_upper;
    let world_from_forearm = base_from_upper;
    let claw_in_upper = arm.claw;
    let claw_in_base = arm.claw;
    let claw_in_world = arm.claw;
    Placed { world_from_upper, world_from_forearm, claw_in_upper, claw_in_base, claw_in_world }
}
