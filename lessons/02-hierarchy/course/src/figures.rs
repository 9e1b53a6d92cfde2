//! The live figures of the text.

use crate::Joint;
use crate::finished::ANSWERS;
use crate::finished::depth;
use drawing::{Align, Figure, Ink, Parameter, Sheet, Shown};
use given::{CallError, Course};
use glam::{Mat4, Vec2, Vec3};

pub(crate) const FIGURES: &[Figure] = &[
    Figure {
        name: "02.1",
        size: [360.0, 175.0],
        parameters: &[
            Parameter::new("step", [1.0, 8.0]).whole().plays(6.0),
            Parameter::new("tree", [0.0, TREES.len() as f32]).whole(),
        ],
        shown: Shown::Cases(2),
        draw: walk,
    },
    Figure {
        name: "02.2",
        size: [360.0, 205.0],
        parameters: &[
            Parameter::new("chest", [-90.0, 90.0]).unit("°"),
            Parameter::new("knee", [-60.0, 60.0]).unit("°"),
            Parameter::new("x", [80.0, 160.0]),
        ],
        shown: Shown::Cases(2),
        draw: poses,
    },
    Figure {
        name: "02.2-order",
        size: [360.0, 192.0],
        parameters: &[Parameter::new("step", [1.0, 8.0]).whole().plays(6.0)],
        shown: Shown::At(&[&[2.0], &[8.0]]),
        draw: step_by_step,
    },
    Figure {
        name: "02.3",
        size: [360.0, 180.0],
        parameters: &[Parameter::new("joint", [0.0, 7.0]).whole()],
        shown: Shown::Cases(2),
        draw: tip,
    },
];

/// The cases of 02.1, in words and as parents of the joints. Its figure shows them as the trees 1, 2, and so on.
pub(crate) const TREES: [(&str, &[Option<usize>]); 8] = [
    ("a root 1 with the child 0", &[Some(1), None]),
    ("a root 1 with the children 0 and 3, and joint 2, a child of 0", &[Some(1), None, Some(0), Some(1)]),
    ("one joint, a root", &[None]),
    ("two roots, 0 and 1", &[None, None]),
    ("a root 0 with the child 1, whose child is 2", &[None, Some(0), Some(1)]),
    ("a root 0 with the children 1 and 2", &[None, Some(0), Some(0)]),
    ("the roots 0 and 1, and joint 2, a child of 0", &[None, None, Some(0)]),
    ("the roots 0 and 1, joint 2, a child of 0, and joint 3, a child of 2", &[None, None, Some(0), Some(2)]),
];

/// A small creature and her rider: each joint's name, its parent, and where it lies in that one's space.
const JOINTS: [(&str, Option<usize>, [f32; 2]); 8] = [
    ("belly", Some(2), [-52.0, -8.0]),
    ("foot", Some(4), [22.0, -54.0]),
    ("chest", None, [0.0, 0.0]),
    ("leg", Some(2), [20.0, -10.0]),
    ("knee", Some(3), [30.0, 20.0]),
    ("hand", Some(6), [26.0, 12.0]),
    ("rider", None, [-22.0, 44.0]),
    ("neck", Some(2), [34.0, 34.0]),
];
const CHEST: usize = 2;
const KNEE: usize = 4;

fn joints() -> Vec<Joint> {
    JOINTS.map(|(name, parent, _)| Joint { name: name.into(), parent }).to_vec()
}

/// Returns joints with these parents, named in descending order, because a walk goes by indices.
pub(crate) fn joints_with(parents: &[Option<usize>]) -> Vec<Joint> {
    let mut joints = Vec::new();
    for &parent in parents {
        joints.push(Joint { name: format!("joint {}", 9 - joints.len()), parent });
    }
    joints
}

/// Returns `model_from_root` of 02.2's creature.
pub(crate) fn root(x: f32) -> Mat4 {
    Mat4::from_translation(Vec3::new(x, 25.0, 0.0))
}

/// Returns `model_from_root` of 02.3's creature.
pub(crate) fn tip_root() -> Mat4 {
    Mat4::from_translation(Vec3::new(160.0, 105.0, 0.0))
}

