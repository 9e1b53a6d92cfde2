//! The live figures of the text.

use crate::finished::ANSWERS;
use crate::{Joint, model_poses};
use drawing::{Align, Figure, Ink, Parameter, Sheet, Shown};
use given::{CallError, Course};
use glam::{Mat4, Vec2, Vec3};

pub(crate) const FIGURES: &[Figure] = &[
    Figure {
        name: "04.1",
        size: [360.0, 160.0],
        parameters: &[
            Parameter::new("gl_VertexID", [0.0, 4.0]).whole().plays(5.0),
            Parameter::new("x", [0.0, 0.1]).unit("m"),
        ],
        shown: Shown::Cases(2),
        draw: vertex,
    },
    Figure {
        name: "04.2",
        size: [360.0, 190.0],
        parameters: &[
            Parameter::new("turn", [-90.0, 90.0]).of("joint 1").unit("°"),
            Parameter::new("root", [-0.1, 0.1]).unit("m"),
        ],
        shown: Shown::Cases(2),
        draw: matrices,
    },
    Figure {
        name: "04.3",
        size: [360.0, 160.0],
        parameters: &[Parameter::new("pairs", [0.0, PAIRS]).whole().plays(4.0), TREE],
        shown: Shown::Cases(2),
        draw: pairs,
    },
    Figure {
        name: "04.4",
        size: [360.0, 170.0],
        parameters: &[Parameter::new("joints", [0.0, 7.0]).whole().plays(7.0), TREE],
        shown: Shown::Cases(2),
        draw: chains,
    },
];

const TREE: Parameter = Parameter::new("tree", [0.0, TREES.len() as f32 - 1.0]).whole();
/// Parents of the joints in the trees of the last two figures. In the tree of seven, joint 1 is a root without children.
const TREES: [&[Option<usize>]; 10] = [
    &[None, Some(0), Some(0)],
    &[None, None, Some(0), None, Some(0), Some(2), Some(3)],
    &[None],
    &[None, Some(0), Some(1)],
    &[None, Some(0), None, Some(2)],
    &[None, Some(0), Some(0), Some(1)],
    &[None, Some(0), Some(1), None, Some(3)],
    &[None, None, Some(1)],
    &[None, None, None],
    &[None, None, Some(0)],
];

/// Parents of the joints of the first two figures' creature.
const LIMBS: [Option<usize>; 5] = [None, Some(0), Some(0), Some(1), Some(2)];
/// Positions at which a tree's joints are drawn.
const PLACES: [Vec2; 7] = [
    Vec2::new(115.0, 85.0),
    Vec2::new(160.0, 138.0),
    Vec2::new(70.0, 115.0),
    Vec2::new(275.0, 80.0),
    Vec2::new(200.0, 115.0),
    Vec2::new(25.0, 95.0),
    Vec2::new(325.0, 125.0),
];
/// Number of pairs in the largest index buffer.
pub(crate) const PAIRS: f32 = 4.0;

pub(crate) fn joints(parents: &[Option<usize>]) -> Vec<Joint> {
    parents.iter().map(|parent| Joint { name: String::new(), parent: *parent }).collect()
}

/// Returns the joints of a tree.
pub(crate) fn tree([_, tree]: [f32; 2]) -> Vec<Joint> {
    joints(TREES[tree as usize])
}

/// Returns the creature's joints, their `parent_from_joint` with joint 1 turned by so many degrees, and `model_from_root`.
pub(crate) fn creature([turn, root]: [f32; 2]) -> (Vec<Joint>, Vec<Mat4>, Mat4) {
    let mut locals = Vec::new();
    for (x, y, degrees) in
        [(0.0, 0.0, 0.0), (0.08, 0.04, turn), (-0.08, 0.04, 180.0), (0.12, 0.0, -90.0), (0.12, 0.0, 90.0_f32)]
    {
        let turn = Mat4::from_rotation_z(degrees.to_radians());
        locals.push(Mat4::from_translation(Vec3::new(x, y, 0.0)) * turn);
    }
    (joints(&LIMBS), locals, Mat4::from_translation(Vec3::new(root, 0.04, 0.0)))
}

/// Returns `model_from_joint` of 04.1's joints.
pub(crate) fn model_from_joint() -> Vec<Mat4> {
    let (joints, locals, model_from_root) = creature([0.0, 0.0]);
    model_poses(&joints, &locals, model_from_root)
}

