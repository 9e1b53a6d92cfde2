//! The live figures of the text.

use crate::finished::ANSWERS;
use crate::probes::{around, rows};
use crate::{Joint, Reader, UpAxis, document, visual_scene};
use drawing::{Align, Figure, Ink, Parameter, Sheet, Shown};
use given::{CallError, Course, lesson_05};
use glam::{Mat4, Vec2, Vec3};

pub(crate) const FIGURES: &[Figure] = &[
    Figure {
        name: "05.1",
        size: [360.0, 165.0],
        parameters: &[
            Parameter::new("number", [1.0, 16.0]).whole().plays(8.0),
            Parameter::new("count", [14.0, 18.0]).whole(),
        ],
        shown: Shown::Cases(2),
        draw: numbers,
    },
    Figure {
        name: "05.2",
        size: [360.0, 140.0],
        parameters: &[
            Parameter::new("sid", [0.0, 1.0]).whole(),
            Parameter::new("id", [0.0, 1.0]).whole(),
            Parameter::new("name", [0.0, 1.0]).whole(),
        ],
        shown: Shown::Cases(2),
        draw: names,
    },
    Figure {
        name: "05.3",
        size: [360.0, 190.0],
        parameters: &[Parameter::new("nodes", [1.0, 8.0]).whole().plays(8.0)],
        shown: Shown::Cases(3),
        draw: walk,
    },
    Figure {
        name: "05.3-between",
        size: [360.0, 170.0],
        parameters: &[
            Parameter::new("turn", [-60.0, 60.0]).of("node A").unit("°"),
            Parameter::new("along", [0.0, 2.0]).unit("m"),
        ],
        shown: Shown::At(&[&[30.0, 1.2]]),
        draw: between,
    },
    Figure {
        name: "05.4",
        size: [360.0, 210.0],
        parameters: &[Parameter::new("up", [0.0, 2.0]).whole(), Parameter::new("meter", [0.3, 1.1])],
        shown: Shown::Cases(3),
        draw: axes,
    },
];

/// Size of 05.1's cells.
const CELL: Vec2 = Vec2::new(18.0, 22.0);

/// Returns the lower left corner of a number's cell in the file.
fn file_cell(number: usize) -> Vec2 {
    Vec2::new(12.0 + CELL.x * number as f32, 105.0)
}

/// Returns the text of 05.1: the numbers from 1 to `count`, and a line for each row of four.
pub(crate) fn numbers_text([_, count]: [f32; 2]) -> String {
    (1..=count as usize).map(|number| number.to_string() + if number % 4 == 0 { "\n" } else { " " }).collect()
}

/// Draws the numbers of a file, and below them those of the matrix that 05.1 reads, in the order in which glam has them.
fn numbers(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [number, count] = sheet.values();
    sheet.word(Vec2::new(12.0, 154.0), Align::Left, "file: by rows", Ink::Given);
    sheet.word(Vec2::new(12.0, 15.0), Align::Left, "glam: by columns", Ink::Given);
    for place in 0..count as usize {
        sheet.cell(file_cell(place), CELL, (place + 1).to_string(), Ink::Given);
    }
    let [low, high] = [0, 15].map(|number| file_cell(number) + Vec2::new(9.0, 30.0));
    sheet.slide("number", low, high);
    let [low, high] = [14, 18].map(|count| file_cell(count) + CELL * Vec2::new(0.4, 0.5));
    sheet.slide("count", low, high);
    let result = answers.collada_joints.matrix_from_text(&numbers_text([number, count]))?;
    sheet.answered();
    match result {
        Err(error) => {
            // Refused: struck through.
            let [from, to] = [0, count as usize].map(|number| file_cell(number) + 0.5 * Vec2::Y * CELL.y);
            sheet.line(&[from, to], Ink::Answer);
            let word = if count == 16.0 { String::new() } else { count.to_string() };
            sheet.error(Vec2::new(12.0, 70.0), &error, &word);
        }
        Ok(matrix) => {
            for (place, value) in matrix.to_cols_array().into_iter().enumerate() {
                let low = Vec2::new(12.0 + CELL.x * place as f32, 30.0);
                sheet.cell(low, CELL, value.to_string(), Ink::Answer);
                // The row of the file in which the number stands.
                let row = 4 * ((number as usize - 1) / 4);
                if let Some(word) = (row..row + 4).find(|word| (word + 1) as f32 == value) {
                    let ink = if value == number { Ink::Answer } else { Ink::Faint };
                    let [from, to] = [file_cell(word), low + Vec2::Y * CELL.y].map(|at| at + 9.0 * Vec2::X);
                    sheet.line(&[from, to], ink);
                }
                if value == number {
                    sheet.reading("in glam", place as f32 + 1.0, "");
                }
            }
        }
    }
    Ok(())
}

