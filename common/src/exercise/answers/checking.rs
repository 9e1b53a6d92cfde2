//! Builds and checks: all at the start, and after a save, what the save has changed first.

use super::StudentAnswers;
use crate::exercise::{
    checker::{CheckRequest, Checker},
    library::{BuildOutcome, LibraryBuilder, LibraryEvent, LoadedExercise},
    todo_state::{TodoState, location},
};
use check::About;
use given::CallErrorKind;
use judge::{AnswerSource, borrowed_todos};
use std::sync::Arc;
use verdict::build::Report;
use verdict::{SEED, Status, Verdict, source};

impl StudentAnswers {
    /// Applies an event of the build: a library that is loaded, errors of rustc, or progress. Turns to the card of a TODO
    /// that a save has broken.
    pub(super) fn note_event(&mut self, event: LibraryEvent) {
        let LibraryEvent { about, saved, outcome } = event;
        let is_own = self.code.is_own(about);
        if let (BuildOutcome::DoesNotCompile(report), Some(_), true) = (&outcome, saved, is_own) {
            self.note_saved(&self.todos_that_do_not_compile(report));
        }
        let effect = match &outcome {
            BuildOutcome::Waiting | BuildOutcome::Building | BuildOutcome::Loaded(_) | BuildOutcome::Restart(_) => None,
            BuildOutcome::DoesNotCompile(_) => Some("what rustc says"),
            BuildOutcome::Missing(_) => Some("that the exercise is missing"),
            BuildOutcome::Rebuilding => Some("that the program is built anew"),
            BuildOutcome::Failed(_) => Some("why it could not be built"),
        };
        if let (Some(effect), Some(saved)) = (effect, saved) {
            self.save_outcome.note(effect, saved);
        }
        // No verdict is made of the code that was there before.
        match outcome {
            BuildOutcome::Missing(_) if is_own => {
                self.code.forget();
                self.checker = Checker::default();
            }
            BuildOutcome::Missing(_) => self.earlier.forget(about),
            _ => {}
        }
        let is_broken =
            matches!(outcome, BuildOutcome::DoesNotCompile(_) | BuildOutcome::Missing(_) | BuildOutcome::Failed(_));
        if !is_own && is_broken && self.earlier.loaded_of(about).is_none() {
            self.note_all_earlier(about, Status::DoesNotCompile);
        }
        // Errors in earlier lessons that were not saved now are shown where these lessons are listed.
        if !is_own
            && saved.is_none()
            && (is_broken || matches!(outcome, BuildOutcome::Waiting | BuildOutcome::Building))
        {
            return;
        }
        match self.code.status.note(outcome) {
            Some(exercise) if is_own => self.apply_library(exercise),
            Some(exercise) => self.apply_earlier(exercise),
            None if is_own && is_broken && !self.code.is_there() => self.note_broken(),
            None => {}
        }
    }

    /// Returns the indices of the TODOs that rustc reports errors about.
    fn todos_that_do_not_compile(&self, report: &Report) -> Vec<usize> {
        let mut broken = Vec::new();
        for verdict in report.verdicts.iter().filter(|verdict| verdict.status == Status::DoesNotCompile) {
            broken.extend(self.own_todos().iter().position(|todo| todo.id == verdict.id));
        }
        broken
    }

    /// Takes the verdicts of an exercise that is missing, or that did not compile when the program began.
    fn note_broken(&mut self) {
        let verdicts = self.code.status.broken().map(|report| report.verdicts.clone()).unwrap_or_default();
        for (todo, verdict) in self.todos.iter_mut().zip(verdicts) {
            if !todo.task.is_shader() {
                todo.verdict = Some(verdict);
            }
        }
        self.owes_check = true;
    }

