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

use super::{Difference, EarlierChecks, EarlierSource, EarlierTodo, Lost, Said, checker::Checker};
use crate::check::{self, About, AnswerSource, AnswerTable, LessonToml, SEED, Status, Task, Verdict};
use crate::file_watcher::FileWatcher;
use crate::ui::{Action, Fonts, Message, layout::Area};
use crate::window::{Form, LessonAreas, LessonPanel, LessonState, LessonStatus, Restart};
use assist::{Assist, MakeQuestions};
use choice::{Choice, next};
use code::Code;
use finale::Finale;
use imgui::Ui;
use save_outcome::SaveOutcome;
pub(super) use shown::Tables;
use std::{path::PathBuf, time::SystemTime};
use todo::{Todo, is_refused, passes, todos};

/// Everything that a window knows about a student's answers.
#[allow(clippy::struct_excessive_bools)] // each is true or false on its own
pub struct StudentAnswers {
    todos: Vec<Todo>,
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
    /// Answers that could not be used in a frame, of earlier lessons too: until
    /// something is saved or a key is pressed that changes what draws, they are not called.
    refused: Vec<Lost>,
    /// The student's own.
    shaders: FileWatcher<()>,
    code: Code,
    save_outcome: SaveOutcome,
    /// Answers of earlier lessons.
    pub(crate) earlier: EarlierChecks,
    finale: Finale,
    assist: Assist,
}

/// Why an answer is refused for which the program was started again.
pub(crate) const ENDLESS: &str = "no answer in time, or only with more than 256 MB of memory: a loop that never ends?";

impl StudentAnswers {
    /// Begins a check, in the background, after the first frame: until its verdict is there, the finished
    /// answers draw. The starter's answers are checked and drawn as a student's would be.
    /// While no TODO has been begun, it is the student's that draw: the lesson opens with its first
    /// picture. The program must be one whose `main` calls [`check::main`].
    pub fn new<A: AnswerTable>(lesson: &'static check::Lesson<A>, drawn: AnswerSource) -> Self {
        let is_untouched = drawn == AnswerSource::MineCompleted && lesson.is_untouched();
        Self::begin(&lesson.about, drawn, is_untouched)
    }

