//! `check` and `hint`, as a student types them, whatever is in the exercises of this checkout.

use std::process::{Command, Output};
use std::sync::{Mutex, MutexGuard, PoisonError};

fn workbook(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_workbook"));
    command.args(arguments).output().expect("the command starts")
}

/// Locks the file with the hints shown, which two commands at once may damage.
fn lock_hints() -> MutexGuard<'static, ()> {
    static HINTS: Mutex<()> = Mutex::new(());
    HINTS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn check_builds_a_lesson_and_comes_back_with_verdicts() {
    let output = workbook(&["check", "03", "--json", "--seed", "7"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    let verdicts = report["verdicts"].as_array().expect("a list");
    let ids: Vec<&str> = verdicts.iter().filter_map(|v| v["id"].as_str()).collect();
    assert_eq!(ids, ["03.1", "03.2", "03.3", "03.4"]);
    let is = |status: &str| verdicts.iter().filter(|v| v["status"] == status).count();
    let expected = match (is("pass"), is("skipped")) {
        (4, 0) => 0,
        (passed, skipped) if passed + skipped == 4 => 3,
        _ => 1,
    };
    assert_eq!(output.status.code(), Some(expected), "{report}");
    assert!(verdicts.iter().all(|v| v["seed"] == 7));
}

#[test]
fn programs_are_told_which_hint_was_given() {
    let _lock = lock_hints();
    workbook(&["hint", "03.4", "--level", "2"]);
    let output = workbook(&["check", "03.4", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    assert_eq!(report["hints"], serde_json::json!({ "03.4": 2 }));
}

#[test]
fn one_todo_for_people() {
    let output = workbook(&["check", "03.2"]);
    let message = text(&output.stdout);
    assert!(message.starts_with("Lesson 03, Joint lines\n03.2 matrices"), "{message}");
    assert!(message.contains(" of 1 pass"), "{message}");
}

#[test]
fn wrong_usage_is_2_and_says_what_there_is() {
    for (arguments, says) in [
        (["check", "77"], "there is no lesson 77; there are"),
        (["check", "03.9"], "lesson 03 has 03.1, 03.2, 03.3, 03.4"),
        (["hint", "77"], "there is no lesson 77; there are"),
    ] {
        let output = workbook(&arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(text(&output.stderr).contains(says), "{output:?}");
    }
}

#[test]
fn zeros_in_front_and_the_todo_may_be_left_out() {
    let _lock = lock_hints();
    for arguments in [["hint", "3.1"], ["hint", "03"], ["hint", "3"]] {
        let message = text(&workbook(&arguments).stdout);
        assert!(message.starts_with("03.1 joints.vert, "), "{arguments:?}: {message}");
    }
    let usual = text(&workbook(&["check", "03.2"]).stdout);
    assert_eq!(text(&workbook(&["check", "3.2"]).stdout), usual);
}

#[test]
fn levels_of_hint_lead_from_one_to_the_next() {
    let _lock = lock_hints();
    let mut seen = Vec::new();
    for level in ["1", "2", "3"] {
        let output = workbook(&["hint", "03.1", "--level", level]);
        let message = text(&output.stdout);
        assert!(output.status.success() && message.starts_with("03.1 joints.vert, "), "{message}");
        let next = message.lines().last().expect("a last line").trim().to_owned();
        seen.push((message, next));
    }
    assert!(seen[0].0 != seen[1].0 && seen[1].0 != seen[2].0);
    let next: Vec<&str> = seen.iter().map(|(_, next)| next.as_str()).collect();
    assert_eq!(
        next,
        ["next: cargo workbook hint 03.1", "next: cargo workbook hint 03.1", "next: cargo workbook check 03.1"]
    );
    assert_eq!(workbook(&["hint", "03.1", "--level", "5"]).status.code(), Some(2));
    workbook(&["hint", "03.1", "--level", "1"]);
    assert_eq!(text(&workbook(&["hint", "03.1"]).stdout), seen[1].0, "nothing is written yet");
}
