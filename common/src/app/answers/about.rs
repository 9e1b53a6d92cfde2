//! A lesson without the type of its tables.

use crate::check::{Lesson, Task};

/// What of a lesson does not depend on its tables.
pub(super) struct About {
    /// `"03-joint-lines"`, below `lessons/` and `shaders/`.
    pub(super) folder: &'static str,
    pub(super) exercise_text: &'static str,
    /// The TODOs' ids and tasks, in their order.
    pub(super) tasks: Vec<(&'static str, Task)>,
}

impl About {
    pub(super) fn of<A>(lesson: &Lesson<A>) -> Self {
        let mut tasks = Vec::new();
        for check in lesson.checks {
            tasks.push((check.id, check.task));
        }
        About { folder: lesson.folder, exercise_text: lesson.exercise_text, tasks }
    }
}
