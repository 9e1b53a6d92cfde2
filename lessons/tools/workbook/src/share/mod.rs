//! `share`: a lesson's program with the student's answers, for people who have neither Rust nor the workbook.
//!
//! ```text
//! check: which answers can be called -> build: program and library -> files: figures, pictures, shaders
//!     -> licences, texts -> a folder and a .zip of the folder
//! ```
//!
//! See [`verdict::shared`] for the folder.

mod build;
mod files;
mod licences;
mod system;
mod texts;

use crate::{
    archive,
    build::workspace,
    check, new_file,
    output::say,
    place::{File, Place},
};
use anyhow::{Context, Result, bail};
use std::{
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
};
use system::System;
use verdict::build::{CargoOutput, lesson};
use verdict::shared::Share;
use verdict::{Status, Verdict, names_shader};

/// Give a lesson away: its program with your answers as a folder and a .zip, for friends without Rust
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The lesson, such as 13
    #[arg(default_value = "18")]
    lesson: String,
    /// The author's name
    #[arg(long, default_value = "")]
    name: String,
    /// The finished answers in place of those of yours that are missing
    #[arg(long)]
    completed: bool,
    /// Target of another system, which rustc and the C++ compiler here can build for, such as `x86_64-pc-windows-gnu`
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
    /// The folder to write into; by default `share` in the workspace
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// # Errors
/// If the lesson's answers cannot be shared, cargo fails, or something cannot be written.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let lesson = lesson::find(&arguments.lesson)?;
    let report = check::lesson_report(&lesson, None, None, CargoOutput::Shown)?;
    let stops = [Status::DoesNotCompile, Status::Waiting];
    if report.verdicts.iter().any(|v| stops.contains(&v.status) && !names_shader(&v.name)) {
        say!("{}", check::text(&lesson, &report, false));
        bail!("lesson {} does not compile, so there is nothing to give away", lesson.number);
    }
    let chosen = Chosen::new(&report.verdicts, arguments.completed);
    if chosen.mine.is_empty() && chosen.finished.is_empty() {
        bail!(
            "nothing of lesson {} is yours yet: begin a TODO, or give the finished one away with --completed",
            lesson.number
        );
    }
    chosen.notes.iter().for_each(|note| say!("{note}"));

    say!(
        "Building lesson {} for others: the program and all that it uses, optimised. The first time that is about eleven \
         minutes of a processor's time; cargo says below how far it is.",
        lesson.number
    );
    let system = System::new(arguments.target.clone());
    let built = build::build_lesson(&lesson, &system)?;
    let name = lesson.folder.split_once('-').map_or(&*lesson.folder, |(_, name)| name).to_owned();
    let title = texts::title(&lesson.toml.title, &arguments.name, &chosen);
    let share = Share {
        title: title.clone(),
        library: built.library.as_ref().map(|(name, _)| name.clone()),
        mine: chosen.mine.clone(),
        finished: chosen.finished.clone(),
    };
    let (marker, text) = share.file()?;
    let about = texts::About { lesson: &lesson, title, by: &arguments.name, chosen: &chosen, system: &system };
    let mut all: Vec<File> = vec![(marker.to_owned(), text), ("README.txt".into(), texts::readme(&about).into_bytes())];
    all.push(texts::start_script(&name, &system));
    all.push(("LICENCES.txt".into(), licences::text(&lesson, system.target.as_deref())?.into_bytes()));
    all.extend(files::files_of(&lesson, &chosen.unsolved)?);
    all.extend(built.files(&name, &system));

    let out = arguments.out.clone().unwrap_or_else(|| workspace().join("share"));
    let place = Place::new(&out, &lesson.folder)?;
    let folder = place.write(&all)?;
    if system.target.is_some() {
        say!("It is for {}: try it there before you send it.", system.name());
    } else {
        match try_program(&folder.join(system.executable(&name))) {
            Ok(picture) => all.push(picture),
            Err(why) => say!("It could not be tried here: {why:#}"),
        }
    }
    all.sort();
    let packed: Vec<File> = all.iter().map(|(path, bytes)| (format!("{name}/{path}"), bytes.clone())).collect();
    let zip = archive::packed(&packed)?;
    let (folder, file) = place.keep(|file| new_file::write(file, &zip, false))?;
    let megabytes = zip.len() as f64 / 1e6;
    say!("{}\n{}, {megabytes:.1} MB: send this one", folder.display(), file.display());
    Ok(ExitCode::SUCCESS)
}

