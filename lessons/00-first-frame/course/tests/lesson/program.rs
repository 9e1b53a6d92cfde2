//! The lesson's program, as a student and the workbook's command start it.

use crate::PROGRAM;

/// The first report that a student ever sees is quoted in the text. What is next the command says at its end.
#[test]
fn the_text_shows_the_report() {
    let output = PROGRAM.run(&["--check", "00.1", "--as", "starter"]);
    let message = String::from_utf8_lossy(&output.stdout).replace('\r', "");
    let (report, _) = message.split_once("     next:").expect("a line says what is next");
    assert!(include_str!("../../../README.md").replace('\r', "").contains(report), "{report}");
}
