//! Positions of a figure's vertices, skinned on the processor: for framing a picture and for measuring, not for every frame.

use super::renderer::{DrawMode, Skinning, check};
use armature::{
    math::Similarity,
    mesh::Bounds,
    model::{Model, ModelInstance, Part},
    skin::{skin_vertices, skin_vertices_dual},
};
use glam::Vec3;

/// Returns all vertices of a posed figure, or its joints if it has no mesh, in world space. The processor skins them: this
/// is for framing a picture, not for every frame.
pub fn world_points(model: &Model, figure: &ModelInstance) -> Vec<Vec3> {
    skinned_points(model, figure, Skinning::Linear)
}

fn skinned_points(model: &Model, figure: &ModelInstance, skinning: Skinning) -> Vec<Vec3> {
    let mut points = Vec::new();
    for part in model.parts.iter().filter(|part| check(model, part).is_ok()) {
        points.extend(skinned_part(model, figure, part, skinning).0);
    }
    if points.is_empty() {
        points.extend(figure.model_from_joint().iter().map(|matrix| Vec3::from(matrix.translation)));
    }
    for point in &mut points {
        *point = model.world_from_model.transform_point3(*point);
    }
    points
}

/// The mode that colours a vertex by how far dual quaternions move it from linear blending: the ramp's last colour at
/// `metres`.
pub fn difference_mode(model: &Model, metres: f32) -> DrawMode {
    DrawMode::Difference(metres / model.metres_per_unit())
}

/// The end of a scale for the distance between dual quaternions and linear blending: 1, 2 or 5 times a power of ten,
/// no less than the greatest that the model comes to in a clip (in its bind pose without one), in metres. Looks at
/// a few samples, and leaves the instance in the last.
///
/// A figure whose vertices follow one joint each differs by rounding alone: the scale ends at no less than about a
/// thousandth of its size.
pub fn skinning_difference(model: &Model, instance: &mut ModelInstance, clip: Option<usize>) -> f32 {
    let mut greatest = 0.0f32;
    let mut size = 0.0f32;
    for_samples(model, instance, clip, |instance| {
        let linear = world_points(model, instance);
        let dual = skinned_points(model, instance, Skinning::DualQuaternion);
        let apart = linear.iter().zip(&dual).map(|(a, b)| a.distance(*b));
        // NaN is no difference.
        greatest = apart.fold(greatest, f32::max);
        size = Bounds::from_points(linear).map_or(size, |bounds| size.max(bounds.radius()));
    });
    let least = greatest.max(1e-3 * size).max(f32::MIN_POSITIVE);
    let power = 10f32.powi(least.log10().floor() as i32);
    let step = [1.0, 2.0, 5.0].into_iter().find(|step| step * power >= least);
    step.unwrap_or(10.0) * power
}

/// A length in millimetres, without the digits that are rounding.
pub fn millimetres(metres: f32) -> String {
    format!("{}", (f64::from(metres) * 1e5).round() / 100.0)
}

/// Returns the lowest height (world space) that the model reaches in a few samples of a clip, or in the bind pose without
/// a clip. The ground is drawn there: so a figure that jumps leaves it. `None` for an empty model. The instance keeps
/// the pose of the last sample.
pub fn lowest_point(model: &Model, instance: &mut ModelInstance, clip: Option<usize>) -> Option<f32> {
    let mut lowest: Option<f32> = None;
    for_samples(model, instance, clip, |instance| {
        let height = Bounds::from_points(world_points(model, instance)).map(|bounds| bounds.min.y);
        lowest = lowest.into_iter().chain(height).reduce(f32::min);
    });
    lowest
}

/// Poses the instance at a few evenly spaced times of a clip, first and last included, and calls `each` at every one.
/// Without a clip it calls `each` once, in the bind pose.
fn for_samples(model: &Model, instance: &mut ModelInstance, clip: Option<usize>, mut each: impl FnMut(&ModelInstance)) {
    const SAMPLES: usize = 9;
    let (start, duration) =
        clip.and_then(|clip| model.clips.get(clip)).map_or((0.0, 0.0), |clip| (clip.start, clip.duration()));
    let samples = if duration > 0.0 { SAMPLES } else { 1 };
    for index in 0..samples {
        let fraction = index as f32 / (SAMPLES - 1) as f32;
        instance.sample_clip(model, clip, start + duration * fraction);
        each(instance);
    }
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
