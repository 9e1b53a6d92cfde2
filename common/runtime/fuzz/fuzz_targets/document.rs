//! Any bytes as a Collada file give an error or a valid model, without a panic.
#![no_main]

mod check;

use armature_formats::collada::{self, Scene};
use check::assert_valid;
use libfuzzer_sys::fuzz_target;
use std::path::Path;

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = collada::parse(bytes, "fuzz.dae") else { return };
    let Ok(scene) = Scene::new(&document) else { return };
    let Ok(loaded) = collada::model(&document, &scene, Path::new("fuzz.dae")) else { return };
    assert_valid(&loaded.model);
});
