//! `grade`, on a made-up class: right, wrong by name and otherwise, not compiling, empty, partial, and hostile.
//!
//! The course has one lesson that draws nothing, with the real checks of `judge`. Canaries tell whether anything outside of
//! a submission was read or written.

mod attacks;
mod course;
#[cfg(target_os = "linux")]
mod own_program;
mod students;

use course::{Course, MEAN, SONG, exercise};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::process::Command;
use students::{Expected, write_class};

/// Returns whether this system has a sandbox, without which there is nothing to test.
fn has_sandbox() -> bool {
    let probe = Command::new(env!("CARGO_BIN_EXE_class")).args(["sandbox", "--probe"]).output();
    let there = probe.expect("the command starts").status.success();
    if !there {
        let required = std::env::var_os("ARMATURE_REQUIRE_SANDBOX").is_some_and(|value| value != "0");
        assert!(!required, "ARMATURE_REQUIRE_SANDBOX is set, and there is none");
        // Past the test harness's capture.
        let _ = writeln!(std::io::stderr(), "SKIPPED: this system has no sandbox");
    }
    there
}

#[test]
#[cfg(target_os = "linux")]
fn a_class_is_graded_and_whatever_is_hostile_is_kept_in() {
    if !has_sandbox() {
        return;
    }
    let course = Course::new("course");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("a socket");
    let expected = write_class(&course, listener.local_addr().expect("a port").port());
    let messages = course.grade(&["--seed", "7"]);
    assert!(messages.contains(", points: 2\n") && messages.contains("new checks have seed 7\n"), "{messages}");

    let json = course.class_json();
    check_students(&course, &json, &expected);
    check_canaries(&course, &listener);
    check_groups(&json);
    check_reports(&course, &json);
    check_second_run(&course, &expected);
}

/// Compares the results of all students with the expected ones.
fn check_students(course: &Course, json: &Value, expected: &[Expected]) {
    let students = json["students"].as_array().expect("a list");
    let mut wrong = Vec::new();
    for (name, first, second, says) in expected {
        let Some(student) = students.iter().find(|student| student["name"] == **name) else {
            wrong.push(format!("{name}: not there"));
            continue;
        };
        let statuses = [0, 1].map(|todo| student["todos"][todo]["status"].as_str().unwrap_or_default());
        let report = course.report(name);
        if statuses != [*first, *second] || !report.contains(says.as_str()) {
            wrong.push(format!("{name}: not {first}, {second} and \"{says}\", but\n{report}"));
        }
        let passed = statuses.iter().filter(|status| **status == "pass").count();
        assert_eq!(student["points"].as_f64(), Some(passed as f64), "{name}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(students.len(), expected.len());
}

/// Checks that no student's code has read or written anything outside of its submission.
fn check_canaries(course: &Course, listener: &TcpListener) {
    let mut left: Vec<String> = Vec::new();
    for entry in fs::read_dir(course.path("canaries")).expect("a folder") {
        left.push(entry.expect("an entry").file_name().to_string_lossy().into_owned());
    }
    assert_eq!(left, ["song.txt"], "something was written");
    let song = fs::metadata(course.canary("song.txt")).expect("a file");
    assert_ne!(std::os::unix::fs::PermissionsExt::mode(&song.permissions()) & 0o777, 0o604);
    assert!(listener.accept().is_err(), "somebody has called");
    let mut folders = vec![course.path("grades")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = fs::read_to_string(&path).expect("UTF-8");
                assert!(!text.contains(SONG), "{}: the canary was read", path.display());
                assert!(!text.contains("grade/answers"), "{}: not the course's paths", path.display());
            }
        }
    }
    let judge = fs::read(course.path("workspace/target/grade/programs/lesson-71")).expect("a program");
    let has_names = judge.windows(10).any(|name| name == b"9lesson_71");
    assert!(!has_names, "names of functions that a student's code could look up");
    let left = fs::read_dir(course.path("workspace/target/grade/answers")).expect("a folder").count();
    assert_eq!(left, 0, "folders of answers stay");
}

/// Returns the groups of a list in the class's JSON: TODO and name of each, and its students.
fn groups_of(json: &Value, list: &str) -> Vec<(String, String)> {
    let mut groups = Vec::new();
    for group in json[list].as_array().expect("a list") {
        let students = group["students"].as_array().expect("a list").iter();
        let students: Vec<&str> = students.filter_map(Value::as_str).collect();
        groups.push((format!("{} {}", group["todo"], group["name"]).replace('"', ""), students.join(" ")));
    }
    groups
}

