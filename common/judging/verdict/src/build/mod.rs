//! Building a lesson, and rustc's errors in the one file a student edits.
//!
//! ```text
//! exercise.rs -> library: cargo -> messages: what rustc reports -> error_report: a verdict for each TODO
//!                               -> the library that the lesson's program loads
//! ```

pub mod cargo_json;
mod compared;
pub mod lesson;
pub mod mend;
mod messages;
#[cfg(test)]
mod sentences;
mod waiting;
mod words;

pub use compared::{Compared, Hunk, Line, Piece, Side};
pub use lesson::LessonFolder;
pub use waiting::{WAITING, wait_for_another_cargo};

use crate::workspace;
use crate::{CompilerMessage, Status, Verdict, names_shader, source};
use anyhow::{Context, Result, bail};
use messages::{Diagnostic, Errors, Messages};
use serde::Serialize;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;
use std::{env, fs};

/// The report of a check, as JSON.
#[derive(Default, Serialize)]
pub struct Report {
    /// One for each TODO that was checked.
    pub verdicts: Vec<Verdict>,
    /// Warnings of rustc about exercises.
    pub warnings: Vec<String>,
}

/// Cargo for this workspace: the one that runs this program, or the one on the path.
pub fn cargo(subcommand: &str) -> Command {
    cargo_in(workspace::root(), subcommand)
}

/// Cargo for another workspace. It starts there, since cargo looks for its settings around the folder in which it starts.
pub fn cargo_in(workspace: &Path, subcommand: &str) -> Command {
    let program = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command.arg(subcommand).arg("--manifest-path").arg(workspace.join("Cargo.toml")).current_dir(workspace);
    command
}

/// Whether this program was built with cargo's release profile.
const IS_RELEASE: bool = !cfg!(debug_assertions);

/// The result of a build.
pub enum Built {
    /// It can be run, or loaded.
    Ready {
        /// The lesson's program or library.
        path: PathBuf,
        /// Warnings of rustc in the exercise.
        warnings: Vec<String>,
    },
    /// It does not compile: rustc's errors, and where they are in functions, the library with the starter's in their place.
    DoesNotCompile(Report, Option<PathBuf>),
    /// `exercise.rs` is missing, and nothing was built.
    Missing(Report),
}

/// Whether cargo may show its progress.
#[derive(Clone, Copy, PartialEq)]
pub enum CargoOutput {
    /// Shown on the screen, at a lesson's first build, which takes a while.
    Shown,
    /// Hidden, because this program draws there.
    Hidden,
}

/// Builds a lesson's program.
///
/// # Errors
/// If cargo fails for a reason that is not in any Rust file.
pub fn program(lesson: &LessonFolder, progress: CargoOutput) -> Result<Built> {
    run_cargo(lesson, &[&lesson.package()], progress, |messages| messages.program.take())
}

/// Builds the library of a lesson's exercise.
///
/// # Errors
/// As [`program`].
pub fn library(lesson: &LessonFolder, progress: CargoOutput) -> Result<Built> {
    if let Some(report) = missing_exercise(lesson) {
        return Ok(Built::Missing(report));
    }
    touch_if_put_back(lesson)?;
    let built = run_cargo(lesson, &[&lesson.library()], progress, |messages| messages.library(&lesson.library()))?;
    Ok(with_the_others(lesson, built))
}

/// Adds the library with the starter's functions to a build that has failed, unless that library cannot be built either.
fn with_the_others(lesson: &LessonFolder, built: Built) -> Built {
    match built {
        Built::DoesNotCompile(report, None) => {
            let library = mended_library(lesson, &report.verdicts).unwrap_or_default();
            Built::DoesNotCompile(report, library)
        }
        built => built,
    }
}

