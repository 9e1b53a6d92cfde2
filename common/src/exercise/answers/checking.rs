//! Builds and checks: all at the start, and after a save, what the save has changed first.

use super::StudentAnswers;
use crate::build::Report;
use crate::check::{About, AnswerSource, SEED, Status, Verdict, source};
use crate::exercise::{
    checker::CheckRequest,
    library::{LibraryBuilder, LibraryEvent, LoadedExercise, Outcome},
    todo_state::location,
};
use given::Why;

impl StudentAnswers {
    pub(super) fn note_event(&mut self, event: LibraryEvent) {
        let LibraryEvent { about, saved, outcome } = event;
        let is_own = self.code.is_own(about);
        if let (Outcome::DoesNotCompile(report), Some(_), true) = (&outcome, saved, is_own) {
            self.note_saved(&self.broken(report));
        }
        let words = match &outcome {
            Outcome::Building | Outcome::Loaded(_) | Outcome::Restart(_) => None,
            Outcome::DoesNotCompile(_) => Some("what rustc says"),
            Outcome::Rebuilding => Some("that the program is built anew"),
            Outcome::Failed(_) => Some("why it could not be built"),
        };
        if let (Some(words), Some(saved)) = (words, saved) {
            self.save_outcome.note(words, saved);
        }
        if !is_own && let Outcome::DoesNotCompile(_) | Outcome::Failed(_) = outcome {
            self.note_earlier_broken(about);
        }
        // Of earlier lessons only saves are reported: what does not compile there is shown where they are listed.
        if !is_own
            && saved.is_none()
            && !matches!(outcome, Outcome::Loaded(_) | Outcome::Rebuilding | Outcome::Restart(_))
        {
            return;
        }
        let is_broken = matches!(outcome, Outcome::DoesNotCompile(_) | Outcome::Failed(_));
        match self.code.status.note(outcome) {
            Some(exercise) if is_own => self.apply(exercise),
            Some(exercise) => self.apply_earlier(exercise),
            None if is_own && is_broken && !self.code.is_there() => self.note_broken(),
            None => {}
        }
    }

    /// Returns the TODOs that do not compile.
    fn broken(&self, report: &Report) -> Vec<usize> {
        let mut broken = Vec::new();
        for verdict in report.verdicts.iter().filter(|verdict| verdict.status == Status::DoesNotCompile) {
            broken.extend(self.own().iter().position(|todo| todo.id == verdict.id));
        }
        broken
    }

    /// Notes that the exercise did not compile when the program began.
    fn note_broken(&mut self) {
        let verdicts = self.code.status.broken().map(|report| report.verdicts.clone()).unwrap_or_default();
        for (todo, verdict) in self.todos.iter_mut().zip(verdicts) {
            if !todo.task.is_shader() {
                todo.verdict = Some(verdict);
            }
        }
        self.owes_check = true;
    }

    /// Checks the TODOs of a new library. Each answer is called as soon as it has been checked.
    fn apply(&mut self, exercise: LoadedExercise) {
        let before = self.code.text();
        let now = exercise.loaded.text();
        let is_saved = exercise.saved.is_some();
        let mut first = Vec::new();
        for (index, todo) in self.todos[..self.own_count].iter_mut().enumerate() {
            todo.location = location(todo.task, exercise.about.folder, now);
            if !todo.task.is_shader() {
                todo.has_changed = is_saved && !source::same(todo.task, before, now);
            }
            if todo.has_changed {
                first.push(index);
            }
        }
        // An exercise from before this program began may be why it was started again. A change outside of all functions
        // concerns all of them.
        if is_saved && before != now && first.is_empty() {
            self.todos[..self.own_count].iter_mut().for_each(|todo| todo.has_changed = true);
        }
        if let Some(saved) = exercise.saved {
            self.save_outcome.begin(saved);
            self.note_saved(&first);
        }
        self.code.loaded = Some(exercise);
        self.check_first(&first); // a check under way is of code that is no longer called
    }

    /// Opens the card of a TODO that a save has changed, unless the open one has changed, too.
    pub(super) fn note_saved(&mut self, changed: &[usize]) {
        let open = self.current();
        let other = changed.first().copied().filter(|_| open.is_none_or(|open| !changed.contains(&open)));
        self.turned_to = other.or(open);
        self.plays = false;
    }

    /// Turns from praise to a TODO that the checked save has changed and that does not pass.
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

    /// Checks the TODOs of an earlier lesson's new library, and calls those that pass.
    fn apply_earlier(&mut self, exercise: LoadedExercise) {
        let about = exercise.about;
        self.earlier.keep(exercise);
        if self.earlier.has_begun {
            self.check_earlier(about);
        }
    }

    /// Notes that an earlier lesson does not compile: ours are called, unless some of the student's were built before.
    fn note_earlier_broken(&mut self, about: &About) {
        if self.earlier.loaded_of(about).is_none() {
            self.note_all_earlier(about, Status::DoesNotCompile);
        }
    }

    fn note_all_earlier(&mut self, about: &About, status: Status) {
        for todo in self.todos[self.own_count..].iter_mut().filter(|todo| todo.id.starts_with(about.number())) {
            todo.verdict = Some(Verdict::new(todo.id, todo.task.name(), status, SEED));
        }
    }

    fn check_earlier(&mut self, about: &About) {
        let library = self.earlier.loaded_of(about).map(|loaded| loaded.file.clone());
        let mut requests = Vec::new();
        for (index, todo) in self.todos.iter().enumerate().skip(self.own_count) {
            if todo.id.starts_with(about.number()) {
                let id = todo.id;
                let name = todo.name();
                let library = library.clone();
                requests.push(CheckRequest { index, id, name, source: AnswerSource::Mine, library });
            }
        }
        self.earlier.checker.add(requests);
    }

    /// Builds and checks the answers of earlier lessons; once.
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

    /// Begins a check, unless one is under way or the code is still being built.
    pub fn check(&mut self) {
        if self.code.is_awaited() {
            self.owes_check = true;
        } else if !self.checker.is_running() {
            self.check_first(&[]);
        }
    }

    fn check_first(&mut self, first: &[usize]) {
        self.owes_check = false;
        let library = self.code.loaded.as_ref().map(|exercise| exercise.file.clone());
        let mut requests = Vec::new();
        for (index, todo) in self.todos[..self.own_count].iter().enumerate() {
            // Shaders can be checked even if the exercise does not compile.
            if todo.task.is_shader() || self.code.is_there() {
                let id = todo.id;
                let name = todo.name();
                requests.push(CheckRequest { index, id, name, source: self.checked, library: library.clone() });
            }
        }
        requests.sort_by_key(|request| !first.contains(&request.index));
        self.checker.begin(requests);
    }

    /// Takes a verdict: from now on the answer that was checked is the student's.
    pub(super) fn note(&mut self, index: usize, verdict: Verdict) {
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
            if is_new || is_own && todo.lost.as_ref().is_some_and(|lost| lost.why != Why::Hung) {
                todo.lost = None;
            }
            if is_own {
                self.save_outcome.note_answer(exercise.loaded.text().len());
            }
            exercise.loaded.give(todo.id, &mut self.mine);
            todo.library = Some(exercise.file.clone());
        }
        todo.verdict = Some(verdict);
    }
}
