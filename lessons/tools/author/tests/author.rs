//! `new` and `mistake` on a workspace that builds in a moment.

#[path = "../../workbook/tests/fixture/mod.rs"]
mod fixture;

use fixture::{EXERCISE, SQUARED, Workspace};
use std::io::Write;
use std::process::Stdio;

#[test]
fn a_new_lesson_is_written_once() {
    let workspace = Workspace::new();
    let message = workspace.printed(&["new", "78-trial-run"], 0);
    assert!(message.ends_with("cargo author check 78\n"), "{message}");
    let exercise = workspace.read("lessons/78-trial-run/exercise.rs");
    assert!(exercise.contains("// TODO 78.1:") && !exercise.contains("STUB"), "{exercise}");
    assert!(workspace.read("lessons/78-trial-run/README.md").starts_with("# 78 Trial run\n"));
    let entry = "course! {\n    \"78\" trial_run: crate::lesson_78::TrialRun,\n}\n";
    assert_eq!(workspace.read("lessons/given/course.rs"), entry);
    for again in ["78-trial-run", "78-other", "trial"] {
        let output = workspace.output(&["new", again]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
}

#[test]
fn an_exercise_follows_its_solution_until_it_is_begun() {
    const SOLUTION: &str = "lessons/77-double/course/src/solution.rs";
    let workspace = Workspace::with_git();
    workspace.write(SOLUTION, &workspace.read(SOLUTION).replace("STUB n", "STUB n + 0"));
    workspace.printed(&["starters", "77"], 0);
    assert!(workspace.read(EXERCISE).ends_with("    // TODO 77.1: twice n\n    n + 0\n}\n"));
    workspace.write(EXERCISE, SQUARED);
    assert!(workspace.printed(&["starters", "77"], 0).contains("is left as it is (--force)"));
    assert_eq!(workspace.read(EXERCISE), SQUARED);
}

/// Each is refused before anything is written, or written with the sentences that were typed, or with ones to be filled
/// in.
#[test]
fn a_wrong_answer_becomes_a_named_mistake() {
    const TOML: &str = "lessons/77-double/lesson.toml";
    let workspace = Workspace::new();
    workspace.write("handed in.rs", SQUARED);
    let from = workspace.path("handed in.rs");
    let folder = workspace.root().display().to_string();
    let from = from.to_str().expect("UTF-8");
    let author = |id, from, name| workspace.output(&["mistake", id, "--from", from, "--name", name]);
    let before = workspace.read(TOML);
    for (from, name, says) in [
        (folder.as_str(), "SQUARED", "is a folder: name the exercise.rs in it"),
        (from, "Squared", "should be like ONE-LEVEL"),
        ("nothing.rs", "SQUARED", "nothing.rs"),
    ] {
        let message = String::from_utf8(author("77.1", from, name).stderr).expect("UTF-8");
        assert!(message.contains(says), "{message}");
        assert_eq!(workspace.read(TOML), before, "{name}");
    }

    assert!(author("77.1", from, "SQUARED").status.success());
    let again = String::from_utf8(author("77.1", from, "SQUARED").stderr).expect("UTF-8");
    assert!(again.contains("lesson 77 has a mistake SQUARED already"), "{again}");

    workspace.write("handed in.vert", "four times\n");
    let shader = workspace.path("handed in.vert");
    let from = shader.to_str().expect("UTF-8");
    let mut command = workspace.command(&["mistake", "77.2", "--from", from, "--name", "FOUR-TIMES"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the command starts");
    child.stdin.take().unwrap().write_all(b"It says \"four\".\nHow often?\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success() && !message.contains("Write its sentences"), "{message}");
    let toml = workspace.read(TOML);
    let (first, second) = toml.split_once("name = \"double.vert\"").expect("two TODOs");
    let function = "name = \"SQUARED\"\nchange = [\"2\", \"n\"]\nsays = \"AUTHOR: ";
    assert!(first.contains(function), "{toml}");
    let shader = "name = \"FOUR-TIMES\"\nchange = [\"twice\", \"four times\"]\n\
        says = '''It says \"four\".'''\nasks = \"How often?\"\n";
    assert!(second.contains(shader), "{toml}");
}
