//! Answers of earlier lessons that a scene calls: with `--mine` the student's where they pass their checks, ours elsewhere.
//!
//! A lesson names them in [`lesson!`](check::lesson). Every answer is checked in a process of its own before it is called.
//! Where no flag asks for them, the window offers them once they pass.

use super::checker::{CheckRequest, Checker};
use super::library::{LibraryBuilder, LoadedExercise};
use super::todo_state::TodoState;
use super::todos::Todos;
use check::{About, EarlierLesson};
use judge::AnswerSource;
use verdict::{SEED, Status, Verdict};

/// The builds and checks of earlier lessons.
pub(crate) struct Earlier {
    lessons: &'static [EarlierLesson],
    has_begun: bool,
    pub(super) checker: Checker,
    /// The newest library of each lesson.
    loaded: Vec<LoadedExercise>,
}

impl Earlier {
    pub(super) fn new(lessons: &'static [EarlierLesson]) -> Self {
        Earlier { lessons, has_begun: false, checker: Checker::default(), loaded: Vec::new() }
    }

    pub(super) fn lessons(&self) -> impl Iterator<Item = &'static About> + use<> {
        self.lessons.iter().map(|earlier| &earlier.lesson.about)
    }

    /// Requests builds and checks of all lessons. Further calls do nothing.
    pub(super) fn begin(&mut self, todos: &mut Todos, builder: &mut LibraryBuilder) {
        if std::mem::replace(&mut self.has_begun, true) {
            return;
        }
        for about in self.lessons() {
            if about.is_untouched() {
                set_all(todos, about, Status::NotStarted);
            } else if about.is_starter_text(&about.exercise_text()) {
                self.check(todos, about);
            } else {
                builder.request(about);
            }
        }
    }

    /// Takes a new library, and checks its lesson's TODOs once earlier lessons are checked at all.
    pub(super) fn apply(&mut self, todos: &Todos, exercise: LoadedExercise) {
        let about = exercise.about;
        self.forget(about);
        self.loaded.push(exercise);
        if self.has_begun {
            self.check(todos, about);
        }
    }

    /// Notes that a lesson's exercise cannot be built. Its last library, if there is one, keeps running.
    pub(super) fn note_broken(&self, todos: &mut Todos, about: &About) {
        if self.loaded_for(about.number()).is_none() {
            set_all(todos, about, Status::DoesNotCompile);
        }
    }

    /// Drops the library of a lesson.
    pub(super) fn forget(&mut self, about: &About) {
        self.loaded.retain(|known| known.about.folder != about.folder);
    }

    /// Returns the library for a TODO's id, or for a lesson's number.
    pub(super) fn loaded_for(&self, id: &str) -> Option<&LoadedExercise> {
        self.loaded.iter().find(|loaded| id.starts_with(loaded.about.number()))
    }

    fn check(&mut self, todos: &Todos, about: &About) {
        let exercise = self.loaded_for(about.number());
        let mut requests = Vec::new();
        for (index, todo) in todos.all.iter().enumerate().skip(todos.own_count) {
            if todo.id.starts_with(about.number()) {
                requests.push(CheckRequest::new(index, todo, AnswerSource::Mine, exercise));
            }
        }
        self.checker.add(requests);
    }
}

/// Sets the verdicts of all TODOs of an earlier lesson.
fn set_all(todos: &mut Todos, about: &About, status: Status) {
    for todo in todos.all.iter_mut().filter(|todo| todo.id.starts_with(about.number())) {
        todo.verdict = Some(Verdict::new(todo.id, todo.name(), status, SEED));
    }
}

/// Returns the numbers of the earlier lessons in which a TODO passes, such as "02, 06, 08", or `None` without any.
pub(super) fn lessons_to_offer(todos: &[TodoState]) -> Option<String> {
    let mut numbers: Vec<&str> = todos.iter().filter(|todo| todo.passes()).map(|todo| &todo.id[..2]).collect();
    numbers.dedup();
    (!numbers.is_empty()).then(|| numbers.join(", "))
}

pub(super) fn running_code_lines(todos: &[TodoState]) -> String {
    let lines: Vec<String> = todos.iter().map(TodoState::running_code).collect();
    lines.join("\n")
}

/// Returns the lines under a heading, for a description of the picture; nothing if there are none.
pub(crate) fn describe(todos: &[TodoState]) -> String {
    if todos.is_empty() { String::new() } else { format!("whose code is running:\n{}\n", running_code_lines(todos)) }
}
