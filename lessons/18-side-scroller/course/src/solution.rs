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
    // BEGIN 18.1
    /// Where the walk around a polygon begins: at the lowest corner, of two the left one.
    fn lowest(polygon: &[DVec2]) -> usize {
        let mut lowest = 0;
        for k in 1..polygon.len() {
            let (corner, least) = (polygon[k], polygon[lowest]);
            if corner.y < least.y || corner.y == least.y && corner.x < least.x {
                lowest = k;
            }
        }
        lowest
    }

    let (first_a, first_b) = (lowest(a), lowest(b));
    let (mut i, mut j) = (0, 0);
    let mut sum = Vec::new();
    while i < a.len() || j < b.len() {
        let corner_a = a[(first_a + i) % a.len()];
        let corner_b = b[(first_b + j) % b.len()];
        sum.push(corner_a + corner_b);
        let edge_a = a[(first_a + i + 1) % a.len()] - corner_a;
        let edge_b = b[(first_b + j + 1) % b.len()] - corner_b;
        // Which edge comes next: the one whose direction is further to the right.
        if j == b.len() || i < a.len() && edge_a.perp_dot(edge_b) >= 0.0 {
            i += 1;
        } else {
            j += 1;
        }
    }
    sum
    // STUB // TODO 18.1: begin at the lowest corners, and take the edges of both polygons in the order of their directions.
    // STUB let _ = b; // you will need it
    // STUB a.to_vec()
    // END 18.1
}

/// Moves a body through the air for `seconds`, straight by its velocity and from triangle to triangle.
///
/// At each edge it depends on what is beyond. If that is a free triangle, the body is in it from then on. If it is
/// solid ground, the part of the velocity that points into it is lost. A body that can stand there has this edge as
/// its support, and you return the seconds that are left. Otherwise it continues along the wall. A body that meets
/// `Body::MAX_WALLS` walls in one call is cornered: set its velocity to 0, and return 0. Return 0 when the time is
/// used up, too.
fn fly(mesh: &Mesh, body: &mut Body, seconds: f64) -> f64 {
    // BEGIN 18.2
    let mut left = seconds;
    let mut walls = 0;
    while walls < Body::MAX_WALLS {
        // Which edge comes first, and after how many seconds?
        let mut first = None;
        let mut passes = left;
        for edge in 0..3 {
            let normal = mesh.normal(body.triangle, edge);
            let into = -normal.dot(body.velocity);
            let (corner, _) = mesh.edge(body.triangle, edge);
            let distance = normal.dot(body.position - corner).max(0.0);
            if into > Body::MIN_APPROACH_SPEED && distance / into < passes {
                passes = distance / into;
                first = Some(edge);
            }
        }
        body.position += body.velocity * passes;
        left -= passes;
        let Some(edge) = first else { return 0.0 };

        // Free triangles are crossed; what is solid takes the velocity into it.
        if let Some(next) = mesh.beyond(body.triangle, edge) {
            body.triangle = next;
            continue;
        }
        let normal = mesh.normal(body.triangle, edge);
        body.velocity -= normal * normal.dot(body.velocity);
        if mesh.can_stand(body.triangle, edge) {
            body.support = Some(edge);
            return left;
        }
        walls += 1;
    }
    body.velocity = DVec2::ZERO;
    0.0
    // STUB // TODO 18.2: one edge first. Which edge does the body reach first, and when? Then crossing, sliding, landing.
    // STUB let _ = (mesh, body, seconds); // you will need them
    // STUB 0.0
    // END 18.2
}

/// Moves a body along the edges that support it, for `seconds`.
///
/// On an edge the body keeps only the velocity along it. At the end of an edge there are three cases. If the body can
/// stand on the next edge and does not move away from it faster than `Body::DETACH_SPEED`, that edge supports it.
/// Otherwise, if the ground turns up, it is a wall: set the velocity to 0, and return 0. Otherwise the body leaves the
/// ground with the velocity it has: set the support to `None`, and return the seconds that are left. Return 0 when the
/// time is used up.
fn walk(mesh: &Mesh, body: &mut Body, seconds: f64) -> f64 {
    // BEGIN 18.3
    let mut left = seconds;
    while let Some(edge) = body.support {
        let (a, b) = mesh.edge(body.triangle, edge);
        let along = (b - a).normalize();
        let speed = along.dot(body.velocity);
        body.velocity = along * speed;

        let end = if speed > 0.0 { b } else { a };
        let distance = body.position.distance(end);
        if speed.abs() * left <= distance {
            body.position += body.velocity * left;
            return 0.0;
        }
        body.position = end;
        left -= distance / speed.abs();

        let (triangle, next) = mesh.next_edge(body.triangle, edge, speed > 0.0);
        let away = mesh.normal(triangle, next).dot(body.velocity);
        if mesh.can_stand(triangle, next) && away <= Body::DETACH_SPEED {
            body.triangle = triangle;
            body.support = Some(next);
        } else if away < 0.0 {
            body.velocity = DVec2::ZERO; // a wall
            return 0.0;
        } else {
            body.support = None; // a ledge
        }
    }
    left
    // STUB // TODO 18.3: move along the edge. Does the body get to its end, and what is there?
    // STUB let _ = (mesh, body, seconds); // you will need them
    // STUB 0.0
    // END 18.3
}

// B, the knight: lessons/18-side-scroller/b-knight/README.md