/// Lets a program draw its first picture without a window, for which it opens all of its files. Returns the picture.
fn try_program(program: &Path) -> Result<File> {
    let file = program.with_file_name("picture.png");
    let mut command = Command::new(program);
    command.args(["--size", "960x540", "--screenshot"]).arg(&file).stdin(Stdio::null());
    let output = command.output().context("it does not start")?;
    if !output.status.success() {
        bail!("{}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let bytes = std::fs::read(&file).context("it draws no picture")?;
    Ok(("picture.png".into(), bytes))
}

/// Whose answer each TODO has in the shared program.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Chosen {
    /// Ids of TODOs with the student's answer, right or not.
    mine: Vec<String>,
    /// Ids of TODOs with the finished answer.
    finished: Vec<String>,
    /// Names of the functions and shaders of TODOs with the starter's answer.
    unsolved: Vec<String>,
    /// Lines about TODOs that do not pass.
    notes: Vec<String>,
}

impl Chosen {
    /// Chooses the student's answers that return, even wrong ones. An answer that does not return would end a friend's game.
    /// `completed` chooses the finished answer for every TODO that does not pass.
    fn new(verdicts: &[Verdict], completed: bool) -> Self {
        let mut chosen = Chosen::default();
        for v in verdicts {
            let is_shader = names_shader(&v.name);
            let is_unusable = is_shader && v.got.is_none() && v.message.is_some();
            let why = match v.status {
                Status::Pass | Status::Borrowed => {
                    chosen.mine.push(v.id.clone());
                    continue;
                }
                Status::Skipped if is_shader => {
                    chosen.mine.push(v.id.clone());
                    chosen.notes.push(format!("{} {} could not be checked here, and goes as it is.", v.id, v.name));
                    continue;
                }
                Status::Fail if !is_unusable => "is not right yet",
                Status::NotStarted => "is not begun",
                Status::Skipped => "could not be checked",
                Status::DoesNotCompile | Status::Waiting | Status::Fail => "does not compile",
                Status::Panicked => "panics",
                Status::TimedOut | Status::Crashed => "does not come back",
            };
            let how = match v.status {
                _ if completed => {
                    chosen.finished.push(v.id.clone());
                    "the finished one takes its place"
                }
                Status::Fail if !is_unusable => {
                    chosen.mine.push(v.id.clone());
                    "it goes as it is"
                }
                _ => {
                    chosen.unsolved.push(v.name.clone());
                    "it is drawn as you found it"
                }
            };
            chosen.notes.push(format!("{} {} {why}: {how}.", v.id, v.name));
        }
        if !chosen.notes.is_empty() && !completed {
            chosen.notes.push("With --completed the finished answers take the place of all these.".into());
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(id: &str, name: &str, status: Status) -> Verdict {
        Verdict::new(id, name, status, 41)
    }

    #[test]
    fn what_comes_back_is_the_students() {
        let verdicts = [
            verdict("09.1", "ramp", Status::Pass),
            verdict("09.2", "smooth.vert", Status::Fail).saying("line 3: no such thing"),
            verdict("09.3", "wave", Status::Fail),
            verdict("09.4", "bend", Status::NotStarted),
            verdict("09.5", "turn", Status::TimedOut),
        ];
        let chosen = Chosen::new(&verdicts, false);
        assert_eq!((chosen.mine, chosen.finished.len()), (vec!["09.1".into(), "09.3".into()], 0));
        assert_eq!(chosen.unsolved, ["smooth.vert", "bend", "turn"]);
        let notes = [
            "09.2 smooth.vert does not compile: it is drawn as you found it.",
            "09.3 wave is not right yet: it goes as it is.",
            "09.4 bend is not begun: it is drawn as you found it.",
            "09.5 turn does not come back: it is drawn as you found it.",
            "With --completed the finished answers take the place of all these.",
        ];
        assert_eq!(chosen.notes, notes);
        let chosen = Chosen::new(&verdicts, true);
        assert_eq!(chosen.mine, ["09.1"]);
        assert_eq!(chosen.finished, ["09.2", "09.3", "09.4", "09.5"]);
        assert!(chosen.unsolved.is_empty() && chosen.notes.len() == 4, "{chosen:?}");
    }
}
