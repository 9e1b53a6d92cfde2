//! Parts of paper puppets: their swing, corners and sprites, and what is drawn of them.
//!
//! A point is a [`Vec2`], y up; a transform is a 3x3 matrix whose last row is 0 0 1. Angles are in radians,
//! counter-clockwise.

use glam::{Mat3, Vec2};

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct PaperPuppet {
        "03.1" rotate_about: fn(pivot: Vec2, angle: f32) -> Mat3,
        "03.2" wave: fn(t: f32, swing: &Swing) -> f32,
        "03.3" segmented_arm: fn(corners: &[Corner], turns: &[Mat3]) -> Vec<Vec2>,
        "03.4" sprite_transforms: fn(parts: &[Part], turns: &[Mat3]) -> Vec<Sprite>,
    }
}

/// A swing back and forth: a sine.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Swing {
    /// Middle angle, in radians.
    pub middle: f32,
    /// Angle to each side of the middle, in radians.
    pub reach: f32,
    /// Period, in seconds; more than 0.
    pub period: f32,
    /// Time by which the swing is late, in seconds.
    pub delay: f32,
}

/// A corner of cut paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// Position at rest.
    pub at: Vec2,
    /// Index of the bone that the corner follows, counted from the root.
    pub bone: usize,
}

/// A puppet's part: a picture with a pin through it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// Index of the part that this part is pinned to, always a smaller one; `None` if it is pinned to the stage.
    pub parent: Option<usize>,
    /// The pin in this part's own picture: the part turns about this point.
    pub pivot: Vec2,
    /// Position of that pin in the parent's picture, or on the stage.
    pub pin: Vec2,
    /// Layer, less than [`LAYERS`]. Lower layers are behind higher ones.
    pub layer: usize,
}

/// Largest number of layers.
pub const LAYERS: usize = 10;

/// A part's picture where it is to be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprite {
    /// Index of the part.
    pub part: usize,
    /// Takes a point on the picture to the stage.
    pub stage_from_picture: Mat3,
}
