//! The answers that draw. A TODO that passes is the student's, the current one is the student's whatever it does, and all
//! others are finished code.

use crate::exercise::todos::Todos;
use crate::exercise::{AnswerReport, Difference, attempt, listen, todo_state::TodoState};
use anyhow::Result;
use drawing::{Figure, Sheet};
use given::{CallError, Course};
use ui::Message;
use verdict::Status;

/// A figure of a shader does the same sum in Rust.
const SHADER: &str = "by our code: what your shader does is in the scene";

/// The answer to a figure's TODO was stopped, or cannot be used.
const STOPPED: &str = "by our code: yours was stopped, see below";

/// The student's answers that are called in place of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Called {
    /// Those that pass, and the current TODO's.
    AtWork,
    /// Those that pass, as long as the scene is played rather than worked at.
    Passing,
    /// All, without a check, in earlier lessons too.
    All,
}

/// The scene that the window shows.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SceneView {
    Mine,
    /// All by our answers.
    Ours,
    /// The student's, with ours laid over it. The difference is known once a frame has been drawn.
    Compared(Option<Difference>),
}

/// Whose answers draw, and what the last frame has reported.
pub(crate) struct Drawn {
    reference: &'static Course,
    /// The starter's answers: its shaders draw while the student's have never been usable.
    pub(super) starter: Course,
    pub(super) called: Called,
    /// Whether the student's answers of earlier lessons are called where they pass.
    pub(crate) calls_earlier: bool,
    pub(super) view: SceneView,
    reports: Vec<String>,
    /// Whether a frame has been drawn.
    pub(super) has_frame: bool,
}

impl Drawn {
    pub(super) fn new(reference: &'static Course, called: Called, view: SceneView) -> Self {
        Drawn {
            reference,
            starter: *reference,
            called,
            calls_earlier: false,
            view,
            reports: Vec::new(),
            has_frame: false,
        }
    }

    pub(super) fn with_starter(self, starter: &Course) -> Self {
        Drawn { starter: *starter, ..self }
    }

    pub(super) fn shows_ours(&self) -> bool {
        self.view == SceneView::Ours
    }

    pub(crate) fn shows_difference(&self) -> bool {
        matches!(self.view, SceneView::Compared(_))
    }

    pub(crate) fn difference(&self) -> Option<&Difference> {
        if let SceneView::Compared(difference) = &self.view { difference.as_ref() } else { None }
    }

    /// Returns the answers that draw the scene: `mine` where [`is_mine`](Self::is_mine), ours elsewhere.
    pub(super) fn course(&self, todos: &Todos, mine: &Course) -> Course {
        if self.shows_ours() { *self.reference } else { self.mix(todos, todos.all.len(), todos.open(), mine) }
    }

    /// Replaces our answers to the first `count` TODOs by `mine`, if the one at `current` is the current TODO.
    fn mix(&self, todos: &Todos, count: usize, current: Option<usize>, mine: &Course) -> Course {
        let mut course = *self.reference;
        for (index, todo) in todos.all[..count].iter().enumerate() {
            if self.is_mine_beside(todos, index, current) {
                course.take(todo.id, mine);
            } else if todo.is_unusable_shader() && Some(index) == current {
                course.take(todo.id, &self.starter);
            }
        }
        course
    }

    /// Returns whether the student's own code answers the TODO at this index in the scene.
    pub(super) fn is_mine(&self, todos: &Todos, index: usize) -> bool {
        !self.shows_ours() && self.is_mine_beside(todos, index, todos.open())
    }

    /// Returns whether the student's own code answers the TODO at `index` if the one at `current` is the current TODO.
    fn is_mine_beside(&self, todos: &Todos, index: usize, current: Option<usize>) -> bool {
        let todo = &todos.all[index];
        self.is_callable(todo)
            && match self.called {
                Called::All => true,
                _ if index >= todos.own_count => self.calls_earlier && todo.passes(),
                // It is worked at once the student has turned to a card, or has saved.
                Called::Passing if todos.turned_to.is_none() => todo.passes(),
                Called::Passing | Called::AtWork => todo.passes() || Some(index) == current,
            }
    }

    /// Returns whether a window may call the student's answer: it compiles, and its check has shown that it returns.
    fn is_callable(&self, todo: &TodoState) -> bool {
        let comes_back = match todo.status() {
            None | Some(Status::TimedOut | Status::Crashed | Status::DoesNotCompile | Status::Waiting) => false,
            // An unchecked function may never return; a shader always does.
            Some(Status::Skipped) => todo.task.is_shader(),
            Some(_) => !todo.is_unusable_shader(),
        };
        // Its programs of before stay: see `StudentPrograms`.
        let comes_back = comes_back || todo.is_unusable_shader() && todo.was_usable;
        todo.error.is_none() && (self.called == Called::All || comes_back)
    }

