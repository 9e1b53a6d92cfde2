//! Confetti, once for every time that a lesson has been finished.

use std::{env, fs, path::PathBuf};

/// How long it is shown.
pub(super) const SECONDS: f32 = 8.0;

/// Whether it has been shown, and how far it is.
#[derive(Default)]
pub(crate) struct Finale {
    /// A file beside the program, which is there while all TODOs pass and it has been shown.
    mark: Option<PathBuf>,
    /// For how many more seconds it is shown.
    left: f32,
}

impl Finale {
    pub(super) fn of_this_program() -> Self {
        let mark = env::current_exe().ok().map(|program| program.with_extension("finished"));
        Finale { mark, left: 0.0 }
    }

    /// True if it begins now: the lesson is finished, and was not before.
    pub(super) fn begin(&mut self, is_finished: bool) -> bool {
        let Some(mark) = &self.mark else { return false };
        if !is_finished {
            let _ = fs::remove_file(mark); // there need not be one
        }
        let begins = is_finished && !mark.exists() && fs::write(mark, "").is_ok();
        if begins {
            self.left = SECONDS;
        }
        begins
    }

    pub(super) fn end(&mut self) {
        self.left = 0.0;
    }

    /// Time passes; true while it is shown.
    pub(super) fn advance(&mut self, seconds: f32) -> bool {
        self.left = (self.left - seconds).max(0.0);
        self.left > 0.0
    }

    /// Returns the seconds since it began, while it is shown.
    pub(super) fn seconds(&self) -> Option<f32> {
        (self.left > 0.0).then_some(SECONDS - self.left)
    }
}
