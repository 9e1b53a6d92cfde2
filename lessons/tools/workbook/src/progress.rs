//! `progress`: which TODOs pass, lesson by lesson. The results of the checks are cached until a file changes.

use crate::course;
use crate::output::say_on;
use crate::{build, check};
use anyhow::{Context, Result};
use std::collections::{BTreeMap, hash_map::DefaultHasher};
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use verdict::build::CargoOutput;
use verdict::build::lesson::{self, LessonFolder, stations};
use verdict::{LessonToml, Status};

/// Show your progress, and what is next
///
/// It runs the checks, and caches their results until a file changes. The exit code is 0 whatever is
/// still to do; a program that needs to know uses `check all`.
#[derive(clap::Args)]
pub(crate) struct Arguments {}

/// The cached results of the checks, by lesson: a hash of all files that the student edits or that the checks depend on, and the
/// status of each TODO. Without the file the checks are run again.
type Cache = BTreeMap<String, (u64, Vec<Status>)>;

/// Returns the status of each TODO of a lesson. Builds nothing if the lesson equals its starter, or has not changed since its
/// last check.
///
/// # Errors
/// If the lesson's checks cannot be run at all.
fn statuses(cache: &mut Cache, lesson: &LessonFolder) -> Result<Vec<Status>> {
    if lesson::is_untouched(lesson) {
        return Ok(vec![Status::NotStarted; lesson.toml.todos.len()]);
    }
    let hash = hash(lesson);
    if let Some((_, statuses)) = cache.get(&lesson.number).filter(|(known, _)| *known == hash) {
        return Ok(statuses.clone());
    }
    let report = check::lesson_report(lesson, None, None, CargoOutput::Shown)?;
    let statuses: Vec<Status> = report.verdicts.iter().map(|v| v.status).collect();
    // These depend on the machine, too.
    let on_machine = [Status::Skipped, Status::TimedOut, Status::Crashed];
    if !statuses.iter().any(|status| on_machine.contains(status)) {
        cache.insert(lesson.number.clone(), (hash, statuses.clone()));
    }
    Ok(statuses)
}

/// Returns a hash of a lesson's files, its shaders, and the sources of `common`, which checks them.
fn hash(lesson: &LessonFolder) -> u64 {
    let workspace = build::workspace();
    let mut hasher = DefaultHasher::new();
    for folder in [lesson.path.clone(), lesson.shaders(), workspace.join("shaders/common"), workspace.join("common")] {
        hash_files(&folder, &mut hasher);
    }
    for file in lesson.files() {
        hash_files(&file.mine, &mut hasher);
    }
    hasher.finish()
}

/// Adds a file, or all files in a folder and below, to a hash. No status depends on pictures.
fn hash_files(path: &Path, hasher: &mut DefaultHasher) {
    if path.is_dir() {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            hash_files(&path, hasher);
        }
    } else if path.extension().is_none_or(|kind| kind != "png") {
        (path, fs::read(path).ok()).hash(hasher);
    }
}

/// A lesson with the status of each of its TODOs, or the error of its check.
pub(crate) type Row<'a> = (&'a LessonFolder, Result<Vec<Status>>);

/// Returns the statuses of lessons, after a check of those that have changed since their last.
pub(crate) fn rows(lessons: &[LessonFolder]) -> Vec<Row<'_>> {
    const FILE: &str = "progress.json";
    let mut cache: Cache = build::load_cached(FILE);
    let rows = lessons.iter().map(|lesson| (lesson, statuses(&mut cache, lesson))).collect();
    build::save_cached(FILE, &cache);
    rows
}

/// Returns the index of the TODO to do now, or `None` if all are done.
pub(crate) fn current_todo(statuses: &[Status]) -> Option<usize> {
    let statuses: Vec<Option<Status>> = statuses.iter().map(|status| Some(*status)).collect();
    verdict::current_todo(&statuses)
}

