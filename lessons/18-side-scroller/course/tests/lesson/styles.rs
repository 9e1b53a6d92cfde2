//! Right answers in other styles pass.

use super::ground::hull;
use crate::pass;
use glam::{Affine3A, DVec2, Vec3};
use lesson_18::{
    Answers, BUFFER, Body, COYOTE, Gait, IDLE_BELOW, Mesh, Moving, Now, RUN_FROM, SideScroller, Sphere, State, Swing,
    finished::ANSWERS,
};

fn all_sums(a: &[DVec2], b: &[DVec2]) -> Vec<DVec2> {
    hull(a.iter().flat_map(|&p| b.iter().map(move |&q| p + q)).collect())
}

/// The last edge first, distances by two dimensional cross products, one edge a call.
fn fly_edge_by_edge(mesh: &Mesh, body: &mut Body, seconds: f64) -> f64 {
    fn go(mesh: &Mesh, body: &mut Body, seconds: f64, walls: usize) -> f64 {
        let mut crossed = None;
        let mut least = 1.0;
        let motion = body.velocity * seconds;
        for edge in [2, 1, 0] {
            let (a, b) = mesh.edge(body.triangle, edge);
            let ahead = (b - a).perp_dot(motion);
            if ahead < -1e-9 * a.distance(b) * seconds {
                let fraction = ((b - a).perp_dot(body.position - a) / -ahead).max(0.0);
                if fraction < least {
                    least = fraction;
                    crossed = Some(edge);
                }
            }
        }
        body.position += motion * least;
        let rest = seconds * (1.0 - least);
        let Some(edge) = crossed else { return 0.0 };
        if let Some(next) = mesh.beyond(body.triangle, edge) {
            body.triangle = next;
            return go(mesh, body, rest, walls);
        }
        let (a, b) = mesh.edge(body.triangle, edge);
        body.velocity = body.velocity.project_onto(b - a);
        if mesh.can_stand(body.triangle, edge) {
            body.support = Some(edge);
            return rest;
        }
        if walls + 1 == Body::MAX_WALLS {
            body.velocity = DVec2::ZERO;
            return 0.0;
        }
        go(mesh, body, rest, walls + 1)
    }
    go(mesh, body, seconds, 0)
}

/// Walks by the distance along the edge.
fn walk_by_place(mesh: &Mesh, body: &mut Body, seconds: f64) -> f64 {
    let mut left = seconds;
    loop {
        let Some(edge) = body.support else { return left };
        let (a, b) = mesh.edge(body.triangle, edge);
        let length = (b - a).length();
        let along = (b - a) / length;
        body.velocity = body.velocity.project_onto(b - a);
        let speed = body.velocity.dot(along);
        let place = (body.position - a).dot(along) + speed * left;
        let to_the_right = speed > 0.0;
        let beyond = if to_the_right { place - length } else { -place };
        if beyond <= 0.0 || speed == 0.0 {
            body.position = a + place * along;
            return 0.0;
        }
        left = beyond / speed.abs();
        body.position = if to_the_right { b } else { a };
        let (triangle, next) = mesh.next_edge(body.triangle, edge, to_the_right);
        let away = mesh.normal(triangle, next).dot(body.velocity);
        if away > Body::DETACH_SPEED || away >= 0.0 && !mesh.can_stand(triangle, next) {
            body.support = None;
        } else if !mesh.can_stand(triangle, next) {
            body.velocity = DVec2::ZERO;
            return 0.0;
        } else {
            body.triangle = triangle;
            body.support = Some(next);
        }
    }
}

#[test]
fn the_ground_in_other_styles() {
    const OTHERS: [SideScroller; 3] = [
        given::table!(lesson_18::SideScroller, Answers { minkowski: all_sums, ..ANSWERS }),
        given::table!(lesson_18::SideScroller, Answers { fly: fly_edge_by_edge, ..ANSWERS }),
        given::table!(lesson_18::SideScroller, Answers { walk: walk_by_place, ..ANSWERS }),
    ];
    for answers in OTHERS {
        pass(answers, 0..3, 10);
    }
}

