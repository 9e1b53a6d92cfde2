//! Lesson 04: the joint tree of a Collada file.

use crate::{Answers, Joint, Reader, UpAxis};
use glam::Mat4;
use roxmltree::Node;

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { matrix_from_text, joint_name, add_joints, to_our_axes };

/// The matrix in the text of a `<matrix>` element: 16 numbers, row by row, with white space between them.
///
/// Returns an error if there are not exactly 16, with the number of them, or if a word is not a number, with
/// that word.
fn matrix_from_text(text: &str) -> Result<Mat4, String> {
    // BEGIN 04.1
    let mut numbers = Vec::new();
    for word in text.split_whitespace() {
        match word.parse::<f32>() {
            Ok(number) => numbers.push(number),
            Err(_) => return Err(format!("\"{word}\" is not a number")),
        }
    }
    if numbers.len() != 16 {
        return Err(format!("expected 16 numbers, found {}", numbers.len()));
    }
    // glam takes columns, and the file's rows stand where its columns should.
    Ok(Mat4::from_cols_slice(&numbers).transpose())
    // STUB // TODO 04.1: read 16 numbers. The file has them row by row, and glam column by column.
    // STUB let _ = text; // you will need it
    // STUB Ok(Mat4::IDENTITY)
    // END 04.1
}

/// The name of a node: its `sid`, or if it has none its `id`, or if it has neither its `name`.
///
/// If it has none of the three, the name is empty.
fn joint_name(node: Node) -> String {
    // BEGIN 04.2
    node.attribute("sid").or(node.attribute("id")).or(node.attribute("name")).unwrap_or("").into()
    // STUB // TODO 04.2: which of `sid`, `id` and `name` is there? Take the first.
    // STUB let _ = node; // you will need it
    // STUB String::new()
    // END 04.2
}

/// Adds every joint below `above` to `joints`, in depth-first order.
///
/// One call looks at the children of `above`, which is a node or the whole scene. `parent` is the index in `joints`
/// of the nearest joint: `above` itself, if that is a joint, otherwise the nearest one further up, and `None` if
/// there is none. `parent_from_above` takes points from `above`'s space to that joint's, or to the file's if there is
/// none. It is the product of the matrices of all nodes between. Skip every element that is not a `<node>`, with all
/// it contains.
///
/// `Joint::new` leaves `children` and `index_in_chain` for you to fill in.
///
/// Returns an error if a matrix cannot be read.
fn add_joints(
    reader: &Reader,
    above: Node,
    parent: Option<usize>,
    parent_from_above: Mat4,
    joints: &mut Vec<Joint>,
) -> Result<(), String> {
    // BEGIN 04.3
    for node in above.children() {
        if node.has_tag_name("node") {
            let parent_from_node = parent_from_above * reader.matrix(node)?;
            if node.attribute("type") == Some("JOINT") {
                let index = joints.len();
                joints.push(Joint::new(reader.name(node), parent, parent_from_node));
                if let Some(parent) = parent {
                    joints[parent].children.push(index);
                    joints[index].index_in_chain = joints[parent].index_in_chain + index - parent;
                }
                add_joints(reader, node, Some(index), Mat4::IDENTITY, joints)?;
            } else {
                add_joints(reader, node, parent, parent_from_node, joints)?;
            }
        }
    }
    Ok(())
    // STUB // TODO 04.3: one level first. For each child that is a <node>: is it a joint? Then the recursion.
    // STUB let _ = (reader, above, parent, parent_from_above, joints); // you will need them
    // STUB Ok(())
    // END 04.3
}

/// Turns and scales the joints from the file's axes and unit to ours: y up, metres.
///
/// `meter` is the length of the file's unit in metres, 0.01 for a file in centimetres.
fn to_our_axes(up_axis: UpAxis, meter: f32, joints: &mut [Joint]) {
    // BEGIN 04.4
    let our_axes = match up_axis {
        UpAxis::X => Mat4::from_rotation_z(90.0_f32.to_radians()),
        UpAxis::Y => Mat4::IDENTITY,
        UpAxis::Z => Mat4::from_rotation_x(-90.0_f32.to_radians()),
    };
    let ours_from_file = our_axes * Mat4::from_scale(glam::Vec3::splat(meter));
    for joint in joints {
        if joint.parent.is_none() {
            joint.parent_from_joint = ours_from_file * joint.parent_from_joint;
        }
    }
    // STUB // TODO 04.4: a rotation that turns the file's up to y, and a scale. Which joints need them?
    // STUB let _ = (up_axis, meter, joints); // you will need them
    // END 04.4
}
