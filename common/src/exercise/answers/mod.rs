//! A student's answers in a window: whose code draws, how far that is from right, and the check.
//!
//! ```text
//! check (child processes) -> StudentAnswers: a verdict for each TODO -> which table draws it -> guard: calls it
//! a save -> saving: it is built -> the same check, of what is new -> taken over where it has come back
//! ```

mod assist;
mod checking;
mod confetti;
mod figure;
mod last_save;
mod panel;
mod saved;
mod saving;
mod shown;
mod todo;

use super::{Difference, EarlierChecks, EarlierSource, EarlierTodo, Lost, Said, live::NewAnswers};
use crate::check::{self, About, AnswerSource, AnswerTable, LessonToml, Loaded, SEED, Status, Verdict};
use crate::ui::{Action, Fonts, Message, layout::Area};
use crate::window::{Form, LessonAreas, LessonPanel, LessonState};
use assist::Assist;
use imgui::Ui;
use last_save::LastSave;
use saved::Saved;
use saving::Saving;
pub(super) use shown::Tables;
use std::{path::PathBuf, sync::mpsc, time::SystemTime};
use todo::{Todo, is_refused, passes, todos};

/// What F2 leads to.
fn next(source: AnswerSource) -> AnswerSource {
    match source {
        AnswerSource::MineCompleted => AnswerSource::Mine,
        AnswerSource::Mine | AnswerSource::Starter => AnswerSource::Reference,
        AnswerSource::Reference => AnswerSource::MineCompleted,
    }
}

/// What the window calls it.
fn words(source: AnswerSource) -> &'static str {
    match source {
        AnswerSource::MineCompleted => "mine, completed",
        AnswerSource::Mine | AnswerSource::Starter => "mine only",
        AnswerSource::Reference => "reference",
    }
}

/// Everything that a window knows about a student's answers.
#[allow(clippy::struct_excessive_bools)] // each is true or false on its own
pub struct StudentAnswers {
    todos: Vec<Todo>,
    /// Which answers draw.
    drawn: AnswerSource,
    difference: bool,
    /// As the last frame found it.
    found: Option<Difference>,
    report: bool,
    /// Which answers are checked: the student's, or the starter's in their place.
    checked: AnswerSource,
    checking: Option<mpsc::Receiver<(usize, Verdict)>>,
    /// The first has still to be begun; or a shader was saved while one was under way, which may have seen
    /// it as it was.
    owes_check: bool,
    /// A frame has been drawn: until then a check would only keep the window waiting.
    has_drawn: bool,
    reports: Vec<String>,
    /// Answers that could not be used in a frame, of earlier lessons too: until
    /// something is saved or a key is pressed that changes what draws, they are not called.
    refused: Vec<Lost>,
    /// Whether answers are taken without a check.
    trusts: bool,
    saved: Saved,
    saving: Saving,
    began: SystemTime,
    /// The lesson, where what is saved of it is taken up.
    own: Option<&'static About>,
    /// What is checked, if that was saved since the program began.
    new: Option<NewAnswers>,
    /// Answers that have come back from their check, to be taken over by the table that draws.
    checked_new: Vec<(usize, Loaded)>,
    /// Which of them the last save has changed.
    written_anew: Vec<usize>,
    last_save: LastSave,
    /// Answers of earlier lessons.
    pub(crate) earlier: EarlierChecks,
    /// The student has not chosen what draws: it follows from what has been begun.
    is_unchosen: bool,
    /// Until all TODOs pass nothing is completed, unless that is asked for.
    builds_up: bool,
    /// A file beside the program, which is there while all TODOs pass and that has been shown.
    mark: Option<PathBuf>,
    /// For how many more seconds the finished scene alone is shown, since the last TODO passes.
    finale: f32,
    assist: Assist,
}

/// Why an answer is refused for which the program was started again.
const ENDLESS: &str = "no answer in time: a loop that never ends?";

