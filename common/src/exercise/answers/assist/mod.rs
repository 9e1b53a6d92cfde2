//! Help in the window: hints, and the way to the next lesson.

mod hints;
mod job;
mod next_lesson;
mod panel;

pub(super) use hints::Hints;
pub(super) use next_lesson::NextLesson;
pub(super) use panel::draw_assist;

use crate::exercise::todo_state::TodoState;
use check::About;
use std::sync::LazyLock;
use ui::Action;
use verdict::{LessonToml, Verdict};

/// Hints and next lesson, as far as they were requested.
#[derive(Default)]
pub(super) struct Assist {
    /// The `lesson.toml` of the lesson.
    lesson: Option<&'static LazyLock<LessonToml>>,
    /// Whether the panel is open that says why the next lesson could not be built.
    is_open: bool,
    pub(super) hints: Hints,
    pub(super) next: NextLesson,
}

impl Assist {
    pub(super) fn new(about: &About) -> Self {
        Assist { lesson: Some(about.toml), next: NextLesson::after(about.number()), ..Self::default() }
    }

    /// Shows the next hint, or opens the next lesson. `current` is the index of the current TODO, or `None`
    /// if all pass.
    pub(super) fn act(&mut self, action: Action, todos: &[TodoState], current: Option<usize>) {
        let Some(toml) = self.lesson else { return };
        match (action, current) {
            (Action::Hint, Some(current)) => {
                let step = todos[current].verdict.as_ref().map_or(0, Verdict::step);
                self.hints.add_next(&toml.todos[current], step);
            }
            (Action::NextLesson | Action::NextTodo, None) => {
                self.close();
                self.next.begin();
            }
            _ => {}
        }
    }

    /// Returns whether anything has changed.
    pub(super) fn poll(&mut self) -> bool {
        let has_failed = self.next.poll();
        self.is_open |= has_failed;
        has_failed
    }

    pub(super) fn wait(&mut self) {
        self.next.forget();
    }

    pub(super) fn is_open(&self) -> bool {
        self.is_open
    }

    /// Returns whether a panel was open.
    pub(super) fn close(&mut self) -> bool {
        std::mem::take(&mut self.is_open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exercise::answers::tests::student_of;
    use check::Task;
    use verdict::{Status, Verdict};
    use window::LessonPanel;

    /// The `lesson.toml` of a lesson with one TODO.
    static TOML: LazyLock<LessonToml> = LazyLock::new(|| {
        let todo = "name = \"x\"\nfinished_in = \"y\"\nchanges = 0.01\nhints = [\"a\", \"b\", \"c\"]";
        let text = format!("format = 2\ntitle = \"Joint lines\"\nminutes = 45\n[[todo]]\n{todo}\n");
        LessonToml::parse("03", &text).unwrap()
    });

    fn todo(status: Status) -> [TodoState; 1] {
        let verdict = Some(Verdict::new("03.1", "x", status, 1));
        [TodoState { verdict, ..TodoState::new("03.1", Task::Function("x")) }]
    }

    #[test]
    fn a_finished_lesson_has_hints() {
        let mut student = student_of(todo(Status::Pass).into());
        student.assist.lesson = Some(&TOML);
        student.act(Action::Hint, None);
        assert_eq!(student.assist.hints.shown("03.1").len(), 1);
    }

    #[test]
    fn the_next_lesson_waits_until_all_is_right() {
        let mut assist = Assist { lesson: Some(&TOML), next: NextLesson::after("03"), ..Assist::default() };
        assist.act(Action::NextLesson, &todo(Status::Fail), Some(0));
        assert!(!assist.next.is_building());
        assist.next = NextLesson::after("99");
        assist.act(Action::NextLesson, &todo(Status::Pass), None);
        assert!(!assist.next.is_building(), "there is none");
        assist.next.number = Some("no lesson".into());
        assist.act(Action::NextTodo, &todo(Status::Pass), None);
        assert!(assist.next.is_building(), "Enter on the last card goes on, too");
    }
}
