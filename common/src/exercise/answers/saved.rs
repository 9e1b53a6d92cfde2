//! What was saved, and what became of it: builds and checks, all at the start, and after a save what it has changed first.

use crate::exercise::checker::{CheckRequest, CheckedAnswer, Checker};
use crate::exercise::earlier::Earlier;
use crate::exercise::library::{BuildEvent, LibraryBuilder, LoadedExercise, REBUILDING};
use crate::exercise::todo_state::{TodoState, location};
use crate::exercise::todos::Todos;
use check::{About, EarlierLesson, Lesson, Task};
use given::{CallErrorKind, Course};
use judge::AnswerSource;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;
use verdict::build::{BuildOutcome, BuildProblem};
use verdict::file_watcher::FileWatcher;
use verdict::{Status, Verdict, source};

const OURS: &str = "Ours runs in its place.";

/// The student's exercise and shaders as they were saved last, and their builds and checks.
pub(crate) struct Saved {
    /// The lesson, if its student's code is built and checked.
    own: Option<&'static About>,
    /// The exercise was the starter's when the program began.
    is_starter: bool,
    /// The answers that are checked: the student's, or the starter's.
    checked: AnswerSource,
    /// The student's answers, as far as they have been checked.
    pub(super) answers: Course,
    builder: Option<LibraryBuilder>,
    /// A few words about a build that is under way, or an empty text.
    progress: &'static str,
    /// The outcome of the last save.
    outcome: Option<BuildOutcome<LoadedExercise>>,
    /// The library that is checked, and called.
    loaded: Option<LoadedExercise>,
    /// The student's shaders, each with the index of its TODO.
    shaders: FileWatcher<usize>,
    pub(super) checker: Checker,
    /// Whether a check has still to begin: the first one, or one for a shader that was saved during the last, which may
    /// have read it before.
    pub(super) owes_check: bool,
    earlier: Earlier,
    /// Indices of the TODOs that the last save has changed and that are not checked yet; and its time, as long as there are any.
    awaited: Vec<usize>,
    unchecked: Option<SystemTime>,
    /// Effects of saves that the next frame shows, for measurements.
    seen: Vec<(String, SystemTime)>,
    has_news: bool,
}

impl Saved {
    /// The answers of a lesson's student, or of its starter, which are built and checked at the start and after each save.
    pub(super) fn new(lesson: &'static Lesson, checked: AnswerSource, answers: &Course) -> Self {
        let own = (checked == AnswerSource::Mine).then_some(&lesson.about);
        Saved {
            own,
            is_starter: own.is_some_and(|own| own.is_starter_text(&own.exercise_text())),
            checked,
            shaders: FileWatcher::new(shaders(lesson)),
            owes_check: true,
            ..Self::unwatched(lesson.earlier, answers)
        }
    }

    /// Answers that are neither built nor, unless on request, checked.
    pub(super) fn unwatched(earlier: &'static [EarlierLesson], answers: &Course) -> Self {
        Saved {
            own: None,
            is_starter: false,
            checked: AnswerSource::Mine,
            answers: *answers,
            builder: None,
            progress: "",
            outcome: None,
            loaded: None,
            shaders: FileWatcher::default(),
            checker: Checker::default(),
            owes_check: false,
            earlier: Earlier::new(earlier),
            awaited: Vec::new(),
            unchecked: None,
            seen: Vec::new(),
            has_news: false,
        }
    }

    /// Notes what was saved, built and checked since the last call. Returns whether there was anything, and whether the last TODO
    /// of the lesson has been checked. Builds and checks begin after the first frame: before it they would only delay the window.
    pub(super) fn poll(&mut self, todos: &mut Todos, has_frame: bool) -> (bool, bool) {
        self.poll_shaders(todos);
        if has_frame {
            self.begin();
        }
        while let Some(event) = self.builder.as_mut().and_then(LibraryBuilder::poll) {
            self.note_event(todos, event);
        }
        let (earlier_answers, _) = self.earlier.checker.poll();
        self.apply_verdicts(todos, earlier_answers);
        if self.owes_check && has_frame && !self.checker.is_running() {
            self.check(todos);
        }
        let (answers, has_ended) = self.checker.poll();
        self.apply_verdicts(todos, answers);
        self.has_news |= has_ended;
        let has_checked = has_ended && !self.owes_check;
        if has_ended && self.owes_check {
            self.check(todos);
        }
        (std::mem::take(&mut self.has_news), has_checked)
    }

