//! Checks of the knight.

use crate::figures::knight::{self as figures, HeldSword, Turn};
use crate::measures::RUN;
use crate::{COYOTE, Gait, Keys, Moved, State, finished};
use check::{Case, Check, Probe, Random, finite};
use glam::{Mat4, Vec3};
use std::f32::consts::FRAC_PI_2;

const STANDING: Moved =
    Moved { speed: 0.0, supported: true, air_time: 0.0, since_jump_press: f32::INFINITY, ended: false };
const NO_KEY: Keys = Keys { right: 0.0, runs: false, jump: false, jump_held: false, punch: false, swing: false };

/// 18.4: a state, a motion and keys.
pub(super) const STATE_FOR: Check<Situation, State> = Check {
    tolerance: 0.0,
    words: Situation::known,
    by_hand: || {
        let keys = Keys { right: 1.0, runs: true, ..NO_KEY };
        let jump = Keys { jump: true, jump_held: true, ..keys };
        let in_the_air = Moved { supported: false, air_time: 0.05, ..STANDING };
        let too_late = Moved { speed: RUN as f32, since_jump_press: 0.0, ..in_the_air };
        let lands = Moved { speed: RUN as f32, since_jump_press: 0.08, ..STANDING };
        let walks = Moved { speed: 1.0, ..STANDING };
        vec![
            case(State::Idle, STANDING, NO_KEY),
            case(State::Idle, Moved { speed: 0.05, ..STANDING }, NO_KEY),
            case(State::Idle, walks, NO_KEY),
            case(State::Idle, Moved { speed: -2.5, ..STANDING }, NO_KEY),
            // Against a wall.
            case(State::Walk, STANDING, keys),
            case(State::Idle, Moved { since_jump_press: 0.0, ..STANDING }, Keys { punch: true, jump: true, ..NO_KEY }),
            case(State::Idle, Moved { since_jump_press: 0.115, ..STANDING }, NO_KEY),
            case(State::Idle, Moved { since_jump_press: 0.5, ..STANDING }, Keys { jump_held: true, ..NO_KEY }),
            case(State::Fall, STANDING, NO_KEY),
            Case::at([0.05], |_| Situation { state: State::Run, moved: too_late, keys: jump }),
            case(State::Run, Moved { air_time: 0.09, ..too_late }, jump),
            case(State::Walk, Moved { speed: 1.0, air_time: 0.115, ..in_the_air }, NO_KEY),
            case(State::Jump, Moved { air_time: 0.07, ..in_the_air }, NO_KEY),
            case(State::Fall, in_the_air, NO_KEY),
            Case::at([0.44], |_| Situation { state: State::Land, moved: lands, keys }),
            case(State::Land, walks, NO_KEY),
            case(State::Land, STANDING, NO_KEY),
            case(State::Punch, walks, NO_KEY),
        ]
    },
    drawn: situations,
    call: |course, Situation { state, moved, keys }| {
        Ok(course.side_scroller.state_for(*state, moved, *keys, finished::TOOLS)?)
    },
    compare: |situation, next, answer| {
        answer.compare("the next state", next.name()).group(situation.group()).step(situation.step());
    },
};

fn case(state: State, moved: Moved, keys: Keys) -> Case<Situation> {
    Case::new(Situation { state, moved, keys })
}

