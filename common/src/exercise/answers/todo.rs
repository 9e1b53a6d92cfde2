//! A lesson's TODOs as a window lists them: what each is called, where it is, and its verdict.

use crate::check::{About, LessonToml, Status, Step, Task, Verdict, source};
use crate::window::Form;

/// One TODO in the window.
pub(crate) struct Todo {
    pub(crate) id: String,
    pub(crate) name: &'static str,
    /// The milestone that it belongs to; empty in a lesson that has none.
    pub(crate) milestone: &'static str,
    /// File and line.
    pub(crate) place: String,
    /// `None` until it has been checked.
    pub(crate) verdict: Option<Verdict>,
    /// The form of it that draws, where the student has chosen one.
    pub(crate) chosen: Option<Form>,
}

impl Todo {
    pub(crate) fn passes(&self) -> bool {
        self.verdict.as_ref().is_some_and(|verdict| passes(verdict.status))
    }

    /// Its steps, while it does not pass.
    pub(crate) fn steps(&self) -> &[Step] {
        self.verdict.as_ref().map_or(&[], |verdict| &verdict.steps)
    }

    /// The step that became right last.
    pub(crate) fn last_right(&self) -> Option<&Step> {
        self.steps().iter().rev().find(|step| step.right == Some(true))
    }
}

/// Nothing is left to do, or nothing can be said about it here.
pub(crate) fn passes(status: Status) -> bool {
    matches!(status, Status::Pass | Status::Borrowed | Status::Skipped)
}

/// Whether it is a shader that cannot be used at all: its compiler refuses it, or its inputs are of other types.
pub(crate) fn is_refused(verdict: &Verdict) -> bool {
    let Verdict { name, status, message, got, .. } = verdict;
    let unusable = *status == Status::Fail && message.is_some() && got.is_none();
    name.contains('.') && (*status == Status::DoesNotCompile || unusable)
}

/// The lesson's TODOs, not checked yet.
pub(crate) fn todos(about: &About) -> Vec<Todo> {
    // Most lessons have none, and nothing else is needed of their lesson.toml here.
    let toml = || -> &'static LessonToml { about.toml };
    let toml = (!about.milestones.is_empty()).then(toml);
    let milestone = |index| Some(toml?.milestone_of(index)?.0.name.as_str());
    let exercise = about.exercise_text();
    let todo = |(index, &task): (usize, &Task)| Todo {
        id: about.id(index),
        name: task.name(),
        milestone: milestone(index).unwrap_or_default(),
        place: place(task, about.folder, &exercise),
        verdict: None,
        chosen: None,
    };
    about.tasks.iter().enumerate().map(todo).collect()
}

/// File and line of what a TODO asks for.
pub(crate) fn place(task: Task, folder: &str, exercise: &str) -> String {
    match task {
        Task::Function(name) => {
            let line = source::lines_of(exercise, name).map_or(1, |lines| *lines.start());
            format!("lessons/{folder}/exercise.rs:{line}")
        }
        Task::Shader(file) => format!("shaders/{folder}/{file}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_todos() {
        let text = "fn a() {}\n\nfn blend() {\n}\n";
        assert_eq!(place(Task::Function("blend"), "07-x", text), "lessons/07-x/exercise.rs:3");
        assert_eq!(place(Task::Shader("a.vert"), "07-x", text), "shaders/07-x/a.vert");
    }
}
