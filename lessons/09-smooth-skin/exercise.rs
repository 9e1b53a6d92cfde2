//! Lesson 09: the weights and angles of a worm. Your vertex shader is shaders/09-smooth-skin/smooth.vert.

use crate::{Answers, ShaderFile, Swing, wave};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { weights, vertex: ShaderFile("09-smooth-skin/smooth.vert"), joint_angles };

/// The weights of tail, middle and head at `height`, in this order.
///
/// `height` is 0 at the worm's lower end and 1 at its upper end. `margin` is more than 0 and at most 1/6. Write the
/// joints as `1.0 / 3.0` and `2.0 / 3.0`: 0.33 is not a third, and on a narrow ramp that shows. Rust has
/// `x.clamp(low, high)`.
fn weights(height: f32, margin: f32) -> [f32; 3] {
    // TODO 09.1: how far up each of the two ramps is `height`? And what does each joint keep of that?
    let _ = (height, margin); // you will need them
    [1.0, 0.0, 0.0]
}

/// The angles in radians, after `time` seconds, by which the middle and the head are turned, each relative to its
/// parent, as `parent_from_joint` needs them (lesson 02).
///
/// A `Swing` is lesson 03's, and `wave(time, &swing)` is how far it leans, in radians.
fn joint_angles(time: f32, leans: &[Swing; 2]) -> [f32; 2] {
    // TODO 09.3: how far does each lean, and how far is that from its parent?
    let _ = (time, leans, wave); // you will need them
    [0.6, -1.2]
}

// TODO 09.2 is not here: it is the vertex shader, shaders/09-smooth-skin/smooth.vert.
