//! The name of a mistake that panics.

use check::{About, Lesson, Mistaken, Submission, verdict};
use given::{CallError, Course};
use glam::{Mat4, Vec3};
use lesson_02::{Joint, checks::LESSON};
use verdict::{Verdict, brief};

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
    let v = verdict_on_tip(next, Mistaken { mistake: 0, ..known });
    assert!(v.mistakes.is_empty() && v.question.as_ref() == Some(&LESSON.about.toml.todos[2].asks), "two: {v:?}");

    // Many causes have this message.
    let vague: Tip = |_, _, _| given::answer(&"02.3", || panic!("attempt to subtract with overflow"));
    let make: fn(&mut Course) = |course| {
        course.hierarchy.tip = |_, _, _| given::answer(&"02.3", || panic!("attempt to subtract with overflow"));
    };
    assert!(verdict_on_tip(vague, Mistaken { make, ..known }).mistakes.is_empty());
}
