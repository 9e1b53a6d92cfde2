//! A student's answers in a window: whose code draws, how far that is from right, and the check.
//!
//! ```text
//! check (child processes) -> StudentAnswers: a verdict for each TODO -> which table draws it -> guard: calls it
//! a save -> saving: it is built -> the same check, of what is new -> taken over where it has come back
//! ```

mod assist;
mod panel;
mod saved;
mod saving;
mod todo;

use super::{Difference, EarlierChecks, EarlierSource, EarlierTodo, Lost, Said, live::NewAnswers};
use crate::check::{self, About, AnswerSource, AnswerTable, Limits, Loaded, Status, Task, Verdict, source};
use crate::ui::{Action, Fonts, Message, layout::Area};
use crate::window::{LessonAreas, LessonPanel, LessonState};
use assist::Assist;
use imgui::Ui;
use saved::Saved;
use saving::Saving;
use std::{path::PathBuf, sync::mpsc, thread, time::SystemTime};
use todo::{Todo, is_refused, passes, todos};

/// What the questions of a check are made from: the same as on the command line.
pub(super) const SEED: u64 = 41;

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
    /// For measurements: what of the last save has been seen since the last frame.
    seen: Vec<(String, SystemTime)>,
    /// When that was saved of which no answer has been seen.
    unseen: Option<SystemTime>,
    /// When that was saved which is being checked, and which TODOs passed before.
    last_save: Option<(SystemTime, Vec<bool>)>,
    /// What the last save has changed, and for how many more seconds that is said.
    change: String,
    change_seconds: f32,
    /// Answers of earlier lessons.
    pub(crate) earlier: EarlierChecks,
    /// The student has not chosen what draws: it follows from what has been begun.
    is_unchosen: bool,
    /// For how many more seconds the finished scene alone is shown, since the last TODO passes.
    finale: f32,
    assist: Assist,
}

/// Why an answer is refused for which the program was started again.
const ENDLESS: &str = "no answer in time: a loop that never ends?";

