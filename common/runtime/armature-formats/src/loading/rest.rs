//! Matrices of nodes, and the size of a model at rest.

use super::{Reporter, counted};
use armature::{
    mesh::Bounds,
    model::{Model, ModelInstance},
};
use glam::Vec3;

/// Smallest shear (as a tangent) that is kept: far below what is seen, and above rounding errors.
pub(crate) const MIN_SHEAR: f32 = 1e-5;

/// Returns the diagonal of the box around most of a model's joints and meshes at rest; 1 for a single point or none.
/// Warns of meshes that are so far away from all else that it would be too small to see beside them.
pub(crate) fn size_of(model: &Model, reporter: &mut Reporter) -> f32 {
    let instance = ModelInstance::new(model);
    let joints = instance.model_from_joint().iter().map(|joint| Vec3::from(joint.translation));
    let parts: Vec<Vec<Vec3>> = model.parts.iter().map(|part| instance.positions(model, part)).collect();
    let points: Vec<Vec3> = joints.chain(parts.iter().flatten().copied()).collect();
    let most = Bounds::of_most(&points);
    for (part, positions) in model.parts.iter().zip(&parts) {
        let far = positions.iter().filter(|point| !most.is_some_and(|most| most.contains(**point)));
        let farthest = far.clone().max_by(|a, b| a.abs().max_element().total_cmp(&b.abs().max_element()));
        let Some(Vec3 { x, y, z }) = farthest else { continue };
        let far = counted(far.count(), "vertex", "vertices");
        let place = format!("up to {x:?} {y:?} {z:?}, more than 100 times as far away as half of the model");
        reporter.warn(None, format!("the mesh \"{}\" has {far} {place}: not counted in its size", part.name));
    }
    let size = most.map_or(0.0, |most| most.size().length());
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