/// Builds the library of a lesson's exercise with the starter's functions in the place of those that do not compile.
fn mended_library(lesson: &LessonFolder, verdicts: &[Verdict]) -> Result<Option<PathBuf>> {
    let broken = mend::broken_functions(verdicts);
    if lesson.toml.exercise.is_some() || broken.is_empty() {
        return Ok(None);
    }
    let starter = lesson.starter(lesson.files().first().context("a lesson has an exercise")?)?;
    let text = mend::with_functions_of(&starter, &exercise_of(lesson), &broken);
    let Some(text) = text.filter(|text| !text.contains(char::REPLACEMENT_CHARACTER)) else { return Ok(None) };
    let folder = target().join("mended").join(lesson.library());
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("exercise.rs"), text)?;
    fs::write(folder.join("module.rs"), "#[forbid(unsafe_code)]\n#[path = \"exercise.rs\"]\npub mod exercise;\n")?;
    let mut cargo = cargo("rustc");
    cargo.args(["--quiet", "--lib", "--package", &lesson.library(), "--message-format", "json"]);
    if IS_RELEASE {
        cargo.arg("--release");
    }
    let output = cargo.args(["--", "--cfg", "mended"]).env("ARMATURE_MENDED", &folder).output()?;
    Ok(Messages::read(&output.stdout, &lesson.exercise()).library(&lesson.library()))
}

/// Returns the verdicts of a lesson without its exercise: the first function's says what brings it back, and the others
/// wait for it. `None` if the file is there.
fn missing_exercise(lesson: &LessonFolder) -> Option<Report> {
    if lesson.exercise_path().exists() {
        return None;
    }
    let file = lesson.exercise();
    let mut report = Report::default();
    if lesson.toml.exercise.is_some() {
        for (index, todo) in lesson.toml.todos.iter().enumerate() {
            let begin = format!("{file} is not there yet: {} says how to begin.", lesson.readme_of(index));
            report.verdicts.push(Verdict::new(&todo.id, &todo.name, Status::NotStarted, crate::SEED).saying(begin));
        }
        return Some(report);
    }
    for todo in &lesson.toml.todos {
        let is_first = !names_shader(&todo.name) && report.verdicts.iter().all(|v| v.status == Status::Waiting);
        report.verdicts.push(if is_first {
            Verdict::of_missing_file(&todo.id, &todo.name, &file)
        } else {
            Verdict::new(&todo.id, &todo.name, Status::Waiting, crate::SEED).saying(format!("{file} is missing."))
        });
    }
    Some(report)
}

/// Sets the modification time of an exercise to now if an older file has replaced the one of the last build. Cargo compares
/// times, and would otherwise keep the library that it has built from the replaced text.
fn touch_if_put_back(lesson: &LessonFolder) -> Result<()> {
    let file = lesson.exercise_path();
    let Ok(time) = modified(&file) else { return Ok(()) }; // it has just gone, and the compiler reports it
    // This file contains the exercise's time at the last build; its own time is when that began.
    let noted = target().join(format!("{}.time", lesson.library()));
    let is_other = fs::read_to_string(&noted).is_ok_and(|last| last != format!("{time:?}"));
    if is_other && modified(&noted).is_ok_and(|began| time < began) {
        let touched =
            fs::File::options().append(true).open(&file).and_then(|file| file.set_modified(SystemTime::now()));
        touched.with_context(|| format!("{} is older than what was built, and cannot be touched", file.display()))?;
    }
    if let Ok(time) = modified(&file) {
        let _ = fs::create_dir_all(target()).and_then(|()| fs::write(&noted, format!("{time:?}")));
    }
    Ok(())
}

fn modified(file: &Path) -> std::io::Result<SystemTime> {
    fs::metadata(file)?.modified()
}

/// Builds a lesson's program and its library in one call of cargo. The first path returned is the program's, if it compiles.
///
/// # Errors
/// As [`program`].
pub fn program_and_library(lesson: &LessonFolder, progress: CargoOutput) -> Result<(Option<PathBuf>, Built)> {
    if let Some(report) = missing_exercise(lesson) {
        return Ok((None, Built::Missing(report)));
    }
    let packages = [&*lesson.package(), &lesson.library()];
    touch_if_put_back(lesson)?;
    let mut program = None;
    let built = run_cargo(lesson, &packages, progress, |messages| {
        program = messages.program.take();
        messages.library(packages[1])
    })?;
    let built = with_the_others(lesson, built);
    if let Built::DoesNotCompile(_, Some(_)) = built
        && let Built::Ready { path, .. } = self::program(lesson, progress)?
    {
        program = Some(path);
    }
    Ok((program, built))
}

