//! The simplest input for which an answer is wrong, as the report shows it.

use check::{About, Lesson, Mistaken, Submission, verdict};
use given::{CallError, Course};
use glam::{Mat4, Vec3};
use lesson_02::{Joint, checks::LESSON};
use verdict::{Verdict, brief};

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
    let wrong = "Wrong: a root turned by 90° about z, its child at (1, 0, 0): with your code the origin of joint 1 is \
                 (1, 0, 0); it should be (0, 1, 0).\n";
    assert!(report.contains(wrong), "{report}");
}

type Tip = fn(&[Joint], &[Mat4], usize) -> Result<Vec3, CallError>;

/// Returns the verdict on a 02.3, in a lesson with another mistake in it.
fn verdict_on_tip(tip: Tip, mistake: Mistaken) -> Verdict {
    let mut answers = LESSON.reference;
    answers.hierarchy.tip = tip;
    let mistaken = [LESSON.mistaken, &[mistake]].concat().leak();
    let lesson = Lesson { about: About { ..LESSON.about }, mistaken, ..LESSON };
    verdict(&lesson, 2, &Submission { answers: &answers, text: None, shaders: "" }, 41)
}

#[test]
fn a_panic_has_the_name_of_the_only_mistake_that_panics_alike() {
    let next: Tip = |_, poses, joint| given::answer(&"02.3", || poses[joint + 1].transform_point3(Vec3::ZERO));
    let known = *LESSON.mistaken.iter().rfind(|known| known.name == "BEYOND-THE-END").unwrap();
    let report = brief(&verdict_on_tip(next, known));
    assert!(report.contains("\n     BEYOND-THE-END: your code reads one element"), "{report}");
    let wrong = "Wrong: joint 3 of the creature: with your code the tip of joint 3 \"leg\" is (210, 115, 0); it should be \
                 (232, 61, 0).\n";
    assert!(report.contains(wrong), "{report}");
    let v = verdict_on_tip(next, Mistaken { mistake: 0, ..known });
    assert!(v.mistakes.is_empty() && v.question.as_ref() == Some(&LESSON.about.toml.todos[2].asks), "two: {v:?}");

    // Many causes have this message.
    let vague: Tip = |_, _, _| given::answer(&"02.3", || panic!("attempt to subtract with overflow"));
    let make: fn(&mut Course) = |course| {
        course.hierarchy.tip = |_, _, _| given::answer(&"02.3", || panic!("attempt to subtract with overflow"));
    };
    assert!(verdict_on_tip(vague, Mistaken { make, ..known }).mistakes.is_empty());
}
