use super::*;
use crate::build::messages::output_of_rustc;
use crate::build::{BuildOutcome, CargoOutput, lesson, library};
use serde_json::json;
use std::path::Path;
use std::process::Command;

const EXERCISE: &str = "lessons/04-joint-lines/exercise.rs";

fn span(file: &str, line: usize, expansion: Option<serde_json::Value>) -> serde_json::Value {
    let expansion = expansion.map(|span| json!({ "span": span, "macro_decl_name": "lesson!" }));
    json!({
        "file_name": file, "line_start": line, "line_end": line, "byte_start": 0, "byte_end": 0, "column_start": 1,
        "column_end": 1, "is_primary": true, "text": [], "expansion": expansion,
    })
}

fn message(level: &str, rendered: &str, spans: &[serde_json::Value]) -> String {
    json!({ "reason": "compiler-message", "message": {
        "message": "", "level": level, "rendered": rendered, "code": null, "spans": spans, "children": [],
    }})
    .to_string()
}

fn error_in(file: &str, line: usize) -> String {
    message("error", &format!("error in {file}:{line}\n"), &[span(file, line, None)])
}

fn report(exercise: &str, messages: &[String]) -> Report {
    error_report(&lesson::find("04").unwrap(), exercise, messages.join("\n").as_bytes(), 41)
}

fn statuses(report: &Report) -> Vec<Status> {
    report.verdicts.iter().map(|verdict| verdict.status).collect()
}

#[test]
fn messages_among_other_lines() {
    let warning = message("warning", "warning in the exercise\n", &[span(EXERCISE, 3, None)]);
    let elsewhere = message("warning", "", &[span("lessons/04-joint-lines/course/src/lib.rs", 3, None)]);
    // An error inside a macro belongs to the call.
    let call = span("common/judging/check/src/lesson.rs", 134, Some(span(EXERCISE, 43, None)));
    let called = message("error", "no `starter` in `crate`\n", &[call]);
    // A full disk has no place in any file.
    let full = message("error", "error: No space left on device (os error 28)\n", &[]);
    let aborting = message("error", "error: aborting due to 1 previous error\n", &[]);
    let all = ["   Compiling given\n{}", &warning, &warning, &elsewhere, &called, &full, &full, &aborting].join("\n");
    let read = Messages::read(&[all.as_bytes(), b"\n\xff\n{\"reason\":\"build-finished\"}\n"].concat(), EXERCISE);
    let [warning] = &*read.warnings else { panic!("one: {read:?}") };
    assert_eq!(warning.rendered, "warning in the exercise\n");
    assert_eq!((read.inside.len(), read.inside[0].line, read.outside.len()), (1, 43, 0));
    assert_eq!(read.nowhere, ["error: No space left on device (os error 28)\n"]);
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
        let report = error_report(&own, "", error_in(file, 12).as_bytes(), 1);
        let first = &report.verdicts[0];
        assert_eq!((first.status, first.place.as_deref()), (Status::DoesNotCompile, place), "{file}");
        assert_eq!(first.notes.is_empty(), note.is_none(), "{:?}", first.notes);
        assert!(note.is_none_or(|note| first.notes[0].contains(note)), "{:?}", first.notes);
    }
    let checked = fs::read_to_string(own.path.join("checked.rs")).unwrap();
    let line = 1 + checked.lines().position(|line| line.contains("scene::palette(&figure")).unwrap();
    let Report { verdicts, .. } =
        error_report(&own, "", error_in("lessons/19-own-program/checked.rs", line).as_bytes(), 1);
    let broken = verdicts.iter().find(|verdict| verdict.status == Status::DoesNotCompile).unwrap();
    assert_eq!(broken.name, "palette");
    assert_eq!(verdicts[0].message.as_deref(), Some("the file that 19.7 names does not compile."));
    let Report { verdicts, .. } = report("", &[error_in("lessons/04-joint-lines/lib.rs", 3)]);
    assert!(verdicts[0].notes[0].contains("is `ANSWERS` in lessons/04-joint-lines/exercise.rs as it was?"));
    assert_eq!(verdicts[1].message.as_deref(), Some("the file that 04.1 names does not compile."));
    assert!(verdicts.iter().all(|verdict| verdict.next.is_none()), "no hint helps there");
}

