//! Answers of earlier lessons that a scene calls: with `--mine` the student's where they pass their checks, ours elsewhere.
//!
//! A lesson names them in [`lesson!`](check::lesson). Every answer is checked in a process of its own before it is called.
//! Where no flag asks for them, the window offers them once they pass.

use super::checker::Checker;
use super::library::LoadedExercise;
use super::todo_state::TodoState;
use check::{About, EarlierLesson};

#[derive(Default)]
pub(crate) struct Earlier {
    pub(super) lessons: &'static [EarlierLesson],
    /// Whether the student's are called where they pass.
    pub(super) calls_mine: bool,
    pub(super) has_begun: bool,
    pub(super) checker: Checker,
    /// The newest library of each lesson.
    pub(super) loaded: Vec<LoadedExercise>,
}

impl Earlier {
    pub(super) fn new(lessons: &'static [EarlierLesson]) -> Self {
        Earlier { lessons, ..Earlier::default() }
    }

    pub(super) fn lessons(&self) -> impl Iterator<Item = &'static About> + use<> {
        self.lessons.iter().map(|earlier| &earlier.lesson.about)
    }

    pub(super) fn loaded_of(&self, about: &About) -> Option<&LoadedExercise> {
        self.loaded.iter().find(|loaded| loaded.about.folder == about.folder)
    }

    pub(super) fn keep(&mut self, exercise: LoadedExercise) {
        self.forget(exercise.about);
        self.loaded.push(exercise);
    }

    /// Drops the library of a lesson.
    pub(super) fn forget(&mut self, about: &About) {
        self.loaded.retain(|known| known.about.folder != about.folder);
    }
}

/// Returns the numbers of the earlier lessons in which a TODO passes, such as "02, 05, 08 to 14", or `None` without any.
pub(super) fn lessons_to_offer(todos: &[TodoState]) -> Option<String> {
    let mine = todos.iter().filter(|todo| todo.passes());
    let mut numbers: Vec<usize> = mine.filter_map(|todo| todo.id[..2].parse().ok()).collect();
    numbers.dedup();
    (!numbers.is_empty()).then(|| in_runs(&numbers, |number| format!("{number:02}")))
}

/// Joins numbers: "02, 05, 08 to 14". More than three in a row are named by their ends.
pub(crate) fn in_runs(numbers: &[usize], name: impl Fn(usize) -> String) -> String {
    let mut runs = Vec::new();
    for run in numbers.chunk_by(|a, b| a + 1 == *b) {
        match *run {
            [first, _, _, .., last] => runs.push(format!("{} to {}", name(first), name(last))),
            _ => runs.extend(run.iter().map(|&number| name(number))),
        }
    }
    runs.join(", ")
}

pub(super) fn whose_code_lines(todos: &[TodoState]) -> String {
    let lines: Vec<String> = todos.iter().map(TodoState::whose_code).collect();
    lines.join("\n")
}

/// Returns the lines under a heading, for a description of the picture; nothing if there are none.
pub(crate) fn describe(todos: &[TodoState]) -> String {
    if todos.is_empty() { String::new() } else { format!("whose code is running:\n{}\n", whose_code_lines(todos)) }
}
