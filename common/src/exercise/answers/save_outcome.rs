//! What the last save has changed, once it is checked: which TODOs, and in lines for measurements.

use super::Todo;
use crate::check::Verdict;
use std::time::SystemTime;

/// How long it is said.
const SECONDS: f32 = 8.0;
/// How long the picture of a TODO that passes is held at least, before the next TODO is drawn as it was found.
const HELD: f32 = 3.0;

/// A save that is being checked, or was.
#[derive(Default)]
pub(crate) struct SaveOutcome {
    /// When it was saved, which TODOs passed before, and how many of their steps; until all of them are checked.
    unchecked: Option<(SystemTime, Vec<(bool, usize)>)>,
    /// When that was saved of which no answer has come back yet.
    unseen: Option<SystemTime>,
    /// What of it the next frame shows.
    seen: Vec<(String, SystemTime)>,
    /// The places of the TODOs that pass since, and of those that no longer do.
    passes: Vec<usize>,
    fails: Vec<usize>,
    /// Of those with a step more that is right, and that do not pass.
    steps: Vec<usize>,
    seconds: f32,
    /// The picture of what passes is held.
    is_held: bool,
}

impl SaveOutcome {
    /// Something was saved. Where the save before it has not been checked, both count as one.
    pub(crate) fn begin(&mut self, when: SystemTime, todos: &[Todo]) {
        let passed = self.unchecked.take().map(|(_, passed)| passed);
        let passed = passed.unwrap_or_else(|| todos.iter().map(state).collect());
        (self.unchecked, self.unseen, self.is_held) = (Some((when, passed)), Some(when), false);
    }

    /// Whether it is still being checked.
    pub(crate) fn is_unchecked(&self) -> bool {
        self.unchecked.is_some()
    }

    /// An answer out of an exercise of so many bytes has come back, and is drawn from now on.
    pub(crate) fn note_answer(&mut self, bytes: usize) {
        let answer = |saved| (format!("the answer, of {bytes} bytes"), saved);
        self.seen.extend(self.unseen.take().map(answer));
    }

    /// For measurements: this of a save is seen for the first time in the next frame.
    pub(crate) fn note(&mut self, words: &str, saved: SystemTime) {
        self.seen.push((words.into(), saved));
    }

    /// All TODOs are checked.
    pub(crate) fn end(&mut self, todos: &[Todo]) {
        let Some((saved, before)) = self.unchecked.take() else { return };
        let count = todos.iter().filter(|todo| todo.passes()).count();
        self.note(&format!("the verdict, {count} of {} pass", todos.len()), saved);
        let changed = |now: bool| {
            let is_it = |&place: &usize| todos[place].passes() == now && before[place].0 != now;
            (0..todos.len()).filter(is_it).collect()
        };
        self.steps = (0..todos.len()).filter(|&place| state(&todos[place]).1 > before[place].1).collect();
        (self.passes, self.fails, self.seconds) = (changed(true), changed(false), SECONDS);
        self.is_held = !self.passes.is_empty();
    }

    /// Time passes; `is_busy` while a key or a button of the mouse is down.
    pub(crate) fn advance(&mut self, seconds: f32, is_busy: bool) {
        self.seconds -= seconds;
        self.is_held &= !is_busy || self.seconds > SECONDS - HELD;
    }

    /// Whether the picture shows what passes beside the rest as it will be, and not yet the next TODO: for three seconds,
    /// and then until a key is pressed or something is saved.
    pub(crate) fn holds_picture(&self) -> bool {
        self.is_held
    }

    /// The places of the TODOs that pass since; none after a while.
    pub(crate) fn passes(&self) -> &[usize] {
        if self.seconds > 0.0 { &self.passes } else { &[] }
    }

    /// Those of the TODOs with a step more that is right; none after a while.
    pub(crate) fn steps(&self) -> &[usize] {
        if self.seconds > 0.0 { &self.steps } else { &[] }
    }

    /// Those of the TODOs that no longer pass; none after a while.
    pub(crate) fn fails(&self) -> &[usize] {
        if self.seconds > 0.0 { &self.fails } else { &[] }
    }

