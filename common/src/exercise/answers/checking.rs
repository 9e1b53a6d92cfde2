//! What is built, checked and taken over, and when: all at the start and after a save, what the save has changed first.

use super::{StudentAnswers, todo};
use crate::build::Report;
use crate::check::{About, AnswerSource, SEED, Status, Verdict, source};
use crate::exercise::{
    checker::Question,
    library::{LibraryBuilder, LibraryEvent, LoadedExercise, Outcome},
};
use given::Why;

impl StudentAnswers {
    /// What has become of a request or of a save.
    pub(super) fn note_event(&mut self, event: LibraryEvent) {
        let LibraryEvent { about, saved, outcome } = event;
        let is_own = self.code.is_own(about);
        if let (Outcome::Refused(report), Some(_), true) = (&outcome, saved, is_own) {
            self.note_saved(&self.broken(report));
        }
        let words = match &outcome {
            Outcome::Building | Outcome::Loaded(_) | Outcome::Restart(_) => None,
            Outcome::Refused(_) => Some("what rustc says"),
            Outcome::Rebuilding => Some("that the program is built anew"),
            Outcome::Failed(_) => Some("why it could not be built"),
        };
        if let (Some(words), Some(saved)) = (words, saved) {
            self.save_outcome.note(words, saved);
        }
        if !is_own && let Outcome::Refused(_) | Outcome::Failed(_) = outcome {
            self.note_earlier_refused(about);
        }
        // Of earlier lessons only saves are told: what does not compile there is said where they are listed.
        if !is_own
            && saved.is_none()
            && !matches!(outcome, Outcome::Loaded(_) | Outcome::Rebuilding | Outcome::Restart(_))
        {
            return;
        }
        let is_refused = matches!(outcome, Outcome::Refused(_) | Outcome::Failed(_));
        match self.code.status.note(outcome) {
            Some(exercise) if is_own => self.take_up(exercise),
            Some(exercise) => self.take_up_earlier(exercise),
            None if is_own && is_refused && !self.code.is_there() => self.note_refused(),
            None => {}
        }
    }

    /// Returns the TODOs that rustc refuses.
    fn broken(&self, report: &Report) -> Vec<usize> {
        let mut broken = Vec::new();
        for verdict in report.verdicts.iter().filter(|verdict| verdict.status == Status::DoesNotCompile) {
            broken.extend(self.own().iter().position(|todo| todo.id == verdict.id));
        }
        broken
    }

    /// The exercise does not compile as the program begins.
    fn note_refused(&mut self) {
        let verdicts = self.code.status.refused().map(|report| report.verdicts.clone()).unwrap_or_default();
        for (todo, verdict) in self.todos.iter_mut().zip(verdicts) {
            if !todo.task.is_shader() {
                todo.verdict = Some(verdict);
            }
        }
        self.owes_check = true;
    }

    /// Has the TODOs of what was built checked. Each answer is called as soon as it has come back.
    fn take_up(&mut self, exercise: LoadedExercise) {
        let before = self.code.text();
        let now = exercise.loaded.text();
        let is_saved = exercise.saved.is_some();
        let mut first = Vec::new();
        for (index, todo) in self.todos[..self.own_count].iter_mut().enumerate() {
            todo.place = todo::place(todo.task, exercise.about.folder, now);
            todo.is_written_anew = is_saved && !todo.task.is_shader() && !source::same(todo.task, before, now);
            if todo.is_written_anew {
                first.push(index);
            }
        }
        // What was there before this program began may be why it was started again. A change outside of all functions is
        // one of what they all call.
        if is_saved && before != now && first.is_empty() {
            self.todos[..self.own_count].iter_mut().for_each(|todo| todo.is_written_anew = true);
        }
        if let Some(saved) = exercise.saved {
            self.save_outcome.begin(saved);
            self.note_saved(&first);
        }
        self.code.loaded = Some(exercise);
        self.check_first(&first); // one that is under way is of what is no longer called
    }

    /// What is written is seen: the card of a TODO that a save has changed is opened, unless the open one has changed, too.
    pub(super) fn note_saved(&mut self, changed: &[usize]) {
        let open = self.current();
        let other = changed.first().copied().filter(|_| open.is_none_or(|open| !changed.contains(&open)));
        self.turned_to = other.or(open);
        self.plays = false;
    }

    /// Has the TODOs of an earlier lesson that was built checked, and calls those that pass.
    fn take_up_earlier(&mut self, exercise: LoadedExercise) {
        let about = exercise.about;
        self.earlier.keep(exercise);
        if self.earlier.has_begun {
            self.check_earlier(about);
        }
    }

    /// An earlier lesson does not compile: ours are called, unless some of the student's were built before.
    fn note_earlier_refused(&mut self, about: &About) {
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
        let mut questions = Vec::new();
        for (place, todo) in self.todos.iter().enumerate().skip(self.own_count) {
            if todo.id.starts_with(about.number()) {
                let (id, name) = (todo.id, todo.name());
                questions.push(Question { place, id, name, source: AnswerSource::Mine, library: library.clone() });
            }
        }
        self.earlier.checker.add(questions);
    }

    /// Has the answers of earlier lessons built and checked; once.
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

    /// Waits for what was asked for.
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

    /// Begins a check with these TODOs.
    fn check_first(&mut self, first: &[usize]) {
        self.owes_check = false;
        let library = self.code.loaded.as_ref().map(|exercise| exercise.file.clone());
        let mut questions = Vec::new();
        for (place, todo) in self.todos[..self.own_count].iter().enumerate() {
            // Where the exercise does not compile, shaders can be checked all the same.
            if todo.task.is_shader() || self.code.is_there() {
                let (id, name) = (todo.id, todo.name());
                questions.push(Question { place, id, name, source: self.checked, library: library.clone() });
            }
        }
        questions.sort_by_key(|question| !first.contains(&question.place));
        self.checker.begin(questions);
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
            let is_new = if is_own { todo.is_written_anew } else { exercise.saved.is_some() };
            // One that hung is not tried again until it is written anew: that would stop the window once more.
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