    /// Returns the TODOs of earlier lessons, as long as the student's answers are called where they pass.
    pub(crate) fn earlier<'a>(&self, todos: &'a Todos) -> &'a [TodoState] {
        if self.calls_earlier && !self.shows_ours() { todos.earlier() } else { &[] }
    }

    /// Notes that a call of a student's answer has failed. From now on ours is called in its place.
    ///
    /// # Errors
    /// Returns `error` if the answer was not the student's, so that no other can replace it.
    pub(super) fn note_failed_call(&self, todos: &mut Todos, error: CallError) -> Result<()> {
        let index = todos.all.iter().position(|todo| todo.id == error.todo);
        let index = index.filter(|&index| {
            // A figure calls more of the lesson's own than the scene does.
            self.is_callable(&todos.all[index]) && (index < todos.own_count || self.is_mine(todos, index))
        });
        let Some(index) = index else { return Err(error.into()) };
        todos.all[index].error = Some(error);
        Ok(())
    }

    /// Draws a figure by the student's answers over ours. If an answer panics, ours replaces it and the figure is drawn again.
    ///
    /// # Errors
    /// If the figure cannot be drawn by our answers.
    pub(super) fn draw_figure(
        &self,
        todos: &mut Todos,
        mine: &Course,
        figure: &Figure,
        values: &[f32],
    ) -> Result<Sheet> {
        loop {
            let mixed = self.figure_course(todos, mine, figure);
            let (drawn, _) = listen(|| {
                attempt(|| match &mixed {
                    Some(mixed) => figure.compared(values, self.reference, mixed),
                    None => figure.sheet(values, self.reference),
                })
            });
            match drawn {
                Ok(mut sheet) => {
                    sheet.note = match todos.all.iter().find(|todo| todo.id == figure.todo()) {
                        Some(todo) if todo.task.is_shader() => SHADER,
                        Some(todo) if mixed.is_some() && todo.was_stopped() => STOPPED,
                        _ => "",
                    };
                    return Ok(sheet);
                }
                Err(error) => {
                    let error = error.downcast::<CallError>()?;
                    // A panic of the figure itself comes from a strange value of the answer.
                    let todo = if error.todo.is_empty() { figure.todo() } else { error.todo };
                    self.note_failed_call(todos, CallError { todo, ..error })?;
                }
            }
        }
    }

    /// Returns a figure by the student's answers and by ours, or `None` if it cannot be drawn.
    pub(super) fn sheets(&self, todos: &Todos, mine: &Course, figure: &Figure, values: &[f32]) -> Option<[Sheet; 2]> {
        let mixed = self.figure_course(todos, mine, figure)?;
        let (sheets, _) =
            listen(|| attempt(|| Ok::<_, CallError>([&mixed, self.reference].map(|by| figure.sheet(values, by)))));
        let [mine, ours] = sheets.ok()?;
        Some([mine.ok()?, ours.ok()?])
    }

    /// Returns the answers that draw a figure: those of the scene with the figure's TODO as the current one. `None` while our
    /// answers draw everything.
    fn figure_course(&self, todos: &Todos, mine: &Course, figure: &Figure) -> Option<Course> {
        let current = todos.own().iter().position(|todo| todo.id == figure.todo()).or(todos.open());
        (!self.shows_ours()).then(|| self.mix(todos, todos.own_count, current, mine))
    }

    pub(crate) fn set_reports(&mut self, todos: &Todos, reports: &[AnswerReport]) {
        self.reports.clear();
        for AnswerReport { todo, text } in reports {
            let line = if todo.is_empty() { text.clone() } else { format!("{}: {text}", todos.id_and_name(todo)) };
            self.reports.push(line);
        }
        self.has_frame = true;
    }

    /// Returns the answers that could not be used in the last frame, and the scene's messages.
    pub(super) fn notes(&self, todos: &Todos) -> Vec<Message> {
        let mut notes = Vec::new();
        let calls_all = self.called == Called::All || self.calls_earlier;
        let called = if calls_all { &todos.all[..] } else { todos.own() };
        for error in called.iter().filter_map(|todo| todo.error.as_ref()).filter(|_| !self.shows_ours()) {
            let name = todos.id_and_name(error.todo);
            notes.push(Message::error("", format!("{name}: {} (Ours draws instead.)", error.kind)));
        }
        notes.extend(self.reports.iter().map(|line| Message::error("", line.as_str())));
        notes
    }

    pub(super) fn switch_scene(&mut self, todos: &mut Todos) {
        // The difference is laid over the student's scene: that is the one to go back to.
        self.view = if self.view == SceneView::Mine { SceneView::Ours } else { SceneView::Mine };
        self.redraw(todos);
    }

    pub(super) fn switch_difference(&mut self, todos: &mut Todos) {
        self.view = if self.shows_difference() { SceneView::Mine } else { SceneView::Compared(None) };
        self.redraw(todos);
    }

    pub(crate) fn set_difference(&mut self, difference: Difference) {
        self.view = SceneView::Compared(Some(difference));
    }

    /// Opens the card of the TODO at this index, and so makes it the current TODO.
    pub(super) fn turn_to(&mut self, todos: &mut Todos, todo: usize) {
        if todo < todos.own_count {
            todos.turned_to = Some(todo);
            self.redraw(todos);
        }
    }

    /// Discards what the last frame has reported. Answers that panicked in it are called again.
    fn redraw(&mut self, todos: &mut Todos) {
        if let SceneView::Compared(difference) = &mut self.view {
            *difference = None;
        }
        self.reports.clear();
        todos.retry_panicked();
    }
}
