use super::*;
use crate::build::{Built, CargoOutput, cargo_json, lesson, library};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

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
    let message = format!("{file} is missing or empty: `cargo workbook reset 03` brings the starter back.");
    assert_eq!(verdicts[1].message, Some(message));
    assert_eq!(verdicts[1].next.as_deref(), Some("cargo workbook reset 03"));
    assert_eq!(verdicts[3].message, Some(format!("{file} is missing or empty.")));
}

/// rustc proposes the first, and the second is in every text about cargo.
#[test]
fn what_is_not_handed_in_is_refused_by_the_check() {
    let there = lesson::find("03").unwrap();
    assert!(ungradable_exercise(&there).is_none());
    let folder = tempfile::tempdir().unwrap();
    let lesson = LessonFolder { path: folder.path().into(), ..there };
    for (file, text, place, says) in [
        ("exercise.rs", "\nmod helpers;\n", "lessons/03-joint-lines/exercise.rs:2", "`mod helpers` needs another file"),
        (
            "exercise.rs",
            "const A: &str = include_str!(\"a\");",
            "lessons/03-joint-lines/exercise.rs:1",
            "`include_str !`",
        ),
        ("Cargo.toml", "[dependencies]\nfastrand = \"2\"\ngiven.workspace = true\n", "Cargo.toml", "`fastrand` is not"),
    ] {
        std::fs::write(folder.path().join("exercise.rs"), "mod tests {}\n").unwrap();
        std::fs::write(folder.path().join(file), text).unwrap();
        let Ok(Built::DoesNotCompile(Report { verdicts, .. }, None)) = library(&lesson, CargoOutput::Hidden) else {
            panic!("{file} is built")
        };
        assert_eq!(verdicts[1].status, Status::DoesNotCompile);
        assert!(verdicts[1].place.as_deref().unwrap().ends_with(place), "{verdicts:?}");
        assert!(verdicts[1].message.as_deref().unwrap().starts_with(says), "{verdicts:?}");
    }
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
