//! The knight in steps: on floors, at walls, over gaps.

use glam::DVec2;
use lesson_18::finished::TOOLS;
use lesson_18::{
    Keys, State, WALK_STRIDE,
    checks::REFERENCE,
    ground::{self, Mesh},
    knight::{ANYWHERE, COLLIDER, ClipPart, Knight, RUN, part},
    run_weight,
};

pub(crate) const STEP: f64 = 1.0 / 60.0;

pub(crate) fn box_of(low: (f64, f64), high: (f64, f64)) -> Vec<DVec2> {
    [low, (high.0, low.1), high, (low.0, high.1)].map(DVec2::from).to_vec()
}

pub(crate) struct World {
    pub(crate) obstacles: Vec<Vec<DVec2>>,
    pub(crate) mesh: Mesh,
}

impl World {
    pub(crate) fn new(obstacles: Vec<Vec<DVec2>>) -> Self {
        let expanded = ground::expanded(&REFERENCE.side_scroller, &obstacles, &COLLIDER).unwrap();
        let bounds = (DVec2::splat(-60.0), DVec2::splat(60.0));
        World { obstacles, mesh: ground::mesh_of(&expanded, bounds).unwrap() }
    }

    pub(crate) fn knight(&self, x: f64, y: f64) -> Knight {
        Knight::new(DVec2::new(x, y), &self.mesh).unwrap()
    }

    pub(crate) fn step(&self, knight: &mut Knight, keys: Keys) {
        knight.step(&REFERENCE.side_scroller, TOOLS, &self.mesh, keys, STEP, ANYWHERE).unwrap();
    }
}

pub(crate) fn floor() -> World {
    World::new(vec![box_of((-50.0, -1.0), (50.0, 0.0))])
}

pub(crate) const RIGHT: Keys =
    Keys { right: 1.0, runs: false, jump: false, jump_held: false, punch: false, swing: false };

pub(crate) const LEFT: Keys = Keys { right: -1.0, ..RIGHT };
pub(crate) const RUN_RIGHT: Keys = Keys { runs: true, ..RIGHT };
pub(crate) const WAIT: Keys = Keys { right: 0.0, ..RIGHT };
pub(crate) const SWING: Keys = Keys { swing: true, ..WAIT };
pub(crate) const JUMP: Keys = Keys { jump: true, jump_held: true, ..WAIT };

/// Holds the same keys for some seconds. Returns his greatest height.
pub(crate) fn play(world: &World, knight: &mut Knight, keys: Keys, seconds: f64) -> f64 {
    let mut highest = knight.body.position.y;
    for step in 0..(seconds / STEP).round() as usize {
        // Jump, punch and swing go down in the first step.
        let is_first = step == 0;
        let keys =
            Keys { jump: keys.jump && is_first, punch: keys.punch && is_first, swing: keys.swing && is_first, ..keys };
        world.step(knight, keys);
        highest = highest.max(knight.body.position.y);
    }
    highest
}

pub(crate) fn near(a: f64, b: f64, most: f64) {
    assert!((a - b).abs() <= most, "{a} is not {b} within {most}");
}

/// A jump whose key is held stays longer at its apex, by five steps, and is hardly higher.
#[test]
fn a_held_jump_hangs_at_its_apex() {
    let world = floor();
    let [held, released] = [true, false].map(|is_held| {
        let mut knight = world.knight(0.0, 0.0);
        play(&world, &mut knight, WAIT, 0.2);
        // Released where it no longer shortens the jump, just before the apex.
        play(&world, &mut knight, JUMP, 0.29);
        let mut steps = 0;
        let mut highest = 0.0f64;
        while knight.body.support.is_none() {
            world.step(&mut knight, Keys { jump_held: is_held, ..WAIT });
            highest = highest.max(knight.body.position.y);
            steps += 1;
        }
        (steps, highest)
    });
    assert_eq!(held.0 - released.0, 5, "{held:?} {released:?}");
    near(held.1, released.1, 0.03);
}

/// He falls on the bevels beside both edges of a platform, from several heights and at three speeds: what he has along x
/// stays, but for what keys change in a step.
#[test]
fn lips_do_not_throw_him() {
    let world = World::new(vec![box_of((0.0, -9.0), (3.0, 0.0))]);
    for height in [0.3f64, 1.2, 3.0, 6.0] {
        for (edge, side) in [(0.0, -1.0), (3.0, 1.0)] {
            for beyond in [0.02, 0.1, 0.2] {
                for speed in [-RUN, 0.0, RUN] {
                    let velocity = DVec2::new(speed, -(2.0 * 18.0 * height).sqrt());
                    // The bevel falls by 0.12 m in 0.22, and he meets it in the middle of a step.
                    let lip = DVec2::new(edge + side * beyond, -beyond * 0.12 / 0.22);
                    let from = lip - velocity * (STEP / 2.0);
                    let mut knight = world.knight(from.x, from.y);
                    knight.body.velocity = velocity;
                    world.step(
                        &mut knight,
                        Keys { right: speed.signum() as f32 * f32::from(speed != 0.0), ..RUN_RIGHT },
                    );
                    let found = knight.body.velocity.x;
                    let off = -side * beyond;
                    assert!((found - speed).abs() <= 0.41, "from {height} m, at {off} m: {speed} becomes {found} m/s");
                }
            }
        }
    }
}

/// The numbers that b-knight/README.md names.
#[test]
fn his_measures() {
    assert_eq!([0.75, 1.93].map(run_weight), [0.0, 1.0]);
    assert_eq!([lesson_18::COYOTE, lesson_18::BUFFER], [0.1, 0.13]);
    near(f64::from(WALK_STRIDE / lesson_13::motion::CYCLES[0]), 0.75, 1e-6);
    let ClipPart { begin, end, rate } = part(State::Land);
    assert!(((end - begin) / rate - 1.0 / 3.0f32).abs() < 0.03);

    // How his velocity changes in one step, each second.
    let world = floor();
    let mut knight = world.knight(0.0, 0.0);
    play(&world, &mut knight, WAIT, 0.5);
    let mut rates = Vec::new();
    let mut rises = Vec::new();
    for keys in [RIGHT, LEFT, WAIT, JUMP, Keys { jump_held: true, ..RIGHT }] {
        let before = knight.body.velocity.x;
        world.step(&mut knight, keys);
        rates.push(((knight.body.velocity.x - before) / STEP).round());
        rises.push(knight.body.velocity.y);
    }
    let [push, brake, steer] = [rates[0], -rates[1], rates[4]];
    // Gravity has been at work for a step.
    let leap = rises[3] + (rises[3] - rises[4]);
    assert_eq!([push, brake, steer], [16.0, 24.0, 12.0]);
    near(leap, 6.6, 0.005);
}