    /// Waits for everything that is being built or checked, also of earlier lessons if the scene `calls_earlier`.
    pub(super) fn wait(&mut self, todos: &mut Todos, calls_earlier: bool) {
        self.begin();
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
    }

    fn wait_for_libraries(&mut self, todos: &mut Todos) {
        while let Some(event) = self.builder.as_mut().and_then(LibraryBuilder::wait) {
            self.note_event(todos, event);
        }
    }

    /// Starts the thread that builds libraries, if it does not run: of this lesson's exercise at once unless it is the
    /// starter's, and of every exercise that is saved.
    fn begin(&mut self) {
        let (None, Some(own)) = (&self.builder, self.own) else { return };
        let mut builder = LibraryBuilder::begin(own, self.earlier.lessons());
        if !self.is_starter {
            builder.request(own);
        }
        self.builder = Some(builder);
    }

    /// Requests a check if a shader was saved.
    fn poll_shaders(&mut self, todos: &mut Todos) {
        let saved: Vec<usize> = self.shaders.changed().into_iter().map(|(todo, _)| todo).collect();
        if saved.is_empty() {
            return;
        }
        self.owes_check = true;
        for &todo in &saved {
            todos.all[todo].has_changed = true;
        }
        todos.note_saved(&saved);
        self.begin_to_measure(SystemTime::now(), saved);
        self.has_news = true;
        todos.retry_panicked();
    }

    /// Applies an event of the build: its progress, or what became of an exercise.
    fn note_event(&mut self, todos: &mut Todos, BuildEvent { about, saved, progress, outcome }: BuildEvent) {
        self.has_news = true;
        let is_own = self.own.is_some_and(|own| own.folder == about.folder);
        if is_own || saved.is_some() {
            self.progress = progress;
        }
        if let (Some(saved), Some(effect)) = (saved, effect(progress, outcome.as_ref())) {
            self.seen.push((effect.into(), saved));
        }
        let Some(outcome) = outcome else { return };
        if is_own {
            self.note_own(todos, saved.is_some(), outcome);
        } else {
            self.note_earlier(todos, about, saved.is_some(), outcome);
        }
    }

    /// Applies what became of this lesson's exercise. Turns to the card of a TODO that a save has broken.
    fn note_own(&mut self, todos: &mut Todos, is_saved: bool, outcome: BuildOutcome<LoadedExercise>) {
        match &outcome {
            BuildOutcome::DoesNotCompile(..) if is_saved => {
                let broken = todos.own().iter().enumerate().filter(|(_, todo)| outcome.breaks(todo.id));
                let broken: Vec<usize> = broken.map(|(index, _)| index).collect();
                todos.note_saved(&broken);
            }
            // No verdict is made of the code that was there before.
            BuildOutcome::Missing(_) => {
                self.is_starter = false;
                self.loaded = None;
                self.checker = Checker::default();
            }
            _ => {}
        }
        let exercise = outcome.file().cloned();
        let outcome = self.outcome.insert(outcome);
        let is_broken = outcome.problem().is_some();
        match exercise {
            Some(exercise) => self.apply_library(todos, exercise),
            None if is_broken && !self.is_there() => self.note_broken(todos),
            None => {}
        }
    }

    /// Applies what became of an earlier lesson's exercise. While it is broken, ours stand in for all of it.
    fn note_earlier(
        &mut self,
        todos: &mut Todos,
        about: &'static About,
        is_saved: bool,
        outcome: BuildOutcome<LoadedExercise>,
    ) {
        match &outcome {
            BuildOutcome::Built(exercise, _) => self.earlier.apply(todos, exercise.clone()),
            BuildOutcome::Restart(_) => self.outcome = Some(outcome),
            _ => {
                if let BuildOutcome::Missing(_) = outcome {
                    self.earlier.forget(about);
                }
                self.earlier.note_broken(todos, about);
                // Errors that were not saved now are shown where earlier lessons are listed.
                if is_saved {
                    self.outcome = Some(outcome);
                }
            }
        }
    }

    /// Takes the verdicts of an exercise that is missing, or that did not compile when the program began.
    fn note_broken(&mut self, todos: &mut Todos) {
        let report = self.outcome.as_ref().and_then(BuildOutcome::report);
        for (todo, verdict) in todos.all.iter_mut().zip(report.into_iter().flat_map(|report| &report.verdicts)) {
            if !todo.task.is_shader() {
                todo.verdict = Some(verdict.clone());
            }
        }
        self.owes_check = true;
    }

