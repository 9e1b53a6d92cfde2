//! The live figures of the text.

use crate::finished::ANSWERS;
use crate::probes::{around, rows};
use crate::{Joint, Reader, UpAxis, document, visual_scene};
use drawing::{Align, Figure, Ink, Parameter, Sheet, Shown, ShownCase};
use given::{CallError, Course, lesson_04};
use glam::{Mat4, Vec2, Vec3};

pub(crate) const FIGURES: &[Figure] = &[
    Figure {
        name: "04.1",
        size: [360.0, 165.0],
        parameters: &[
            Parameter::new("number", [1.0, 16.0], 4.0).whole().plays(8.0),
            Parameter::new("count", [14.0, 18.0], 16.0).whole(),
        ],
        shown: Shown::At(&[&[4.0, 16.0], &[4.0, 15.0]]),
        draw: numbers,
    },
    Figure {
        name: "04.2",
        size: [360.0, 140.0],
        parameters: &[
            Parameter::new("sid", [0.0, 1.0], 1.0).whole(),
            Parameter::new("id", [0.0, 1.0], 1.0).whole(),
            Parameter::new("name", [0.0, 1.0], 1.0).whole(),
        ],
        shown: Shown::At(&[&[1.0, 1.0, 1.0], &[0.0, 1.0, 1.0]]),
        draw: names,
    },
    Figure {
        name: "04.3",
        size: [360.0, 190.0],
        parameters: &[
            Parameter::new("nodes", [1.0, 8.0], 8.0).whole().plays(8.0),
            Parameter::new("file", [0.0, FILES.len() as f32 - 1.0], 0.0).whole(),
        ],
        shown: Shown::At(&[&[4.0, 0.0], &[8.0, 0.0]]),
        draw: walk,
    },
    Figure {
        name: "04.3-between",
        size: [360.0, 170.0],
        parameters: &[
            Parameter::new("turn", [-60.0, 60.0], 30.0).unit("°"),
            Parameter::new("along", [0.0, 2.0], 1.2).unit("m"),
        ],
        shown: Shown::Start,
        draw: between,
    },
    Figure {
        name: "04.4",
        size: [360.0, 210.0],
        parameters: &[Parameter::new("up", [0.0, 2.0], 2.0).whole(), Parameter::new("meter", [0.3, 1.1], 0.8)],
        shown: Shown::At(&[&[2.0, 0.8], &[0.0, 0.8]]),
        draw: axes,
    },
];

pub const SHOWN_CASES: &[ShownCase] = &[
    ("the numbers 1 to 16, two spaces between them, each row of four in its own line", &[4.0, 16.0]),
    ("the numbers 1 to 15", &[4.0, 15.0]),
    ("the numbers 1 to 17", &[4.0, 17.0]),
    ("a node with sid=\"hips\" id=\"Knight_hips\" name=\"Hips\"", &[1.0, 1.0, 1.0]),
    ("a node with id=\"Knight_hips\" name=\"Hips\"", &[0.0, 1.0, 1.0]),
    ("a node with name=\"Hips\"", &[0.0, 0.0, 1.0]),
    ("a node without attributes", &[0.0, 0.0, 0.0]),
    ("one joint a in the scene", &[8.0, 1.0]),
    ("the joints a and b side by side in the scene", &[8.0, 2.0]),
    ("a joint a in the scene, and beside it a node that is not a joint", &[8.0, 3.0]),
    ("a joint a, and in it the joint b", &[8.0, 4.0]),
    ("a joint a with the joints b and c in it", &[8.0, 5.0]),
    ("a node at (2, 0, 0) that is not a joint, and in it the joint a", &[8.0, 6.0]),
    ("a joint a, in it a node at (2, 0, 0) that is not a joint, and in that the joint b", &[8.0, 7.0]),
    ("a joint a, and beside it a joint b with the joint c in it", &[8.0, 8.0]),
    ("a joint a, in it the joints b and d, and in b the joint c", &[8.0, 9.0]),
    ("a Y_UP file in metres, a root at (0.5, 1, 0.2)", &[1.0, 1.0]),
    ("a Y_UP file in units of half a metre (meter is 0.5), a root at (0.5, 1, 0.2)", &[1.0, 0.5]),
    ("a Z_UP file in metres, a root at (0.5, -0.2, 1), which is 1 m up", &[2.0, 1.0]),
    ("an X_UP file in metres, a root at (1, -0.5, 0.2), which is 1 m up", &[0.0, 1.0]),
    ("a Z_UP file in units of half a metre, a root at (0.5, -0.2, 1)", &[2.0, 0.5]),
];

