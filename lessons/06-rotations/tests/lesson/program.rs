//! The lesson's program, as a student and the workbook's command start it.

use crate::PROGRAM;

#[test]
fn a_share_is_from_0_to_1() {
    for wrong in ["1.5", "NaN", "half"] {
        let output = PROGRAM.run(&["--screenshot", "never.png", "--u", wrong]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("a number from 0 to 1"), "{said}");
    }
}
