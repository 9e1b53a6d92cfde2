//! The file `share.json` beside a lesson's program that `cargo workbook share` has packed.
//!
//! ```text
//! share.json                   tells the program that it was shared
//! side-scroller                the program
//! libexercise_18.so            the library with the student's answers
//! assets/ shaders/ lessons/    the files that the program opens, as in the workspace
//! kept/                        files that the program keeps: see `workspace::kept`
//! ```
//!
//! A shared program builds nothing, checks nothing, and shows none of a lesson's panels.

use crate::workspace::{self, MARKER};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::{fs, path::Path};

/// Contents of `share.json`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// Title of the lesson and name of the student: `"Side scroller, by Ada"`.
    pub title: String,
    /// The library with the student's answers.
    pub library: String,
    /// The ids of TODOs with the student's answers. All others have the finished ones.
    pub mine: Vec<String>,
}

impl Share {
    /// Reads the file beside this program; `None` if the program was not shared.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn of_this_program() -> Result<Option<Self>> {
        workspace::shared().map(Self::read).transpose()
    }

    fn read(folder: &Path) -> Result<Self> {
        let file = folder.join(MARKER);
        let read = || Ok::<_, anyhow::Error>(serde_json::from_slice(&fs::read(&file)?)?);
        read().with_context(|| format!("{} is damaged: unpack the archive again", file.display()))
    }

    /// Returns the file's name and content.
    ///
    /// # Errors
    /// Never: every field has a form in JSON.
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
}