/// Returns the lesson to go on with, and the index of its current TODO: of those that are not done first one that does not
/// compile, since later lessons are built with it; then one that is begun; then one after the last that is done. So a student
/// who began with 06 is not sent back to 00.
pub(crate) fn next<'a>(lessons: &'a [LessonFolder], rows: &[Row]) -> Option<(&'a LessonFolder, usize)> {
    let mut last_done = None;
    let mut open = Vec::new();
    for (place, station) in stations(lessons).into_iter().enumerate() {
        let row = rows.iter().find(|(lesson, _)| lesson.number == station.lesson.number);
        let statuses = row.and_then(|(_, statuses)| statuses.as_ref().ok()?.get(station.todos.clone()));
        // A lesson whose checks cannot be run counts as begun: one that is not is not even built.
        let statuses = statuses.unwrap_or(&[Status::Crashed]);
        match current_todo(statuses) {
            Some(todo) => {
                let is_broken = statuses.contains(&Status::DoesNotCompile);
                let is_begun = statuses.iter().any(|status| *status != Status::NotStarted);
                open.push(((!is_broken, !is_begun), place, (station.lesson, station.todos.start + todo)));
            }
            None => last_done = Some(place),
        }
    }
    let first = open.into_iter().min_by_key(|(state, place, _)| (*state, Some(*place) < last_done));
    first.map(|(_, _, next)| next)
}

/// Returns the lesson to go on with, and the index of its current TODO.
///
/// # Errors
/// If the lessons cannot be read, or all is done.
pub(crate) fn next_todo() -> Result<(LessonFolder, Option<usize>)> {
    let lessons = lesson::with_own_program()?;
    let (lesson, todo) = next(&lessons, &rows(&lessons)).context("every TODO passes: name one")?;
    Ok((lesson::find(&lesson.number)?, Some(todo)))
}