/// Returns the creature's joints, and `parent_from_joint` of each, with the chest and the knee turned by so many degrees.
pub(crate) fn creature(chest: f32, knee: f32) -> (Vec<Joint>, Vec<Mat4>) {
    let mut locals = Vec::new();
    for (joint, (_, _, [x, y])) in JOINTS.into_iter().enumerate() {
        let degrees = match joint {
            CHEST => chest,
            KNEE => knee,
            _ => 0.0,
        };
        locals.push(Mat4::from_translation(Vec3::new(x, y, 0.0)) * Mat4::from_rotation_z(degrees.to_radians()));
    }
    (joints(), locals)
}

/// Draws the number of each joint that `is_drawn`, and the bone from its parent. `places` has the joints' places on the sheet.
fn bones(sheet: &mut Sheet, places: &[Vec2], is_drawn: impl Fn(usize) -> bool, ink: Ink) {
    for (joint, (_, parent, _)) in JOINTS.into_iter().enumerate().filter(|(joint, _)| is_drawn(*joint)) {
        let Some(&place) = places.get(joint) else { continue };
        if let Some(&parent) = parent.and_then(|parent| places.get(parent)) {
            sheet.line(&[parent, place], ink);
        }
        sheet.point(place, ink);
        sheet.word(place + Vec2::new(-3.0, 12.0), Align::Right, joint.to_string(), ink);
    }
}

/// Draws the creature's joints where 02.2's matrices put them.
fn poses(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [chest, knee, x] = sheet.values();
    let origin = Vec2::new(75.0, 75.0);
    sheet.frame(origin, 0.0, 26.0, "model", Ink::MODEL);
    let (joints, locals) = creature(chest, knee);
    let order = (ANSWERS.depth_first_order)(&joints);
    let model_from_root = root(x);
    sheet.turn("chest", origin + model_from_root.w_axis.truncate().truncate(), 76.0);
    for (name, word, left, right) in [("x", "root", 155.0, 235.0), ("knee", "knee", 280.0, 340.0)] {
        let [from, to] = [left, right].map(|x| Vec2::new(x, 12.0));
        sheet.line(&[from, to], Ink::Faint);
        sheet.slide(name, from, to);
        sheet.word(from - 10.0 * Vec2::X, Align::Right, word, Ink::Given);
    }
    let model_from_joint = answers.hierarchy.model_poses(&joints, &order, &locals, model_from_root)?;
    sheet.answered();
    let at: Vec<Vec2> = model_from_joint.iter().map(|matrix| origin + matrix.w_axis.truncate().truncate()).collect();
    bones(sheet, &at, |_| true, Ink::Answer);
    Ok(())
}

/// Draws the creature after the first steps in two orders: in the array's by the finished code, in the walk's by the answers.
fn step_by_step(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [step] = sheet.values();
    let (joints, locals) = creature(0.0, 0.0);
    let model_from_root = Mat4::from_translation(Vec3::new(80.0, 34.0, 0.0));
    let array: Vec<usize> = (0..JOINTS.len()).collect();
    let walk = (ANSWERS.depth_first_order)(&joints);
    for (left, word, order) in [(35.0, "array", array), (215.0, "walk", walk)] {
        let origin = Vec2::new(left + 18.0, 82.0);
        sheet.given();
        sheet.frame(origin, 0.0, 22.0, "", Ink::MODEL);
        sheet.word(Vec2::new(left + 60.0, 180.0), Align::Middle, word, Ink::Given);
        let (done, later) = order.split_at(step as usize);
        for (place, joint) in order.iter().enumerate() {
            let ink = if place < done.len() { Ink::Given } else { Ink::Faint };
            sheet.word(Vec2::new(left + 16.0 * place as f32, 12.0), Align::Middle, joint.to_string(), ink);
        }
        // As long as the walk: the first one again changes nothing.
        let order = [done, &vec![order[0]; later.len()]].concat();
        let is_mine = word == "walk";
        let model_from_joint = if is_mine {
            answers.hierarchy.model_poses(&joints, &order, &locals, model_from_root)?
        } else {
            (ANSWERS.model_poses)(&joints, &order, &locals, model_from_root)
        };
        if is_mine {
            sheet.answered();
        }
        let at: Vec<Vec2> =
            model_from_joint.iter().map(|matrix| origin + 0.72 * matrix.w_axis.truncate().truncate()).collect();
        bones(sheet, &at, |joint| done.contains(&joint), if is_mine { Ink::Answer } else { Ink::Given });
    }
    sheet.given();
    sheet.slide("step", Vec2::new(215.0, 27.0), Vec2::new(215.0 + 7.0 * 16.0, 27.0));
    Ok(())
}