/// Answers that are right in another way: other limits at the edge, other orders, f64, matrices of another type.
#[test]
fn the_knight_in_other_styles() {
    const BY_HAND: SideScroller = given::table!(
        lesson_18::SideScroller,
        Answers {
            state_for: |state, moved, keys, tools| {
                let mut wanted = State::Run;
                for (fits, state) in [
                    (moved.speed * moved.speed < RUN_FROM * RUN_FROM, State::Walk),
                    (moved.speed > -IDLE_BELOW && moved.speed < IDLE_BELOW, State::Idle),
                    (keys.swing, State::Swing),
                    (keys.punch, State::Punch),
                    (moved.since_jump_press < BUFFER, State::Jump),
                ] {
                    if fits {
                        wanted = state;
                    }
                }
                let mut now = Now { supported: moved.supported, ended: moved.ended, wanted };
                if moved.air_time < COYOTE && state != State::Jump && state != State::Fall {
                    now.supported = true;
                }
                if state == State::Land && wanted != State::Idle {
                    now.ended = true;
                }
                tools.next_state(state, now).unwrap_or(state)
            },
            face: |gait, speed, dt| {
                let mut heading = f64::from(gait.heading);
                let speed = f64::from(speed);
                let side = if speed.abs() > 0.05 { speed.signum() } else { heading.signum() };
                let side = side * std::f64::consts::FRAC_PI_2;
                let step = 12.5 * f64::from(dt);
                if (side - heading).abs() <= step {
                    heading = side;
                } else {
                    heading += step * (side - heading).signum();
                }
                let stride = 0.75 + 0.45 * ((speed.abs() - 0.75) / 1.18).clamp(0.0, 1.0);
                let mut phase = f64::from(gait.phase) + speed * heading.sin() * f64::from(dt) / stride;
                while phase < 0.0 {
                    phase += 1.0;
                }
                while phase >= 1.0 {
                    phase -= 1.0;
                }
                Gait { heading: heading as f32, phase: phase as f32 }
            },
            sword: |hand| {
                let [world, joint, sword] =
                    [hand.world_from_model, hand.model_from_joint[hand.socket], hand.socket_from_sword]
                        .map(Affine3A::from_mat4);
                (world * (joint * sword)).into()
            },
            ..ANSWERS
        }
    );
    pass(BY_HAND, 3..6, 20);
}

/// Right answers with other libraries, in double precision, and with other lists.
#[test]
fn the_fight_in_other_styles() {
    const OTHER: SideScroller = given::table!(
        lesson_18::SideScroller,
        Answers {
            spheres_at: |spheres, joints, world, placed| {
                *placed = spheres
                    .iter()
                    .map(|sphere| {
                        let joint = Affine3A::from_mat4(world) * Affine3A::from_mat4(joints[sphere.joint]);
                        Sphere { joint: 0, ..sphere.clone() }.place(&[joint])
                    })
                    .collect();
            },
            // The textbook's quadratic equation, in double precision.
            swept_hit: |a, b| {
                let [d, e] = [a.from - b.from, a.to - b.to].map(Vec3::as_dvec3);
                let m = e - d;
                let reach = f64::from(a.radius) + f64::from(b.radius);
                let p = m.dot(m);
                let q = 2.0 * d.dot(m);
                let r = d.dot(d) - reach * reach;
                let root = q * q - 4.0 * p * r;
                match () {
                    () if d.length() <= reach => Some(0.0),
                    () if p < 1e-12 || root < 0.0 => None,
                    () => {
                        let t = (-q - root.sqrt()) / (2.0 * p);
                        (0.0..=1.0).contains(&t).then_some(t as f32)
                    }
                }
            },
            damage: |swing, blow, target| {
                if blow.number > swing.number {
                    *swing = Swing { number: blow.number, hurt: vec![] };
                }
                let begin = blow.from.max(blow.active.0);
                let end = blow.to.min(blow.active.1);
                let is_new = swing.hurt.iter().all(|known| *known != target);
                if begin < end && is_new {
                    swing.hurt.insert(0, target);
                }
                begin < end && is_new
            },
            ..ANSWERS
        }
    );
    pass(OTHER, 6..9, 20);
}

/// Returns the distance between two surfaces at a time of the step; negative where they overlap.
pub(crate) fn gap(a: &Moving, b: &Moving, t: f32) -> f32 {
    a.from.lerp(a.to, t).distance(b.from.lerp(b.to, t)) - (a.radius + b.radius)
}
