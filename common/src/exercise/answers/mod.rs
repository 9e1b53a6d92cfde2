//! A student's answers in a window: which answers draw, how far that is from right, and the check.
//!
//! ```text
//! a save -> saved:  it is built, loaded and checked, by child processes: a verdict for each of the todos
//!        -> drawn:  whose answer to each TODO draws -> guard: calls it
//!        -> card:   what the window shows about it; hints, next_lesson; finale: confetti
//! ```

mod buttons;
mod card;
mod difference_mark;
mod drawn;
mod figure;
mod finale;
mod hints;
mod next_lesson;
mod saved;
mod text;

use super::{
    earlier::lessons_to_offer,
    todo_state::{earlier_todos, todos},
    todos::Todos,
};
use anyhow::Result;
use buttons::Buttons;
use card::{Card, Contents};
use check::Lesson;
use difference_mark::draw_difference_mark;
use drawing::{Figure, Sheet};
use drawn::{Called, Drawn, SceneView};
use finale::{Finale, draw_confetti};
use given::{CallError, CallErrorKind, Course};
use hints::Hints;
use imgui::{Ui, WindowFlags};
use judge::AnswerSource;
use next_lesson::NextLesson;
use saved::Saved;
use std::time::SystemTime;
use ui::{Action, Fonts, Message, layout::Layout, screen};
use verdict::build::BuildProblem;
use verdict::{SEED, Status, Verdict};
use window::{LessonPanel, LessonState, LessonStatus, Restart};

/// The state of a student's answers in a window. It passes on what happens: a save, a verdict, a failed call, a key.
pub struct StudentAnswers {
    pub(super) todos: Todos,
    saved: Saved,
    pub(super) drawn: Drawn,
    pub(super) card: Card,
    buttons: Buttons,
    hints: Hints,
    next: NextLesson,
    finale: Finale,
}

impl StudentAnswers {
    /// Begins a check, in the background, after the first frame. Until its verdict is there our answer draws, and the
    /// student's where it is unsolved. The starter's answers are checked and drawn as a student's would be; those of
    /// the reference draw the whole scene at first. The program must be one whose `main` calls
    /// [`judge::main`](judge::main).
    pub fn new(lesson: &'static Lesson, source: AnswerSource) -> Self {
        Self::checked(lesson, source, Called::AtWork)
    }

    /// Begins a check like [`new`](Self::new), for a scene that is played: what does not pass is ours.
    pub fn playing(lesson: &'static Lesson) -> Self {
        Self::checked(lesson, AnswerSource::Mine, Called::Passing)
    }

    /// Checks nothing, and draws by `mine` wherever the student's answers would draw, in earlier lessons too: for answers
    /// that are known to return.
    pub fn trusting(lesson: &'static Lesson, mine: Course) -> Self {
        Self::unchecked(lesson, &mine, Drawn::new(&lesson.reference, Called::All, SceneView::Mine))
    }

    /// Checks nothing, and draws by our answers alone.
    pub(crate) fn ours(lesson: &'static Lesson) -> Self {
        let mine = with_earlier_starters(lesson.starter, lesson);
        Self::unchecked(lesson, &mine, Drawn::new(&lesson.reference, Called::AtWork, SceneView::Ours))
    }

    fn checked(lesson: &'static Lesson, source: AnswerSource, called: Called) -> Self {
        let is_starter = source == AnswerSource::Starter;
        let mut own = todos(&lesson.about);
        for (todo, is_untouched) in own.iter_mut().zip(lesson.about.untouched()) {
            if is_untouched || is_starter {
                todo.verdict = Some(Verdict::new(todo.id, todo.name(), Status::NotStarted, SEED));
            }
        }
        let checked = if is_starter { source } else { AnswerSource::Mine };
        let starter = if is_starter { lesson.starter() } else { lesson.starter };
        let view = if source == AnswerSource::Reference { SceneView::Ours } else { SceneView::Mine };
        let drawn = Drawn::new(&lesson.reference, called, view).with_starter(&lesson.starter());
        StudentAnswers {
            todos: Todos::new(own, earlier_todos(lesson.earlier)),
            saved: Saved::new(lesson, checked, &with_earlier_starters(starter, lesson)),
            card: Card::new(Some(&lesson.about)),
            next: NextLesson::after(lesson.about.number()),
            finale: if is_starter { Finale::default() } else { Finale::new() },
            ..Self::unchecked(lesson, &lesson.reference, drawn)
        }
    }