/// 18.5: the name of a group, and steps in which the knight turns.
pub(super) const FACE: Check<(&'static str, Turn), Vec<Gait>> = Check {
    // Radians, and parts of a cycle.
    tolerance: 1e-3,
    words: |(kind, Turn { gait: Gait { heading, phase }, speed, dt, .. })| {
        let kind = if kind.is_empty() { String::new() } else { format!("{kind}, ") };
        format!("{kind}heading {heading:.3}, phase {phase:.3}, {speed:.2} m/s for {dt:.3} s")
    },
    by_hand: || {
        let mut cases = Vec::new();
        for (heading, phase, speed, dt) in [
            // At rest, or almost.
            (FRAC_PI_2, 0.5, 0.0, 0.02),
            (0.5, 0.5, 0.0, 0.02),
            (-0.5, 0.5, 0.0, 0.02),
            (0.5, 0.5, -0.01, 0.02),
            // A stride is 0.75 m, and then 1.2 m.
            (FRAC_PI_2, 0.5, 0.75, 0.1),
            (-FRAC_PI_2, 0.5, -0.75, 0.1),
            (FRAC_PI_2, 0.5, 2.4, 0.1),
            (FRAC_PI_2, 0.95, 0.75, 0.1),
            (FRAC_PI_2, 0.5, -0.75, 0.08),
            (1.5, 0.5, 0.75, 0.02),
        ] {
            let turn = Turn { gait: Gait { heading, phase }, speed, dt, steps: 1 };
            cases.push(Case::new(("", turn)));
        }
        cases.insert(EXAMPLE, Case::at([1.3, 1.0 / 60.0], |state| ("", figures::turn(state))));
        cases
    },
    drawn: |probe| turns(probe, if probe.is_last() { 12 } else { 1 }),
    call: |course, (_, turn)| {
        let mut gait = turn.gait;
        let mut gaits = Vec::new();
        for _ in 0..turn.steps {
            gait = course.side_scroller.face(gait, turn.speed, turn.dt)?;
            gaits.push(gait);
        }
        Ok(gaits)
    },
    compare: |(kind, turn), gaits, answer| {
        for (step, gait) in gaits.into_iter().enumerate() {
            let after = if turn.steps > 1 { format!(" after step {}", step + 1) } else { String::new() };
            answer.compare(format!("the new heading{after}"), finite(gait.heading)).group(*kind).step(1);
            answer.compare(format!("the new phase{after}"), finite(gait.phase)).group(*kind).step(2);
        }
    },
};

/// Index of the text's example: after the cases at rest, in which the phase does not change.
const EXAMPLE: usize = 4;

/// 18.6: a hand.
pub(super) const SWORD: Check<HeldSword, Mat4> = Check {
    // Products of three matrices whose numbers are about 2.
    tolerance: 1e-3,
    words: |held| format!("a sword in joint {} of {}", held.socket, held.model_from_joint.len()),
    by_hand: || {
        let words = "the model at (3, 0, 0) in the world, the sword at (0, 0.1, 0) in its socket, that at";
        let mut turned = figures::held_sword([90.0, 3.0]);
        turned.world_from_model *= Mat4::from_rotation_z(FRAC_PI_2);
        vec![
            Case::at([0.0, 3.0], figures::held_sword).called(format!("{words} (0.5, 1.2, 0) in the model")),
            Case::at([90.0, 3.0], figures::held_sword)
                .called(format!("{words} (0, 1.7, 0) in the model, turned by 90° about z")),
            Case::new(turned).called("the same, and the model is turned by 90° about z, too"),
        ]
    },
    drawn: |probe| held_swords(probe, if probe.is_last() { 8 } else { 2 }),
    call: |course, held| Ok(course.side_scroller.sword(&held.hand())?),
    compare: |_, sword, answer| {
        answer.compare("the sword's origin in the world", finite(sword.w_axis.truncate()));
        answer.compare("its tip, (0, 1, 0), in the world", finite(sword.transform_point3(Vec3::Y)));
        answer.compare("world_from_sword", finite(sword));
    },
};

/// Draws hands whose matrices all turn and move.
fn held_swords(probe: &Probe, count: usize) -> Vec<HeldSword> {
    let random = &mut probe.random();
    let mut all = Vec::new();
    for _ in 0..count {
        let joints = 5 + random.below(4);
        let model_from_joint: Vec<Mat4> = (0..joints).map(|_| random.rigid().to_mat4()).collect();
        let skinning = model_from_joint.iter().map(|joint| *joint * random.rigid().to_mat4()).collect();
        let world_from_model = random.rigid().to_mat4();
        let socket = 2 + random.below(joints - 3);
        let socket_from_sword = random.rigid().to_mat4();
        all.push(HeldSword { world_from_model, model_from_joint, skinning, socket, socket_from_sword });
    }
    all
}

