//! What the command line of every lesson does, shown by this one: `common` does it.

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

/// Elsewhere than on Linux there always is a display.
#[test]
#[cfg(target_os = "linux")]
fn without_a_display_it_asks_for_a_picture() {
    let output = PROGRAM.command().env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(i32::from(NO_DISPLAY)), "{said}");
    assert!(said.contains("--screenshot"), "{said}");
}
