//! Progress of a save, from its time to its verdict.

use std::time::SystemTime;

/// A save that is being checked, or was.
#[derive(Default)]
pub(crate) struct SaveOutcome {
    /// When it was saved, until all TODOs are checked.
    unchecked: Option<SystemTime>,
    /// Time of the last save of which no answer has been checked yet.
    unseen: Option<SystemTime>,
    /// Effects of saves that the next frame shows, for measurements.
    seen: Vec<(String, SystemTime)>,
}

impl SaveOutcome {
    /// Begins to measure a save. A save that comes before the last one was checked replaces it.
    pub(crate) fn begin(&mut self, when: SystemTime) {
        self.unchecked = Some(when);
        self.unseen = Some(when);
    }

    pub(crate) fn is_unchecked(&self) -> bool {
        self.unchecked.is_some()
    }

    /// Notes, once for each save, that an answer of an exercise of this many bytes is drawn from now on.
    pub(crate) fn note_answer(&mut self, bytes: usize) {
        if let Some(saved) = self.unseen.take() {
            self.note(&format!("the answer, of {bytes} bytes"), saved);
        }
    }

    /// Notes, for measurements, an effect of a save that the next frame shows for the first time.
    pub(crate) fn note(&mut self, effect: &str, saved: SystemTime) {
        self.seen.push((effect.into(), saved));
    }

    /// Ends the measurement of a save, of which `passing` of `all` TODOs pass.
    pub(crate) fn end(&mut self, passing: usize, all: usize) {
        if let Some(saved) = self.unchecked.take() {
            self.note(&format!("the verdict, {passing} of {all} pass"), saved);
        }
    }

    pub(crate) fn take_seen(&mut self) -> Vec<(String, SystemTime)> {
        std::mem::take(&mut self.seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn two_saves_that_are_checked_together_count_as_one() {
        let mut save = SaveOutcome::default();
        let [first, second] = [1, 2].map(|seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        save.begin(first);
        save.note_answer(90);
        save.begin(second);
        save.note_answer(95);
        save.note_answer(95);
        save.end(1, 3);
        let seen = [
            ("the answer, of 90 bytes", first),
            ("the answer, of 95 bytes", second),
            ("the verdict, 1 of 3 pass", second),
        ];
        assert_eq!(save.take_seen(), seen.map(|(words, when)| (words.to_owned(), when)));
    }
}
