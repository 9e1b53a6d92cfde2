//! Checks of the knight.

use crate::{COYOTE, Gait, Hand, Keys, Moved, State, finished};
use check::words;
use check::{Answer, AnswerError, Ask, AskedCase, Probe, Random, finite};
use glam::{Mat4, Vec3};
use std::f32::consts::FRAC_PI_2;

/// Cases in the order of the steps: wanted, supported, ended.
pub(super) const STATE_FOR: &[AskedCase] = cases![
    "idle on the ground, at a speed of 0, no key" => state_case(State::Idle, STANDING, NO_KEY),
    "idle on the ground, at a speed of 0.05 m/s" =>
        state_case(State::Idle, Moved { speed: 0.05, ..STANDING }, NO_KEY),
    "idle on the ground, at a speed of 1 m/s" =>
        state_case(State::Idle, Moved { speed: 1.0, ..STANDING }, NO_KEY),
    "idle on the ground, at a speed of -2.5 m/s" =>
        state_case(State::Idle, Moved { speed: -2.5, ..STANDING }, NO_KEY),
    "walk, but he stands against a wall at a speed of 0 with the right arrow held" =>
        state_case(State::Walk, STANDING, Keys { right: 1.0, runs: true, ..NO_KEY }),
    "idle on the ground, punch and jump were pressed in this step" =>
        state_case(State::Idle, Moved { since_jump_press: 0.0, ..STANDING }, Keys { punch: true, jump: true, ..NO_KEY }),
    "idle on the ground, jump was pressed 0.09 s ago" =>
        state_case(State::Idle, Moved { since_jump_press: 0.09, ..STANDING }, NO_KEY),
    "idle on the ground, jump was pressed 0.5 s ago and is still held" =>
        state_case(State::Idle, Moved { since_jump_press: 0.5, ..STANDING }, Keys { jump_held: true, ..NO_KEY }),
    "walk at 1 m/s, off the edge for 0.05 s, jump is pressed" =>
        state_case(State::Walk, TOO_LATE, Keys { jump: true, ..NO_KEY }),
    "the same, but off the edge for 0.09 s" =>
        state_case(State::Walk, Moved { air_time: 0.09, ..TOO_LATE }, Keys { jump: true, ..NO_KEY }),
    "walk at 1 m/s, off the edge for 0.5 s" =>
        state_case(State::Walk, Moved { speed: 1.0, supported: false, air_time: 0.5, ..STANDING }, NO_KEY),
    "jump, 0.05 s after he has left the ground" =>
        state_case(State::Jump, Moved { supported: false, air_time: 0.05, ..STANDING }, NO_KEY),
    "fall, off the edge for 0.05 s" =>
        state_case(State::Fall, Moved { supported: false, air_time: 0.05, ..STANDING }, NO_KEY),
    "fall, on the ground" => state_case(State::Fall, STANDING, NO_KEY),
    "land on the ground at 1 m/s, its clip has not ended" =>
        state_case(State::Land, Moved { speed: 1.0, ..STANDING }, NO_KEY),
    "land on the ground at a speed of 0, its clip has not ended" => state_case(State::Land, STANDING, NO_KEY),
    "punch on the ground at 1 m/s, its clip has not ended" =>
        state_case(State::Punch, Moved { speed: 1.0, ..STANDING }, NO_KEY),
];

/// A knight that stands on the ground, and one that jumps a moment after the edge.
const STANDING: Moved =
    Moved { speed: 0.0, supported: true, air_time: 0.0, since_jump_press: f32::INFINITY, ended: false };
const TOO_LATE: Moved = Moved { speed: 1.0, supported: false, air_time: 0.05, since_jump_press: 0.0, ended: false };
const NO_KEY: Keys = Keys { right: 0.0, runs: false, jump: false, jump_held: false, punch: false, swing: false };

fn state_case(q: &mut Ask, answer: &mut Answer, state: State, moved: Moved, keys: Keys) -> Result<(), AnswerError> {
    let next = q.ask("", |course| course.side_scroller.state_for(state, &moved, keys, finished::TOOLS))?;
    answer.compare("the next state", next.name());
    Ok(())
}

pub(crate) fn state_for(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for asked in situations(&q.probe) {
        let known = asked.known();
        let Situation { state, moved, keys } = asked;
        let next = q.ask(words!("known", known), |course| {
            course.side_scroller.state_for(state, &moved, keys, finished::TOOLS)
        })?;
        answer.compare(known, next.name()).group(asked.group()).step(step_of(state, &moved));
    }
    Ok(())
}

/// Returns the step of 18.4 after which an answer is right in this situation.
fn step_of(state: State, moved: &Moved) -> u8 {
    if !moved.ended && matches!(state, State::Land | State::Punch | State::Swing) {
        3
    } else if !moved.supported {
        2
    } else {
        1
    }
}

