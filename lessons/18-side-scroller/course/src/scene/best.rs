//! The best run through a level, kept beside what else the workbook remembers.

use crate::game::{Game, GameOutcome, Run};
use crate::level::Level;
use common::workspace;
use std::fs;
use std::path::{Path, PathBuf};
use verdict::file::replace;

const FIRST: &str = "armature best 1";

#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    pub tokens: usize,
    pub falls: usize,
    pub run: Run,
}

impl Best {
    /// Returns the result of a game that has been won in `steps`.
    pub fn new(game: &Game, steps: usize, mut run: Run) -> Option<Self> {
        run.steps.truncate(steps);
        let tokens = game.tokens.iter().filter(|taken| **taken).count();
        (game.outcome == GameOutcome::Won).then_some(Best { tokens, falls: game.falls, run })
    }

    /// Returns the file for a level: another for each state of it.
    pub fn file(level: &Level) -> PathBuf {
        let name = format!("best-{:08x}.run", Run::new(level).checksum);
        workspace::kept().join(name)
    }

    /// Reads the best run; `None` if there is no file, or if it is damaged or of another level.
    pub fn read(file: &Path, level: &Level) -> Option<Self> {
        let text = fs::read_to_string(file).ok()?;
        let (first, rest) = text.split_once('\n')?;
        let mut numbers = first.strip_prefix(FIRST)?.split_whitespace().map(str::parse);
        let steps: usize = numbers.next()?.ok()?;
        let tokens = numbers.next()?.ok()?;
        let falls = numbers.next()?.ok()?;
        let run = Run::from_text(rest).ok().filter(|run| run.fits(level).is_ok() && run.steps.len() == steps)?;
        Some(Best { tokens, falls, run })
    }

    pub fn write(&self, file: &Path) -> Result<(), String> {
        let Best { tokens, falls, run } = self;
        let text = format!("{FIRST} {} {tokens} {falls}\n{}", run.steps.len(), run.to_text());
        keep(file, &text)
    }
}

/// Writes a file, all of it or nothing, and its folder.
pub(super) fn keep(file: &Path, text: &str) -> Result<(), String> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let written = fs::create_dir_all(folder).and_then(|()| replace(file, text));
    written.map_err(|error| format!("{}: {error}", file.display()))
}
