//! The lesson's program, as a student and the workbook's command start it.

use crate::PROGRAM;

const ASSETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/");

#[test]
fn in_words() {
    let output = PROGRAM.run(&["--describe", "--solution"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{output:?}");
    assert!(said.contains("knight: upper_arm_l bent by 60 degrees; 2942 positions"), "{said}");
    assert!(said.contains("hose: spine_4 bent by"), "{said}");
}

#[test]
fn a_joint_that_is_not_there_is_an_error_in_words() {
    let output = PROGRAM.run(&["--describe", "--solution", "--joint", "nonsense"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("--joint nonsense: there is no joint of that sid"), "{said}");
    assert!(said.contains("knight has hips spine") && said.contains("hose has spine_1"), "{said}");
}

#[test]
fn a_file_without_a_skin_is_an_error_in_words() {
    let output = PROGRAM.run(&["--describe", "--solution", &format!("{ASSETS}sword.dae")]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("there is no skin in it"), "{said}");
}
