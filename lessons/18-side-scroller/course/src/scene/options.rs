//! Options of this lesson's command line, and the files that they name.

use super::saves::playable;
use crate::game::Run;
use crate::level::Level;
use anyhow::{Context as _, Result, anyhow};
use armature_formats::container::store;
use common::workspace::lessons;
use lesson_12::character::own::CharacterOptions;
use std::fs;
use std::path::PathBuf;

/// What this lesson's command line takes besides what every lesson's does.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct GameOptions {
    /// Keep the run that you play in this file, when it ends or the window closes
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Play a run that was recorded
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// Another level than the ruins, of which the newest save is played
    #[arg(long, value_name = "FILE")]
    pub level: Option<PathBuf>,
    /// Begin with building the level
    #[arg(long)]
    pub editor: bool,
    /// Who plays the knight's part
    #[command(flatten)]
    pub character: CharacterOptions,
}

pub(super) struct Opened {
    /// Beginning of the names under which the level is saved.
    pub(super) stem: String,
    pub(super) bytes: Vec<u8>,
    pub(super) level: Level,
    pub(super) run: Run,
}

impl GameOptions {
    pub(super) fn open(&self) -> Result<Opened> {
        let path = self.level.clone().unwrap_or_else(|| common::assets().join("ruins.armature"));
        let name = path.display().to_string();
        let stem = store::stem(&path).unwrap_or("level").to_owned();
        let replay = self.replay.as_deref().map(Run::read).transpose().map_err(anyhow::Error::msg)?;
        let saved = if self.level.is_none() { self.newest_save(&stem, replay.as_ref())? } else { None };
        let bytes = match saved {
            Some(bytes) => bytes,
            None => fs::read(&path).with_context(|| name.clone())?,
        };
        let level = Level::from_bytes(&bytes).map_err(|error| anyhow!("{name}: {error}"))?;
        if let Some(problem) = level.problem().filter(|_| !self.editor) {
            return Err(anyhow!("{name}: {problem}; with --editor it can be mended"));
        }
        let run = match (replay, &self.replay) {
            (Some(run), Some(path)) => {
                run.fits(&level).map_err(|error| anyhow!("{}: {error}", path.display()))?;
                run
            }
            // Nobody plays while the title is shown in a level of one's own.
            _ => Run::read(&door_run())
                .ok()
                .filter(|run| run.fits(&level).is_ok())
                .unwrap_or_else(|| Run::new(&level, "")),
        };
        Ok(Opened { stem, bytes, level, run })
    }

    /// Reads the newest save that can be played, and in which `replay` was recorded; `None` if there is none.
    fn newest_save(&self, stem: &str, replay: Option<&Run>) -> Result<Option<Vec<u8>>> {
        let folder = self.character.saves();
        let opened = store::open_newest(&folder, stem, |bytes| {
            let level = playable(bytes)?;
            replay.map_or(Ok(()), |run| run.fits(&level)).map(|()| bytes.to_vec())
        });
        let opened = opened.with_context(|| folder.display().to_string())?;
        Ok(opened.newest.map(|(_, bytes)| bytes))
    }
}

/// The committed run from the start to the door.
fn door_run() -> PathBuf {
    lessons().join("18-side-scroller/runs/door.run")
}
