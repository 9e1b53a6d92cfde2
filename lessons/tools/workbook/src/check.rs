//! `check`: builds a lesson, runs its program with `--check`, and shows the verdicts.

use crate::diary;
use crate::doctor;
use crate::hints_shown::{HINTS, HintsShown};
use crate::output::{self, say, say_on};
use anyhow::{Context, Result, ensure};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use verdict::build::lesson::{self, LessonFolder};
use verdict::build::{self, Built, mend};
pub(crate) use verdict::build::{CargoOutput, Report, has_been_built};
use verdict::{LIBRARY, PAGES, Status, Verdict, source};

/// Check your answers: a lesson (03), one TODO (03.2), all, or those that are begun
///
/// Exit code: 0 if all pass, 1 if anything is wrong or not done yet, 3 if nothing is wrong but
/// something could not be checked here.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// 03, 03.2, all or begun
    #[arg(default_value = "all")]
    what: String,
    /// Print JSON, for programs
    #[arg(long)]
    json: bool,
    /// Seed of the random inputs
    #[arg(long)]
    seed: Option<u64>,
    /// Every TODO in full, with all numbers
    #[arg(long)]
    verbose: bool,
}

/// A report with the hints that were shown, which an assistant must know: see lessons/AGENTS.md.
#[derive(Serialize)]
struct ForPrograms {
    #[serde(flatten)]
    report: Report,
    /// Level of the last hint that `hint` showed, by TODO. 0 is a question about a mistake.
    hints: BTreeMap<String, usize>,
}

/// # Errors
/// If there is no such lesson, or cargo fails for another reason than the student's code.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut report = Report::default();
    let lessons = lessons_to_check(&arguments.what)?;
    for (lesson, only) in &lessons {
        let one = lesson_report(lesson, only.as_deref(), arguments.seed, CargoOutput::Shown)?;
        diary::note_verdicts(&one.verdicts);
        if !arguments.json {
            say!("{}", text(lesson, &one, arguments.verbose));
        }
        if output::is_closed() {
            return Ok(ExitCode::SUCCESS);
        }
        report.verdicts.extend(one.verdicts);
        report.warnings.extend(one.warnings);
    }
    let exit_code = ExitCode::from(verdict::exit_code(&report.verdicts));
    match &lessons[..] {
        _ if arguments.json => {
            let shown: HintsShown = crate::build::load_cached(HINTS);
            let hints = report.verdicts.iter().flat_map(|v| shown.levels(&v.id)).collect();
            say!("{}", serde_json::to_string_pretty(&ForPrograms { report, hints })?);
        }
        [(lesson, _)] => {
            if let Some(pages) = pages() {
                say!("What was the GPU told? {pages}");
            }
            say!("{}", next_line(lesson, &report.verdicts));
        }
        _ => say_on!("{}", summary(&lessons, &report.verdicts)),
    }
    Ok(exit_code)
}

/// Returns the lessons to check. With a lesson's TODO in `what`, also returns the TODO's id.
fn lessons_to_check(what: &str) -> Result<Vec<(LessonFolder, Option<String>)>> {
    if what == "all" {
        return Ok(lesson::all()?.into_iter().map(|lesson| (lesson, None)).collect());
    }
    if what == "begun" {
        let begun = lesson::all()?.into_iter().filter(|lesson| !lesson::is_untouched(lesson));
        return Ok(begun.map(|lesson| (lesson, None)).collect());
    }
    if what.contains('.') {
        let (lesson, place) = lesson::find_todo(what)?;
        let id = lesson.toml.todos[place].id.clone();
        return Ok(vec![(lesson, Some(id))]);
    }
    Ok(vec![(lesson::find(what)?, None)])
}

