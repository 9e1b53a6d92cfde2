//! The cards of a lesson's TODOs, with their longest diagnoses, in windows of two sizes.

use crate::exercise::{Exercise, ExerciseApp, StudentAnswers};
use check::{Lesson, Submission};
use glam::Vec2;
use graphics::testing::headless_or_skip;
use std::sync::PoisonError;
use ui::{Action, gui::ONE_AT_A_TIME};
use verdict::{SEED, Verdict, VerdictText};
use window::{App, stage::Stage};

/// Sizes of a window on a screen of 1280 x 800 pixels, and of a small one.
const SIZES: [Vec2; 2] = [Vec2::new(1228.0, 688.0), Vec2::new(1024.0, 700.0)];

/// Sizes that a window manager may give a window, in which there is no room for the card, and which it must survive.
const TOO_SMALL: [Vec2; 3] = [Vec2::new(800.0, 20.0), Vec2::new(20.0, 400.0), Vec2::ONE];

/// Asserts that a card with the longest diagnosis of its TODO shows the whole figure, and all of the wrong case.
pub fn cards_show_what_is_wrong<E: Exercise>() {
    let Some(gl) = headless_or_skip("cards_show_what_is_wrong") else { return };
    let _lock = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let verdicts: Vec<Verdict> = (0..E::LESSON.checks.len()).map(|todo| longest_diagnosis(E::LESSON, todo)).collect();
    let mut cut = Vec::new();
    for size in SIZES.into_iter().chain(TOO_SMALL) {
        let student = StudentAnswers::judged(E::LESSON, &E::LESSON.reference, &verdicts);
        let open = |gl: &_| {
            let app = ExerciseApp::<E>::open(gl, E::TIME, &E::Options::default(), student)?;
            Ok(Box::new(app) as Box<dyn App>)
        };
        let mut stage = Stage::without_window(&gl, Box::new(open), size).expect("a stage");
        stage.picture().expect("a picture");
        if TOO_SMALL.contains(&size) {
            continue;
        }
        for (index, id) in E::LESSON.about.ids().into_iter().enumerate() {
            stage.app.lesson().expect("a lesson").act(Action::Todo, Some(index + 1));
            stage.settle().expect("panels");
            if stage.app.lesson().expect("a lesson").status().is_cut {
                cut.push(format!("{id} at {size}"));
            }
        }
    }
    assert!(cut.is_empty(), "the figure or the wrong case is not in sight as a whole: {cut:?}");
}

/// Returns the longest verdict on a known mistake in the TODO at this index.
fn longest_diagnosis(lesson: &Lesson, todo: usize) -> Verdict {
    let mut longest = Verdict::default();
    for mistake in 0..lesson.about.toml.todos[todo].mistakes.len() {
        let Some(answers) = lesson.with_mistake(todo, mistake) else { continue };
        let submission = Submission { answers: &answers, text: None, shaders: "" };
        let verdict = check::verdict(lesson, todo, &submission, SEED);
        if length(&verdict) > length(&longest) {
            longest = verdict;
        }
    }
    longest
}

/// Returns the number of letters in a verdict down to the wrong case.
fn length(verdict: &Verdict) -> usize {
    let VerdictText { says, mistakes, wrong_case, .. } = VerdictText::new(verdict);
    let mistakes = mistakes.iter().flatten();
    says.iter().chain(mistakes).chain(&wrong_case).map(String::len).sum()
}
