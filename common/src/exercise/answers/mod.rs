//! A student's answers in a window: whose code draws, how far that is from right, and the check.
//!
//! ```text
//! a save -> code: it is built and loaded -> checker: a verdict for each TODO, by child processes
//!        -> shown: whose code draws -> guard: calls it
//!        -> card:  what the window says of it
//! ```

mod assist;
mod build_status;
mod card;
mod checking;
mod code;
mod confetti;
mod figure;
mod finale;
mod save_outcome;
mod shown;
mod todo;

use super::{Difference, Said, checker::Checker, earlier::Earlier};
use crate::check::{AnswerSource, Lesson, SEED, Status, Task, Verdict};
use crate::figure::Figure;
use crate::file_watcher::FileWatcher;
use crate::ui::{Action, Fonts, Message};
use crate::window::{LessonAreas, LessonPanel, LessonState, LessonStatus, Restart};
use assist::Assist;
use card::Card;
use code::Code;
use finale::Finale;
use given::{Course, Lost, Why};
use imgui::Ui;
use save_outcome::SaveOutcome;
use std::{path::PathBuf, time::SystemTime};
pub(crate) use todo::TodoState;
use todo::{earlier_todos, todos};

/// Everything that a window knows about a student's answers.
#[allow(clippy::struct_excessive_bools)] // each is true or false on its own
pub struct StudentAnswers {
    /// The lesson's own, then those of earlier lessons that the scene calls.
    todos: Vec<TodoState>,
    own_count: usize,
    /// The student's answers, as far as they have been checked.
    mine: Course,
    /// Ours.
    reference: Course,
    /// The TODO that the student has turned to, or saved.
    turned_to: Option<usize>,
    /// Whether our answers draw the whole scene.
    shows_ours: bool,
    /// Whether the scene is played rather than worked at: what does not pass is ours, the current TODO too.
    plays: bool,
    /// Whether answers are taken without a check.
    trusts: bool,
    /// Whether our scene is laid over the student's, and how far apart the last frame found them.
    shows_difference: bool,
    difference: Option<Difference>,
    /// Which answers are checked: the student's, or the starter's in their place.
    checked: AnswerSource,
    checker: Checker,
    /// The first has still to be begun; or a shader was saved while one was under way, which may have seen
    /// it as it was.
    owes_check: bool,
    /// A frame has been drawn: until then a check would only keep the window waiting.
    has_drawn: bool,
    reports: Vec<String>,
    /// The student's own, each with the place of its TODO.
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
    /// student's where it is as it was found. The starter's answers are checked and drawn as a student's would be; those of
    /// the reference draw the whole scene at first. The program must be one whose `main` calls
    /// [`check::main`](crate::check::main).
    pub fn new(lesson: &'static Lesson, drawn: AnswerSource) -> Self {
        let mut student = Self::idle(lesson, drawn);
        for (todo, is_untouched) in student.todos.iter_mut().zip(lesson.about.untouched()) {
            if is_untouched || drawn == AnswerSource::Starter {
                todo.verdict = Some(Verdict::new(todo.id, todo.name(), Status::NotStarted, SEED));
            }
        }
        if student.checked == AnswerSource::Mine {
            student.code = Code::of(&lesson.about);
        }
        student.finale = Finale::of_this_program();
        student.shaders = FileWatcher::new(shaders(lesson));
        student.assist = Assist::new(&lesson.about);
        student.card = Card::of(&lesson.about);
        student.owes_check = true;
        student
    }

    /// As [`new`](Self::new), to be played: what does not pass is ours.
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

    /// Has the student's answers of earlier lessons called where they pass.
    pub(crate) fn call_earlier(&mut self) {
        self.earlier.calls_mine = true;
    }

