//! The numbers that the texts name are those of the live figures.

use crate::readme_says;
use common::exercise::Exercise;
use glam::{DVec2, Mat4, Vec3};
use lesson_18::checks::REFERENCE;
use lesson_18::fight::BlowKind;
use lesson_18::figures::{A, B, FALLS_FOR, RISES, SCALE};
use lesson_18::finished::{ANSWERS, TOOLS};
use lesson_18::knight::{ClipPart, part};
use lesson_18::scene::GameScene;
use lesson_18::{Blow, Gait, Keys, Moved, Moving, Sphere, SphereKind, State, Swing};

/// A number of a figure at a setting; `None` where it shows none.
fn shown(figure: &str, values: &[f32], name: &str) -> Option<f32> {
    let figure = GameScene::FIGURES.iter().find(|it| it.name == figure).expect(figure);
    let sheet = figure.sheet(values, &REFERENCE).unwrap();
    sheet.readings().iter().find(|reading| reading.name == name).map(|reading| reading.value)
}

fn reading(figure: &str, values: &[f32], name: &str) -> f32 {
    shown(figure, values, name).expect(name)
}

#[test]
fn the_ground_has_the_numbers_of_its_figures() {
    assert_eq!(reading("18.1", &[1.0, 1.0, 4.0], "corners"), 6.0);
    assert!(reading("18.2", &[4.2, 1.6, 1.6], "left") > 0.0, "it lands");
    readme_says("on, down by 30 degrees; stopped, up by 65; off, down by 48");
    let [on, stopped, off] = [-30.0, 65.0, -48.0].map(|turn| reading("18.3", &[turn, 2.8], "n₂·v"));
    assert!(on < 2.0 && stopped < 0.0 && off > 2.0);
}

#[test]
fn the_knight_has_the_numbers_of_his_figures() {
    assert!((reading("18.4", &[0.05], "jumps at") - 0.05).abs() < 0.01);
    readme_says("press the key 0.05 s too late");
    // 0.08 s before the ground, which is there again at `FALLS_FOR`.
    assert!((FALLS_FOR - 0.42 - 0.08).abs() < 1e-6);
    assert!((reading("18.4", &[0.42], "jumps at") - FALLS_FOR).abs() < 0.02);
    readme_says("one 0.08 s before the ground");
    assert!(shown("18.4", &[0.2], "jumps at").is_none(), "between the windows");
    readme_says(&format!("At the figure's 1.3 m/s that is {:.2} m", reading("18.5", &[1.3, 0.1], "stride")));
    let off = [-90.0, 0.0, 35.0].map(|arm| reading("18.6", &[arm, 1.6], "skinned is off by"));
    assert!(off.iter().all(|one| (one - off[0]).abs() < 1e-4), "{off:?}");
    readme_says(&format!("is always {:.2} m off the hand", off[0]));
}

#[test]
fn the_fight_has_the_numbers_of_its_figures() {
    readme_says(&format!("0.5 · 1.6 · {SCALE} = {:.2}.", reading("18.7", &[0.8, 1.6], "radius")));
    readme_says(&format!("in a model that is {SCALE} times larger"));
    let hit = reading("18.8", &[0.95, 0.5], "t");
    readme_says(&format!("they meet at t = {hit:.3}"));
    assert!(reading("18.8", &[0.95, 0.5], "rest") > 0.0, "apart as it begins");
    let end = [0.95 - B[0], 0.5 - B[1] - RISES];
    assert!(end[0].hypot(end[1]) > A[2] + B[2], "apart as it ends");
    assert!(shown("18.8", &[0.5, 0.85], "t").is_none(), "it passes");
    // "a such a blade and b such a head"
    let blade = 2.0 * A[2];
    let head = 2.0 * B[2];
    readme_says(&format!("together {:.2} m thick", blade + head));
    for rate in [60.0, 6.0] {
        assert_eq!(reading("18.9", &[0.42, rate], "hurt"), 4.0, "two blows and two targets");
    }
    readme_says("Drag `rate` down to 6: one step begins before the active time and ends after it");
}

/// The two triangles of 18.1; `ground.rs` tests the rows of their table.
#[test]
fn the_sum_by_hand() {
    let a = [(0, 0), (2, 0), (0, 1)];
    let b = [(1, 1), (-1, 1), (0, 0)];
    readme_says(&format!("The corners of $a$ are {:?}, {:?}, {:?}, and those of $b$ are", a[0], a[1], a[2]));
    readme_says(&format!("and those of $b$ are {:?}, {:?}, {:?}.", b[0], b[1], b[2]));
}

