//! The lesson's program, as a student and the workbook's command start it.

use crate::PROGRAM;
use common::graphics::testing::headless_or_skip;

#[test]
fn a_slider_takes_a_number() {
    PROGRAM.refuses("--a", "far", "invalid float");
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