    /// Checks the TODOs of a new library, those that the save has changed first. Each answer is called as soon as it has
    /// been checked. Verdicts on which the save has no effect are kept.
    fn apply_library(&mut self, exercise: LoadedExercise) {
        let before = source::tokens(self.code.text());
        let now = source::tokens(exercise.loaded.text());
        let is_saved = exercise.saved.is_some();
        let mut changed = Vec::new();
        for (index, todo) in self.todos[..self.own_count].iter_mut().enumerate() {
            todo.location = location(todo.task, exercise.about.folder, &now);
            if !todo.task.is_shader() {
                todo.has_changed = is_saved && !is_same_function(todo.name(), &before, &now);
            }
            if todo.has_changed {
                changed.push(index);
            }
        }
        let mut kept = Vec::new();
        if let Some(loaded) = self.code.loaded.as_ref().filter(|_| is_saved) {
            kept = unaffected(self.own_todos(), &changed, [&before, &now]);
            kept.retain(|&index| {
                self.todos[index].library.as_ref().is_some_and(|file| Arc::ptr_eq(file, &loaded.file))
            });
        }
        if kept.iter().any(|&index| self.todos[index].passes()) {
            let borrowed = borrowed_todos(exercise.file.path(), exercise.about);
            kept.retain(|index| !borrowed.contains(index));
        }
        // An exercise from before this program began may be why it was started again. A change outside of all functions
        // concerns all of them.
        if is_saved && changed.is_empty() && self.code.text() != exercise.loaded.text() {
            self.todos[..self.own_count].iter_mut().for_each(|todo| todo.has_changed = true);
        }
        if let Some(saved) = exercise.saved {
            self.save_outcome.begin(saved);
            self.note_saved(&changed);
        }
        self.code.loaded = Some(exercise);
        for &index in &kept {
            if let Some(verdict) = self.todos[index].verdict.take() {
                self.note_verdict(index, verdict);
            }
        }
        // A check under way is of code that is no longer called.
        self.begin_checks(&changed, &kept);
    }

    /// Turns to the first of the TODOs that a save has changed, unless the open card's TODO is one of them.
    pub(super) fn note_saved(&mut self, changed: &[usize]) {
        let open = self.current();
        let other = changed.first().copied().filter(|_| open.is_none_or(|open| !changed.contains(&open)));
        self.turned_to = other.or(open);
        self.plays = false;
    }

    /// Turns to a TODO that the checked save has changed and that does not pass, if the current TODO passes.
    pub(super) fn turn_to_broken(&mut self) {
        let mut broken = None;
        for (index, todo) in self.todos[..self.own_count].iter_mut().enumerate() {
            let has_changed = std::mem::take(&mut todo.has_changed);
            if has_changed && broken.is_none() && todo.status().is_some_and(Status::is_at_work) {
                broken = Some(index);
            }
        }
        if let Some(todo) = broken.filter(|_| self.current_passes()) {
            self.turn_to(todo);
        }
    }

    /// Takes a new library of an earlier lesson, and checks its TODOs once earlier lessons are checked at all.
    fn apply_earlier(&mut self, exercise: LoadedExercise) {
        let about = exercise.about;
        self.earlier.keep(exercise);
        if self.earlier.has_begun {
            self.check_earlier(about);
        }
    }

    fn note_all_earlier(&mut self, about: &About, status: Status) {
        for todo in self.todos[self.own_count..].iter_mut().filter(|todo| todo.id.starts_with(about.number())) {
            todo.verdict = Some(Verdict::new(todo.id, todo.task.name(), status, SEED));
        }
    }

    fn check_earlier(&mut self, about: &About) {
        let source = AnswerSource::Mine;
        let library = self.earlier.loaded_of(about).map(|loaded| &loaded.file);
        let mut requests = Vec::new();
        for (index, todo) in self.todos.iter().enumerate().skip(self.own_count) {
            if todo.id.starts_with(about.number()) {
                let id = todo.id;
                let name = todo.name();
                requests.push(CheckRequest { index, id, name, source, library: library.cloned() });
            }
        }
        self.earlier.checker.add(requests);
    }

    /// Requests builds and checks of all earlier lessons. Further calls do nothing.
    pub(crate) fn begin_earlier(&mut self) {
        if self.code.builder().is_none() || std::mem::replace(&mut self.earlier.has_begun, true) {
            return;
        }
        for about in self.earlier.lessons() {
            if about.is_untouched() {
                self.note_all_earlier(about, Status::NotStarted);
            } else if about.is_starter_text(&about.exercise_text()) {
                self.check_earlier(about);
            } else if let Some(builder) = self.code.builder() {
                builder.request(about);
            }
        }
    }

    pub(super) fn wait_for_libraries(&mut self) {
        while let Some(event) = self.code.builder().and_then(LibraryBuilder::wait) {
            self.note_event(event);
        }
    }

