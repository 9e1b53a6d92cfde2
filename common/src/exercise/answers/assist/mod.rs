//! Help in the window: hints, the solution beside one's own answers, and the way to the next lesson.

mod comparison;
mod hints;
mod job;
mod next_lesson;
mod panel;

pub(super) use hints::Hints;
pub(super) use next_lesson::NextLesson;
pub(super) use panel::draw_assist;

use crate::exercise::todo_state::TodoState;
use check::About;
use comparison::Solution;
use std::sync::LazyLock;
use ui::Action;
use verdict::diary::Diary;
use verdict::{LessonToml, Verdict};

/// The panel that is open at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    Solution,
    /// Why the next lesson could not be built.
    NextLesson,
    /// Whether the diary is on, and what it keeps.
    Diary,
}

/// Hints, solution and next lesson, as far as they were requested.
#[derive(Default)]
pub(super) struct Assist {
    /// The lesson's number, and its `lesson.toml`.
    lesson: Option<(&'static str, &'static LazyLock<LessonToml>)>,
    open: Option<Open>,
    pub(super) hints: Hints,
    solution: Solution,
    pub(super) next: NextLesson,
    /// The diary in words.
    diary: String,
}

impl Assist {
    pub(super) fn new(about: &About) -> Self {
        let lesson = Some((about.number(), about.toml));
        Assist { lesson, next: NextLesson::after(about.number()), ..Self::default() }
    }

    /// Shows the next hint or the solution, or opens the next lesson. `current` is the index of the current TODO, or `None`
    /// if all pass.
    pub(super) fn act(&mut self, action: Action, todos: &[TodoState], current: Option<usize>) {
        let Some((number, toml)) = self.lesson else { return };
        match (action, current) {
            (Action::Hint, Some(current)) => {
                let step = todos[current].verdict.as_ref().map_or(0, Verdict::step);
                self.hints.add_next(&toml.todos[current], step);
            }
            (Action::Solution, _) => {
                self.solution.request(number, todos, current);
                self.open = Some(Open::Solution);
            }
            (Action::NextLesson | Action::NextTodo, None) => {
                self.close();
                self.next.begin();
            }
            _ => {}
        }
    }

    /// Turns the diary on or off, and opens the panel that says what that means.
    pub(super) fn switch_diary(&mut self, diary: &Diary) {
        let result = diary.turn(!diary.is_on());
        self.diary = result.map_or_else(|error| format!("It cannot be written: {error}"), |()| diary.in_words());
        self.open = Some(Open::Diary);
    }

    /// Returns whether the solution of the open TODO is shown, or will be.
    pub(super) fn shows_our_code(&self) -> bool {
        self.open == Some(Open::Solution) && self.solution.held_back().is_none()
    }

    /// Returns whether anything has changed.
    pub(super) fn poll(&mut self) -> bool {
        let has_failed = self.next.poll();
        if has_failed {
            self.open = Some(Open::NextLesson);
        }
        self.solution.poll() || has_failed
    }

    pub(super) fn wait(&mut self) {
        self.next.forget();
        self.solution.wait();
    }

    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Returns whether a panel was open.
    pub(super) fn close(&mut self) -> bool {
        self.open.take().is_some()
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
    fn the_solution_has_a_panel_of_its_own() {
        let todos = todo(Status::Fail);
        let mut assist = Assist { lesson: Some(("03", &TOML)), ..Assist::default() };
        assist.act(Action::Hint, &todos, Some(0));
        assert_eq!(assist.open, None, "a hint is on the card");
        assist.act(Action::Solution, &todos, Some(0));
        assert_eq!(assist.open, Some(Open::Solution));
        assert!(assist.close() && !assist.close());
    }

    #[test]
    fn a_finished_lesson_has_hints() {
        let mut student = student_of(todo(Status::Pass).into());
        student.assist.lesson = Some(("03", &TOML));
        student.act(Action::Hint, None);
        assert_eq!(student.assist.hints.shown("03.1").len(), 1);
    }

    #[test]
    fn the_next_lesson_waits_until_all_is_right() {
        let mut assist = Assist { lesson: Some(("03", &TOML)), next: NextLesson::after("03"), ..Assist::default() };
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
