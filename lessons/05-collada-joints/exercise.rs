//! Lesson 05: the joint tree of a Collada file.

use crate::{Answers, Joint, Reader, UpAxis};
use glam::Mat4;
use roxmltree::Node;

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { matrix_from_text, joint_name, add_joints, to_our_axes };

/// The matrix in the text of a `<matrix>` element.
///
/// `Mat4::from_cols_slice(&numbers)` makes a matrix from 16 numbers, column by column, and `transpose()` swaps its rows
/// and columns.
fn matrix_from_text(text: &str) -> Result<Mat4, String> {
    // TODO 05.1: words, numbers, a matrix. In which order does glam take the numbers?
    let _ = text; // you will need it
    Ok(Mat4::IDENTITY)
}

/// The name of a node, which is a piece of the XML, as the crate roxmltree reads it.
///
/// `node.attribute("sid")` is an `Option<&str>`, and `None` if there is no such attribute.
fn joint_name(node: Node) -> String {
    // TODO 05.2: which of `sid`, `id` and `name` is there? Take the first.
    let _ = node; // you will need it
    String::new()
}

/// Adds every joint below `above`, a node or the whole scene, to `joints`, in depth-first order.
///
/// `parent` is the index in `joints` of the nearest joint, `above` itself or one further up. `parent_from_above` takes
/// points from `above`'s space to that joint's, or to the file's if there is none.
///
/// `above.children()` is everything directly inside, also comments and the white space between elements, so skip what
/// is not a `<node>`: `node.has_tag_name("node")`. `node.attribute("type")` may be `Some("JOINT")`.
/// `reader.matrix(node)?` and `reader.name(node)` call 05.1 and 05.2. `Joint::new(name, parent, parent_from_joint)`
/// leaves `children` and `index_in_chain` for you to fill in.
///
/// Returns an error if a matrix cannot be read.
fn add_joints(
    reader: &Reader,
    above: Node,
    parent: Option<usize>,
    parent_from_above: Mat4,
    joints: &mut Vec<Joint>,
) -> Result<(), String> {
    // TODO 05.3: one level first. For each child that is a <node>: is it a joint? Then the recursion.
    let _ = (reader, above, parent, parent_from_above, joints); // you will need them
    Ok(())
}

/// Turns and scales the joints from the file's axes and unit to ours.
///
/// `match up_axis { UpAxis::X => .., UpAxis::Y => .., UpAxis::Z => .. }` chooses. `Mat4::from_rotation_x(radians)`
/// turns y towards z, `from_rotation_z(radians)` x towards y. `Mat4::from_scale(glam::Vec3::splat(meter))` scales.
fn to_our_axes(up_axis: UpAxis, meter: f32, joints: &mut [Joint]) {
    // TODO 05.4: a rotation that turns the file's up to y, and a scale. Which joints need them?
    let _ = (up_axis, meter, joints); // you will need them
}
