//! A student's answers in a window: which answers draw, how far that is from right, and the check.
//!
//! ```text
//! a save -> code: it is built and loaded -> checker: a verdict for each TODO, by child processes
//!        -> shown: whose code draws -> guard: calls it
//!        -> card:  what the window shows about it
//! ```

mod assist;
mod build_status;
mod card;
mod checking;
mod code;
mod figure;
mod finale;
mod save_outcome;
mod shown;

use super::todo_state::{TodoState, earlier_todos, todos};
use super::{Difference, Said, checker::Checker, earlier::Earlier};
use assist::Assist;
use card::Card;
use check::{Lesson, Task};
use code::Code;
use drawing::{Figure, ShownCase};
use finale::Finale;
use given::{CallError, CallErrorKind, Course};
use imgui::Ui;
use judge::AnswerSource;
use save_outcome::SaveOutcome;
use std::{path::PathBuf, time::SystemTime};
use ui::{Action, Fonts, Message, layout::Layout};
use verdict::file_watcher::FileWatcher;
use verdict::{SEED, Status, Verdict};
use window::{LessonPanel, LessonState, LessonStatus, Restart};

/// The state of a student's answers in a window.
#[allow(clippy::struct_excessive_bools)] // each is true or false on its own
pub struct StudentAnswers {
    /// The lesson's own, then those of earlier lessons that the scene calls.
    todos: Vec<TodoState>,
    own_count: usize,
    /// The student's answers, as far as they have been checked.
    mine: Course,
    reference: Course,
    /// The TODO that the student has turned to, or saved.
    turned_to: Option<usize>,
    /// Whether our answers draw the whole scene.
    shows_ours: bool,
    /// Whether the scene is played rather than worked at: what does not pass is ours, the current TODO too.
    plays: bool,
    /// Whether answers are called without a check.
    trusts: bool,
    /// Whether our scene is laid over the student's.
    shows_difference: bool,
    difference: Option<Difference>,
    /// The answers that are checked: the student's, or the starter's.
    checked: AnswerSource,
    checker: Checker,
    /// Whether a check has still to begin: the first one, or one for a shader that was saved during the last, which may
    /// have read it before.
    owes_check: bool,
    /// Whether a frame has been drawn: before that a check would only delay the window.
    has_drawn: bool,
    reports: Vec<String>,
    /// The student's shaders, each with the index of its TODO.
    shaders: FileWatcher<usize>,
    code: Code,
    save_outcome: SaveOutcome,
    earlier: Earlier,
    finale: Finale,
    assist: Assist,
    card: Card,
}

impl StudentAnswers {
    /// Begins a check, in the background, after the first frame. Until its verdict is there our answer draws, and the
    /// student's where it is unsolved. The starter's answers are checked and drawn as a student's would be; those of
    /// the reference draw the whole scene at first. The program must be one whose `main` calls
    /// [`judge::main`](judge::main).
    pub fn new(lesson: &'static Lesson, drawn: AnswerSource) -> Self {
        let mut student = Self::idle(lesson, drawn);
        for (todo, is_untouched) in student.todos.iter_mut().zip(lesson.about.untouched()) {
            if is_untouched || drawn == AnswerSource::Starter {
                todo.verdict = Some(Verdict::new(todo.id, todo.name(), Status::NotStarted, SEED));
            }
        }
        if student.checked == AnswerSource::Mine {
            student.code = Code::new(&lesson.about);
        }
        student.finale = Finale::new();
        student.shaders = FileWatcher::new(shaders(lesson));
        student.assist = Assist::new(&lesson.about);
        student.card = Card::new(&lesson.about);
        student.owes_check = true;
        student
    }

    /// Begins a check like [`new`](Self::new), for a scene that is played: what does not pass is ours.
    pub fn playing(lesson: &'static Lesson) -> Self {
        StudentAnswers { plays: true, ..Self::new(lesson, AnswerSource::Mine) }
    }

    /// Checks nothing, and draws by `mine` wherever the student's answers would draw, in earlier lessons too: for answers
    /// that are known to return.
    pub fn trusting(lesson: &'static Lesson, mine: Course) -> Self {
        StudentAnswers { mine, trusts: true, ..Self::idle(lesson, AnswerSource::Mine) }
    }

