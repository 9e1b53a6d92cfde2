//! Writes the reports: files for the class, and a folder for each student.
//!
//! ```text
//! class.html  class.csv  class.json
//! students/NAME/report.txt  report.json
//! unnamed/u1-03.2.txt  an answer of each group without a name
//! ```
//!
//! Files for other systems are written beside them if asked for: see [`Format`].

mod autograders;
mod html;
mod tables;
#[cfg(test)]
mod tests;
mod words;

pub(super) use tables::overview;

use super::class::{Class, FORMAT, Student};
use super::text::{file_name, folder_key};
use crate::archive;
use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use serde_json::json;
use std::fs;
use std::path::Path;
use verdict::file::replace;

/// Another system, which reads a file for each student.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(super) enum Format {
    /// gradescope.json, which becomes results.json there
    Gradescope,
    /// prairielearn.json, which becomes results.json there
    Prairielearn,
}

impl Format {
    fn file(self) -> &'static str {
        match self {
            Format::Gradescope => "gradescope.json",
            Format::Prairielearn => "prairielearn.json",
        }
    }

    fn json(self, student: &Student) -> serde_json::Value {
        match self {
            Format::Gradescope => autograders::gradescope(student),
            Format::Prairielearn => autograders::prairielearn(student),
        }
    }
}

/// Writes the reports, and removes those of an earlier run.
///
/// # Errors
/// If a file cannot be written.
pub(super) fn write(class: &Class, formats: &[Format], out: &Path) -> Result<()> {
    write_students(class, formats, out)?;
    remove_former_students(class, &out.join("students"));
    write_file(&out.join("class.csv"), tables::csv(class))?;
    write_file(&out.join("class.json"), pretty(&serde_json::to_value(class)?))?;
    write_unnamed(class, out)?;
    write_file(&out.join("class.html"), html::page(class))
}

/// Writes the shortest answer of each group without a name, from which a command makes a mistake, and removes those of an
/// earlier run.
fn write_unnamed(class: &Class, out: &Path) -> Result<()> {
    for entry in fs::read_dir(out.join("unnamed")).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with('u') {
            let _ = fs::remove_file(entry.path()); // if this fails, the next run tries again
        }
    }
    for (index, group) in (1..).zip(&class.unknown) {
        write_file(&out.join(group.file(index)), group.code_without_comments() + "\n")?;
    }
    Ok(())
}

/// Writes the reports on the students of a class.
///
/// # Errors
/// If a file cannot be written.
pub(super) fn write_students(class: &Class, formats: &[Format], out: &Path) -> Result<()> {
    for student in &class.students {
        let own = json!({
            "format": FORMAT, "time": class.time, "seed": class.seed, "sandbox": class.sandbox, "student": student,
        });
        let folder = out.join("students").join(file_name(&student.name));
        remove_other_formats(&folder);
        write_file(&folder.join(TEXT), tables::text(class, student))?;
        write_file(&folder.join(JSON), pretty(&own))?;
        for format in formats {
            write_file(&folder.join(format.file()), pretty(&format.json(student)))?;
        }
    }
    Ok(())
}

fn write_file(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))
        .and_then(|()| replace(path, content))
        .with_context(|| format!("{} cannot be written", path.display()))
}

/// Files that are written if asked for, and removed otherwise, so that no file is an earlier run's.
const EXTRA: [&str; 3] = ["roster.csv", "feedback.zip", "projector.html"];

/// Writes the roster with points, the archive of reports, and the page without names, or removes them.
///
/// # Errors
/// If a file cannot be written.
pub(super) fn write_extra(
    class: &Class,
    roster: Option<Vec<u8>>,
    feedback: bool,
    anonymous: Option<&Class>,
    out: &Path,
) -> Result<()> {
    let feedback = feedback.then(|| feedback_archive(class)).transpose()?;
    let contents = [roster, feedback, anonymous.map(|class| html::page(class).into_bytes())];
    for (name, content) in EXTRA.into_iter().zip(contents) {
        let path = out.join(name);
        match content {
            Some(content) => write_file(&path, content)?,
            None => drop(fs::remove_file(&path)), // as a rule there is none
        }
    }
    Ok(())
}

/// Packs the reports under the names that the platform gave to the students' files. Moodle reads these as feedback, and
/// Canvas as submissions that are returned.
fn feedback_archive(class: &Class) -> Result<Vec<u8>> {
    let mut files = Vec::new();
    for student in class.students.iter().filter(|student| !student.before.is_empty()) {
        let name = format!("{}report.txt", student.before.replace(['/', '\\'], "_"));
        files.push((name, tables::text(class, student).into_bytes()));
    }
    ensure!(!files.is_empty(), "--feedback: no submission has a name that Moodle or Canvas gave it");
    archive::packed(&files)
}

const TEXT: &str = "report.txt";
const JSON: &str = "report.json";

/// Removes the files for other systems, so that none is an earlier run's.
fn remove_other_formats(folder: &Path) {
    for format in Format::value_variants() {
        let _ = fs::remove_file(folder.join(format.file())); // as a rule there is none
    }
}

/// Removes the reports on students who are no longer in the class, and their folders if these have no other files.
fn remove_former_students(class: &Class, folder: &Path) {
    let names: Vec<String> = class.students.iter().map(|student| folder_key(&student.name)).collect();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let files = [TEXT, JSON].map(|file| entry.path().join(file));
        // A folder without both files was not written by this command.
        let is_ours = files.iter().all(|file| file.is_file());
        if is_ours && !names.contains(&folder_key(&entry.file_name().to_string_lossy())) {
            // If this fails, the next run tries again.
            remove_other_formats(&entry.path());
            let _ = files.iter().try_for_each(fs::remove_file);
            let _ = fs::remove_dir(entry.path());
        }
    }
}

fn pretty(value: &serde_json::Value) -> String {
    format!("{value:#}\n")
}