/// Builds packages of a lesson. `find_path` takes the path of the file that was built from cargo's messages.
fn run_cargo(
    lesson: &LessonFolder,
    packages: &[&str],
    progress: CargoOutput,
    find_path: impl FnOnce(&mut Messages) -> Option<PathBuf>,
) -> Result<Built> {
    let mut cargo = cargo("build");
    cargo.args(packages.iter().flat_map(|package| ["--package", package])).args(["--message-format", "json"]);
    // The profile of this program: a window that was started by `cargo run --release` keeps it.
    if IS_RELEASE {
        cargo.arg("--release");
    }
    // The first build takes a while, and then cargo may show its progress; later only if it takes long after all.
    let is_first = !has_been_built(lesson);
    let output = match progress {
        CargoOutput::Shown if is_first => cargo.stderr(Stdio::inherit()).output(),
        CargoOutput::Shown => {
            wait_for_another_cargo(|| eprintln!("{WAITING}"));
            waiting::output_with_late_progress(&mut cargo)
        }
        CargoOutput::Hidden => cargo.arg("--quiet").output(),
    };
    let output = output.context("cargo could not be started")?;
    let mut messages = Messages::read(&output.stdout, &lesson.exercise());
    let text = exercise_of(lesson);
    if output.status.success() {
        let path =
            find_path(&mut messages).with_context(|| format!("cargo named no file of {}", packages.join(", ")))?;
        let warnings = messages.warnings.iter().map(|warning| with_advice(lesson, &text, warning)).collect();
        return Ok(Built::Ready { path, warnings });
    }
    if messages.errors.inside.is_empty() && messages.errors.outside.is_empty() {
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        let words = if words.is_empty() { "cargo's words are above" } else { words.trim() };
        // A full disk, a linker that fails: rustc reports it, and cargo only that rustc has failed.
        let cause = messages.nowhere.concat();
        bail!("{} could not be built: {words}\n{}", packages.join(", "), cause.trim_end());
    }
    Ok(Built::DoesNotCompile(error_report(lesson, &text, &output.stdout, crate::SEED), None))
}

/// Whether the lesson has a program, of whatever age: without one the first build takes a while.
pub fn has_been_built(lesson: &LessonFolder) -> bool {
    target().join(format!("{}{}", lesson.package(), std::env::consts::EXE_SUFFIX)).exists()
}

/// The folder of cargo's builds: named by a variable, or else that of this program, because `build.target-dir` may name
/// another.
pub fn target() -> PathBuf {
    let profile = if IS_RELEASE { "release" } else { "debug" };
    if let Some(folder) = ["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR"].into_iter().find_map(env::var_os) {
        return PathBuf::from(folder).join(profile);
    }
    let usual = workspace::root().join("target").join(profile);
    if env::var_os(workspace::WORKSPACE).is_some() {
        return usual; // another workspace than this program's
    }
    let own = env::current_exe().unwrap_or_default();
    own.ancestors().find(|folder| folder.ends_with(profile)).map_or(usual, PathBuf::from)
}

/// The message if nothing is known of the exercise: rustc was ended from outside.
const NO_WORD: &str = "rustc ended without a word: it took too long, or too much memory, or the machine was too busy.";

/// Whether a build has failed without a location from rustc: it was ended, or a linker or a disk has failed. Then it may
/// work another time.
pub fn is_silent(stream: &[u8]) -> bool {
    let Messages { errors, .. } = Messages::read(stream, "");
    errors.inside.is_empty() && errors.outside.is_empty()
}

/// The largest number of errors that are reported: a hostile text may have thousands.
const MAX_ERRORS: usize = 20;