    /// Checks nothing, and draws by our answers alone.
    pub(crate) fn ours(lesson: &'static Lesson) -> Self {
        Self::idle(lesson, AnswerSource::Reference)
    }

    /// Calls the student's answers of earlier lessons where they pass.
    pub(crate) fn call_earlier(&mut self) {
        self.earlier.calls_mine = true;
    }

    /// Answers of the lesson and of the earlier ones that it calls, which are neither built nor checked.
    fn idle(lesson: &'static Lesson, drawn: AnswerSource) -> Self {
        let mut student = Self::from_todos(todos(&lesson.about), drawn);
        student.todos.extend(earlier_todos(lesson.earlier));
        student.earlier = Earlier::new(lesson.earlier);
        student.reference = lesson.reference;
        student.mine = if drawn == AnswerSource::Starter { lesson.starter() } else { lesson.starter };
        // A shader of an earlier lesson needs no library: its file is the student's.
        for earlier in lesson.earlier {
            earlier.todos.iter().for_each(|(id, _)| student.mine.take(id, &earlier.lesson.starter));
        }
        student
    }

    /// Answers to the lesson's own `todos`, whose tables are still to be set: each function in them fails.
    fn from_todos(todos: Vec<TodoState>, drawn: AnswerSource) -> Self {
        let is_starter = drawn == AnswerSource::Starter;
        StudentAnswers {
            own_count: todos.len(),
            todos,
            mine: Course::UNUSABLE,
            reference: Course::UNUSABLE,
            turned_to: None,
            shows_ours: drawn == AnswerSource::Reference,
            plays: false,
            trusts: false,
            shows_difference: false,
            difference: None,
            checked: if is_starter { drawn } else { AnswerSource::Mine },
            checker: Checker::default(),
            owes_check: false,
            has_drawn: false,
            reports: Vec::new(),
            shaders: FileWatcher::default(),
            code: Code::default(),
            save_outcome: SaveOutcome::default(),
            earlier: Earlier::default(),
            finale: Finale::default(),
            assist: Assist::default(),
            card: Card::default(),
        }
    }

    fn own_todos(&self) -> &[TodoState] {
        &self.todos[..self.own_count]
    }

    pub(crate) fn show_figures(&mut self, figures: &'static [Figure], cases: &'static [ShownCase]) {
        self.card.figures = figures;
        self.card.cases = cases;
    }

    pub fn shows_difference(&self) -> bool {
        self.shows_difference
    }

    /// Notes that a call of a student's answer has failed. From now on ours is called in its place.
    ///
    /// # Errors
    /// Returns `lost` if the call was not the student's, so that no other answer can replace it.
    pub(crate) fn lose(&mut self, error: CallError) -> anyhow::Result<()> {
        let index = self.todos.iter().position(|todo| todo.id == error.todo);
        let index = index.filter(|&index| {
            // A figure calls more of the lesson's own than the scene does.
            self.is_callable(index) && (index < self.own_count || self.is_mine(index))
        });
        let Some(index) = index else { return Err(error.into()) };
        self.todos[index].error = Some(error);
        Ok(())
    }

    /// Calls ours instead of an answer that did not return, so that the program was started again.
    pub(crate) fn lose_hung(&mut self, id: &str) {
        if let Some(todo) = self.todos.iter_mut().find(|todo| todo.id == id) {
            todo.error = Some(CallError { todo: todo.id, kind: CallErrorKind::Hung });
        }
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.own_todos().iter().all(TodoState::passes)
    }

    /// Returns the TODOs of earlier lessons, as long as the student's answers are called where they pass.
    pub(crate) fn earlier_todos(&self) -> &[TodoState] {
        if self.earlier.calls_mine && !self.shows_ours { &self.todos[self.own_count..] } else { &[] }
    }

    /// Returns a TODO's heading, such as `"03.3 index_pairs"`.
    fn id_and_name(&self, id: &str) -> String {
        match self.todos.iter().find(|todo| todo.id == id) {
            Some(todo) => format!("{id} {}", todo.name()),
            None => id.into(),
        }
    }

    /// Starts the confetti if the lesson has just been finished.
    fn begin_finale(&mut self) {
        if self.checked == AnswerSource::Mine && !self.trusts && self.finale.begin(self.is_finished()) {
            self.shows_difference = false;
        }
    }

