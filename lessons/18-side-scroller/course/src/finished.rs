//! The finished form of the nine answers.

use crate::motion::{fly, minkowski, walk};
use crate::{Answers, Blow, Gait, Hand, Keys, Moved, Moving, Now, PlacedSphere, Sphere, State, Swing, Tools};
use crate::{BUFFER, COYOTE, IDLE_BELOW, RUN_FROM, RUN_STRIDE, TURN, TURN_FROM, WALK_STRIDE, run_weight};
use glam::Mat4;
use lesson_13::Blending;
use std::f32::consts::FRAC_PI_2;

/// Right on every probe.
pub const ANSWERS: Answers = Answers { minkowski, fly, walk, state_for, face, sword, spheres_at, swept_hit, damage };

/// Every tool as it was finished.
pub const TOOLS: Tools = Tools { next_state: BLENDING.next_state };

const BLENDING: Blending = given::table!(lesson_13::Blending, lesson_13::finished::ANSWERS);

fn state_for(state: State, moved: &Moved, keys: Keys, tools: Tools) -> State {
    use State::{Fall, Idle, Jump, Land, Punch, Run, Swing, Walk};
    let is_coyote = !matches!(state, Jump | Fall) && moved.air_time <= COYOTE;
    let wanted = match moved.speed.abs() {
        _ if moved.since_jump_press <= BUFFER => Jump,
        _ if keys.punch => Punch,
        _ if keys.swing => Swing,
        speed if speed < IDLE_BELOW => Idle,
        speed if speed < RUN_FROM => Walk,
        _ => Run,
    };
    let ended = moved.ended || (state == Land && wanted != Idle);
    let now = Now { supported: moved.supported || is_coyote, ended, wanted };
    tools.next_state(state, now).unwrap_or(state)
}

fn face(gait: Gait, speed: f32, dt: f32) -> Gait {
    let side = if speed.abs() < TURN_FROM { gait.heading } else { speed };
    let turn = FRAC_PI_2.copysign(side) - gait.heading;
    let heading = gait.heading + turn.clamp(-TURN * dt, TURN * dt);
    let stride = armature::math::lerp(WALK_STRIDE, RUN_STRIDE, run_weight(speed));
    let phase = (gait.phase + speed * heading.sin() * dt / stride).rem_euclid(1.0);
    Gait { heading, phase }
}

fn sword(hand: &Hand) -> Mat4 {
    let joint_from_sword = hand.socket_from_sword;
    hand.world_from_model * hand.model_from_joint[hand.socket] * joint_from_sword
}

fn spheres_at(spheres: &[Sphere], model_from_joint: &[Mat4], world_from_model: Mat4, placed: &mut Vec<PlacedSphere>) {
    placed.clear();
    placed.extend(spheres.iter().map(|sphere| {
        let world_from_joint = world_from_model * model_from_joint[sphere.joint];
        let axes = [world_from_joint.x_axis, world_from_joint.y_axis, world_from_joint.z_axis];
        let scale = axes.iter().map(|axis| axis.length()).fold(0.0, f32::max);
        let center = world_from_joint.transform_point3(sphere.center);
        PlacedSphere { center, radius: sphere.radius * scale }
    }));
}

/// Returns `[a, b, c]` of `a t^2 + 2 b t + c`: the square of the distance between two moving spheres, less that at which
/// they touch.
pub(crate) fn distance_squared_over_reach(a: &Moving, b: &Moving) -> [f32; 3] {
    let apart = a.from - b.from;
    let motion = (a.to - a.from) - (b.to - b.from);
    let reach = a.radius + b.radius;
    [motion.length_squared(), apart.dot(motion), apart.length_squared() - reach * reach]
}

/// The earlier root, as `rest / (root - half)`: nothing is lost where `-half` and the root are close, and nothing is
/// divided by a motion that is small.
fn swept_hit(a: &Moving, b: &Moving) -> Option<f32> {
    let [square, half, rest] = distance_squared_over_reach(a, b);
    if rest <= 0.0 {
        return Some(0.0);
    }
    let under_the_root = half * half - square * rest;
    if half >= 0.0 || under_the_root < 0.0 {
        return None;
    }
    Some(rest / (under_the_root.sqrt() - half)).filter(|t| *t <= 1.0)
}

fn damage(swing: &mut Swing, blow: &Blow, target: usize) -> bool {
    if swing.number != blow.number {
        swing.number = blow.number;
        swing.hurt.clear();
    }
    let (begin, end) = blow.active;
    let hurts = blow.to > begin && blow.from < end && !swing.hurt.contains(&target);
    if hurts {
        swing.hurt.push(target);
    }
    hurts
}
