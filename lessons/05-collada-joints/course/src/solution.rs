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
    // BEGIN 05.1
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
    // STUB // TODO 05.1: words, numbers, a matrix. In which order does glam take the numbers?
    // STUB let _ = text; // you will need it
    // STUB Ok(Mat4::IDENTITY)
    // END 05.1
}

/// The name of a node, which is a piece of the XML, as the crate roxmltree reads it.
///
/// `node.attribute("sid")` is an `Option<&str>`, and `None` if there is no such attribute.
fn joint_name(node: Node) -> String {
    // BEGIN 05.2
    node.attribute("sid").or(node.attribute("id")).or(node.attribute("name")).unwrap_or("").into()
    // STUB // TODO 05.2: which of `sid`, `id` and `name` is there? Take the first.
    // STUB let _ = node; // you will need it
    // STUB String::new()
    // END 05.2
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
    // BEGIN 05.3
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
    // STUB // TODO 05.3: one level first. For each child that is a <node>: is it a joint? Then the recursion.
    // STUB let _ = (reader, above, parent, parent_from_above, joints); // you will need them
    // STUB Ok(())
    // END 05.3
}

/// Turns and scales the joints from the file's axes and unit to ours.
///
/// `match up_axis { UpAxis::X => .., UpAxis::Y => .., UpAxis::Z => .. }` chooses. `Mat4::from_rotation_x(radians)`
/// turns y towards z, `from_rotation_z(radians)` x towards y. `Mat4::from_scale(glam::Vec3::splat(meter))` scales.
fn to_our_axes(up_axis: UpAxis, meter: f32, joints: &mut [Joint]) {
    // BEGIN 05.4
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
    // STUB // TODO 05.4: a rotation that turns the file's up to y, and a scale. Which joints need them?
    // STUB let _ = (up_axis, meter, joints); // you will need them
    // END 05.4
}
