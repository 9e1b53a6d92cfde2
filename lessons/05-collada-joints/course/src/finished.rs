//! The finished form of the answers.

use crate::{Answers, Joint, Reader, UpAxis};
use armature_formats::collada;
use glam::Mat4;
use roxmltree::Node;

/// The right answers. For any file, with all transform elements, instances and limits, the
/// lesson becomes `armature_formats::collada`; tests/lesson/agree.rs holds the two together.
pub(crate) const ANSWERS: Answers = Answers {
    matrix_from_text: |text| {
        let number = |word: &str| word.parse::<f32>().map_err(|_| format!("\"{word}\" is not a number"));
        let numbers: Vec<f32> = text.split_whitespace().map(number).collect::<Result<_, _>>()?;
        let count = numbers.len();
        let rows = <[f32; 16]>::try_from(numbers).map_err(|_| format!("expected 16 numbers, found {count}"))?;
        Ok(Mat4::from_cols_array(&rows).transpose())
    },
    joint_name: |node| ["sid", "id", "name"].into_iter().find_map(|key| node.attribute(key)).unwrap_or_default().into(),
    add_joints: joints_below,
    to_our_axes: |up_axis, meter, joints| {
        let up_axis = match up_axis {
            UpAxis::X => collada::UpAxis::X,
            UpAxis::Y => collada::UpAxis::Y,
            UpAxis::Z => collada::UpAxis::Z,
        };
        let ours_from_file = up_axis.world_from_model(meter.into());
        for root in joints.iter_mut().filter(|joint| joint.parent.is_none()) {
            root.parent_from_joint = Mat4::from(ours_from_file) * root.parent_from_joint;
        }
    },
};

/// Adds the joints below `above`, without recursion: the descendants in the text's order, each after the node around it.
fn joints_below(
    reader: &Reader,
    above: Node<'_, '_>,
    parent: Option<usize>,
    parent_from_above: Mat4,
    joints: &mut Vec<Joint>,
) -> Result<(), String> {
    // Each node so far, its nearest joint (the node itself, if it is one), and the matrix from the node to that joint.
    let mut nodes = vec![(above, parent, parent_from_above)];
    for node in above.descendants().filter(|node| node.has_tag_name("node")) {
        // Nodes within other elements do not belong to the scene.
        let outer = nodes.iter().find(|(outer, ..)| node.parent() == Some(*outer)).copied();
        let Some((_, parent, parent_from_outer)) = outer else { continue };
        let parent_from_node = parent_from_outer * reader.matrix(node)?;
        if node.attribute("type") != Some("JOINT") {
            nodes.push((node, parent, parent_from_node));
            continue;
        }
        let index = joints.len();
        joints.push(Joint::new(reader.name(node), parent, parent_from_node));
        let root = std::iter::successors(Some(index), |&joint| joints[joint].parent).last().unwrap_or(index);
        joints[index].index_in_chain = index - root;
        if let Some(parent) = parent {
            joints[parent].children.push(index);
        }
        nodes.push((node, Some(index), Mat4::IDENTITY));
    }
    Ok(())
}
