//! Any bytes as a glTF file: an error or a model, each with its words, and never a panic. A model is written as
//! Collada, and what is written is read again.
#![no_main]

mod check;

use armature::animation::Clip;
use armature_formats::{collada::{self, Scene, WriteOptions}, gltf::{self, evaluate}};
use check::check;
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use std::path::Path;

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = gltf::parse(bytes, "fuzz.gltf") else { return };
    for animation in document.animations.iter().map(Some).chain([None]) {
        let world = evaluate::world(&document, &evaluate::locals(&document, animation, 0.5));
        assert_eq!(world.len(), document.scene.len());
        for &node in document.scene.iter().take(16) {
            let _ = evaluate::skinned(&document, node, &world);
        }
    }
    let Ok(loaded) = gltf::model(&document, Path::new("fuzz.gltf")) else { return };
    check(&loaded.model);
    // A small file may be a long text: reading it says nothing new, and takes long.
    let keys = loaded.model.clips.iter().map(Clip::key_count);
    let corners = loaded.model.parts.iter().map(|part| part.mesh.indices.len());
    if keys.sum::<usize>() + corners.sum::<usize>() > 4_000 {
        return;
    }
    let Ok(written) = collada::write(&loaded.model, &WriteOptions::default()) else { return };
    let document = collada::parse(written.text.as_bytes(), "fuzz.dae").expect("it is Collada");
    let scene = Scene::new(&document).expect("it has a scene");
    let again = collada::model(&document, &scene, Path::new("fuzz.dae")).expect("it is a model");
    check(&again.model);
    assert_eq!(again.model.clips.len(), loaded.model.clips.len());
});

// The text and the buffer of a .glb each by itself, mostly: the lengths fit afterwards.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let Some((mut text, mut buffer)) = parts(&data[..size]).filter(|_| !seed.is_multiple_of(8))
    else {
        return fuzzer_mutate(data, size, max_size);
    };
    let (one, other) =
        if seed.is_multiple_of(4) { (&mut buffer, &text) } else { (&mut text, &buffer) };
    // Headers, and fillers up to a multiple of four.
    let most = max_size.saturating_sub(other.len() + 34);
    let length = one.len().min(most);
    one.resize(most, 0);
    let length = fuzzer_mutate(one, length, most);
    one.truncate(length);
    let mut all = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
    for (kind, content, filler) in [(b"JSON", &text, b' '), (b"BIN\0", &buffer, 0)] {
        let length = content.len().next_multiple_of(4);
        all.extend((length as u32).to_le_bytes());
        all.extend(kind);
        all.extend(content);
        all.extend(vec![filler; length - content.len()]);
    }
    let length = all.len();
    all[8..12].copy_from_slice(&(length as u32).to_le_bytes());
    if length > max_size {
        return fuzzer_mutate(data, size, max_size);
    }
    data[..length].copy_from_slice(&all);
    length
});

/// The two chunks of a .glb.
fn parts(bytes: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let length = u32::from_le_bytes(*bytes.get(12..)?.first_chunk()?) as usize;
    let end = length.checked_add(20)?;
    let text = bytes.get(20..end)?;
    let buffer = bytes.get(end + 8..)?;
    bytes.starts_with(b"glTF").then(|| (text.to_vec(), buffer.to_vec()))
}
