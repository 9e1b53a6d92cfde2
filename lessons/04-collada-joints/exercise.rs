//! Lesson 04: the joint tree of a Collada file.

use crate::{Answers, Joint, Reader, UpAxis};
use glam::Mat4;
use roxmltree::Node;

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { matrix_from_text, joint_name, add_joints, to_our_axes };

/// The matrix that a `<matrix>` element holds: 16 numbers, row by row, separated by white space.
///
/// An error if there are more or fewer than 16, which says how many there are; and if a word is no
/// number, which says the word.
fn matrix_from_text(text: &str) -> Result<Mat4, String> {
    // TODO 04.1: read 16 numbers; put the file's rows where glam has columns.
    let _ = text; // you will need it
    Ok(Mat4::IDENTITY)
}

/// Returns the name by which a skin refers to this node: its `sid`; without one its `id`; without that its `name`.
///
/// Empty if it has none of the three.
fn joint_name(node: Node) -> String {
    // TODO 04.2: the first that is there of `sid`, `id` and `name`.
    let _ = node; // you will need it
    String::new()
}

/// Adds every joint below `above` to `joints`, in depth-first order.
///
/// `above` is the node whose children to look at, or the scene itself. `parent` is the nearest joint
/// from there upwards, by its index in `joints`: `above` itself if that is a joint. `parent_from_above`
/// takes `above`'s space to that joint's, or to the file's where there is none: the product of the
/// matrices of the nodes between, which are no joints. What is no `<node>` is skipped, and so is
/// everything in it.
///
/// `Joint::new` leaves `children` and `index_in_chain` for you to fill in.
///
/// An error if a matrix cannot be read.
fn add_joints(
    reader: &Reader,
    above: Node,
    parent: Option<usize>,
    parent_from_above: Mat4,
    joints: &mut Vec<Joint>,
) -> Result<(), String> {
    // TODO 04.3: one level first. For each child that is a <node>: is it a joint? Then the recursion.
    let _ = (reader, above, parent, parent_from_above, joints); // you will need them
    Ok(())
}

/// Turns and scales the joints from the file's axes and unit to ours: y up, metres.
///
/// `meter` says how many metres the file's unit is: 0.01 for a file in centimetres.
fn to_our_axes(up_axis: UpAxis, meter: f32, joints: &mut [Joint]) {
    // TODO 04.4: a rotation that brings the file's up to y, and a scale; which joints need them?
    let _ = (up_axis, meter, joints); // you will need them
}