/// # Errors
/// If the lessons cannot be read.
pub(crate) fn run(_: &Arguments) -> Result<ExitCode> {
    let lessons = lesson::with_own_program()?;
    let rows = rows(&lessons);
    say_on!("{}", table(&lessons, &rows));
    let well = rows.iter().all(|(_, statuses)| statuses.is_ok());
    Ok(if well { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

/// Returns a line for each lesson, and the next thing to do.
///
/// ```text
///   04  Joint lines        45 min   1 of 4       04.1 pass, 04.2 FAIL
/// ```
pub(crate) fn table(lessons: &[LessonFolder], rows: &[Row]) -> String {
    let width = lessons.iter().map(|lesson| lesson.toml.title.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    let mut all: Vec<&Status> = Vec::new();
    for (lesson, statuses) in rows {
        let summary = match statuses {
            Ok(statuses) => summary(lesson, statuses),
            Err(error) => format!("? {error:#}"),
        };
        all.extend(statuses.iter().flatten());
        let LessonToml { title, minutes, .. } = &lesson.toml;
        let line = format!("  {}  {title:<width$}  {minutes:>3} min   {summary}", lesson.number);
        text += &format!("{}\n", line.trim_end());
    }
    let passed = all.iter().filter(|status| ***status == Status::Pass).count();
    let next = match next(lessons, rows) {
        Some((lesson, todo)) => {
            let row = rows.iter().find(|(row, _)| row.number == lesson.number);
            let status = row.and_then(|(_, statuses)| statuses.as_ref().ok()?.get(todo));
            course::todo_line(lesson, todo, status.copied().unwrap_or(Status::Crashed))
        }
        None => "All is done.".into(),
    };
    text + &format!("{passed} of {} TODOs pass.\n{next}\n", all.len())
}

/// Returns a lesson's statuses in words: `done`, `not started`, or `1 of 2       04.1 pass, 04.2 FAIL`. Of a lesson in
/// milestones only the current milestone's TODOs are listed.
fn summary(lesson: &LessonFolder, statuses: &[Status]) -> String {
    if statuses.iter().all(|status| *status == Status::Pass) {
        return "done".into();
    }
    if statuses.iter().all(|status| *status == Status::NotStarted) {
        return "not started".into();
    }
    let passed = statuses.iter().filter(|status| **status == Status::Pass).count();
    let mut name = String::new();
    let mut shown = 0..statuses.len();
    if let Some((milestone, todos)) = current_todo(statuses).and_then(|todo| lesson.toml.milestone_of(todo)) {
        name = format!("{}: ", milestone.name);
        shown = todos;
    }
    let mut todos = Vec::new();
    for index in shown {
        todos.push(format!("{} {}", lesson.toml.todos[index].id, statuses[index].word()));
    }
    format!("{:<11}  {name}{}", format!("{passed} of {}", statuses.len()), todos.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_in_words() {
        use Status::{Fail, NotStarted, Pass};
        let lesson = lesson::find("02").unwrap();
        assert_eq!(summary(&lesson, &[NotStarted; 3]), "not started");
        let begun = summary(&lesson, &[NotStarted, Fail, Pass]);
        assert_eq!(begun, "1 of 3       02.1 not started, 02.2 FAIL, 02.3 pass");
        assert_eq!(summary(&lesson, &[Pass; 3]), "done");
        let mut nine = [Pass; 9];
        nine[4..].fill(NotStarted);
        let large = summary(&lesson::find("18").unwrap(), &nine);
        assert_eq!(large, "4 of 9       B The knight: 18.4 pass, 18.5 not started, 18.6 not started");
    }

    #[test]
    fn one_todo_is_next() {
        use Status::{DoesNotCompile, Fail, NotStarted, Pass, Waiting};
        let lessons = ["00", "04", "05", "19"].map(|number| lesson::find(number).unwrap());
        let (_, bones) = lessons[3].toml.milestones().next().unwrap();
        for (statuses, own, expected) in [
            ([NotStarted; 3], NotStarted, Some("00.1")),
            ([NotStarted, DoesNotCompile, NotStarted], NotStarted, Some("04.1")),
            ([NotStarted, Waiting, NotStarted], NotStarted, Some("04.1")),
            ([Pass, NotStarted, NotStarted], NotStarted, Some("04.1")),
            ([NotStarted, Pass, NotStarted], Pass, Some("05.1")),
            ([DoesNotCompile, Pass, Fail], Pass, Some("00.1")),
            // The part of one's own program comes after lesson 04.
            ([Pass, Pass, NotStarted], NotStarted, Some("19.1")),
            ([Pass, Pass, Fail], NotStarted, Some("05.1")),
            ([Pass, Pass, NotStarted], Fail, Some("19.1")),
        ] {
            let mut rows: Vec<Row> = Vec::new();
            for (lesson, status) in lessons.iter().zip(statuses) {
                rows.push((lesson, Ok(vec![status; lesson.toml.todos.len()])));
            }
            let mut program = vec![NotStarted; lessons[3].toml.todos.len()];
            program[bones.clone()].fill(own);
            rows.push((&lessons[3], Ok(program)));
            let next = next(&lessons, &rows).map(|(lesson, todo)| &*lesson.toml.todos[todo].id);
            assert_eq!(next, expected, "{statuses:?} {own:?}");
        }
        let unchecked = [(&lessons[1], Err(anyhow::anyhow!("no cargo")))];
        assert_eq!(next(&lessons[1..2], &unchecked).unwrap().1, 0);
        let done = [(&lessons[1], Ok(vec![Pass; 4]))];
        assert!(table(&lessons[1..2], &done).ends_with("4 of 4 TODOs pass.\nAll is done.\n"));
    }

    #[test]
    fn results_are_cached_until_a_file_changes() {
        let copy = tempfile::tempdir().unwrap();
        let source = copy.path().join("course/src");
        fs::create_dir_all(&source).unwrap();
        fs::write(source.join("starter.rs"), "fn f() {}\n").unwrap();
        fs::write(copy.path().join("exercise.rs"), "fn f() { 1; }\n").unwrap();
        let lesson = lesson::find("04").unwrap();
        let todos = lesson.toml.todos.len();
        let lesson = LessonFolder { path: copy.path().into(), folder: "04-x".into(), ..lesson };
        let mut cache = Cache::default();
        cache.insert("04".into(), (hash(&lesson), vec![Status::Pass; todos]));
        assert_eq!(statuses(&mut cache, &lesson).unwrap(), vec![Status::Pass; todos]);
        fs::write(source.join("checks.rs"), "// stricter\n").unwrap();
        assert_ne!(hash(&lesson), cache["04"].0);
    }
}
