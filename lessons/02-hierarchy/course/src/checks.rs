//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{CASES, joints_with};
use crate::probes::Forest;
use check::case;
use check::words;
use check::{Answer, AnswerError, AnyCheck, Ask, AskedCase};
use glam::{Mat4, Vec3};
use std::f32::consts::FRAC_PI_2;

check::lesson! {
    hierarchy: Hierarchy,
}

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[AnyCheck] = &[
    AnyCheck::asked(0.5, depth_first_order, DEPTH_FIRST_ORDER),
    // Metres. A handful of products of matrices with coordinates below 10 are right to 1e-5.
    AnyCheck::asked(0.002, model_poses, MODEL_POSES),
    // Metres: a place is copied, not computed. But an answer that multiplies by the origin may round.
    AnyCheck::asked(0.002, tip, TIP),
];

const MODEL_POSES: &[AskedCase] = &[
    case!("a root at (1, 0, 0), model_from_root the identity", poses_case(&[None], &[moved(Vec3::X)], Mat4::IDENTITY)),
    case!(
        "a root at (1, 0, 0), model_from_root a move by (0, 2, 0)",
        poses_case(&[None], &[moved(Vec3::X)], moved(2.0 * Vec3::Y))
    ),
    case!(
        "a root at (1, 0, 0) and its child at (1, 0, 0) from it, neither turned",
        poses_case(&[None, Some(0)], &[moved(Vec3::X); 2], Mat4::IDENTITY)
    ),
    case!(
        "a root turned by 90° about z, its child at (1, 0, 0)",
        poses_case(&[None, Some(0)], &[quarter(), moved(Vec3::X)], Mat4::IDENTITY)
    ),
    case!(
        "a root at (1, 0, 0), model_from_root turned by 90° about z",
        poses_case(&[None], &[moved(Vec3::X)], quarter())
    ),
    AskedCase {
        input: "root, child and grandchild, each at (1, 0, 0) from the one before it and turned by 90° about z",
        ask: |q, answer| {
            let local = moved(Vec3::X) * quarter();
            poses_case(q, answer, &[None, Some(0), Some(1)], &[local; 3], Mat4::IDENTITY)
        },
    },
    case!(
        "a root at (1, 0, 0) with two children, each at (1, 0, 0) from it, model_from_root a move by (0, 2, 0)",
        poses_case(&[None, Some(0), Some(0)], &[moved(Vec3::X); 3], moved(2.0 * Vec3::Y))
    ),
    AskedCase {
        input: "joint 1, a root at (1, 0, 0), and joint 0, its child at (0, 3, 0) from it",
        ask: |q, answer| {
            let locals = [moved(3.0 * Vec3::Y), moved(Vec3::X)];
            poses_case(q, answer, &[Some(1), None], &locals, Mat4::IDENTITY)
        },
    },
];

/// Compares the positions of joints with these parents and local matrices.
fn poses_case(
    q: &mut Ask,
    answer: &mut Answer,
    parents: &[Option<usize>],
    locals: &[Mat4],
    model_from_root: Mat4,
) -> Result<(), AnswerError> {
    let joints = joints_with(parents);
    let order = REFERENCE.hierarchy.depth_first_order(&joints)?;
    let poses = q.ask("", |course| course.hierarchy.model_poses(&joints, &order, locals, model_from_root))?;
    answer.compare("the number of matrices", poses.len());
    for (joint, pose) in poses.iter().enumerate() {
        answer.compare(format!("the position of joint {joint}"), pose.w_axis.truncate());
    }
    Ok(())
}

fn moved(offset: Vec3) -> Mat4 {
    Mat4::from_translation(offset)
}

/// Returns a turn by 90° about z.
fn quarter() -> Mat4 {
    Mat4::from_rotation_z(FRAC_PI_2)
}

const DEPTH_FIRST_ORDER: &[AskedCase] = &[
    case!("one joint, a root", order_case(1)),
    case!("a root 0 with the child 1", order_case(2)),
    case!("two roots, 0 and 1", order_case(3)),
    case!("a root 0 with the child 1, whose child is 2", order_case(4)),
    case!("a root 0 with the children 1 and 2", order_case(5)),
    case!("the roots 0 and 1, and joint 2, a child of 0", order_case(6)),
    case!("a root 0 with the children 1 and 2, and joint 3, a child of 1", order_case(7)),
    case!("the roots 0 and 1, joint 2, a child of 0, and joint 3, a child of 2", order_case(8)),
    case!("a root 1 with the child 0", order_case(9)),
];

/// Compares the walk over a tree of figure 02.1.
fn order_case(q: &mut Ask, answer: &mut Answer, tree: usize) -> Result<(), AnswerError> {
    let joints = joints_with(CASES[tree - 1]);
    let order = q.ask("", |course| course.hierarchy.depth_first_order(&joints))?;
    answer.compare("the walk", format!("{order:?}"));
    Ok(())
}

pub(crate) fn depth_first_order(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for forest in Forest::asked(&q.probe) {
        let walk = q.ask(forest.about(), |course| course.hierarchy.depth_first_order(&forest.joints))?;
        if q.is_last() {
            answer.compare(format!("the walk over {}", forest.name), format!("{walk:?}"));
            continue;
        }
        answer.unit = Some("values");
        answer.notes.extend([forest.family(), forest.walks_side_by_side(&walk)]);
        for (place, joint) in walk.into_iter().enumerate() {
            answer.compare(format!("place {place} of the walk"), forest.label(joint));
        }
    }
    Ok(())
}

