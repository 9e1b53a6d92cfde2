//! The joint of this lesson, the tree of joints as text, and a reader of nodes.

use glam::Mat4;
use roxmltree::Node;

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct ColladaJoints {
        "05.1" matrix_from_text: fn(text: &str) -> Result<Mat4, String>,
        "05.2" joint_name: fn(node: Node<'_, '_>) -> String,
        /// The reader, the node, its nearest joint, the matrix from the node to that joint, and the list to add to.
        "05.3" add_joints: fn(reader: &Reader, above: Node<'_, '_>, parent: Option<usize>, parent_from_above: Mat4, joints: &mut Vec<Joint>) -> Result<(), String>,
        "05.4" to_our_axes: fn(up_axis: UpAxis, meter: f32, joints: &mut [Joint]),
    }
}

#[path = "given/reader.rs"]
mod reader;

pub use reader::{MAX_DEPTH, Reader, UpAxis, document, read, visual_scene};

/// A joint as a file gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// The name by which a skin refers to the joint.
    pub name: String,
    /// Index of the nearest joint above it, always a smaller one; `None` for a root.
    pub parent: Option<usize>,
    /// Indices of the joints whose parent this is, in the file's order.
    pub children: Vec<usize>,
    /// Its index in its chain (a root with all its descendants): 0 for the root, then counted in
    /// depth-first order.
    pub index_in_chain: usize,
    /// Transform from the joint's own space to its parent's; for a root, to the file's.
    pub parent_from_joint: Mat4,
}

impl Joint {
    /// Creates a joint without children, with `index_in_chain` 0.
    pub fn new(name: String, parent: Option<usize>, parent_from_joint: Mat4) -> Joint {
        Joint { name, parent, children: Vec::new(), index_in_chain: 0, parent_from_joint }
    }
}

pub use crate::lesson_04::MAX_JOINTS;

/// Returns each joint's number of ancestors.
pub fn depths(joints: &[Joint]) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::new();
    for joint in joints {
        let parent = joint.parent.and_then(|parent| depths.get(parent));
        depths.push(parent.map_or(0, |depth| depth + 1));
    }
    depths
}

/// Returns the joint tree as text, a line for each joint: its index in its chain, and its name, indented by its depth.
pub fn tree(joints: &[Joint]) -> String {
    let mut text = String::new();
    for (index, (joint, depth)) in joints.iter().zip(depths(joints)).enumerate() {
        let name = if joint.name.is_empty() { "(no name)" } else { &joint.name };
        text += &format!("{:4}  {}{name}", joint.index_in_chain, "  ".repeat(depth));
        if joint.parent >= Some(index) {
            text += "  (its parent does not come before it)";
        }
        text.push('\n');
    }
    text
}