/// Returns the place of a point on a joint's x axis in a model whose origin is at `origin` on the sheet.
fn place(origin: Vec2, metre: f32, model_from_joint: &Mat4, x: f32) -> Vec2 {
    origin + metre * model_from_joint.transform_point3(Vec3::new(x, 0.0, 0.0)).truncate()
}

/// Draws one vertex in its joint's space, the matrix that its number picks, and the vertex in the model's space.
fn vertex(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
    let [id, x] = sheet.values();
    let joint_at = Vec2::new(35.0, 60.0);
    let model_at = Vec2::new(262.0, 45.0);
    let metre = 330.0;
    let matrices = model_from_joint();
    sheet.word(Vec2::new(60.0, 145.0), Align::Middle, "joint space", Ink::Given);
    sheet.arrow(joint_at, joint_at + 45.0 * Vec2::X, Ink::Faint);
    sheet.arrow(joint_at, joint_at + 45.0 * Vec2::Y, Ink::Faint);
    sheet.word(Vec2::new(275.0, 145.0), Align::Middle, "model space", Ink::Given);
    for (number, parent) in LIMBS.into_iter().enumerate() {
        let [from, to] = [number, parent.unwrap_or(number)].map(|joint| place(model_at, metre, &matrices[joint], 0.0));
        sheet.line(&[from, to], Ink::Faint);
        let vertex = place(model_at, metre, &matrices[number], x);
        sheet.point(vertex, Ink::Given);
        sheet.word(vertex - 13.0 * Vec2::Y, Align::Middle, number.to_string(), Ink::Given);
    }
    for number in 0..LIMBS.len() {
        let low = Vec2::new(118.0, 108.0 - 24.0 * number as f32);
        let ink = if number == id as usize { Ink::Answer } else { Ink::Faint };
        sheet.cell(low, Vec2::new(40.0, 24.0), format!("M{number}"), ink);
    }
    let number = id as usize;
    let own = sheet.slide("x", joint_at, joint_at + Vec2::X * 0.1 * metre);
    sheet.slide("gl_VertexID", Vec2::new(168.0, 120.0), Vec2::new(168.0, 24.0));
    sheet.answered();
    sheet.point(own, Ink::Answer);
    let [joint, tip, at] = [0.0, 0.1, x].map(|x| place(model_at, metre, &matrices[number], x));
    sheet.arrow(joint, tip, Ink::Answer);
    sheet.point(at, Ink::Answer);
    let in_model = (at - model_at) / metre;
    sheet.reading("in the model: x", in_model.x, "m");
    sheet.reading("y", in_model.y, "m");
    Ok(())
}

/// Returns the place of an element of 04.2's list.
fn element(number: f32) -> Vec2 {
    Vec2::new(12.0 + 3.5 * number, 20.0)
}

/// Draws the joints where the elements of 04.2's list put them, and below them the list, a tall stroke for each element that is
/// not the identity.
fn matrices(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [turn, root] = sheet.values();
    let (joints, locals, model_from_root) = creature([turn, root]);
    let origin = Vec2::new(180.0, 70.0);
    let metre = 450.0; // pixels
    sheet.arrow(origin, origin + 30.0 * Vec2::X, Ink::Faint);
    sheet.arrow(origin, origin + 30.0 * Vec2::Y, Ink::Faint);
    sheet.word(element(0.0) - 10.0 * Vec2::Y, Align::Left, "0", Ink::Given);
    sheet.word(element(95.0) - 10.0 * Vec2::Y, Align::Right, "95", Ink::Given);
    let matrices = answers.joint_lines.matrices(&joints, &locals, model_from_root)?;
    sheet.answered();
    let mut drawn = matrices.clone();
    drawn.resize(matrices.len().max(LIMBS.len()), Mat4::NAN);
    for (number, parent) in LIMBS.into_iter().enumerate() {
        let [at, tip] = [0.0, 0.05].map(|x| place(origin, metre, &drawn[number], x));
        sheet.line(&[place(origin, metre, &drawn[parent.unwrap_or(number)], 0.0), at], Ink::Answer);
        sheet.arrow(at, tip, Ink::Answer);
        sheet.point(at, Ink::Answer);
        sheet.word(at + 14.0 * Vec2::Y, Align::Middle, number.to_string(), Ink::Answer);
    }
    for (number, matrix) in matrices.iter().enumerate().take(192) {
        let low = element(number as f32);
        if *matrix == Mat4::IDENTITY {
            sheet.line(&[low, low + 5.0 * Vec2::Y], Ink::Faint);
        } else {
            sheet.line(&[low, low + 16.0 * Vec2::Y], Ink::Answer);
        }
    }
    sheet.given();
    let pivot = origin + metre * Vec2::new(root + 0.08, 0.08);
    sheet.turn("turn", pivot, 36.0);
    sheet.slide("root", origin - 0.1 * metre * Vec2::X, origin + 0.1 * metre * Vec2::X);
    sheet.reading("elements", matrices.len() as f32, "");
    Ok(())
}