    /// Checks the TODOs of a new library, those that the save has changed first. Each answer is called as soon as it has
    /// been checked.
    fn apply_library(&mut self, todos: &mut Todos, exercise: LoadedExercise) {
        let before = self.loaded.as_ref().map_or("", |before| before.loaded.text());
        let now = exercise.loaded.text();
        let tokens = source::tokens(now);
        let mut changed = Vec::new();
        for (index, todo) in todos.own_mut().iter_mut().enumerate() {
            if self.breaks(todo.id) {
                continue; // the starter's function stands in the library
            }
            todo.location = location(todo.task, exercise.about.folder, &tokens);
            if let Task::Function(name) = todo.task {
                todo.has_changed = exercise.saved.is_some() && !source::same(Some(name), before, now);
            }
            if todo.has_changed {
                changed.push(index);
            }
        }
        if let Some(saved) = exercise.saved {
            // An exercise from before this program began may be why it was started again. A change outside of all functions
            // concerns all of them.
            if changed.is_empty() && before != now {
                todos.own_mut().iter_mut().for_each(|todo| todo.has_changed = true);
            }
            let todos = todos.own().iter().enumerate();
            let awaited = todos.filter(|(_, todo)| todo.has_changed && !self.breaks(todo.id)).map(|(index, _)| index);
            self.begin_to_measure(saved, awaited.collect());
        }
        match self.outcome.as_ref().and_then(BuildOutcome::report) {
            Some(report) => {
                for (todo, verdict) in todos.own_mut().iter_mut().zip(&report.verdicts) {
                    if verdict.status == Status::DoesNotCompile && todo.verdict.is_none() {
                        todo.verdict = Some(verdict.clone());
                    }
                }
            }
            None if exercise.saved.is_some() => todos.note_saved(&changed),
            None => {}
        }
        self.loaded = Some(exercise);
        // A check under way is of code that is no longer called.
        self.begin_checks(todos, &changed);
    }

    /// Begins to measure a save that has changed these TODOs. A save that comes before the last one was checked replaces it.
    pub(super) fn begin_to_measure(&mut self, saved: SystemTime, changed: Vec<usize>) {
        self.awaited = changed;
        self.unchecked = Some(saved);
    }

    /// Requests builds and checks of all earlier lessons. Further calls do nothing.
    pub(super) fn begin_earlier(&mut self, todos: &mut Todos) {
        if let Some(builder) = &mut self.builder {
            self.earlier.begin(todos, builder);
        }
    }

    /// Checks all TODOs, unless a check is under way. While the code is still being built the check is postponed.
    pub(super) fn check(&mut self, todos: &Todos) {
        let is_awaited = !self.is_there()
            && self.own.is_some_and(|own| self.builder.as_ref().is_none_or(|builder| builder.is_awaited(own)));
        if is_awaited {
            self.owes_check = true;
        } else if !self.checker.is_running() {
            self.begin_checks(todos, &[]);
        }
    }

    /// Begins to check all TODOs, the `changed` ones first. A check under way is dropped.
    fn begin_checks(&mut self, todos: &Todos, changed: &[usize]) {
        self.owes_check = false;
        let mut requests = Vec::new();
        for (index, todo) in todos.own().iter().enumerate() {
            // Shaders can be checked even if the exercise does not compile.
            if todo.task.is_shader() || self.is_there() && !self.breaks(todo.id) {
                requests.push(CheckRequest::new(index, todo, self.checked, self.loaded.as_ref()));
            }
        }
        requests.sort_by_key(|request| !changed.contains(&request.index));
        self.checker.begin(requests);
    }

    /// Applies the verdicts on answers that are still the newest. Another check of the others is under way.
    fn apply_verdicts(&mut self, todos: &mut Todos, answers: Vec<CheckedAnswer>) {
        for CheckedAnswer { index, library, verdict } in answers {
            let newest = self.newest(todos, index).map(|exercise| &exercise.file);
            if newest.map(Arc::as_ptr) == library.as_ref().map(Arc::as_ptr) {
                self.apply_verdict(todos, index, verdict);
            }
        }
    }

