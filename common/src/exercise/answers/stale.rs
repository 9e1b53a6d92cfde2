//! Whether the student has changed the exercise since this program was built.

use crate::workspace::lessons;
use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

/// How often it looks.
const EVERY: Duration = Duration::from_secs(1);

/// The student's file, and its text when it was compiled.
pub(crate) struct Stale {
    file: PathBuf,
    compiled: &'static str,
    next: Option<Instant>,
    differs: bool,
}

impl Stale {
    /// Of a folder below `lessons/`.
    pub(crate) fn new(folder: &str, compiled: &'static str) -> Self {
        Stale { file: lessons().join(folder).join("exercise.rs"), compiled, next: None, differs: false }
    }

    /// Looks, if it has not looked just now.
    pub(crate) fn poll(&mut self, now: Instant) {
        if self.next.is_some_and(|next| now < next) {
            return;
        }
        self.next = Some(now + EVERY);
        // Where the file is not, there is nothing to compare with.
        self.differs = std::fs::read_to_string(&self.file).is_ok_and(|text| !text.lines().eq(self.compiled.lines()));
    }

    /// What there is to say about it.
    pub(crate) fn note(&self) -> Option<&'static str> {
        self.differs.then_some("exercise.rs has changed since this program was built. Close it and start it again.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_seen_within_a_second() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("exercise.rs");
        let (next, differs) = (None, false);
        let mut stale = Stale { file: file.clone(), compiled: "a\nb\n", next, differs };
        let start = Instant::now();
        stale.poll(start);
        assert_eq!(stale.note(), None, "no file");
        std::fs::write(&file, "a\r\nb\r\n").unwrap();
        stale.poll(start + EVERY);
        assert_eq!(stale.note(), None, "another system's line ends");
        std::fs::write(&file, "a\nc\n").unwrap();
        stale.poll(start + EVERY);
        assert_eq!(stale.note(), None, "it looked just now");
        stale.poll(start + 2 * EVERY);
        assert!(stale.note().is_some());
        std::fs::write(&file, "a\nb\n").unwrap();
        stale.poll(start + 3 * EVERY);
        assert_eq!(stale.note(), None, "taken back");
    }
}
