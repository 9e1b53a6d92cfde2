//! The next lesson: built in the background, then started instead of this one.

use super::buttons::Buttons;
use super::text::wrapped_text;
use anyhow::{Result, bail};
use imgui::Ui;
use std::path::PathBuf;
use std::process::Command;
use std::thread::{self, JoinHandle};
use std::time::Instant;
use ui::{Action, theme};
use verdict::build::{self, BuildOutcome, CargoOutput, lesson};
use verdict::workspace;
use window::take_its_place;

#[derive(Default)]
pub(super) struct NextLesson {
    /// `None` after the last lesson.
    number: Option<String>,
    /// The part of one's own program that this lesson leads to: `lesson 19, part A Bones`.
    own_part: Option<String>,
    /// The build, and when it was begun.
    build: Option<(JoinHandle<Result<PathBuf>>, Instant)>,
    /// The reason why it could not be built or started.
    failed: Option<String>,
}

impl NextLesson {
    pub(super) fn after(number: &str) -> Self {
        let mut next = NextLesson::default();
        let lessons = lesson::with_own_program().unwrap_or_default();
        let stations = lesson::stations(&lessons);
        for station in stations.iter().skip_while(|station| station.lesson.number != number).skip(1) {
            let Some(part) = station.own_part() else {
                next.number = Some(station.lesson.number.clone());
                break;
            };
            next.own_part = Some(format!("lesson {}, part {}", station.lesson.number, part.name));
        }
        next
    }

    pub(super) fn own_part(&self) -> Option<&str> {
        self.own_part.as_deref()
    }

    /// Begins to build the next lesson, unless there is none or it is being built.
    pub(super) fn begin(&mut self) {
        let Some(number) = self.number.clone().filter(|_| self.build.is_none()) else { return };
        self.failed = None;
        self.build = Some((thread::spawn(move || build_program(&number)), Instant::now()));
    }

    /// Replaces this program by the next lesson's once that is built. Returns whether the build, or the start, has failed.
    pub(super) fn poll(&mut self) -> bool {
        let Some((build, _)) = self.build.take_if(|(build, _)| build.is_finished()) else { return false };
        let built = build.join().unwrap_or_else(|_| bail!("the build has panicked"));
        self.failed = Some(match built {
            Ok(program) => {
                let mut command = Command::new(&program);
                command.current_dir(workspace::root());
                format!("{}: {}", program.display(), take_its_place(command)) // it returns only if that fails
            }
            Err(error) => format!("{error:#}"),
        });
        true
    }

    /// Drops the build, so that its program is not started: a picture is of this lesson.
    pub(super) fn forget(&mut self) {
        self.build = None;
    }

    /// Draws the buttons of a finished lesson, below the part of one's own program that it leads to.
    pub(super) fn draw(&self, ui: &Ui, buttons: &mut Buttons) {
        if let Some(part) = &self.own_part {
            ui.text_colored(theme::GOOD, format!("Now draw it yourself: {part}"));
        }
        wrapped_text(ui, theme::BAD, self.failed.as_deref().unwrap_or_default());
        match (&self.number, &self.build) {
            (Some(number), Some((_, begun))) => {
                let seconds = begun.elapsed().as_secs();
                let words = format!("Building lesson {number}, {seconds} s (the first time up to a minute) …");
                ui.text_colored(theme::COOL, words);
            }
            (Some(number), None) => buttons.draw(ui, Action::NextTodo, &format!("On to lesson {number}"), true),
            (None, _) => ui.text_colored(theme::GOOD, "That was the last lesson."),
        }
    }
}

fn build_program(number: &str) -> Result<PathBuf> {
    let lesson = lesson::find(number)?;
    match build::program(&lesson, CargoOutput::Hidden) {
        BuildOutcome::Built(path, _) | BuildOutcome::Restart(path) => Ok(path),
        outcome => {
            bail!("Lesson {number} could not be built.\n{}", outcome.problem().map_or("", |problem| problem.error))
        }
    }
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
        assert_eq!(with_parts, ["04", "11", "12", "13", "16"]);
        let mut last = NextLesson::after(numbers.last().unwrap());
        last.begin();
        assert!(last.number.is_none() && last.build.is_none());
    }
}