/// The knight's state from this step on, by the table in the text.
fn state_for(state: State, moved: &Moved, keys: Keys, tools: Tools) -> State {
    // BEGIN 18.4
    let is_in_the_air = state == State::Jump || state == State::Fall;
    let has_just_left = !is_in_the_air && moved.air_time <= crate::COYOTE;
    let wanted = if moved.since_jump_press <= crate::BUFFER {
        State::Jump
    } else if keys.punch {
        State::Punch
    } else if keys.swing {
        State::Swing
    } else if moved.speed.abs() < crate::IDLE_BELOW {
        State::Idle
    } else if moved.speed.abs() < crate::RUN_FROM {
        State::Walk
    } else {
        State::Run
    };
    let now = crate::Now {
        supported: moved.supported || has_just_left,
        ended: moved.ended || state == State::Land && wanted != State::Idle,
        wanted,
    };
    match tools.next_state(state, now) {
        Some(next) => next,
        None => state,
    }
    // STUB // TODO 18.4: make a `crate::Now`: wanted, supported, ended. Then call lesson 13's next_state.
    // STUB let _ = (moved, keys, tools); // you will need them
    // STUB state
    // END 18.4
}

/// The knight's heading and phase `dt` seconds later. `speed` is his speed over the ground, negative to the left.
fn face(gait: Gait, speed: f32, dt: f32) -> Gait {
    // BEGIN 18.5
    let goes_right = if speed.abs() < crate::TURN_FROM { gait.heading > 0.0 } else { speed > 0.0 };
    let quarter = std::f32::consts::FRAC_PI_2;
    let side = if goes_right { quarter } else { -quarter };
    let most = crate::TURN * dt;
    let heading = gait.heading + (side - gait.heading).clamp(-most, most);

    let fraction = crate::run_weight(speed);
    let stride = crate::WALK_STRIDE + fraction * (crate::RUN_STRIDE - crate::WALK_STRIDE);
    let ahead = speed * heading.sin() * dt;
    Gait { heading, phase: (gait.phase + ahead / stride).rem_euclid(1.0) }
    // STUB // TODO 18.5: turn him towards the side to which he moves. Then, how far ahead has he come, in strides?
    // STUB let _ = (speed, dt); // you will need them
    // STUB gait
    // END 18.5
}

/// `world_from_sword`, the matrix of the sword in the knight's hand.
fn sword(hand: &Hand) -> Mat4 {
    // BEGIN 18.6
    hand.world_from_model * hand.model_from_joint[hand.socket] * hand.socket_from_sword
    // STUB // TODO 18.6: from the sword to the socket, to the model, to the world. Which matrix of the joint do you need?
    // STUB hand.world_from_model
    // END 18.6
}

// C, the fight: lessons/18-side-scroller/c-fight/README.md

/// Writes into `placed` where each of `spheres` is in the world, in the same order. What was there before is removed.
///
/// Each sphere is given in the space of its joint. If that space is scaled, the radius grows with its longest axis.
fn spheres_at(spheres: &[Sphere], model_from_joint: &[Mat4], world_from_model: Mat4, placed: &mut Vec<PlacedSphere>) {
    // BEGIN 18.7
    placed.clear();
    for sphere in spheres {
        let world_from_joint = world_from_model * model_from_joint[sphere.joint];
        let x = world_from_joint.x_axis.length();
        let y = world_from_joint.y_axis.length();
        let z = world_from_joint.z_axis.length();
        placed.push(PlacedSphere {
            center: world_from_joint.transform_point3(sphere.center),
            radius: sphere.radius * x.max(y).max(z),
        });
    }
    // STUB // TODO 18.7: take each centre and radius from the joint's space to the world. What is in `placed` already?
    // STUB let _ = (spheres, model_from_joint, world_from_model, placed); // you will need them
    // END 18.7
}

/// When two spheres first touch within a step, from 0, its beginning, to 1, its end, or `None` if they do not.
fn swept_hit(a: &Moving, b: &Moving) -> Option<f32> {
    // BEGIN 18.8
    let reach = a.radius + b.radius;
    let apart = a.from - b.from;
    // apart + t * motion is `reach` long: square * t * t + 2 * half * t + rest = 0.
    let rest = apart.length_squared() - reach * reach;
    if rest <= 0.0 {
        return Some(0.0); // they touch already
    }
    let motion = (a.to - a.from) - (b.to - b.from);
    let square = motion.length_squared();
    let half = apart.dot(motion);
    let under_the_root = half * half - square * rest;
    if half >= 0.0 || under_the_root < 0.0 {
        return None; // they part, or stay as they are; or they pass each other
    }
    let t = (-half - under_the_root.sqrt()) / square;
    if t <= 1.0 { Some(t) } else { None }
    // STUB // TODO 18.8: seen from b, only a moves. When is its distance equal to both radii together?
    // STUB let _ = (a, b); // you will need them
    // STUB None
    // END 18.8
}

/// Whether this blow, which touches `target` in this step, hurts it now.
fn damage(swing: &mut Swing, blow: &Blow, target: usize) -> bool {
    // BEGIN 18.9
    if swing.number != blow.number {
        swing.number = blow.number;
        swing.hurt.clear();
    }
    let (begin, end) = blow.active;
    let is_active = blow.to > begin && blow.from < end;
    if !is_active || swing.hurt.contains(&target) {
        return false;
    }
    swing.hurt.push(target);
    true
    // STUB // TODO 18.9: is the blow active in this step? And has it hurt this target before?
    // STUB let _ = (swing, blow, target); // you will need them
    // STUB false
    // END 18.9
}
