//! `progress`: how far each lesson is. What its own checks say, remembered as long as nothing has changed.

use crate::output::{say, say_on};
use crate::{build, check, lesson, lesson::Lesson};
use anyhow::Result;
use common::check::Status;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, hash_map::DefaultHasher};
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How far you are, and what is next
///
/// Found out by running the checks, and remembered until a file changes. Exit code 0 whatever is
/// still to do: for a program that wants to know, `check all` is the one to ask.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// For programs
    #[arg(long)]
    json: bool,
}

/// How one lesson stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Whether anything was changed since the first day.
    pub(crate) begun: bool,
    /// How many TODOs pass.
    pub(crate) passed: usize,
    /// How many there are.
    pub(crate) todos: usize,
}

impl Standing {
    fn new(statuses: &[Status]) -> Self {
        Standing {
            begun: statuses.iter().any(|status| *status != Status::NotStarted),
            passed: statuses.iter().filter(|status| **status == Status::Pass).count(),
            todos: statuses.len(),
        }
    }

    /// Nothing is left to do.
    pub(crate) fn is_done(&self) -> bool {
        self.passed == self.todos
    }

    /// "done", "1 of 2", "not started".
    pub(crate) fn words(&self) -> String {
        match self {
            Self { begun: false, .. } => "not started".into(),
            standing if standing.is_done() => "done".into(),
            Self { passed, todos, .. } => format!("{passed} of {todos}"),
        }
    }
}

/// What was found out, by lesson. Losing the file loses nothing: the checks are run again.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Progress {
    known: BTreeMap<String, Known>,
}

#[derive(Serialize, Deserialize)]
struct Known {
    /// Of everything that the student edits and that checks it.
    hash: u64,
    /// Of each TODO, in order.
    statuses: Vec<Status>,
}

impl Progress {
    /// As it was remembered; empty if that cannot be read.
    pub(crate) fn load() -> Self {
        let text = fs::read(file()).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    /// How `lesson` stands.
    ///
    /// # Errors
    /// As [`Progress::statuses`].
    pub(crate) fn of(&mut self, lesson: &Lesson) -> Result<Standing> {
        Ok(Standing::new(&self.statuses(lesson)?))
    }

    /// How each TODO of `lesson` stands. A lesson as on its first day is not built; one that has not
    /// changed since it was looked at last is not built either.
    ///
    /// # Errors
    /// If the lesson's checks cannot be run at all.
    pub(crate) fn statuses(&mut self, lesson: &Lesson) -> Result<Vec<Status>> {
        if is_untouched(lesson) {
            return Ok(vec![Status::NotStarted; lesson.about.todos.len()]);
        }
        let hash = hash(lesson);
        if let Some(known) = self.known.get(&lesson.number).filter(|known| known.hash == hash) {
            return Ok(known.statuses.clone());
        }
        let statuses: Vec<Status> = check::verdicts(lesson)?.iter().map(|v| v.status).collect();
        if statuses.iter().copied().all(follows_from_the_files) {
            let known = Known { hash, statuses: statuses.clone() };
            self.known.insert(lesson.number.clone(), known);
        }
        Ok(statuses)
    }

    /// Remembers it. Where that is not possible the next start takes longer, which is no error.
    pub(crate) fn save(&self) {
        let Ok(text) = serde_json::to_vec_pretty(self) else { return };
        let beside = file().with_extension("new");
        let _ = fs::create_dir_all(folder())
            .and_then(|()| fs::write(&beside, text))
            .and_then(|()| fs::rename(&beside, file()));
    }
}

/// True if the same files give the same again: OpenGL may be there tomorrow, and the machine be less busy.
fn follows_from_the_files(status: Status) -> bool {
    !matches!(status, Status::Skipped | Status::TimedOut | Status::Crashed)
}

/// Where the command keeps what can be found out again.
pub(crate) fn folder() -> PathBuf {
    build::workspace().join("target").join("workbook")
}

fn file() -> PathBuf {
    folder().join("progress.json")
}

/// Text for text: a file that cannot be read counts as touched, so that its check says why.
pub(crate) fn is_untouched(lesson: &Lesson) -> bool {
    let same = |file: &lesson::File| match (fs::read(&file.mine), fs::read(&file.starter)) {
        (Ok(mine), Ok(first)) => mine == first,
        _ => false,
    };
    lesson.files().iter().all(same)
}

/// Of the lesson and its shaders, and of `common`, which checks them.
fn hash(lesson: &Lesson) -> u64 {
    let workspace = build::workspace();
    let mut hasher = DefaultHasher::new();
    for folder in [
        lesson.path.clone(),
        lesson.shaders(),
        workspace.join("shaders/common"),
        workspace.join("common/src"),
    ] {
        add(&folder, &mut hasher);
    }
    hasher.finish()
}

fn add(path: &Path, hasher: &mut DefaultHasher) {
    if path.is_dir() {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            add(&path, hasher);
        }
    } else if path.extension().is_none_or(|kind| kind != "png") {
        (path, fs::read(path).ok()).hash(hasher);
    }
}

/// A lesson and how it stands, or why that cannot be said.
type Row<'a> = (&'a Lesson, Result<Vec<Status>>);

