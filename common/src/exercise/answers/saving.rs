//! What has become of the last save of a Rust file, as the window says it.

use crate::build::{HAS_LIBRARIES, Report};
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
            (true, _) if HAS_LIBRARIES => {
                "more than your answers has changed: building the lesson, then starting it again"
            }
            (true, _) => "building the lesson, then starting it again",
            (_, true) => "building",
            _ if self.restart.is_some() => "built: it starts again when what you have changed in the window is saved",
            _ => "",
        }
    }

    /// Whose code runs, where that is not what was saved last; and the first error.
    pub(crate) fn outdated(&self) -> Option<(String, String)> {
        let age = age(self.outdated?.elapsed().as_secs());
        let (why, words) = match (&self.refused, &self.failed) {
            (Some(report), _) => ("does not compile", first_error(report)),
            (_, Some(why)) => ("could not be built", why.clone()),
            _ => return None,
        };
        Some((format!("For {age} your code {why}: what ran before runs on."), words))
    }
}

/// rustc's first error, and the sentence that goes with it.
fn first_error(report: &Report) -> String {
    let broken = report.verdicts.iter().find(|verdict| verdict.status == Status::DoesNotCompile);
    let of_another = || report.warnings.first().map(String::as_str);
    let words = broken.and_then(|verdict| verdict.message.as_deref()).or_else(of_another).unwrap_or_default();
    let next = words.match_indices("\nerror").map(|(at, _)| at + 1).next();
    let advice = broken.and_then(|verdict| verdict.notes.first());
    let first = words[..next.unwrap_or(words.len())].trim_end();
    // Where there are several it may be about another.
    let advice = advice.filter(|_| next.is_none());
    advice.map_or_else(|| first.into(), |advice| format!("{first}\n{advice}"))
}

/// "40 s", "3 min".
fn age(seconds: u64) -> String {
    if seconds < 60 { format!("{seconds} s") } else { format!("{} min", seconds / 60) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Verdict;

    fn refused(message: &str) -> Report {
        let mut verdict = Verdict::new("03.2", "matrices", Status::DoesNotCompile, 41).saying(message);
        verdict.notes.push("as a rule".into());
        let waits = Verdict::new("03.1", "joints.vert", Status::Waiting, 41);
        Report { verdicts: vec![waits, verdict], warnings: Vec::new() }
    }

    #[test]
    fn what_is_refused_is_said_until_the_next_good_save() {
        let mut saving = Saving::default();
        saving.note(News::Building);
        assert_eq!((saving.mark(), saving.outdated()), ("building", None));
        saving.note(News::Refused(refused("error: no\n  --> exercise.rs:3:1\n")));
        let first = saving.outdated;
        let (text, error) = saving.outdated().unwrap();
        assert!(text.starts_with("For 0 s your code does not compile"), "{text}");
        assert_eq!(error, "error: no\n  --> exercise.rs:3:1\nas a rule");
        saving.note(News::Building);
        assert!(saving.mark() == "building" && saving.outdated().is_some(), "the old error stays meanwhile");
        saving.note(News::Failed("no cargo".into()));
        assert!(saving.outdated == first && saving.refused().is_none(), "it has been older since then");
        saving.note(News::Rebuilding);
        saving.note(News::Restart("lesson-03".into()));
        assert_eq!((saving.outdated(), saving.take_restart()), (None, Some(PathBuf::from("lesson-03"))));
        assert_eq!((saving.mark(), saving.take_restart()), ("", None));
    }

    #[test]
    fn only_the_first_error_is_shown_at_once() {
        let two = refused("error[E1]: one\n  | ^\nerror[E2]: two\n");
        assert_eq!(first_error(&two), "error[E1]: one\n  | ^", "the sentence may be about the other");
        let elsewhere = Report { verdicts: Vec::new(), warnings: vec!["error: in lesson 02\n".into()] };
        assert_eq!(first_error(&elsewhere), "error: in lesson 02");
        assert_eq!((age(59), age(60)), ("59 s".into(), "1 min".into()));
    }
}
