//! Verdicts for an exercise that is missing, cannot be graded or does not compile: each error belongs to a TODO, or to none.

use super::messages::{Diagnostic, Errors, Messages};
use super::{LessonFolder, Report, exercise_of};
use crate::{CompilerMessage, Status, Verdict, names_shader, source, workspace};
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

pub(super) fn with_advice(lesson: &LessonFolder, text: &str, diagnostic: &Diagnostic) -> String {
    let advice = advice(lesson, text, diagnostic).map_or(String::new(), |advice| advice + "\n");
    format!("{}\n{advice}", diagnostic.rendered.trim_end())
}

/// Returns the workbook's advice about an error or a warning of rustc in the exercise `text`.
pub(super) fn advice(lesson: &LessonFolder, text: &str, diagnostic: &Diagnostic) -> Option<String> {
    let Diagnostic { code, line, rendered, marked, .. } = diagnostic;
    let tokens = source::tokens(text);
    let around = match source::function_at(&tokens, *line) {
        Some((_, [first, .., last])) => &text[first.start..last.start],
        _ => "",
    };
    crate::compiler_advice(&lesson.toml, CompilerMessage { code, rendered, marked, around })
}

#[cfg(test)]
mod tests;