/// Checks who is in a group with whom.
fn check_groups(json: &Value) {
    let expected =
        [("71.1 SQUARED", "Hanna Ida Jan Karl Pia"), ("71.2 NOT-DIVIDED", "Karl Lena"), ("71.1 NEGATED", "Pia")];
    assert_eq!(groups_of(json, "mistakes"), expected.map(|(name, who)| (name.to_owned(), who.to_owned())));
    let unnamed = groups_of(json, "unnamed");
    let who: Vec<&str> = unnamed.iter().map(|(_, who)| who.as_str()).collect();
    for together in ["Max Nina Otto", "Paul Quirin", "Lara Lars", "Rosa", "Wanda"] {
        assert!(who.contains(&together), "{who:?}");
    }
    assert_eq!(json["mistakes"][0]["asks"], "What is 3 times 2, and what 3 times 3?");
}

/// Checks the reports in every format.
fn check_reports(course: &Course, json: &Value) {
    assert_eq!((&json["format"], &json["seed"], &json["sandbox"]), (&3.into(), &7.into(), &true.into()));
    let broken = course.report("Vera");
    assert!(broken.contains("checked as if `mean` were not begun"), "{broken}");
    let csv = course.read("grades/class.csv");
    assert!(
        csv.starts_with("student,id,points,of,71.1,71.2,71.1 status,71.2 status,mistakes,late,changed\r\n"),
        "{csv}"
    );
    assert!(csv.contains("\r\nEmil,,1,2,1,0,pass,not started,,,20"), "{csv}");
    assert!(csv.contains("\r\nKarl,,0,2,0,0,fail,fail,71.1 SQUARED; 71.2 NOT-DIVIDED,,20"), "{csv}");
    assert!(csv.contains("\r\n'=1+1 <b>&amp;,,2,2,"), "a formula: {csv}");
    let html = course.read("grades/class.html");
    assert!(html.contains("=1+1 &lt;b&gt;&amp;amp;") && !html.contains("<b>"));
    assert!(html.contains("[[todo.mistake]]") && html.contains("\n    n + 1.0\n&#39;&#39;&#39;"), "{html}");
    assert!(html.contains("Anna Ängström") && !html.contains("<script") && !html.contains("src="));
    let fork = json["students"].as_array().expect("a list").iter().find(|student| student["name"] == "fork");
    assert_eq!(fork.expect("there")["notes"][0], "lesson 71 uses std::process, which no answer needs.");
}

/// Checks a second run. Only a new answer is checked, or every answer after a change of a file that checks read. The reports
/// on students who have left are removed, but no other files.
fn check_second_run(course: &Course, expected: &[Expected]) {
    for gone in ["endless output", "becomes the reference", "stdin", "panics", "sleep"] {
        fs::remove_dir_all(course.path("class").join(gone)).expect("a folder");
    }
    course.write("grades/students/my notes.txt", "mine");
    course.clone_of("latecomer", &exercise("n * 4.0", MEAN));
    // What a student writes into a clone is nobody's number.
    course.write("class/latecomer/.git/config", "[remote \"origin\"]\n\turl = git@host:1203/course.git\n");
    course.write("workspace/lessons/71-numbers/README.md", "A page that has changed, and no verdict with it.\n");
    course.write("list.csv", "Student,ID,Armature\r\nEmil,1203,\r\n\"Nilsson, Nils\",1204,\r\n");
    course.write("points.toml", "[points]\n\"71\" = 2\n[by-hand.Emil]\n\"71.2\" = 0.5\n");
    let [list, points] = ["list.csv", "points.toml"].map(|file| course.path(file).display().to_string());
    let options = ["--roster", &list, "--points", &points, "--deadline", "2001-01-01T00:00"];
    let messages = course.grade(&options);
    assert!(messages.contains("answers to check: 1, "), "{messages}");
    assert!(!messages.contains("Compiling given"), "a new answer compiles no shared crate: {messages}");
    let json = course.class_json();
    assert_eq!(json["students"].as_array().expect("a list").len(), expected.len() - 3, "and Nils");
    assert!(messages.contains("WARNING: --roster: latecomer fits no row\n"), "{messages}");
    let list = "Student,ID,Armature\r\nEmil,1203,1.5\r\n\"Nilsson, Nils\",1204,0\r\n";
    assert_eq!(course.read("grades/roster.csv"), list);
    let csv = course.read("grades/class.csv");
    assert!(csv.contains("\r\nEmil,,1.5,2,1,0.5,pass,not started,,late,20"), "{csv}");
    assert!(csv.contains("\r\n\"Nilsson, Nils\",,0,2,"), "{csv}");
    assert_ne!(json["seed"], 7, "drawn anew");
    assert!(!course.path("grades/students/endless output.txt").exists());
    assert_eq!(course.read("grades/students/my notes.txt"), "mine");

    fs::remove_dir_all(course.path("class")).expect("a folder");
    course.clone_of("latecomer", &exercise("n * 4.0", MEAN));
    for (count, says) in [("8\n", "check: 0, "), ("9\n", "check: 1, ")] {
        course.write("workspace/assets/count.txt", count);
        assert!(course.grade(&[]).contains(says), "checks read assets");
    }
}
