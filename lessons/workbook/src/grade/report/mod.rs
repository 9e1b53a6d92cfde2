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

pub(super) use tables::overview;

use super::class::{Class, FORMAT, Student};
use super::suspicious::SuspiciousUse;
use anyhow::{Context, Result};
use common::check::{self, Status, Verdict};
use serde_json::json;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

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

/// The longest name of a folder, in bytes.
pub(super) const LONGEST: usize = 200;

/// A student's name as that of a folder on any system.
pub(super) fn file_name(name: &str) -> String {
    let safe = |c: char| if "/\\:*?\"<>|\n\t".contains(c) { '_' } else { c };
    let mut name: String = plain(name).chars().map(safe).collect();
    name.truncate(name.floor_char_boundary(LONGEST));
    let name = name.trim().trim_end_matches(['.', ' ']);
    if name.is_empty() { "_".into() } else { name.into() }
}

/// What a TODO's status looks like in a grid: a sign, and the kind by which the page colours it.
const SIGNS: [(Status, char, &str); 10] = [
    (Status::Pass, '✓', "pass"),
    (Status::Fail, '✗', "fail"),
    (Status::Borrowed, 'B', "fail"),
    (Status::DoesNotCompile, 'C', "stop"),
    (Status::Panicked, '!', "stop"),
    (Status::TimedOut, 'T', "stop"),
    (Status::Crashed, 'X', "stop"),
    (Status::Skipped, '?', "stop"),
    (Status::Waiting, 'w', "none"),
    (Status::NotStarted, '·', "none"),
];

fn sign(status: Status) -> (char, &'static str) {
    let (_, sign, kind) = SIGNS[SIGNS.iter().position(|row| row.0 == status).unwrap_or(0)];
    (sign, kind)
}

/// The lesson's number of a TODO's id.
fn lesson_of(id: &str) -> &str {
    id.split('.').next().unwrap_or(id)
}

/// 2 for 2.0, and 0.67 for two thirds.
pub(super) fn number(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Text without what a terminal or a browser obeys: control characters, and those that turn the direction of writing.
pub(super) fn plain(text: &str) -> String {
    let turns = |c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let shows = |c: &char| matches!(c, '\n' | '\t') || !c.is_control() && !turns(*c);
    text.chars().filter(shows).collect()
}

/// Plain text for XML and HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in plain(text).chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\u{fffe}' | '\u{ffff}' => {} // XML cannot have these
            c => escaped.push(c),
        }
    }
    escaped
}

/// The report on one TODO, as `workbook check` prints it.
fn verdict_text(verdict: &Verdict) -> String {
    plain(&check::text(verdict))
}

/// What is for the instructor alone.
fn notes(student: &Student) -> String {
    let note = |found: &SuspiciousUse| {
        let SuspiciousUse { lesson, line, what } = found;
        format!("lesson {lesson}, line {line}: {what}, which no answer needs.\n")
    };
    student.suspicious.iter().map(note).collect()
}

/// What the instructor must know before the figures are believed.
fn warnings(class: &Class) -> Vec<String> {
    let verdicts = class.students.iter().flat_map(|s| s.todos.iter().map(|todo| &todo.verdict));
    let skipped: Vec<_> = verdicts.filter(|verdict| verdict.status == Status::Skipped).collect();
    let unchecked = skipped.first().map(|first| {
        let (count, why) = (skipped.len(), first.message.as_deref().unwrap_or_default());
        format!("{count} answers could not be checked and count 0 points. {}: {why}", first.id)
    });
    let trust = "students' code ran WITHOUT a sandbox (--trust).".to_owned();
    unchecked.into_iter().chain((!class.sandbox).then_some(trust)).collect()
}

/// `2026-11-22T07:10:00`, in UTC.
pub(super) fn utc(time: SystemTime) -> String {
    // A file may be dated before 1970, which the library cannot write.
    humantime::format_rfc3339_seconds(time.max(SystemTime::UNIX_EPOCH)).to_string().trim_end_matches('Z').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let at = |seconds| utc(SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00");
        assert_eq!(at(951_827_696), "2000-02-29T12:34:56");
        assert_eq!(at(1_795_331_400), "2026-11-22T07:10:00");
    }
}
