//! Files of our own: read, written and read again, and played.

mod gltf;
mod write;

use std::{fs, path::Path};

/// The package of this crate has copies of files outside of its folder.
#[test]
fn copies_in_the_package_are_equal() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (copy, of) in [
        ("examples/arm.dae", "../../../assets/dialects/blender.dae"),
        ("examples/arm.png", "../../../assets/dialects/arm.png"),
    ] {
        let [copied, original] = [copy, of].map(|file| fs::read(here.join(file)).unwrap());
        assert!(copied == original, "{copy} is no longer a copy of {of}");
    }
}