/// Input of 18.4.
pub(crate) struct Situation {
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

    /// Returns the step of 18.4 after which an answer is right.
    fn step(&self) -> u8 {
        match self.moved {
            Moved { ended: false, .. } if matches!(self.state, State::Land | State::Punch | State::Swing) => 3,
            Moved { supported: false, .. } => 2,
            _ => 1,
        }
    }

    /// Describes the input: `in walk, in the air for 0.05 s, jump pressed 0.03 s ago, punch goes down, speed -1.31`.
    fn known(&self) -> String {
        let Situation { state, moved, keys } = self;
        let mut known = vec![format!("in {}", state.name())];
        known.push(match moved.air_time {
            0.0 => "supported".into(),
            seconds => format!("in the air for {seconds:.2} s"),
        });
        if state.is_played_once() {
            known.push(if moved.ended { "its clip has ended" } else { "its clip has not ended" }.into());
        }
        if moved.since_jump_press.is_finite() {
            known.push(format!("jump pressed {:.2} s ago", moved.since_jump_press));
        }
        for (key, words) in
            [(keys.punch, "punch goes down"), (keys.swing, "swing goes down"), (keys.jump_held, "jump is held")]
        {
            if key {
                known.push(words.into());
            }
        }
        if keys.right != 0.0 {
            let side = if keys.right > 0.0 { "right" } else { "left" };
            known.push(format!("{side} {}", if keys.runs { "is held" } else { "and shift are held" }));
        }
        known.push(format!("speed {:.2}", moved.speed));
        known.join(", ")
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
    let mut since_press = if random.below(2) == 0 { f32::INFINITY } else { random.between(0.12, 0.9) };
    let standing = (0.0, 0.08);
    let walking = (0.15, 1.9);
    let running = (2.1, 3.0);
    let speed = match wish {
        0 | 1 => {
            since_press = match random.below(2) {
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
    let moved = Moved { speed, supported: ground == 0, air_time, since_jump_press: since_press, ended };
    Situation { state, moved, keys }
}

/// Returns a time longer than `COYOTE` and shorter than `BUFFER`: an answer that mixes them up is wrong.
fn between_the_limits(random: &mut Random) -> f32 {
    random.between(0.108, 0.122)
}

/// Returns so many turns of each kind, to one side or the other. None ends close to where a cycle begins.
fn turns(probe: &Probe, rounds: usize) -> Vec<(&'static str, Turn)> {
    let random = &mut probe.random();
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
        ("turning, halfway", 1, (-0.7, -0.4), (1.5, 2.0), (0.025, 0.035), middle),
        ("turning, past the viewer", 1, (0.1, 0.5), (1.2, 2.0), frame, middle),
        ("turning, almost there", 1, (1.3, 1.4), (1.2, 2.5), slow_frame, middle),
        ("standing, not quite turned", 1, (0.4, 0.9), (0.01, 0.04), frame, middle),
        ("standing, and drifting the other way", 1, (0.4, 0.9), (-0.04, -0.01), frame, middle),
        ("standing", 1, straight, (0.0, 0.0), frame, middle),
    ];
    for round in 0..rounds {
        for (number, (kind, steps, heading, speed, dt, phase)) in kinds.into_iter().enumerate() {
            let [heading, speed, dt, phase] = [heading, speed, dt, phase].map(|(low, high)| random.between(low, high));
            // To either side as often.
            let side = if (number + round + probe.index).is_multiple_of(2) { 1.0 } else { -1.0 };
            let gait = Gait { heading: side * heading, phase };
            // Who stands has a speed of 0, and never of -0, whose sign would tell the side.
            let turn = Turn { gait, speed: side * speed + 0.0, dt, steps };
            all.push((kind, turn));
        }
    }
    all
}
