//! Files that the editors save while the game runs, in this program or in another.

use crate::game::Characters;
use crate::level::Level;
use anyhow::{Context, Result};
use armature_formats::container::store;
use common::ui::Message;
use std::path::PathBuf;
use verdict::file_watcher::FileWatcher;

/// The folder of the saved files, and what was newest in it.
pub(super) struct Saves {
    folder: PathBuf,
    /// Each save is a new file, which changes the folder.
    watcher: FileWatcher<()>,
    /// Beginning of the level's files, and the newest of them.
    stem: String,
    level: Option<PathBuf>,
}

impl Saves {
    /// Creates the list of what is saved now. Messages name levels that cannot be played.
    pub(super) fn new(folder: PathBuf, stem: String, messages: &mut Vec<Message>) -> Result<Self> {
        let watcher = FileWatcher::new([((), folder.clone())]);
        let mut saves = Saves { folder, watcher, stem, level: None };
        saves.read_level(messages)?;
        Ok(saves)
    }

    pub(super) fn has_changed(&mut self) -> bool {
        !self.watcher.changed().is_empty()
    }

    /// Returns these figures with what has been saved since, and adds notes about it; `None` if nothing was.
    pub(super) fn read_figures(&self, now: &Characters, messages: &mut Vec<Message>) -> Result<Option<Characters>> {
        let figures = Characters::new(now.cast.figure.clone(), &self.folder)?;
        if figures.attached().map(|attached| &attached.file) == now.attached().map(|attached| &attached.file) {
            return Ok(None);
        }
        for attached in figures.attached() {
            messages.push(attached.note());
            messages.extend_from_slice(&attached.messages);
        }
        Ok(Some(figures))
    }

    /// Returns the newest level that can be played, unless it was returned before. Messages name newer ones.
    pub(super) fn read_level(&mut self, messages: &mut Vec<Message>) -> Result<Option<Level>> {
        let opened = store::open_newest(&self.folder, &self.stem, playable);
        let opened = opened.with_context(|| self.folder.display().to_string())?;
        for passed in opened.passed_over {
            messages.push(Message::warning(passed.file.display().to_string(), format!("not played: {}", passed.why)));
        }
        let Some((file, level)) = opened.newest else { return Ok(None) };
        let is_new = self.level.replace(file.clone()) != Some(file);
        Ok(is_new.then_some(level))
    }
}

/// Reads a level that can be played.
pub(super) fn playable(bytes: &[u8]) -> Result<Level, String> {
    let level = Level::from_bytes(bytes)?;
    match level.problem() {
        Some(problem) => Err(problem),
        None => Ok(level),
    }
}
