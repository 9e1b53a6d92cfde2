//! The frame that has handles, and the size of these.

use super::screen_projection::ScreenProjection;
use armature::math::Transform;
use glam::{Affine3A, Vec3, Vec3A};

/// A frame that is turned and moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandleFrame {
    /// The parent's frame: the joint above, or for an attachment its joint.
    pub world_from_parent: Affine3A,
    /// `parent_from_frame`.
    pub local: Transform,
}

/// One of the handles; its axis is 0, 1 or 2 for x, y or z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    /// Turns about one of the frame's own axes.
    Ring(usize),
    /// Moves along one of the axes of the frame's parent.
    Arrow(usize),
}

/// Half a ring's width and an arrow's length, in multiples of the font's size.
pub(super) const RADIUS: f32 = 5.5;

impl HandleFrame {
    /// Its origin, in world space.
    pub fn origin(&self) -> Vec3 {
        self.world_from_parent.transform_point3(self.local.translation)
    }

    /// Its axis in its parent's space: unit length.
    pub(super) fn axis(&self, axis: usize) -> Vec3 {
        self.local.rotation * Vec3::AXES[axis]
    }

    /// Returns the length in the world of a unit of the parent's space. `None` where there is no length.
    fn parent_scale(&self) -> Option<f32> {
        let matrix = self.world_from_parent.matrix3;
        let scale = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(Vec3A::length);
        let scale = scale.into_iter().fold(0.0, f32::max);
        (scale.is_finite() && scale > 1e-9).then_some(scale)
    }

    /// The radius of its rings in its parent's space: as large as they always are on the screen.
    pub(super) fn radius(&self, screen: &ScreenProjection) -> Option<f32> {
        let radius = RADIUS * screen.em * screen.metres_per_pixel(self.origin())? / self.parent_scale()?;
        (radius.is_finite() && radius > 0.0).then_some(radius)
    }
}