/// Builds a lesson, and lets its program check all TODOs, or `only` one.
///
/// # Errors
/// If cargo fails for another reason than the student's code.
pub(crate) fn lesson_report(
    lesson: &LessonFolder,
    only: Option<&str>,
    seed: Option<u64>,
    cargo: CargoOutput,
) -> Result<Report> {
    // Those of the last check are another program's by now.
    let _ = fs::remove_dir_all(pages_folder());
    let (program, library) = build::program_and_library(lesson, cargo).map_err(doctor::with_missing)?;
    let (mut report, others) = match library {
        Built::Ready { path, mut warnings } => {
            let program = program.context("cargo named no program")?;
            let verdicts = verdicts_of(&program, &path, only, seed)?;
            // A program in the making has much that is not used yet, and `cargo run` has said so.
            if lesson.toml.exercise.is_some() {
                warnings.clear();
            }
            // Beside a named mistake, an unused variable is not worth a message.
            if verdicts.iter().any(|v| !v.mistakes.is_empty()) {
                warnings.retain(|warning| !warning.starts_with("warning: unused"));
            }
            return Ok(Report { verdicts, warnings });
        }
        Built::DoesNotCompile(report, others) => (report, others),
        Built::Missing(report) => (report, None),
    };
    if let (Some(program), Some(others)) = (program, others) {
        report.verdicts = mend::merged(report.verdicts, &verdicts_of(&program, &others, only, seed)?);
    }
    report.verdicts.retain(|v| only.is_none_or(|only| only == v.id) || v.status == Status::DoesNotCompile);
    Ok(report)
}

/// Builds a lesson, and returns the path of its program. If the exercise does not compile, prints the report and returns
/// `None`.
///
/// # Errors
/// If cargo fails for another reason than the student's code.
pub(crate) fn program(lesson: &LessonFolder) -> Result<Option<PathBuf>> {
    Ok(match build::program(lesson, CargoOutput::Shown).map_err(doctor::with_missing)? {
        Built::Ready { path, .. } => Some(path),
        Built::DoesNotCompile(report, _) | Built::Missing(report) => {
            say!("{}{}", text(lesson, &report, false), next_line(lesson, &report.verdicts));
            None
        }
    })
}

/// Runs a lesson's program with `--check` on a library, and returns its verdicts.
fn verdicts_of(program: &Path, library: &Path, only: Option<&str>, seed: Option<u64>) -> Result<Vec<Verdict>> {
    let mut command = Command::new(program);
    command.env(LIBRARY, library).arg("--check").args(only).arg("--json").stdin(Stdio::null());
    command.env(PAGES, pages_folder());
    if let Some(seed) = seed {
        command.args(["--seed", &seed.to_string()]);
    }
    let output = command.output().with_context(|| format!("{} could not be started", program.display()))?;
    ensure!(
        output.status.code().is_some(),
        "the check was ended from outside ({}). Does an answer end the process that has started it? Check one TODO at a time.",
        output.status
    );
    serde_json::from_slice(&output.stdout).with_context(|| {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        format!("{} did not come back with verdicts: {message}", program.display())
    })
}

/// Returns the folder with what the GPU was told by the frames of a check: see [`PAGES`].
fn pages_folder() -> PathBuf {
    verdict::workspace::root().join("target").join("told")
}

/// Returns the paths of the pages that the last check has written, if it has written any.
fn pages() -> Option<String> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(pages_folder()).ok()?.flatten() {
        paths.push(verdict::workspace::shown(&entry.path()));
    }
    paths.sort();
    Some(paths.join(", "))
}

/// Returns each verdict with its text, the current TODO's first if it is begun: the card of the current TODO, and of each
/// other its cause and question, or all in full if `is_verbose`.
pub(crate) fn cards(verdicts: &[Verdict], is_verbose: bool) -> Vec<(&Verdict, String)> {
    let statuses: Vec<Option<Status>> = verdicts.iter().map(|v| Some(v.status)).collect();
    let current = verdict::current_todo(&statuses);
    let mut cards = Vec::new();
    for (index, verdict) in verdicts.iter().enumerate() {
        // The next command is printed once, at the end.
        let next = verdict.next.clone().filter(|_| verdict.status == Status::Skipped);
        let verdict_alone = Verdict { next, ..verdict.clone() };
        let brief = verdict::brief(&verdict_alone);
        let card = match verdict.status {
            _ if is_verbose => verdict::text(&verdict_alone),
            Status::Skipped => brief,
            _ if current == Some(index) => brief,
            _ => verdict::cause(&verdict_alone),
        };
        let is_first = current == Some(index) && verdict.status != Status::NotStarted;
        let position = if is_first { 0 } else { cards.len() };
        cards.insert(position, (verdict, card));
    }
    cards
}

/// Returns a lesson's report as text.
pub(crate) fn text(lesson: &LessonFolder, report: &Report, is_verbose: bool) -> String {
    let verdicts = &report.verdicts;
    let mut text = format!("Lesson {}, {}\n", lesson.number, lesson.toml.title);
    for (_, card) in cards(verdicts, is_verbose) {
        text += &card;
    }
    for warning in &report.warnings {
        text += &format!("{}\n", warning.trim_end());
    }
    let [passed, skipped] =
        [Status::Pass, Status::Skipped].map(|status| verdicts.iter().filter(|v| v.status == status).count());
    let unchecked = if skipped > 0 { format!(", {skipped} NOT CHECKED") } else { String::new() };
    text += &format!("{passed} of {} pass{unchecked}\n", verdicts.len());
    text
}

