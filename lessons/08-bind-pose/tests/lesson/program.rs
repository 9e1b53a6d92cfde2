//! The lesson's program, as a student and the workbook's command start it.

use crate::PROGRAM;

#[test]
fn a_pose_is_from_0_to_1() {
    for wrong in ["1.5", "NaN", "half"] {
        PROGRAM.refuses("--pose", wrong, "a number from 0 to 1");
    }
}
