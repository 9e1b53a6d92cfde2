//! The lesson's program, as a student and the workbook's command start it.

use crate::PROGRAM;

#[test]
fn shares_are_from_0_to_1() {
    for option in ["--squash", "--bend"] {
        for wrong in ["1.5", "NaN", "half"] {
            PROGRAM.refuses(option, wrong, "a number from 0 to 1");
        }
    }
}