/// Attributes of 05.2's node.
const ATTRIBUTES: [(&str, &str); 3] = [("sid", "hips"), ("id", "Knight_hips"), ("name", "Hips")];

/// Returns the text of 05.2's node, with those attributes whose parameter is 1.
pub(crate) fn node_tag(has: [f32; 3]) -> String {
    let mut tag = String::from("<node");
    for ((key, value), has) in ATTRIBUTES.into_iter().zip(has) {
        if has > 0.5 {
            tag += &format!(" {key}=\"{value}\"");
        }
    }
    tag + " type=\"JOINT\"/>"
}

/// Draws a node with some of three attributes, and an arrow from the one that 05.2 takes as its name.
fn names(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let is_there = sheet.values::<3>().map(|value| value > 0.5);
    for (place, (key, value)) in ATTRIBUTES.into_iter().enumerate() {
        let at = Vec2::new(20.0 + 115.0 * place as f32, 85.0);
        sheet.word(at + Vec2::new(0.0, 40.0), Align::Left, key, Ink::Given);
        if is_there[place] {
            sheet.cell(at, Vec2::new(92.0, 26.0), value, Ink::Given);
        } else {
            let corners = [(0.0, 0.0), (92.0, 0.0), (92.0, 26.0), (0.0, 26.0), (0.0, 0.0)];
            sheet.dashed(&corners.map(|(x, y)| at + Vec2::new(x, y)), Ink::Faint);
        }
        let [from, to] = [52.0, 82.0].map(|x| at + Vec2::new(x, 40.0));
        sheet.line(&[from, to], Ink::Faint);
        sheet.slide(key, from, to);
    }
    let text = around(&node_tag(sheet.values()), "Y_UP", "1");
    let name = in_scene(&text, |scene| match scene.children().find(|child| child.has_tag_name("node")) {
        Some(node) => answers.collada_joints.joint_name(node),
        None => Ok(String::new()),
    })?;
    sheet.answered();
    let at = Vec2::new(180.0, 20.0);
    let taken = (0..3).find(|place| is_there[*place] && ATTRIBUTES[*place].1 == name);
    if let Some(place) = taken {
        sheet.arrow(Vec2::new(20.0 + 115.0 * place as f32 + 46.0, 82.0), at + Vec2::new(0.0, 14.0), Ink::Answer);
    }
    sheet.word(at, Align::Middle, if name.is_empty() { "\"\"" } else { &name }, Ink::Answer);
    Ok(())
}

/// Calls `ask` with the scene of a text that was written here.
fn in_scene<T: Default>(
    text: &str,
    read: impl FnOnce(roxmltree::Node<'_, '_>) -> Result<T, CallError>,
) -> Result<T, CallError> {
    let Ok(document) = document(text) else { return Ok(T::default()) };
    visual_scene(&document).map_or_else(|_| Ok(T::default()), read)
}

