//! Lesson 09: linear blend skinning: weights and angles of a worm. Your vertex shader is shaders/09-smooth-skin/smooth.vert.

use crate::{Answers, ShaderFile, Swing, wave};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { weights, vertex: ShaderFile("09-smooth-skin/smooth.vert"), joint_angles };

/// The weights of tail, middle and head at `height`, in this order. They sum to 1.
///
/// `height` is a fraction of the worm's: 0 at its lower end, 1 at its upper. The middle joint is at 1/3, the
/// head's at 2/3. Around both there is a ramp, `margin` to either side: below it the lower joint has
/// all the weight, above it the upper one, and on it the weights are linear in `height`. `margin` is more than 0
/// and at most 1/6, where one ramp ends as the other begins.
fn weights(height: f32, margin: f32) -> [f32; 3] {
    // TODO 09.1: two ramps. What has passed the first is the middle's, but for what has passed the second.
    let _ = (height, margin); // you will need them
    [1.0, 0.0, 0.0]
}

/// The angles in radians by which the middle and the head are turned after `time` seconds, each
/// relative to its parent, as lesson 02's `parent_from_joint` needs them.
///
/// `leans` says how the two lean, measured from the upright: the middle first, then the head. The middle's
/// parent is the tail, which stands upright. To the left is positive.
fn joint_angles(time: f32, leans: &[Swing; 2]) -> [f32; 2] {
    // TODO 09.3: lesson 07's wave(time, &swing) says how far each leans. And against its parent?
    let _ = (time, leans, wave); // you will need them
    [0.6, -1.2]
}

// TODO 09.2 is not here: it is the vertex shader, shaders/09-smooth-skin/smooth.vert.
