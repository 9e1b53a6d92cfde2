//! `progress`: which TODOs pass, lesson by lesson. The results of the checks are cached until a file changes.

use crate::build;
use crate::check::{self, CargoOutput};
use crate::output::{say, say_on};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, hash_map::DefaultHasher};
use std::fs;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use verdict::build::lesson::{self, LessonFolder};
use verdict::{LessonToml, Status, TodoToml};

/// Show your progress, and what is next
///
/// It runs the checks, and caches their results until a file changes. The exit code is 0 whatever is
/// still to do; a program that needs to know uses `check all`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Print JSON, for programs
    #[arg(long)]
    json: bool,
}

/// The cached results of the checks, by lesson. Without the file the checks are run again.
#[derive(Default, Serialize, Deserialize)]
struct Cache {
    known: BTreeMap<String, Known>,
}

#[derive(Serialize, Deserialize)]
struct Known {
    /// Hash of all files that the student edits or that the checks depend on.
    hash: u64,
    /// Status of each TODO, in order.
    statuses: Vec<Status>,
}

impl Cache {
    /// Returns the status of each TODO of a lesson. Builds nothing if the lesson equals its starter, or has not changed since
    /// its last check.
    ///
    /// # Errors
    /// If the lesson's checks cannot be run at all.
    fn statuses(&mut self, lesson: &LessonFolder) -> Result<Vec<Status>> {
        if lesson::is_untouched(lesson) {
            return Ok(vec![Status::NotStarted; lesson.toml.todos.len()]);
        }
        let hash = hash(lesson);
        if let Some(known) = self.known.get(&lesson.number).filter(|known| known.hash == hash) {
            return Ok(known.statuses.clone());
        }
        let report = check::lesson_report(lesson, None, None, CargoOutput::Shown)?;
        let statuses: Vec<Status> = report.verdicts.iter().map(|v| v.status).collect();
        if statuses.iter().copied().all(follows_from_the_files) {
            let known = Known { hash, statuses: statuses.clone() };
            self.known.insert(lesson.number.clone(), known);
        }
        Ok(statuses)
    }
}

/// Returns whether a status depends only on files. Skipped, timed out and crashed also depend on the machine.
fn follows_from_the_files(status: Status) -> bool {
    !matches!(status, Status::Skipped | Status::TimedOut | Status::Crashed)
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
    let rows = lessons.iter().map(|lesson| (lesson, cache.statuses(lesson))).collect();
    build::save_cached(FILE, &cache);
    rows
}

/// A lesson, or a part of one that is to be done after another lesson.
struct Station {
    /// Index of the lesson's row.
    row: usize,
    /// Indices of its TODOs.
    todos: Range<usize>,
}

impl Station {
    /// Returns the statuses of its TODOs among those of the lesson's.
    fn of<'a>(&self, statuses: &'a [Status]) -> &'a [Status] {
        statuses.get(self.todos.clone()).unwrap_or(statuses)
    }
}

/// Returns lessons, and the parts that come between them, in the order in which they are to be done.
fn stations(rows: &[Row]) -> Vec<Station> {
    let mut stations = Vec::new();
    let mut parts = Vec::new();
    for (row, (lesson, _)) in rows.iter().enumerate() {
        let follows = lesson.toml.milestones().filter_map(|(part, todos)| Some((part.follows.as_deref()?, row, todos)));
        let before = parts.len();
        parts.extend(follows);
        if parts.len() == before {
            stations.push(Station { row, todos: 0..lesson.toml.todos.len() });
        }
    }
    for (number, row, todos) in parts {
        let place = stations.iter().position(|station| rows[station.row].0.number == number);
        stations.insert(place.map_or(stations.len(), |place| place + 1), Station { row, todos });
    }
    stations
}