/// The lesson's first TODO is a shader, so the error in Latin-1 belongs to the second.
#[test]
fn a_byte_that_is_not_utf8_is_an_error_in_the_exercise() {
    let lesson = lesson::find("04").unwrap();
    let starter = lesson.starter(&lesson.files()[0]).unwrap();
    let (before, after) = starter.split_once("TODO 04.2").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let latin1 = [before.as_bytes(), b"f\xfcr", after.as_bytes()].concat();
    fs::write(folder.path().join("exercise.rs"), &latin1).unwrap();
    fs::write(folder.path().join("lib.rs"), "mod exercise;\n").unwrap();
    let stream = output_of_rustc(Command::new("rustc").arg(folder.path().join("lib.rs")));
    let report = report(&String::from_utf8_lossy(&latin1), &[stream]);
    assert_eq!(statuses(&report), [Status::Waiting, Status::DoesNotCompile, Status::Waiting, Status::Waiting]);
    assert!(report.verdicts[1].message.as_deref().unwrap().contains("Save it as UTF-8"), "{:?}", report.verdicts);
    let line = 1 + before.matches('\n').count();
    assert_eq!(report.verdicts[1].place, Some(format!("{}:{line}", lesson.exercise())));
}

/// `text` is compiled, and `todo` of lesson 04 is the one that rustc's errors belong to.
fn belongs_to(folder: &Path, text: &str, todo: Option<usize>) -> Report {
    fs::write(folder.join("exercise.rs"), text).unwrap();
    fs::write(folder.join("lib.rs"), "#![allow(dead_code)]\nmod exercise;\n").unwrap();
    let stream = output_of_rustc(Command::new("rustc").arg(folder.join("lib.rs")).arg("--out-dir").arg(folder));
    let lesson = lesson::find("04").unwrap();
    let stream = stream.replace(&folder.display().to_string(), "lessons/04-joint-lines");
    let report = error_report(&lesson, text, stream.as_bytes(), 41);
    let broken = report.verdicts.iter().position(|verdict| verdict.status == Status::DoesNotCompile);
    assert_eq!(broken, todo, "{text}\n{:?}\n{:?}", report.verdicts, report.warnings);
    report
}

#[test]
fn errors_go_to_the_todo_they_stand_in() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let text = "pub struct Answers { matrices: fn() -> u8, index_pairs: fn(u8) -> u8 }\n\
        pub const ANSWERS: Answers = Answers { matrices, index_pairs };\n\n\
        fn matrices() -> u8 {\n    (1 + 2) * 3\n}\n\nfn help() -> u8 {\n    7\n}\n\n\
        fn index_pairs(n: u8) -> u8 {\n    n + help()\n}\n";
    belongs_to(folder, text, None);
    for (from, to, todo) in [
        ("(1 + 2)", "(1 + two)", Some(1)),
        ("(1 + 2)", "(1 + 2", Some(1)),
        ("(1 + 2)", "{ (1 + 2)", Some(1)),
        ("n + help", "{ n + help", Some(2)),
        ("    7", "    seven", Some(2)), // the one that calls the helper
        ("}\n\nfn help", "}\n\nstatic X: u9 = 1;\nfn help", None),
    ] {
        let report = belongs_to(folder, &text.replace(from, to), todo);
        assert_eq!(report.warnings.is_empty(), todo.is_some(), "{:?}", report.warnings);
    }
    let report = belongs_to(folder, &text.replace("(1 + 2)", "(1 + two)"), Some(1));
    let lines = verdict_text(&report, 0);
    assert_eq!(lines, "04.1 joints.vert      waits: 04.2 does not compile.\n");
    assert_eq!(report.verdicts[1].place, Some(format!("{EXERCISE}:5")));
    let report = belongs_to(folder, &text.replace("}\n\nfn help", "}\n\nstatic X: u9 = 1;\nfn help"), None);
    assert!(verdict_text(&report, 3).contains("does not compile, outside of the TODOs."), "{:?}", report.verdicts);
    // The lesson's own line is said of a function that is gone or has another one.
    for changed in
        [text.replace("fn index_pairs", "fn pairs"), text.replace("fn index_pairs(n: u8)", "fn index_pairs(n: &u8)")]
    {
        let report = belongs_to(folder, &changed, Some(2));
        let says = "The lesson calls `index_pairs`, and its line was: `fn index_pairs(joints: &[Joint]) -> Vec<u16> {`";
        assert!(report.verdicts[2].notes[0].starts_with(says), "{:?}", report.verdicts[2]);
    }
}