/// Cases in the order of the steps: the heading, then the phase.
pub(super) const FACE: &[AskedCase] = cases![
    "heading 90° (right), at rest" => heading_case(FRAC_PI_2, 0.0, 0.02),
    "heading -90° (left), 0.75 m/s for 0.08 s, in which he turns by 1 at most" => heading_case(-FRAC_PI_2, 0.75, 0.08),
    "heading 90° (right), -0.75 m/s for 0.08 s" => heading_case(FRAC_PI_2, -0.75, 0.08),
    "heading 1.5, almost to the right, 0.75 m/s for 0.02 s" => heading_case(1.5, 0.75, 0.02),
    "heading 0.5, at rest for 0.02 s" => heading_case(0.5, 0.0, 0.02),
    "heading -0.5, at rest for 0.02 s" => heading_case(-0.5, 0.0, 0.02),
    "heading 0.5, drifting to the left at 0.01 m/s for 0.02 s" => heading_case(0.5, -0.01, 0.02),
    "heading 90° (right), phase 0.5, 0.75 m/s for 0.1 s; a stride is 0.75 m" => face_case(FRAC_PI_2, 0.5, 0.75, 0.1),
    "heading -90° (left), phase 0.5, -0.75 m/s for 0.1 s" => face_case(-FRAC_PI_2, 0.5, -0.75, 0.1),
    "heading 90° (right), phase 0.5, 2.4 m/s for 0.1 s; a stride is 1.2 m" => face_case(FRAC_PI_2, 0.5, 2.4, 0.1),
    "heading 90° (right), phase 0.95, 0.75 m/s for 0.1 s" => face_case(FRAC_PI_2, 0.95, 0.75, 0.1),
    "heading -90° (left), phase 0.5, 0.75 m/s for 0.08 s, in which he turns by 1 at most" =>
        face_case(-FRAC_PI_2, 0.5, 0.75, 0.08),
    "heading -90° (left), phase 0.01, 0.75 m/s for 0.08 s: back over the beginning of a cycle" =>
        face_case(-FRAC_PI_2, 0.01, 0.75, 0.08),
];

fn heading_case(q: &mut Ask, answer: &mut Answer, heading: f32, speed: f32, dt: f32) -> Result<(), AnswerError> {
    let gait = q.ask("", |course| course.side_scroller.face(Gait { heading, phase: 0.5 }, speed, dt))?;
    answer.compare("the new heading in radians", finite(gait.heading));
    Ok(())
}

fn face_case(
    q: &mut Ask,
    answer: &mut Answer,
    heading: f32,
    phase: f32,
    speed: f32,
    dt: f32,
) -> Result<(), AnswerError> {
    let gait = q.ask("", |course| course.side_scroller.face(Gait { heading, phase }, speed, dt))?;
    answer.compare("the new heading in radians", finite(gait.heading));
    answer.compare("the new phase", finite(gait.phase));
    Ok(())
}

pub(crate) fn face(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for Turn { what, mut gait, speed, dt, steps } in turns(&q.probe) {
        for step in 1..=steps {
            let Gait { heading, phase } = gait;
            let about = words!("turn", heading, phase, speed, dt);
            gait = q.ask(about, |course| course.side_scroller.face(gait, speed, dt))?;
            let which = if steps > 1 { format!(", step {step}") } else { String::new() };
            let asked = format!("heading {heading:.2}, phase {phase:.2}, speed {speed:.2}, dt {dt:.3}");
            let label = format!("{what}{which} ({asked})");
            answer.compare(format!("{label}: heading"), finite(gait.heading)).group(what).step(1);
            answer.compare(format!("{label}: phase"), finite(gait.phase)).group(what).step(2);
        }
    }
    Ok(())
}

pub(super) const SWORD: &[AskedCase] = cases![
    "all three matrices the identity" => sword_case(Mat4::IDENTITY, Mat4::IDENTITY, Mat4::IDENTITY),
    "the socket at (0, 1, 0) in the model, the model at (5, 0, 0) in the world" =>
        sword_case(Mat4::from_translation(5.0 * Vec3::X), Mat4::from_translation(Vec3::Y), Mat4::IDENTITY),
    "the socket turned by 90° about z, the sword at (1, 0, 0) in it" =>
        sword_case(Mat4::IDENTITY, Mat4::from_rotation_z(FRAC_PI_2), Mat4::from_translation(Vec3::X)),
    "the model turned by 90° about z, the socket at (1, 0, 0) in it" =>
        sword_case(Mat4::from_rotation_z(FRAC_PI_2), Mat4::from_translation(Vec3::X), Mat4::IDENTITY),
];

