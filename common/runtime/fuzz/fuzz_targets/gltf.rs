//! Any bytes as a glTF file give an error or a valid model, without a panic. The model is written as Collada and read
//! again.
#![no_main]

mod check;

use armature::animation::Clip;
use armature_formats::{collada::{self, Scene, WriteOptions}, gltf::{self, evaluate}};
use check::assert_valid;
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use std::path::Path;

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = gltf::parse(bytes, "fuzz.gltf") else { return };
    for animation in document.animations.iter().map(Some).chain([None]) {
        let world = evaluate::world(&document, &evaluate::locals(&document, animation, 0.5));
        assert_eq!(world.len(), document.scene.len());
        for &node in document.scene.iter().take(16) {
            let weights = evaluate::weights(&document, animation, node, 0.5);
            let _ = evaluate::skinned(&document, node, &world, &weights);
        }
    }
    let Ok(loaded) = gltf::model(&document, Path::new("fuzz.gltf")) else { return };
    assert_valid(&loaded.model);
    // A long Collada file takes long to read and finds nothing new.
    let keys = loaded.model.clips.iter().map(Clip::key_count);
    let corners = loaded.model.parts.iter().map(|part| part.mesh.indices.len());
    if keys.sum::<usize>() + corners.sum::<usize>() > 4_000 {
        return;
    }
    let Ok(written) = collada::write(&loaded.model, &WriteOptions::default()) else { return };
    let document = collada::parse(written.text.as_bytes(), "fuzz.dae").expect("it is Collada");
    let scene = Scene::new(&document).expect("it has a scene");
    let reread = collada::model(&document, &scene, Path::new("fuzz.dae")).expect("it is a model");
    assert_valid(&reread.model);
    assert_eq!(reread.model.clips.len(), loaded.model.clips.len());
});

// Mutates the text or the buffer of a .glb and corrects the lengths in its headers, seven times of eight.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let Some((mut text, mut buffer)) = glb_chunks(&data[..size]).filter(|_| !seed.is_multiple_of(8))
    else {
        return fuzzer_mutate(data, size, max_size);
    };
    let (mutated, other) =
        if seed.is_multiple_of(4) { (&mut buffer, &text) } else { (&mut text, &buffer) };
    // Less the headers, and fillers up to a multiple of four.
    let max_length = max_size.saturating_sub(other.len() + 34);
    let length = mutated.len().min(max_length);
    mutated.resize(max_length, 0);
    let length = fuzzer_mutate(mutated, length, max_length);
    mutated.truncate(length);
    let mut file = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
    for (kind, content, filler) in [(b"JSON", &text, b' '), (b"BIN\0", &buffer, 0)] {
        let length = content.len().next_multiple_of(4);
        file.extend((length as u32).to_le_bytes());
        file.extend(kind);
        file.extend(content);
        file.extend(vec![filler; length - content.len()]);
    }
    let length = file.len();
    file[8..12].copy_from_slice(&(length as u32).to_le_bytes());
    if length > max_size {
        return fuzzer_mutate(data, size, max_size);
    }
    data[..length].copy_from_slice(&file);
    length
});

/// Returns the text and the buffer of a .glb.
fn glb_chunks(bytes: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let length = u32::from_le_bytes(*bytes.get(12..)?.first_chunk()?) as usize;
    let end = length.checked_add(20)?;
    let text = bytes.get(20..end)?;
    let buffer = bytes.get(end + 8..)?;
    bytes.starts_with(b"glTF").then(|| (text.to_vec(), buffer.to_vec()))
}