    fn idle(lesson: &'static Lesson, drawn: AnswerSource) -> Self {
        let mut student = Self::with(todos(&lesson.about), drawn);
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

    /// With TODOs of the lesson alone, and no answers yet.
    fn with(todos: Vec<TodoState>, drawn: AnswerSource) -> Self {
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

    /// Returns the lesson's own TODOs.
    fn own(&self) -> &[TodoState] {
        &self.todos[..self.own_count]
    }

    /// Shows these figures on the cards of their TODOs.
    pub(crate) fn show_figures(&mut self, figures: &'static [Figure]) {
        self.card.figures = figures;
    }

    /// Whether our scene should be laid over the student's.
    pub fn shows_difference(&self) -> bool {
        self.shows_difference
    }

    /// From now on ours is called in the place of this answer.
    ///
    /// # Errors
    /// If it is not the student's that was called: then there is nothing to replace.
    pub(crate) fn lose(&mut self, lost: Lost) -> anyhow::Result<()> {
        let index = self.todos.iter().position(|todo| todo.id == lost.todo);
        // A figure calls more of the lesson's own than the scene does.
        let is_called = |&index: &usize| self.is_callable(index) && (index < self.own_count || self.is_mine(index));
        let Some(index) = index.filter(is_called) else { return Err(lost.into()) };
        self.todos[index].lost = Some(lost);
        Ok(())
    }

    /// Takes an answer for lost that has not come back in a program which was started again because of it.
    pub(crate) fn lose_hung(&mut self, id: &str) {
        if let Some(todo) = self.todos.iter_mut().find(|todo| todo.id == id) {
            todo.lost = Some(Lost { todo: todo.id, why: Why::Hung });
        }
    }

    /// Whether every TODO has been checked, and passes.
    pub(crate) fn is_finished(&self) -> bool {
        self.own().iter().all(TodoState::passes)
    }

    /// Returns the TODOs of earlier lessons, as long as the student's answers are called where they pass.
    pub(crate) fn earlier_todos(&self) -> &[TodoState] {
        if self.earlier.calls_mine && !self.shows_ours { &self.todos[self.own_count..] } else { &[] }
    }

    /// `"03.3 index_pairs"`; nothing for no TODO.
    fn name(&self, id: &str) -> String {
        match self.todos.iter().find(|todo| todo.id == id) {
            Some(todo) => format!("{id} {}", todo.name()),
            None => id.into(),
        }
    }

    /// Confetti, once for every time that a lesson has been finished.
    fn begin_finale(&mut self) {
        if self.checked == AnswerSource::Mine && !self.trusts && self.finale.begin(self.is_finished()) {
            self.shows_difference = false;
        }
    }

    /// Of each TODO, as far as it has been checked.
    pub(crate) fn statuses(&self) -> Vec<Option<Status>> {
        self.own().iter().map(TodoState::status).collect()
    }

    /// What was said of the answers in this frame.
    pub(crate) fn set_reports(&mut self, texts: &[Said]) {
        let line = |texts: &Said| {
            if texts.todo.is_empty() {
                texts.text.clone()
            } else {
                format!("{}: {}", self.name(texts.todo), texts.text)
            }
        };
        self.reports = texts.iter().map(line).collect();
        self.has_drawn = true;
    }

    /// How far the last frame was from the finished one, where that was asked.
    pub(crate) fn difference(&self) -> Option<&Difference> {
        self.difference.as_ref()
    }

    /// How far this frame is from the finished one.
    pub fn found(&mut self, difference: Difference) {
        self.difference = Some(difference);
    }

    /// Another scene is drawn from now on.
    fn redraw(&mut self) {
        self.difference = None;
        self.reports.clear();
        self.try_again();
    }

    /// Whose code runs while what was saved last cannot.
    fn what_runs(&self) -> &'static str {
        if self.code.is_there() { "The version before it keeps running." } else { "Ours runs in its place." }
    }

    /// Returns the answers that could not be used in the last frame, and the scene's messages.
    fn notes(&self) -> Vec<Message> {
        let mut notes = Vec::new();
        let calls_all = self.trusts || self.earlier.calls_mine;
        let called = if calls_all { &self.todos[..] } else { self.own() };
        for lost in called.iter().filter_map(|todo| todo.lost.as_ref()).filter(|_| !self.shows_ours) {
            notes.push(Message::error("", format!("{}: {} (Ours draws instead.)", self.name(lost.todo), lost.why)));
        }
        notes.extend(self.reports.iter().map(|line| Message::error("", line.as_str())));
        notes
    }

    /// What panicked may do better in another frame. An endless loop is not tried again until something else is saved in
    /// its place: that would stop the window once more.
    fn try_again(&mut self) {
        for todo in &mut self.todos {
            todo.lost.take_if(|lost| lost.why != Why::Hung);
        }
    }
}

impl LessonPanel for StudentAnswers {
    fn poll(&mut self) -> bool {
        let shaders: Vec<usize> = self.shaders.changed().into_iter().map(|(todo, _)| todo).collect();
        let mut has_news = !shaders.is_empty();
        if has_news {
            self.owes_check = true;
            self.save_outcome.begin(SystemTime::now());
            self.note_saved(&shaders);
            self.try_again();
        }
        if self.has_drawn {
            self.code.begin(self.earlier.lessons());
        }
        for event in self.code.poll() {
            has_news = true;
            self.note_event(event);
        }
        let (earlier_verdicts, _) = self.earlier.checker.poll();
        has_news |= self.assist.poll() || !earlier_verdicts.is_empty();
        for (todo, verdict) in earlier_verdicts {
            self.note(todo, verdict);
        }
        if self.owes_check && self.has_drawn && !self.checker.is_running() {
            self.check();
        }
        let (verdicts, has_ended) = self.checker.poll();
        has_news |= has_ended || !verdicts.is_empty();
        for (todo, verdict) in verdicts {
            self.note(todo, verdict);
        }
        if has_ended && self.owes_check {
            self.check();
        } else if has_ended {
            let passing = self.own().iter().filter(|todo| todo.passes()).count();
            self.save_outcome.end(passing, self.own_count);
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
        for (todo, verdict) in self.checker.wait() {
            self.note(todo, verdict);
        }
        if self.earlier.calls_mine {
            self.begin_earlier();
            self.wait_for_libraries();
        }
        for (todo, verdict) in self.earlier.checker.wait() {
            self.note(todo, verdict);
        }
        self.assist.wait();
    }

    fn act(&mut self, action: Action, number: Option<usize>) -> bool {
        match action {
            Action::Close => return self.assist.close(),
            Action::Todo => number.into_iter().for_each(|number| self.turn_to(number - 1)),
            Action::NextTodo => self.next_todo().into_iter().for_each(|todo| self.turn_to(todo)),
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
            Action::Hint | Action::Solution | Action::NextLesson => {
                let open = self.current().filter(|_| !self.is_finished());
                self.assist.act(action, &self.todos[..self.own_count], open);
            }
            _ => return self.card.act(action, self.current().map(|todo| self.todos[todo].id)),
        }
        true
    }

    fn status(&self) -> LessonStatus {
        LessonStatus {
            is_taking_up: !self.code.status.mark().is_empty() || self.save_outcome.is_unchecked(),
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
        (self.shows_ours, self.shows_difference) = (state.shows_ours, state.shows_difference);
    }

    fn take_restart(&mut self) -> Option<Restart> {
        self.code.status.take_restart().map(|program| Restart { program, arguments: Vec::new() })
    }

    fn take_seen(&mut self) -> Vec<(String, SystemTime)> {
        self.save_outcome.take_seen()
    }

    fn finale(&mut self, seconds: f32, ends: bool) -> bool {
        if ends {
            self.finale.end();
        }
        self.finale.advance(seconds)
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
        for todo in self.own().iter().filter(|todo| todo.lost.is_none()) {
            let Some(verdict) = &todo.verdict else { continue };
            if todo.is_unusable_shader() || matches!(verdict.status, Status::TimedOut | Status::Crashed) {
                let place = verdict.place.clone().unwrap_or_else(|| todo.place.clone());
                let why = verdict.message.as_deref().unwrap_or(verdict.status.word()).trim_end();
                let text = format!("{} {}: {why} (Ours draws instead.)", todo.id, todo.name());
                all.push(Message::error(place, text));
            }
        }
        all
    }

    fn draw(&mut self, ui: &Ui, fonts: Fonts, areas: &LessonAreas, seconds: f32) -> Vec<Action> {
        card::draw_lesson(ui, fonts, areas, self, seconds)
    }
}

/// The shaders that a lesson asks for.
fn shaders(lesson: &'static Lesson) -> impl Iterator<Item = (usize, PathBuf)> {
    let folder = crate::shaders().join(lesson.about.folder);
    lesson.about.todos.iter().enumerate().filter_map(move |(todo, (_, task))| match task {
        Task::Shader(file) => Some((todo, folder.join(file))),
        Task::Function(_) => None,
    })
}

#[cfg(test)]
mod tests;
