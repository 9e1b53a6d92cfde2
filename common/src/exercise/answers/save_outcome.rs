//! When something was saved, until it is checked; and how long what it has changed is shown.

use super::{TodoState, todo::Change};
use std::time::SystemTime;

/// How long changes are shown, in seconds.
const SHOWN: f32 = 8.0;
/// How long the picture of a TODO that passes is held at least, before the next TODO is drawn as it was found, in seconds.
const HELD: f32 = 3.0;

/// A save that is being checked, or was.
#[derive(Default)]
pub(crate) struct SaveOutcome {
    /// When it was saved, until all TODOs are checked.
    unchecked: Option<SystemTime>,
    /// When that was saved of which no answer has come back yet.
    unseen: Option<SystemTime>,
    /// What of it the next frame shows, for measurements.
    seen: Vec<(String, SystemTime)>,
    /// How long its changes are still shown.
    seconds: f32,
    /// Whether the picture of what passes is held.
    is_held: bool,
}

impl SaveOutcome {
    /// Starts to count a save. A save that comes before the last one was checked counts as the same one.
    pub(crate) fn begin(&mut self, when: SystemTime, todos: &mut [TodoState]) {
        for todo in todos {
            if self.unchecked.is_none() {
                todo.before = Some(todo.progress());
            }
            todo.change = None;
        }
        self.unchecked = Some(when);
        self.unseen = Some(when);
        self.is_held = false;
    }

    /// Returns whether it is still being checked.
    pub(crate) fn is_unchecked(&self) -> bool {
        self.unchecked.is_some()
    }

    /// Notes that an answer out of an exercise of so many bytes has come back, and is drawn from now on.
    pub(crate) fn note_answer(&mut self, bytes: usize) {
        if let Some(saved) = self.unseen.take() {
            self.note(&format!("the answer, of {bytes} bytes"), saved);
        }
    }

    /// Notes for measurements what of a save is seen for the first time in the next frame.
    pub(crate) fn note(&mut self, words: &str, saved: SystemTime) {
        self.seen.push((words.into(), saved));
    }

    /// Ends the save: all TODOs are checked.
    pub(crate) fn end(&mut self, todos: &mut [TodoState]) {
        let Some(saved) = self.unchecked.take() else { return };
        for todo in todos.iter_mut() {
            todo.note_change();
        }
        let count = todos.iter().filter(|todo| todo.passes()).count();
        self.note(&format!("the verdict, {count} of {} pass", todos.len()), saved);
        self.seconds = SHOWN;
        self.is_held = todos.iter().any(|todo| todo.change == Some(Change::Passes));
    }

    /// Lets time pass; `is_busy` while a key or a button of the mouse is down.
    pub(crate) fn advance(&mut self, seconds: f32, is_busy: bool, todos: &mut [TodoState]) {
        self.seconds -= seconds;
        self.is_held &= !is_busy || self.seconds > SHOWN - HELD;
        if self.seconds <= 0.0 {
            for todo in todos {
                todo.change = None;
            }
        }
    }

    /// Returns whether the picture shows what passes beside the rest as it will be, and not yet the next TODO: for three
    /// seconds, and then until a key is pressed or something is saved.
    pub(crate) fn holds_picture(&self) -> bool {
        self.is_held
    }

    pub(crate) fn take_seen(&mut self) -> Vec<(String, SystemTime)> {
        std::mem::take(&mut self.seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{SEED, Status, Task, Verdict};

    fn todos() -> [TodoState; 3] {
        ["07.1", "07.2", "07.3"].map(|id| TodoState::new(id, Task::Function("blend")))
    }

    fn judge(todos: &mut [TodoState], passes: [bool; 3]) {
        for (todo, passes) in todos.iter_mut().zip(passes) {
            let status = if passes { Status::Pass } else { Status::Fail };
            todo.verdict = Some(Verdict::new(todo.id, "blend", status, SEED));
        }
    }

    fn changes(todos: &[TodoState]) -> [Option<Change>; 3] {
        [0, 1, 2].map(|todo| todos[todo].change)
    }

    #[test]
    fn the_picture_of_what_passes_is_held() {
        let mut todos = todos();
        let mut save = SaveOutcome::default();
        judge(&mut todos, [false; 3]);
        save.begin(SystemTime::UNIX_EPOCH, &mut todos);
        save.end(&mut todos);
        assert!(!save.holds_picture(), "nothing passes");
        save.begin(SystemTime::UNIX_EPOCH, &mut todos);
        judge(&mut todos, [true, false, false]);
        save.end(&mut todos);
        save.advance(0.5 * HELD, true, &mut todos);
        assert!(save.holds_picture(), "a key that was meant for something else");
        assert_eq!(changes(&todos), [Some(Change::Passes), None, None]);
        save.advance(2.0 * SHOWN, false, &mut todos);
        assert!(save.holds_picture() && changes(&todos) == [None; 3]);
        save.advance(0.1, true, &mut todos);
        assert!(!save.holds_picture());
    }

    #[test]
    fn two_saves_that_are_checked_together_count_as_one() {
        let mut todos = todos();
        let mut save = SaveOutcome::default();
        let [first, second] = [1, 2].map(|seconds| SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds));
        judge(&mut todos, [false; 3]);
        save.begin(first, &mut todos);
        save.note_answer(90);
        // By its verdicts so far the first passes already.
        judge(&mut todos, [true, false, false]);
        save.begin(second, &mut todos);
        save.note_answer(95);
        save.note_answer(95);
        save.end(&mut todos);
        assert_eq!(changes(&todos), [Some(Change::Passes), None, None]);
        let seen = [
            ("the answer, of 90 bytes", first),
            ("the answer, of 95 bytes", second),
            ("the verdict, 1 of 3 pass", second),
        ];
        assert_eq!(save.take_seen(), seen.map(|(words, when)| (words.to_owned(), when)));
    }
}