    pub(crate) fn statuses(&self) -> Vec<Option<Status>> {
        self.own_todos().iter().map(TodoState::status).collect()
    }

    pub(crate) fn set_reports(&mut self, messages: &[Said]) {
        self.reports.clear();
        for Said { todo, text } in messages {
            let line = if todo.is_empty() { text.clone() } else { format!("{}: {text}", self.id_and_name(todo)) };
            self.reports.push(line);
        }
        self.has_drawn = true;
    }

    pub(crate) fn difference(&self) -> Option<&Difference> {
        self.difference.as_ref()
    }

    pub(crate) fn set_difference(&mut self, difference: Difference) {
        self.difference = Some(difference);
    }

    /// Discards what the last frame has reported. Answers that panicked in it are called again.
    fn redraw(&mut self) {
        self.difference = None;
        self.reports.clear();
        self.retry_panicked();
    }

    /// Returns a sentence about the code that runs while the last save does not compile.
    fn what_runs(&self) -> &'static str {
        if self.code.is_there() { "The version before it keeps running." } else { "Ours runs in its place." }
    }

    /// Returns the answers that could not be used in the last frame, and the scene's messages.
    fn notes(&self) -> Vec<Message> {
        let mut notes = Vec::new();
        let calls_all = self.trusts || self.earlier.calls_mine;
        let called = if calls_all { &self.todos[..] } else { self.own_todos() };
        for error in called.iter().filter_map(|todo| todo.error.as_ref()).filter(|_| !self.shows_ours) {
            let name = self.id_and_name(error.todo);
            notes.push(Message::error("", format!("{name}: {} (Ours draws instead.)", error.kind)));
        }
        notes.extend(self.reports.iter().map(|line| Message::error("", line.as_str())));
        notes
    }

    /// Lets answers that failed be called again: they may succeed in another frame. An endless loop is not called again
    /// until another answer is saved, since it would stop the window once more.
    fn retry_panicked(&mut self) {
        for todo in &mut self.todos {
            todo.error.take_if(|error| error.kind != CallErrorKind::Hung);
        }
    }

    /// Requests a check if a shader was saved. Returns whether one was.
    fn poll_shaders(&mut self) -> bool {
        let saved: Vec<usize> = self.shaders.changed().into_iter().map(|(todo, _)| todo).collect();
        if saved.is_empty() {
            return false;
        }
        self.owes_check = true;
        self.save_outcome.begin(SystemTime::now());
        for &todo in &saved {
            self.todos[todo].has_changed = true;
        }
        self.note_saved(&saved);
        self.retry_panicked();
        true
    }

    /// Applies verdicts, each with the index of its TODO. Returns whether there are any.
    fn note_verdicts(&mut self, verdicts: Vec<(usize, Verdict)>) -> bool {
        let has_any = !verdicts.is_empty();
        for (todo, verdict) in verdicts {
            self.note_verdict(todo, verdict);
        }
        has_any
    }
}

impl LessonPanel for StudentAnswers {
    fn poll(&mut self) -> bool {
        let mut has_news = self.poll_shaders();
        if self.has_drawn {
            self.code.begin(self.earlier.lessons());
        }
        for event in self.code.poll() {
            has_news = true;
            self.note_event(event);
        }
        has_news |= self.assist.poll();
        let (earlier_verdicts, _) = self.earlier.checker.poll();
        has_news |= self.note_verdicts(earlier_verdicts);
        if self.owes_check && self.has_drawn && !self.checker.is_running() {
            self.check();
        }
        let (verdicts, has_ended) = self.checker.poll();
        has_news |= self.note_verdicts(verdicts);
        has_news |= has_ended;
        if has_ended && self.owes_check {
            self.check();
        } else if has_ended {
            let passing = self.own_todos().iter().filter(|todo| todo.passes()).count();
            self.save_outcome.end(passing, self.own_count);
            self.turn_to_broken();
            self.begin_earlier();
            self.begin_finale();
        }
        has_news
    }

