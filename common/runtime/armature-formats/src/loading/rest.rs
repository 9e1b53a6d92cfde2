//! Matrices of nodes, and the size of a model at rest.

use armature::{
    mesh::Bounds,
    model::{Model, ModelInstance},
};
use glam::Vec3;

/// Smallest shear (as a tangent) that is kept: far below what is seen, and above rounding errors.
pub(crate) const MIN_SHEAR: f32 = 1e-5;

/// Returns the diagonal of the box around a model's joints and meshes at rest; 1 for a single point or none.
pub(crate) fn size_of(model: &Model) -> f32 {
    let instance = ModelInstance::new(model);
    let mut points: Vec<Vec3> = instance.model_from_joint().iter().map(|joint| joint.translation.into()).collect();
    if let Some(bounds) = instance.bounds(model) {
        points.extend([bounds.min, bounds.max]);
    }
    let bounds = Bounds::from_points(points.into_iter().filter(|point| point.is_finite()));
    let size = bounds.map_or(0.0, |bounds| bounds.size().length());
    if size.is_finite() && size > 0.0 { size } else { 1.0 }
}

/// Returns what is wrong with the last row of a matrix that should be affine, and what it looks like; `None` for 0 0 0 1,
/// and for zeros, which mean nothing else.
pub(crate) fn odd_last_row(row: [f64; 4], translation: [f64; 3]) -> Option<String> {
    const ROUNDING: f64 = 1e-4;
    let is_far = |number: &f64| number.abs() > ROUNDING;
    let [x, y, z, w] = row;
    if row == [0.0; 4] || ![x, y, z, w - 1.0].iter().any(is_far) {
        return None;
    }
    let is_transposed = row[..3].iter().any(is_far) && !translation.iter().any(is_far);
    let looks = if is_transposed { ", as if it were transposed, with its translation there" } else { "" };
    Some(format!("the last row is {x} {y} {z} {w}{looks}: read as 0 0 0 1"))
}
