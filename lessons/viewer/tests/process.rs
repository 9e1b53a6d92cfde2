//! The viewer as a process: what a person types, sees and gets.

use common::graphics::{Picture, testing::headless_or_skip};
use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};

fn figure() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/arm.dae")
}

fn viewer() -> Command {
    Command::new(env!("CARGO_BIN_EXE_viewer"))
}

fn error_of(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The arm's picture with further arguments, 320 x 240.
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

/// The background is nearly grey, the arm is painted.
fn is_painted([red, green, blue, _]: [u8; 4]) -> bool {
    red.max(green).max(blue) - red.min(green).min(blue) > 40
}

#[test]
fn a_posed_figure_in_the_middle_of_the_picture() {
    let Some(_) = headless_or_skip("a_posed_figure_in_the_middle_of_the_picture") else { return };
    let posed = picture(&["--time", "0.5"]);
    assert_eq!((posed.width, posed.height), (320, 240));
    let painted: Vec<(u32, u32)> = (0..240)
        .flat_map(|y| (0..320).map(move |x| (x, y)))
        .filter(|(x, y)| is_painted(posed.pixel(*x, *y)))
        .collect();
    let range = |values: &mut dyn Iterator<Item = u32>| {
        let values: Vec<u32> = values.collect();
        (*values.iter().min().unwrap(), *values.iter().max().unwrap())
    };
    let (top, bottom) = range(&mut painted.iter().map(|(_, y)| *y));
    let (left, right) = range(&mut painted.iter().map(|(x, _)| *x));
    assert!(bottom - top > 160, "it fills the picture's height: {top} to {bottom}");
    assert!(top > 4 && bottom < 235 && left > 4 && right < 315, "nothing is cut off");
    assert!(
        (top + bottom).abs_diff(240) < 16 && (left + right).abs_diff(320) < 16,
        "in the middle"
    );
}

#[test]
fn options_change_the_picture() {
    let Some(_) = headless_or_skip("options_change_the_picture") else { return };
    let posed = picture(&["--time", "0.5"]);
    let options: [&[&str]; 3] =
        [&["--bind"], &["--time", "0.5", "--bones"], &["--time", "0.5", "--weights", "hand"]];
    for option in options {
        let difference = picture(option).difference(&posed);
        assert!(!difference.within(0.2, 5.0), "{option:?}: {difference}");
    }
}

#[test]
fn what_is_not_there_is_named_with_what_is() {
    let Some(_) = headless_or_skip("what_is_not_there_is_named_with_what_is") else { return };
    let said = |arguments: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out.png");
        let output = viewer().arg(figure()).arg("--screenshot").arg(&out).args(arguments).output();
        let said = error_of(&output.unwrap());
        assert!(!out.exists(), "no picture after an error");
        said
    };
    let clip = said(&["--clip", "no-such-clip"]);
    assert!(clip.contains("there is no clip \"no-such-clip\"; the clips are \""), "{clip}");
    let joint = said(&["--weights", "no-such-joint"]);
    assert!(joint.contains("there is no joint \"no-such-joint\"; the joints are \""), "{joint}");
}

#[test]
fn without_a_screenshot_it_says_what_to_type() {
    let said = error_of(&viewer().arg(figure()).output().unwrap());
    assert!(said.contains("--screenshot out.png"), "{said}");
}

#[test]
fn arguments_that_make_no_sense() {
    for (arguments, word) in [
        (["--size", "big"], "1280x720"),
        (["--time", "nan"], "seconds"),
        (["--screenshot", "nowhere/out.png"], "the folder nowhere is not there"),
    ] {
        let said = error_of(&viewer().arg(figure()).args(arguments).output().unwrap());
        assert!(said.contains(word), "{arguments:?}: {said}");
    }
}

#[test]
fn a_missing_file_and_missing_opengl_are_errors() {
    let missing = viewer().args(["nowhere.dae", "--screenshot", "out.png"]).output().unwrap();
    assert!(error_of(&missing).contains("nowhere.dae"));
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.png");
    let mut command = viewer();
    command.arg(figure()).arg("--screenshot").arg(&out).env("ARMATURE_NO_GL", "1");
    let said = error_of(&command.output().unwrap());
    assert!(said.contains("ARMATURE_NO_GL"), "{said}");
}
