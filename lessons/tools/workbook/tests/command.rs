//! `run`, `check`, `hint`, `compare`, `reset`, `progress` and `watch` on a lesson that builds in a moment.

mod fixture;
#[path = "fixture/unpacked.rs"]
mod unpacked;

use fixture::{EXERCISE, RIGHT, SHADER, SQUARED, Workspace};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use unpacked::unpacked;

/// Runs commands one after another in one workspace, so that each builds little.
#[test]
fn an_evening() {
    let workspace = Workspace::new();
    let first_day = workspace.read(EXERCISE);

    let progress = workspace.printed(&["progress"], 0);
    assert!(progress.contains("77  Doubling    5 min   not started"), "{progress}");
    assert!(progress.contains(&format!("next: 77.1 double, in {EXERCISE}\n")), "{progress}");
    assert!(!workspace.path("target/debug").exists(), "nothing had to be built to say so");
    let hint = workspace.printed(&["hint", "77.1"], 0);
    assert!(hint.starts_with("77.1 double, where\n     in exercise.rs\n"), "{hint}");
    assert!(workspace.printed(&["reset", "77"], 0).contains("nothing to reset"));

    let started = workspace.printed(&["run", "77", "--screenshot", "mine.png", "-x"], 0);
    let expected = r#"lesson 77 was started with ["--screenshot", "mine.png", "-x"], and doubles 3 to 3"#;
    assert_eq!(started.trim_end(), expected);
    workspace.printed(&["run", "77", "--fail"], 7);

    let all = workspace.printed(&["check", "77"], 1);
    assert!(all.contains("0 of 2 pass"), "{all}");

    // A mistake with a name: the hint asks first.
    workspace.write(EXERCISE, SQUARED);
    let hint = workspace.printed(&["hint", "77.1"], 0);
    let question = "77.1 double, a question\n     SQUARED: n is multiplied by itself.\n     \
                    What is 3 times 2, and what 3 times 3?\n     \
                    next: cargo workbook hint 77.1\n";
    assert_eq!(hint, question);
    assert_eq!(workspace.json(&["hint", "77.1", "--json"], 0)["level"], 1, "once more, the next one");
    assert!(workspace.printed(&["hint", "77.1", "--level", "1"], 0).contains("in exercise.rs"));
    assert!(workspace.printed(&["hint", "77.2"], 0).contains("in the shader"));
    let progress = workspace.json(&["progress", "--json"], 0);
    assert_eq!(progress["lessons"][0]["todos"][0]["status"], "fail");
    assert_eq!(progress["next"], "77.1");

    let compared = workspace.printed(&["compare", "77"], 0);
    assert!(compared.contains("-    n * n\n+    n * 2\n"), "{compared}");
    assert!(compared.contains("+ lessons/77-double/course/src/solution.rs\n"), "{compared}");
    let one = workspace.json(&["compare", "77.1", "--json"], 0);
    assert_eq!((one.as_array().map(Vec::len), &one[0]["hunks"][0]["line"]), (Some(1), &2.into()), "{one}");
    let shader = workspace.json(&["compare", "77.2", "--json"], 0);
    assert_eq!((shader.as_array().map(Vec::len), &shader[0]["file"]), (Some(1), &SHADER.into()), "{shader}");
    assert!(!compared.contains('\x1b'), "no colours where nobody sees them: {compared:?}");

    // What does not compile is a verdict, in rustc's words.
    workspace.write(EXERCISE, "pub fn double(n: u32) -> u32 {\n    n * two\n}\n");
    let checked = workspace.json(&["check", "77", "--json"], 1);
    let verdict = &checked["verdicts"][0];
    assert_eq!(verdict["status"], "does_not_compile");
    assert!(verdict["message"].as_str().unwrap().contains("cannot find value `two`"), "{verdict}");
    assert!(workspace.printed(&["hint", "77.1"], 0).contains("the same number twice"), "hints go on");
    workspace.printed(&["run", "77"], 0); // the window says it, too

    // Back to the first day, and to the right answer.
    let reset = workspace.json(&["reset", "77", "--json"], 0);
    assert_eq!(reset[0]["file"], EXERCISE);
    assert_eq!(reset[0]["kept"], "kept/77-double/1/exercise.rs");
    assert_eq!(workspace.read(EXERCISE), first_day);
    assert!(workspace.read("kept/77-double/1/exercise.rs").contains("n * two"));
    workspace.write(EXERCISE, RIGHT);
    workspace.write(SHADER, "twice\n");
    workspace.printed(&["check", "77"], 0);
    assert!(workspace.printed(&["compare", "77"], 0).contains("word for word the solution's"));
    let done = workspace.printed(&["progress"], 0);
    assert!(done.ends_with("2 of 2 TODOs pass.\nAll is done.\n"), "{done}");

    // The cache is only a cache.
    workspace.write("target/workbook/progress.json", "{ not JSON");
    assert_eq!(workspace.printed(&["progress"], 0), done);
    std::fs::remove_dir_all(workspace.path("target/workbook")).unwrap();
    assert_eq!(workspace.printed(&["progress"], 0), done);
}