/// How long it is said what a save has changed.
const CHANGE: f32 = 8.0;

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
        student.saved = Saved::new(about);
        student.assist = Assist::new(about);
        student.owes_check = true;
        student
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
            seen: Vec::new(),
            unseen: None,
            last_save: None,
            change: String::new(),
            change_seconds: 0.0,
            earlier: EarlierChecks::default(),
            is_unchosen: false,
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

    /// Which answers draw. A difference is always that of the student's own.
    pub fn source(&self) -> AnswerSource {
        if self.difference { AnswerSource::Mine } else { self.drawn }
    }

    /// Whether the finished scene should be laid over the student's.
    pub fn shows_difference(&self) -> bool {
        self.difference
    }

    /// Whether the student's own code answers the TODO at this place of the list. Code that does not
    /// come back, or that ends its process, is never called in a window.
    pub fn is_mine(&self, todo: usize) -> bool {
        if self.todos.get(todo).is_some_and(|todo| self.is_refused(&todo.id)) {
            return false;
        }
        if self.trusts {
            return self.source() != AnswerSource::Reference;
        }
        let Some(verdict) = self.todos.get(todo).and_then(|todo| todo.verdict.as_ref()) else {
            return false;
        };
        match (self.source(), verdict.status) {
            (AnswerSource::Reference, _) | (_, Status::TimedOut | Status::Crashed) => false,
            (AnswerSource::Mine | AnswerSource::MineCompleted, _) if is_refused(verdict) => false,
            (AnswerSource::Mine | AnswerSource::Starter, _) => true,
            // Not known to come back; a shader always does.
            (_, Status::Skipped) if !verdict.name.contains('.') => false,
            (AnswerSource::MineCompleted, status) => {
                passes(status) || status == Status::Fail && self.at_work() == Some(todo)
            }
        }
    }

    fn is_refused(&self, id: &str) -> bool {
        self.refused.iter().any(|lost| lost.todo == id)
    }

    /// From now on the finished answer is called in the place of this one.
    ///
    /// # Errors
    /// If it is not the student's that was called: then there is nothing to replace.
    pub(crate) fn refuse(&mut self, lost: Lost) -> anyhow::Result<()> {
        let is_own = (0..self.todos.len()).any(|todo| self.todos[todo].id == lost.todo && self.is_mine(todo));
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

    /// The TODO to do next: that one, else the first that has not been begun.
    fn next_todo(&self) -> Option<usize> {
        self.at_work().or_else(|| self.first(|status| status == Status::NotStarted))
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
        for todo in called.iter_mut().filter(|todo| self.is_refused(todo.id)) {
            todo.source = EarlierSource::Reference("it cannot be used here".into());
        }
        called
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
        let Ok(mark) = std::env::current_exe().map(|path| path.with_extension("finished")) else {
            return;
        };
        if !self.is_finished() {
            let _ = std::fs::remove_file(mark); // there need not be one
        } else if !mark.exists() && std::fs::write(mark, "").is_ok() {
            (self.drawn, self.difference) = (AnswerSource::MineCompleted, false);
            self.finale = FINALE;
        }
    }

    /// The answers that draw: the reference's, with the student's where [`is_mine`](Self::is_mine).
    pub fn table<A: AnswerTable>(&self, mine: &A, reference: &A) -> A {
        let mut table = *reference;
        for todo in (0..self.todos.len()).filter(|&todo| self.is_mine(todo)) {
            table.take(todo, mine);
        }
        table
    }

    /// What was said of the answers in this frame.
    pub(crate) fn set_reports(&mut self, said: &[Said]) {
        let line = |said: &Said| {
            if said.todo.is_empty() { said.text.clone() } else { format!("{}: {}", self.name(said.todo), said.text) }
        };
        self.reports = said.iter().map(line).collect();
        self.has_drawn = true;
    }

    /// How far this frame is from the finished one.
    pub fn found(&mut self, difference: Difference) {
        self.found = Some(difference);
    }

    /// What was saved since: from now on this is checked, and each answer is called as soon as it has come back.
    fn take_up(&mut self, new: NewAnswers) {
        if !self.own.is_some_and(|own| std::ptr::eq(own, new.about)) {
            self.earlier.take_up(new);
            return;
        }
        let (before, now) = (self.exercise_text(), new.loaded.text());
        let mut first = Vec::new();
        for (number, (todo, &task)) in self.todos.iter_mut().zip(new.about.tasks).enumerate() {
            todo.place = todo::place(task, new.about.folder, now);
            if matches!(task, Task::Function(_)) && !source::same(task, before, now) {
                first.push(number);
            }
        }
        // What was there before this program began may be why it was started again.
        let is_new = new.saved > self.began && before != now;
        let all = (0..self.todos.len()).collect();
        self.written_anew = if !is_new {
            Vec::new()
        } else if first.is_empty() {
            all // what they all call
        } else {
            first.clone()
        };
        self.is_saved(new.saved);
        self.unseen = Some(new.saved);
        self.new = Some(new);
        self.check_first(&first); // one that is under way is of what is no longer called
    }

    /// The exercise that is checked.
    fn exercise_text(&self) -> &'static str {
        match (&self.new, self.own) {
            (Some(new), _) => new.loaded.text(),
            (None, own) => own.map_or("", |own| own.exercise_text),
        }
    }

    fn is_saved(&mut self, when: SystemTime) {
        let passed = self.last_save.take().map(|(_, passed)| passed);
        let passed = passed.unwrap_or_else(|| self.todos.iter().map(Todo::passes).collect());
        self.last_save = Some((when, passed));
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

    /// Answers of earlier lessons that the table which is called takes over, by their TODOs.
    pub(crate) fn take_earlier_checked(&mut self) -> Vec<(&'static str, Loaded)> {
        let checked = self.earlier.take_checked();
        let is_new = |id: &str| checked.iter().any(|(known, new)| *known == id && new.saved > self.began);
        self.refused.retain(|lost| !is_new(lost.todo));
        checked.into_iter().map(|(id, new)| (id, new.loaded)).collect()
    }

    /// Answers that the table which draws takes over, by their places.
    pub(crate) fn take_checked(&mut self) -> Vec<(usize, Loaded)> {
        std::mem::take(&mut self.checked_new)
    }

    /// What the save has changed for the TODOs: said for a while once all of them are checked.
    fn note_change(&mut self) {
        let Some((saved, before)) = self.last_save.take() else { return };
        let count = self.todos.iter().filter(|todo| todo.passes()).count();
        let verdict = format!("the verdict, {count} of {} pass", self.todos.len());
        self.seen.push((verdict, saved));
        let names = |now: bool| {
            let changed =
                self.todos.iter().zip(&before).filter(|(todo, before)| todo.passes() == now && **before != now);
            changed.map(|(todo, _)| format!("{} {}", todo.id, todo.name)).collect::<Vec<_>>().join(", ")
        };
        let (passes, fails) = (names(true), names(false));
        self.change = match (&*passes, &*fails) {
            ("", "") => return,
            (passes, "") => format!("passes: {passes}"),
            ("", fails) => format!("no longer passes: {fails}"),
            (passes, fails) => format!("passes: {passes}   no longer passes: {fails}"),
        };
        self.change_seconds = CHANGE;
    }

    /// Begins a check, unless one is under way.
    pub fn check(&mut self) {
        if self.checking.is_none() {
            self.check_first(&[]);
        }
    }

    /// Begins a check with these TODOs.
    fn check_first(&mut self, first: &[usize]) {
        self.owes_check = false;
        let (send, receive) = mpsc::channel();
        self.checking = Some(receive);
        let checked = self.checked;
        let todos = self.todos.iter().enumerate();
        let mut todos: Vec<_> = todos.map(|(place, todo)| (place, todo.id.clone(), todo.name)).collect();
        todos.sort_by_key(|(place, ..)| !first.contains(place));
        let file = self.new.as_ref().map(|new| new.file.clone());
        let run = move || {
            let program = check::this_program().unwrap_or_else(|_| PathBuf::new());
            let library = file.map(|file| file.path());
            for (place, id, name) in todos {
                let limits = Limits::default();
                let verdict = check::check_in_child(&program, library.as_deref(), &id, name, checked, SEED, limits);
                if send.send((place, verdict)).is_err() {
                    break; // the window is closed
                }
            }
        };
        thread::spawn(run);
    }

    fn note(&mut self, todo: usize, verdict: Verdict) {
        if self.is_unchosen && verdict.status != Status::NotStarted {
            (self.drawn, self.is_unchosen) = (AnswerSource::MineCompleted, false);
        }
        if let Some(new) = &self.new {
            let id = &self.todos[todo].id;
            let may_hang = |lost: &Lost| lost.why == ENDLESS && !self.written_anew.contains(&todo);
            self.refused.retain(|lost| lost.todo != *id || may_hang(lost));
            let answer = format!("the answer, of {} bytes", new.loaded.text().len());
            self.seen.extend(self.unseen.take().map(|saved| (answer, saved)));
            self.checked_new.push((todo, new.loaded));
        }
        if let Some(todo) = self.todos.get_mut(todo) {
            todo.verdict = Some(verdict);
        }
    }
}

