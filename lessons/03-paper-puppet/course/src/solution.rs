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
    // BEGIN 03.1
    let pin_from_rest = Mat3::from_translation(-pivot);
    let now_from_pin = Mat3::from_translation(pivot) * Mat3::from_angle(angle);
    now_from_pin * pin_from_rest
    // STUB // TODO 03.1: a product of three moves. Which one is next to the point?
    // STUB let _ = (pivot, angle); // you will need them
    // STUB Mat3::IDENTITY
    // END 03.1
}

/// The angle in radians, after `t` seconds, of something that swings back and forth.
///
/// At `t = swing.delay` it passes the middle of its swing, on the way to larger angles. A sine is `x.sin()`.
fn wave(t: f32, swing: &Swing) -> f32 {
    // BEGIN 03.2
    let rounds = (t - swing.delay) / swing.period;
    swing.middle + swing.reach * (TAU * rounds).sin()
    // STUB // TODO 03.2: a sine about the middle. What is its argument at t = delay, and one period later?
    // STUB let _ = (t, TAU); // you will need them; TAU is a full turn in radians
    // STUB swing.middle
    // END 03.2
}

/// The positions of an arm's corners when its bones have turned: one point for each corner.
///
/// `corner.at` is a corner's position at rest, `corner.bone` the index of the bone that it follows.
/// `m.transform_point2(point)` adds the 1 for you.
fn segmented_arm(corners: &[Corner], turns: &[Mat3]) -> Vec<Vec2> {
    // BEGIN 03.3
    let mut now_from_rest: Vec<Mat3> = Vec::new();
    for bone in 0..turns.len() {
        if bone == 0 {
            now_from_rest.push(turns[0]);
        } else {
            now_from_rest.push(now_from_rest[bone - 1] * turns[bone]);
        }
    }
    let mut places = Vec::new();
    for corner in corners {
        places.push(now_from_rest[corner.bone].transform_point2(corner.at));
    }
    places
    // STUB // TODO 03.3: first a matrix for each bone, from all turns between the root and it. Then move the corners.
    // STUB let _ = turns; // you will need them
    // STUB let mut places = Vec::new();
    // STUB for corner in corners {
    // STUB     places.push(corner.at);
    // STUB }
    // STUB places
    // END 03.3
}

/// The parts of a puppet, turned and placed on the stage, in the order in which to draw them.
///
/// A `Part` has `parent`, `pivot` and `pin`, the text's p and q, and `layer`, from 0 to `LAYERS` - 1. In `parts`,
/// parents come before their children. In your list, parts of the same layer may be in any order.
fn sprite_transforms(parts: &[Part], turns: &[Mat3]) -> Vec<Sprite> {
    // BEGIN 03.4
    let mut stage_from_picture: Vec<Mat3> = Vec::new();
    for part in 0..parts.len() {
        let Part { parent, pivot, pin, .. } = parts[part];
        let parent_from_picture = Mat3::from_translation(pin - pivot) * turns[part];
        stage_from_picture.push(match parent {
            Some(parent) => stage_from_picture[parent] * parent_from_picture,
            None => parent_from_picture,
        });
    }
    let mut sprites = Vec::new();
    for layer in 0..LAYERS {
        for part in 0..parts.len() {
            if parts[part].layer == layer {
                sprites.push(Sprite { part, stage_from_picture: stage_from_picture[part] });
            }
        }
    }
    sprites
    // STUB // TODO 03.4: first stage_from_picture for every part. Then put the parts in order, layer by layer.
    // STUB let _ = (turns, LAYERS); // you will need them
    // STUB let mut sprites = Vec::new();
    // STUB for part in 0..parts.len() {
    // STUB     sprites.push(Sprite { part, stage_from_picture: Mat3::IDENTITY });
    // STUB }
    // STUB sprites
    // END 03.4
}
