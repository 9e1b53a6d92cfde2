//! `diary`: turns the student's diary on or off, shows it, or deletes it.

use crate::output::{say, say_on};
use anyhow::Result;
use clap::ValueEnum;
use std::process::ExitCode;
use verdict::diary::{Diary, Way, entries};
use verdict::{Status, Verdict, current_todo};

/// A diary of your work, if you want one: on, off, show, delete. It is off until you turn it on
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// What to do. Without it, say whether it is on, what it keeps, where, and who sees it
    what: Option<What>,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    On,
    Off,
    Show,
    Delete,
}

/// # Errors
/// If the file cannot be written or deleted.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let diary = Diary::of_workspace();
    match arguments.what {
        Some(What::On) => diary.turn(true)?,
        Some(What::Off) => diary.turn(false)?,
        Some(What::Show) => say_on!("{}", diary.text()),
        Some(What::Delete) => say!("{}", if diary.delete()? { "It is deleted." } else { "There is none." }),
        None => {}
    }
    say!("{}", diary.in_words());
    Ok(ExitCode::SUCCESS)
}

/// Adds lines for the verdicts on a lesson: the current TODO's, and those of TODOs in the diary that pass now. What passed
/// before the diary was on is not in it.
pub(crate) fn note_verdicts(verdicts: &[Verdict]) {
    let diary = Diary::of_workspace();
    if !diary.is_on() {
        return;
    }
    let statuses: Vec<Option<Status>> = verdicts.iter().map(|v| Some(v.status)).collect();
    let current = current_todo(&statuses);
    let entries = entries(&diary.text());
    for (index, verdict) in verdicts.iter().enumerate() {
        let is_begun = verdicts.len() == 1 || Way::of(&verdict.id, &entries).is_some();
        if current == Some(index) || verdict.status == Status::Pass && is_begun {
            diary.note_verdict(verdict);
        }
    }
}
