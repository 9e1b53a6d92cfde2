//! Lesson 03: skinning in the plane: paper that turns about pins, and a puppet of fifteen pictures.

use crate::{Answers, Corner, LAYERS, Part, Sprite, Swing};
use glam::{Mat3, Vec2};
use std::f32::consts::TAU;

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { rotate_about, wave, segmented_arm, sprite_transforms };

/// Turns the plane by `angle` radians, counter-clockwise, about `pivot`.
///
/// glam has `Mat3::from_translation(Vec2)`, `Mat3::from_angle(radians)` and `*`.
fn rotate_about(pivot: Vec2, angle: f32) -> Mat3 {
    // TODO 03.1: a product of three moves. Which one is next to the point?
    let _ = (pivot, angle); // you will need them
    Mat3::IDENTITY
}

/// The angle in radians, after `t` seconds, of something that swings back and forth.
///
/// At `t = swing.delay` it passes the middle of its swing, on the way to larger angles. A sine is `x.sin()`.
fn wave(t: f32, swing: &Swing) -> f32 {
    // TODO 03.2: a sine about the middle. What is its argument at t = delay, and one period later?
    let _ = (t, TAU); // you will need them; TAU is a full turn in radians
    swing.middle
}

/// The positions of an arm's corners when its bones have turned: one point for each corner.
///
/// `corner.at` is a corner's position at rest, `corner.bone` the index of the bone that it follows.
/// `m.transform_point2(point)` adds the 1 for you.
fn segmented_arm(corners: &[Corner], turns: &[Mat3]) -> Vec<Vec2> {
    // TODO 03.3: first a matrix for each bone, from all turns between the root and it. Then move the corners.
    let _ = turns; // you will need them
    let mut places = Vec::new();
    for corner in corners {
        places.push(corner.at);
    }
    places
}

/// The parts of a puppet, turned and placed on the stage, in the order in which to draw them.
///
/// A `Part` has `parent`, `pivot` and `pin`, the text's p and q, and `layer`, from 0 to `LAYERS` - 1. In `parts`,
/// parents come before their children. In your list, parts of the same layer may be in any order.
fn sprite_transforms(parts: &[Part], turns: &[Mat3]) -> Vec<Sprite> {
    // TODO 03.4: first stage_from_picture for every part. Then put the parts in order, layer by layer.
    let _ = (turns, LAYERS); // you will need them
    let mut sprites = Vec::new();
    for part in 0..parts.len() {
        sprites.push(Sprite { part, stage_from_picture: Mat3::IDENTITY });
    }
    sprites
}
