//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, Joint, Reader, UpAxis};
use common::check::{mistake, nan_band};
use glam::{Mat3, Mat4, Vec3, Vec4};
use roxmltree::Node;

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers { matrix_from_text, joint_name, add_joints, to_our_axes };

fn matrix_from_text(text: &str) -> Result<Mat4, String> {
    let words: Vec<&str> = match text.trim() {
        text if mistake("SPLIT-AT-SPACES") => text.split(' ').collect(),
        text if mistake("SPLIT-AT-SPACES-ONLY") => text.split(' ').filter(|word| !word.is_empty()).collect(),
        text if mistake("FIRST-LINE-ALONE") => text.lines().next().unwrap_or("").split_whitespace().collect(),
        text => text.split_whitespace().collect(),
    };
    let mut numbers = Vec::new();
    for word in words {
        match word.parse::<f32>() {
            Ok(number) => numbers.push(number),
            Err(_) if mistake("WORD-SKIPPED") => {}
            Err(_) if mistake("WORD-AS-NUMBER") => numbers.push(0.0),
            Err(_) if mistake("WORD-NOT-SAID") => return Err("this is no number".into()),
            Err(_) => return Err(format!("\"{word}\" is not a number")),
        }
    }
    let fits = match numbers.len() {
        _ if mistake("ANY-COUNT") => true,
        17.. if mistake("SURPLUS-CUT") => true,
        count => count == 16,
    };
    if !fits && mistake("COUNT-NOT-SAID") {
        return Err("this is no matrix".into());
    }
    if !fits {
        return Err(format!("expected 16 numbers, found {}", numbers.len()));
    }
    numbers.resize(16, 0.0);
    let matrix = Mat4::from_cols_slice(&numbers);
    Ok(match matrix.transpose() {
        _ if mistake("ROWS-FOR-COLUMNS") => matrix,
        right if mistake("AXES-AS-ROWS") => {
            let axes = Mat4::from_mat3(Mat3::from_mat4(matrix));
            Mat4 { w_axis: right.w_axis, ..axes }
        }
        right => right,
    })
}

fn joint_name(node: Node<'_, '_>) -> String {
    let keys = match node {
        _ if mistake("ID-FIRST") => ["id", "sid", "name"],
        _ if mistake("NAME-FIRST") => ["name", "sid", "id"],
        _ if mistake("NAME-BEFORE-ID") => ["sid", "name", "id"],
        _ if mistake("LAST-WINS") => ["name", "id", "sid"],
        _ => ["sid", "id", "name"],
    };
    let tried = if mistake("NO-SECOND-CHOICE") { 1 } else { 3 };
    let nothing = if mistake("NAME-MADE-UP") { "unnamed" } else { "" };
    keys.iter().take(tried).find_map(|key| node.attribute(*key)).unwrap_or(nothing).into()
}

fn add_joints(
    reader: &Reader,
    above: Node<'_, '_>,
    parent: Option<usize>,
    parent_from_above: Mat4,
    joints: &mut Vec<Joint>,
) -> Result<(), String> {
    let mut found: Vec<(Node<'_, '_>, Option<usize>, Mat4)> = Vec::new();
    let mut from_here = parent_from_above;
    let is_node = |child: &Node<'_, '_>| child.has_tag_name("node") || mistake("EVERY-ELEMENT") && child.is_element();
    for node in above.children().filter(is_node) {
        let matrix = match reader.matrix(node) {
            Err(_) if mistake("ERROR-SWALLOWED") => Mat4::IDENTITY,
            matrix => matrix?,
        };
        let parent_from_node = if mistake("CHILD-TIMES-PARENT") { matrix * from_here } else { from_here * matrix };
        if mistake("SIBLINGS-TOO") {
            from_here = parent_from_node;
        }
        let is_joint = match node.attribute("type") {
            Some(_) if mistake("ANY-TYPE") => true,
            kind => kind == Some("JOINT"),
        };
        let (mut nearest, mut nearest_from_node) = (parent, parent_from_node);
        if is_joint || mistake("NODES-AS-JOINTS") {
            let name = match node.attribute("name") {
                name if mistake("NAME-ALONE") => name.unwrap_or_default().into(),
                _ => reader.name(node),
            };
            let index = push(joints, name, parent, parent_from_node);
            nearest = match parent {
                _ if mistake("PARENT-PASSED-BY") => parent,
                _ if mistake("NEXT-AS-PARENT") => Some(index + 1),
                _ => Some(index),
            };
            if !mistake("MODEL-FOR-LOCAL") {
                nearest_from_node = Mat4::IDENTITY;
            }
        } else if mistake("NODES-DROPPED") {
            continue;
        } else if mistake("NODE-MATRIX-LOST") {
            nearest_from_node = from_here;
        } else if mistake("PARENT-LOST") {
            nearest = None;
        }
        if mistake("LEVEL-BY-LEVEL") {
            found.push((node, nearest, nearest_from_node));
        } else {
            go_on(reader, (node, nearest, nearest_from_node), joints)?;
        }
    }
    for next in found {
        go_on(reader, next, joints)?;
    }
    Ok(())
}