/// Returns the joints that 05.3 reads from these nodes, up to the first error.
fn joints(nodes: &str, answers: &Course) -> Result<Vec<Joint>, CallError> {
    in_scene(&around(nodes, "Y_UP", "1"), |scene| {
        let reader = Reader::new(&given::table!(lesson_05::ColladaJoints, ANSWERS));
        let mut joints = Vec::new();
        let _ = answers.collada_joints.add_joints(&reader, scene, None, Mat4::IDENTITY, &mut joints)?;
        Ok(joints)
    })
}

/// Nodes of 05.3's file, each with its name, a small letter if it is a joint, and its depth.
pub(crate) const NODES: [(&str, usize); 8] =
    [("a", 0), ("b", 0), ("N", 0), ("c", 1), ("d", 2), ("e", 3), ("M", 2), ("f", 3)];

fn is_joint(name: &str) -> bool {
    name.chars().all(char::is_lowercase)
}

/// Returns the text of the first nodes. Each joint is at (1, 0, 0) in the space of the node around it, each other node at
/// (2, 0, 0).
pub(crate) fn first_nodes([count]: [f32; 1]) -> String {
    let mut text = String::new();
    let mut open = 0;
    for (name, depth) in &NODES[..count as usize] {
        text += &"</node>".repeat(open - depth);
        let (kind, x) = if is_joint(name) { ("JOINT", 1.0) } else { ("NODE", 2.0) };
        text += node(name, kind, placed(x, 0.0), "").trim_end_matches("</node>");
        open = depth + 1;
    }
    text + &"</node>".repeat(open)
}

/// Returns the height of a row of 05.3's file and list.
fn row(row: usize) -> f32 {
    155.0 - 20.0 * row as f32
}

/// Draws the first nodes of a file, and the list of joints that 05.3 makes of them, with the x of each `parent_from_joint`.
fn walk(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [count] = sheet.values();
    sheet.word(Vec2::new(30.0, 178.0), Align::Left, "file", Ink::Given);
    for (number, (name, depth)) in NODES.into_iter().enumerate() {
        let at = Vec2::new(36.0 + 16.0 * depth as f32, row(number));
        let ink = if number < count as usize { Ink::Given } else { Ink::Faint };
        if is_joint(name) {
            sheet.point(at, ink);
        } else {
            sheet.circle(at, 4.0, ink);
        }
        sheet.word(at + 10.0 * Vec2::X, Align::Left, name, ink);
    }
    sheet.slide("nodes", Vec2::new(15.0, row(0)), Vec2::new(15.0, row(7)));
    for (x, word) in [(215.0, "parent"), (268.0, "children"), (316.0, "chain"), (348.0, "x")] {
        sheet.word(Vec2::new(x, 178.0), Align::Middle, word, Ink::Given);
    }
    let joints = joints(&first_nodes([count]), answers)?;
    sheet.answered();
    for (index, joint) in joints.iter().enumerate().take(8) {
        let y = row(index);
        let name: String = joint.name.chars().take(2).collect();
        if let Some(number) = NODES.iter().position(|(node, _)| *node == name) {
            sheet.line(
                &[Vec2::new(60.0 + 16.0 * NODES[number].1 as f32, row(number)), Vec2::new(142.0, y)],
                Ink::Answer,
            );
        }
        let parent = joint.parent.map_or("-".into(), |parent| parent.to_string());
        if let Some(parent) = joint.parent {
            let x = 188.0 + 2.5 * index as f32;
            let up = Vec2::new(x, row(parent.min(8)) - 6.0);
            sheet.line(&[Vec2::new(206.0, y), Vec2::new(x, y), up], Ink::Answer);
        }
        let children: Vec<String> = joint.children.iter().map(ToString::to_string).collect();
        // Below a number a stroke: as many as there are, and as large as it is.
        for (x, length) in [(259.0, 2 * children.len()), (301.0, joint.index_in_chain)] {
            sheet.line(&[Vec2::new(x, y - 9.0), Vec2::new(x + 5.0 * length.min(8) as f32, y - 9.0)], Ink::Answer);
        }
        for (x, word) in [
            (152.0, index.to_string()),
            (173.0, name),
            (216.0, parent),
            (268.0, children.join(" ")),
            (316.0, joint.index_in_chain.to_string()),
            (348.0, joint.parent_from_joint.w_axis.x.to_string()),
        ] {
            sheet.word(Vec2::new(x, y), Align::Middle, word, Ink::Answer);
        }
    }
    sheet.reading("joints", joints.len() as f32, "");
    Ok(())
}

