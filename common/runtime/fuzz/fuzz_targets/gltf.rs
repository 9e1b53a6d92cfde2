//! Any bytes as a glTF file give an error or a valid model, without a panic. The model is written as Collada and read
//! again.
#![no_main]

mod check;

use armature::animation::Clip;
use armature_formats::collada::{self, WriteOptions};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some(model) = check::load("fuzz.gltf", bytes) else { return };
    // A long Collada file takes long to read and finds nothing new.
    let keys: usize = model.clips.iter().map(Clip::key_count).sum();
    let corners: usize = model.parts.iter().map(|part| part.mesh.indices.len()).sum();
    if keys + corners > 4_000 {
        return;
    }
    let Ok(written) = collada::write(&model, &WriteOptions::default()) else { return };
    let reread = check::load("fuzz.dae", written.text.as_bytes()).expect("it is Collada");
    assert_eq!(reread.clips.len(), model.clips.len());
});
