//! What every figure in `assets/` must be, read from the committed file.

mod figure;

use figure::{Expected, check};

#[test]
fn arm() {
    check(&Expected {
        file: "arm.dae",
        joints: &["upper", "lower", "hand"],
        clips: &[("wave", 1.5), ("bend", 2.0)],
        loops: &["wave"],
        vertices: 1000..2000,
        height: 3.3..3.4,
    });
}
