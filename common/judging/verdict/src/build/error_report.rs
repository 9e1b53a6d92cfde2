//! Verdicts for an exercise that is missing, cannot be graded or does not compile: each error belongs to a TODO, or to none.

use super::messages::{ExerciseError, Messages};
use super::{LessonFolder, Report, exercise_of};
use crate::{CompilerMessage, Status, TodoToml, Verdict, names_shader, source, workspace};
use std::fs;

/// Returns the verdicts of a lesson whose exercise is missing or empty: the first function's says what brings it back, and
/// the others wait for it. `None` if the file has a text.
pub(super) fn missing_exercise(lesson: &LessonFolder) -> Option<Report> {
    if !exercise_of(lesson).trim().is_empty() {
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
    Some(blocked(lesson, &format!("{file} is missing or empty."), |id, name| Verdict::of_missing_file(id, name, &file)))
}

/// Returns the verdicts of an exercise that compiles here and not where it is graded, where it is a single file among the
/// course's own. `None` if it needs no other file and no other crate.
pub(super) fn ungradable_exercise(lesson: &LessonFolder) -> Option<Report> {
    if lesson.toml.exercise.is_some() {
        return None; // all files of a program of one's own are graded
    }
    let (place, message) = other_file(lesson).or_else(|| other_crate(lesson))?;
    let mut report = blocked(lesson, &message, |id, name| {
        Verdict::new(id, name, Status::DoesNotCompile, crate::SEED).saying(message.clone())
    });
    report.verdicts.iter_mut().for_each(|verdict| verdict.place = Some(place.clone()));
    Some(report)
}

/// Returns the place where the exercise names another file, and a sentence about it.
fn other_file(lesson: &LessonFolder) -> Option<(String, String)> {
    let tokens = source::tokens(&exercise_of(lesson));
    let named = tokens.windows(3).find(|three| match (&*three[0].text, &*three[2].text) {
        ("mod", end) => end == ";",
        (word, _) => word.starts_with("include") && three[1].text == "!",
    })?;
    let what = format!("{} {}", named[0].text, named[1].text);
    let message = format!("`{what}` needs another file, but this file alone is handed in and graded: put it all here.");
    Some((format!("{}:{}", lesson.exercise(), named[0].line), message))
}

/// Returns the place of a dependency that the course does not have, and a sentence about it.
fn other_crate(lesson: &LessonFolder) -> Option<(String, String)> {
    let path = lesson.path.join("Cargo.toml");
    let manifest: toml::Table = fs::read_to_string(&path).ok()?.parse().ok()?;
    let dependencies = manifest.get("dependencies")?.as_table()?;
    let (name, _) = dependencies.iter().find(|(_, dependency)| dependency.get("workspace").is_none())?;
    let message = format!("`{name}` is not a crate of the course, and exercise.rs is graded without your Cargo.toml.");
    Some((workspace::shown(&path), message))
}

/// Returns the verdicts of a lesson that is not built: `first` is that of its first function, for which the others wait.
fn blocked(lesson: &LessonFolder, why: &str, first: impl Fn(&str, &str) -> Verdict) -> Report {
    let mut report = Report::default();
    for todo in &lesson.toml.todos {
        let is_first = !names_shader(&todo.name) && report.verdicts.iter().all(|v| v.status == Status::Waiting);
        report.verdicts.push(if is_first {
            first(&todo.id, &todo.name)
        } else {
            Verdict::new(&todo.id, &todo.name, Status::Waiting, crate::SEED).saying(why)
        });
    }
    report
}

/// The message if nothing is known of the exercise: rustc was ended from outside.
const NO_WORD: &str = "rustc ended without a word: it took too long, or too much memory, or the machine was too busy.";

/// Whether a build has failed without a location from rustc: it was ended, or a linker or a disk has failed. Then it may
/// work another time.
pub fn is_silent(stream: &[u8]) -> bool {
    let Messages { inside, outside, .. } = Messages::read(stream, "");
    inside.is_empty() && outside.is_empty()
}

/// The largest number of errors that are reported: a hostile text may have thousands.
const MAX_ERRORS: usize = 20;

/// Returns a verdict for each TODO of a lesson whose exercise does not compile. `exercise` is the exercise's text, and
/// `stream` is cargo's output about its package. The TODOs without an error wait for the first with one. Errors in the exercise
/// that belong to no TODO are among the warnings, and all wait for them.
pub fn error_report(lesson: &LessonFolder, exercise: &str, stream: &[u8], seed: u64) -> Report {
    let Messages { mut inside, outside, nowhere, .. } = Messages::read(stream, &lesson.exercise());
    inside.truncate(MAX_ERRORS);
    if inside.is_empty() && outside.iter().any(|error| error.rendered.contains("valid UTF-8")) {
        inside.push(not_utf8(exercise));
    }
    let mut report = Report::default();
    for todo in &lesson.toml.todos {
        report.verdicts.push(Verdict::new(&todo.id, &todo.name, Status::Waiting, seed));
    }
    let file = lesson.exercise();
    if inside.is_empty() {
        let words = if nowhere.is_empty() { NO_WORD } else { nowhere[0].trim_end() };
        for verdict in &mut report.verdicts {
            if outside.is_empty() {
                verdict.status = Status::Skipped;
                verdict.message = Some(words.into());
            }
            verdict.next = None; // hints do not help against a file that is not this lesson's
        }
        let Some(error) = outside.first() else { return report };
        let called = called_by_check(lesson, &error.place);
        let (place, note) = elsewhere(&file, &error.place);
        let Some(first) = report.verdicts.get_mut(called.unwrap_or(0)) else { return report };
        add_error(first, error, note, &file);
        first.next = None;
        first.place = place;
        let why = format!("the file that {} names does not compile.", first.id);
        for verdict in report.verdicts.iter_mut().filter(|verdict| verdict.status == Status::Waiting) {
            verdict.message = Some(why.clone());
        }
        return report;
    }
    let tokens = source::tokens(exercise);
    let mut free = None;
    for error in &inside {
        let advice = advice(lesson, exercise, error);
        if let Some(todo) = owning_todo(&lesson.toml.todos, &tokens, error) {
            add_error(&mut report.verdicts[todo], error, advice, &file);
        } else {
            free.get_or_insert(format!("{file}:{}", error.line));
            report.warnings.push(with_sentence(error, advice));
        }
    }
    let broken = report.verdicts.iter().find(|verdict| verdict.status == Status::DoesNotCompile);
    let why = match (&free, broken) {
        (Some(place), _) => format!("{place} does not compile, outside of the TODOs."),
        (None, broken) => format!("{} does not compile.", broken.map_or("", |verdict| &verdict.id)),
    };
    for verdict in report.verdicts.iter_mut().filter(|verdict| verdict.status == Status::Waiting) {
        verdict.message = Some(why.clone());
        verdict.place.clone_from(&free);
    }
    report
}

/// Returns an error at the first byte of the exercise that is not UTF-8. rustc reports the error at the `mod` declaration of
/// the exercise, in a file that no student edits.
fn not_utf8(exercise: &str) -> ExerciseError {
    let before = exercise.split(char::REPLACEMENT_CHARACTER).next().unwrap_or_default();
    let rendered =
        "the file is not UTF-8: an editor has written a letter such as ä in another encoding. Save it as UTF-8.";
    let line = 1 + before.matches('\n').count();
    ExerciseError { line, rendered: rendered.into(), ..ExerciseError::default() }
}

/// Returns the index of the TODO whose function a check of one's own program calls at a place of `checked.rs`.
fn called_by_check(lesson: &LessonFolder, place: &str) -> Option<usize> {
    let (file, line) = place.rsplit_once(':')?;
    let text = fs::read_to_string(lesson.path.join("checked.rs")).ok().filter(|_| file.ends_with("/checked.rs"))?;
    let tokens = source::tokens(&text);
    let (name, _) = source::function_at(&tokens, line.parse().ok()?)?;
    lesson.toml.todos.iter().position(|todo| todo.name == name)
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

fn add_error(verdict: &mut Verdict, error: &ExerciseError, advice: Option<String>, file: &str) {
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

/// Returns the index of the TODO to which an error belongs: the one whose function is gone or does not fit the table of answers,
/// or contains the error, or is the first to call the helper that contains the error, or else the last that begins before it and
/// is left open. `None` if the error is outside of the TODOs.
fn owning_todo(todos: &[TodoToml], tokens: &[source::Token], error: &ExerciseError) -> Option<usize> {
    let helper = source::function_at(tokens, error.line).map(|(helper, _)| helper);
    if let Some(called) = function_called(todos, tokens, error) {
        return todos.iter().position(|todo| todo.name == called);
    }
    todos
        .iter()
        .position(|todo| contains(tokens, &todo.name, error.line))
        .or_else(|| todos.iter().position(|todo| helper.is_some_and(|helper| calls(tokens, &todo.name, helper))))
        .or_else(|| todos.iter().rposition(|todo| is_open_before(tokens, &todo.name, error.line)))
}

/// Returns the name of the function that the table of answers names, and that is gone or has another line.
fn function_called<'a>(todos: &'a [TodoToml], tokens: &[source::Token], error: &'a ExerciseError) -> Option<&'a str> {
    let is_gone = error.code == "E0425" && source::function_at(tokens, error.line).is_none();
    let missing = error.marked.first().filter(|_| is_gone).map(String::as_str);
    let called = function_of_table(&error.rendered).or(missing)?;
    todos.iter().map(|todo| &*todo.name).find(|name| *name == called)
}

/// Returns the name of a function that does not fit into the table of answers, from rustc's
/// `found fn item .. {exercise::wave}`.
fn function_of_table(rendered: &str) -> Option<&str> {
    let found = rendered.rsplit_once("found fn item")?.1.lines().next()?;
    let path = found.rsplit_once('{')?.1.split_once('}')?.0;
    path.rsplit("::").next()
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

/// Returns an error or a warning as it is shown, with the workbook's advice about it.
pub(super) fn with_advice(lesson: &LessonFolder, text: &str, error: &ExerciseError) -> String {
    with_sentence(error, advice(lesson, text, error))
}

fn with_sentence(error: &ExerciseError, advice: Option<String>) -> String {
    let advice = advice.map_or(String::new(), |advice| advice + "\n");
    format!("{}\n{advice}", error.rendered.trim_end())
}

/// Returns the workbook's advice about an error or a warning of rustc in the exercise `text`.
pub(super) fn advice(lesson: &LessonFolder, text: &str, error: &ExerciseError) -> Option<String> {
    let ExerciseError { code, line, rendered, marked, .. } = error;
    let tokens = source::tokens(text);
    if let Some(name) = function_called(&lesson.toml.todos, &tokens, error) {
        let starter = lesson.starter(lesson.files().first()?).ok()?;
        let head = starter.split_once(&format!("fn {name}("))?.1.split_once(" {\n")?.0;
        let head = head.split_whitespace().collect::<Vec<_>>().join(" ");
        return Some(format!("The lesson calls `{name}`, and its line was: `fn {name}({head} {{`. Put it back."));
    }
    let around = match source::function_at(&tokens, *line) {
        Some((_, [first, .., last])) => &text[first.start..last.start],
        _ => "",
    };
    crate::compiler_advice(&lesson.toml, CompilerMessage { code, rendered, marked, around })
}

#[cfg(test)]
mod tests;