    /// Checks nothing, draws by `mine`, and has the cards of these verdicts. A TODO without one passes.
    pub(super) fn judged(lesson: &'static Lesson, mine: &Course, verdicts: &[Verdict]) -> Self {
        let mut student = Self::trusting(lesson, *mine);
        for todo in &mut student.todos.all {
            let verdict = verdicts.iter().find(|verdict| verdict.id == todo.id).cloned();
            todo.verdict = verdict.or_else(|| Some(Verdict::new(todo.id, todo.name(), Status::Pass, SEED)));
        }
        StudentAnswers { card: Card::new(Some(&lesson.about)), ..student }
    }

    fn unchecked(lesson: &'static Lesson, mine: &Course, drawn: Drawn) -> Self {
        StudentAnswers {
            todos: Todos::new(todos(&lesson.about), earlier_todos(lesson.earlier)),
            saved: Saved::unwatched(lesson.earlier, mine),
            drawn,
            card: Card::new(None),
            buttons: Buttons::default(),
            hints: Hints::default(),
            next: NextLesson::default(),
            finale: Finale::default(),
        }
    }

    /// Calls ours from now on instead of an answer whose call has failed, if that was the student's.
    pub(crate) fn note_failed_call(&mut self, error: CallError) -> Result<()> {
        self.drawn.note_failed_call(&mut self.todos, error)
    }

    /// Calls ours instead of an answer that did not return, so that the program was started again.
    pub(crate) fn note_hung_call(&mut self, id: &str) {
        if let Some(todo) = self.todos.all.iter_mut().find(|todo| todo.id == id) {
            todo.error = Some(CallError { todo: todo.id, kind: CallErrorKind::Hung });
        }
    }

    /// Returns the answers that draw the scene: the student's where they can be called, ours elsewhere.
    pub(crate) fn course(&self) -> Course {
        self.drawn.course(&self.todos, &self.saved.answers)
    }

    /// Draws a figure by the student's answers over ours.
    pub(crate) fn draw_figure(&mut self, figure: &Figure, values: &[f32]) -> Result<Sheet> {
        self.drawn.draw_figure(&mut self.todos, &self.saved.answers, figure, values)
    }

    /// Performs an action; see [`LessonPanel::act`].
    fn perform(&mut self, action: Action, number: Option<usize>) -> bool {
        let StudentAnswers { todos, drawn, .. } = self;
        match action {
            Action::Close => return self.buttons.leave(),
            Action::FocusOn | Action::FocusBack => self.buttons.move_focus(action == Action::FocusBack),
            Action::NextTodo if self.buttons.press() => {}
            Action::Todo => number.into_iter().for_each(|number| drawn.turn_to(todos, number - 1)),
            Action::NextTodo if !todos.are_finished() => {
                todos.current().into_iter().for_each(|todo| drawn.turn_to(todos, todo));
            }
            Action::Mine => drawn.switch_scene(todos),
            Action::Difference => drawn.switch_difference(todos),
            Action::Check => self.saved.check(todos),
            Action::Earlier if lessons_to_offer(todos.earlier()).is_some() => drawn.calls_earlier ^= true,
            Action::Hint => {
                if let (Some(open), Some(about)) = (todos.open(), self.card.about()) {
                    self.hints.add_next(&todos.all[open], &about.toml.todos[open]);
                }
            }
            Action::NextLesson | Action::NextTodo => {
                if todos.are_finished() {
                    self.next.begin();
                }
            }
            _ => {
                let Some(index) = todos.open() else { return false };
                let StudentAnswers { todos, saved, drawn, card, hints, next, .. } = self;
                return card.act(action, &Contents { index, todos, saved, drawn, hints, next });
            }
        }
        true
    }

    /// Turns to a TODO that the checked save has broken, and throws confetti if all pass.
    fn note_end_of_check(&mut self) {
        if let Some(broken) = self.todos.take_broken() {
            self.drawn.turn_to(&mut self.todos, broken);
        }
        self.saved.begin_earlier(&mut self.todos);
        if self.finale.begin(self.todos.are_finished()) && self.drawn.shows_difference() {
            self.drawn.view = SceneView::Mine;
        }
    }
}

/// Returns a starter's answers with the shaders of earlier lessons, which need no library: their files are the student's.
fn with_earlier_starters(mut starter: Course, lesson: &Lesson) -> Course {
    for earlier in lesson.earlier {
        earlier.todos.iter().for_each(|(id, _)| starter.take(id, &earlier.lesson.starter));
    }
    starter
}

