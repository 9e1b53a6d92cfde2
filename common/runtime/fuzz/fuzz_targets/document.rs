//! Any bytes as a Collada file give an error or a valid model, without a panic.
#![no_main]

mod check;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = check::load("fuzz.dae", bytes);
});
