//! Checks what holds for every model, whatever file it is from.

use armature::model::Model;

/// All indices are within what they mean, and numbers are finite.
pub(crate) fn check(model: &Model) {
    assert_eq!(model.is_joint.len(), model.skeleton.len());
    for part in &model.parts {
        let places = model.skins[part.skin].bindings.len();
        let vertices = &part.mesh.vertices;
        assert!(part.mesh.indices.iter().all(|index| (*index as usize) < vertices.len()));
        assert!(part.colors.is_empty() || part.colors.len() == vertices.len());
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
}
