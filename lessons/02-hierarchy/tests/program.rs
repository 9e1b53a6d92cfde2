//! The lesson's program, as a student and the workbook's command start it.

use common::app::exercise::testing::Program;
use lesson_02::scene::Scene;

const PROGRAM: Program<Scene> = Program::new(env!("CARGO_BIN_EXE_lesson-02"));

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
    PROGRAM.a_picture_of_ones_own(&["--time", "2"]);
}

#[test]
fn without_a_display_it_asks_for_a_picture() {
    PROGRAM.without_a_display_it_asks_for_a_picture();
}