/// Asks for a sword in joint 1 of 2; the joint was bound at (0, 0, 3).
fn sword_case(q: &mut Ask, answer: &mut Answer, world: Mat4, joint: Mat4, sword: Mat4) -> Result<(), AnswerError> {
    let hand = Hand {
        world_from_model: world,
        model_from_joint: &[Mat4::IDENTITY, joint],
        skinning: &[Mat4::IDENTITY, joint * Mat4::from_translation(-3.0 * Vec3::Z)],
        socket: 1,
        socket_from_sword: sword,
    };
    let sword = q.ask("", |course| course.side_scroller.sword(&hand))?;
    answer.compare("the sword's origin in the world", finite(sword.w_axis.truncate()));
    answer.compare("the sword's (1, 0, 0) in the world", finite(sword.transform_point3(Vec3::X)));
    Ok(())
}

/// Asks for a hand whose matrices all turn and move.
pub(crate) fn sword(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for _ in 0..if q.is_last() { 8 } else { 2 } {
        let random = &mut q.random;
        let count = 5 + random.below(4);
        let model_from_joint: Vec<Mat4> = (0..count).map(|_| random.rigid().to_mat4()).collect();
        let skinning: Vec<Mat4> = model_from_joint.iter().map(|joint| *joint * random.rigid().to_mat4()).collect();
        let hand = Hand {
            world_from_model: random.rigid().to_mat4(),
            model_from_joint: &model_from_joint,
            skinning: &skinning,
            socket: 2 + random.below(count - 3),
            socket_from_sword: random.rigid().to_mat4(),
        };
        let socket = hand.socket;
        let sword = q.ask(words!("hand", socket, count), |course| course.side_scroller.sword(&hand))?;
        let origin = finite(sword.w_axis.truncate());
        answer.compare(format!("in joint {socket} of {count}: the sword's origin"), origin);
        answer.compare(format!("in joint {socket} of {count}: the sword"), finite(sword));
    }
    Ok(())
}

/// Input of 18.4.
struct Situation {
    state: State,
    moved: Moved,
    keys: Keys,
}

impl Situation {
    fn group(&self) -> String {
        match self.moved {
            Moved { supported: true, .. } => format!("in {}", self.state.name()),
            Moved { air_time, .. } if air_time < COYOTE => "just off the ground".into(),
            _ => "in the air".into(),
        }
    }

    /// Describes the input: `in walk; in the air for 0.05 s; jump asked 0.03 s ago; punch; speed -1.31`.
    fn known(&self) -> String {
        let Situation { state, moved, keys, .. } = self;
        let ground = match moved.air_time {
            0.0 => "supported".into(),
            seconds => format!("in the air for {seconds:.2} s"),
        };
        let mut known = format!("in {}; {ground};", state.name());
        if state.is_played_once() {
            known += if moved.ended { " its clip has ended;" } else { " its clip has not ended;" };
        }
        if moved.since_jump_press.is_finite() {
            known += &format!(" jump asked {:.2} s ago;", moved.since_jump_press);
        }
        for (key, name) in [(keys.punch, "punch"), (keys.swing, "swing")] {
            if key {
                known += &format!(" {name} goes down;");
            }
        }
        if keys.right != 0.0 {
            known += if keys.right > 0.0 { " right" } else { " left" };
            known += if keys.runs { " is held;" } else { " and shift are held;" };
        }
        known + &format!(" speed {:.2}", moved.speed)
    }
}

/// Returns every state on the ground, just off it and in the air, with every wish, half of them in each probe; nothing
/// is close to a limit.
fn situations(probe: &Probe) -> Vec<Situation> {
    let random = &mut probe.random();
    let mut all = Vec::new();
    for state in State::ALL {
        for ended in [false, true] {
            for ground in 0..3 {
                for wish in 0..10 {
                    let is_its_turn = probe.is_last() || (wish + ground + probe.index).is_multiple_of(2);
                    if is_its_turn && (!ended || state.is_played_once()) {
                        all.push(situation(random, state, ended, ground, wish));
                    }
                }
            }
        }
    }
    all
}