/// How long the finished scene alone is shown.
const FINALE: f32 = 8.0;

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
        student.own = (student.checked == AnswerSource::Mine).then_some(about);
        student.mark = std::env::current_exe().ok().map(|program| program.with_extension("finished"));
        student.saved = Saved::new(about);
        student.assist = Assist::new(about);
        student.owes_check = true;
        student
    }

    /// The scene is built up by the student's answers: until all pass nothing is completed, unless that is asked for.
    pub(crate) fn build_up(&mut self) {
        self.builds_up = true;
        let was_finished = self.mark.as_ref().is_some_and(|mark| mark.exists());
        if self.drawn == AnswerSource::MineCompleted && !was_finished {
            (self.drawn, self.is_unchosen) = (AnswerSource::Mine, true);
        }
    }

    /// The student's where they pass and the finished ones elsewhere, even if no TODO has been begun.
    pub fn completing<A: AnswerTable>(lesson: &'static check::Lesson<A>) -> Self {
        let mut student = Self::new(lesson, AnswerSource::Reference);
        student.drawn = AnswerSource::MineCompleted;
        student
    }

    /// Checks nothing, and draws every answer of `drawn`: for answers that are known to return.
    pub fn trusting<A: AnswerTable>(lesson: &check::Lesson<A>, drawn: AnswerSource) -> Self {
        let mut student = Self::idle(todos(&lesson.about), drawn);
        student.trusts = true;
        student
    }

    fn idle(todos: Vec<Todo>, drawn: AnswerSource) -> Self {
        let is_starter = drawn == AnswerSource::Starter;
        StudentAnswers {
            todos,
            drawn,
            difference: false,
            found: None,
            report: false,
            checked: if is_starter { drawn } else { AnswerSource::Mine },
            checking: None,
            owes_check: false,
            has_drawn: false,
            reports: Vec::new(),
            refused: Vec::new(),
            trusts: false,
            saved: Saved::default(),
            saving: Saving::default(),
            began: SystemTime::now(),
            own: None,
            new: None,
            checked_new: Vec::new(),
            written_anew: Vec::new(),
            last_save: LastSave::default(),
            earlier: EarlierChecks::default(),
            is_unchosen: false,
            builds_up: false,
            mark: None,
            finale: 0.0,
            assist: Assist::default(),
        }
    }

    /// What draws is known without a check: the stubs.
    fn begin_untouched(&mut self) {
        (self.drawn, self.is_unchosen) = (AnswerSource::Mine, true);
        for todo in &mut self.todos {
            todo.verdict = Some(Verdict::new(&todo.id, todo.name, Status::NotStarted, SEED));
        }
    }

    /// Whether the finished scene should be laid over the student's.
    pub fn shows_difference(&self) -> bool {
        self.difference
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
        self.first(|status| !passes(status) && status != Status::NotStarted)
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
        let toml = self.own.map(|own| -> &'static LessonToml { own.toml });
        let toml = toml.and_then(|toml| toml.todos.iter().find(|known| known.id == todo.id));
        toml.map_or("", |toml| toml.passes.as_str())
    }

    /// `"13 Blending"`.
    fn title(&self) -> String {
        self.own.map_or_else(String::new, |own| format!("{} {}", own.number(), own.toml.title))
    }

    /// `"03.3 index_pairs"`; nothing for no TODO.
    fn name(&self, id: &str) -> String {
        let own = self.todos.iter().map(|todo| (todo.id.as_str(), todo.name));
        let mut all = own.chain(self.earlier.todos.iter().map(|todo| (todo.id, todo.name)));
        all.find(|(known, _)| *known == id).map_or_else(|| id.into(), |(id, name)| format!("{id} {name}"))
    }

    /// The finished scene is shown once for every time that a lesson has been finished: a file beside the program says
    /// that it was.
    fn begin_finale(&mut self) {
        if self.checked != AnswerSource::Mine || self.trusts {
            return;
        }
        let Some(mark) = self.mark.clone() else { return };
        if !self.is_finished() {
            let _ = std::fs::remove_file(mark); // there need not be one
        } else if !mark.exists() && std::fs::write(mark, "").is_ok() {
            (self.drawn, self.difference) = (AnswerSource::MineCompleted, false);
            self.finale = FINALE;
        }
    }

    /// What was said of the answers in this frame.
    pub(crate) fn set_reports(&mut self, said: &[Said]) {
        let line = |said: &Said| {
            if said.todo.is_empty() { said.text.clone() } else { format!("{}: {}", self.name(said.todo), said.text) }
        };
        self.reports = said.iter().map(line).collect();
        self.has_drawn = true;
    }

    /// How far the last frame was from the finished one, where that was asked.
    pub(crate) fn difference(&self) -> Option<&Difference> {
        self.found.as_ref()
    }

    /// How far this frame is from the finished one.
    pub fn found(&mut self, difference: Difference) {
        self.found = Some(difference);
    }

    /// The program that should take the place of this one, since what was saved does not fit it; once.
    pub(crate) fn take_restart(&mut self) -> Option<PathBuf> {
        self.saving.take_restart()
    }

    /// What panicked may do better in another frame. An endless loop is not tried again until something else is saved in
    /// its place: that would stop the window once more.
    fn try_again(&mut self) {
        self.refused.retain(|lost| lost.why == ENDLESS);
    }
}