/// Returns a verdict for each TODO of a lesson whose exercise does not compile. `exercise` is the exercise's text, and
/// `stream` is cargo's output about its package.
pub fn error_report(lesson: &LessonFolder, exercise: &str, stream: &[u8], seed: u64) -> Report {
    let messages = Messages::read(stream, &lesson.exercise());
    let mut errors = messages.errors;
    errors.inside.truncate(MAX_ERRORS);
    if errors.inside.is_empty() && errors.outside.iter().any(|error| error.rendered.contains("valid UTF-8")) {
        errors.inside.push(not_utf8(exercise));
    }
    if errors.inside.is_empty() && errors.outside.is_empty() {
        let words = messages.nowhere.concat();
        let why = if words.is_empty() { NO_WORD } else { words.trim_end() };
        let mut verdicts = Vec::new();
        for todo in &lesson.toml.todos {
            verdicts.push(Verdict::new(&todo.id, &todo.name, Status::Skipped, seed).saying(why));
        }
        return Report { verdicts, warnings: Vec::new() };
    }
    let todos = lesson.toml.todos.iter();
    let names: Vec<(&str, &str)> = todos.map(|todo| (&*todo.id, &*todo.name)).collect();
    let file = lesson.exercise();
    report_by_errors(&names, exercise, &file, &errors, seed, |error| advice(lesson, exercise, error))
}

/// Returns an error at the first byte of the exercise that is not UTF-8. rustc reports the error at the `mod` declaration of
/// the exercise, in a file that no student edits.
fn not_utf8(exercise: &str) -> Diagnostic {
    let before = exercise.split(char::REPLACEMENT_CHARACTER).next().unwrap_or_default();
    let rendered =
        "the file is not UTF-8: an editor has written a letter such as ä in another encoding. Save it as UTF-8.";
    Diagnostic {
        code: String::new(),
        line: 1 + before.matches('\n').count(),
        place: String::new(),
        rendered: rendered.into(),
        marked: Vec::new(),
    }
}

/// Returns a verdict for each of the `todos` (id and name), with the errors that belong to it. The other TODOs wait for the
/// first with an error. Errors in the exercise that belong to none are among the warnings, and all wait for them.
fn report_by_errors(
    todos: &[(&str, &str)],
    text: &str,
    file: &str,
    errors: &Errors,
    seed: u64,
    advice: impl Fn(&Diagnostic) -> Option<String>,
) -> Report {
    let mut verdicts: Vec<Verdict> =
        todos.iter().map(|&(id, name)| Verdict::new(id, name, Status::Waiting, seed)).collect();
    let mut warnings = Vec::new();
    let mut outside = None;
    for error in &errors.inside {
        let advice = advice(error);
        if let Some(todo) = owning_todo(todos, text, error) {
            add_error(&mut verdicts[todo], error, advice, file);
        } else {
            outside.get_or_insert(format!("{file}:{}", error.line));
            let rendered = error.rendered.trim_end();
            warnings.push(advice.map_or(rendered.into(), |advice| format!("{rendered}\n{advice}")));
        }
    }
    if errors.inside.is_empty() {
        for (error, verdict) in errors.outside.iter().zip(&mut verdicts).take(1) {
            let (place, more) = elsewhere(file, &error.place);
            add_error(verdict, error, more, file);
            verdict.place = place;
        }
        // Hints do not help against a file that is not this lesson's.
        for verdict in &mut verdicts {
            verdict.next = None;
        }
    }
    let broken = verdicts.iter().find(|v| v.status == Status::DoesNotCompile);
    let why = match (&outside, broken) {
        (Some(place), _) => Some(format!("{place} does not compile, outside of the TODOs.")),
        (None, Some(v)) if errors.inside.is_empty() => Some(format!("the file that {} names does not compile.", v.id)),
        (None, broken) => broken.map(|v| format!("{} does not compile.", v.id)),
    };
    for v in verdicts.iter_mut().filter(|v| v.status == Status::Waiting) {
        v.message.clone_from(&why);
        v.place.clone_from(&outside);
    }
    Report { verdicts, warnings }
}

