//! Writes the reports: files for the class, and a folder for each student.
//!
//! ```text
//! class.html  class.csv  class.json
//! students/NAME/report.txt  report.json
//! ```
//!
//! Beside them, where that is asked for, what another system reads: see [`Format`].

mod autograders;
#[cfg(test)]
mod formats;
mod html;
mod tables;
mod words;

pub(super) use tables::overview;

use super::class::{Class, FORMAT, Student};
use super::text::file_name;
use crate::archive;
use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use common::file::replace;
use serde_json::json;
use std::fs;
use std::path::Path;

/// What another system reads: a file for each student.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(super) enum Format {
    /// gradescope.json, which becomes results.json there
    Gradescope,
    /// prairielearn.json, which becomes results.json there
    Prairielearn,
    /// classroom50.json, of which autograder.py makes result.json there
    Classroom50,
}

impl Format {
    fn file(self) -> &'static str {
        match self {
            Format::Gradescope => "gradescope.json",
            Format::Prairielearn => "prairielearn.json",
            Format::Classroom50 => "classroom50.json",
        }
    }

    fn json(self, class: &Class, student: &Student) -> serde_json::Value {
        match self {
            Format::Gradescope => autograders::gradescope(student),
            Format::Prairielearn => autograders::prairielearn(student),
            Format::Classroom50 => autograders::classroom50(class, student),
        }
    }
}

/// Replaces the reports of an earlier run.
///
/// # Errors
/// If a file cannot be written.
pub(super) fn write(class: &Class, formats: &[Format], out: &Path) -> Result<()> {
    let to = |name: &str, text: String| {
        let path = out.join(name);
        fs::create_dir_all(path.parent().unwrap_or(out))
            .and_then(|()| replace(&path, text))
            .with_context(|| format!("{} cannot be written", path.display()))
    };
    for student in &class.students {
        let own = json!({
            "format": FORMAT, "time": class.time, "seed": class.seed, "sandbox": class.sandbox, "student": student,
        });
        let folder = format!("students/{}", file_name(&student.name));
        remove(&out.join(&folder));
        let own = FILES.into_iter().zip([tables::text(class, student), pretty(&own)]);
        for (file, text) in
            own.chain(formats.iter().map(|format| (format.file(), pretty(&format.json(class, student)))))
        {
            to(&format!("{folder}/{file}"), text)?;
        }
    }
    remove_earlier(class, &out.join("students"));
    to("class.csv", tables::csv(class))?;
    to("class.json", pretty(&serde_json::to_value(class)?))?;
    to("class.html", html::page(class))
}

/// What is written where it is asked for, and else removed: nobody may take an earlier run's for this one's.
const EXTRA: [&str; 3] = ["roster.csv", "feedback.zip", "projector.html"];

/// Replaces the roster with its points, the archive of reports, and the page without names.
///
/// # Errors
/// If a file cannot be written.
pub(super) fn write_extra(
    class: &Class,
    roster: Option<String>,
    feedback: bool,
    anonymous: Option<&Class>,
    out: &Path,
) -> Result<()> {
    let feedback = feedback.then(|| feedback_of(class)).transpose()?;
    let contents = [roster.map(String::into_bytes), feedback, anonymous.map(|class| html::page(class).into_bytes())];
    for (name, content) in EXTRA.into_iter().zip(contents) {
        let path = out.join(name);
        let Some(content) = content else {
            let _ = fs::remove_file(&path); // as a rule there is none
            continue;
        };
        replace(&path, content).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    Ok(())
}

/// The reports for Moodle, which takes feedback files, and for Canvas, which takes submissions back: each under the name
/// that the platform gave to what the student handed in.
fn feedback_of(class: &Class) -> Result<Vec<u8>> {
    let is_of_platform = |student: &&Student| !student.before.is_empty();
    let file = |student: &Student| {
        let name = format!("{}report.txt", student.before.replace(['/', '\\'], "_"));
        (name, tables::text(class, student).into_bytes())
    };
    let files: Vec<_> = class.students.iter().filter(is_of_platform).map(file).collect();
    ensure!(!files.is_empty(), "--feedback: no submission has a name that Moodle or Canvas gave it");
    archive::packed(&files)
}

/// What each student has.
const FILES: [&str; 2] = ["report.txt", "report.json"];

/// Removes what other systems read: nobody may take an earlier run's for this one's.
fn remove(folder: &Path) {
    for format in Format::value_variants() {
        let _ = fs::remove_file(folder.join(format.file())); // as a rule there is none
    }
}

/// Removes the reports on those who are no longer in the class, and their folders if nothing else lies there.
fn remove_earlier(class: &Class, folder: &Path) {
    let key = |name: &str| file_name(name).to_lowercase();
    let names: Vec<String> = class.students.iter().map(|student| key(&student.name)).collect();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let files = FILES.map(|file| entry.path().join(file));
        // A folder that lacks one of them was not written here.
        let is_ours = files.iter().all(|file| file.is_file());
        if is_ours && !names.contains(&key(&entry.file_name().to_string_lossy())) {
            // The next run tries again.
            remove(&entry.path());
            let _ = files.iter().try_for_each(fs::remove_file);
            let _ = fs::remove_dir(entry.path());
        }
    }
}

fn pretty(value: &serde_json::Value) -> String {
    format!("{value:#}\n")
}
