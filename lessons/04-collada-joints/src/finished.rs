//! The finished form of the four answers. What it becomes for any file, with all transform elements,
//! instances and limits, is `common::collada`; tests/lesson/agree.rs holds the two together.

use crate::{Answers, Joint, Reader, UpAxis};
use common::collada::document::Asset;
use glam::Mat4;
use roxmltree::Node;

/// Right on every probe.
pub(crate) const ANSWERS: Answers =
    Answers { matrix_from_text, joint_name, add_joints, to_our_axes };

fn matrix_from_text(text: &str) -> Result<Mat4, String> {
    let number = |word: &str| word.parse().map_err(|_| format!("\"{word}\" is not a number"));
    let numbers: Vec<f32> = text.split_whitespace().map(number).collect::<Result<_, _>>()?;
    let rows: [f32; 16] = numbers
        .try_into()
        .map_err(|numbers: Vec<f32>| format!("expected 16 numbers, found {}", numbers.len()))?;
    Ok(Mat4::from_cols_array(&rows).transpose())
}

fn joint_name(node: Node<'_, '_>) -> String {
    let name = ["sid", "id", "name"].into_iter().find_map(|key| node.attribute(key));
    name.unwrap_or_default().to_owned()
}

/// With a stack of its own instead of a recursion.
fn add_joints(
    reader: &Reader,
    above: Node<'_, '_>,
    parent: Option<usize>,
    parent_from_above: Mat4,
    joints: &mut Vec<Joint>,
) -> Result<(), String> {
    let mut stack = vec![(above, parent, parent_from_above)];
    let mut is_first = true;
    while let Some((node, parent, parent_from_above)) = stack.pop() {
        let (mut nearest, mut nearest_from_node) = (parent, parent_from_above);
        if !is_first {
            nearest_from_node *= reader.matrix(node)?;
            if node.attribute("type") == Some("JOINT") {
                nearest = Some(push(joints, reader.name(node), parent, nearest_from_node));
                nearest_from_node = Mat4::IDENTITY;
            }
        }
        is_first = false;
        let nodes = node.children().filter(|child| child.has_tag_name("node"));
        stack.extend(nodes.rev().map(|child| (child, nearest, nearest_from_node)));
    }
    Ok(())
}

fn push(
    joints: &mut Vec<Joint>,
    name: String,
    parent: Option<usize>,
    parent_from_joint: Mat4,
) -> usize {
    let index = joints.len();
    let mut joint = Joint::new(name, parent, parent_from_joint);
    if let Some(parent) = parent {
        joints[parent].children.push(index);
        joint.index_in_chain = joints[parent].index_in_chain + index - parent;
    }
    joints.push(joint);
    index
}

fn to_our_axes(up_axis: UpAxis, meter: f32, joints: &mut [Joint]) {
    let (version, authoring_tool) = (String::new(), String::new());
    let asset = Asset { version, authoring_tool, up_axis, unit_meter: f64::from(meter) };
    let ours_from_file = Mat4::from(asset.world_from_model());
    for root in joints.iter_mut().filter(|joint| joint.parent.is_none()) {
        root.parent_from_joint = ours_from_file * root.parent_from_joint;
    }
}
