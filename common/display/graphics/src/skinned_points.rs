//! Positions of a figure's vertices, skinned on the processor: for framing a picture, not for every frame.

use super::renderer::{Skinning, check};
use armature::{
    math::Similarity,
    mesh::Bounds,
    model::{Model, ModelInstance, Part},
    skin::{skin_vertices, skin_vertices_dual},
};
use glam::Vec3;

/// Returns all vertices of a posed figure, or its joints if it has no mesh, in world space. The processor skins them, by
/// linear blending: this is for framing a picture, not for every frame.
pub fn world_points(model: &Model, figure: &ModelInstance) -> Vec<Vec3> {
    let mut points = Vec::new();
    for part in model.parts.iter().filter(|part| check(&model.skins, part).is_ok()) {
        points.extend(skinned_part(model, figure, part, Skinning::Linear).0);
    }
    if points.is_empty() {
        points.extend(figure.model_from_joint().iter().map(|matrix| Vec3::from(matrix.translation)));
    }
    for point in &mut points {
        *point = model.world_from_model.transform_point3(*point);
    }
    points
}

/// Returns the lowest height (world space) that the model reaches in a few samples of a clip, or in the bind pose without
/// a clip. The ground is drawn there: so a figure that jumps leaves it. `None` for an empty model. The instance keeps
/// the pose of the last sample.
pub fn lowest_point(model: &Model, instance: &mut ModelInstance, clip: Option<usize>) -> Option<f32> {
    const SAMPLES: usize = 9;
    let (start, duration) =
        clip.and_then(|clip| model.clips.get(clip)).map_or((0.0, 0.0), |clip| (clip.start, clip.duration()));
    let samples = if duration > 0.0 { SAMPLES } else { 1 };
    let mut lowest: Option<f32> = None;
    for index in 0..samples {
        let fraction = index as f32 / (SAMPLES - 1) as f32;
        instance.sample_clip(model, clip, start + duration * fraction);
        let height = Bounds::of_most(&world_points(model, instance)).map(|bounds| bounds.min.y);
        lowest = lowest.into_iter().chain(height).reduce(f32::min);
    }
    lowest
}

/// Returns the positions and the normals of a part in model space, morphed and skinned on the processor.
pub fn skinned_part(model: &Model, figure: &ModelInstance, part: &Part, skinning: Skinning) -> (Vec<Vec3>, Vec<Vec3>) {
    let mut buffer = Vec::new();
    let vertices = figure.morphed(model, part, &mut buffer);
    let mut positions = vec![Vec3::ZERO; vertices.len()];
    let mut normals = vec![Vec3::ZERO; vertices.len()];
    let palette = figure.palette(part.skin);
    match skinning {
        Skinning::Linear => skin_vertices(palette, vertices, &mut positions, &mut normals),
        Skinning::DualQuaternion => {
            let palette: Vec<Similarity> = palette.iter().map(Similarity::nearest).collect();
            skin_vertices_dual(&palette, vertices, &mut positions, &mut normals);
        }
    }
    (positions, normals)
}
