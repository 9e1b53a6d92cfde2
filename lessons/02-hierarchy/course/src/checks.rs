//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self, TREES, joints_with};
use crate::probes::Forest;
use check::{AnswerError, AnyCheck, Case, Check};
use glam::{Mat4, Vec3};
use std::f32::consts::FRAC_PI_2;
use std::rc::Rc;

check::lesson! {
    hierarchy: Hierarchy,
}

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[&WALK, &POSES, &TIPS];

/// 02.1: joints in any order.
const WALK: Check<Rc<Forest>, Vec<usize>> = Check {
    tolerance: 0.5,
    words: |forest| forest.words(),
    by_hand: || {
        let mut cases = Vec::new();
        for (tree, (words, parents)) in (1..).zip(TREES) {
            let locals = vec![Mat4::IDENTITY; parents.len()];
            let forest = Forest::posed(words, joints_with(parents), locals, Mat4::IDENTITY);
            cases.push(Case::at([8.0, tree as f32], |_| Rc::new(forest)));
        }
        cases
    },
    drawn: Forest::drawn,
    call: |course, forest| Ok(course.hierarchy.depth_first_order(&forest.joints)?),
    compare: |forest, walk, answer| {
        if forest.joints.len() < 5 {
            answer.compare("the walk", format!("{walk:?}"));
            return;
        }
        answer.unit = Some("values");
        answer.notes.push(forest.walks_side_by_side(&walk));
        for (place, joint) in walk.into_iter().enumerate() {
            answer.compare(format!("place {place} of the walk"), forest.label(joint));
        }
    },
};

/// 02.2: joints, a walk over them, their local matrices and `model_from_root`.
const POSES: Check<Rc<Forest>, Vec<Mat4>> = Check {
    // Metres. A handful of products of matrices with coordinates below 10 are right to 1e-5.
    tolerance: 0.002,
    words: |forest| forest.words(),
    by_hand: poses_by_hand,
    drawn: Forest::drawn,
    call: |course, forest| {
        let Forest { joints, order, locals, model_from_root, .. } = &**forest;
        let poses = course.hierarchy.model_poses(joints, order, locals, *model_from_root);
        poses.map_err(|error| explained(error.into(), joints.len()))
    },
    compare: |forest, poses, answer| {
        if forest.is_drawn() {
            answer.unit = Some("values");
        } else {
            answer.compare("the number of matrices", poses.len());
        }
        for (joint, pose) in poses.into_iter().enumerate() {
            let item = answer.compare(forest.label(joint), pose);
            if forest.is_drawn() {
                let parent = forest.joints.get(joint).and_then(|joint| joint.parent);
                item.group(forest.depth(joint)).parent(parent);
            }
        }
    },
};

fn poses_by_hand() -> Vec<Case<Rc<Forest>>> {
    let moved = Mat4::from_translation(Vec3::X);
    let quarter = Mat4::from_rotation_z(FRAC_PI_2);
    let mut cases = vec![creature("the creature with her chest at (105, 25, 0), nothing turned", [0.0, 0.0, 105.0])];
    for (words, parents, locals, model_from_root) in [
        (
            "a root turned by 90° about z, its child at (1, 0, 0)",
            &[None, Some(0)][..],
            &[quarter, moved][..],
            Mat4::IDENTITY,
        ),
        ("a root at (1, 0, 0), model_from_root turned by 90° about z", &[None], &[moved], quarter),
        (
            "root, child and grandchild, each at (1, 0, 0) from the one before it and turned by 90° about z",
            &[None, Some(0), Some(1)],
            &[moved * quarter; 3],
            Mat4::IDENTITY,
        ),
        (
            "joint 1, a root at (1, 0, 0), and joint 0, its child at (0, 3, 0) from it",
            &[Some(1), None],
            &[Mat4::from_translation(3.0 * Vec3::Y), moved],
            Mat4::IDENTITY,
        ),
    ] {
        let forest = Forest::posed(words, joints_with(parents), locals.to_vec(), model_from_root);
        cases.push(Case::new(Rc::new(forest)));
    }
    cases.push(creature("the creature, her chest turned by -20° about z", [-20.0, 0.0, 105.0]));
    cases
}

