//! Contents of a package of this crate that lie outside of its folder.

use std::{fs, path::Path};

#[test]
fn copies_are_equal() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (copy, of) in [
        ("examples/arm.dae", "../../assets/dialects/blender.dae"),
        ("examples/arm.png", "../../assets/dialects/arm.png"),
    ] {
        let [one, other] = [copy, of].map(|file| fs::read(here.join(file)).unwrap());
        assert!(one == other, "{copy} is no longer a copy of {of}");
    }
}