/// Returns the text of a node with its matrix, around other nodes.
pub(crate) fn node(name: &str, kind: &str, matrix: Mat4, inside: &str) -> String {
    let numbers = rows(matrix).map(|number| number.to_string()).join(" ");
    format!("<node sid=\"{name}\" type=\"{kind}\"><matrix>{numbers}</matrix>{inside}</node>")
}

/// Returns the matrix of a node at (x, 0, 0) in its parent's space, turned about z.
pub(crate) fn placed(x: f32, degrees: f32) -> Mat4 {
    Mat4::from_translation(Vec3::X * x) * Mat4::from_rotation_z(degrees.to_radians())
}

/// Returns the place on 05.3-between's sheet of a node's origin, in the space of p.
fn node_at(matrix: &Mat4) -> Vec2 {
    Vec2::new(35.0, 75.0) + 70.0 * matrix.w_axis.truncate().truncate()
}

/// Draws the axes of a node, in the space of p.
fn frame(sheet: &mut Sheet, matrix: &Mat4, name: &str, ink: Ink) {
    sheet.frame(node_at(matrix), matrix.x_axis.y.atan2(matrix.x_axis.x), 26.0, name, ink);
}

/// Draws a joint p, two nodes that are not joints, and where 05.3 puts the joint J inside them, in the space of p.
fn between(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [turn, along] = sheet.values();
    let a = placed(1.0, turn);
    let b = placed(along, -45.0);
    sheet.dashed(&[Mat4::IDENTITY, a, a * b].map(|matrix| node_at(&matrix)), Ink::Faint);
    for (matrix, name) in [(Mat4::IDENTITY, "p"), (a, "A"), (a * b, "B")] {
        frame(sheet, &matrix, name, Ink::Given);
    }
    let text = node("j", "JOINT", placed(1.0, 0.0), "");
    let text = node("p", "JOINT", Mat4::IDENTITY, &node("A", "NODE", a, &node("B", "NODE", b, &text)));
    let joints = joints(&text, answers)?;
    sheet.answered();
    if let Some(joint) = joints.iter().find(|joint| joint.name == "j") {
        let matrix = joint.parent_from_joint;
        sheet.dashed(&[node_at(&Mat4::IDENTITY), node_at(&matrix)], Ink::Answer);
        frame(sheet, &matrix, "J", Ink::Answer);
        sheet.reading("x", matrix.w_axis.x, "m");
        sheet.reading("y", matrix.w_axis.y, "m");
    }
    sheet.given();
    sheet.turn("turn", node_at(&a), 40.0);
    sheet.slide("along", node_at(&a), node_at(&(a * placed(2.0, 0.0))));
    Ok(())
}

/// A skeleton of two chains in our axes: each joint's name and position, and its parent.
const SKELETON: [(&str, Vec3, Option<usize>); 9] = [
    ("hips", Vec3::new(0.5, 1.0, 0.2), None),
    ("chest", Vec3::new(0.5, 1.4, 0.2), Some(0)),
    ("head", Vec3::new(0.5, 1.75, 0.2), Some(1)),
    ("hand_l", Vec3::new(1.0, 1.1, 0.5), Some(1)),
    ("hand_r", Vec3::new(0.0, 1.1, 0.5), Some(1)),
    ("foot_l", Vec3::new(0.7, 0.0, 0.3), Some(0)),
    ("foot_r", Vec3::new(0.3, 0.0, 0.3), Some(0)),
    ("staff", Vec3::new(-0.45, 0.1, 0.3), None),
    ("tip", Vec3::new(-0.45, 1.2, 0.3), Some(7)),
];

