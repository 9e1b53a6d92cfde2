//! The viewer as a process: command line, output, pictures.

use graphics::{Picture, testing::headless_or_skip};
use std::{
    path::PathBuf,
    process::{Command, Output},
};

fn figure() -> PathBuf {
    verdict::workspace::assets().join("arm.dae")
}

fn viewer() -> Command {
    Command::new(env!("CARGO_BIN_EXE_figure"))
}

fn error_of(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns the arm's picture with further arguments, 320 x 240.
fn picture(arguments: &[&str]) -> Picture {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.png");
    let output = viewer()
        .arg(figure())
        .arg("--screenshot")
        .arg(&out)
        .args(["--size", "320x240"])
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Picture::read_png(&out).unwrap()
}

#[test]
fn options_change_the_picture() {
    let Some(_) = headless_or_skip("options_change_the_picture") else { return };
    let posed = picture(&["--time", "0.5"]);
    let options: [&[&str]; 3] = [&["--bind"], &["--time", "0.5", "--bones"], &["--time", "0.5", "--weights", "hand"]];
    for option in options {
        let difference = picture(option).difference(&posed);
        assert!(!difference.within(0.2, 5.0), "{option:?}: {difference}");
    }
    // A bend's outside bulges by a few millimetres.
    let skinned = |method| picture(&["--time", "0.5", "--skinning", method]);
    assert!(skinned("linear") == posed && skinned("dual") != posed);
}

#[test]
#[cfg(target_os = "linux")]
fn without_a_display_it_says_what_to_type() {
    let mut command = viewer();
    for variable in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(variable);
    }
    let output = command.arg(figure()).output().unwrap();
    let message = error_of(&output);
    assert!(message.contains("there is no display to open a window on (neither WAYLAND"), "{message}");
    assert!(message.contains("--screenshot picture.png"), "{message}");
    assert_eq!(output.status.code(), Some(i32::from(window::NO_DISPLAY)));
}

#[test]
fn the_window_without_a_window() {
    let Some(_) = headless_or_skip("the_window_without_a_window") else { return };
    let plain = picture(&["--panels", "--time", "0.5"]);
    let named = picture(&["--panels", "--time", "0.5", "--press", "n"]);
    assert!(!named.difference(&plain).within(0.2, 5.0), "names of joints are to be seen");
    let above = picture(&["--panels", "--time", "0.5", "--press", "7"]);
    assert!(!above.difference(&plain).within(0.2, 5.0), "the first frame's keys move the camera");
    let described = viewer().arg(figure()).args(["--describe", "--time", "0.5"]).output().unwrap();
    let message = String::from_utf8_lossy(&described.stdout);
    assert!(message.contains("3 of them joints") && message.contains("\"wave\" at 0.500 s"), "{message}");
}

#[test]
fn arguments_that_make_no_sense() {
    for (arguments, word) in [
        (["--size", "big"], "1280x720"),
        (["--time", "nan"], "seconds"),
        (["--screenshot", "nowhere/out.png"], "the folder nowhere is not there"),
        (["--skinning", "rigid"], "linear, dual"),
    ] {
        let message = error_of(&viewer().arg(figure()).args(arguments).output().unwrap());
        assert!(message.contains(word), "{arguments:?}: {message}");
    }
}
