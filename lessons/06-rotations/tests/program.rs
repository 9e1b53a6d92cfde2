//! The lesson's program, as a student and the workbook's command start it.

use common::app::exercise::testing::Program;
use lesson_06::scene::Scene;

const PROGRAM: Program<Scene> = Program::new(env!("CARGO_BIN_EXE_lesson-06"));

#[test]
fn the_first_day_is_not_started() {
    PROGRAM.the_first_day_is_not_started();
}

#[test]
fn the_finished_lesson_passes() {
    PROGRAM.the_finished_lesson_passes();
}

#[test]
fn a_picture_of_ones_own() {
    PROGRAM.a_picture_of_ones_own(&["--u", "0.8"]);
}

#[test]
fn a_share_is_from_0_to_1() {
    for wrong in ["1.5", "NaN", "half"] {
        let output = PROGRAM.run(&["--screenshot", "never.png", "--u", wrong]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("a number from 0 to 1"), "{said}");
    }
}

#[test]
fn without_a_display_it_asks_for_a_picture() {
    PROGRAM.without_a_display_it_asks_for_a_picture();
}
