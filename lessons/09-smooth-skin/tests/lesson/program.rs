//! The lesson's program, as a student and the workbook's command start it.

use crate::PROGRAM;

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
        PROGRAM.refuses(option, wrong, says);
    }
}
