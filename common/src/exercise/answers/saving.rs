//! What has become of the last save of a Rust file, as the window says it.

use crate::build::Report;
use crate::check::{About, Status};
use crate::exercise::live::{Live, NewAnswers, News};
use std::{
    path::PathBuf,
    time::{Instant, SystemTime},
};

/// What is saved while the window is open, on its way to the next frame.
#[derive(Default)]
pub(crate) struct Saving {
    live: Option<Live>,
    is_building: bool,
    is_rebuilding: bool,
    refused: Option<Report>,
    failed: Option<String>,
    /// When the first save came that could not be taken up.
    outdated: Option<Instant>,
    restart: Option<PathBuf>,
}

impl Saving {
    /// From now on saves are taken up.
    pub(crate) fn begin(&mut self, own: &'static About, earlier: impl Iterator<Item = &'static About>) {
        self.live.get_or_insert_with(|| Live::begin(own, earlier));
    }

    /// What has come since the last time, each with when its file was saved.
    pub(crate) fn news(&self) -> Vec<(News, SystemTime)> {
        self.live.iter().flat_map(Live::news).collect()
    }

    /// Takes in what has come, and returns what can be called.
    pub(crate) fn note(&mut self, news: News) -> Option<NewAnswers> {
        if matches!(news, News::Building) {
            self.is_building = true;
            return None;
        }
        if matches!(news, News::Rebuilding) {
            self.is_rebuilding = true;
            return None;
        }
        let outdated = self.outdated.unwrap_or_else(Instant::now);
        *self = Saving { live: self.live.take(), ..Saving::default() };
        match news {
            News::Loaded(answers) => return Some(answers),
            News::Restart(program) => self.restart = Some(program),
            News::Refused(report) => (self.refused, self.outdated) = (Some(report), Some(outdated)),
            News::Failed(why) => (self.failed, self.outdated) = (Some(why), Some(outdated)),
            News::Building | News::Rebuilding => {}
        }
        None
    }

    /// The program that should take the place of this one; once.
    pub(crate) fn take_restart(&mut self) -> Option<PathBuf> {
        self.restart.take()
    }

    /// The verdicts on what was saved last, if rustc refuses it.
    pub(crate) fn refused(&self) -> Option<&Report> {
        self.refused.as_ref()
    }

    /// A few words while a save is built.
    pub(crate) fn mark(&self) -> &'static str {
        match (self.is_rebuilding, self.is_building) {
            (true, _) => "more than your answers has changed: building the lesson, then starting it again",
            (_, true) => "building",
            _ if self.restart.is_some() => "built: it starts again when what you have changed in the window is saved",
            _ => "",
        }
    }

    /// Whose code runs, where that is not what was saved last; and the first error.
    pub(crate) fn outdated(&self) -> Option<(String, &str)> {
        let age = age(self.outdated?.elapsed().as_secs());
        let (why, words) = match (&self.refused, &self.failed) {
            (Some(report), _) => ("does not compile", first_error(report)),
            (_, Some(why)) => ("could not be built", why.as_str()),
            _ => return None,
        };
        Some((format!("What you saved {why}. What runs is older: from before {age} ago."), words))
    }
}

/// rustc's first error.
fn first_error(report: &Report) -> &str {
    let broken = report.verdicts.iter().find(|verdict| verdict.status == Status::DoesNotCompile);
    let of_another = || report.warnings.first().map(String::as_str);
    let words = broken.and_then(|verdict| verdict.message.as_deref()).or_else(of_another).unwrap_or_default();
    let next = words.match_indices("\nerror").map(|(at, _)| at + 1).next();
    words[..next.unwrap_or(words.len())].trim_end()
}

/// "40 s", "3 min".
fn age(seconds: u64) -> String {
    if seconds < 60 { format!("{seconds} s") } else { format!("{} min", seconds / 60) }
}