/// Returns the case that the figure shows in a state.
fn creature(words: &str, state: [f32; 3]) -> Case<Rc<Forest>> {
    Case::at(state, |[chest, knee, x]| {
        let (joints, locals) = figures::creature(chest, knee);
        Rc::new(Forest::posed(words, joints, locals, figures::root(x)))
    })
}

/// 02.3: posed joints, and those whose tips are looked for.
const TIPS: Check<(Rc<Forest>, Vec<usize>), Vec<Vec3>> = Check {
    // Metres: a place is copied, not computed. But an answer that multiplies by the origin may round.
    tolerance: 0.002,
    words: |(forest, _)| forest.words(),
    by_hand: || {
        let mut cases = Vec::new();
        for joint in [3, 2, 1, 6] {
            let (joints, locals) = figures::creature(0.0, 0.0);
            let forest = Forest::posed(&format!("joint {joint} of the creature"), joints, locals, figures::tip_root());
            cases.push(Case::at([joint as f32], |_| (Rc::new(forest), vec![joint])));
        }
        for (words, parents) in [
            ("joint 0 with the children 1 at (2, 0, 0) and 2 at (3, 0, 0)", &[None, Some(0), Some(0)][..]),
            (
                "joint 0 with the children 1 at (2, 0, 0) and 2, whose child is joint 3 at (4, 0, 0)",
                &[None, Some(0), Some(0), Some(2)],
            ),
            ("joint 0 with the child 2, whose child is joint 1 at (2, 0, 0)", &[None, Some(2), Some(0)]),
        ] {
            let locals = vec![Mat4::IDENTITY; parents.len()];
            let mut forest = Forest::posed(words, joints_with(parents), locals, Mat4::IDENTITY);
            for (joint, matrix) in forest.model_from_joint.iter_mut().enumerate() {
                *matrix = Mat4::from_translation((joint + 1) as f32 * Vec3::X);
            }
            cases.push(Case::new((Rc::new(forest), vec![0])));
        }
        cases
    },
    drawn: |probe| {
        let forests = Forest::drawn(probe).into_iter();
        forests.map(|forest| (forest.clone(), (0..forest.joints.len()).collect())).collect()
    },
    call: |course, (forest, joints)| {
        let mut tips = Vec::new();
        for joint in joints {
            tips.push(course.hierarchy.tip(&forest.joints, &forest.model_from_joint, *joint)?);
        }
        Ok(tips)
    },
    compare: |(forest, inputs), tips, answer| {
        let Forest { joints, model_from_joint, .. } = &**forest;
        for (&joint, tip) in inputs.iter().zip(tips) {
            let group = match joints.iter().filter(|other| other.parent == Some(joint)).count() {
                0 => "joints without a child",
                1 => "joints with one child",
                _ => "joints with several children",
            };
            let item = answer.compare(format!("the tip of {}", forest.label(joint)), tip).group(group);
            if let Some(at) = model_from_joint.iter().position(|m| m.w_axis.truncate().abs_diff_eq(tip, 1e-3)) {
                item.note(format!("for {} your tip lies where {} does.", forest.label(joint), forest.label(at)));
            }
        }
    },
};

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
            0 => Some(format!(
                "an empty list has no element {index}. `Vec::with_capacity` makes room but no elements; \
                 `vec![Mat4::IDENTITY; joints.len()]` has one for each joint."
            )),
            _ => Some(format!(
                "your code asks for element {index} of a list of {length}. If it is your list of matrices, give it one for each \
                 joint before the loop."
            )),
        }
    });
    let message = output.map_or(message.clone(), |output| format!("{message}: {output}"));
    AnswerError::Panic { message, place }
}