/// Returns the place of an error outside of the exercise, if the student edits that file, or else what to look for.
fn elsewhere(exercise: &str, place: &str) -> (Option<String>, Option<String>) {
    let Some(folder) = exercise.strip_suffix("scene.rs") else {
        let words = "This is not in your exercise, but in a file that uses it: is `ANSWERS` in";
        return (None, Some(format!("{words} {exercise} as it was?")));
    };
    if let Some((_, file)) = place.rsplit_once(folder) {
        return (Some(format!("{folder}{file}")), None);
    }
    let words =
        "This is in the check, which calls your program. Has a name, a type or a `pub` changed since the text's";
    (None, Some(format!("{words} listing of {exercise}?")))
}

fn add_error(verdict: &mut Verdict, error: &Diagnostic, advice: Option<String>, file: &str) {
    if verdict.status == Status::Waiting {
        *verdict = Verdict::new(&verdict.id, &verdict.name, Status::DoesNotCompile, verdict.seed);
    }
    let earlier = verdict.message.take().map_or(String::new(), |earlier| format!("{earlier}\n"));
    verdict.message = Some(format!("{earlier}{}\n", error.rendered.trim_end()));
    verdict.notes.extend(advice.filter(|advice| !verdict.notes.contains(advice)));
    if error.line > 0 {
        verdict.place.get_or_insert(format!("{file}:{}", error.line));
    }
}

/// Returns the index of the TODO to which an error belongs: the one whose function does not fit the table of answers, or
/// contains the error, or is the first to call the helper that contains the error, or else the last that begins before it and
/// is left open. `None` if the error is outside of the TODOs.
fn owning_todo(todos: &[(&str, &str)], text: &str, error: &Diagnostic) -> Option<usize> {
    let tokens = source::tokens(text);
    let position = |matches: &dyn Fn(&str) -> bool| todos.iter().position(|(_, name)| matches(name));
    let misfit = crate::function_of_table(&error.rendered);
    let helper = source::function_at(&tokens, error.line).map(|(helper, _)| helper);
    position(&|name| misfit == Some(name))
        .or_else(|| position(&|name| contains(&tokens, name, error.line)))
        .or_else(|| position(&|name| helper.is_some_and(|helper| calls(&tokens, name, helper))))
        .or_else(|| todos.iter().rposition(|(_, name)| is_open_before(&tokens, name, error.line)))
}

fn contains(tokens: &[source::Token], function: &str, line: usize) -> bool {
    match source::function(tokens, function) {
        Some([first, .., last]) => (first.line..=last.line).contains(&line),
        _ => false,
    }
}

fn calls(tokens: &[source::Token], function: &str, helper: &str) -> bool {
    source::function(tokens, function).unwrap_or_default().iter().any(|token| token.text == helper)
}

/// Returns whether a function begins before a line, and no brace closes it.
fn is_open_before(tokens: &[source::Token], function: &str, line: usize) -> bool {
    let mut heads = tokens.windows(2).filter(|pair| pair[0].text == "fn" && pair[1].text == function);
    heads.any(|pair| pair[0].line <= line) && source::function(tokens, function).is_none()
}

/// Returns the text of a lesson's exercise, with a replacement character for each byte that is not UTF-8, or an empty text
/// if the file cannot be read.
pub fn exercise_of(lesson: &LessonFolder) -> String {
    String::from_utf8_lossy(&fs::read(lesson.exercise_path()).unwrap_or_default()).into_owned()
}

fn with_advice(lesson: &LessonFolder, text: &str, diagnostic: &Diagnostic) -> String {
    let advice = advice(lesson, text, diagnostic).map_or(String::new(), |advice| advice + "\n");
    format!("{}\n{advice}", diagnostic.rendered.trim_end())
}

