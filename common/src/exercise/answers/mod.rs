//! A student's answers in a window: whose code draws, how far that is from right, and the check.
//!
//! ```text
//! a save -> code: it is built and loaded -> checker: a verdict for each TODO, by child processes
//!        -> shown: which table draws it -> guard: calls it
//! ```

mod assist;
mod build_status;
mod checking;
mod choice;
mod code;
mod confetti;
mod figure;
mod finale;
mod panel;
mod save_outcome;
mod shown;
mod todo;

use super::{Difference, Said, checker::Checker, earlier::Earlier};
use crate::check::{AnswerSource, Lesson, LessonToml, SEED, Status, Task, Verdict};
use crate::file_watcher::FileWatcher;
use crate::ui::{Action, Fonts, Message, layout::Area};
use crate::window::{Form, LessonAreas, LessonPanel, LessonState, LessonStatus, Restart};
use assist::{Assist, MakeQuestions};
use choice::{Choice, next};
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
    starter: Course,
    reference: Course,
    choice: Choice,
    report: bool,
    /// Which answers are checked: the student's, or the starter's in their place.
    checked: AnswerSource,
    checker: Checker,
    /// The first has still to be begun; or a shader was saved while one was under way, which may have seen
    /// it as it was.
    owes_check: bool,
    /// A frame has been drawn: until then a check would only keep the window waiting.
    has_drawn: bool,
    reports: Vec<String>,
    /// The student's own.
    shaders: FileWatcher<()>,
    code: Code,
    save_outcome: SaveOutcome,
    earlier: Earlier,
    finale: Finale,
    assist: Assist,
}

impl StudentAnswers {
    /// Begins a check, in the background, after the first frame: until its verdict is there, our answers draw. The
    /// starter's answers are checked and drawn as a student's would be. While no TODO has been begun, it is the student's
    /// that draw: the lesson opens with its first picture. The program must be one whose `main` calls
    /// [`check::main`](crate::check::main).
    pub fn new(lesson: &'static Lesson, drawn: AnswerSource) -> Self {
        let mut student = Self::idle(lesson, drawn);
        if drawn == AnswerSource::MineCompleted && lesson.about.is_untouched() {
            student.begin_untouched();
        }
        if student.checked == AnswerSource::Mine {
            student.code = Code::of(&lesson.about);
        }
        student.finale = Finale::of_this_program();
        student.shaders = FileWatcher::new(shaders(lesson).map(|file| ((), file)));
        student.assist = Assist::new(&lesson.about);
        student.owes_check = true;
        student
    }

    /// The scene is built up by the student's answers: until all pass nothing is completed, unless that is asked for.
    pub(crate) fn build_up(&mut self) {
        self.choice.builds_up = true;
        if self.choice.drawn == AnswerSource::MineCompleted && !self.finale.was_shown() {
            (self.choice.drawn, self.choice.is_unchosen) = (AnswerSource::Mine, true);
        }
    }

    /// Draws the student's where they pass and ours elsewhere, even if no TODO has been begun.
    pub fn completing(lesson: &'static Lesson) -> Self {
        let mut student = Self::new(lesson, AnswerSource::Reference);
        student.choice.drawn = AnswerSource::MineCompleted;
        student
    }

