//! Lesson 01: rigid transforms, and an arm made of them. This is the only file you edit.

use crate::{Answers, Arm, Placed, Rigid};
use glam::{Mat3, Mat4};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { matrix, compose, inverse, place };

/// The 4x4 matrix that does to a point (x, y, z, 1) what `parent_from_child` does to (x, y, z).
///
/// `Mat4::from_cols` takes its four columns; `v.extend(w)` makes a column of a Vec3 and a fourth number.
fn matrix(parent_from_child: &Rigid) -> Mat4 {
    // TODO 01.1: which three numbers is each of the four columns, and what comes below them?
    let _ = parent_from_child; // you will need it
    Mat4::IDENTITY
}

/// One after the other: `world_from_child`, which takes a point from the child's space straight to the world's.
fn compose(world_from_parent: &Rigid, parent_from_child: &Rigid) -> Rigid {
    // TODO 01.2: the child does S p + u, and the parent R q + t with what comes out. Put one into the other:
    // what stands before p, and what is left over?
    let _ = parent_from_child; // you will need it
    *world_from_parent
}

/// The way back: `child_from_parent`.
fn inverse(parent_from_child: &Rigid) -> Rigid {
    // TODO 01.3: solve q = R p + t for p. The inverse of a rotation is its `.transpose()`.
    let _ = parent_from_child; // you will need it
    Rigid::IDENTITY
}

/// Returns the transforms of the arm's parts when the sliders stand at `a` and `b`, and the claw point in every space.
///
/// Both are angles in degrees, as the panel shows them. A turns the upper arm about the y axis at the shoulder,
/// B bends the forearm about the z axis at the elbow: `Mat3::from_rotation_y` and `from_rotation_z`, in radians.
fn place(arm: &Arm, a: f32, b: f32) -> Placed {
    // TODO 01.4: first the joints, base_from_upper and upper_from_forearm; then the two parts in the world, from
    // `arm.world_from_base` on; then the claw, from the forearm's space to the upper arm's, the base's, the world's.
    let _ = (a, b); // you will need them
    let base_from_upper = Rigid { rotation: Mat3::IDENTITY, translation: arm.shoulder }; // not turned yet
    let world_from_upper = base_from_upper;
    let world_from_forearm = base_from_upper;
    let claw_in_upper = arm.claw;
    let claw_in_base = arm.claw;
    let claw_in_world = arm.claw;
    Placed { world_from_upper, world_from_forearm, claw_in_upper, claw_in_base, claw_in_world }
}
