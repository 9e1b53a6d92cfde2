//! The lesson's program, as a student and the workbook's command start it.

use std::process::{Command, Output};

fn lesson(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lesson-04")).args(arguments).output().expect("it starts")
}

fn statuses(output: &Output) -> Vec<String> {
    let verdicts: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let status = |v: &serde_json::Value| v["status"].as_str().expect("a status").to_owned();
    verdicts.as_array().expect("a list").iter().map(status).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_first_day_is_not_started() {
    let output = lesson(&["--check", "--json", "--as", "starter"]);
    assert_eq!(statuses(&output), ["not_started"; 4]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_finished_lesson_passes() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lesson-04"));
    // No TODO of this lesson needs OpenGL.
    command.args(["--check", "--json", "--as", "reference"]).env("ARMATURE_NO_GL", "1");
    let output = command.output().expect("it starts");
    assert_eq!((statuses(&output), output.status.code()), (vec!["pass".to_owned(); 4], Some(0)));
}

#[test]
fn the_tree_as_text() {
    let output = lesson(&["--tree", "--solution"]);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(said.starts_with("   0  hips\n   1    spine\n   2      chest\n"), "{said}");
    assert!(said.contains("\n  29        foot_l\n") && said.ends_with("\n35 joints\n"), "{said}");
    let arm = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/arm.dae");
    let said = text(&lesson(&["--tree", "--solution", "--file", arm]).stdout);
    assert_eq!(said, "   0  upper\n   1    lower\n   2      hand\n3 joints\n");
    assert_eq!(text(&lesson(&["--tree", "--starter"]).stdout), "0 joints\n");
}

#[test]
fn a_bad_file_is_an_error_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.dae");
    let path = file.to_str().expect("UTF-8");
    for (content, says) in [
        (&b"words"[..], "bad.dae:1:1: unknown token"),
        (b"<COLLADA version=\"1.4.1\"></COLLADA>", "there is no <visual_scene>"),
        (b"\xff\xfe\x00", "bad.dae"),
    ] {
        std::fs::write(&file, content).expect("written");
        let output = lesson(&["--tree", "--solution", "--file", path]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(says), "{said}");
    }
    assert_eq!(lesson(&["--tree", "--file", "no such file"]).status.code(), Some(2));
}

#[test]
fn a_picture_of_ones_own() {
    if common::graphics::testing::headless_or_skip("a_picture_of_ones_own").is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("out.png");
    let path = file.to_str().expect("UTF-8");
    let arm = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/arm.dae");
    let output = lesson(&["--screenshot", path, "--solution", "--size", "200x100", "--file", arm]);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let picture = common::graphics::Picture::read_png(&file).expect("a PNG");
    assert_eq!((picture.width, picture.height), (200, 100));
    assert_eq!(lesson(&["--screenshot", path, "--size", "big"]).status.code(), Some(2));
}

#[test]
fn without_arguments_it_says_what_to_do() {
    let output = lesson(&[]);
    let said = text(&output.stdout);
    assert!(output.status.success() && said.contains("cargo workbook check 04"), "{said}");
}