/// # Errors
/// If the lessons cannot be read.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let lessons = lesson::all()?;
    let mut progress = Progress::load();
    let rows: Vec<Row> = lessons.iter().map(|lesson| (lesson, progress.statuses(lesson))).collect();
    progress.save();
    if arguments.json {
        say!("{}", serde_json::to_string_pretty(&json(&rows))?);
    } else {
        say_on!("{}", table(&rows));
    }
    let well = rows.iter().all(|(_, statuses)| statuses.is_ok());
    Ok(if well { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

/// ```text
///   03  Joint lines        45 min   1 of 4       03.1 pass, 03.2 FAIL
/// ```
fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|(l, _)| l.about.title.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (lesson, statuses) in rows {
        let (title, minutes) = (&lesson.about.title, lesson.about.minutes);
        let words = match statuses {
            Ok(statuses) => {
                let standing = Standing::new(statuses);
                let mixed = standing.begun && !standing.is_done();
                let each = if mixed { each(lesson, statuses) } else { String::new() };
                format!("{:<11}  {each}", standing.words())
            }
            Err(error) => format!("? {error:#}"),
        };
        let line = format!("  {}  {title:<width$}  {minutes:>3} min   {words}", lesson.number);
        text += &format!("{}\n", line.trim_end());
    }
    let all = || rows.iter().filter_map(|(_, statuses)| statuses.as_ref().ok()).flatten();
    let passed = all().filter(|status| **status == Status::Pass).count();
    text += &format!("{passed} of {} TODOs pass.\n", all().count());
    match next(rows) {
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

/// `03.1 pass, 03.2 FAIL`.
fn each(lesson: &Lesson, statuses: &[Status]) -> String {
    let todos = lesson.about.todos.iter().zip(statuses);
    let words = todos.map(|(todo, status)| format!("{} {}", todo.id, status.word()));
    words.collect::<Vec<_>>().join(", ")
}

/// The first TODO that does not pass.
fn next<'a>(rows: &[Row<'a>]) -> Option<(&'a Lesson, &'a lesson::Todo)> {
    rows.iter().find_map(|(lesson, statuses)| {
        let place = statuses.as_ref().ok()?.iter().position(|status| *status != Status::Pass)?;
        Some((*lesson, lesson.about.todos.get(place)?))
    })
}

fn json(rows: &[Row]) -> serde_json::Value {
    let row = |(lesson, statuses): &Row| {
        let todos: Vec<_> = lesson
            .about
            .todos
            .iter()
            .zip(statuses.as_deref().unwrap_or_default())
            .map(|(todo, status)| serde_json::json!({ "id": todo.id, "name": todo.name, "status": status }))
            .collect();
        serde_json::json!({
            "lesson": lesson.number, "title": lesson.about.title, "minutes": lesson.about.minutes,
            "todos": todos, "error": statuses.as_ref().err().map(|error| format!("{error:#}")),
        })
    };
    let rows_json: Vec<_> = rows.iter().map(row).collect();
    serde_json::json!({ "lessons": rows_json, "next": next(rows).map(|(_, todo)| &todo.id) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standings_in_words() {
        use Status::{Fail, NotStarted, Pass};
        let of = |statuses: &[Status]| Standing::new(statuses);
        assert_eq!(of(&[NotStarted, NotStarted]).words(), "not started");
        assert_eq!(of(&[NotStarted, Fail]).words(), "0 of 2");
        assert_eq!(of(&[Pass, Fail]).words(), "1 of 2");
        assert_eq!(of(&[Pass, Pass]).words(), "done");
        assert!(of(&[Pass]).is_done() && !of(&[Pass, Status::Borrowed]).is_done());
    }

    #[test]
    fn the_first_that_does_not_pass_is_next() {
        let lesson = lesson::find("03").unwrap();
        let mut statuses = vec![Status::Pass; lesson.about.todos.len()];
        statuses[1] = Status::Fail;
        let broken = || Err(anyhow::anyhow!("no cargo"));
        let rows = [(&lesson, broken()), (&lesson, Ok(statuses.clone()))];
        let text = table(&rows);
        assert!(text.contains("? no cargo") && text.contains("03.1 pass, 03.2 FAIL"), "{text}");
        let next = "next: 03.2 joints.vert, in shaders/03-joint-lines/joints.vert\n";
        assert!(text.contains(next), "{text}");
        assert_eq!(json(&rows)["next"], "03.2");
        statuses[1] = Status::Pass;
        assert!(table(&[(&lesson, Ok(statuses))]).ends_with("All is done.\n"));
    }

    /// What is remembered is used while the files are the same, and not after that.
    #[test]
    fn remembered_until_something_changes() {
        let copy = tempfile::tempdir().unwrap();
        let source = copy.path().join("src");
        fs::create_dir_all(&source).unwrap();
        fs::write(source.join("starter.rs"), "fn f() {}\n").unwrap();
        fs::write(source.join("exercise.rs"), "fn f() {}\n").unwrap();
        let lesson = lesson::find("03").unwrap();
        let todos = lesson.about.todos.len();
        let lesson = Lesson { path: copy.path().into(), folder: "03-x".into(), ..lesson };
        let mut progress = Progress::default();
        let fresh = progress.of(&lesson).unwrap();
        assert_eq!((fresh.begun, fresh.todos), (false, todos), "and nothing was built");

        fs::write(source.join("exercise.rs"), "fn f() { 1; }\n").unwrap();
        assert!(!is_untouched(&lesson));
        let statuses = vec![Status::Pass; todos];
        let known = Known { hash: hash(&lesson), statuses };
        progress.known.insert("03".into(), known);
        assert!(progress.of(&lesson).unwrap().is_done(), "as remembered");
        fs::write(source.join("checks.rs"), "// stricter\n").unwrap();
        assert_ne!(hash(&lesson), progress.known["03"].hash);
    }

    #[test]
    fn what_may_be_otherwise_tomorrow_is_not_remembered() {
        assert!(follows_from_the_files(Status::DoesNotCompile));
        for status in [Status::Skipped, Status::TimedOut, Status::Crashed] {
            assert!(!follows_from_the_files(status));
        }
    }
}
