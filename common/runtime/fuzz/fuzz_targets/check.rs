//! Properties of every model, from any file.

use armature::model::Model;

/// Loads a file, and asserts that its model is valid. `None` if the file is refused.
pub(crate) fn load(name: &str, bytes: &[u8]) -> Option<Model> {
    let model = armature_formats::load_bytes(name, bytes, &|_| None).ok()?.model;
    assert_valid(&model);
    Some(model)
}

/// Asserts that all indices of a model are in range and all numbers are finite.
fn assert_valid(model: &Model) {
    assert_eq!(model.is_joint.len(), model.skeleton.len());
    for part in &model.parts {
        let bindings = model.skins[part.skin].bindings.len();
        let vertices = &part.mesh.vertices;
        assert!(part.mesh.indices.iter().all(|index| (*index as usize) < vertices.len()));
        assert!(part.colors.is_empty() || part.colors.len() == vertices.len());
        for vertex in vertices {
            assert!(vertex.joints.iter().zip(vertex.weights).all(|(joint, weight)| {
                weight.is_finite() && (weight == 0.0 || usize::from(*joint) < bindings)
            }));
        }
    }
    for clip in &model.clips {
        assert!(clip.end >= clip.start);
        assert!(clip.tracks.iter().all(|tracks| tracks.joint < model.skeleton.len()));
    }
}