/// Draws a dot and a number for each joint.
fn joint_dots(sheet: &mut Sheet, count: usize) {
    for (number, place) in PLACES.into_iter().enumerate().take(count) {
        sheet.point(place, Ink::Given);
        sheet.word(place - 14.0 * Vec2::Y, Align::Middle, number.to_string(), Ink::Given);
    }
}

/// Returns the place of an index in the drawn index buffer, which has a gap after each pair.
fn index_cell(number: usize) -> Vec2 {
    Vec2::new(14.0 + 48.0 * (number / 2) as f32 + 21.0 * (number % 2) as f32, 16.0)
}

/// Draws the first pairs of 04.3's index buffer and an arrow for each.
fn pairs(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [pairs, tree] = sheet.values();
    let joints = self::tree([pairs, tree]);
    joint_dots(sheet, joints.len());
    let [from, to] = [10.0, 10.0 + 48.0 * PAIRS].map(|x| Vec2::new(x, 52.0));
    sheet.line(&[from, to], Ink::Faint);
    sheet.slide("pairs", from, to);
    let indices = answers.joint_lines.index_pairs(&joints)?;
    sheet.answered();
    // At the end whatever there is.
    let count = if pairs < PAIRS { 2 * pairs as usize } else { indices.len().min(14) };
    for (number, index) in indices.iter().enumerate().take(count) {
        sheet.cell(index_cell(number), Vec2::new(21.0, 22.0), index.to_string(), Ink::Answer);
    }
    for pair in indices.chunks(2).take(count / 2) {
        let [from, to] = [0, 1].map(|end| pair.get(end).and_then(|index| PLACES.get(usize::from(*index))));
        if let (Some(from), Some(to)) = (from, to) {
            sheet.arrow(*from, *to, Ink::Answer);
        }
    }
    sheet.reading("indices", indices.len() as f32, "");
    Ok(())
}

/// Draws the index buffer and its lines in the colours of the chains that 04.4 finds, and where each chain begins.
fn chains(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [count, tree] = sheet.values();
    let mut joints = self::tree([count, tree]);
    joints.truncate(count as usize);
    let up = 14.0 * Vec2::Y;
    let indices = (ANSWERS.index_pairs)(&joints);
    let [from, to] = [240.0, 345.0].map(|x| Vec2::new(x, 27.0));
    sheet.line(&[from, to], Ink::Faint);
    sheet.slide("joints", from, to);
    let starts = answers.joint_lines.chain_starts(&joints)?;
    sheet.answered();
    for (number, pair) in indices.chunks(2).enumerate() {
        let chain = starts.iter().rposition(|start| *start <= 2 * number);
        let ink = chain.map_or(Ink::Faint, |chain| Ink::Series(chain as u8));
        sheet.line(&[PLACES[usize::from(pair[0])], PLACES[usize::from(pair[1])]], ink);
        for (end, index) in pair.iter().enumerate() {
            sheet.cell(index_cell(2 * number + end), Vec2::new(21.0, 22.0), index.to_string(), ink);
        }
    }
    for (chain, start) in starts.iter().enumerate().take(8) {
        let ink = Ink::Series(chain as u8);
        let same = starts[..chain].iter().filter(|other| *other == start).count();
        let at = index_cell((*start).min(14)) + Vec2::new(10.0 + 14.0 * same as f32, 22.0);
        sheet.arrow(at + up, at, ink);
        sheet.word(at + 1.4 * up, Align::Middle, start.to_string(), ink);
    }
    sheet.given();
    joint_dots(sheet, joints.len());
    sheet.reading("chains", starts.len() as f32, "");
    sheet.reading("indices", indices.len() as f32, "");
    Ok(())
}
