//! `update` in a clone of a small course: what the student has written stays.

mod fixture;

use fixture::{EXERCISE, RIGHT, SHADER, Workspace};
use std::fs;

const README: &str = "lessons/77-double/README.md";
const MAIN: &str = "lessons/77-double/course/main.rs";

/// A second lesson, long enough for git to follow when it is renamed.
const SECOND: &str = "lessons/78-halve/exercise.rs";

fn second(body: &str, extra: &str) -> String {
    let mut text = String::from("//! Lesson 78: what you edit.\n\n");
    for number in 0..20 {
        text += &format!("/// Number {number} of this lesson.\npub const N{number}: u32 = {number};\n\n");
    }
    text + &format!(
        "/// Half of a number.\npub fn halve(n: u32{extra}) -> u32 {{\n    // TODO 78.1: half of n\n    {body}\n}}\n"
    )
}

/// Returns a course, whose branch `student` only grows, and a student's clone of it.
fn course_and_student() -> (Workspace, Workspace) {
    let course = Workspace::with_git();
    course.write(SECOND, &second("n", ""));
    course.commit("Two lessons");
    course.git(&["switch", "--quiet", "--create", "student"]);
    let student = Workspace::clone_of(&course, "student");
    (course, student)
}

#[test]
fn what_is_written_stays_through_two_releases() {
    let (course, student) = course_and_student();
    assert_eq!(student.printed(&["update"], 0), "You have the newest version already.\n");

    // Two lessons half done, never committed, one with the line ends of Windows.
    student.write(EXERCISE, &RIGHT.replace('\n', "\r\n"));
    student.write(SECOND, &second("n / 2", ""));
    student.write("my notes.txt", "mine\n");
    course.write(README, "# 77 Doubling, better\n");
    course.git(&["mv", "lessons/78-halve", "lessons/78-half"]);
    course.write("lessons/78-half/exercise.rs", &second("n", ", up: bool"));
    course.git(&["rm", "--quiet", "shaders/77-double/light.glsl"]);
    course.commit("Release 2");

    let mut unknown = student.command(&["update"]);
    unknown
        .env("GIT_CONFIG_COUNT", "1")
        .env("GIT_CONFIG_KEY_0", "user.useConfigOnly")
        .env("GIT_CONFIG_VALUE_0", "true");
    let unknown = unknown.output().expect("it starts");
    let message = String::from_utf8_lossy(&unknown.stderr);
    assert_eq!(unknown.status.code(), Some(2), "{message}");
    assert!(message.contains("git config user.name \"Your Name\""), "{message}");
    student.set_user("A Student");
    let message = student.printed(&["update"], 0);
    assert!(message.starts_with("You have the newest version now: "), "{message}");
    assert!(!message.contains("yours stays"), "{message}");
    assert_eq!(student.read(README), "# 77 Doubling, better\n");
    assert_eq!(student.read(EXERCISE).replace('\r', ""), RIGHT);
    assert_eq!(student.read("lessons/78-half/exercise.rs"), second("n / 2", ", up: bool"));
    assert_eq!(student.read("my notes.txt"), "mine\n");
    assert!(!student.path("lessons/78-halve").exists() && !student.path("shaders/77-double/light.glsl").exists());
    assert!(!student.path("kept").exists(), "git holds it");

    // Both change the same line; one removes what the other changes.
    student.write(SHADER, "twice\n");
    student.write(MAIN, &student.read(MAIN).replace("fn main", "// Why?\nfn main"));
    course.write(SHADER, "// TODO 77.2: now twice\nonce\n");
    course.write("lessons/given.rs", "//! Newer.\n");
    course.git(&["rm", "--quiet", MAIN]);
    course.commit("Release 3");
    let message = student.printed(&["update"], 0);
    for file in [SHADER, MAIN] {
        assert!(message.contains(&format!("  {file}: the course has changed what you have changed, and yours stays.")));
    }
    assert_eq!(student.read(SHADER), "twice\n");
    assert!(student.read(MAIN).contains("// Why?"));
    assert_eq!(student.read("lessons/given.rs"), "//! Newer.\n");
    let before = message.rsplit_once("git show ").expect("a commit").1.trim_end().trim_end_matches(":PATH");
    assert_eq!(student.git(&["show", &format!("{before}:{SHADER}")]), "twice");
    assert_eq!(student.git(&["status", "--porcelain"]), "");
    assert_eq!(student.printed(&["update"], 0), "You have the newest version already.\n");
}

#[test]
fn what_is_in_the_way_is_named() {
    let (course, student) = course_and_student();
    student.set_user("A Student");
    // A file of one's own where the course puts one, too.
    student.write("lessons/new.txt", "mine\n");
    course.write("lessons/new.txt", "theirs\n");
    course.commit("Release 2");
    let from = format!("{}#student", course.root().display());
    let message = student.printed(&["update", "--from", &from], 0);
    assert!(message.contains("lessons/new.txt: the course has changed"), "{message}");
    assert_eq!(student.read("lessons/new.txt"), "mine\n");

    fs::write(student.path(".git/MERGE_HEAD"), student.git(&["rev-parse", "HEAD"]) + "\n").expect("it can be written");
    assert!(student.complained(&["update"], 2).contains("a merge is in progress here"));
    fs::remove_file(student.path(".git/MERGE_HEAD")).expect("it can be removed");
    let nowhere = student.complained(&["update", "--from", "nowhere#student"], 2);
    assert!(nowhere.contains("the course was not found at nowhere#student"), "{nowhere}");
}
