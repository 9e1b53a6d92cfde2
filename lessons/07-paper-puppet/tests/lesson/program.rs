//! The lesson's program, as a student and the workbook's command start it.

use crate::PROGRAM;

/// A quarter of the bows' period: the root is at the end of its swing, the child is late.
#[test]
fn the_moment_in_words() {
    // 24 sin(TAU * 0.15 / 1.6) = 13.3
    let lines = [
        "Lesson 07: paper puppet, 0.40 s",
        "child: 0, 13 degrees",
        "root: 24, 0 degrees",
        "both: 24, 13 degrees",
        "from the back to the front: tail, foot_left, foot_right, shin_left",
        "hand_right, head, upper_arm_left, upper_arm_right, lower_arm_left, lower_arm_right",
    ];
    PROGRAM.describes(&["--time", "0.4"], &lines);
}
