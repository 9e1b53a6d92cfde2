//! The lesson's program, as a student and the workbook's command start it.

use std::process::{Command, Output};

fn lesson(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lesson-03")).args(arguments).output().expect("it starts")
}

fn statuses(output: &Output) -> Vec<String> {
    let verdicts: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let status = |v: &serde_json::Value| v["status"].as_str().expect("a status").to_owned();
    verdicts.as_array().expect("a list").iter().map(status).collect()
}

#[test]
fn the_first_day_is_not_started() {
    let output = lesson(&["--check", "--json", "--as", "starter"]);
    assert_eq!(statuses(&output), ["not_started"; 4]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_finished_lesson_passes() {
    let output = lesson(&["--check", "--json", "--as", "reference"]);
    let statuses = statuses(&output);
    if common::graphics::testing::headless_or_skip("the_finished_lesson_passes").is_some() {
        assert_eq!((statuses, output.status.code()), (vec!["pass".to_owned(); 4], Some(0)));
    }
}

#[test]
fn without_opengl_the_shader_is_skipped_not_passed() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lesson-03"));
    command.args(["--check", "--json", "--as", "reference"]).env("ARMATURE_NO_GL", "1");
    let output = command.output().expect("it starts");
    assert_eq!(statuses(&output), ["pass", "skipped", "pass", "pass"]);
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn a_picture_of_ones_own() {
    if common::graphics::testing::headless_or_skip("a_picture_of_ones_own").is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("out.png");
    let path = file.to_str().expect("UTF-8");
    let output = lesson(&["--screenshot", path, "--solution", "--size", "200x100", "--time", "2"]);
    assert!(output.status.success(), "{output:?}");
    let picture = common::graphics::Picture::read_png(&file).expect("a PNG");
    assert_eq!((picture.width, picture.height), (200, 100));
    assert_eq!(lesson(&["--screenshot", path, "--size", "big"]).status.code(), Some(2));
    assert_eq!(lesson(&["--screenshot", path, "--size", "0x4"]).status.code(), Some(2));
}

/// Where there is no display it says what else there is.
#[cfg(target_os = "linux")]
#[test]
fn without_a_display_it_asks_for_a_picture() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lesson-03"));
    let output = command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output();
    let output = output.expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(i32::from(common::app::NO_DISPLAY)), "{said}");
    assert!(said.contains("--screenshot"), "{said}");
}
