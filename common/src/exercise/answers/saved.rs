//! What was saved, and what became of it: builds and checks, all at the start, and after a save what it has changed first.

use super::{
    code::Code,
    save_outcome::SaveOutcome,
    unaffected::{is_same_function, unaffected},
};
use crate::exercise::{
    checker::{CheckRequest, CheckedAnswer, Checker},
    earlier::Earlier,
    library::{BuildOutcome, LibraryBuilder, LibraryEvent, LoadedExercise},
    todo_state::location,
    todos::Todos,
};
use check::{About, EarlierLesson, Lesson, Task};
use given::{CallErrorKind, Course};
use judge::{AnswerSource, borrowed_todos};
use std::{path::PathBuf, sync::Arc, time::SystemTime};
use verdict::build::Report;
use verdict::file_watcher::FileWatcher;
use verdict::{Status, Verdict, source};

/// Something that has become of a save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum News {
    /// A build or a check has come further.
    Progress,
    /// TODOs were saved; one of them may be the current TODO now.
    Saved,
    /// The TODO with this id passes.
    Passes(&'static str),
    /// All TODOs of the lesson are checked.
    CheckEnded,
}

/// The student's exercise and shaders as they were saved last, and their builds and checks.
pub(crate) struct Saved {
    /// The answers that are checked: the student's, or the starter's.
    checked: AnswerSource,
    /// The student's answers, as far as they have been checked.
    pub(super) answers: Course,
    pub(super) code: Code,
    /// The student's shaders, each with the index of its TODO.
    shaders: FileWatcher<usize>,
    pub(super) checker: Checker,
    /// Whether a check has still to begin: the first one, or one for a shader that was saved during the last, which may
    /// have read it before.
    pub(super) owes_check: bool,
    pub(super) outcome: SaveOutcome,
    earlier: Earlier,
    /// The news since the last poll.
    news: Vec<News>,
}

impl Saved {
    /// The answers of a lesson's student, or of its starter, which are built and checked at the start and after each save.
    pub(super) fn new(lesson: &'static Lesson, checked: AnswerSource, answers: &Course) -> Self {
        let own = (checked == AnswerSource::Mine).then_some(&lesson.about);
        Saved {
            code: Code::new(own),
            shaders: FileWatcher::new(shaders(lesson)),
            owes_check: true,
            ..Self::unwatched(lesson.earlier, checked, answers)
        }
    }

    /// Answers that are neither built nor, unless on request, checked.
    pub(super) fn unwatched(earlier: &'static [EarlierLesson], checked: AnswerSource, answers: &Course) -> Self {
        Saved {
            checked,
            answers: *answers,
            code: Code::new(None),
            shaders: FileWatcher::default(),
            checker: Checker::default(),
            owes_check: false,
            outcome: SaveOutcome::default(),
            earlier: Earlier::new(earlier),
            news: Vec::new(),
        }
    }

    /// Notes what was saved, built and checked since the last call. Builds and checks begin after the first frame: before it
    /// they would only delay the window.
    pub(super) fn poll(&mut self, todos: &mut Todos, has_frame: bool) -> Vec<News> {
        self.poll_shaders(todos);
        if has_frame {
            self.code.begin(self.earlier.lessons());
        }
        for event in self.code.poll() {
            self.note_event(todos, event);
        }
        let (earlier_answers, _) = self.earlier.checker.poll();
        self.apply_verdicts(todos, earlier_answers);
        if self.owes_check && has_frame && !self.checker.is_running() {
            self.check(todos);
        }
        let (answers, has_ended) = self.checker.poll();
        self.apply_verdicts(todos, answers);
        if has_ended && self.owes_check {
            self.news.push(News::Progress);
            self.check(todos);
        } else if has_ended {
            let passing = todos.own().iter().filter(|todo| todo.passes()).count();
            self.outcome.end(passing, todos.own_count);
            self.news.push(News::CheckEnded);
        }
        std::mem::take(&mut self.news)
    }

    /// Waits for everything that is being built or checked, also of earlier lessons if the scene `calls_earlier`.
    pub(super) fn wait(&mut self, todos: &mut Todos, calls_earlier: bool) -> Vec<News> {
        self.code.begin(self.earlier.lessons());
        self.wait_for_libraries(todos);
        if self.owes_check {
            self.check(todos);
        }
        let answers = self.checker.wait();
        self.apply_verdicts(todos, answers);
        if calls_earlier {
            self.begin_earlier(todos);
            self.wait_for_libraries(todos);
        }
        let earlier_answers = self.earlier.checker.wait();
        self.apply_verdicts(todos, earlier_answers);
        std::mem::take(&mut self.news)
    }

    fn wait_for_libraries(&mut self, todos: &mut Todos) {
        while let Some(event) = self.code.builder().and_then(LibraryBuilder::wait) {
            self.note_event(todos, event);
        }
    }

