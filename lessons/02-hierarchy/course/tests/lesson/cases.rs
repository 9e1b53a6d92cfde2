//! The simplest input for which an answer is wrong, as the report shows it.

use common::check::{Submission, brief, verdict};
use glam::Mat4;
use lesson_02::checks::LESSON;

/// The commonest form of the famous mistake: roots are right.
#[test]
fn parent_and_child_swapped_for_children_only() {
    let mut answers = LESSON.reference;
    answers.hierarchy.model_poses = |joints, order, locals, model_from_root| {
        let mut poses = vec![Mat4::IDENTITY; joints.len()];
        for &joint in order {
            poses[joint] = match joints[joint].parent {
                Some(parent) => locals[joint] * poses[parent],
                None => model_from_root * locals[joint],
            };
        }
        Ok(poses)
    };
    let report = brief(&verdict(&LESSON, 1, &Submission { answers: &answers, text: None, shaders: "" }, 41));
    let wrong = "Wrong: a root turned by 90° about z, its child at (1, 0, 0): with your code the position of joint 1 is \
                 (1, 0, 0); it should be (0, 1, 0).\n";
    assert!(report.contains(wrong), "{report}");
}
