//! The colours of the left and right side of a figure.

use armature_offline::Side;
use drawing::SIDES;
use glam::Vec3;

/// The sRGB colour of the bones on a side.
pub const fn color(side: Side) -> Vec3 {
    match side {
        Side::Middle => Vec3::new(1.0, 0.85, 0.20),
        Side::Left => SIDES[0],
        Side::Right => SIDES[1],
    }
}
