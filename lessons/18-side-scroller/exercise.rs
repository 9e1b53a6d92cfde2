//! Lesson 18: the side scroller. A is the ground, B the knight, C the fight.

use crate::{Answers, Blow, Body, Gait, Hand, Keys, Mesh, Moved, Moving, PlacedSphere};
use crate::{Sphere, State, Swing, Tools};
use glam::{DVec2, Mat4};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { minkowski, fly, walk, state_for, face, sword, spheres_at, swept_hit, damage };

// A, the ground: lessons/18-side-scroller/a-ground/README.md

/// All points `p + q` with `p` in the convex polygon `a` and `q` in `b`: a convex polygon again.
///
/// Corners in metres, counterclockwise, at least three of each. The sum may begin at any of its corners, and have
/// corners in the middle of an edge.
fn minkowski(a: &[DVec2], b: &[DVec2]) -> Vec<DVec2> {
    // TODO 18.1: begin at the lowest corners; the edges of both polygons, in the order of their directions.
    let _ = b; // you will need it
    a.to_vec()
}

/// Moves a body in the air, straight by its velocity and from triangle to triangle, for `seconds`.
///
/// What is beyond an edge decides: a free triangle is the body's from then on. Solid ground takes the velocity into
/// it; if the body can stand there, that edge is its support and the seconds that are left are returned, otherwise it
/// continues along the wall. Returns 0 when the time is used up. A body that hits `Body::MAX_WALLS` walls is
/// cornered: its velocity becomes 0, and 0 is returned.
fn fly(mesh: &Mesh, body: &mut Body, seconds: f64) -> f64 {
    // TODO 18.2: one edge first. Which is reached first, and when? Then crossing, sliding, landing.
    let _ = (mesh, body, seconds); // you will need them
    0.0
}

/// Moves a body along the edges that support it, for `seconds`.
///
/// On an edge it keeps the velocity along it and no other. At the end of an edge the next one supports it, if it can
/// be stood on and the body is not faster than `Body::DETACH_SPEED` away from it. Otherwise, if the ground turns up there,
/// that is a wall: the velocity is 0, and 0 is returned. If it turns down, the body leaves the ground with the
/// velocity it has: no support, and the seconds that are left are returned. Returns 0 when the time is used up.
fn walk(mesh: &Mesh, body: &mut Body, seconds: f64) -> f64 {
    // TODO 18.3: along the edge, to the next one at its end, or off it.
    let _ = (mesh, body, seconds); // you will need them
    0.0
}

// B, the knight: lessons/18-side-scroller/b-knight/README.md

/// The state that he is in with this step, by the table in the text.
fn state_for(state: State, moved: &Moved, keys: Keys, tools: Tools) -> State {
    // TODO 18.4: a `crate::Now` by the table: supported, ended, wanted. Then 13's next_state.
    let _ = (moved, keys, tools); // you will need them
    state
}

/// His heading and phase, `dt` seconds later; `speed` is his signed speed over the ground.
fn face(gait: Gait, speed: f32, dt: f32) -> Gait {
    // TODO 18.5: turn him towards his side; then advance the phase by the distance covered over the stride.
    let _ = (speed, dt); // you will need them
    gait
}

/// `world_from_sword`: where the sword is that lies in his hand.
fn sword(hand: &Hand) -> Mat4 {
    // TODO 18.6: from the sword to the socket, on to the model, and to the world. By which matrix of the joint?
    hand.world_from_model
}

// C, the fight: lessons/18-side-scroller/c-fight/README.md

/// Writes where each of `spheres` is in the world into `placed`, in their order; what was in there before is gone.
///
/// Each is given in the space of its joint. Where that space is scaled, the sphere is as large as its longest axis.
fn spheres_at(spheres: &[Sphere], model_from_joint: &[Mat4], world_from_model: Mat4, placed: &mut Vec<PlacedSphere>) {
    // TODO 18.7: each one's middle and radius, from its joint's space to the world; none of the last step's.
    let _ = (spheres, model_from_joint, world_from_model, placed); // you will need them
}

/// When two spheres first touch within a step: 0 as it begins, 1 as it ends; `None` if they do not.
fn swept_hit(a: &Moving, b: &Moving) -> Option<f32> {
    // TODO 18.8: seen from b, a moves alone. When is it as far away as both radii together?
    let _ = (a, b); // you will need them
    None
}

/// Whether this blow hurts `target`, whom it touches in this step.
fn damage(swing: &mut Swing, blow: &Blow, target: usize) -> bool {
    // TODO 18.9: only while it hurts, and each of them once.
    let _ = (swing, blow, target); // you will need them
    false
}
