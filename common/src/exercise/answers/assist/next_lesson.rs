//! The next lesson: built in the background, then started instead of this one.

use super::job::Job;
use anyhow::{Result, bail};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;
use verdict::build::{self, Built, CargoOutput, Report, WAITING, lesson};
use verdict::workspace;
use verdict::{Status, Verdict};
use window::take_its_place;

#[derive(Default)]
pub(crate) struct NextLesson {
    /// `None` after the last lesson.
    pub(super) number: Option<String>,
    /// The part of one's own program that this lesson leads to: `lesson 19, part A Bones`.
    own_part: Option<String>,
    job: Job<Result<PathBuf>>,
    begun: Option<Instant>,
    /// Whether another cargo builds first.
    is_waiting: Arc<AtomicBool>,
    /// The reason why it could not be built.
    pub(super) failed: Option<String>,
}

impl NextLesson {
    pub(super) fn after(number: &str) -> Self {
        let next = lesson::next_after(number).ok().flatten();
        let part = lesson::part_after(number).ok().flatten();
        NextLesson {
            number: next.map(|next| next.number),
            own_part: part.and_then(|(lesson, todos)| {
                let (part, _) = lesson.toml.milestone_of(todos.start)?;
                Some(format!("lesson {}, part {}", lesson.number, part.name))
            }),
            ..Self::default()
        }
    }

    pub(in crate::exercise::answers) fn own_part(&self) -> Option<&str> {
        self.own_part.as_deref()
    }

    pub(in crate::exercise::answers) fn number(&self) -> Option<&str> {
        self.number.as_deref()
    }

    pub(in crate::exercise::answers) fn is_building(&self) -> bool {
        self.job.is_running()
    }

    /// Returns a line about the build that is under way, with the seconds that it has taken.
    pub(in crate::exercise::answers) fn building(&self) -> Option<String> {
        let begun = self.begun.filter(|_| self.is_building())?;
        let number = self.number()?;
        if self.is_waiting.load(Relaxed) {
            return Some(WAITING.into());
        }
        Some(format!("Building lesson {number}, {} s (the first time up to a minute) …", begun.elapsed().as_secs()))
    }

    /// Begins to build the next lesson, unless there is none or it is being built.
    pub(super) fn begin(&mut self) {
        let Some(number) = self.number.clone().filter(|_| !self.is_building()) else { return };
        self.failed = None;
        self.begun = Some(Instant::now());
        let is_waiting = self.is_waiting.clone();
        self.job.begin(move || build_program(&number, &is_waiting));
    }

    /// Replaces this program by the next lesson's once that is built. Returns whether the build, or the start, has failed.
    pub(super) fn poll(&mut self) -> bool {
        let built = self.job.poll();
        let is_over = built.is_some();
        match built {
            Some(Ok(program)) => self.failed = Some(format!("{}: {}", program.display(), replace_process(&program))),
            Some(Err(error)) => self.failed = Some(format!("{error:#}")),
            None => {}
        }
        is_over
    }

    /// Drops the build, so that its program is not started: a picture is of this lesson.
    pub(super) fn forget(&mut self) {
        self.job = Job::default();
    }
}

fn build_program(number: &str, is_waiting: &AtomicBool) -> Result<PathBuf> {
    let lesson = lesson::find(number)?;
    build::wait_for_another_cargo(|| is_waiting.store(true, Relaxed));
    is_waiting.store(false, Relaxed);
    match build::program(&lesson, CargoOutput::Hidden)? {
        Built::Ready { path, .. } => Ok(path),
        Built::DoesNotCompile(report, _) | Built::Missing(report) => bail!("{}", error_text(&report)),
    }
}

/// Returns rustc's errors and warnings as text.
fn error_text(report: &Report) -> String {
    let broken = report.verdicts.iter().filter(|verdict| verdict.status == Status::DoesNotCompile);
    let texts: Vec<String> = broken
        .map(|verdict| verdict::text(&Verdict { next: None, ..verdict.clone() }))
        .chain(report.warnings.iter().cloned())
        .collect();
    texts.join("\n")
}

/// Replaces this process by a program. Returns only if that fails.
fn replace_process(program: &Path) -> io::Error {
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
        let with_parts: Vec<&String> =
            numbers.iter().filter(|number| NextLesson::after(number).own_part.is_some()).collect();
        assert_eq!(with_parts, ["03", "11", "12", "13"]);
        let mut last = NextLesson::after(numbers.last().unwrap());
        last.begin();
        assert!(last.number().is_none() && !last.is_building());
    }

    #[test]
    fn a_lesson_that_does_not_compile_says_so() {
        let broken = Verdict::new("04.1", "joint_matrix", Status::DoesNotCompile, 1).saying("error[E0308]\n");
        let waits = Verdict::new("04.2", "joint_tree", Status::Waiting, 1).saying("04.1 does not compile.");
        let report = Report { verdicts: vec![broken, waits], warnings: vec!["Mend it.".into()] };
        assert_eq!(error_text(&report), "04.1 joint_matrix     DOES NOT COMPILE\n     error[E0308]\n\nMend it.");
    }
}