    /// Requests a check if a shader was saved.
    fn poll_shaders(&mut self, todos: &mut Todos) {
        let saved: Vec<usize> = self.shaders.changed().into_iter().map(|(todo, _)| todo).collect();
        if saved.is_empty() {
            return;
        }
        self.owes_check = true;
        self.outcome.begin(SystemTime::now());
        for &todo in &saved {
            todos.all[todo].has_changed = true;
        }
        self.note_saved(todos, &saved);
        todos.retry_panicked();
    }

    fn note_saved(&mut self, todos: &mut Todos, changed: &[usize]) {
        todos.note_saved(changed);
        self.news.push(News::Saved);
    }

    /// Applies an event of the build: a library that is loaded, errors of rustc, or progress.
    fn note_event(&mut self, todos: &mut Todos, event: LibraryEvent) {
        self.news.push(News::Progress);
        let LibraryEvent { about, saved, outcome } = event;
        if let Some((effect, saved)) = outcome.effect().zip(saved) {
            self.outcome.note(effect, saved);
        }
        if self.code.is_own(about) {
            self.note_own(todos, saved.is_some(), outcome);
        } else {
            self.note_earlier(todos, about, saved.is_some(), outcome);
        }
    }

    /// Applies what became of this lesson's exercise. Turns to the card of a TODO that a save has broken.
    fn note_own(&mut self, todos: &mut Todos, is_saved: bool, outcome: BuildOutcome) {
        let is_broken = outcome.is_broken();
        match &outcome {
            BuildOutcome::DoesNotCompile(report, _) if is_saved => {
                self.note_saved(todos, &todos_that_do_not_compile(todos, report));
            }
            // No verdict is made of the code that was there before.
            BuildOutcome::Missing(_) => {
                self.code.forget();
                self.checker = Checker::default();
            }
            _ => {}
        }
        match self.code.status.note(outcome) {
            Some(exercise) => self.apply_library(todos, exercise),
            None if is_broken && !self.code.is_there() => self.note_broken(todos),
            None => {}
        }
    }

    /// Applies what became of an earlier lesson's exercise. While it is broken, ours stand in for all of it.
    fn note_earlier(&mut self, todos: &mut Todos, about: &'static About, is_saved: bool, outcome: BuildOutcome) {
        let is_broken = outcome.is_broken();
        if let BuildOutcome::Missing(_) = outcome {
            self.earlier.forget(about);
        }
        if is_broken {
            self.earlier.note_broken(todos, about);
        }
        // Errors that were not saved now are shown where earlier lessons are listed.
        let is_quiet = is_broken || matches!(outcome, BuildOutcome::Waiting | BuildOutcome::Building);
        if is_saved || !is_quiet {
            let exercise = self.code.status.note(outcome);
            if let Some(exercise) = exercise.filter(|_| !is_broken) {
                self.earlier.apply(todos, exercise);
            }
        }
    }

    /// Takes the verdicts of an exercise that is missing, or that did not compile when the program began.
    fn note_broken(&mut self, todos: &mut Todos) {
        let verdicts = self.code.status.broken().map(|report| report.verdicts.clone()).unwrap_or_default();
        for (todo, verdict) in todos.all.iter_mut().zip(verdicts) {
            if !todo.task.is_shader() {
                todo.verdict = Some(verdict);
            }
        }
        self.owes_check = true;
    }

    /// Checks the TODOs of a new library, those that the save has changed first. Each answer is called as soon as it has
    /// been checked. Verdicts on which the save has no effect are kept.
    fn apply_library(&mut self, todos: &mut Todos, exercise: LoadedExercise) {
        let before = source::tokens(self.code.text());
        let now = source::tokens(exercise.loaded.text());
        let is_saved = exercise.saved.is_some();
        let mut changed = Vec::new();
        for (index, todo) in todos.own_mut().iter_mut().enumerate() {
            if self.code.status.breaks(todo.id) {
                continue; // the starter's function stands in the library
            }
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
            kept = unaffected(todos.own(), &changed, [&before, &now]);
            kept.retain(|&index| todos.all[index].library.as_ref().is_some_and(|file| Arc::ptr_eq(file, &loaded.file)));
        }
        if kept.iter().any(|&index| todos.all[index].passes()) {
            let borrowed = borrowed_todos(exercise.file.path(), exercise.about);
            kept.retain(|index| !borrowed.contains(index));
        }
        // An exercise from before this program began may be why it was started again. A change outside of all functions
        // concerns all of them.
        if is_saved && changed.is_empty() && self.code.text() != exercise.loaded.text() {
            todos.own_mut().iter_mut().for_each(|todo| todo.has_changed = true);
        }
        if let Some(saved) = exercise.saved {
            self.outcome.begin(saved);
        }
        match self.code.status.broken() {
            Some(report) => {
                for (todo, verdict) in todos.own_mut().iter_mut().zip(&report.verdicts) {
                    if verdict.status == Status::DoesNotCompile && todo.verdict.is_none() {
                        todo.verdict = Some(verdict.clone());
                    }
                }
            }
            None if is_saved => self.note_saved(todos, &changed),
            None => {}
        }
        self.code.loaded = Some(exercise);
        for &index in &kept {
            if let Some(verdict) = todos.all[index].verdict.take() {
                self.apply_verdict(todos, index, verdict);
            }
        }
        // A check under way is of code that is no longer called.
        self.begin_checks(todos, &changed, &kept);
    }