/// The body of 18.2 in its triangle, and that of 18.3 on its slope.
#[test]
fn the_ground_by_hand() {
    let position = DVec2::new(2.0, 1.0);
    let velocity = DVec2::new(4.0, -1.0);
    let half = 0.5f64.sqrt();
    for (edge, corner, normal, reached) in [
        ("floor, $y = 0$ | (0, 1) | 1 | 1 | 1.0 s", DVec2::ZERO, DVec2::Y, Some(1.0)),
        ("wall, $x = 4$ | (-1, 0) | 2 | 4 | 0.5 s", 4.0 * DVec2::X, DVec2::NEG_X, Some(0.5)),
        ("slope, $y = x$ | (0.71, -0.71) | 0.71 | -3.54 | never", DVec2::ZERO, DVec2::new(half, -half), None),
    ] {
        readme_says(&format!("| {edge} |"));
        let speed = -normal.dot(velocity);
        assert_eq!((speed > 0.0).then(|| normal.dot(position - corner) / speed), reached, "{edge}");
    }
    let along = DVec2::new(0.8, 0.6);
    let speed = along.dot(2.0 * DVec2::X);
    let on_the_slope = along * speed;
    let DVec2 { x, y } = on_the_slope;
    readme_says(&format!("Then $s$ is {speed} m/s, and the velocity becomes ({x:.2}, {y:.2})"));
    readme_says(&format!("it gets there, after {} s", 0.4 / speed));
    readme_says(&format!("The speed away from it is $n_2 \\cdot v$ = {y:.2} m/s"));
    readme_says(&format!("the body moves on by {x:.2} · 0.25 = {:.2} m.", x * 0.25));
}

/// The table of 18.4, and the step of 18.5.
#[test]
fn the_knight_by_hand() {
    let moved = Moved { speed: 3.6, supported: false, air_time: 0.0, since_jump_press: f32::INFINITY, ended: false };
    let pressed = 0.06;
    let a_step_later = pressed + 1.0 / 60.0;
    readme_says(&format!("| falls | is there | {pressed:.2} s ago |"));
    readme_says(&format!("| lands, a step later | is there | {a_step_later:.2} s ago |"));
    for (state, moved, next) in [
        (State::Run, Moved { air_time: 0.05, since_jump_press: 0.0, ..moved }, State::Jump),
        (State::Jump, Moved { air_time: 0.05 + 1.0 / 60.0, ..moved }, State::Jump),
        (State::Fall, Moved { supported: true, since_jump_press: pressed, ..moved }, State::Land),
        (State::Land, Moved { supported: true, since_jump_press: a_step_later, ..moved }, State::Jump),
    ] {
        assert_eq!((ANSWERS.state_for)(state, &moved, Keys::default(), TOOLS), next, "{state:?}");
    }
    let left = Gait { heading: -std::f32::consts::FRAC_PI_2, phase: 0.010 };
    let gait = (ANSWERS.face)(left, 1.3, 1.0 / 60.0);
    readme_says(&format!("his heading is {:.3}", gait.heading));
    readme_says(&format!(r"$\sin h'$ is {:.2}", gait.heading.sin()));
    readme_says(&format!("So he covers {:.3} m", 1.3 * gait.heading.sin() / 60.0));
    readme_says(&format!("If $p$ was 0.010, it is now {:.3}. Wrap it: {:.3}", gait.phase - 1.0, gait.phase));
}

/// The sphere of 18.7, the two of 18.8, and the slow machine of 18.9.
#[test]
fn the_fight_by_hand() {
    let sphere = Sphere { name: "head".into(), kind: SphereKind::Hit, joint: 0, center: 0.5 * Vec3::X, radius: 0.5 };
    let joint = Mat4::from_translation(Vec3::new(1.0, 2.0, 0.0)) * Mat4::from_scale(Vec3::new(0.8, 1.6, 0.5));
    let mut placed = Vec::new();
    (ANSWERS.spheres_at)(&[sphere], &[joint], Mat4::from_scale(Vec3::splat(SCALE)), &mut placed);
    readme_says(&format!("({}, {}, 0) in the world", placed[0].center.x, placed[0].center.y));
    assert!((placed[0].radius - 1.0).abs() < 1e-6);
    let a = Moving { from: -Vec3::X, to: Vec3::X, radius: 0.3 };
    let b = Moving { from: 0.3 * Vec3::Y, to: 0.3 * Vec3::Y, radius: 0.2 };
    let t = (ANSWERS.swept_hit)(&a, &b).expect("they meet");
    readme_says(&format!("/ 4 = {t:.1} when they first touch"));
    // The figure's `rate` of 6 steps a second.
    let ClipPart { begin, rate, .. } = part(State::Swing);
    let middle = begin + rate / 6.0;
    let end = middle + rate / 6.0;
    readme_says(&format!(
        "covers {:.3} s of the clip: from {begin:.3} to {middle:.3}, from there to {end:.3}",
        rate / 6.0
    ));
    let blow = Blow { number: 1, from: middle, to: end, active: BlowKind::Swing.active() };
    assert!((ANSWERS.damage)(&mut Swing::default(), &blow, 0), "The second step is active");
}