#[test]
fn the_solution_is_looked_for_on_branches_first() {
    let workspace = Workspace::with_git();
    workspace.write_student();
    workspace.write_solution();
    workspace.git(&["checkout", "--quiet", "student"]);
    let from = |workspace: &Workspace| {
        let compared = workspace.json(&["compare", "77", "--json"], 0);
        compared[0]["solution"].as_str().expect("a place").to_owned()
    };
    assert_eq!(from(&workspace), format!("solution/77-double:{EXERCISE}"));
    let hash = workspace.git(&["rev-parse", "solution/77-double"]);
    workspace.git(&["update-ref", "refs/remotes/origin/solution/77-double", &hash]);
    workspace.git(&["branch", "--quiet", "-D", "solution/77-double"]);
    assert_eq!(from(&workspace), format!("origin/solution/77-double:{EXERCISE}"));
    workspace.git(&["update-ref", "-d", "refs/remotes/origin/solution/77-double"]);
    let output = workspace.output(&["compare", "77"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("git fetch origin"), "{output:?}");
    assert_eq!(workspace.output(&["compare", "78"]).status.code(), Some(2));
}

/// Each save is checked. The test waits for lines, and never for a time.
#[test]
fn each_save_is_checked() {
    let workspace = Workspace::new();
    let mut command = workspace.command(&["watch", "77", "--json"]);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let mut status = || {
        let line = lines.next().expect("a line").expect("UTF-8");
        let report: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        report["verdicts"][0]["status"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(status(), "not_started");
    workspace.write(EXERCISE, SQUARED);
    assert_eq!(status(), "fail");
    workspace.write(EXERCISE, "no Rust at all");
    assert_eq!(status(), "waiting", "the error is in no TODO");
    workspace.write(EXERCISE, RIGHT);
    assert_eq!(status(), "pass");
    // Renamed, as a file manager does, and renamed back.
    let renamed = workspace.path("lessons/77-double/mine.rs");
    fs::rename(workspace.path(EXERCISE), &renamed).expect("it can be renamed");
    assert_eq!(status(), "does_not_compile");
    fs::rename(renamed, workspace.path(EXERCISE)).expect("it can be renamed back");
    assert_eq!(status(), "pass");
    child.kill().expect("it runs until it is ended");
    child.wait().expect("it ends");
}

#[test]
fn a_missing_exercise_is_named_with_what_brings_it_back() {
    let workspace = Workspace::new();
    fs::remove_file(workspace.path(EXERCISE)).expect("it can be removed");
    for what in ["77", "77.2"] {
        let checked = workspace.printed(&["check", what], 1);
        assert!(checked.contains(&format!("{EXERCISE} is missing: `cargo workbook reset 77`")), "{checked}");
        assert!(checked.ends_with("next: cargo workbook reset 77\n"), "{checked}");
    }
    assert!(!workspace.path("target").exists(), "nothing is built");
    fs::create_dir(workspace.path(EXERCISE)).expect("a folder in its place");
    let folder = workspace.output(&["reset", "77"]);
    assert!(String::from_utf8_lossy(&folder.stderr).contains("is a folder: move it elsewhere"), "{folder:?}");
    fs::remove_dir(workspace.path(EXERCISE)).expect("it can be removed");
    assert!(workspace.printed(&["reset", "77"], 0).contains(EXERCISE));
    assert_eq!(workspace.json(&["check", "77", "--json"], 1)["verdicts"][0]["status"], "not_started");
}

#[test]
fn files_are_handed_in_as_one() {
    let workspace = Workspace::with_git();
    let nothing = workspace.output(&["hand-in", "77"]);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&nothing.stderr).contains("there is nothing to hand in"), "{nothing:?}");
    workspace.write(EXERCISE, RIGHT);
    let printed = workspace.printed(&["hand-in", "77"], 0);
    assert!(printed.contains("1 of 2 pass"), "{printed}");
    let has = format!("lesson-77.zip has {EXERCISE}, {SHADER}. Hand in this file.\n");
    assert!(printed.ends_with(&has), "{printed}");
    let first = fs::read(workspace.path("lesson-77.zip")).expect("a file");
    for name in [EXERCISE, SHADER, "hand-in.toml"] {
        assert!(first.windows(name.len()).any(|bytes| bytes == name.as_bytes()), "{name}");
    }
    workspace.write(EXERCISE, SQUARED);
    workspace.printed(&["hand-in", "77"], 0);
    assert_eq!(fs::read(workspace.path("kept/handed-in/1/lesson-77.zip")).expect("a copy"), first);
    fs::remove_file(workspace.path(SHADER)).expect("it can be removed");
    let missing = workspace.output(&["hand-in", "77"]);
    assert_eq!(missing.status.code(), Some(2));
    let words = format!("{SHADER} is missing: `cargo workbook reset 77` brings the starter back");
    assert!(String::from_utf8_lossy(&missing.stderr).contains(&words), "{missing:?}");
}

const DIARY: &str = "target/workbook/diary.txt";

#[test]
fn a_diary_is_kept_by_those_who_turn_it_on() {
    let workspace = Workspace::new();
    workspace.write(EXERCISE, SQUARED);
    workspace.printed(&["check", "77"], 1);
    workspace.printed(&["hint", "77.1"], 0);
    assert!(workspace.printed(&["diary"], 0).starts_with("Your diary is off. "));
    assert!(!workspace.path(DIARY).exists(), "it is on without having been turned on");
    let words = workspace.printed(&["diary", "on"], 0);
    assert!(words.starts_with(&format!("Your diary is ON. It keeps, in {DIARY}, minutes")), "{words}");
    workspace.printed(&["check", "77"], 1);
    workspace.printed(&["hint", "77.1"], 0);
    workspace.write(EXERCISE, RIGHT);
    workspace.printed(&["check", "77"], 1);
    workspace.printed(&["check", "all"], 1);
    workspace.printed(&["diary", "off"], 0);
    workspace.printed(&["hint", "77.2"], 0);
    let diary = workspace.read(DIARY);
    let mut events = Vec::new();
    for line in diary.lines().filter(|line| !line.starts_with('#')) {
        events.push(line.split_once(" min ").map_or(line, |(_, event)| event));
    }
    assert_eq!(events, ["on", "FAIL SQUARED", "hint 1", "pass", "off"], "{diary}");
    assert!(workspace.printed(&["diary", "show"], 0).starts_with(&diary));
    workspace.printed(&["diary", "delete"], 0);
    assert!(!workspace.path(DIARY).exists());
}

#[test]
fn a_diary_goes_along_if_its_student_says_so() {
    let workspace = Workspace::with_git();
    workspace.write(EXERCISE, RIGHT);
    let lines = "on\n77.1 +0.4 min FAIL SQUARED\nI like this lesson\n76.1 pause text\n77.1 +1.5 min pass\n";
    workspace.write(DIARY, lines);
    let unasked = workspace.printed(&["hand-in", "77"], 0);
    assert!(unasked.contains("No diary goes along.\n"), "{unasked}");
    let packed = || unpacked(&fs::read(workspace.path("lesson-77.zip")).expect("a file")).remove("diary.txt");
    assert_eq!(packed(), None, "it is taken without a question");
    let printed = workspace.printed(&["hand-in", "77", "--diary"], 0);
    assert!(printed.contains("diary.txt goes along: 2 lines such as `77.1 +1.5 min pass`\n"), "{printed}");
    let (bytes, _) = packed().expect("it is there");
    assert_eq!(String::from_utf8_lossy(&bytes), "77.1 +0.4 min FAIL SQUARED\n77.1 +1.5 min pass\n");
    let again = workspace.printed(&["hand-in", "77"], 0);
    assert!(again.contains("No diary goes along.\n"), "each time: {again}");
}

/// A build script that runs until a file is there holds cargo's lock meanwhile.
#[test]
fn another_cargo_that_builds_is_named() {
    let workspace = Workspace::new();
    workspace.printed(&["check", "77"], 1);
    workspace.write(
        "lessons/77-double/course/build.rs",
        r#"fn main() {
            std::fs::write("begun", "").unwrap();
            let begun = std::time::Instant::now();
            while !std::path::Path::new("go on").exists() && begun.elapsed().as_secs() < 60 {
                std::thread::yield_now();
            }
        }"#,
    );
    let mut other = Command::new("cargo");
    let mut other = other.args(["build", "--quiet"]).current_dir(workspace.path("")).spawn().expect("cargo starts");
    while !workspace.path("lessons/77-double/course/begun").exists() {
        std::thread::yield_now();
    }
    let mut checking = workspace.command(&["check", "77"]);
    let mut checking = checking.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut lines = BufReader::new(checking.stderr.take().expect("piped")).lines();
    let line = lines.next().expect("a line").expect("UTF-8");
    workspace.write("lessons/77-double/course/go on", "");
    assert_eq!(line, "another cargo is building here; waiting");
    assert!(other.wait().expect("it ends").success());
    assert_eq!(checking.wait().expect("it ends").code(), Some(1));
}

