//! The lesson's program, as a student and the workbook's command start it.

use common::app::exercise::testing::Program;
use common::graphics::testing::headless_or_skip;
use lesson_01::scene::Scene;

const PROGRAM: Program<Scene> = Program::new(env!("CARGO_BIN_EXE_lesson-01"));

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
    PROGRAM.a_picture_of_ones_own(&["--a", "-20"]);
}

#[test]
fn without_a_display_it_asks_for_a_picture() {
    PROGRAM.without_a_display_it_asks_for_a_picture();
}

#[test]
fn a_slider_takes_a_number() {
    assert_eq!(PROGRAM.run(&["--screenshot", "never.png", "--a", "far"]).status.code(), Some(2));
}

#[test]
fn the_claw_in_words() {
    if headless_or_skip("the_claw_in_words").is_none() {
        return;
    }
    let said = |arguments: &[&str]| {
        let output = PROGRAM.run(arguments);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let straight = said(&["--describe", "--solution", "--a", "0", "--b", "0"]);
    // The data sheet's offsets, added up: nothing is turned.
    assert!(straight.contains("The claw in the base's space: (1.350, 1.370, 0.000)"), "{straight}");
    assert!(
        straight.contains("The claw in the forearm's space: (1.050, 0.000, 0.000)"),
        "{straight}"
    );
    assert_ne!(straight, said(&["--describe", "--solution", "--a", "0", "--b", "90"]));
}
