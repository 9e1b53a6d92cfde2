//! Files broken at random: an error or a model, never a panic, and never for long.

use super::support::{File, banner, glb, load};
use armature_formats::loading::LoadedModel;
use testing::{
    dice::Dice,
    mutations::{mutate, rounds},
};

/// Words with a meaning for the loader, divided by whitespace.
const WORDS: &str = r#"-1 0 1 4000000000 18446744073709551616 1e39 3.0 null "" {} [] [0] [[[ "STEP" "CUBICSPLINE" "VEC2"
    "MAT4" 5120 5123 "sparse":{"count":1}, "byteStride":1, "normalized":true, "mode":5, "uri":"data:,","#;

/// Checks the properties of every model, whatever its file.
fn assert_consistent(loaded: &LoadedModel) {
    let model = &loaded.model;
    let joints = model.skeleton.len();
    assert_eq!(model.is_joint.len(), joints);
    for skin in &model.skins {
        assert!(skin.bindings.iter().all(|binding| binding.joint.is_none_or(|j| j < joints)));
    }
    for part in &model.parts {
        let positions = model.skins[part.skin].bindings.len();
        let vertices = &part.mesh.vertices;
        assert!(part.mesh.indices.iter().all(|index| (*index as usize) < vertices.len()));
        assert!(part.colors.is_empty() || part.colors.len() == vertices.len());
        assert!(part.material.is_none_or(|material| material < model.materials.len()));
        for vertex in vertices {
            assert!(vertex.position.is_finite() && vertex.normal.is_finite());
            for (joint, weight) in vertex.joints.into_iter().zip(vertex.weights) {
                assert!(weight.is_finite() && (weight == 0.0 || usize::from(joint) < positions));
            }
        }
    }
    for clip in &model.clips {
        assert!(clip.end >= clip.start);
        assert!(clip.tracks.iter().all(|tracks| tracks.joint < joints));
    }
}

/// A file in all its containers, and its parts.
struct Seed {
    text: Vec<u8>,
    glb: Vec<u8>,
    json: Vec<u8>,
    buffer: Vec<u8>,
}

impl Seed {
    fn new(file: &File) -> Self {
        let json = file.json_in_glb().into_bytes();
        Self { text: file.text().into_bytes(), glb: file.glb(), json, buffer: file.bytes.clone() }
    }
}

#[test]
fn mutations_never_panic() {
    let mut sparse = banner();
    let at = sparse.view(&[1, 0, 3, 0]);
    let values = sparse.view(&[0; 24]);
    sparse.json["accessors"][0]["sparse"] = serde_json::json!({
        "count": 2,
        "indices": { "bufferView": at, "componentType": 5123 },
        "values": { "bufferView": values }
    });
    let seeds = [Seed::new(&banner()), Seed::new(&sparse)];
    let words: Vec<&str> = WORDS.split_ascii_whitespace().collect();
    let mut dice = Dice(0x5EED);
    let mut read = 0;
    let rounds = rounds();
    for round in 0..rounds {
        let Seed { text, glb: whole, json, buffer } = &seeds[round / 4 % 2];
        // Any byte of either container, or of text or buffer in a container that fits them.
        let bytes = match round % 4 {
            0 => mutate(text, &words, &mut dice),
            1 => mutate(whole, &words, &mut dice),
            2 => {
                let mut buffer = buffer.clone();
                let at = dice.below(buffer.len());
                buffer[at] = dice.below(256) as u8;
                glb(&mutate(json, &words, &mut dice), &buffer)
            }
            _ => glb(json, &mutate(buffer, &words, &mut dice)),
        };
        match load(&bytes) {
            Ok(loaded) => {
                read += 1;
                assert_consistent(&loaded);
            }
            Err(error) => assert!(!error.message.is_empty()),
        }
    }
    // Both happen often, or the mutations are too wild or too tame to find anything.
    assert!((rounds / 10..rounds - rounds / 10).contains(&read), "{read} of {rounds} read");
}