/// The reader closes the pipe early, as in `progress | head -1`.
#[test]
fn nobody_listens_any_more() {
    let workspace = Workspace::new();
    for arguments in [["progress", "--json"], ["hint", "77.1"], ["reset", "77"]] {
        let (reader, writer) = std::io::pipe().expect("there are pipes");
        drop(reader);
        let mut command = workspace.command(&arguments);
        let output = command.stdout(writer).output().expect("it starts");
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && complaints.is_empty(), "{arguments:?}: {complaints}");
    }
}

#[test]
fn what_was_asked_for_is_done_though_nobody_listens() {
    let workspace = Workspace::with_git();
    workspace.write(EXERCISE, RIGHT);
    let unheard = |arguments: &[&str], stdout: Stdio| {
        workspace.command(arguments).stdout(stdout).output().expect("it starts").status.code()
    };
    let closed = || {
        let (reader, writer) = std::io::pipe().expect("there are pipes");
        drop(reader);
        Stdio::from(writer)
    };
    assert_eq!(unheard(&["hand-in", "77"], closed()), Some(0));
    let first = fs::read(workspace.path("lesson-77.zip")).expect("it is packed");
    workspace.write(EXERCISE, SQUARED);
    assert_eq!(unheard(&["hand-in", "77"], closed()), Some(0));
    assert_eq!(fs::read(workspace.path("kept/handed-in/1/lesson-77.zip")).expect("a copy"), first);
    assert_ne!(fs::read(workspace.path("lesson-77.zip")).expect("it is packed again"), first);
    if let Ok(full) = fs::File::options().write(true).open("/dev/full") {
        assert_eq!(unheard(&["reset", "77"], full.into()), Some(2), "the report is lost");
        assert_eq!(fs::read_to_string(workspace.path("kept/77-double/1/exercise.rs")).expect("a copy"), SQUARED);
        assert_ne!(workspace.read(EXERCISE), SQUARED);
    }
}