/// Returns the indices of lessons with a TODO that does not pass, or whose checks cannot be run, in the order in which to go
/// on. A lesson that does not compile is first, since later lessons are built with it; then lessons that are begun, then
/// those after the last that is done. So a student who began with 05 is not sent back to 00. Of a lesson whose parts come
/// between others, the first part that is open counts.
pub(crate) fn unfinished(rows: &[Row]) -> Vec<usize> {
    let mut last_done = None;
    let mut open: Vec<(usize, Station)> = Vec::new();
    for (place, station) in stations(rows).into_iter().enumerate() {
        let statuses = rows[station.row].1.as_ref();
        if statuses.is_ok_and(|statuses| is_done(station.of(statuses))) {
            last_done = Some(place);
        } else if !open.iter().any(|(_, other)| other.row == station.row) {
            open.push((place, station));
        }
    }
    open.sort_by_key(|(place, station)| {
        let (is_broken, is_begun) = match &rows[station.row].1 {
            Ok(statuses) => (
                statuses.contains(&Status::DoesNotCompile),
                station.of(statuses).iter().any(|status| *status != Status::NotStarted),
            ),
            Err(_) => (false, true), // an untouched lesson is not even built
        };
        (!is_broken, !is_begun, Some(*place) < last_done)
    });
    open.into_iter().map(|(_, station)| station.row).collect()
}

fn is_done(statuses: &[Status]) -> bool {
    statuses.iter().all(|status| *status == Status::Pass)
}

/// # Errors
/// If the lessons cannot be read.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let lessons = lesson::with_own_program()?;
    let rows = rows(&lessons);
    if arguments.json {
        say!("{}", serde_json::to_string_pretty(&json(&rows))?);
    } else {
        say_on!("{}", table(&rows));
    }
    let well = rows.iter().all(|(_, statuses)| statuses.is_ok());
    Ok(if well { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

/// Returns a line for each lesson, and the next thing to do.
///
/// ```text
///   03  Joint lines        45 min   1 of 4       03.1 pass, 03.2 FAIL
/// ```
pub(crate) fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|(l, _)| l.toml.title.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (lesson, statuses) in rows {
        let summary = match statuses {
            Ok(statuses) => summary(lesson, statuses),
            Err(error) => format!("? {error:#}"),
        };
        let LessonToml { title, minutes, .. } = &lesson.toml;
        let line = format!("  {}  {title:<width$}  {minutes:>3} min   {summary}", lesson.number);
        text += &format!("{}\n", line.trim_end());
    }
    let all: Vec<&Status> = rows.iter().filter_map(|(_, statuses)| statuses.as_ref().ok()).flatten().collect();
    let passed = all.iter().filter(|status| ***status == Status::Pass).count();
    text += &format!("{passed} of {} TODOs pass.\n", all.len());
    match next_open(rows) {
        Some((lesson, todo)) => {
            text += &format!(
                "next: {} {}, in {}\n      cargo workbook hint {}\n",
                todo.id,
                todo.name,
                lesson.file_of(&todo.name),
                todo.id
            );
        }
        None if rows.iter().all(|(_, statuses)| statuses.is_ok()) => text += "All is done.\n",
        None => {}
    }
    text
}

/// Returns a lesson's statuses in words: `done`, `not started`, or `1 of 2       03.1 pass, 03.2 FAIL`. Of a lesson in
/// milestones only the current milestone's TODOs are listed.
fn summary(lesson: &LessonFolder, statuses: &[Status]) -> String {
    if is_done(statuses) {
        return "done".into();
    }
    if statuses.iter().all(|status| *status == Status::NotStarted) {
        return "not started".into();
    }
    let passed = statuses.iter().filter(|status| **status == Status::Pass).count();
    let mut name = String::new();
    let mut shown = 0..statuses.len();
    if let Some((milestone, todos)) = first_open(statuses).and_then(|todo| lesson.toml.milestone_of(todo)) {
        name = format!("{}: ", milestone.name);
        shown = todos;
    }
    let mut todos = Vec::new();
    for index in shown {
        todos.push(format!("{} {}", lesson.toml.todos[index].id, statuses[index].word()));
    }
    format!("{:<11}  {name}{}", format!("{passed} of {}", statuses.len()), todos.join(", "))
}

/// Returns the TODO to go on with, and its lesson.
fn next_open<'a>(rows: &[Row<'a>]) -> Option<(&'a LessonFolder, &'a TodoToml)> {
    unfinished(rows).into_iter().find_map(|index| {
        let (lesson, statuses) = &rows[index];
        Some((*lesson, lesson.toml.todos.get(first_open(statuses.as_ref().ok()?)?)?))
    })
}

