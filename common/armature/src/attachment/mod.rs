//! Attachments to joints: other models (a sword in a hand), and the spheres by which a game finds who was hit.
//!
//! Both are placed by `model_from_joint`, never by a skinning matrix: that one takes a vertex from where the mesh was
//! modelled, and these were never modelled on it. In the pose in which the mesh was bound every skinning matrix is the
//! same (mostly the identity), so all that is placed by them would gather in one place.

use crate::math::{Transform, largest_scale};
use glam::{Affine3A, Vec3};

/// A model in the space of a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Attachment {
    /// Name of the attachment.
    pub name: String,
    /// The joint of the skeleton that carries it.
    pub joint: usize,
    /// Transform from the attached model's own space into the joint's.
    pub joint_from_attachment: Transform,
    /// The model's file, relative to the figure's own. Empty for a place where a game puts something later.
    pub file: String,
}

impl Attachment {
    /// `model_from_attachment = model_from_joint * joint_from_attachment`.
    ///
    /// # Panics
    /// If `model_from_joint` lacks its joint.
    pub fn model_from_attachment(&self, model_from_joint: &[Affine3A]) -> Affine3A {
        model_from_joint[self.joint] * self.joint_from_attachment.to_affine()
    }
}

/// Purpose of a sphere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SphereKind {
    /// It hits: a blade, a fist.
    Hit,
    /// It is hit: a head, a chest.
    Hurt,
}

/// A sphere in the space of a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Sphere {
    /// Name of the sphere.
    pub name: String,
    /// Whether it hits or is hit.
    pub kind: SphereKind,
    /// The joint of the skeleton that carries it.
    pub joint: usize,
    /// Its middle, in the joint's space.
    pub center: Vec3,
    /// Radius in the joint's units: metres if nothing is scaled.
    pub radius: f32,
}

/// A sphere where its joint has carried it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedSphere {
    /// Its middle, in the model's space, or in whichever `joint` was mapped into.
    pub center: Vec3,
    /// Radius in that space's units.
    pub radius: f32,
}

impl Sphere {
    /// Returns the sphere in model space: `center = model_from_joint * center`, and the radius times the largest of the
    /// joint's three axis scales. Under uneven scale that sphere holds the ellipsoid, as long as nothing is sheared. With
    /// `world_from_joint` matrices it is in the world.
    ///
    /// # Panics
    /// If `model_from_joint` lacks its joint.
    pub fn place(&self, model_from_joint: &[Affine3A]) -> PlacedSphere {
        let model_from_joint = model_from_joint[self.joint];
        PlacedSphere {
            center: model_from_joint.transform_point3(self.center),
            radius: self.radius * largest_scale(&model_from_joint),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        animation::{Clip, Cursors, JointTracks, RotationTrack},
        skeleton::{Pose, local_to_model},
        testing::{
            models::chain,
            values::{point, transform, unit_quat},
        },
    };
    use glam::Quat;
    use proptest::prelude::*;
    use std::f32::consts::{FRAC_PI_2, PI};

    fn sphere(joint: usize, center: Vec3) -> Sphere {
        Sphere { name: "fist".into(), kind: SphereKind::Hit, joint, center, radius: 0.5 }
    }

    /// A chain of three, 1 m apart; the middle joint turns a quarter about z in a second. What is 2 m along y from it is
    /// at `2 (-sin, cos)` of the angle, whatever the bind pose.
    #[test]
    fn on_its_circle_at_any_time() {
        let skeleton = chain().skeleton;
        let turn = [Quat::IDENTITY, Quat::from_rotation_z(FRAC_PI_2)].to_vec();
        let rotation = Some(RotationTrack::new(vec![0.0, 1.0], turn).unwrap());
        let clip = Clip::of_tracks("", vec![JointTracks { joint: 1, rotation, ..Default::default() }]);
        let mut model_from_joint = [Affine3A::IDENTITY; 3];
        for (time, angle) in [(0.0, 0.0), (0.5, PI / 4.0), (1.0, FRAC_PI_2)] {
            let mut pose = Pose::default();
            clip.sample(time, &skeleton.bind_pose(), &mut Cursors::default(), &mut pose);
            local_to_model(&skeleton, &pose, Affine3A::IDENTITY, &mut model_from_joint);
            let placed = sphere(1, Vec3::Y * 2.0).place(&model_from_joint);
            let expected = Vec3::new(-2.0 * angle.sin(), 2.0 + 2.0 * angle.cos(), 0.0);
            assert!((placed.center - expected).length() < 1e-5, "{time}: {placed:?}");
            assert!((placed.radius - 0.5).abs() < 1e-6);
        }
    }

    proptest! {
        /// Points in the joint's sphere lie in the placed one.
        #[test]
        fn holds_what_it_held(joint in transform(), center in point(), turn in unit_quat()) {
            let placed = sphere(0, center).place(&[joint.to_affine()]);
            let inside = joint.transform_point(center + turn * Vec3::X * 0.5);
            prop_assert!(placed.center.distance(inside) < placed.radius + 1e-4);
            let largest = joint.scale.max_element();
            prop_assert!((placed.radius - 0.5 * largest).abs() < 1e-5);
        }

        #[test]
        fn an_attachment_goes_with_its_joint(joint in transform(), held in transform(), p in point()) {
            let attachment = Attachment {
                name: String::new(), joint: 1, joint_from_attachment: held, file: String::new(),
            };
            let placed = attachment.model_from_attachment(&[Affine3A::IDENTITY, joint.to_affine()]);
            let expected = joint.transform_point(held.transform_point(p));
            // Coordinates up to 10 * 3 * 3 + 40: 6e-8 times 130, times 10 roundings, times 10.
            prop_assert!(placed.transform_point3(p).distance(expected) < 1e-3);
        }
    }
}
