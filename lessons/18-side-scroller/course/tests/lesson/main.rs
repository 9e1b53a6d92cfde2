//! The lesson's program, its checks and its picture, by the tests that all lessons share; below them this lesson's own.

common::lesson_tests!(lesson_18::scene::GameScene);

mod blows;
mod editor;
mod failed_calls;
mod fight;
mod game;
mod ground;
mod hud;
mod keys;
mod knight;
mod level;
mod movement;
mod own;
mod pose;
mod replay;
mod run_file;
mod runs;
mod saved;
mod scene;
mod styles;

use check::Submission;
use given::Course;
use lesson_18::SideScroller;
use lesson_18::checks::{LESSON, REFERENCE};
use std::ops::Range;
use verdict::Status;

/// These answers to these TODOs pass, by so many seeds.
fn pass(answers: SideScroller, todos: Range<usize>, seeds: u64) {
    for (todo, seed) in todos.flat_map(|todo| (0..seeds).map(move |seed| (todo, seed))) {
        let answers = &Course { side_scroller: answers, ..REFERENCE };
        let verdict = check::verdict(&LESSON, todo, &Submission { answers, text: None, shaders: "" }, seed);
        assert_eq!(verdict.status, Status::Pass, "{}", verdict::text(&verdict));
    }
}

common::solution_tests!(lesson_18, side_scroller: SideScroller);
mod solved;
