//! Answers in steps: each step is seen before the next is written.

use crate::verdict;
use glam::DVec2;
use lesson_18::{
    BUFFER, Body, COYOTE, Gait, IDLE_BELOW, Keys, Mesh, Moved, Now, RUN_FROM, SideScroller, State, Tools,
    checks::REFERENCE,
};
use verdict::SEED;

const OURS: SideScroller = REFERENCE.side_scroller;

/// Asserts which steps are right, which mistake is named, and how the first wrong case begins. The cases before it are
/// right.
fn assert_steps(todo: usize, answers: SideScroller, right: &[Option<bool>], names: &[&str], wrong: &str) {
    let verdict = verdict(answers, todo, SEED);
    assert_eq!(verdict.steps.iter().map(|step| step.right).collect::<Vec<_>>(), right);
    assert_eq!(verdict.mistakes.iter().map(|mistake| mistake.name.as_str()).collect::<Vec<_>>(), names);
    let case = verdict.cases.wrong.expect("a case");
    assert!(case.input.starts_with(wrong), "{}", case.input);
    assert!(!verdict.cases.right.is_empty(), "the first case needs step 1 only");
}

/// 18.2 without what its later steps add: one edge; then a loop that ends at solid ground.
fn crossing(mesh: &Mesh, body: &mut Body, seconds: f64, edges: usize) -> f64 {
    let mut left = seconds;
    for _ in 0..edges {
        let mut first = None;
        let mut passes = left;
        for edge in 0..3 {
            let normal = mesh.normal(body.triangle, edge);
            let into = -normal.dot(body.velocity);
            let distance = normal.dot(body.position - mesh.edge(body.triangle, edge).0).max(0.0);
            if into > Body::MIN_APPROACH_SPEED && distance / into < passes {
                first = Some(edge);
                passes = distance / into;
            }
        }
        body.position += body.velocity * passes;
        left -= passes;
        match first.and_then(|edge| mesh.beyond(body.triangle, edge)) {
            Some(next) => body.triangle = next,
            None => return 0.0,
        }
    }
    0.0
}

#[test]
fn a_flight_in_steps() {
    let one_edge = SideScroller { fly: |mesh, body, seconds| Ok(crossing(mesh, body, seconds, 1)), ..OURS };
    let all_edges = SideScroller { fly: |mesh, body, seconds| Ok(crossing(mesh, body, seconds, 1000)), ..OURS };
    let wrong = "the same body with the velocity (0, 2), for 1 s";
    assert_steps(1, one_edge, &[Some(true), Some(false), None, None], &["ONE-CROSSING"], wrong);
    let wrong = "the same body with the velocity (4, -1), for 0.75 s";
    assert_steps(1, all_edges, &[Some(true), Some(true), Some(false), None], &["VELOCITY-KEPT"], wrong);
}

/// 18.3 without what its later steps add: one edge; then a loop that stops where no other carries the body.
fn walk_along(mesh: &Mesh, body: &mut Body, seconds: f64, edges: usize) -> f64 {
    let mut left = seconds;
    for number in 1..=edges {
        let edge = body.support.expect("ground");
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
        if number == edges || !mesh.can_stand(triangle, next) || away > Body::DETACH_SPEED {
            body.velocity = DVec2::ZERO;
            return 0.0;
        }
        body.triangle = triangle;
        body.support = Some(next);
    }
    0.0
}

/// The mistake that is named leads to the next step.
#[test]
fn a_walk_in_steps() {
    let one_edge = SideScroller { walk: |mesh, body, seconds| Ok(walk_along(mesh, body, seconds, 1)), ..OURS };
    let all_edges = SideScroller { walk: |mesh, body, seconds| Ok(walk_along(mesh, body, seconds, 1000)), ..OURS };
    let wrong = "the first body for 0.5 s; after the slope the ground is level";
    assert_steps(2, one_edge, &[Some(true), Some(false), None], &["SEAM-IS-WALL"], wrong);
    let wrong = "the first body with the velocity (4, 0), for 0.5 s";
    assert_steps(2, all_edges, &[Some(true), Some(true), Some(false)], &["LEDGE-IS-WALL"], wrong);
}

