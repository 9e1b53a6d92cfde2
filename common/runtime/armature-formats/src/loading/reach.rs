//! Reach: how far the farthest thing that a joint moves is from it. A finger's tracks need not be as exact as the
//! hips'.

use glam::{Affine3A, Vec3};

/// Distance from each joint up to which points are assumed, relative to the model's size: 3 cm for a person.
pub(crate) const SHELL: f64 = 0.02;

/// Properties of a joint that its reach depends on.
pub(crate) struct Joint {
    pub(crate) parent: Option<usize>,
    /// The largest scale of its local transform.
    pub(crate) scale: f64,
    /// The largest distance from its parent, in the parent's unit.
    pub(crate) distance: f64,
    /// World-space length of a unit of its space, at rest.
    pub(crate) unit: f64,
    /// Distance of the farthest vertex that follows it, in its own unit.
    pub(crate) carried: f64,
}

/// Returns, for each joint, the distance of the farthest point that the joint moves, in the joint's unit: a vertex, a
/// point of a descendant, or one at the distance `shell`, in world space at rest. Not finite for too large numbers.
pub(crate) fn joint_reaches(joints: &[Joint], shell: f64) -> Vec<f64> {
    let mut reaches: Vec<f64> = joints
        .iter()
        .map(|joint| {
            let shell = shell / joint.unit;
            // What is scaled to nothing has no shell.
            joint.carried.max(if joint.unit > 1e-9 { shell } else { 0.0 })
        })
        .collect();
    for (index, Joint { parent, scale, distance, .. }) in joints.iter().enumerate().rev() {
        let far = distance + scale * reaches[index];
        if let Some(parent) = *parent {
            // NaN must not be lost.
            reaches[parent] = if far <= reaches[parent] { reaches[parent] } else { far };
        }
    }
    reaches
}

/// Returns, for each joint of a skin, the distance of the farthest vertex that follows the joint, in the joint's unit.
/// A vertex has a position and indices in `joint_from_mesh`; an index beyond the joints is ignored.
pub(crate) fn farthest_vertices<Slots: Iterator<Item = usize>>(
    joint_from_mesh: &[Affine3A],
    vertices: impl Iterator<Item = (Vec3, Slots)>,
) -> Vec<f64> {
    let mut squares = vec![0.0f32; joint_from_mesh.len()];
    for (position, slots) in vertices {
        for slot in slots {
            if let (Some(matrix), Some(largest)) = (joint_from_mesh.get(slot), squares.get_mut(slot)) {
                *largest = largest.max(matrix.transform_point3(position).length_squared());
            }
        }
    }
    squares.into_iter().map(|square| f64::from(square).sqrt()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reaches_of_an_arm() {
        let joint = |parent, distance, carried| Joint { parent, scale: 1.0, distance, unit: 1.0, carried };
        // A shoulder, an elbow that a clip may double, a hand that carries a sword, and a finger in its other end.
        let arm = [
            joint(None, 9.0, 0.1),
            Joint { scale: 2.0, ..joint(Some(0), 0.5, 0.4) },
            joint(Some(1), 0.3, 1.0),
            joint(Some(2), 0.2, 0.0),
        ];
        assert_eq!(joint_reaches(&arm, 0.03), [0.5 + 2.0 * 1.3, 0.3 + 1.0, 1.0, 0.03]);
        // In centimetres, and what is scaled to nothing.
        let unit = |unit| Joint { unit, ..joint(None, 0.0, 0.5) };
        assert_eq!(joint_reaches(&[unit(0.01), unit(0.0)], 0.03), [3.0, 0.5]);
        let undefined = joint_reaches(&[joint(None, 0.0, 1.0), joint(Some(0), f64::NAN, 0.0)], 0.03);
        assert!(undefined[0].is_nan(), "{undefined:?}");
    }

    #[test]
    fn the_farthest_vertex_of_each_joint() {
        let joints = [Affine3A::from_translation(-Vec3::X), Affine3A::from_scale(Vec3::splat(2.0))];
        let vertices = [(Vec3::ZERO, 0..2), (Vec3::X * 3.0, 0..1), (Vec3::Y, 1..2), (Vec3::X * 9.0, 7..8)];
        assert_eq!(farthest_vertices(&joints, vertices.into_iter()), [2.0, 2.0]);
    }
}
