//! The lesson's program, as a student and the workbook's command start it.

use common::app::exercise::testing::Program;
use lesson_07::scene::Scene;

const PROGRAM: Program<Scene> = Program::new(env!("CARGO_BIN_EXE_lesson-07"));

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
    PROGRAM.a_picture_of_ones_own(&["--time", "1.8"]);
}

#[test]
fn without_a_display_it_asks_for_a_picture() {
    PROGRAM.without_a_display_it_asks_for_a_picture();
}

/// A quarter of the bows' period: the root is at the end of its swing, the child is late.
#[test]
fn the_moment_in_words() {
    if common::graphics::testing::headless_or_skip("the_moment_in_words").is_none() {
        return;
    }
    let output = PROGRAM.run(&["--describe", "--solution", "--time", "0.4"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{output:?}");
    // 24 sin(TAU * 0.15 / 1.6) = 13.3
    for line in [
        "Lesson 07: paper puppet, 0.40 s",
        "child: 0, 13 degrees",
        "root: 24, 0 degrees",
        "both: 24, 13 degrees",
        "from the back to the front: tail, foot_left, foot_right, shin_left",
        "hand_right, head, upper_arm_left, upper_arm_right, lower_arm_left, lower_arm_right",
    ] {
        assert!(said.contains(line), "{said}");
    }
}