/// 18.4 without what its later steps add.
fn next(state: State, moved: &Moved, keys: Keys, tools: Tools, with_coyote: bool) -> State {
    let wanted = if moved.since_jump_press <= BUFFER {
        State::Jump
    } else if keys.punch {
        State::Punch
    } else if keys.swing {
        State::Swing
    } else if moved.speed.abs() < IDLE_BELOW {
        State::Idle
    } else if moved.speed.abs() < RUN_FROM {
        State::Walk
    } else {
        State::Run
    };
    let is_coyote = state != State::Jump && state != State::Fall && moved.air_time <= COYOTE;
    let now = Now { supported: moved.supported || with_coyote && is_coyote, ended: moved.ended, wanted };
    tools.next_state(state, now).unwrap_or(state)
}

#[test]
fn a_state_in_steps() {
    let wanted =
        SideScroller { state_for: |state, moved, keys, tools| Ok(next(state, moved, keys, tools, false)), ..OURS };
    let supported =
        SideScroller { state_for: |state, moved, keys, tools| Ok(next(state, moved, keys, tools, true)), ..OURS };
    let wrong = "in run, in the air for 0.05 s";
    assert_steps(3, wanted, &[Some(true), Some(false), None], &["NO-COYOTE"], wrong);
    let wrong = "in land, supported, its clip has not ended, jump pressed 0.08 s ago,";
    assert_steps(3, supported, &[Some(true), Some(true), Some(false)], &["LANDING-WAITS"], wrong);
}

/// Asserts the input of the first case that these answers to 18.4 get wrong.
fn assert_wrong_case(answers: SideScroller, wrong: &str) {
    assert_eq!(verdict(answers, 3, SEED).cases.wrong.map(|case| case.input), Some(wrong.into()));
}

#[test]
fn a_fall_and_a_landing_have_cases() {
    let lands_in_the_air = SideScroller {
        state_for: |state, moved, keys, tools| match state {
            State::Fall if moved.air_time <= COYOTE => Ok(State::Land),
            _ => OURS.state_for(state, moved, keys, tools),
        },
        ..OURS
    };
    assert_wrong_case(lands_in_the_air, "in fall, in the air for 0.05 s, speed 0.00");
    let never_lands = SideScroller {
        state_for: |state, moved, keys, tools| match state {
            State::Fall => Ok(State::Fall),
            _ => OURS.state_for(state, moved, keys, tools),
        },
        ..OURS
    };
    assert_wrong_case(never_lands, "in fall, supported, speed 0.00");
    let never_stands = SideScroller {
        state_for: |state, moved, keys, tools| {
            let ended = moved.ended || state == State::Land;
            OURS.state_for(state, &Moved { ended, ..*moved }, keys, tools)
        },
        ..OURS
    };
    assert_wrong_case(never_stands, "in land, supported, its clip has not ended, speed 0.00");
    let every_clip_ends = SideScroller {
        state_for: |state, moved, keys, tools| {
            let ended = moved.ended || state == State::Punch && moved.speed != 0.0;
            OURS.state_for(state, &Moved { ended, ..*moved }, keys, tools)
        },
        ..OURS
    };
    assert_wrong_case(every_clip_ends, "in punch, supported, its clip has not ended, speed 1.00");
}

fn turn_only(gait: Gait, speed: f32, dt: f32) -> Result<Gait, given::CallError> {
    let Gait { heading, .. } = OURS.face(gait, speed, dt)?;
    Ok(Gait { heading, ..gait })
}

#[test]
fn a_gait_in_steps() {
    let wrong = "heading -1.571, phase 0.010, 1.30 m/s";
    assert_steps(4, SideScroller { face: turn_only, ..OURS }, &[Some(true), Some(false)], &[], wrong);
}