    /// Requests builds and checks of all earlier lessons. Further calls do nothing.
    pub(super) fn begin_earlier(&mut self, todos: &mut Todos) {
        if let Some(builder) = self.code.builder() {
            self.earlier.begin(todos, builder);
        }
    }

    /// Checks all TODOs, unless a check is under way. While the code is still being built the check is postponed.
    pub(super) fn check(&mut self, todos: &Todos) {
        if self.code.is_awaited() {
            self.owes_check = true;
        } else if !self.checker.is_running() {
            self.begin_checks(todos, &[], &[]);
        }
    }

    /// Begins to check all TODOs but those in `kept`, the `changed` ones first. A check under way is dropped.
    fn begin_checks(&mut self, todos: &Todos, changed: &[usize], kept: &[usize]) {
        self.owes_check = false;
        let mut requests = Vec::new();
        for (index, todo) in todos.own().iter().enumerate() {
            // Shaders can be checked even if the exercise does not compile.
            let is_there = self.code.is_there() && !self.code.status.breaks(todo.id);
            if (todo.task.is_shader() || is_there) && !kept.contains(&index) {
                requests.push(CheckRequest::new(index, todo, self.checked, self.code.loaded.as_ref()));
            }
        }
        requests.sort_by_key(|request| !changed.contains(&request.index));
        self.checker.begin(requests);
    }

    /// Applies the verdicts on answers that are still the newest. Another check of the others is under way.
    fn apply_verdicts(&mut self, todos: &mut Todos, answers: Vec<CheckedAnswer>) {
        for CheckedAnswer { index, library, verdict } in answers {
            let newest = newest(&self.code, &self.earlier, todos, index).map(|exercise| &exercise.file);
            if newest.map(Arc::as_ptr) == library.as_ref().map(Arc::as_ptr) {
                self.apply_verdict(todos, index, verdict);
            }
        }
    }

    /// Sets the verdict of the TODO at `index`. The function that was checked becomes the student's answer.
    pub(super) fn apply_verdict(&mut self, todos: &mut Todos, index: usize, verdict: Verdict) {
        let is_own = index < todos.own_count;
        let exercise = newest(&self.code, &self.earlier, todos, index);
        let todo = &mut todos.all[index];
        if let Some(exercise) = exercise {
            let is_new = if is_own { todo.has_changed } else { exercise.saved.is_some() };
            // One that hung is not called again until it has changed: that would stop the window once more.
            if is_new || is_own && todo.error.as_ref().is_some_and(|error| error.kind != CallErrorKind::Hung) {
                todo.error = None;
            }
            if is_own {
                self.outcome.note_answer(exercise.loaded.text().len());
            }
            exercise.loaded.give(todo.id, &mut self.answers);
            todo.library = Some(exercise.file.clone());
        }
        todo.verdict = Some(verdict);
        todo.was_usable |= todo.task.is_shader() && !todo.is_unusable_shader();
        self.news.push(if todo.passes() { News::Passes(todo.id) } else { News::Progress });
    }
}

/// Returns the newest library with the answer to the TODO at `index`.
fn newest<'a>(code: &'a Code, earlier: &'a Earlier, todos: &Todos, index: usize) -> Option<&'a LoadedExercise> {
    if index < todos.own_count { code.loaded.as_ref() } else { earlier.loaded_for(todos.all[index].id) }
}

/// Returns the paths of a lesson's shaders, each with the index of its TODO.
fn shaders(lesson: &'static Lesson) -> impl Iterator<Item = (usize, PathBuf)> {
    let folder = verdict::workspace::shaders().join(lesson.about.folder);
    lesson.about.todos.iter().enumerate().filter_map(move |(todo, (_, task))| match task {
        Task::Shader(file) => Some((todo, folder.join(file))),
        Task::Function(_) => None,
    })
}

/// Returns the indices of the TODOs that rustc reports errors about.
fn todos_that_do_not_compile(todos: &Todos, report: &Report) -> Vec<usize> {
    let mut broken = Vec::new();
    for verdict in report.verdicts.iter().filter(|verdict| verdict.status == Status::DoesNotCompile) {
        broken.extend(todos.own().iter().position(|todo| todo.id == verdict.id));
    }
    broken
}
