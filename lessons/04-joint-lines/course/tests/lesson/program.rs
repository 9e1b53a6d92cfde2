//! The command line that all lessons share, tested with this one.

use crate::PROGRAM;
use common::graphics::{Picture, testing::headless_or_skip};
use common::window::NO_DISPLAY;

#[test]
fn a_picture_in_the_size_that_is_asked_for() {
    if headless_or_skip("a_picture_in_the_size_that_is_asked_for").is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.png");
    let path = file.to_str().unwrap();
    let output = PROGRAM.run(&["--screenshot", path, "--solution", "--size", "200x100", "--time", "2"]);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let picture = Picture::read_png(&file).unwrap();
    assert_eq!((picture.width, picture.height), (200, 100));
    for size in ["big", "0x4"] {
        assert_eq!(PROGRAM.run(&["--screenshot", path, "--size", size]).status.code(), Some(2));
    }
}

/// Returns the picture that the program draws with these options.
fn draw(options: &[&str]) -> Picture {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("drawn.png");
    let output = PROGRAM.run(&[options, &["--size", "320x180", "--screenshot", file.to_str().unwrap()]].concat());
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    Picture::read_png(&file).unwrap()
}

/// A mistake in a shader and one in a function change the picture; an unknown name is an error.
#[test]
fn a_known_mistake_is_drawn() {
    if headless_or_skip("a_known_mistake_is_drawn").is_none() {
        return;
    }
    let right = draw(&["--solution"]);
    for mistake in [["04.1", "FIRST-MATRIX"], ["04.3", "LINE-STRIP"]] {
        assert!(draw(&[&["--mistaken"], &mistake[..]].concat()) != right, "{mistake:?}");
    }
    for (todo, name, words) in [("04.1", "NONE", "04.1 has no mistake NONE, only "), ("04.9", "X", "no TODO 04.9")] {
        let output = PROGRAM.run(&["--mistaken", todo, name, "--describe"]);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && message.contains(words), "{message}");
    }
}

// Other systems always have a display.
#[test]
#[cfg(target_os = "linux")]
fn without_a_display_it_asks_for_a_picture() {
    let output = PROGRAM.command().env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(i32::from(NO_DISPLAY)), "{message}");
    assert!(message.contains("--screenshot"), "{message}");
}
