//! Lesson 18: the side scroller. A is the ground, B the knight, C the fight.

use crate::{Answers, Blow, Body, Gait, Hand, Keys, Mesh, Moved, Moving, PlacedSphere};
use crate::{Sphere, State, Swing, Tools};
use glam::{DVec2, Mat4};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { minkowski, fly, walk, state_for, face, sword, spheres_at, swept_hit, damage };

// A, the ground: lessons/18-side-scroller/a-ground/README.md

/// All points `p + q` with `p` in the convex polygon `a` and `q` in `b`: a convex polygon again.
///
/// All three are lists of corners in metres, counterclockwise, at least three of them. Your list may begin at any
/// corner, and may have corners in the middle of an edge.
fn minkowski(a: &[DVec2], b: &[DVec2]) -> Vec<DVec2> {
    // TODO 18.1: begin at the lowest corners, and take the edges of both polygons in the order of their directions.
    let _ = b; // you will need it
    a.to_vec()
}

/// Moves a body through the air for `seconds`, straight by its velocity and from triangle to triangle.
///
/// At each edge it depends on what is beyond. If that is a free triangle, the body is in it from then on. If it is
/// solid ground, the part of the velocity that points into it is lost. A body that can stand there has this edge as
/// its support, and you return the seconds that are left. Otherwise it continues along the wall. A body that meets
/// `Body::MAX_WALLS` walls in one call is cornered: set its velocity to 0, and return 0. Return 0 when the time is
/// used up, too.
fn fly(mesh: &Mesh, body: &mut Body, seconds: f64) -> f64 {
    // TODO 18.2: one edge first. Which edge does the body reach first, and when? Then crossing, sliding, landing.
    let _ = (mesh, body, seconds); // you will need them
    0.0
}

/// Moves a body along the edges that support it, for `seconds`.
///
/// On an edge the body keeps only the velocity along it. At the end of an edge there are three cases. If the body can
/// stand on the next edge and does not move away from it faster than `Body::DETACH_SPEED`, that edge supports it.
/// Otherwise, if the ground turns up, it is a wall: set the velocity to 0, and return 0. Otherwise the body leaves the
/// ground with the velocity it has: set the support to `None`, and return the seconds that are left. Return 0 when the
/// time is used up.
fn walk(mesh: &Mesh, body: &mut Body, seconds: f64) -> f64 {
    // TODO 18.3: move along the edge. Does the body get to its end, and what is there?
    let _ = (mesh, body, seconds); // you will need them
    0.0
}

// B, the knight: lessons/18-side-scroller/b-knight/README.md

/// The knight's state from this step on, by the table in the text.
fn state_for(state: State, moved: &Moved, keys: Keys, tools: Tools) -> State {
    // TODO 18.4: make a `crate::Now`: wanted, supported, ended. Then call lesson 13's next_state.
    let _ = (moved, keys, tools); // you will need them
    state
}

/// The knight's heading and phase `dt` seconds later. `speed` is his speed over the ground, negative to the left.
fn face(gait: Gait, speed: f32, dt: f32) -> Gait {
    // TODO 18.5: turn him towards the side to which he moves. Then, how far ahead has he come, in strides?
    let _ = (speed, dt); // you will need them
    gait
}

/// `world_from_sword`, the matrix of the sword in the knight's hand.
fn sword(hand: &Hand) -> Mat4 {
    // TODO 18.6: from the sword to the socket, to the model, to the world. Which matrix of the joint do you need?
    hand.world_from_model
}

// C, the fight: lessons/18-side-scroller/c-fight/README.md

/// Writes into `placed` where each of `spheres` is in the world, in the same order. What was there before is removed.
///
/// Each sphere is given in the space of its joint. If that space is scaled, the radius grows with its longest axis.
fn spheres_at(spheres: &[Sphere], model_from_joint: &[Mat4], world_from_model: Mat4, placed: &mut Vec<PlacedSphere>) {
    // TODO 18.7: take each centre and radius from the joint's space to the world. What is in `placed` already?
    let _ = (spheres, model_from_joint, world_from_model, placed); // you will need them
}

/// When two spheres first touch within a step, from 0, its beginning, to 1, its end, or `None` if they do not.
fn swept_hit(a: &Moving, b: &Moving) -> Option<f32> {
    // TODO 18.8: seen from b, only a moves. When is its distance equal to both radii together?
    let _ = (a, b); // you will need them
    None
}

/// Whether this blow, which touches `target` in this step, hurts it now.
fn damage(swing: &mut Swing, blow: &Blow, target: usize) -> bool {
    // TODO 18.9: is the blow active in this step? And has it hurt this target before?
    let _ = (swing, blow, target); // you will need them
    false
}