impl LessonPanel for StudentAnswers {
    fn poll(&mut self) -> bool {
        let mut has_news = self.saved.poll();
        if has_news {
            self.owes_check = true;
            self.last_save.begin(SystemTime::now(), &self.todos);
            let shaders = self.todos.iter_mut().filter(|todo| todo.name.contains('.'));
            shaders.for_each(|todo| todo.chosen = None); // what is written is seen
            self.try_again();
        }
        for (news, saved) in self.saving.news() {
            has_news = true;
            if let Some(words) = news.in_words() {
                self.last_save.note(words, saved);
            }
            if let Some(new) = self.saving.note(news) {
                self.take_up(new);
            }
        }
        has_news |= self.earlier.poll() | self.assist.poll();
        if self.owes_check && self.has_drawn && self.checking.is_none() {
            self.check();
        }
        let Some(inbox) = self.checking.take() else { return has_news };
        loop {
            match inbox.try_recv() {
                Ok((todo, verdict)) => {
                    self.note(todo, verdict);
                    has_news = true;
                }
                Err(mpsc::TryRecvError::Disconnected) => {
                    if self.owes_check {
                        self.check();
                    } else {
                        self.last_save.end(&self.todos);
                        self.earlier.begin();
                        self.begin_finale();
                    }
                    return true;
                }
                Err(mpsc::TryRecvError::Empty) => {
                    self.checking = Some(inbox);
                    return has_news;
                }
            }
        }
    }

    fn wait(&mut self) {
        if self.owes_check {
            self.check();
        }
        for (todo, verdict) in self.checking.take().into_iter().flatten() {
            self.note(todo, verdict);
        }
        self.earlier.wait();
        self.assist.wait();
    }

    fn act(&mut self, action: Action) -> bool {
        match action {
            Action::Mine if self.difference => self.difference = false,
            Action::Mine => {
                (self.drawn, self.is_unchosen) = (next(self.drawn), false);
                self.todos.iter_mut().for_each(|todo| todo.chosen = None);
            }
            Action::Difference => {
                self.difference = !self.difference;
                // Of the finished scene itself there is none.
                if self.difference && self.drawn == AnswerSource::Reference {
                    self.drawn = AnswerSource::MineCompleted;
                }
            }
            Action::Check => {
                self.report = true;
                self.assist.close();
                self.finale = 0.0;
                self.check();
                return true;
            }
            Action::Hint | Action::Solution | Action::NextLesson => {
                self.report = false;
                self.assist.act(action, &self.todos, self.at_hand());
                return true;
            }
            _ => return false,
        }
        self.found = None;
        self.reports.clear();
        self.try_again();
        true
    }

    fn show_other_form(&mut self, todo: usize) {
        StudentAnswers::show_other_form(self, todo);
    }

    fn close(&mut self) -> bool {
        self.assist.close() || std::mem::take(&mut self.report)
    }

    fn is_report_open(&self) -> bool {
        self.report || self.assist.is_open()
    }

    fn state(&self) -> LessonState {
        let drawn = (!self.is_unchosen).then_some(self.drawn);
        let forms = self.todos.iter().map(|todo| todo.chosen).collect();
        LessonState { drawn, forms, difference: self.difference, report: self.report }
    }

    fn restore(&mut self, state: LessonState) {
        if let Some(drawn) = state.drawn {
            (self.drawn, self.is_unchosen) = (drawn, false);
        }
        for (todo, form) in self.todos.iter_mut().zip(state.forms) {
            todo.chosen = form;
        }
        (self.difference, self.report) = (state.difference, state.report);
    }

    fn milestone(&self) -> &'static str {
        self.at_hand().map_or("", |todo| self.todos[todo].milestone)
    }

    fn take_up_saves(&mut self) {
        if let Some(own) = self.own {
            self.saving.begin(own, self.earlier.lessons());
        }
    }

    fn is_taking_up(&self) -> bool {
        !self.saving.mark().is_empty() || self.last_save.is_unchecked()
    }

    fn take_seen(&mut self) -> Vec<(String, SystemTime)> {
        self.last_save.take_seen()
    }

    fn finale(&mut self, seconds: f32, ends: bool) -> bool {
        self.last_save.advance(seconds);
        self.finale = if ends { 0.0 } else { (self.finale - seconds).max(0.0) };
        self.finale > 0.0
    }

    fn messages(&self) -> Vec<Message> {
        let reports = self.reports.iter().map(|line| Message::error("", line.as_str()));
        if self.source() == AnswerSource::Reference {
            return reports.collect();
        }
        let outdated = self.saving.outdated().map(|(_, error)| Message::error("", error));
        let refused = self.refused.iter().map(|Lost { todo, why }| {
            Message::error("", format!("{}: {why} (The finished one draws instead.)", self.name(todo)))
        });
        let mut all: Vec<Message> = outdated.into_iter().chain(refused).chain(reports).collect();
        for (number, todo) in self.todos.iter().enumerate() {
            let is_replaced = self.form(number) == Form::Finished && matches!(todo.chosen, None | Some(Form::Mine));
            let Some(verdict) = todo.verdict.as_ref().filter(|_| is_replaced && !self.is_lost(&todo.id)) else {
                continue;
            };
            let broken = is_refused(verdict)
                || matches!(
                    verdict.status,
                    Status::Panicked | Status::TimedOut | Status::Crashed | Status::DoesNotCompile
                );
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
        panel::draw(ui, fonts, areas, self)
    }

    fn draw_finale(&self, ui: &Ui, fonts: Fonts, scene: Area) {
        panel::finale(ui, fonts, scene, self);
    }
}

#[cfg(test)]
mod tests;