    /// Checks nothing, and draws by `mine` wherever the student's answers would draw, in earlier lessons too: for answers
    /// that are known to return.
    pub fn trusting(lesson: &'static Lesson, mine: Course) -> Self {
        let mut student = Self::idle(lesson, AnswerSource::Mine);
        student.choice.trusts = true;
        student.mine = mine;
        student
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
        student.starter = lesson.starter();
        student.mine = if drawn == AnswerSource::Starter { student.starter } else { lesson.starter };
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
            starter: Course::UNUSABLE,
            reference: Course::UNUSABLE,
            choice: Choice::of(drawn),
            report: false,
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
        }
    }

    /// Returns the lesson's own TODOs.
    fn own(&self) -> &[TodoState] {
        &self.todos[..self.own_count]
    }

    /// What draws is known without a check: the stubs.
    fn begin_untouched(&mut self) {
        (self.choice.drawn, self.choice.is_unchosen) = (AnswerSource::Mine, true);
        for todo in &mut self.todos[..self.own_count] {
            todo.verdict = Some(Verdict::new(todo.id, todo.name(), Status::NotStarted, SEED));
        }
    }

    /// Offers questions about mistakes, once all is right.
    pub(crate) fn ask_with(&mut self, make: MakeQuestions) {
        self.assist.ask_with(make);
    }

    /// Whether the finished scene should be laid over the student's.
    pub fn shows_difference(&self) -> bool {
        self.choice.difference
    }

    /// From now on ours is called in the place of this answer.
    ///
    /// # Errors
    /// If it is not the student's that was called: then there is nothing to replace.
    pub(crate) fn lose(&mut self, lost: Lost) -> anyhow::Result<()> {
        let index = self.todos.iter().position(|todo| todo.id == lost.todo);
        // A figure calls more of the lesson's own than the scene does.
        let is_replaceable = |&index: &usize| {
            self.form(index) != Form::Finished || index < self.own_count && self.is_called(index, AnswerSource::Mine)
        };
        let Some(index) = index.filter(is_replaceable) else { return Err(lost.into()) };
        self.todos[index].lost = Some(lost);
        Ok(())
    }

    /// Takes an answer for lost that has not come back in a program which was started again because of it.
    pub(crate) fn lose_hung(&mut self, id: &str) {
        if let Some(todo) = self.todos.iter_mut().find(|todo| todo.id == id) {
            todo.lost = Some(Lost { todo: todo.id, why: Why::Hung });
        }
    }

    /// The TODO that is worked at: the first that has been begun and does not pass.
    fn at_work(&self) -> Option<usize> {
        let is_at_work = |todo: &TodoState| match todo.status() {
            None | Some(Status::NotStarted | Status::Waiting) => false,
            Some(_) => !todo.passes(),
        };
        self.own().iter().position(is_at_work)
    }

    /// The TODO to do next: that one, else one that has not been begun, behind the last that passes if there is one.
    fn next_todo(&self) -> Option<usize> {
        let todos = self.own();
        let behind = todos.iter().rposition(|todo| todo.status() == Some(Status::Pass)).map_or(0, |last| last + 1);
        let mut in_order = (behind..todos.len()).chain(0..todos.len());
        self.at_work().or_else(|| in_order.find(|&todo| todos[todo].status() == Some(Status::NotStarted)))
    }

    /// The TODO that help is for: that one, or the first that has not been checked yet.
    fn at_hand(&self) -> Option<usize> {
        self.next_todo().or_else(|| self.own().iter().position(|todo| todo.verdict.is_none()))
    }

    /// Whether every TODO has been checked, and passes.
    fn is_finished(&self) -> bool {
        self.own().iter().all(TodoState::passes)
    }

    /// Returns the TODOs of earlier lessons, as long as the student's answers are called where they pass.
    pub(crate) fn earlier_todos(&self) -> &[TodoState] {
        let is_called = self.earlier.calls_mine && self.source() != AnswerSource::Reference;
        if is_called { &self.todos[self.own_count..] } else { &[] }
    }

    /// What is said when this TODO passes.
    fn words_of(&self, todo: &TodoState) -> &'static str {
        let toml = self.code.own.map(|own| -> &'static LessonToml { own.toml });
        let toml = toml.and_then(|toml| toml.todos.iter().find(|known| known.id == todo.id));
        toml.map_or("", |toml| toml.passes.as_str())
    }

    /// `"13 Blending"`.
    fn title(&self) -> String {
        self.code.own.map_or_else(String::new, |own| format!("{} {}", own.number(), own.toml.title))
    }

    /// `"03.3 index_pairs"`; nothing for no TODO.
    fn name(&self, id: &str) -> String {
        match self.todos.iter().find(|todo| todo.id == id) {
            Some(todo) => format!("{id} {}", todo.name()),
            None => id.into(),
        }
    }

    /// The finished scene is shown once for every time that a lesson has been finished.
    fn begin_finale(&mut self) {
        if self.checked == AnswerSource::Mine && !self.choice.trusts && self.finale.begin(self.is_finished()) {
            (self.choice.drawn, self.choice.difference) = (AnswerSource::MineCompleted, false);
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
        self.choice.found.as_ref()
    }

    /// How far this frame is from the finished one.
    pub fn found(&mut self, difference: Difference) {
        self.choice.found = Some(difference);
    }

    /// The heading of the text that belongs to the current TODO; empty if all of it does.
    fn milestone(&self) -> &'static str {
        self.at_hand().map_or("", |todo| self.todos[todo].milestone)
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
        let mut has_news = !self.shaders.changed().is_empty();
        if has_news {
            self.owes_check = true;
            let own = &mut self.todos[..self.own_count];
            self.save_outcome.begin(SystemTime::now(), own);
            for todo in own.iter_mut().filter(|todo| todo.task.is_shader()) {
                todo.chosen = None; // what is written is seen
            }
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
            self.save_outcome.end(&mut self.todos[..self.own_count]);
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
            Action::Close => return self.assist.close() || std::mem::take(&mut self.report),
            Action::Todo => {
                if let Some(number) = number {
                    self.show_other_form(number - 1);
                }
                return true;
            }
            Action::Mine if self.choice.difference => self.choice.difference = false,
            Action::Mine => {
                (self.choice.drawn, self.choice.is_unchosen) = (next(self.choice.drawn), false);
                self.todos.iter_mut().for_each(|todo| todo.chosen = None);
            }
            Action::Difference => {
                self.choice.difference = !self.choice.difference;
                // Of the finished scene itself there is none.
                if self.choice.difference && self.choice.drawn == AnswerSource::Reference {
                    self.choice.drawn = AnswerSource::MineCompleted;
                }
            }
            Action::Check => {
                self.report = true;
                self.assist.close();
                self.finale.end();
                self.check();
                return true;
            }
            Action::Questions if number.is_some() => {
                self.assist.answer(number.unwrap_or_default());
                return true;
            }
            Action::Hint | Action::Solution | Action::NextLesson | Action::Questions => {
                self.report = false;
                self.assist.act(action, &self.todos[..self.own_count], self.at_hand());
                return true;
            }
            _ => return false,
        }
        self.choice.found = None;
        self.reports.clear();
        self.try_again();
        true
    }

    fn status(&self) -> LessonStatus {
        LessonStatus {
            is_taking_up: !self.code.status.mark().is_empty() || self.save_outcome.is_unchecked(),
            is_report_open: self.report || self.assist.is_open(),
            asks: self.assist.asks(),
            todo: self.at_hand().map_or("", |todo| self.todos[todo].id),
        }
    }

    fn state(&self) -> LessonState {
        let drawn = (!self.choice.is_unchosen).then_some(self.choice.drawn);
        let forms = self.own().iter().map(|todo| todo.chosen).collect();
        LessonState { drawn, forms, difference: self.choice.difference, report: self.report }
    }

    fn restore(&mut self, state: LessonState) {
        if let Some(drawn) = state.drawn {
            (self.choice.drawn, self.choice.is_unchosen) = (drawn, false);
        }
        for (todo, form) in self.todos.iter_mut().zip(state.forms) {
            todo.chosen = form;
        }
        (self.choice.difference, self.report) = (state.difference, state.report);
    }

    fn take_restart(&mut self) -> Option<Restart> {
        self.code.status.take_restart().map(|program| Restart { program, arguments: Vec::new() })
    }

    fn take_seen(&mut self) -> Vec<(String, SystemTime)> {
        self.save_outcome.take_seen()
    }

    fn finale(&mut self, seconds: f32, ends: bool) -> bool {
        self.save_outcome.advance(seconds, ends, &mut self.todos[..self.own_count]);
        if ends {
            self.finale.end();
        }
        self.finale.advance(seconds)
    }

    fn messages(&self) -> Vec<Message> {
        let reports = self.reports.iter().map(|line| Message::error("", line.as_str()));
        if self.source() == AnswerSource::Reference {
            return reports.collect();
        }
        let outdated = self.code.status.outdated(self.code.is_there()).map(|(_, error)| Message::error("", error));
        let mut all: Vec<Message> = outdated.into_iter().collect();
        for lost in self.own().iter().chain(self.earlier_todos()).filter_map(|todo| todo.lost.as_ref()) {
            let name = self.name(lost.todo);
            all.push(Message::error("", format!("{name}: {} (The finished one draws instead.)", lost.why)));
        }
        all.extend(reports);
        for (index, todo) in self.own().iter().enumerate() {
            let is_replaced = self.form(index) == Form::Finished && matches!(todo.chosen, None | Some(Form::Mine));
            let Some(verdict) = todo.verdict.as_ref().filter(|_| is_replaced && todo.lost.is_none()) else {
                continue;
            };
            if todo.is_unusable_shader()
                || matches!(verdict.status, Status::Panicked | Status::TimedOut | Status::Crashed)
            {
                let place = verdict.place.clone().unwrap_or_else(|| todo.place.clone());
                let why = verdict.message.as_deref().unwrap_or(verdict.status.word()).trim_end();
                let text = format!("{} {}: {why} (The finished one draws instead.)", todo.id, todo.name());
                all.push(Message::error(place, text));
            }
        }
        all
    }

    fn height(&self, em: f32) -> f32 {
        panel::height(self, em)
    }

    fn draw(&mut self, ui: &Ui, fonts: Fonts, areas: &mut LessonAreas) -> Vec<Action> {
        panel::draw_student_panel(ui, fonts, areas, self)
    }

    fn draw_finale(&self, ui: &Ui, fonts: Fonts, viewport: Area) {
        panel::finale(ui, fonts, viewport, self);
    }
}

/// The shaders that a lesson asks for.
fn shaders(lesson: &'static Lesson) -> impl Iterator<Item = PathBuf> {
    let folder = crate::shaders().join(lesson.about.folder);
    lesson.about.todos.iter().filter_map(move |(_, task)| match task {
        Task::Shader(file) => Some(folder.join(file)),
        Task::Function(_) => None,
    })
}

#[cfg(test)]
mod tests;
