//! A lesson's program that was given away by `cargo workbook share`: what lies beside it.
//!
//! ```text
//! share.json      this, by which the program knows that it was given away
//! side-scroller   the program; with libexercise_18.so, what its student wrote
//! assets/ shaders/ lessons/    the files that it opens, where they are in the workspace
//! kept/           what it keeps: see `workspace::kept`
//! ```
//!
//! Such a program builds nothing, checks nothing, and shows none of a lesson's panels.

use crate::workspace::{self, MARKER};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::{fs, path::Path};

/// What is said beside a program that was given away.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// What it is of, and by whom: `"Side scroller, by Ada"`.
    pub title: String,
    /// The file with the student's functions, if he has written any.
    pub library: Option<String>,
    /// The ids of TODOs that are answered as the student wrote them; of the others as he found them.
    pub mine: Vec<String>,
    /// Those that the finished code answers.
    pub finished: Vec<String>,
}

impl Share {
    /// That of this program; `None` if it was not given away.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of_this_program() -> Result<Option<Self>> {
        workspace::shared().map(Self::read).transpose()
    }

    fn read(folder: &Path) -> Result<Self> {
        let file = folder.join(MARKER);
        let read = || Ok::<_, anyhow::Error>(serde_json::from_slice(&fs::read(&file)?)?);
        read().with_context(|| format!("{} is damaged: unpack the archive again", file.display()))
    }

    /// The file's name, and what is in it.
    ///
    /// # Errors
    /// If a word cannot be written, which JSON has for every one.
    pub fn file(&self) -> Result<(&'static str, Vec<u8>)> {
        Ok((MARKER, serde_json::to_vec_pretty(self)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let share = Share { title: "Überall, by Zoë \"Z\"".into(), mine: vec!["18.1".into()], ..Share::default() };
        let (name, text) = share.file().unwrap();
        fs::write(folder.path().join(name), text).unwrap();
        assert_eq!(Share::read(folder.path()).unwrap(), share);
        fs::write(folder.path().join(name), "{\"title\": \"half").unwrap();
        let error = format!("{:#}", Share::read(folder.path()).unwrap_err());
        assert!(error.contains("share.json is damaged: unpack"), "{error}");
    }

    #[test]
    fn a_program_of_the_workspace_was_not_given_away() {
        assert_eq!(Share::of_this_program().unwrap(), None);
    }
}
