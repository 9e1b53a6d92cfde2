//! The best run through a level, kept beside what else the workbook remembers.

use crate::game::{Game, GameOutcome, Run};
use crate::level::Level;
use common::workspace;
use std::fs;
use std::path::{Path, PathBuf};
use verdict::file::replace;

const FIRST: &str = "armature best 2";

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Best {
    pub steps: usize,
    pub tokens: usize,
    pub falls: usize,
}

impl Best {
    /// Returns the result of a game that has been won in `steps`.
    pub fn new(game: &Game, steps: usize) -> Option<Self> {
        let tokens = game.tokens.iter().filter(|taken| **taken).count();
        (game.outcome == GameOutcome::Won).then_some(Best { steps, tokens, falls: game.falls })
    }

    /// Returns the file for a level: another for each state of it.
    pub fn file(level: &Level) -> PathBuf {
        let name = format!("best-{:08x}.txt", Run::new(level).checksum);
        workspace::kept().join(name)
    }

    /// Reads the best run; `None` if there is no file, or if it is damaged.
    pub fn read(file: &Path) -> Option<Self> {
        let text = fs::read_to_string(file).ok()?;
        let numbers: Result<Vec<usize>, _> = text.strip_prefix(FIRST)?.split_whitespace().map(str::parse).collect();
        let [steps, tokens, falls] = numbers.ok()?[..] else { return None };
        Some(Best { steps, tokens, falls })
    }

    /// Writes a file, all of it or nothing, and its folder.
    pub fn write(&self, file: &Path) -> Result<(), String> {
        let Best { steps, tokens, falls } = self;
        let folder = file.parent().unwrap_or(Path::new(""));
        let text = format!("{FIRST} {steps} {tokens} {falls}\n");
        let written = fs::create_dir_all(folder).and_then(|()| replace(file, &text));
        written.map_err(|error| format!("{}: {error}", file.display()))
    }
}
