//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::given::core_joints;
use crate::probes::Forest;
use crate::{Answers, Joint};
use common::check::{Answer, AnswerError, Check, Lesson, Probe, announce, catch_panic};
use common::skeleton;
use common::{lesson, words};
use glam::{Mat4, Vec3};

/// Lesson 02, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(DEPTH_FIRST_ORDER, MODEL_POSES, TIP);

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = Answers {
    depth_first_order: |joints| skeleton::depth_first_order(&core_joints(joints)),
    model_poses: poses_along,
    tip: |joints, model_from_joint, joint| {
        let tip = skeleton::tip(&core_joints(joints), joint);
        model_from_joint[tip].transform_point3(Vec3::ZERO)
    },
};

/// `common::skeleton::local_to_model` for joints that are not sorted yet; a test says that they agree.
/// Joints that `order` leaves out stay at the model's origin.
fn poses_along(joints: &[Joint], order: &[usize], locals: &[Mat4], model_from_root: Mat4) -> Vec<Mat4> {
    let mut model_from_joint = vec![Mat4::IDENTITY; joints.len()];
    for &joint in order.iter().filter(|&&joint| joint < joints.len()) {
        let model_from_parent = joints[joint].parent.map_or(model_from_root, |parent| model_from_joint[parent]);
        model_from_joint[joint] = model_from_parent * locals[joint];
    }
    model_from_joint
}

const DEPTH_FIRST_ORDER: Check<Answers> = Check {
    tolerance: 0.5,
    ask: |answers, probe| {
        if probe.is_last() {
            return Ok(orders(answers, probe));
        }
        let forest = Forest::of(probe);
        announce(forest.family());
        let order = (answers.depth_first_order)(&forest.joints);
        let walks = forest.beside(&order);
        let words = order.into_iter().map(|joint| forest.label(joint));
        let answer = Answer::words(|place| format!("place {place} of the walk"), words);
        Ok(answer.noting(vec![forest.family(), walks]))
    },
};

const MODEL_POSES: Check<Answers> = Check {
    // Metres. A handful of products of matrices with coordinates below 10 are right to 1e-5.
    tolerance: 0.002,
    ask: |answers, probe| {
        if probe.is_last() {
            return Ok(poses(answers, probe));
        }
        let forest = Forest::of(probe);
        announce(forest.family());
        let Forest { joints, order, locals, model_from_root, .. } = &*forest;
        let poses = catch_panic::call(|| (answers.model_poses)(joints, order, locals, *model_from_root))
            .map_err(|error| explained(error, joints.len()))?;
        let parent = |joint: usize| joints.get(joint)?.parent;
        let answer = Answer::transforms(|joint| forest.label(joint), poses);
        let answer = answer.grouped(|joint| forest.depth(joint)).with_parents(parent);
        Ok(answer.noting(vec![forest.family()]))
    },
};

const TIP: Check<Answers> = Check {
    // Metres: a place is copied, not computed. But an answer that multiplies by the origin may round.
    tolerance: 0.002,
    ask: |answers, probe| {
        if probe.is_last() {
            return Ok(tips(answers, probe));
        }
        let forest = Forest::of(probe);
        announce(forest.family());
        let Forest { joints, model_from_joint, .. } = &*forest;
        let tip = |joint| (answers.tip)(joints, model_from_joint, joint);
        let group = |joint: usize| match joints.iter().filter(|other| other.parent == Some(joint)).count() {
            0 => "joints without a child".to_owned(),
            1 => "joints with one child".to_owned(),
            _ => "joints with several children".to_owned(),
        };
        let label = |joint| format!("the tip of {}", forest.label(joint));
        let answer = Answer::points(label, (0..joints.len()).map(tip)).grouped(group);
        Ok(answer.noting(vec![forest.family()]))
    },
};

/// What a panic about an index says of a list that is shorter than there are joints.
fn explained(error: AnswerError, joints: usize) -> AnswerError {
    let AnswerError::Panic { message, place } = error else { return error };
    let words = message.strip_prefix("index out of bounds: the len is ");
    let numbers = words.and_then(|words| words.split_once(" but the index is "));
    let said = numbers.and_then(|(length, index)| {
        let (length, index): (usize, usize) = (length.parse().ok()?, index.parse().ok()?);
        match length {
            _ if length >= joints || index >= joints => None,
            0 => Some(words!("empty", index)),
            _ => Some(words!("too-short", length, index)),
        }
    });
    let message = said.map_or(message.clone(), |said| format!("{message}: {said}"));
    AnswerError::Panic { message, place }
}

/// The walks of the last probe's trees, a word for each.
fn orders(answers: &Answers, probe: &Probe) -> Answer {
    corners(probe, |name, Forest { joints, .. }| {
        let walk = (answers.depth_first_order)(joints);
        Answer::words(|_| format!("the walk over {name}"), [format!("{walk:?}")])
    })
}

fn poses(answers: &Answers, probe: &Probe) -> Answer {
    corners(probe, |name, forest| {
        let Forest { joints, order, locals, model_from_root, .. } = forest;
        let poses = (answers.model_poses)(joints, order, locals, *model_from_root);
        let length = Answer::words(|_| format!("matrices for {name}"), [poses.len()]);
        let label = |joint: usize| format!("{}, of {name}", forest.label(joint));
        length.and(Answer::transforms(label, poses))
    })
}

fn tips(answers: &Answers, probe: &Probe) -> Answer {
    corners(probe, |name, forest| {
        let Forest { joints, model_from_joint, .. } = forest;
        let tip = |joint| (answers.tip)(joints, model_from_joint, joint);
        let label = |joint: usize| format!("the tip of {}, of {name}", forest.label(joint));
        Answer::points(label, (0..joints.len()).map(tip))
    })
}

/// What is answered about each of the last probe's trees.
fn corners(probe: &Probe, answer: impl Fn(&str, &Forest) -> Answer) -> Answer {
    let ask = |(name, forest): (String, Forest)| {
        announce(format!("asked about {name}."));
        answer(&name, &forest)
    };
    Forest::corners(probe).into_iter().map(ask).collect()
}