/// Returns the last lines after several lessons: how many TODOs pass, and the next thing to do.
fn summary(lessons: &[(LessonFolder, Option<String>)], verdicts: &[Verdict]) -> String {
    let passed = verdicts.iter().filter(|v| v.status == Status::Pass).count();
    let all = format!("In all {passed} of {} pass.\n", verdicts.len());
    let Some(v) = verdicts.iter().find(|v| !v.status.is_done()) else { return all };
    let lesson = lessons.iter().map(|(lesson, _)| lesson).find(|l| v.id.starts_with(&l.number));
    match lesson {
        Some(lesson) => format!("{all}{}\n", next_line(lesson, verdicts)),
        None => all,
    }
}

/// Returns a line with the next thing to do after these verdicts on a lesson: the current TODO, or the TODO after those that
/// were checked, or the next lesson.
pub(crate) fn next_line(lesson: &LessonFolder, verdicts: &[Verdict]) -> String {
    let toml = &lesson.toml;
    let statuses: Vec<Option<Status>> = verdicts.iter().map(|v| Some(v.status)).collect();
    let open = verdict::current_todo(&statuses).map(|todo| &verdicts[todo]);
    if let Some(v) = open {
        match (v.status, &v.place) {
            (Status::DoesNotCompile, Some(place)) => {
                return format!("next: {} {}, {place}", v.id, v.name);
            }
            (Status::DoesNotCompile, None) if v.next.is_some() => {
                return format!("next: {}", v.next.as_deref().unwrap_or_default());
            }
            (Status::Waiting, Some(place)) => return format!("next: {place}"),
            (Status::NotStarted | Status::Waiting, _) => {}
            _ => {
                let file = lesson.file_of(&v.name);
                return format!("next: {file}, or cargo workbook hint {}", v.id);
            }
        }
    }
    let open = open.map(|v| v.id.as_str());
    let index = match (open, verdicts.last()) {
        (Some(open), _) => toml.todos.iter().position(|todo| todo.id == open),
        (None, last) => {
            let done = toml.todos.iter().position(|todo| last.is_some_and(|v| v.id == todo.id));
            done.map(|done| done + 1)
        }
    };
    // After a part that belongs between two lessons the course goes on with the second.
    let part = index.filter(|_| open.is_none()).and_then(|index| toml.milestone_of(index.checked_sub(1)?));
    if let Some((part, todos)) = part
        && let (Some(lesson), true) = (&part.follows, index == Some(todos.end))
    {
        return lesson_line(lesson);
    }
    if let Some((index, todo)) = index.and_then(|index| Some((index, toml.todos.get(index)?))) {
        let text = lesson.readme_of(index);
        let file = lesson.file_of(&todo.name);
        return format!("next: {} {}. Read {text}, then edit {file}", todo.id, todo.name);
    }
    if verdicts.len() < toml.todos.len() {
        return format!("next: check the whole lesson, cargo workbook check {}", lesson.number);
    }
    if let Some(line) = part_line(&lesson.number) {
        return line;
    }
    lesson_line(&lesson.number)
}

/// Returns the line with the lesson after the one with this number.
fn lesson_line(number: &str) -> String {
    match lesson::next_after(number).ok().flatten() {
        Some(LessonFolder { number, folder, toml, .. }) => format!(
            "next: lesson {number}, {}. Read lessons/{folder}/README.md, and look: cargo run -p lesson-{number}",
            toml.title
        ),
        None => "This was the last lesson.".into(),
    }
}

