//! Writes the reports: files for the class, and a folder for each student.
//!
//! ```text
//! class.html  class.csv  class.json  junit.xml
//! students/NAME/report.txt  report.json  gradescope.json  prairielearn.json  junit.xml
//! ```

mod autograders;
#[cfg(test)]
mod formats;
mod html;
mod junit;
mod tables;
mod words;

pub(super) use tables::overview;

use super::class::{Class, FORMAT};
use super::text::file_name;
use anyhow::{Context, Result};
use serde_json::json;
use std::fs;
use std::path::Path;

/// Replaces the reports of an earlier run.
///
/// # Errors
/// If a file cannot be written.
pub(super) fn write(class: &Class, out: &Path) -> Result<()> {
    let to = |name: &str, text: String| {
        let path = out.join(name);
        let beside = out.join(format!("{name}.new"));
        fs::create_dir_all(path.parent().unwrap_or(out))
            .and_then(|()| fs::write(&beside, text))
            .and_then(|()| fs::rename(&beside, &path))
            .with_context(|| format!("{} cannot be written", path.display()))
    };
    for student in &class.students {
        let own = json!({
            "format": FORMAT, "time": class.time, "seed": class.seed, "sandbox": class.sandbox, "student": student,
        });
        let texts = [
            tables::text(class, student),
            pretty(&own),
            pretty(&autograders::gradescope(student)),
            pretty(&autograders::prairielearn(student)),
            junit::xml(class, std::slice::from_ref(student)),
        ];
        for (file, text) in FILES.iter().zip(texts) {
            to(&format!("students/{}/{file}", file_name(&student.name)), text)?;
        }
    }
    remove_earlier(class, &out.join("students"));
    to("class.csv", tables::csv(class))?;
    to("class.json", pretty(&serde_json::to_value(class)?))?;
    to("junit.xml", junit::xml(class, &class.students))?;
    to("class.html", html::page(class))
}

/// A student's files.
const FILES: [&str; 5] = ["report.txt", "report.json", "gradescope.json", "prairielearn.json", "junit.xml"];

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
            let _ = files.iter().try_for_each(fs::remove_file);
            let _ = fs::remove_dir(entry.path());
        }
    }
}

fn pretty(value: &serde_json::Value) -> String {
    format!("{value:#}\n")
}
