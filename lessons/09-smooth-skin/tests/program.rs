//! The lesson's program, as a student and the workbook's command start it.

use common::app::exercise::testing::Program;
use lesson_09::scene::Scene;

const PROGRAM: Program<Scene> = Program::new(env!("CARGO_BIN_EXE_lesson-09"));

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
    PROGRAM.a_picture_of_ones_own(&[
        "--margin", "0.05", "--angles", "-60,80", "--joint", "head", "--heat",
    ]);
}

#[test]
fn what_cannot_be_shown() {
    for (option, wrong, says) in [
        ("--margin", "0", "a number from 0.01 to 0.167"),
        ("--margin", "NaN", "a number from 0.01 to 0.167"),
        ("--angles", "60", "two angles from -120 to 120"),
        ("--angles", "60,NaN", "two angles from -120 to 120"),
        ("--angles", "60,a,80", "two angles from -120 to 120"),
        ("--joint", "neck", "one of tail, middle, head"),
    ] {
        let output = PROGRAM.run(&["--screenshot", "never.png", option, wrong]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(says), "{said}");
    }
}

#[test]
fn without_a_display_it_asks_for_a_picture() {
    PROGRAM.without_a_display_it_asks_for_a_picture();
}
