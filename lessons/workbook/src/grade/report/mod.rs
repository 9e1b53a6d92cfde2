//! What a grading leaves: files for the class, and a folder for each student.
//!
//! ```text
//! class.csv  class.json  class.html  junit.xml
//! students/NAME/report.txt  report.json  gradescope.json  prairielearn.json
//! ```

mod autograders;
mod html;
mod junit;
mod tables;

pub(super) use tables::overview;

use super::class::{Class, FORMAT, Student};
use anyhow::{Context, Result};
use serde_json::json;
use std::fs;
use std::path::Path;

/// # Errors
/// If a file cannot be written.
pub(super) fn write(class: &Class, out: &Path) -> Result<()> {
    let to = |path: &Path, text: String| {
        let folder = path.parent().unwrap_or(path);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(path, text))
            .with_context(|| path.display().to_string())
    };
    to(&out.join("class.csv"), tables::csv(class))?;
    to(&out.join("class.json"), pretty(&serde_json::to_value(class)?))?;
    to(&out.join("class.html"), html::page(class))?;
    to(&out.join("junit.xml"), junit::xml(class))?;
    for student in &class.students {
        let folder = out.join("students").join(file_name(&student.name));
        to(&folder.join("report.txt"), tables::text(student))?;
        let own = json!({ "format": FORMAT, "seed": class.seed, "sandbox": class.sandbox, "student": student });
        to(&folder.join("report.json"), pretty(&own))?;
        to(&folder.join("gradescope.json"), pretty(&autograders::gradescope(student)))?;
        to(&folder.join("prairielearn.json"), pretty(&autograders::prairielearn(student)))?;
    }
    Ok(())
}

fn pretty(value: &serde_json::Value) -> String {
    format!("{value:#}\n")
}

/// A student's name as that of a folder on any system.
fn file_name(name: &str) -> String {
    let safe = |c: char| if c.is_control() || "/\\:*?\"<>|".contains(c) { '_' } else { c };
    let name: String = name.chars().map(safe).collect();
    let name = name.trim().trim_end_matches('.');
    if name.is_empty() { "_".into() } else { name.into() }
}

/// 2 for 2.0, and 0.67 for two thirds.
fn number(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// What else is to be said of a student's submission.
fn remarks(student: &Student) -> Vec<String> {
    let reaches = student.reaches.iter().map(|reach| {
        format!(
            "lesson {}, line {}: {}, which no answer needs.",
            reach.lesson, reach.line, reach.what
        )
    });
    student.problems.iter().cloned().chain(reaches).collect()
}
