//! The lesson's program, as a student and the workbook's command start it.

use crate::PROGRAM;

#[test]
fn options() {
    PROGRAM.describes(&["--set", "part=feet", "--set", "slope=20"], &["hips on the slope: 0."]);
    PROGRAM.describes(&["--set", "part=tentacles", "--set", "weight=0"], &["gradient: "]);
    for (setting, says) in [
        ("part=head", "one of all, arm, feet, tentacles"),
        ("slope=90", "a number from -28 to 28"),
        ("weight=-1", "a number from 0 to 0.1"),
    ] {
        PROGRAM.refuses("--set", setting, says);
    }
}

#[test]
fn the_list_says_whose_code_is_running() {
    PROGRAM.names_running_code(&[]);
}
