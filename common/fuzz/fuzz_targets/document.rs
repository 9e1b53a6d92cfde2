//! Any bytes as a file: an error or a model, each with its words, and never a panic.
#![no_main]

use armature::collada::{self, Scene};
use libfuzzer_sys::fuzz_target;
use std::path::Path;

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = collada::parse(bytes, "fuzz.dae") else { return };
    let Ok(scene) = Scene::new(&document) else { return };
    let Ok(loaded) = collada::model(&document, &scene, Path::new("fuzz.dae")) else { return };
    let model = loaded.model;
    assert_eq!(model.is_joint.len(), model.skeleton.len());
    for part in &model.parts {
        let places = model.skins[part.skin].bindings.len();
        let vertices = &part.mesh.vertices;
        assert!(part.mesh.indices.iter().all(|index| (*index as usize) < vertices.len()));
        for vertex in vertices {
            assert!(vertex.joints.iter().zip(vertex.weights).all(|(joint, weight)| {
                weight.is_finite() && (weight == 0.0 || usize::from(*joint) < places)
            }));
        }
    }
    for clip in &model.clips {
        assert!(clip.end >= clip.start);
        assert!(clip.tracks.iter().all(|tracks| tracks.joint < model.skeleton.len()));
    }
});
