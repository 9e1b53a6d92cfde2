//! Help in the window itself: hints, the solution beside one's own answers, and the way to the next lesson.

mod comparison;
mod hints;
mod job;
mod next_lesson;
mod panel;

pub(super) use panel::{ask, buttons, draw_assist};

use super::TodoState;
use crate::check::{About, LessonToml, Verdict};
use crate::ui::Action;
use comparison::Solution;
use hints::Hints;
use next_lesson::NextLesson;
use std::sync::LazyLock;

/// The panel that is open at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    Solution,
    /// Why the next lesson could not be built.
    NextLesson,
}

/// What has been asked for.
#[derive(Default)]
pub(super) struct Assist {
    /// The lesson's number, and what its `lesson.toml` says.
    lesson: Option<(&'static str, &'static LazyLock<LessonToml>)>,
    open: Option<Open>,
    pub(super) hints: Hints,
    solution: Solution,
    next: NextLesson,
}

impl Assist {
    pub(super) fn new(about: &About) -> Self {
        let lesson = Some((about.number(), about.toml));
        Assist { lesson, next: NextLesson::after(about.number()), ..Self::default() }
    }

    /// Does what a key asks for; `at` is the TODO at hand, if anything is left to do.
    pub(super) fn act(&mut self, action: Action, todos: &[TodoState], at: Option<usize>) {
        let Some((number, toml)) = self.lesson else { return };
        match (action, at) {
            (Action::Hint, Some(at)) => {
                self.hints.ask(&toml.todos[at], todos[at].verdict.as_ref().map_or(0, Verdict::step));
            }
            (Action::Solution, _) => {
                self.solution.ask(number, todos, at);
                self.open = Some(Open::Solution);
            }
            (Action::NextLesson, None) => {
                self.close();
                self.next.begin();
            }
            _ => {}
        }
    }

    /// True if anything has come.
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

    /// False if nothing was open.
    pub(super) fn close(&mut self) -> bool {
        self.open.take().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Status, Task, Verdict};

    /// Of a lesson with one TODO.
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
        let mut act = |action: Action| {
            assist.act(action, &todos, Some(0));
            assist.open
        };
        assert_eq!((act(Action::Hint), act(Action::Solution)), (None, Some(Open::Solution)), "a hint is on the card");
        assert!(assist.close() && !assist.close());
    }

    #[test]
    fn the_next_lesson_waits_until_all_is_right() {
        let mut assist = Assist { lesson: Some(("03", &TOML)), next: NextLesson::after("03"), ..Assist::default() };
        assist.act(Action::NextLesson, &todo(Status::Fail), Some(0));
        assert!(!assist.next.is_building());
        assist.next = NextLesson::after("99");
        assist.act(Action::NextLesson, &todo(Status::Pass), None);
        assert!(!assist.next.is_building(), "there is none");
    }
}
