//! Reach: how far the farthest thing that a joint moves is from it. A finger's tracks need not be as exact as the
//! hips'.

use glam::{Affine3A, Vec3};

/// Distance of possible geometry from each joint, relative to the model's size, though no vertex is there: 3 cm at a
/// person.
pub(crate) const SHELL: f64 = 0.02;

/// A joint as far as its reach is concerned.
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

/// The reach of each joint, in its own unit: of its vertices, of what is `shell` (in world space, at rest) beside it,
/// and of its descendants. Not finite where numbers are too large.
pub(crate) fn reaches(joints: &[Joint], shell: f64) -> Vec<f64> {
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

/// Returns the distance of the farthest vertex of a skin from each of its joints, in the joints' own units. `vertices`
/// are their positions and the indices of `joint_from_mesh` that they follow; an index beyond these is ignored.
pub(crate) fn farthest<Slots: Iterator<Item = usize>>(
    joint_from_mesh: &[Affine3A],
    vertices: impl Iterator<Item = (Vec3, Slots)>,
) -> Vec<f64> {
    let mut squares = vec![0.0f32; joint_from_mesh.len()];
    for (position, slots) in vertices {
        for slot in slots {
            if let (Some(matrix), Some(most)) = (joint_from_mesh.get(slot), squares.get_mut(slot)) {
                *most = most.max(matrix.transform_point3(position).length_squared());
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
        assert_eq!(reaches(&arm, 0.03), [0.5 + 2.0 * 1.3, 0.3 + 1.0, 1.0, 0.03]);
        // In centimetres, and what is scaled to nothing.
        let unit = |unit| Joint { unit, ..joint(None, 0.0, 0.5) };
        assert_eq!(reaches(&[unit(0.01), unit(0.0)], 0.03), [3.0, 0.5]);
        let lost = reaches(&[joint(None, 0.0, 1.0), joint(Some(0), f64::NAN, 0.0)], 0.03);
        assert!(lost[0].is_nan(), "{lost:?}");
    }

    #[test]
    fn the_farthest_vertex_of_each_joint() {
        let joints = [Affine3A::from_translation(-Vec3::X), Affine3A::from_scale(Vec3::splat(2.0))];
        let vertices = [(Vec3::ZERO, 0..2), (Vec3::X * 3.0, 0..1), (Vec3::Y, 1..2), (Vec3::X * 9.0, 7..8)];
        assert_eq!(farthest(&joints, vertices.into_iter()), [2.0, 2.0]);
    }
}
