//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

use common::check::{self, Submission};
use common::exercise::testing;
use lesson_13::{Answers, State, Transform, scene::Scene};

common::lesson_tests!(lesson_13::scene::Scene);

mod agree;
mod readme;

#[test]
fn wild_answers_are_drawn() {
    let wild = Answers {
        blend: |a, _, _, _| a[1..].to_vec(),
        fade: |fade, pose, _, _, _| {
            let nowhere = Transform { translation: glam::Vec3::NAN, ..pose[0] };
            fade.shown = vec![nowhere; pose.len() - 1];
        },
        next_state: |_, now| Some(if now.supported { State::Jump } else { State::Punch }),
        masked: |_, _, _, _| Vec::new(),
    };
    let message = [
        "13.1 blend: 52 of 53 joints (The finished one draws instead.)",
        "13.2 fade: a list of 52, where 53 are needed",
        "13.4 masked: a list of 0, where 53 are needed",
    ];
    testing::wild_answers_are_drawn::<Scene>(&wild, &message);
}

#[test]
fn whose_code_is_running() {
    PROGRAM.says_whose_code_is_running(&[]);
}

/// Backwards, too: then time turns round again.
#[test]
fn the_space_bar_jumps() {
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/lesson-13.png");
    for keys in ["space", "r,space"] {
        let frames = ["--press", keys, "--time", "1", "--frames", "13", "--size", "64x36", "--screenshot", file];
        PROGRAM.describes(&frames, &["1.20 s: jump since 0.2"]);
    }
}

/// An answer that is right by luck is told so.
#[test]
fn a_remark_on_a_right_answer() {
    let notes = |fraction: &str| {
        let text = format!("fn fade() {{ let u = {fraction}; }}");
        let (answers, shaders) = (&lesson_13::checks::REFERENCE, "");
        let submission = Submission { answers, text: Some(&text), shaders };
        check::verdict(&lesson_13::checks::LESSON, 1, &submission, 41).notes
    };
    assert!(notes("(fade.elapsed / fade.duration).min(1.0)")[0].contains("NaN"));
    assert!(notes("1.0").is_empty());
}

// Of `src/solution.rs`: what follows is cut off where the student branch removes it.
common::solution_tests!(lesson_13);
