//! The lesson's program, as a student and the workbook's command start it.

use crate::PROGRAM;

#[test]
fn a_crowd_is_from_1_to_12000() {
    for wrong in ["0", "12001", "many"] {
        PROGRAM.refuses("--count", wrong, "invalid value");
    }
    PROGRAM.refuses("--who", "nobody", "possible values: thirds, uniforms, palettes, frames");
}

#[test]
fn it_says_what_a_frame_costs() {
    PROGRAM.describes(
        &["--count", "30", "--size", "160x90"],
        &[
            "30 dancers, drawn by ",
            "a frame takes:",
            "uniforms: 10 in 10 calls, 22.4 kB; posing ",
            "palettes: 10 in 2 calls, 16.8 kB; posing ",
            "frames: 10 in 2 calls, 0.12 kB; posing ",
            "the first knight of \"frames\": ",
        ],
    );
}

#[test]
fn it_says_whose_code_is_running() {
    PROGRAM.names_running_code(&["dancers, drawn by "]);
}