impl LessonPanel for StudentAnswers {
    fn poll(&mut self) -> bool {
        let has_failed = self.next.poll();
        let (has_news, has_checked) = self.saved.poll(&mut self.todos, self.drawn.has_frame);
        if has_checked {
            self.note_end_of_check();
        }
        has_failed || has_news
    }

    fn wait(&mut self) {
        self.saved.wait(&mut self.todos, self.drawn.calls_earlier);
        self.next.forget();
    }

    fn act(&mut self, action: Action, number: Option<usize>) -> bool {
        self.perform(action, number)
    }

    fn status(&self) -> LessonStatus {
        LessonStatus {
            is_taking_up: !self.saved.progress().is_empty() || self.saved.is_unchecked(),
            shows_ours: self.drawn.shows_ours(),
            todo: self.todos.open().map_or("", |todo| self.todos.all[todo].id),
            has_focus: self.buttons.has_focus(),
        }
    }

    fn state(&self) -> LessonState {
        LessonState {
            turned_to: self.todos.turned_to,
            shows_ours: self.drawn.shows_ours(),
            shows_difference: self.drawn.shows_difference(),
        }
    }

    fn restore(&mut self, state: LessonState) {
        self.todos.turned_to = state.turned_to.filter(|&todo| todo < self.todos.own_count);
        self.drawn.view = match state {
            LessonState { shows_ours: true, .. } => SceneView::Ours,
            LessonState { shows_difference: true, .. } => SceneView::Compared(None),
            _ => SceneView::Mine,
        };
    }

    fn take_restart(&mut self) -> Option<Restart> {
        self.saved.take_restart().map(|program| Restart { program, arguments: Vec::new() })
    }

    fn take_seen(&mut self) -> Vec<(String, SystemTime)> {
        self.saved.take_seen()
    }

    fn finale(&mut self, seconds: f32, ends: bool) -> bool {
        self.finale.advance(seconds, ends)
    }

    fn messages(&self) -> Vec<Message> {
        let mut all = self.drawn.notes(&self.todos);
        if self.drawn.shows_ours() {
            return all;
        }
        if let Some(BuildProblem { what, error, advice }) = self.saved.problem() {
            let runs = self.saved.what_runs();
            let text = format!("Your code {what}. {runs}\n{error}\n{}", advice.unwrap_or_default());
            all.insert(0, Message::error("", text.trim_end()));
        }
        for todo in self.todos.own().iter().filter(|todo| todo.error.is_none()) {
            let Some(verdict) = &todo.verdict else { continue };
            let is_unusable = todo.is_unusable_shader();
            if is_unusable {
                // The scene reports it too, without what helps.
                all.retain(|message| !message.text.starts_with(&format!("{} ", todo.id)));
            }
            if is_unusable || matches!(verdict.status, Status::TimedOut | Status::Crashed) {
                let location = verdict.place.clone().unwrap_or_else(|| todo.location.clone());
                let why = verdict.message.as_deref().unwrap_or(verdict.status.word()).trim_end();
                let drawn = if todo.task.is_shader() { todo.what_is_drawn() } else { "Ours draws instead." };
                let text = format!("{} {}: {why} ({drawn})", todo.id, todo.name());
                all.push(Message::error(location, text));
            }
        }
        all
    }

    fn draw(&mut self, ui: &Ui, fonts: Fonts, layout: &Layout, seconds: f32) -> Vec<Action> {
        let StudentAnswers { todos, saved, drawn, card, buttons, hints, next, finale } = self;
        if let (Some(area), Some(index)) = (layout.card, todos.open()) {
            card.figure.show_wrong(todos.all[index].verdict.as_ref(), |figure, values| {
                drawn.sheets(todos, &saved.answers, figure, values)
            });
            card.figure.renew(seconds, |figure, values| drawn.draw_figure(todos, &saved.answers, figure, values).ok());
            let contents = Contents { index, todos, saved, drawn, hints, next };
            let flags = WindowFlags::NO_SCROLLBAR | WindowFlags::NO_SCROLL_WITH_MOUSE;
            screen::docked(ui, "##card", area, flags, || card.draw(ui, fonts, contents, buttons));
        }
        if let Some(difference) = drawn.difference() {
            draw_difference_mark(ui, fonts, layout.viewport, difference);
        }
        if let Some(seconds) = finale.seconds() {
            draw_confetti(ui, fonts.em, layout.viewport, seconds);
        }
        buttons.take_clicked()
    }
}

#[cfg(test)]
mod tests;