/// Returns the up axis and the unit of 05.4's file, and its joints.
pub(crate) fn skeleton([up, meter]: [f32; 2]) -> (UpAxis, f32, Vec<Joint>) {
    let up_axis = [UpAxis::X, UpAxis::Y, UpAxis::Z][up as usize];
    let mut joints = Vec::new();
    for (name, position, parent) in SKELETON {
        let above = parent.map_or(Vec3::ZERO, |parent| SKELETON[parent].1);
        let parent_from_joint = Mat4::from_translation(in_file(up_axis, position - above));
        joints.push(Joint::new(name.into(), parent, parent_from_joint));
    }
    (up_axis, meter, joints)
}

/// Returns a point of our axes in a file's axes, by the inverse of the text's table.
fn in_file(up_axis: UpAxis, ours: Vec3) -> Vec3 {
    match up_axis {
        UpAxis::X => Vec3::new(ours.y, -ours.x, ours.z),
        UpAxis::Y => ours,
        UpAxis::Z => Vec3::new(ours.x, -ours.z, ours.y),
    }
}

/// Returns the place of a point on 05.4's sheet: z comes out of it, to the lower left.
fn oblique(point: Vec3) -> Vec2 {
    Vec2::new(130.0, 85.0) + 60.0 * (point.truncate() - point.z * Vec2::new(0.45, 0.3))
}

/// Draws a file's skeleton as if its axes were ours, and the skeleton that 05.4 makes of it.
fn axes(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let (up_axis, meter, mut joints) = skeleton(sheet.values());
    for (axis, word, name) in
        [(Vec3::X, 0.85 * Vec3::X, "x"), (Vec3::Y, 0.8 * Vec3::Y, "y"), (Vec3::Z, 0.85 * Vec3::Z, "z")]
    {
        sheet.arrow(oblique(Vec3::ZERO), oblique(0.7 * axis), Ink::Given);
        sheet.word(oblique(word), Align::Middle, name, Ink::Given);
    }
    for (_, position, parent) in SKELETON {
        if let Some(parent) = parent {
            sheet.dashed(&[SKELETON[parent].1, position].map(|end| oblique(in_file(up_axis, end))), Ink::Given);
        }
    }
    let head = oblique(in_file(up_axis, SKELETON[2].1));
    sheet.word(head + Vec2::new(0.0, -14.0), Align::Middle, "file", Ink::Given);
    let [from, to] = [20.0, 80.0].map(|x| Vec2::new(x, 15.0));
    sheet.line(&[from, to], Ink::Faint);
    sheet.slide("up", from, to);
    sheet.word(Vec2::new(95.0, 15.0), Align::Left, format!("{up_axis:?}_UP"), Ink::Given);
    answers.collada_joints.to_our_axes(up_axis, meter, &mut joints)?;
    sheet.answered();
    let mut ours: Vec<Mat4> = Vec::new();
    let mut positions: Vec<Vec3> = Vec::new();
    for joint in &joints {
        let above = joint.parent.filter(|&parent| parent < ours.len());
        let matrix = above.map_or(Mat4::IDENTITY, |above| ours[above]) * joint.parent_from_joint;
        // As the graphics card does: divided by the fourth number.
        let position = matrix.project_point3(Vec3::ZERO);
        if let Some(above) = above {
            sheet.line(&[positions[above], position].map(oblique), Ink::Answer);
        }
        sheet.point(oblique(position), Ink::Answer);
        ours.push(matrix);
        positions.push(position);
    }
    let head = positions.get(2).map_or(f32::NAN, |head| head.y);
    sheet.given();
    let [low, high] = [0.3, 1.1].map(|meter| Vec2::new(320.0, 60.0 + 100.0 * meter));
    sheet.line(&[low, high], Ink::Faint);
    sheet.word(low - 18.0 * Vec2::Y, Align::Middle, "meter", Ink::Given);
    sheet.slide("meter", low, high);
    sheet.reading("head at y", head, "m");
    Ok(())
}