    fn begin(about: &'static About, drawn: AnswerSource, is_untouched: bool) -> Self {
        let mut student = Self::idle(todos(about), drawn);
        if is_untouched {
            student.begin_untouched();
        }
        if student.checked == AnswerSource::Mine {
            student.code = Code::of(about);
        }
        student.finale = Finale::of_this_program();
        student.shaders = FileWatcher::new(shaders(about).map(|file| ((), file)));
        student.assist = Assist::new(about);
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

    /// The student's where they pass and the finished ones elsewhere, even if no TODO has been begun.
    pub fn completing<A: AnswerTable>(lesson: &'static check::Lesson<A>) -> Self {
        let mut student = Self::new(lesson, AnswerSource::Reference);
        student.choice.drawn = AnswerSource::MineCompleted;
        student
    }

    /// Checks nothing, and draws every answer of `drawn`: for answers that are known to return.
    pub fn trusting<A: AnswerTable>(lesson: &check::Lesson<A>, drawn: AnswerSource) -> Self {
        let mut student = Self::idle(todos(&lesson.about), drawn);
        student.choice.trusts = true;
        student
    }

    fn idle(todos: Vec<Todo>, drawn: AnswerSource) -> Self {
        let is_starter = drawn == AnswerSource::Starter;
        StudentAnswers {
            todos,
            choice: Choice::of(drawn),
            report: false,
            checked: if is_starter { drawn } else { AnswerSource::Mine },
            checker: Checker::default(),
            owes_check: false,
            has_drawn: false,
            reports: Vec::new(),
            refused: Vec::new(),
            shaders: FileWatcher::default(),
            code: Code::default(),
            save_outcome: SaveOutcome::default(),
            earlier: EarlierChecks::default(),
            finale: Finale::default(),
            assist: Assist::default(),
        }
    }

    /// What draws is known without a check: the stubs.
    fn begin_untouched(&mut self) {
        (self.choice.drawn, self.choice.is_unchosen) = (AnswerSource::Mine, true);
        for todo in &mut self.todos {
            todo.verdict = Some(Verdict::new(&todo.id, todo.name, Status::NotStarted, SEED));
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

    /// From now on the finished answer is called in the place of this one.
    ///
    /// # Errors
    /// If it is not the student's that was called: then there is nothing to replace.
    pub(crate) fn refuse(&mut self, lost: Lost) -> anyhow::Result<()> {
        // A figure calls more than the scene does.
        let is_called = |todo| self.form(todo) != Form::Finished || self.is_called(todo, AnswerSource::Mine);
        let is_own = (0..self.todos.len()).any(|todo| self.todos[todo].id == lost.todo && is_called(todo));
        let is_mine = |todo: &EarlierTodo| todo.id == lost.todo && todo.source == EarlierSource::Mine;
        let is_earlier = || self.earlier_todos().iter().any(is_mine);
        if !is_own && !is_earlier() {
            anyhow::bail!("{} {}", lost.todo, lost.why);
        }
        self.refused.push(lost);
        Ok(())
    }

    /// The same for one that has not come back in a program that was started again because of it.
    pub(crate) fn refuse_endless(&mut self, id: String) {
        self.refused.push(Lost { todo: id.leak(), why: ENDLESS.into() });
    }

    /// The TODO that is worked at: the first that has been begun and does not pass.
    fn at_work(&self) -> Option<usize> {
        self.first(|status| !passes(status) && !matches!(status, Status::NotStarted | Status::Waiting))
    }

    /// The TODO to do next: that one, else one that has not been begun, behind the last that passes if there is one.
    fn next_todo(&self) -> Option<usize> {
        let is = |todo: &Todo, status| todo.verdict.as_ref().is_some_and(|verdict| verdict.status == status);
        let behind = self.todos.iter().rposition(|todo| is(todo, Status::Pass)).map_or(0, |last| last + 1);
        let all = 0..self.todos.len();
        let mut in_order = (behind..self.todos.len()).chain(all);
        self.at_work().or_else(|| in_order.find(|&todo| is(&self.todos[todo], Status::NotStarted)))
    }

    /// The TODO that help is for: that one, or the first that has not been checked yet.
    fn at_hand(&self) -> Option<usize> {
        self.next_todo().or_else(|| self.todos.iter().position(|todo| todo.verdict.is_none()))
    }

    fn first(&self, is_it: impl Fn(Status) -> bool) -> Option<usize> {
        self.todos.iter().position(|todo| todo.verdict.as_ref().is_some_and(|v| is_it(v.status)))
    }

    /// Whether every TODO has been checked, and passes.
    fn is_finished(&self) -> bool {
        self.todos.iter().all(Todo::passes)
    }

    /// What of earlier lessons the student's answers are called for.
    pub(crate) fn earlier_todos(&self) -> Vec<EarlierTodo> {
        if self.source() == AnswerSource::Reference {
            return Vec::new();
        }
        let mut called = self.earlier.called().to_vec();
        for todo in called.iter_mut().filter(|todo| self.is_lost(todo.id)) {
            todo.source = EarlierSource::Reference("it cannot be used here".into());
        }
        called
    }

    /// What is said when this TODO passes.
    fn words_of(&self, todo: &Todo) -> &'static str {
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
        let own = self.todos.iter().map(|todo| (todo.id.as_str(), todo.name));
        let mut all = own.chain(self.earlier.todos.iter().map(|todo| (todo.id, todo.name)));
        all.find(|(known, _)| *known == id).map_or_else(|| id.into(), |(id, name)| format!("{id} {name}"))
    }

    /// The finished scene is shown once for every time that a lesson has been finished.
    fn begin_finale(&mut self) {
        if self.checked == AnswerSource::Mine && !self.choice.trusts && self.finale.begin(self.is_finished()) {
            (self.choice.drawn, self.choice.difference) = (AnswerSource::MineCompleted, false);
        }
    }

    /// Of each TODO, as far as it has been checked.
    pub(crate) fn statuses(&self) -> Vec<Option<Status>> {
        self.todos.iter().map(|todo| todo.verdict.as_ref().map(|verdict| verdict.status)).collect()
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
        self.refused.retain(|lost| lost.why == ENDLESS);
    }
}

impl LessonPanel for StudentAnswers {
    fn poll(&mut self) -> bool {
        let mut has_news = !self.shaders.changed().is_empty();
        if has_news {
            self.owes_check = true;
            self.save_outcome.begin(SystemTime::now(), &self.todos);
            let shaders = self.todos.iter_mut().filter(|todo| todo.name.contains('.'));
            shaders.for_each(|todo| todo.chosen = None); // what is written is seen
            self.try_again();
        }
        if self.has_drawn {
            self.code.begin(self.earlier.lessons());
        }
        for event in self.code.poll() {
            has_news = true;
            self.note_event(event);
        }
        has_news |= self.earlier.poll() | self.assist.poll();
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
            self.save_outcome.end(&self.todos);
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
        self.earlier.wait();
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
                self.assist.act(action, &self.todos, self.at_hand());
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
            milestone: self.milestone(),
        }
    }

    fn state(&self) -> LessonState {
        let drawn = (!self.choice.is_unchosen).then_some(self.choice.drawn);
        let forms = self.todos.iter().map(|todo| todo.chosen).collect();
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
        self.save_outcome.advance(seconds, ends);
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
        let refused = self.refused.iter().map(|Lost { todo, why }| {
            Message::error("", format!("{}: {why} (The finished one draws instead.)", self.name(todo)))
        });
        let mut all: Vec<Message> = outdated.into_iter().chain(refused).chain(reports).collect();
        for (number, todo) in self.todos.iter().enumerate() {
            let is_replaced = self.form(number) == Form::Finished && matches!(todo.chosen, None | Some(Form::Mine));
            let Some(verdict) = todo.verdict.as_ref().filter(|_| is_replaced && !self.is_lost(&todo.id)) else {
                continue;
            };
            let broken =
                is_refused(verdict) || matches!(verdict.status, Status::Panicked | Status::TimedOut | Status::Crashed);
            if broken {
                let place = verdict.place.clone().unwrap_or_else(|| todo.place.clone());
                let why = verdict.message.as_deref().unwrap_or(verdict.status.word());
                let text = format!("{} {}: {} (The finished one draws instead.)", todo.id, todo.name, why.trim_end());
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
fn shaders(about: &About) -> impl Iterator<Item = PathBuf> {
    let folder = crate::shaders().join(about.folder);
    about.tasks.iter().filter_map(move |task| match task {
        Task::Shader(file) => Some(folder.join(file)),
        Task::Function(_) => None,
    })
}

#[cfg(test)]
mod tests;