/// Returns the workbook's advice about an error or a warning of rustc in the exercise `text`.
fn advice(lesson: &LessonFolder, text: &str, diagnostic: &Diagnostic) -> Option<String> {
    let Diagnostic { code, line, rendered, marked, .. } = diagnostic;
    let tokens = source::tokens(text);
    let around = match source::function_at(&tokens, *line) {
        Some((_, [first, .., last])) => &text[first.start..last.start],
        _ => "",
    };
    crate::compiler_advice(&lesson.toml, CompilerMessage { code, rendered, marked, around })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(level: &str, file: &str, line: usize, code: &str) -> String {
        serde_json::json!({ "reason": "compiler-message", "message": {
            "level": level, "rendered": format!("{level} in {file}:{line}\n"), "code": { "code": code },
            "spans": [{ "file_name": file, "line_start": line, "is_primary": true }],
        }})
        .to_string()
    }

    fn stream(messages: &[String]) -> Messages {
        Messages::read(messages.join("\n").as_bytes(), "03-joint-lines/exercise.rs")
    }

    const EXERCISE: &str = "lessons/03-joint-lines/exercise.rs";

    /// An error inside a macro belongs to the call.
    #[test]
    fn a_macro_of_another_file() {
        let inner = serde_json::json!({ "file_name": EXERCISE, "line_start": 43, "is_primary": false });
        let span = serde_json::json!({
            "file_name": "common/judging/check/src/lesson.rs", "line_start": 134, "is_primary": true,
            "expansion": { "span": inner },
        });
        let message = serde_json::json!({ "reason": "compiler-message", "message": {
            "level": "error", "rendered": "no `starter` in `crate`\n", "code": null, "spans": [span],
        }});
        let read = stream(&[message.to_string()]);
        let lines: Vec<usize> = read.errors.inside.iter().map(|error| error.line).collect();
        assert_eq!((lines, read.errors.outside.len()), (vec![43], 0));
    }

    #[test]
    fn a_program_and_the_exercises_warnings() {
        let read = stream(&[
            message("warning", EXERCISE, 3, "unused_variables"),
            message("warning", EXERCISE, 3, "unused_variables"),
            message("warning", "lessons/03-joint-lines/course/src/lib.rs", 3, "dead_code"),
            "{\"reason\":\"compiler-artifact\",\"executable\":\"/t/lesson-03\"}".into(),
        ]);
        assert_eq!(read.program, Some(PathBuf::from("/t/lesson-03")));
        let [warning] = &*read.warnings else { panic!("one: {read:?}") };
        assert_eq!(warning.rendered, format!("warning in {EXERCISE}:3\n"));
    }

    /// A program of one's own has more files than the exercise, and each has its name.
    #[test]
    fn an_error_elsewhere_has_its_file() {
        let own = lesson::find("19").unwrap();
        for (file, place, note) in [
            ("lessons/19-own-program/../../own/src/figure.rs", Some("own/src/figure.rs:12"), None),
            ("graded-5f/19-own-program/own/src/figure.rs", Some("own/src/figure.rs:12"), None),
            ("C:\\course\\own\\src\\figure.rs", Some("own/src/figure.rs:12"), None),
            ("lessons/19-own-program/checked.rs", None, Some("in the check, which calls your program")),
        ] {
            let report = error_report(&own, "", message("error", file, 12, "E0425").as_bytes(), 1);
            let first = &report.verdicts[0];
            assert_eq!((first.status, first.place.as_deref()), (Status::DoesNotCompile, place), "{file}");
            assert_eq!(first.notes.is_empty(), note.is_none(), "{:?}", first.notes);
            assert!(note.is_none_or(|note| first.notes[0].contains(note)), "{:?}", first.notes);
        }
        let exercise = lesson::find("03").unwrap();
        let stream = message("error", "lessons/03-joint-lines/lib.rs", 3, "E0425");
        let report = error_report(&exercise, "", stream.as_bytes(), 1);
        assert!(report.verdicts[0].notes[0].contains("is `ANSWERS` in lessons/03-joint-lines/exercise.rs as it was?"));
    }

    /// A full disk: the error has no place in any file.
    #[test]
    fn errors_without_a_place_are_kept() {
        let full = "error: failed to write lib.rmeta: No space left on device (os error 28)\n";
        let aborting = "error: aborting due to 1 previous error\n";
        let read = stream(&[nowhere(full), nowhere(full), nowhere(aborting)]);
        assert_eq!(read.nowhere, [full]);
        assert!(read.errors.inside.is_empty() && read.errors.outside.is_empty());
    }

    fn nowhere(words: &str) -> String {
        serde_json::json!({ "reason": "compiler-message", "message": {
            "level": "error", "rendered": words, "code": null, "spans": [],
        }})
        .to_string()
    }

    /// The lesson's first TODO is a shader, so the error in Latin-1 belongs to the second.
    #[test]
    fn a_byte_that_is_not_utf8_is_an_error_in_the_exercise() {
        let lesson = lesson::find("03").unwrap();
        let starter = lesson.starter(&lesson.files()[0]).unwrap();
        let (before, after) = starter.split_once("TODO 03.2").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let latin1 = [before.as_bytes(), b"f\xfcr", after.as_bytes()].concat();
        fs::write(folder.path().join("exercise.rs"), &latin1).unwrap();
        fs::write(folder.path().join("lib.rs"), "mod exercise;\n").unwrap();
        let stream = cargo_json::output_of_rustc(Command::new("rustc").arg(folder.path().join("lib.rs")));
        let Report { verdicts, .. } = error_report(&lesson, &String::from_utf8_lossy(&latin1), stream.as_bytes(), 41);
        let statuses: Vec<Status> = verdicts.iter().map(|verdict| verdict.status).collect();
        assert_eq!(statuses, [Status::Waiting, Status::DoesNotCompile, Status::Waiting, Status::Waiting]);
        assert!(verdicts[1].message.as_deref().unwrap().contains("Save it as UTF-8"), "{verdicts:?}");
        let line = 1 + before.matches('\n').count();
        assert_eq!(verdicts[1].place, Some(format!("{}:{line}", lesson.exercise())));
    }

    #[test]
    fn errors_go_to_the_todo_they_stand_in() {
        let read = stream(&[
            message("error", EXERCISE, 4, "E0308"),
            message("error", "lessons/03-joint-lines/course/src/checks.rs", 9, "E0432"),
        ]);
        let text = "fn one() {}\n\nfn two() {\n    here\n}\n";
        let todos = [("03.1", "one"), ("03.2", "two")];
        let Report { verdicts, .. } = report_by_errors(&todos, text, "exercise.rs", &read.errors, 41, |error| {
            (error.code == "E0308").then(|| "two kinds of number".to_owned())
        });
        let statuses = [verdicts[0].status, verdicts[1].status];
        assert_eq!(statuses, [Status::Waiting, Status::DoesNotCompile]);
        assert_eq!(crate::text(&verdicts[0]), "03.1 one              waits: 03.2 does not compile.\n");
        assert_eq!(verdicts[1].place.as_deref(), Some("exercise.rs:4"));
        assert_eq!(verdicts[1].message, Some(format!("error in {EXERCISE}:4\n")));
        assert_eq!(verdicts[1].notes, ["two kinds of number"]);
    }

    #[test]
    fn an_error_outside_the_todos_belongs_to_the_one_that_calls_it_or_to_none() {
        let todos = [("03.1", "one"), ("03.2", "two")];
        let text = "const ANSWERS: () = (one, two);\nfn one() {}\nfn help() {\n    here\n}\n\
                    fn two() { help() }\nfn unused() {\n}\nstatic X: u8;\n";
        assert_eq!(owning_todo(&todos, text, &error_at(4, "")), Some(1), "the one that calls the helper");
        for line in [1, 7, 9] {
            assert_eq!(owning_todo(&todos, text, &error_at(line, "")), None, "{line}");
        }
        let misfit = "expected fn pointer `fn()`\n   found fn item `fn(u8) {exercise::two}`\n";
        assert_eq!(owning_todo(&todos, text, &error_at(1, misfit)), Some(1), "the one whose signature has changed");
        assert_eq!(owning_todo(&todos, "fn one() {}\nfn two() {\n  (\n", &error_at(3, "")), Some(1), "unclosed");
        let errors = Errors { inside: vec![error_at(9, "error: free static\n")], outside: Vec::new() };
        let report = report_by_errors(&todos, text, "exercise.rs", &errors, 41, |_| Some("as a rule".into()));
        let waits = "waits: exercise.rs:9 does not compile, outside of the TODOs.\n";
        for (verdict, (id, name)) in report.verdicts.iter().zip(todos) {
            assert_eq!(crate::text(verdict), format!("{id} {name:<16} {waits}"));
        }
        assert_eq!(report.warnings, ["error: free static\nas a rule"]);
    }

    fn error_at(line: usize, rendered: &str) -> Diagnostic {
        Diagnostic { code: String::new(), line, place: String::new(), rendered: rendered.into(), marked: Vec::new() }
    }

    #[test]
    fn an_unclosed_delimiter_belongs_to_its_function() {
        let todos = [("03.1", "one"), ("03.2", "two"), ("03.3", "three")];
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("exercise.rs");
        for (index, (_, wrong)) in todos.iter().enumerate() {
            for (from, to) in [("2)", "2"), ("a]", "a"), ("    let", "    if true {\n    let"), ("}", "")] {
                let bodies = todos.map(|(_, name)| {
                    let body = format!("fn {name}() -> [u8; 2] {{\n    let a = (1 + 2) * 3;\n    [a, a]\n}}\n\n");
                    if name == *wrong { body.replace(from, to) } else { body }
                });
                let text = format!("//! Three.\n\n{}", bodies.concat());
                fs::write(&file, &text).unwrap();
                let stream = cargo_json::output_of_rustc(Command::new("rustc").arg(&file));
                let Errors { inside, .. } = Messages::read(stream.as_bytes(), "exercise.rs").errors;
                assert!(!inside.is_empty(), "{text}\n{stream}");
                for error in &inside {
                    assert_eq!(owning_todo(&todos, &text, error), Some(index), "{text}\n{error:?}");
                }
            }
        }
    }

    /// The lesson's first TODO is a shader, whose check does not need the exercise.
    #[test]
    fn a_missing_exercise_is_said_with_what_brings_it_back() {
        let there = lesson::find("03").unwrap();
        assert!(missing_exercise(&there).is_none());
        let folder = tempfile::tempdir().unwrap();
        let gone = LessonFolder { path: folder.path().into(), ..there };
        let Ok(Built::Missing(Report { verdicts, .. })) = library(&gone, CargoOutput::Hidden) else { panic!("built") };
        let statuses: Vec<Status> = verdicts.iter().map(|verdict| verdict.status).collect();
        assert_eq!(statuses, [Status::Waiting, Status::DoesNotCompile, Status::Waiting, Status::Waiting]);
        let file = "lessons/03-joint-lines/exercise.rs";
        let message = format!("{file} is missing: `cargo workbook reset 03` brings the starter back.");
        assert_eq!(verdicts[1].message, Some(message));
        assert_eq!(verdicts[1].next.as_deref(), Some("cargo workbook reset 03"));
        assert_eq!(verdicts[3].message, Some(format!("{file} is missing.")));
    }

    /// rustc was killed, or could not be started: an answer that was not compiled is not wrong.
    #[test]
    fn a_build_that_ends_without_a_word_is_no_verdict() {
        let lesson = lesson::find("03").unwrap();
        let stream = b"{\"reason\":\"build-finished\",\"success\":false}\n";
        assert!(is_silent(stream) && !is_silent(message("error", EXERCISE, 4, "E0308").as_bytes()));
        let Report { verdicts, .. } = error_report(&lesson, "", stream, 41);
        assert!(verdicts.iter().all(|v| v.status == Status::Skipped), "{verdicts:?}");
    }

    #[test]
    fn an_error_elsewhere_is_told_when_there_is_none_inside() {
        let read = stream(&[message("error", "lessons/03-joint-lines/course/src/checks.rs", 9, "E0432")]);
        let todos = [("03.1", "one"), ("03.2", "two")];
        let Report { verdicts, .. } = report_by_errors(&todos, "", "exercise.rs", &read.errors, 41, |_| None);
        assert!(verdicts[0].message.as_deref().unwrap().contains("checks.rs:9"));
        assert!(verdicts[0].notes[0].contains("not in your exercise"));
        assert_eq!(verdicts[1].message.as_deref(), Some("the file that 03.1 names does not compile."));
        assert!(verdicts.iter().all(|verdict| verdict.next.is_none()), "no hint helps there");
    }
}