impl LessonPanel for StudentAnswers {
    fn poll(&mut self) -> bool {
        let mut has_news = self.saved.poll();
        if has_news {
            self.owes_check = true;
            self.is_saved(SystemTime::now());
            self.try_again();
        }
        for (news, saved) in self.saving.news() {
            has_news = true;
            self.seen.extend(news.in_words().map(|words| (words.into(), saved)));
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
                        self.note_change();
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
            Action::Mine => (self.drawn, self.is_unchosen) = (next(self.drawn), false),
            Action::Difference => self.difference = !self.difference,
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

    fn close(&mut self) -> bool {
        self.assist.close() || std::mem::take(&mut self.report)
    }

    fn is_report_open(&self) -> bool {
        self.report || self.assist.is_open()
    }

    fn state(&self) -> LessonState {
        let drawn = (!self.is_unchosen).then_some(self.drawn);
        LessonState { drawn, difference: self.difference, report: self.report }
    }

    fn restore(&mut self, state: LessonState) {
        if let Some(drawn) = state.drawn {
            (self.drawn, self.is_unchosen) = (drawn, false);
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
        !self.saving.mark().is_empty() || self.last_save.is_some()
    }

    fn take_seen(&mut self) -> Vec<(String, SystemTime)> {
        std::mem::take(&mut self.seen)
    }

    fn finale(&mut self, seconds: f32, ends: bool) -> bool {
        self.change_seconds -= seconds;
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
            let Some(verdict) = todo.verdict.as_ref().filter(|_| !self.is_mine(number) && !self.is_refused(&todo.id))
            else {
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

    fn draw(&mut self, ui: &Ui, fonts: Fonts, areas: LessonAreas) -> Vec<Action> {
        panel::draw(ui, fonts, areas, self)
    }

    fn draw_finale(&self, ui: &Ui, fonts: Fonts, scene: Area) {
        panel::finale(ui, fonts, scene, self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Task;

    /// Answers whose TODOs have these verdicts; `None` is not checked yet.
    fn student(statuses: &[Option<Status>]) -> StudentAnswers {
        let todo = |status: &Option<Status>| Todo {
            id: "07.1".into(),
            name: "blend",
            milestone: "",
            place: "exercise.rs:12".into(),
            verdict: status.map(|status| Verdict::new("07.1", "blend", status, 1)),
        };
        StudentAnswers::idle(statuses.iter().map(todo).collect(), AnswerSource::MineCompleted)
    }

    fn mine(student: &StudentAnswers) -> Vec<bool> {
        (0..student.todos.len()).map(|todo| student.is_mine(todo)).collect()
    }

    #[test]
    fn a_shader_that_is_refused_is_not_mine() {
        let verdict = || Verdict::new("09.2", "smooth.vert", Status::Fail, 1);
        assert!(!is_refused(&verdict()));
        let refused = verdict().saying("`a_weights` is `uvec4`");
        assert!(is_refused(&refused));
        let mut student = student(&[None]);
        student.note(0, refused);
        for _ in 0..2 {
            assert_eq!(mine(&student), [false], "{:?}", student.source());
            assert!(student.messages()[0].text.contains("uvec4"));
            student.act(Action::Mine);
        }
    }

    #[test]
    fn what_does_not_pass_is_filled_until_only_mine_is_asked_for() {
        use Status::{Fail, NotStarted, Pass, TimedOut};
        let mut student = student(&[Some(Pass), Some(TimedOut), Some(Fail), Some(NotStarted), None]);
        assert_eq!(mine(&student), [true, false, false, false, false]);
        assert!(student.act(Action::Mine));
        let all = [true, false, true, true, false];
        assert_eq!(mine(&student), all, "an endless loop is never called");
        student.act(Action::Mine);
        assert_eq!((student.source(), mine(&student)), (AnswerSource::Reference, vec![false; 5]));
        student.act(Action::Mine);
        assert_eq!(student.source(), AnswerSource::MineCompleted);
        assert!(!student.act(Action::Play));
    }

    #[test]
    fn what_is_worked_at_is_seen_as_it_is() {
        use Status::{Fail, NotStarted, Panicked, Pass};
        let case = |statuses: &[Status]| mine(&student(&statuses.iter().map(|&s| Some(s)).collect::<Vec<_>>()));
        assert_eq!(case(&[NotStarted, NotStarted, NotStarted]), [false; 3]);
        assert_eq!(case(&[Pass, NotStarted, NotStarted]), [true, false, false], "no empty stub");
        assert_eq!(case(&[NotStarted, Fail, Fail]), [false, true, false]);
        assert_eq!(case(&[Pass, Fail, NotStarted]), [true, true, false]);
        assert_eq!(case(&[Fail, Pass, NotStarted]), [true, true, false]);
        assert_eq!(case(&[Panicked, Fail, Pass]), [false, false, true], "it would panic again");
        assert_eq!(case(&[Pass, Pass, Pass]), [true, true, true]);
    }

    #[test]
    fn the_first_day_begins_with_ones_own() {
        let mut student = student(&[None, None]);
        assert_eq!(mine(&student), [false, false]);
        student.begin_untouched();
        assert_eq!((student.source(), mine(&student)), (AnswerSource::Mine, vec![true, true]));
        student.act(Action::Mine);
        assert_eq!(student.source(), AnswerSource::Reference, "the finished scene is one key away");
    }

    #[test]
    fn what_the_student_has_chosen_is_handed_over() {
        let mut before = student(&[None]);
        before.begin_untouched();
        let mut after = student(&[Some(Status::Fail)]);
        after.restore(before.state());
        assert_eq!(after.source(), AnswerSource::MineCompleted, "nothing was chosen");
        before.act(Action::Mine);
        before.report = true;
        after.restore(before.state());
        assert_eq!((after.source(), after.is_report_open()), (AnswerSource::Reference, true));
        before.act(Action::Difference);
        after.restore(before.state());
        assert!(after.shows_difference());
    }

    #[test]
    fn what_is_begun_while_the_window_is_open_is_completed() {
        let mut student = student(&[None, None]);
        student.begin_untouched();
        student.note(0, Verdict::new("07.1", "blend", Status::NotStarted, 1));
        assert_eq!(student.source(), AnswerSource::Mine);
        student.note(1, Verdict::new("07.2", "blend", Status::Pass, 1));
        assert_eq!((student.source(), mine(&student)), (AnswerSource::MineCompleted, vec![false, true]));
        assert_eq!(student.next_todo(), Some(0));
    }

    #[test]
    fn a_difference_is_that_of_ones_own() {
        let mut student = student(&[Some(Status::Fail)]);
        student.act(Action::Difference);
        assert!(student.shows_difference() && student.is_mine(0));
        student.act(Action::Mine);
        assert!(!student.shows_difference(), "F2 leads out of it");
        assert_eq!(student.source(), AnswerSource::MineCompleted, "to where one was");
    }

    #[derive(Clone, Copy)]
    struct Table([u8; 3]);

    impl AnswerTable for Table {
        const TASKS: &'static [Task] = &[Task::Function("blend"); 3];

        fn take(&mut self, todo: usize, from: &Self) {
            self.0[todo] = from.0[todo];
        }

        fn with_shaders(self, _: &str) -> Self {
            self
        }

        fn unusable() -> Self {
            Table([0; 3])
        }
    }

    #[test]
    fn the_table_is_mixed() {
        let student = student(&[Some(Status::Pass), Some(Status::NotStarted), Some(Status::Fail)]);
        let table = student.table(&Table([1, 1, 1]), &Table([9, 9, 9]));
        assert_eq!(table.0, [1, 9, 1]);
    }

    #[test]
    fn broken_code_is_told_with_its_place() {
        let mut student = student(&[Some(Status::TimedOut), Some(Status::NotStarted)]);
        let messages = student.messages();
        assert_eq!(messages.len(), 1, "{messages:?}");
        assert_eq!(messages[0].place, "exercise.rs:12");
        assert!(messages[0].text.starts_with("07.1 blend: "), "{messages:?}");
        student.drawn = AnswerSource::Reference;
        assert!(student.messages().is_empty());
    }

    #[test]
    fn verdicts_come_in_one_by_one() {
        let mut student = student(&[None, None]);
        let (send, receive) = mpsc::channel();
        student.checking = Some(receive);
        send.send((1, Verdict::new("07.2", "x", Status::Pass, 1))).unwrap();
        student.poll();
        assert!(student.checking.is_some() && mine(&student) == [false, true]);
        drop(send);
        student.poll();
        assert!(student.checking.is_none(), "the check has ended");
    }

    #[test]
    fn a_panic_is_tried_again_and_an_endless_loop_is_not() {
        let mut student = student(&[Some(Status::Pass)]);
        let panics = Lost { todo: "07.1", why: "panicked at exercise.rs:12".into() };
        student.refuse(panics).unwrap();
        assert_eq!(mine(&student), [false]);
        student.act(Action::Mine);
        assert_eq!(mine(&student), [true]);
        student.refuse_endless("07.1".into());
        student.act(Action::Difference);
        assert_eq!(mine(&student), [false], "the window would hang once more");
    }

    #[test]
    fn the_first_check_waits_for_the_first_frame() {
        let mut student = student(&[]); // no TODO, no child process
        student.owes_check = true;
        student.poll();
        assert!(student.owes_check, "the window comes first");
        student.set_reports(&[]);
        student.poll();
        assert!(!student.owes_check, "it has begun, and may be over by now");
    }
}
