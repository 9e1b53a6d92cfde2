//! The lesson's program, as a student and the workbook's command start it.

use crate::PROGRAM;

#[test]
fn a_twist_is_from_0_to_180() {
    for wrong in ["181", "NaN", "half"] {
        PROGRAM.refuses("--twist", wrong, "a number from 0 to 180");
    }
}
