//! A program that was copied, or moved, with the checkout that it was built in.

use lesson_04::checks::LESSON;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SHADERS: &str = "shaders/04-joint-lines";

/// Returns whether the program of a checkout, started in another one, reports its shader as not started.
fn is_as_found(checkout: &Path) -> bool {
    let mut command = Command::new(checkout.join("target/debug/program"));
    command.args(["--check", "04.1", "--json"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    for named in ["ARMATURE_WORKSPACE", "ARMATURE_SHADERS", "CARGO_MANIFEST_DIR"] {
        command.env_remove(named);
    }
    let output = command.output().unwrap();
    let message = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(message.contains("04.1"), "{output:?}");
    message.contains("not_started")
}

#[test]
fn a_copied_program_reads_the_shaders_of_its_own_checkout() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("moved-04");
    let _ = fs::remove_dir_all(&folder);
    let [copied, moved] = ["copied", "moved"].map(|name| folder.join(name));
    for below in ["lessons", "target/debug", SHADERS] {
        fs::create_dir_all(copied.join(below)).unwrap();
    }
    fs::copy(env!("CARGO_BIN_EXE_lesson-04"), copied.join("target/debug/program")).unwrap();
    let exercise = copied.join("lessons/04-joint-lines/exercise.rs");
    fs::create_dir_all(exercise.parent().unwrap()).unwrap();
    fs::write(exercise, LESSON.about.starter_text).unwrap();
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(SHADERS);
    for shader in ["joints.vert", "starter/joints.vert"] {
        fs::create_dir_all(copied.join(SHADERS).join(shader).parent().unwrap()).unwrap();
        fs::copy(here.join("starter/joints.vert"), copied.join(SHADERS).join(shader)).unwrap();
    }
    assert!(is_as_found(&copied));
    fs::rename(&copied, &moved).unwrap();
    fs::write(moved.join(SHADERS).join("joints.vert"), "void main() {}\n").unwrap();
    assert!(!is_as_found(&moved));
}