/// Returns the place of a joint in a drawn tree, whose first column is at `left`.
fn node(joints: &[Joint], left: f32, column: usize, joint: usize) -> Vec2 {
    Vec2::new(left + 20.0 * column as f32, 128.0 - 30.0 * depth(joints, joint) as f32)
}

/// Draws the joints of an order that exist, a column for each and a row for each depth, with lines to their parents.
fn draw_tree(sheet: &mut Sheet, joints: &[Joint], left: f32, order: &[usize], ink: Ink) {
    for (column, &joint) in order.iter().enumerate().filter(|(_, joint)| **joint < joints.len()) {
        let at = node(joints, left, column, joint);
        let parent = joints[joint].parent;
        if let Some(column) = order.iter().position(|other| Some(*other) == parent) {
            let parent = node(joints, left, column, order[column]);
            let along = (parent - at).normalize_or_zero();
            sheet.line(&[at + 8.0 * along, parent - 8.0 * along], ink);
        }
        sheet.circle(at, 8.0, ink);
        sheet.word(at, Align::Middle, joint.to_string(), ink);
    }
}

/// Draws a tree whose columns are on the left in the array's order, on the right in that of the walk.
fn walk(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [step, tree] = sheet.values();
    let joints = match tree as usize {
        0 => joints(),
        case => joints_with(TREES[case - 1].1),
    };
    sheet.word(Vec2::new(88.0, 158.0), Align::Middle, "array", Ink::Given);
    draw_tree(sheet, &joints, 18.0, &(0..joints.len()).collect::<Vec<_>>(), Ink::Given);
    sheet.word(Vec2::new(270.0, 158.0), Align::Middle, "walk", Ink::Given);
    sheet.line(&[Vec2::new(200.0, 12.0), Vec2::new(340.0, 12.0)], Ink::Faint);
    sheet.slide("step", Vec2::new(200.0, 12.0), Vec2::new(340.0, 12.0));
    let order = answers.hierarchy.depth_first_order(&joints)?;
    sheet.answered();
    let done = &order[..order.len().min(step as usize)];
    draw_tree(sheet, &joints, 200.0, done, Ink::Answer);
    sheet.reading("joint", done.last().map_or(f32::NAN, |joint| *joint as f32), "");
    Ok(())
}

/// Draws a dashed line from a joint to the tip of the limb that begins there.
fn tip(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [joint] = sheet.values();
    let joint = joint as usize;
    let (joints, locals) = creature(0.0, 0.0);
    let order = (ANSWERS.depth_first_order)(&joints);
    let model_from_joint = (ANSWERS.model_poses)(&joints, &order, &locals, tip_root());
    let places: Vec<Vec2> = model_from_joint.iter().map(|matrix| matrix.w_axis.truncate().truncate()).collect();
    bones(sheet, &places, |_| true, Ink::Given);
    sheet.circle(places[joint], 7.0, Ink::Given);
    let [from, to] = [80.0, 280.0].map(|x| Vec2::new(x, 26.0));
    for number in 0..JOINTS.len() {
        let below = from.lerp(to, number as f32 / 7.0) - 15.0 * Vec2::Y;
        sheet.word(below, Align::Middle, number.to_string(), Ink::Given);
    }
    sheet.line(&[from, to], Ink::Faint);
    sheet.slide("joint", from, to);
    let tip = answers.hierarchy.tip(&joints, &model_from_joint, joint)?.truncate();
    sheet.answered();
    sheet.dashed(&[places[joint], tip], Ink::Answer);
    sheet.point(tip, Ink::Answer);
    sheet.circle(tip, 10.0, Ink::Answer);
    sheet.word(tip + Vec2::new(14.0, 0.0), Align::Left, "tip", Ink::Answer);
    Ok(())
}