/// Returns a state with random numbers for one wish: 0 and 1 jump, 2 punch, 3 swing, 4 and 5 stand, 6 and 7 walk, 8 and
/// 9 run. `ground` is 0 on the ground, 1 just off it, 2 in the air.
fn situation(random: &mut Random, state: State, ended: bool, ground: usize, wish: usize) -> Situation {
    let mut keys = Keys {
        right: random.below(2) as f32,
        runs: random.below(2) == 0,
        jump_held: random.below(2) == 0,
        ..Keys::default()
    };
    let mut asked = if random.below(2) == 0 { f32::INFINITY } else { random.between(0.12, 0.9) };
    let standing = (0.0, 0.08);
    let walking = (0.15, 1.9);
    let running = (2.1, 3.0);
    let speed = match wish {
        0 | 1 => {
            asked = match random.below(2) {
                _ if wish == 0 => 0.0,
                0 => between_the_limits(random),
                _ => random.between(0.02, 0.07),
            };
            keys.jump = wish == 0;
            keys.punch = random.below(3) == 0;
            keys.swing = random.below(3) == 0;
            [standing, walking, running][random.below(3)]
        }
        2 | 3 => [standing, walking, running][random.below(3)],
        4 => standing,
        5 => {
            keys.right = 1.0;
            keys.runs = random.below(2) == 0;
            (0.0, 1e-6) // at a wall
        }
        6 | 7 => walking,
        _ => running,
    };
    keys.punch |= wish == 2;
    keys.swing |= wish == 3 || wish == 2 && random.below(2) == 0;
    let speed = match wish {
        6 | 8 => random.between(speed.0, speed.1),
        7 | 9 => -random.between(speed.0, speed.1),
        _ => random.to_either_side(speed.0, speed.1),
    };
    if random.below(2) == 0 {
        keys.right = -keys.right;
    }
    let air_time = match ground {
        0 => 0.0,
        1 => random.between(0.01, 0.07),
        _ if random.below(2) == 0 => between_the_limits(random),
        _ => random.between(0.1, 1.5),
    };
    let moved = Moved { speed, supported: ground == 0, air_time, since_jump_press: asked, ended };
    Situation { state, moved, keys }
}

/// Returns a time longer than `COYOTE` and shorter than `BUFFER`: an answer that mixes them up is wrong.
fn between_the_limits(random: &mut Random) -> f32 {
    random.between(0.087, 0.093)
}

/// Input of 18.5.
struct Turn {
    what: &'static str,
    gait: Gait,
    speed: f32,
    dt: f32,
    /// Number of calls, each with the result of the one before.
    steps: usize,
}

/// Returns a turn of each kind, to one side or the other, or twelve in the last probe; nothing is asked closely where a
/// cycle begins.
fn turns(probe: &Probe) -> Vec<Turn> {
    let random = &mut probe.random();
    let rounds = if probe.is_last() { 12 } else { 1 };
    let mut all = Vec::new();
    let middle = (0.3, 0.7);
    let frame = (0.014, 0.025);
    let slow_frame = (0.03, 0.06);
    let straight = (FRAC_PI_2, FRAC_PI_2);
    // In how many steps; heading, speed, dt and phase, each from, to.
    let kinds = [
        ("walking slowly", 1, straight, (0.2, 0.6), slow_frame, middle),
        ("walking", 4, straight, (0.8, 1.1), slow_frame, (0.3, 0.6)),
        ("between walk and run", 1, straight, (1.1, 1.5), slow_frame, middle),
        ("running", 1, straight, (2.3, 3.0), slow_frame, middle),
        ("a cycle ends", 1, straight, (2.3, 3.0), (0.05, 0.06), (0.95, 0.98)),
        // As every turn of the game begins: exactly from one side. Once to the right and once to the left.
        ("turning round", 4, (-FRAC_PI_2, -FRAC_PI_2), (1.2, 2.0), frame, middle),
        ("turning round", 4, (-FRAC_PI_2, -FRAC_PI_2), (1.2, 2.0), frame, middle),
        ("turning, a moment ago", 1, (-1.5, -1.2), (1.2, 2.0), frame, middle),
        ("turning round, back over the beginning of a cycle", 1, (-FRAC_PI_2, -1.4), (2.6, 3.0), frame, (0.005, 0.01)),
        ("turning, just begun", 1, (-1.15, -0.8), (1.2, 2.0), frame, middle),
        ("turning, half way", 1, (-0.7, -0.4), (1.5, 2.0), (0.025, 0.035), middle),
        ("turning, past the viewer", 1, (0.1, 0.5), (1.2, 2.0), frame, middle),
        ("turning, almost there", 1, (1.3, 1.4), (1.2, 2.5), slow_frame, middle),
        ("standing, not quite turned", 1, (0.4, 0.9), (0.01, 0.04), frame, middle),
        ("standing, and drifting the other way", 1, (0.4, 0.9), (-0.04, -0.01), frame, middle),
        ("standing", 1, straight, (0.0, 0.0), frame, middle),
    ];
    for round in 0..rounds {
        for (kind, (what, steps, heading, speed, dt, phase)) in kinds.into_iter().enumerate() {
            let [heading, speed, dt, phase] = [heading, speed, dt, phase].map(|(low, high)| random.between(low, high));
            // To either side as often.
            let side = if (kind + round + probe.index).is_multiple_of(2) { 1.0 } else { -1.0 };
            let gait = Gait { heading: side * heading, phase };
            // Who stands has a speed of 0, and never of -0, whose sign would tell the side.
            all.push(Turn { what, gait, speed: side * speed + 0.0, dt, steps });
        }
    }
    all
}