    fn wait(&mut self) {
        self.code.begin(self.earlier.lessons());
        self.wait_for_libraries();
        if self.owes_check {
            self.check();
        }
        let verdicts = self.checker.wait();
        self.note_verdicts(verdicts);
        if self.earlier.calls_mine {
            self.begin_earlier();
            self.wait_for_libraries();
        }
        let earlier_verdicts = self.earlier.checker.wait();
        self.note_verdicts(earlier_verdicts);
        self.assist.wait();
    }

    fn act(&mut self, action: Action, number: Option<usize>) -> bool {
        match action {
            Action::Close => return self.assist.close(),
            Action::Todo => number.into_iter().for_each(|number| self.turn_to(number - 1)),
            Action::NextTodo if !self.is_finished() => self.next_todo().into_iter().for_each(|todo| self.turn_to(todo)),
            Action::Mine => {
                // The difference is laid over the student's scene: that is the one to go back to.
                self.shows_ours = !std::mem::take(&mut self.shows_difference) && !self.shows_ours;
                self.redraw();
            }
            Action::Difference => {
                self.shows_difference = !self.shows_difference;
                self.shows_ours = false;
                self.redraw();
            }
            Action::Check => self.check(),
            Action::Hint | Action::Solution | Action::NextLesson | Action::NextTodo => {
                let open = self.current().filter(|_| !self.is_finished());
                self.assist.act(action, &self.todos[..self.own_count], open);
            }
            _ => return self.card.act(action, self.current().map(|todo| self.todos[todo].id)),
        }
        true
    }

    fn status(&self) -> LessonStatus {
        LessonStatus {
            is_taking_up: !self.code.status.progress().is_empty() || self.save_outcome.is_unchecked(),
            is_panel_open: self.assist.is_open(),
            shows_ours: self.shows_ours,
            todo: self.current().map_or("", |todo| self.todos[todo].id),
        }
    }

    fn state(&self) -> LessonState {
        let StudentAnswers { turned_to, shows_ours, shows_difference, .. } = *self;
        LessonState { turned_to, shows_ours, shows_difference }
    }

    fn restore(&mut self, state: LessonState) {
        self.turned_to = state.turned_to.filter(|&todo| todo < self.own_count);
        self.shows_ours = state.shows_ours;
        self.shows_difference = state.shows_difference;
    }

    fn take_restart(&mut self) -> Option<Restart> {
        self.code.status.take_restart().map(|program| Restart { program, arguments: Vec::new() })
    }

    fn take_seen(&mut self) -> Vec<(String, SystemTime)> {
        self.save_outcome.take_seen()
    }

    fn finale(&mut self, seconds: f32, ends: bool) -> bool {
        self.finale.advance(seconds, ends)
    }

    fn messages(&self) -> Vec<Message> {
        let mut all = self.notes();
        if self.shows_ours {
            return all;
        }
        if let Some((why, error, advice)) = self.code.status.problem() {
            let text = format!("Your code {why}. {}\n{error}\n{}", self.what_runs(), advice.unwrap_or_default());
            all.insert(0, Message::error("", text.trim_end()));
        }
        for todo in self.own_todos().iter().filter(|todo| todo.error.is_none()) {
            let Some(verdict) = &todo.verdict else { continue };
            if todo.is_unusable_shader() || matches!(verdict.status, Status::TimedOut | Status::Crashed) {
                let location = verdict.place.clone().unwrap_or_else(|| todo.location.clone());
                let why = verdict.message.as_deref().unwrap_or(verdict.status.word()).trim_end();
                let text = format!("{} {}: {why} (Ours draws instead.)", todo.id, todo.name());
                all.push(Message::error(location, text));
            }
        }
        all
    }

    fn draw(&mut self, ui: &Ui, fonts: Fonts, layout: &Layout, seconds: f32) -> Vec<Action> {
        card::draw_lesson(ui, fonts, layout, self, seconds)
    }
}

/// Returns the paths of a lesson's shaders, each with the index of its TODO.
fn shaders(lesson: &'static Lesson) -> impl Iterator<Item = (usize, PathBuf)> {
    let folder = verdict::workspace::shaders().join(lesson.about.folder);
    lesson.about.todos.iter().enumerate().filter_map(move |(todo, (_, task))| match task {
        Task::Shader(file) => Some((todo, folder.join(file))),
        Task::Function(_) => None,
    })
}

#[cfg(test)]
mod tests;
