//! The state of one TODO in a window: of the lesson, or of an earlier lesson whose answer the scene calls.

use check::{About, EarlierLesson, Task};
use given::CallError;
use std::fs;
use verdict::{Status, Verdict, source};

pub(crate) struct TodoState {
    pub(crate) id: &'static str,
    pub(crate) task: Task,
    /// Its use in this lesson; empty for the lesson's own.
    pub(crate) does: &'static str,
    /// File and line.
    pub(crate) location: String,
    /// `None` until it has been checked.
    pub(crate) verdict: Option<Verdict>,
    /// The reason why it could not be used in a frame: ours is called until something is saved, or a key changes what
    /// draws.
    pub(crate) error: Option<CallError>,
    /// Whether the last save has changed it.
    pub(crate) has_changed: bool,
    /// Whether its shader could be used once since the window was opened.
    pub(crate) was_usable: bool,
}

impl TodoState {
    pub(crate) fn new(id: &'static str, task: Task) -> Self {
        TodoState {
            id,
            task,
            does: "",
            location: String::new(),
            verdict: None,
            error: None,
            has_changed: false,
            was_usable: false,
        }
    }

    pub(crate) fn name(&self) -> &'static str {
        self.task.name()
    }

    pub(crate) fn status(&self) -> Option<Status> {
        self.verdict.as_ref().map(|verdict| verdict.status)
    }

    /// Returns whether the TODO passes, or cannot be checked on this machine: see [`Status::is_done`].
    pub(crate) fn passes(&self) -> bool {
        self.status().is_some_and(Status::is_done)
    }

    /// Returns whether the student's answer can be called instead of ours: it passes, and has not failed in a frame.
    pub(crate) fn is_usable(&self) -> bool {
        self.passes() && self.error.is_none()
    }

    /// Returns whether its answer was stopped, in a frame or in its check, so that ours draws.
    pub(crate) fn was_stopped(&self) -> bool {
        self.error.is_some() || matches!(self.status(), Some(Status::TimedOut | Status::Crashed))
    }

    /// Returns whether the driver cannot use it at all: the shader does not compile, or its inputs are of other types.
    pub(crate) fn is_unusable_shader(&self) -> bool {
        let Some(verdict) = self.verdict.as_ref().filter(|_| self.task.is_shader()) else { return false };
        let has_no_answer = verdict.message.is_some() && verdict.got.is_none();
        verdict.status == Status::DoesNotCompile || verdict.status == Status::Fail && has_no_answer
    }

    /// Returns a sentence about the picture while a shader cannot be used.
    pub(crate) fn what_is_drawn(&self) -> &'static str {
        if self.was_usable { "The version before it keeps drawing." } else { "The starter's draws in its place." }
    }

    /// Returns the line about a TODO of an earlier lesson: `02.2 model_poses: yours; from local to model`.
    pub(crate) fn running_code(&self) -> String {
        let source = match self.status() {
            None => "is being checked".to_owned(),
            Some(_) if self.is_usable() => "yours".to_owned(),
            Some(_) if self.error.is_some() => "ours (yours cannot be used here)".to_owned(),
            Some(status) => format!("ours ({})", status.word().to_lowercase()),
        };
        format!("{} {}: {source}; {}", self.id, self.name(), self.does)
    }
}

/// Returns the lesson's TODOs, not checked yet.
pub(crate) fn todos(about: &About) -> Vec<TodoState> {
    let exercise = source::tokens(&about.exercise_text());
    let mut todos = Vec::new();
    for &(id, task) in about.todos {
        todos.push(TodoState { location: location(task, about.folder, &exercise), ..TodoState::new(id, task) });
    }
    todos
}

/// Returns the TODOs of earlier lessons, not checked yet.
pub(crate) fn earlier_todos(lessons: &[EarlierLesson]) -> Vec<TodoState> {
    let mut todos = Vec::new();
    for earlier in lessons {
        let about = &earlier.lesson.about;
        for &(id, does) in earlier.todos {
            let task = about.find(id).map_or(Task::Function(""), |todo| about.task(todo));
            todos.push(TodoState { does, ..TodoState::new(id, task) });
        }
    }
    todos
}

/// Returns file and line of a TODO. `exercise` has the tokens of the lesson's exercise.
pub(crate) fn location(task: Task, folder: &str, exercise: &[source::Token]) -> String {
    match task {
        Task::Function(name) => {
            let first = source::function(exercise, name).and_then(<[source::Token]>::first);
            format!("lessons/{folder}/exercise.rs:{}", first.map_or(1, |token| token.line))
        }
        Task::Shader(file) => {
            let text = fs::read_to_string(source::shaders().join(folder).join(file)).unwrap_or_default();
            format!("shaders/{folder}/{file}:{}", line_to_edit(&text))
        }
    }
}

/// Returns the line of a shader's last TODO, counted from 1, or else of its function `main`.
fn line_to_edit(shader: &str) -> usize {
    let [mut todo, mut main] = [None; 2];
    for (line, number) in shader.lines().zip(1..) {
        if line.contains("// TODO ") {
            todo = Some(number);
        } else if line.starts_with("void main") {
            main = main.or(Some(number));
        }
    }
    todo.or(main).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_of_todos() {
        let text = source::tokens("fn a() {}\n\nfn blend() {\n}\n");
        assert_eq!(location(Task::Function("blend"), "03-x", &text), "lessons/03-x/exercise.rs:3");
        assert_eq!(location(Task::Shader("a.vert"), "03-x", &text), "shaders/03-x/a.vert:1", "there is no such file");
        let begun = "#version 330 core\n// TODO 03.1: declare it.\nvoid main() {\n    // TODO 03.1: fetch it.\n}\n";
        assert_eq!(line_to_edit(begun), 4);
        assert_eq!(line_to_edit("in vec3 a;\n\nvoid main() {\n}\n"), 3);
    }
}
