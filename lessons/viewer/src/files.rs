//! Loads, merges and watches the files of a figure.

use anyhow::{Context, Result};
use common::{
    app::Message,
    collada::{self, counted},
    model::{Adopted, Model, merge_clips},
};
use std::{
    fs,
    path::{Path, PathBuf},
    time::{Instant, SystemTime},
};

/// A figure and the messages about its files.
#[derive(Debug)]
pub(crate) struct Figure {
    /// The first file's, with the clips of all.
    pub(crate) model: Model,
    /// Warnings of the loader, and what did not match.
    pub(crate) messages: Vec<Message>,
}

/// Loads the first file, and adds the clips of the others.
///
/// # Errors
/// If the first file cannot be loaded. Any other that cannot is only reported.
pub(crate) fn load(paths: &[PathBuf]) -> Result<Figure> {
    let (first, others) = paths.split_first().context("no file was named")?;
    let loaded = collada::load(first)?;
    let mut figure = Figure { model: loaded.model, messages: Vec::new() };
    figure.messages.extend(loaded.warnings.iter().map(warning));
    for path in others {
        figure.add(path);
    }
    Ok(figure)
}

impl Figure {
    fn add(&mut self, path: &Path) {
        match collada::load(path) {
            Ok(other) => {
                self.messages.extend(other.warnings.iter().map(warning));
                let adopted = merge_clips(&mut self.model, &other.model);
                let clips = other.model.clips.len();
                self.messages.push(clips_message(&path.display().to_string(), clips, &adopted));
            }
            Err(error) => self.messages.push(failure(&error)),
        }
    }
}

/// A message about the clips of another file.
fn clips_message(file: &str, clips: usize, adopted: &Adopted) -> Message {
    if clips == 0 {
        return Message::warning(file, "there is no clip in this file");
    }
    if adopted.clips.is_empty() {
        let text = "no joint that moves in this file has the name of a joint of the first file";
        return Message::error(file, text);
    }
    let moving = adopted.matched + adopted.unmatched.len();
    let mut text = format!(
        "{} added ({}): {} of {} are in the first file too, by name",
        counted(adopted.clips.len(), "clip", "clips"),
        list(&adopted.clips),
        adopted.matched,
        counted(moving, "joint that moves", "joints that move"),
    );
    for (what, names) in [
        ("Not there, so their motion is left out", &adopted.unmatched),
        ("There, but with another parent, so they may move wrongly", &adopted.reparented),
    ] {
        if !names.is_empty() {
            text += &format!(". {what}: {}", list(names));
        }
    }
    if adopted.unmatched.is_empty() && adopted.reparented.is_empty() {
        Message::note(format!("{file}: {text}"))
    } else {
        Message::warning(file, text)
    }
}

/// The first few of many names.
fn list(names: &[String]) -> String {
    const MAX_SHOWN: usize = 12;
    let shown = names[..names.len().min(MAX_SHOWN)].join(", ");
    if names.len() > MAX_SHOWN {
        format!("{shown} and {} more", names.len() - MAX_SHOWN)
    } else {
        shown
    }
}

fn warning(warning: &collada::Warning) -> Message {
    let (place, text) = split(&warning.to_string());
    Message::warning(place, text)
}

/// An error of the loader as a message.
pub(crate) fn failure(error: &collada::Error) -> Message {
    let (place, text) = split(&error.to_string());
    Message::error(place, text)
}

/// Splits `walk.dae:12:5: <node>: message` into position and message.
fn split(line: &str) -> (String, String) {
    match line.split_once(": ") {
        Some((place, text)) => (place.to_owned(), text.to_owned()),
        None => (String::new(), line.to_owned()),
    }
}

/// Checks whether files have changed, a few times a second.
pub(crate) struct Watch {
    seen: Vec<Stamp>,
    looked: Instant,
    /// A change was seen; the file may still be being written.
    unsettled: bool,
}

type Stamp = Option<(SystemTime, u64)>;

/// The interval of the checks, in seconds.
const EVERY: f32 = 0.2;

impl Watch {
    /// The files as they are now.
    pub(crate) fn new(paths: &[PathBuf]) -> Self {
        Self { seen: stamps(paths), looked: Instant::now(), unsettled: false }
    }

    /// Whether a file has changed since, and stayed the same between two checks: a program that
    /// writes a large file takes a while.
    pub(crate) fn has_changed(&mut self, paths: &[PathBuf]) -> bool {
        if self.looked.elapsed().as_secs_f32() < EVERY {
            return false;
        }
        self.looked = Instant::now();
        let now = stamps(paths);
        let moved = now != self.seen;
        self.seen = now;
        let settled = self.unsettled && !moved;
        self.unsettled = moved;
        settled
    }
}

fn stamps(paths: &[PathBuf]) -> Vec<Stamp> {
    let stamp = |path: &PathBuf| {
        let data = fs::metadata(path).ok()?;
        Some((data.modified().ok()?, data.len()))
    };
    paths.iter().map(stamp).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::app::Level;

    #[test]
    fn unmatched_joints_are_reported() {
        let mut adopted = Adopted { clips: vec!["walk".into()], matched: 20, ..Adopted::default() };
        let message = clips_message("walk.dae", 1, &adopted);
        assert_eq!(message.level, Level::Note);
        let said = "walk.dae: 1 clip added (walk): 20 of 20 joints that move are in the first file too, by name";
        assert_eq!(message.text, said);
        adopted.unmatched = (0..14).map(|n| format!("j{n}")).collect();
        let message = clips_message("walk.dae", 1, &adopted);
        assert_eq!(message.level, Level::Warning);
        assert!(message.text.contains("20 of 34 joints that move"), "{}", message.text);
        assert!(
            message
                .text
                .ends_with("left out: j0, j1, j2, j3, j4, j5, j6, j7, j8, j9, j10, j11 and 2 more")
        );
        assert_eq!(clips_message("walk.dae", 1, &Adopted::default()).level, Level::Error);
        assert!(clips_message("a.dae", 0, &Adopted::default()).text.contains("no clip"));
    }

    #[test]
    fn place_and_words() {
        let (place, text) = split("a.dae:3:1: <node id=\"b\">: no such joint: c");
        assert_eq!(place, "a.dae:3:1");
        assert_eq!(text, "<node id=\"b\">: no such joint: c");
        assert_eq!(split("nothing"), (String::new(), "nothing".into()));
    }
}
