//! Any bytes as a Collada file give an error or a valid model, without a panic.
#![no_main]

mod check;

use armature_formats::collada;
use check::assert_valid;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = collada::parse(bytes, "fuzz.dae") else { return };
    assert_valid(&document.loaded.model);
});