fn verdict_text(report: &Report, index: usize) -> String {
    crate::text(&report.verdicts[index])
}

/// The lesson's first TODO is a shader, whose check does not need the exercise.
#[test]
fn a_missing_exercise_is_said_with_what_brings_it_back() {
    let there = lesson::find("04").unwrap();
    assert!(missing_exercise(&there).is_none());
    let folder = tempfile::tempdir().unwrap();
    let gone = LessonFolder { path: folder.path().into(), ..there };
    let BuildOutcome::Missing(Report { verdicts, .. }) = library(&gone, CargoOutput::Hidden) else { panic!("built") };
    let statuses: Vec<Status> = verdicts.iter().map(|verdict| verdict.status).collect();
    assert_eq!(statuses, [Status::Waiting, Status::DoesNotCompile, Status::Waiting, Status::Waiting]);
    let file = "lessons/04-joint-lines/exercise.rs";
    let message = format!("{file} is missing or empty: `cargo workbook reset 04` brings the starter back.");
    assert_eq!(verdicts[1].message, Some(message));
    assert_eq!(verdicts[1].next.as_deref(), Some("cargo workbook reset 04"));
    assert_eq!(verdicts[3].message, Some(format!("{file} is missing or empty.")));
}

/// rustc proposes the first, and the second is in every text about cargo.
#[test]
fn what_is_not_handed_in_is_refused_by_the_check() {
    let there = lesson::find("04").unwrap();
    assert!(ungradable_exercise(&there).is_none());
    let folder = tempfile::tempdir().unwrap();
    let lesson = LessonFolder { path: folder.path().into(), ..there };
    for (file, text, place, says) in [
        ("exercise.rs", "\nmod helpers;\n", "lessons/04-joint-lines/exercise.rs:2", "`mod helpers` needs another file"),
        (
            "exercise.rs",
            "const A: &str = include_str!(\"a\");",
            "lessons/04-joint-lines/exercise.rs:1",
            "`include_str !`",
        ),
        ("Cargo.toml", "[dependencies]\nfastrand = \"2\"\ngiven.workspace = true\n", "Cargo.toml", "`fastrand` is not"),
    ] {
        std::fs::write(folder.path().join("exercise.rs"), "mod tests {}\n").unwrap();
        std::fs::write(folder.path().join(file), text).unwrap();
        let BuildOutcome::DoesNotCompile(Report { verdicts, .. }, None) = library(&lesson, CargoOutput::Hidden) else {
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
    let stream = "{\"reason\":\"build-finished\",\"success\":false}\n".to_owned();
    assert!(is_silent(stream.as_bytes()) && !is_silent(error_in(EXERCISE, 4).as_bytes()));
    let report = report("", &[stream]);
    assert!(report.verdicts.iter().all(|v| v.status == Status::Skipped), "{:?}", report.verdicts);
}