/// Returns the line with the part of one's own program that is to be done after a lesson, if one is and it is not begun.
fn part_line(number: &str) -> Option<String> {
    let (lesson, todos) = lesson::part_after(number).ok()??;
    let (part, _) = lesson.toml.milestone_of(todos.start)?;
    let first = &lesson.toml.todos[todos.start].name;
    if source::lines_of(&build::exercise_of(&lesson), first).is_some() {
        return None; // begun
    }
    let text = lesson.readme_of(todos.start);
    Some(format!("next: draw it yourself, in a program of your own, part {}. Read {text}", part.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::TodoToml;

    fn verdict(id: &str, name: &str, status: Status) -> Verdict {
        Verdict::new(id, name, status, 41)
    }

    #[test]
    fn the_current_todo_comes_first_and_the_others_with_their_causes() {
        let mut failing = verdict("03.2", "x", Status::Fail);
        failing.question = Some("Which?".into());
        let mut other = verdict("03.3", "x", Status::Fail);
        other.place = Some("[0]".into());
        other.expected = Some("1".into());
        other.got = Some("2".into());
        other.question = Some("What?".into());
        let mut right = verdict("03.1", "x", Status::Pass);
        right.notes.push("remark".into());
        let mut verdicts = [right, failing, other];
        let texts = [false, true]
            .map(|is_verbose| cards(&verdicts, is_verbose).into_iter().map(|(_, card)| card).collect::<String>());
        let expected = "03.2 x                FAIL\n     Which?\n03.1 x                pass\n     remark\n03.3 x                FAIL\n     [0]: expected 1  got 2\n     What?\n";
        assert_eq!(texts[0], expected);
        assert!(texts[1].ends_with("     seed 41\n"), "{}", texts[1]);
        for verdict in &mut verdicts[1..] {
            verdict.status = Status::NotStarted;
        }
        assert_eq!(cards(&verdicts, false)[0].0.id, "03.1");
    }

    #[test]
    fn after_several_lessons_the_first_that_does_not_pass_is_next() {
        let lessons = [(lesson::find("03").unwrap(), None)];
        let mut verdicts = vec![
            verdict("03.1", "joints.vert", Status::Pass),
            verdict("03.2", "matrices", Status::Borrowed),
            verdict("03.3", "index_pairs", Status::NotStarted),
        ];
        assert_eq!(
            summary(&lessons, &verdicts),
            "In all 1 of 3 pass.\nnext: lessons/03-joint-lines/exercise.rs, or cargo workbook hint 03.2\n"
        );
        verdicts.truncate(1);
        assert_eq!(summary(&lessons, &verdicts), "In all 1 of 1 pass.\n");
        let [(lesson, _)] = &lessons;
        assert!(next_line(lesson, &verdicts).starts_with("next: 03.2 "));
        let TodoToml { id, name, .. } = lesson.toml.todos.last().unwrap();
        let last = next_line(lesson, &[verdict(id, name, Status::Pass)]);
        assert!(last.starts_with("next: check the whole lesson, cargo workbook check 03"), "{last}");
        let all: Vec<Verdict> = lesson.toml.todos.iter().map(|todo| verdict(&todo.id, "", Status::Pass)).collect();
        let done = next_line(lesson, &all);
        let part = "next: draw it yourself, in a program of your own, part A Bones. Read lessons/19-own-program/a-bones/README.md";
        assert_eq!(done, part);
        let own = lesson::find("19").unwrap();
        let (_, part) = own.toml.milestones().next().unwrap();
        let todos = own.toml.todos[part].iter();
        let drawn: Vec<Verdict> = todos.map(|todo| verdict(&todo.id, "", Status::Pass)).collect();
        let done = next_line(&own, &drawn);
        assert!(done.starts_with("next: lesson 04, Collada joints. Read"), "{done}");
        let mut broken = verdict(id, name, Status::DoesNotCompile);
        broken.place = Some("exercise.rs:67".into());
        let mut waiting = verdict("03.1", "joints.vert", Status::Waiting);
        assert_eq!(next_line(lesson, &[waiting.clone(), broken]), format!("next: {id} {name}, exercise.rs:67"));
        waiting.place = Some("exercise.rs:90".into());
        assert_eq!(next_line(lesson, &[waiting]), "next: exercise.rs:90", "an error outside of the TODOs");
        let wrong = next_line(lesson, &[verdict(id, name, Status::Fail)]);
        assert!(wrong.ends_with(&format!("cargo workbook hint {id}")), "{wrong}");
        let idle = next_line(lesson, &[verdict(id, name, Status::NotStarted)]);
        assert!(idle.starts_with(&format!("next: {id}")), "{idle}");
    }

    #[test]
    #[cfg(unix)]
    fn a_check_that_was_killed_is_named_so() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("lesson");
        std::fs::write(&program, "#!/bin/sh\nkill -9 $$\n").unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let error = verdicts_of(&program, Path::new("none"), None, None).unwrap_err().to_string();
        assert!(error.starts_with("the check was ended from outside (signal: 9"), "{error}");
    }
}
