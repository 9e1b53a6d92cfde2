//! The lesson after this one: built while the window goes on, then started in its place.

use super::job::Job;
use crate::build::{self, Built, CargoOutput, Report, exercise_of, lesson, refused};
use crate::check::{self, SEED, Status, Verdict};
use crate::window::take_its_place;
use crate::workspace;
use anyhow::{Result, bail};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Which lesson it is, and how far its program.
#[derive(Default)]
pub(super) struct NextLesson {
    /// None after the last.
    number: Option<String>,
    job: Job<Result<PathBuf>>,
    begun: Option<Instant>,
    /// Why it could not be built.
    pub(super) failed: Option<String>,
}

impl NextLesson {
    /// After the lesson of this number.
    pub(super) fn after(number: &str) -> Self {
        NextLesson { number: number_after(number), ..Self::default() }
    }

    pub(super) fn number(&self) -> Option<&str> {
        self.number.as_deref()
    }

    pub(super) fn is_building(&self) -> bool {
        self.job.is_running()
    }

    /// Says that it is being built, and for how long already.
    pub(super) fn building(&self) -> Option<String> {
        let begun = self.begun.filter(|_| self.is_building())?;
        let number = self.number()?;
        Some(format!("Building lesson {number}, {} s (the first time up to a minute) …", begun.elapsed().as_secs()))
    }

    /// Builds it, if there is one and that is not under way.
    pub(super) fn begin(&mut self) {
        let Some(number) = self.number.clone().filter(|_| !self.is_building()) else { return };
        (self.failed, self.begun) = (None, Some(Instant::now()));
        self.job.begin(move || program(&number));
    }

    /// Starts it once it is built; true if it cannot be.
    pub(super) fn poll(&mut self) -> bool {
        let built = self.job.poll();
        let is_over = built.is_some();
        match built {
            Some(Ok(program)) => self.failed = Some(format!("{}: {}", program.display(), start(&program))),
            Some(Err(error)) => self.failed = Some(format!("{error:#}")),
            None => {}
        }
        is_over
    }

    /// What is being built is not started: a picture is of this lesson.
    pub(super) fn forget(&mut self) {
        self.job = Job::default();
    }
}

/// The number of the lesson after this one, if there is one.
fn number_after(number: &str) -> Option<String> {
    let next = format!("{:02}", number.parse::<u32>().ok()? + 1);
    let mut folders = std::fs::read_dir(workspace::lessons()).ok()?.flatten();
    let is_it = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with(&format!("{next}-"));
    folders.any(|folder| is_it(&folder.file_name())).then_some(next)
}

/// Its program.
fn program(number: &str) -> Result<PathBuf> {
    let lesson = lesson::find(number)?;
    match build::program(&lesson, CargoOutput::Hidden)? {
        Built::Ready { path, .. } => Ok(path),
        Built::Refused(stream) => {
            let report = refused(&lesson, &exercise_of(&lesson), &stream, SEED);
            bail!("{}", words(&report))
        }
    }
}

/// rustc's words about it.
fn words(report: &Report) -> String {
    let broken = report.verdicts.iter().filter(|verdict| verdict.status == Status::DoesNotCompile);
    let text = |verdict: &Verdict| check::text(&Verdict { next: None, ..verdict.clone() });
    let texts: Vec<String> = broken.map(text).chain(report.warnings.iter().cloned()).collect();
    texts.join("\n")
}

/// In the place of this one. Comes back only where that fails.
fn start(program: &Path) -> io::Error {
    let mut command = Command::new(program);
    command.current_dir(workspace::root());
    take_its_place(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_the_last_lesson_there_is_none() {
        let numbers: Vec<String> = lesson::all().unwrap().into_iter().map(|lesson| lesson.number).collect();
        let next: Vec<Option<String>> = numbers.iter().map(|number| NextLesson::after(number).number).collect();
        assert!(next[..next.len() - 1].iter().flatten().eq(&numbers[1..]), "{next:?}");
        let mut last = NextLesson::after(numbers.last().unwrap());
        last.begin();
        assert!(last.number().is_none() && !last.is_building());
    }

    #[test]
    fn a_lesson_that_does_not_compile_says_so() {
        let broken = Verdict::new("04.1", "joint_matrix", Status::DoesNotCompile, 1).saying("error[E0308]\n");
        let waits = Verdict::new("04.2", "joint_tree", Status::Waiting, 1).saying("04.1 does not compile.");
        let report = Report { verdicts: vec![broken, waits], warnings: vec!["Mend it.".into()] };
        assert_eq!(words(&report), "04.1 joint_matrix     DOES NOT COMPILE\n     error[E0308]\n\nMend it.");
    }
}