    /// Checks all TODOs, unless a check is under way. While the code is still being built the check is postponed.
    pub fn check(&mut self) {
        if self.code.is_awaited() {
            self.owes_check = true;
        } else if !self.checker.is_running() {
            self.begin_checks(&[], &[]);
        }
    }

    /// Begins to check all TODOs but those in `kept`, the `changed` ones first. A check under way is dropped.
    fn begin_checks(&mut self, changed: &[usize], kept: &[usize]) {
        self.owes_check = false;
        let source = self.checked;
        let library = self.code.loaded.as_ref().map(|exercise| &exercise.file);
        let mut requests = Vec::new();
        for (index, todo) in self.todos[..self.own_count].iter().enumerate() {
            // Shaders can be checked even if the exercise does not compile.
            if (todo.task.is_shader() || self.code.is_there()) && !kept.contains(&index) {
                let id = todo.id;
                let name = todo.name();
                requests.push(CheckRequest { index, id, name, source, library: library.cloned() });
            }
        }
        requests.sort_by_key(|request| !changed.contains(&request.index));
        self.checker.begin(requests);
    }

    /// Sets the verdict of the TODO at `index`. The function that was checked becomes the student's answer in `mine`.
    pub(super) fn note_verdict(&mut self, index: usize, verdict: Verdict) {
        let is_own = index < self.own_count;
        let todo = &mut self.todos[index];
        let exercise = if is_own {
            self.code.loaded.as_ref()
        } else {
            self.earlier.loaded.iter().find(|loaded| todo.id.starts_with(loaded.about.number()))
        };
        if let Some(exercise) = exercise {
            let is_new = if is_own { todo.has_changed } else { exercise.saved.is_some() };
            // One that hung is not called again until it has changed: that would stop the window once more.
            if is_new || is_own && todo.error.as_ref().is_some_and(|error| error.kind != CallErrorKind::Hung) {
                todo.error = None;
            }
            if is_own {
                self.save_outcome.note_answer(exercise.loaded.text().len());
            }
            exercise.loaded.give(todo.id, &mut self.mine);
            todo.library = Some(exercise.file.clone());
        }
        todo.verdict = Some(verdict);
        if todo.passes() {
            self.assist.hints.close(todo.id);
        }
    }
}

/// Returns the indices of the TODOs on whose verdicts a save of the exercise has no effect. They pass or are unsolved,
/// nothing else has changed than the functions of the `changed` TODOs, and only the table of answers names these. The texts are
/// those `before` and after the save.
pub(super) fn unaffected(todos: &[TodoState], changed: &[usize], [before, now]: [&[source::Token]; 2]) -> Vec<usize> {
    let functions: Vec<&str> = changed.iter().map(|&index| todos[index].name()).collect();
    let rest = tokens_outside(now, &functions);
    let mut is_in_table = false;
    let is_used = rest.iter().any(|token| {
        is_in_table = (is_in_table || *token == "ANSWERS") && *token != ";";
        !is_in_table && functions.contains(token)
    });
    if is_used || rest != tokens_outside(before, &functions) {
        return Vec::new();
    }
    let mut unaffected = Vec::new();
    for (index, todo) in todos.iter().enumerate() {
        let is_settled = matches!(todo.status(), Some(Status::Pass | Status::NotStarted));
        if is_settled && !todo.has_changed && todo.verdict.as_ref().is_some_and(|verdict| verdict.prints.is_none()) {
            unaffected.push(index);
        }
    }
    unaffected
}

/// Returns whether both texts have a function of this name, with the same tokens.
fn is_same_function(name: &str, before: &[source::Token], now: &[source::Token]) -> bool {
    let [Some(before), Some(now)] = [before, now].map(|tokens| source::function(tokens, name)) else { return false };
    before.iter().map(|token| &token.text).eq(now.iter().map(|token| &token.text))
}

/// Returns the tokens of a text that are in none of these functions.
fn tokens_outside<'a>(tokens: &'a [source::Token], functions: &[&str]) -> Vec<&'a str> {
    let bodies: Vec<&[source::Token]> = functions.iter().filter_map(|name| source::function(tokens, name)).collect();
    let mut outside = Vec::new();
    for token in tokens {
        let is_inside = bodies
            .iter()
            .any(|body| matches!(body, [first, .., last] if (first.start..=last.start).contains(&token.start)));
        if !is_inside {
            outside.push(token.text.as_str());
        }
    }
    outside
}