/// Size of 04.1's cells.
const CELL: Vec2 = Vec2::new(18.0, 22.0);

/// Returns the lower left corner of a number's cell in the file.
fn file_cell(number: usize) -> Vec2 {
    Vec2::new(12.0 + CELL.x * number as f32, 105.0)
}

/// Returns the numbers from 1 on as a file may have them: two spaces between, and a line for each row of four.
pub(crate) fn numbers_text(count: usize) -> String {
    (1..=count).map(|number| number.to_string() + if number % 4 == 0 { "\n" } else { "  " }).collect()
}

/// Draws the numbers of a file, and below them those of the matrix that 04.1 reads, in the order in which glam has them.
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
    let result = answers.collada_joints.matrix_from_text(&numbers_text(count as usize))?;
    sheet.answered();
    match result {
        Err(error) => {
            // Refused: struck through.
            let [from, to] = [0, count as usize].map(|number| file_cell(number) + 0.5 * Vec2::Y * CELL.y);
            sheet.line(&[from, to], Ink::Answer);
            sheet.word(Vec2::new(12.0, 70.0), Align::Left, format!("Err: {error}"), Ink::Answer);
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

/// Draws a node with some of three attributes, and an arrow from the one that 04.2 takes as its name.
fn names(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let is_there = sheet.values::<3>().map(|value| value > 0.5);
    let mut tag = String::new();
    let values = ["hips", "Knight_hips", "Hips"];
    for (place, (key, value)) in ["sid", "id", "name"].into_iter().zip(values).enumerate() {
        let at = Vec2::new(20.0 + 115.0 * place as f32, 85.0);
        sheet.word(at + Vec2::new(0.0, 40.0), Align::Left, key, Ink::Given);
        if is_there[place] {
            tag += &format!(" {key}=\"{value}\"");
            sheet.cell(at, Vec2::new(92.0, 26.0), value, Ink::Given);
        } else {
            let corners = [(0.0, 0.0), (92.0, 0.0), (92.0, 26.0), (0.0, 26.0), (0.0, 0.0)];
            sheet.dashed(&corners.map(|(x, y)| at + Vec2::new(x, y)), Ink::Faint);
        }
        let [from, to] = [52.0, 82.0].map(|x| at + Vec2::new(x, 40.0));
        sheet.line(&[from, to], Ink::Faint);
        sheet.slide(key, from, to);
    }
    let text = around(&format!("<node{tag} type=\"JOINT\"/>"), "Y_UP", "1");
    let name = in_scene(&text, |scene| match scene.children().find(|child| child.has_tag_name("node")) {
        Some(node) => answers.collada_joints.joint_name(node),
        None => Ok(String::new()),
    })?;
    sheet.answered();
    let at = Vec2::new(180.0, 20.0);
    let taken = (0..3).find(|place| is_there[*place] && values[*place] == name);
    if let Some(place) = taken {
        sheet.arrow(Vec2::new(20.0 + 115.0 * place as f32 + 46.0, 82.0), at + Vec2::new(0.0, 14.0), Ink::Answer);
    }
    sheet.word(at, Align::Middle, if name.is_empty() { "\"\"" } else { &name }, Ink::Answer);
    Ok(())
}

/// Calls `ask` with the scene of a text that was written here.
fn in_scene<T: Default>(
    text: &str,
    ask: impl FnOnce(roxmltree::Node<'_, '_>) -> Result<T, CallError>,
) -> Result<T, CallError> {
    let Ok(document) = document(text) else { return Ok(T::default()) };
    visual_scene(&document).map_or_else(|_| Ok(T::default()), ask)
}

/// Returns the joints that 04.3 reads from these nodes, up to the first error.
fn joints(nodes: &str, answers: &Course) -> Result<Vec<Joint>, CallError> {
    in_scene(&around(nodes, "Y_UP", "1"), |scene| {
        let reader = Reader::new(&given::table!(lesson_04::ColladaJoints, ANSWERS));
        let mut joints = Vec::new();
        let _ = answers.collada_joints.add_joints(&reader, scene, None, Mat4::IDENTITY, &mut joints)?;
        Ok(joints)
    })
}

/// Files of 04.3: the text's, then those of the cases. Each node has a name, a small letter if it is a joint, and a depth.
pub(crate) const FILES: [&[(&str, usize)]; 10] = [
    &[("A", 0), ("b", 1), ("c", 2), ("d", 3), ("E", 2), ("f", 3), ("g", 1), ("h", 2)],
    &[("a", 0)],
    &[("a", 0), ("b", 0)],
    &[("N", 0), ("a", 0)],
    &[("a", 0), ("b", 1)],
    &[("a", 0), ("b", 1), ("c", 1)],
    &[("N", 0), ("a", 1)],
    &[("a", 0), ("N", 1), ("b", 2)],
    &[("a", 0), ("b", 0), ("c", 1)],
    &[("a", 0), ("b", 1), ("c", 2), ("d", 1)],
];

fn is_joint(name: &str) -> bool {
    name.chars().all(char::is_lowercase)
}

/// Returns the text of these nodes. Each joint is at (1, 0, 0) in the space of the node around it, each other node at
/// (2, 0, 0).
pub(crate) fn nodes_text(nodes: &[(&str, usize)]) -> String {
    let mut text = String::new();
    let mut open = 0;
    for &(name, depth) in nodes {
        text += &"</node>".repeat(open - depth);
        let (kind, x) = if is_joint(name) { ("JOINT", 1) } else { ("NODE", 2) };
        text += &format!("<node sid=\"{name}\" type=\"{kind}\"><matrix>1 0 0 {x}  0 1 0 0  0 0 1 0  0 0 0 1</matrix>");
        open = depth + 1;
    }
    text + &"</node>".repeat(open)
}

/// Returns the height of a row of 04.3's file and list.
fn row(row: usize) -> f32 {
    155.0 - 20.0 * row as f32
}

/// Draws the first nodes of a file, and the list of joints that 04.3 makes of them, with the x of each `parent_from_joint`.
fn walk(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [count, file] = sheet.values();
    let nodes = FILES[file as usize];
    let count = nodes.len().min(count as usize);
    sheet.word(Vec2::new(30.0, 178.0), Align::Left, "file", Ink::Given);
    for (number, (name, depth)) in nodes.iter().copied().enumerate() {
        let at = Vec2::new(36.0 + 16.0 * depth as f32, row(number));
        let ink = if number < count { Ink::Given } else { Ink::Faint };
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
    let joints = joints(&nodes_text(&nodes[..count]), answers)?;
    sheet.answered();
    for (index, joint) in joints.iter().enumerate().take(8) {
        let y = row(index);
        let name: String = joint.name.chars().take(2).collect();
        if let Some(number) = nodes.iter().position(|(node, _)| *node == name) {
            sheet.line(
                &[Vec2::new(60.0 + 16.0 * nodes[number].1 as f32, row(number)), Vec2::new(142.0, y)],
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
fn node(name: &str, kind: &str, matrix: Mat4, inside: &str) -> String {
    let numbers = rows(matrix).map(|number| number.to_string()).join(" ");
    format!("<node sid=\"{name}\" type=\"{kind}\"><matrix>{numbers}</matrix>{inside}</node>")
}

/// Returns the matrix of a node at (x, 0, 0) in its parent's space, turned about z.
fn placed(x: f32, degrees: f32) -> Mat4 {
    Mat4::from_translation(Vec3::X * x) * Mat4::from_rotation_z(degrees.to_radians())
}

/// Returns the place on 04.3-between's sheet of a node's origin, in the space of p.
fn node_at(matrix: &Mat4) -> Vec2 {
    Vec2::new(35.0, 75.0) + 70.0 * matrix.w_axis.truncate().truncate()
}

/// Draws the axes of a node, in the space of p.
fn frame(sheet: &mut Sheet, matrix: &Mat4, name: &str, ink: Ink) {
    sheet.frame(node_at(matrix), matrix.x_axis.y.atan2(matrix.x_axis.x), 26.0, name, ink);
}

/// Draws a joint p, two nodes that are not joints, and where 04.3 puts the joint J inside them, in the space of p.
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

/// Position of the first root of 04.4's skeleton in our axes.
pub(crate) const ROOT: Vec3 = Vec3::new(0.5, 1.0, 0.2);
/// A skeleton of two chains in our axes: each joint's position and its parent.
const SKELETON: [(Vec3, Option<usize>); 9] = [
    (ROOT, None),
    (Vec3::new(0.5, 1.4, 0.2), Some(0)),
    (Vec3::new(0.5, 1.75, 0.2), Some(1)),
    (Vec3::new(1.0, 1.1, 0.5), Some(1)),
    (Vec3::new(0.0, 1.1, 0.5), Some(1)),
    (Vec3::new(0.7, 0.0, 0.3), Some(0)),
    (Vec3::new(0.3, 0.0, 0.3), Some(0)),
    (Vec3::new(-0.45, 0.1, 0.3), None),
    (Vec3::new(-0.45, 1.2, 0.3), Some(7)),
];

/// Returns a point of our axes in a file's axes, by the inverse of the text's table.
pub(crate) fn in_file(up_axis: UpAxis, ours: Vec3) -> Vec3 {
    match up_axis {
        UpAxis::X => Vec3::new(ours.y, -ours.x, ours.z),
        UpAxis::Y => ours,
        UpAxis::Z => Vec3::new(ours.x, -ours.z, ours.y),
    }
}

/// Returns the place of a point on 04.4's sheet: z comes out of it, to the lower left.
fn oblique(point: Vec3) -> Vec2 {
    Vec2::new(130.0, 85.0) + 60.0 * (point.truncate() - point.z * Vec2::new(0.45, 0.3))
}

/// Draws a file's skeleton as if its axes were ours, and the skeleton that 04.4 makes of it.
fn axes(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [up, meter] = sheet.values();
    let up_axis = [UpAxis::X, UpAxis::Y, UpAxis::Z].get(up as usize).copied().unwrap_or(UpAxis::Z);
    let beside = Vec3::new(-0.17, 0.5, 0.0);
    for (axis, word, name) in [(Vec3::X, 0.85 * Vec3::X, "x"), (Vec3::Y, beside, "y"), (Vec3::Z, 0.85 * Vec3::Z, "z")] {
        sheet.arrow(oblique(Vec3::ZERO), oblique(0.7 * axis), Ink::Given);
        sheet.word(oblique(word), Align::Middle, name, Ink::Given);
    }
    let mut joints: Vec<Joint> = Vec::new();
    for (place, parent) in SKELETON {
        let above = parent.map_or(Vec3::ZERO, |parent| SKELETON[parent].0);
        let parent_from_joint = Mat4::from_translation(in_file(up_axis, place - above));
        joints.push(Joint::new(String::new(), parent, parent_from_joint));
        if parent.is_some() {
            sheet.dashed(&[above, place].map(|end| oblique(in_file(up_axis, end))), Ink::Given);
        }
    }
    let head = oblique(in_file(up_axis, SKELETON[2].0));
    sheet.word(head + Vec2::new(0.0, -14.0), Align::Middle, "file", Ink::Given);
    let [from, to] = [20.0, 80.0].map(|x| Vec2::new(x, 15.0));
    sheet.line(&[from, to], Ink::Faint);
    sheet.slide("up", from, to);
    let named = ["X_UP", "Y_UP", "Z_UP"][up as usize % 3];
    sheet.word(Vec2::new(95.0, 15.0), Align::Left, named, Ink::Given);
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
