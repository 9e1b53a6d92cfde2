//! The best run through a level, kept beside what else the workbook remembers.

use crate::game::{Game, Outcome, Run};
use crate::level::Level;
use common::{file::replace, workspace};
use std::fs;
use std::path::{Path, PathBuf};

const FIRST: &str = "armature best 1";

/// A run to the door, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// Steps to the door.
    pub steps: usize,
    /// Tokens that were taken.
    pub tokens: usize,
    /// How often he fell.
    pub falls: usize,
    /// Its keys.
    pub run: Run,
}

impl Best {
    /// Of a game that has been won by these keys, in so many steps.
    pub fn new(game: &Game, steps: usize, mut run: Run) -> Option<Self> {
        run.steps.truncate(steps);
        let tokens = game.tokens.iter().filter(|taken| **taken).count();
        (game.outcome == Outcome::Won).then_some(Best { steps, tokens, falls: game.falls, run })
    }

    /// The file for a level: another for each state of it.
    pub fn file(level: &Level) -> PathBuf {
        let name = format!("best-{:08x}.run", Run::new(level).checksum);
        workspace::kept().join(name)
    }

    /// As it was kept; `None` where there is none, or the file is damaged or of another level.
    pub fn read(file: &Path, level: &Level) -> Option<Self> {
        let text = fs::read_to_string(file).ok()?;
        let (first, rest) = text.split_once('\n')?;
        let mut numbers = first.strip_prefix(FIRST)?.split_whitespace().map(str::parse);
        let mut next = || numbers.next()?.ok();
        let (steps, tokens, falls) = (next()?, next()?, next()?);
        let run = Run::from_text(rest).ok().filter(|run| run.fits(level).is_ok() && run.steps.len() == steps)?;
        Some(Best { steps, tokens, falls, run })
    }

    /// Keeps it, all or nothing.
    ///
    /// # Errors
    /// The file, and what the system says.
    pub fn write(&self, file: &Path) -> Result<(), String> {
        let Best { steps, tokens, falls, run } = self;
        let text = format!("{FIRST} {steps} {tokens} {falls}\n{}", run.to_text());
        keep(file, &text)
    }
}

/// Writes a file, all or nothing, and its folder.
pub(super) fn keep(file: &Path, text: &str) -> Result<(), String> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let written = fs::create_dir_all(folder).and_then(|()| replace(file, text));
    written.map_err(|error| format!("{}: {error}", file.display()))
}