/// Returns the lesson of the TODO to go on with, and the TODO's index.
///
/// # Errors
/// If the lessons cannot be read, or all is done.
pub(crate) fn next_todo() -> Result<(LessonFolder, usize)> {
    let lessons = lesson::with_own_program()?;
    let rows = rows(&lessons);
    let (_, todo) = next_open(&rows).context("every TODO passes: name one")?;
    lesson::find_todo(&todo.id)
}

/// Returns the index of the first TODO that neither passes nor waits for another to compile, or else of one that waits.
pub(crate) fn first_open(statuses: &[Status]) -> Option<usize> {
    let open = statuses.iter().position(|status| !matches!(status, Status::Pass | Status::Waiting));
    open.or_else(|| statuses.iter().position(|status| *status == Status::Waiting))
}

/// Returns the progress for programs.
fn json(rows: &[Row]) -> serde_json::Value {
    let mut lessons = Vec::new();
    for (lesson, statuses) in rows {
        let mut todos = Vec::new();
        for (todo, status) in lesson.toml.todos.iter().zip(statuses.as_deref().unwrap_or_default()) {
            todos.push(serde_json::json!({ "id": todo.id, "name": todo.name, "status": status }));
        }
        lessons.push(serde_json::json!({
            "lesson": lesson.number, "title": lesson.toml.title, "minutes": lesson.toml.minutes,
            "todos": todos, "error": statuses.as_ref().err().map(|error| format!("{error:#}")),
        }));
    }
    serde_json::json!({ "lessons": lessons, "next": next_open(rows).map(|(_, todo)| &todo.id) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries() {
        use Status::{Borrowed, Fail, NotStarted, Pass};
        let lesson = lesson::find("02").unwrap();
        assert_eq!(summary(&lesson, &[NotStarted; 3]), "not started");
        let begun = summary(&lesson, &[NotStarted, Fail, Pass]);
        assert_eq!(begun, "1 of 3       02.1 not started, 02.2 FAIL, 02.3 pass");
        assert_eq!(summary(&lesson, &[Pass; 3]), "done");
        let mut nine = [Pass; 9];
        nine[4..].fill(NotStarted);
        let large = summary(&lesson::find("18").unwrap(), &nine);
        let words = "4 of 9       B The knight: 18.4 pass, 18.5 not started, 18.6 not started";
        assert_eq!(large, words);
        assert!(is_done(&[Pass]) && !is_done(&[Pass, Borrowed]));
    }

    #[test]
    fn the_first_that_does_not_pass_is_next() {
        let lesson = lesson::find("03").unwrap();
        let mut statuses = vec![Status::Pass; lesson.toml.todos.len()];
        statuses[1] = Status::Fail;
        let rows = [(&lesson, Err(anyhow::anyhow!("no cargo"))), (&lesson, Ok(statuses.clone()))];
        let text = table(&rows);
        assert!(text.contains("? no cargo") && text.contains("03.1 pass, 03.2 FAIL"), "{text}");
        let next = "next: 03.2 matrices, in lessons/03-joint-lines/exercise.rs\n";
        assert!(text.contains(next), "{text}");
        assert_eq!(json(&rows)["next"], "03.2");
        assert_eq!(unfinished(&rows)[0], 0, "its checks cannot be run");
        statuses[1] = Status::Pass;
        assert!(table(&[(&lesson, Ok(statuses))]).ends_with("All is done.\n"));
    }

    #[test]
    fn a_lesson_that_is_begun_goes_first() {
        use Status::{DoesNotCompile, Fail, NotStarted, Pass, Waiting};
        let lessons = ["00", "01", "03"].map(|number| lesson::find(number).unwrap());
        for (statuses, expected) in [
            ([&[NotStarted][..], &[NotStarted], &[NotStarted]], "00.1"),
            ([&[NotStarted], &[NotStarted], &[Waiting, DoesNotCompile]], "03.2"),
            ([&[NotStarted], &[Pass], &[Pass, Waiting]], "03.2"),
            ([&[NotStarted], &[Pass], &[NotStarted]], "03.1"),
            ([&[NotStarted], &[Pass], &[Pass]], "00.1"),
            ([&[DoesNotCompile], &[Pass], &[Fail]], "00.1"),
        ] {
            let mut rows: Vec<Row> = Vec::new();
            for (lesson, statuses) in lessons.iter().zip(statuses) {
                let mut all = statuses.to_vec();
                all.resize(lesson.toml.todos.len(), statuses[statuses.len() - 1]);
                rows.push((lesson, Ok(all)));
            }
            assert_eq!(next_open(&rows).unwrap().1.id, expected);
        }
    }

    #[test]
    fn a_part_of_ones_own_program_comes_after_the_lesson_that_it_follows() {
        use Status::{Fail, NotStarted, Pass};
        let lessons = ["03", "04", "05", "19"].map(|number| lesson::find(number).unwrap());
        let (_, part) = lessons[3].toml.milestones().next().unwrap();
        for (statuses, own, expected) in [
            ([Pass, NotStarted, NotStarted], NotStarted, "19.1"),
            ([Pass, NotStarted, NotStarted], Pass, "04.1"),
            ([Pass, Fail, NotStarted], NotStarted, "04.1"), // begun without the part
            ([Pass, Pass, NotStarted], NotStarted, "05.1"),
            ([Pass, NotStarted, NotStarted], Fail, "19.1"),
            ([NotStarted, NotStarted, NotStarted], NotStarted, "03.1"),
        ] {
            let mut rows: Vec<Row> = Vec::new();
            for (lesson, status) in lessons.iter().zip(statuses) {
                rows.push((lesson, Ok(vec![status; lesson.toml.todos.len()])));
            }
            let mut program = vec![NotStarted; lessons[3].toml.todos.len()];
            program[part.clone()].fill(own);
            rows.push((&lessons[3], Ok(program)));
            assert_eq!(next_open(&rows).unwrap().1.id, expected, "{statuses:?} {own:?}");
        }
    }

    #[test]
    fn results_are_cached_until_a_file_changes() {
        let copy = tempfile::tempdir().unwrap();
        let source = copy.path().join("course/src");
        fs::create_dir_all(&source).unwrap();
        fs::write(source.join("starter.rs"), "fn f() {}\n").unwrap();
        fs::write(copy.path().join("exercise.rs"), "fn f() {}\n").unwrap();
        let lesson = lesson::find("03").unwrap();
        let todos = lesson.toml.todos.len();
        let lesson = LessonFolder { path: copy.path().into(), folder: "03-x".into(), ..lesson };
        let mut cache = Cache::default();
        let fresh = cache.statuses(&lesson).unwrap();
        assert_eq!(fresh, vec![Status::NotStarted; todos], "and nothing was built");

        fs::write(copy.path().join("exercise.rs"), "fn f() { 1; }\n").unwrap();
        assert!(!lesson::is_untouched(&lesson));
        let statuses = vec![Status::Pass; todos];
        let known = Known { hash: hash(&lesson), statuses };
        cache.known.insert("03".into(), known);
        assert!(is_done(&cache.statuses(&lesson).unwrap()), "as cached");
        assert!(follows_from_the_files(Status::Fail) && !follows_from_the_files(Status::TimedOut));
        fs::write(source.join("checks.rs"), "// stricter\n").unwrap();
        assert_ne!(hash(&lesson), cache.known["03"].hash);
    }
}