fn go_on(
    reader: &Reader,
    (node, parent, parent_from_node): (Node<'_, '_>, Option<usize>, Mat4),
    joints: &mut Vec<Joint>,
) -> Result<(), String> {
    let result = add_joints(reader, node, parent, parent_from_node, joints);
    if mistake("RESULT-DROPPED") { Ok(()) } else { result }
}

fn push(joints: &mut Vec<Joint>, name: String, parent: Option<usize>, local: Mat4) -> usize {
    let index = joints.len();
    joints.push(Joint::new(name, parent, local));
    if let Some(parent) = parent {
        if !mistake("CHILDREN-MISSING") {
            joints[parent].children.push(index);
        }
        joints[index].index_in_chain = match joints[parent].index_in_chain {
            _ if mistake("PLACE-IN-LIST") => index,
            _ if mistake("FROM-THE-PARENT") => index - parent,
            _ if mistake("PLACE-NOT-SET") => 0,
            place if mistake("DEPTH-FOR-PLACE") => place + 1,
            place => place + index - parent,
        };
    }
    if mistake("COUNTED-ON") {
        joints[index].index_in_chain = index;
    }
    index
}

fn to_our_axes(up_axis: UpAxis, meter: f32, joints: &mut [Joint]) {
    let meter = meter * nan_band("the logarithm of meter", meter.log10(), -3.0..1.0);
    let turn = |degrees: f32| {
        let other_way = match up_axis {
            UpAxis::X => mistake("X-OTHER-WAY"),
            UpAxis::Y => false,
            UpAxis::Z => mistake("Z-OTHER-WAY"),
        };
        let degrees = if other_way || mistake("OTHER-WAY") { -degrees } else { degrees };
        if mistake("DEGREES") { degrees } else { degrees.to_radians() }
    };
    let our_axes = match up_axis {
        _ if mistake("AXES-IGNORED") => Mat4::IDENTITY,
        _ if mistake("ALWAYS-Z-UP") => Mat4::from_rotation_x(turn(-90.0)),
        UpAxis::X if mistake("X-LEFT-OUT") => Mat4::IDENTITY,
        UpAxis::Z if mistake("Z-LEFT-OUT") => Mat4::IDENTITY,
        UpAxis::Y if mistake("Y-TURNED") => Mat4::from_rotation_x(turn(-90.0)),
        UpAxis::X if mistake("AXES-SWAPPED") => mirror(Vec4::Y, Vec4::X, Vec4::Z),
        UpAxis::Z if mistake("AXES-SWAPPED") => mirror(Vec4::X, Vec4::Z, Vec4::Y),
        UpAxis::X => Mat4::from_rotation_z(turn(90.0)),
        UpAxis::Y => Mat4::IDENTITY,
        UpAxis::Z => Mat4::from_rotation_x(turn(-90.0)),
    };
    let is_forgotten = mistake("UNIT-FORGOTTEN")
        || up_axis == UpAxis::Y && mistake("Y-LEFT-OUT")
        || up_axis != UpAxis::Y && mistake("ONLY-Y-SCALED")
        || meter > 1.0 && mistake("LARGE-UNIT-FORGOTTEN");
    let scale = match meter {
        _ if is_forgotten || mistake("PLACE-ONLY") || mistake("EVERY-PLACE") => 1.0,
        _ if mistake("UNIT-TWICE") => meter * meter,
        _ if mistake("UNIT-DIVIDED") => 1.0 / meter,
        _ => meter,
    };
    let ours_from_file =
        if mistake("NUMBER-TIMES-MATRIX") { our_axes * scale } else { our_axes * Mat4::from_scale(Vec3::splat(scale)) };
    for (index, joint) in joints.iter_mut().enumerate() {
        let is_root = if mistake("FIRST-JOINT-ONLY") { index == 0 } else { joint.parent.is_none() };
        if !is_root && !mistake("EVERY-JOINT") {
            continue;
        }
        joint.parent_from_joint = match joint.parent_from_joint {
            file_from_joint if mistake("WRONG-SIDE") => file_from_joint * ours_from_file,
            file_from_joint if mistake("BOTH-SIDES") => ours_from_file * file_from_joint * our_axes.inverse(),
            file_from_joint => ours_from_file * file_from_joint,
        };
        if mistake("PLACE-ONLY") {
            scale_place(joint, meter);
        }
    }
    if mistake("EVERY-PLACE") {
        for joint in joints {
            scale_place(joint, meter);
        }
    }
}

fn scale_place(joint: &mut Joint, scale: f32) {
    joint.parent_from_joint.w_axis *= Vec4::new(scale, scale, scale, 1.0);
}

fn mirror(x: Vec4, y: Vec4, z: Vec4) -> Mat4 {
    Mat4::from_cols(x, y, z, Vec4::W)
}