    /// Sets the verdict of the TODO at `index`. The function that was checked becomes the student's answer.
    pub(super) fn apply_verdict(&mut self, todos: &mut Todos, index: usize, verdict: Verdict) {
        let is_own = index < todos.own_count;
        let exercise = self.newest(todos, index).cloned();
        let todo = &mut todos.all[index];
        if let Some(exercise) = exercise {
            let is_new = if is_own { todo.has_changed } else { exercise.saved.is_some() };
            // One that hung is not called again until it has changed: that would stop the window once more.
            if is_new || is_own && todo.error.as_ref().is_some_and(|error| error.kind != CallErrorKind::Hung) {
                todo.error = None;
            }
            exercise.loaded.give(todo.id, &mut self.answers);
        }
        todo.verdict = Some(verdict);
        todo.was_usable |= todo.task.is_shader() && !todo.is_unusable_shader();
        self.has_news = true;
        self.awaited.retain(|&awaited| awaited != index);
        if let Some(saved) = self.unchecked.take_if(|_| is_own && self.awaited.is_empty()) {
            let passing = todos.own().iter().filter(|todo| todo.passes()).count();
            self.seen.push((format!("the verdict, {passing} of {} pass", todos.own_count), saved));
        }
    }

    /// Returns the newest library with the answer to the TODO at `index`.
    fn newest(&self, todos: &Todos, index: usize) -> Option<&LoadedExercise> {
        if index < todos.own_count { self.loaded.as_ref() } else { self.earlier.loaded_for(todos.all[index].id) }
    }

    /// Returns whether there are functions to check: a loaded library, or the starter's.
    fn is_there(&self) -> bool {
        self.own.is_none() || self.is_starter || self.loaded.is_some()
    }

    /// Returns whether the last save of this TODO's function does not compile, or is missing.
    pub(super) fn breaks(&self, id: &str) -> bool {
        self.outcome.as_ref().is_some_and(|outcome| outcome.breaks(id))
    }

    pub(super) fn is_broken(&self) -> bool {
        self.outcome.as_ref().is_some_and(|outcome| outcome.report().is_some())
    }

    pub(super) fn problem(&self) -> Option<BuildProblem<'_>> {
        self.outcome.as_ref()?.problem()
    }

    /// Returns why the answer to a TODO as it was last saved does not run.
    pub(super) fn problem_of(&self, todo: &TodoState) -> Option<BuildProblem<'_>> {
        let stops = self.outcome.as_ref().is_some_and(|outcome| outcome.stops(todo.id));
        self.problem().filter(|_| stops && !todo.task.is_shader())
    }

    pub(super) fn warnings(&self) -> &[String] {
        if let Some(BuildOutcome::Built(_, warnings)) = &self.outcome { warnings } else { &[] }
    }

    /// Returns a sentence about the code that runs while the last save does not compile.
    pub(super) fn what_runs(&self) -> &'static str {
        if self.is_there() { "The version before it keeps running." } else { OURS }
    }

    /// Returns a sentence about the answer to a TODO that runs while its last save does not compile.
    pub(super) fn what_runs_of(&self, todo: &TodoState) -> &'static str {
        if todo.status() == Some(Status::DoesNotCompile) { OURS } else { self.what_runs() }
    }

    /// Returns a few words about a build that is under way, or an empty text.
    pub(super) fn progress(&self) -> &'static str {
        match self.outcome {
            Some(BuildOutcome::Restart(_)) if self.progress.is_empty() => {
                "built: it starts again when what you have changed in the window is saved"
            }
            _ => self.progress,
        }
    }

    pub(super) fn is_unchecked(&self) -> bool {
        self.unchecked.is_some()
    }

    /// Takes the program that should replace this one.
    pub(super) fn take_restart(&mut self) -> Option<PathBuf> {
        match self.outcome.take_if(|outcome| matches!(outcome, BuildOutcome::Restart(_)))? {
            BuildOutcome::Restart(program) => Some(program),
            _ => None,
        }
    }

    pub(super) fn take_seen(&mut self) -> Vec<(String, SystemTime)> {
        std::mem::take(&mut self.seen)
    }
}

/// Returns what a window shows of a save, for measurements; `None` if a verdict follows, or the end.
fn effect(progress: &str, outcome: Option<&BuildOutcome<LoadedExercise>>) -> Option<&'static str> {
    match outcome {
        None => (progress == REBUILDING).then_some("that the program is built anew"),
        Some(BuildOutcome::Built(..) | BuildOutcome::Restart(_)) => None,
        Some(BuildOutcome::DoesNotCompile(..)) => Some("what rustc says"),
        Some(BuildOutcome::Missing(_)) => Some("that the exercise is missing"),
        Some(BuildOutcome::Failed(_)) => Some("why it could not be built"),
    }
}

fn shaders(lesson: &'static Lesson) -> impl Iterator<Item = (usize, PathBuf)> {
    let folder = verdict::workspace::shaders().join(lesson.about.folder);
    lesson.about.todos.iter().enumerate().filter_map(move |(todo, (_, task))| match task {
        Task::Shader(file) => Some((todo, folder.join(file))),
        Task::Function(_) => None,
    })
}