    pub(crate) fn take_seen(&mut self) -> Vec<(String, SystemTime)> {
        std::mem::take(&mut self.seen)
    }
}

/// Whether it passes, and while it does not, how many of its steps are right.
fn state(todo: &Todo) -> (bool, usize) {
    (todo.passes(), todo.verdict.as_ref().map_or(0, Verdict::steps_right))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Status, Step};

    fn todos(passes: [bool; 3]) -> Vec<Todo> {
        let todo = |(number, passes): (usize, bool)| {
            let id = format!("07.{}", number + 1);
            let status = if passes { Status::Pass } else { Status::Fail };
            let verdict = Some(Verdict::new(&id, "blend", status, 41));
            Todo { id, name: "blend", milestone: "", place: String::new(), verdict, chosen: None }
        };
        passes.into_iter().enumerate().map(todo).collect()
    }

    #[test]
    fn what_begins_to_pass_and_what_no_longer_does() {
        let mut save = SaveOutcome::default();
        let mut change = |before, after| {
            save.begin(SystemTime::UNIX_EPOCH, &todos(before));
            assert!(save.is_unchecked());
            save.end(&todos(after));
            let change = [save.passes(), save.fails()].map(<[usize]>::to_vec);
            save.advance(SECONDS, false);
            assert!(save.passes().is_empty() && save.fails().is_empty() && !save.is_unchecked());
            change
        };
        assert_eq!(change([false, true, false], [true, true, true]), [vec![0, 2], vec![]]);
        assert_eq!(change([false, true, false], [true, false, false]), [vec![0], vec![1]]);
        assert_eq!(change([true, true, false], [true, true, false]), [Vec::<usize>::new(), Vec::new()]);
    }

    #[test]
    fn a_step_more_that_is_right() {
        let at = |right: usize| {
            let mut todos = todos([false; 3]);
            let step = |index| Step { name: String::new(), right: Some(index < right), passes: String::new() };
            todos[1].verdict.as_mut().unwrap().steps = (0..2).map(step).collect();
            todos
        };
        let mut save = SaveOutcome::default();
        let mut change = |before: &[Todo], after: &[Todo]| {
            save.begin(SystemTime::UNIX_EPOCH, before);
            save.end(after);
            save.steps().to_vec()
        };
        assert_eq!(change(&at(0), &at(1)), [1]);
        for (before, after) in [(at(1), at(1)), (at(1), at(0)), (at(1), todos([false, true, false]))] {
            assert!(change(&before, &after).is_empty());
        }
    }

    #[test]
    fn the_picture_of_what_passes_is_held() {
        let mut save = SaveOutcome::default();
        let end = |save: &mut SaveOutcome, before, after| {
            save.begin(SystemTime::UNIX_EPOCH, &todos(before));
            assert!(!save.holds_picture());
            save.end(&todos(after));
        };
        end(&mut save, [false; 3], [false; 3]);
        assert!(!save.holds_picture(), "nothing passes");
        end(&mut save, [false; 3], [true, false, false]);
        save.advance(0.5 * HELD, true);
        assert!(save.holds_picture(), "a key that was meant for something else");
        save.advance(2.0 * SECONDS, false);
        assert!(save.holds_picture() && save.passes().is_empty());
        save.advance(0.1, true);
        assert!(!save.holds_picture());
    }

    #[test]
    fn two_saves_that_are_checked_together_count_as_one() {
        let mut save = SaveOutcome::default();
        let [first, second] = [1, 2].map(|seconds| SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds));
        save.begin(first, &todos([false; 3]));
        save.note_answer(90);
        // By its verdicts so far the first passes already.
        save.begin(second, &todos([true, false, false]));
        save.note_answer(95);
        save.note_answer(95);
        save.end(&todos([true, false, false]));
        assert_eq!((save.passes(), save.fails()), (&[0][..], &[][..]));
        let seen = [
            ("the answer, of 90 bytes", first),
            ("the answer, of 95 bytes", second),
            ("the verdict, 1 of 3 pass", second),
        ];
        assert_eq!(save.take_seen(), seen.map(|(words, when)| (words.to_owned(), when)));
    }
}