#[test]
#[cfg(unix)]
fn a_link_to_the_answers_stays_a_link() {
    let workspace = Workspace::new();
    let starter = workspace.read(EXERCISE);
    workspace.write("answers/77.rs", RIGHT);
    fs::remove_file(workspace.path(EXERCISE)).expect("it can be removed");
    std::os::unix::fs::symlink("../../answers/77.rs", workspace.path(EXERCISE)).expect("a link");
    workspace.printed(&["reset", "77"], 0);
    assert!(workspace.path(EXERCISE).is_symlink());
    assert_eq!(workspace.read("answers/77.rs"), starter);
    assert_eq!(workspace.read("kept/77-double/1/exercise.rs"), RIGHT);
}

/// Copies as people make them, beside the lessons.
#[test]
fn a_folder_that_is_no_lesson_stops_nothing() {
    let workspace = Workspace::new();
    let lesson = ["Cargo.toml", "lib.rs", "lesson.toml", "exercise.rs", "course/Cargo.toml", "course/main.rs"];
    for copy in ["77-double (copy)", "77-double copy", "77-old", "02-backup", "77-double.bak"] {
        for file in lesson {
            workspace.write(&format!("lessons/{copy}/{file}"), &workspace.read(&format!("lessons/77-double/{file}")));
        }
    }
    workspace.write("lessons/03-notes/notes.txt", "mine\n");
    workspace.write(EXERCISE, RIGHT);
    assert!(workspace.printed(&["check", "77"], 1).contains("1 of 2 pass"));
    assert!(workspace.printed(&["progress"], 0).contains("1 of 2"), "it is one lesson");
    workspace.printed(&["hint", "77.2"], 0);
    workspace.printed(&["hand-in", "77"], 0);
}

/// The students' workflow checks what is begun.
#[test]
fn only_what_is_begun_is_checked() {
    let workspace = Workspace::new();
    let nothing = workspace.json(&["check", "begun", "--json"], 0);
    assert_eq!(nothing["verdicts"], serde_json::json!([]));
    assert!(!workspace.path("target").exists(), "nothing is built");
    workspace.write(EXERCISE, RIGHT);
    let report = workspace.json(&["check", "begun", "--json"], 1);
    let statuses = [&report["verdicts"][0]["status"], &report["verdicts"][1]["status"]];
    assert_eq!(statuses, ["pass", "not_started"]);
}
