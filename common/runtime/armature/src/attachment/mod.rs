//! Attachments to joints: other models, such as a sword in a hand, and spheres, by which a game detects hits.
//!
//! Both are placed by `model_from_joint`, not by a skinning matrix, which maps from the space in which the mesh was
//! modelled: in the bind pose all skinning matrices are the same (mostly the identity), and all attachments would be at
//! the same position.

use crate::math::{Transform, largest_scale};
use crate::skeleton::no_joint;
use glam::{Affine3A, Vec3};

/// A model in the space of a joint.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Attachment {
    /// Name of the attachment.
    pub name: String,
    /// Index of the joint that carries the model.
    pub joint: usize,
    /// Transform from the attached model's own space into the joint's.
    pub joint_from_attachment: Transform,
    /// File of the model, relative to the figure's file. Empty if a game attaches something later.
    pub file: String,
}

/// Purpose of a sphere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SphereKind {
    /// Hits others, as a blade or a fist does.
    Hit,
    /// Can be hit, as a head or a chest can.
    Hurt,
}

/// A sphere in the space of a joint.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sphere {
    /// Name of the sphere.
    pub name: String,
    /// Purpose of the sphere.
    pub kind: SphereKind,
    /// Index of the joint that carries the sphere.
    pub joint: usize,
    /// Center in the joint's space.
    pub center: Vec3,
    /// Radius in the joint's unit.
    pub radius: f32,
}

/// A sphere in a pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedSphere {
    /// Center in model space, or in the world.
    pub center: Vec3,
    /// Radius in the unit of that space.
    pub radius: f32,
}

impl Sphere {
    /// Returns the sphere in model space, or in the world if the matrices are `world_from_joint`. The radius is
    /// multiplied with the largest of the joint's axis scales, so that the sphere contains the ellipsoid of an uneven
    /// scale without shear.
    ///
    /// # Panics
    /// If `model_from_joint` does not have the joint.
    pub fn place(&self, model_from_joint: &[Affine3A]) -> PlacedSphere {
        let Some(model_from_joint) = model_from_joint.get(self.joint) else {
            no_joint(self.joint, model_from_joint.len())
        };
        PlacedSphere {
            center: model_from_joint.transform_point3(self.center),
            radius: self.radius * largest_scale(model_from_joint),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::values::{point, transform, unit_quat};
    use proptest::prelude::*;

    fn sphere(joint: usize, center: Vec3) -> Sphere {
        Sphere { name: "fist".into(), kind: SphereKind::Hit, joint, center, radius: 0.5 }
    }

    proptest! {
        #[test]
        fn points_of_a_sphere_are_in_the_placed_sphere(joint in transform(), center in point(), turn in unit_quat()) {
            let placed = sphere(0, center).place(&[joint.to_affine()]);
            let inside = joint.transform_point(center + turn * Vec3::X * 0.5);
            prop_assert!(placed.center.distance(inside) < placed.radius + 1e-4);
            let largest = joint.scale.max_element();
            prop_assert!((placed.radius - 0.5 * largest).abs() < 1e-5);
        }
    }
}