/// Compares the matrices of a forest's joints, along the right walk.
pub(crate) fn model_poses(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let is_last = q.is_last();
    for forest in Forest::asked(&q.probe) {
        let Forest { name, joints, order, locals, model_from_root, .. } = &*forest;
        let poses = q.ask(forest.about(), |course| {
            let poses = course.hierarchy.model_poses(joints, order, locals, *model_from_root);
            poses.map_err(|lost| if is_last { lost.into() } else { explained(lost.into(), joints.len()) })
        })?;
        if is_last {
            answer.compare(format!("matrices for {name}"), poses.len());
            for (joint, pose) in poses.into_iter().enumerate() {
                answer.compare(format!("{}, of {name}", forest.label(joint)), pose);
            }
            continue;
        }
        answer.unit = Some("values");
        answer.notes.push(forest.family());
        for (joint, pose) in poses.into_iter().enumerate() {
            let parent = joints.get(joint).and_then(|joint| joint.parent);
            answer.compare(forest.label(joint), pose).group(forest.depth(joint)).parent(parent);
        }
    }
    Ok(())
}

const TIP: &[AskedCase] = &[
    case!("joint 0 at (1, 0, 0), without a child", tip_case(&[None], 0)),
    case!(
        "joint 0 at (1, 0, 0) and its child, joint 1, at (2, 0, 0), the tip of joint 0",
        tip_case(&[None, Some(0)], 0)
    ),
    case!(
        "a chain of the joints 0, 1 and 2 at (1, 0, 0), (2, 0, 0) and (3, 0, 0), the tip of joint 0",
        tip_case(&[None, Some(0), Some(1)], 0)
    ),
    case!(
        "a chain of the joints 0, 1 and 2 at (1, 0, 0), (2, 0, 0) and (3, 0, 0), the tip of joint 1",
        tip_case(&[None, Some(0), Some(1)], 1)
    ),
    case!(
        "joint 0 with the children 1 at (2, 0, 0) and 2 at (3, 0, 0), the tip of joint 0",
        tip_case(&[None, Some(0), Some(0)], 0)
    ),
    case!(
        "joint 0 with the children 1 at (2, 0, 0) and 2, whose child is joint 3 at (4, 0, 0), the tip of joint 0",
        tip_case(&[None, Some(0), Some(0), Some(2)], 0)
    ),
    case!(
        "joint 0 with the child 2, whose child is joint 1 at (2, 0, 0), the tip of joint 0",
        tip_case(&[None, Some(2), Some(0)], 0)
    ),
];

/// Compares the tip of a joint where joint 0 is at (1, 0, 0), joint 1 at (2, 0, 0), and so on.
fn tip_case(q: &mut Ask, answer: &mut Answer, parents: &[Option<usize>], joint: usize) -> Result<(), AnswerError> {
    let joints = joints_with(parents);
    let mut model_from_joint = Vec::new();
    for index in 0..joints.len() {
        model_from_joint.push(moved((index + 1) as f32 * Vec3::X));
    }
    let tip = q.ask("", |course| course.hierarchy.tip(&joints, &model_from_joint, joint))?;
    answer.compare("the tip", tip);
    Ok(())
}

/// Compares the tip of every joint of a forest.
pub(crate) fn tip(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for forest in Forest::asked(&q.probe) {
        let Forest { name, joints, model_from_joint, .. } = &*forest;
        let tips: Vec<Vec3> = q.ask(forest.about(), |course| {
            (0..joints.len())
                .map(|joint| course.hierarchy.tip(joints, model_from_joint, joint))
                .collect::<Result<_, _>>()
        })?;
        for (joint, tip) in tips.into_iter().enumerate() {
            let label = format!("the tip of {}", forest.label(joint));
            if q.is_last() {
                answer.compare(format!("{label}, of {name}"), tip);
                continue;
            }
            let group = match joints.iter().filter(|other| other.parent == Some(joint)).count() {
                0 => "joints without a child",
                1 => "joints with one child",
                _ => "joints with several children",
            };
            let item = answer.compare(label, tip).group(group);
            if let Some(at) = model_from_joint.iter().position(|m| m.w_axis.truncate().abs_diff_eq(tip, 1e-3)) {
                item.note(words!("lies", joint = forest.label(joint), at = forest.label(at)));
            }
        }
        if !q.is_last() {
            answer.notes.push(forest.family());
        }
    }
    Ok(())
}

/// Adds an explanation to a panic about an index into a list that is shorter than the joints.
fn explained(error: AnswerError, joints: usize) -> AnswerError {
    let AnswerError::Panic { message, place } = error else { return error };
    let words = message.strip_prefix("index out of bounds: the len is ");
    let numbers = words.and_then(|words| words.split_once(" but the index is "));
    let output = numbers.and_then(|(length, index)| {
        let length: usize = length.parse().ok()?;
        let index: usize = index.parse().ok()?;
        match length {
            _ if length >= joints || index >= joints => None,
            0 => Some(words!("empty", index)),
            _ => Some(words!("too-short", length, index)),
        }
    });
    let message = output.map_or(message.clone(), |output| format!("{message}: {output}"));
    AnswerError::Panic { message, place }
}
