//! The knight in steps: on floors, at walls, over gaps.

use glam::DVec2;
use lesson_18::finished::TOOLS;
use lesson_18::{
    Keys,
    checks::REFERENCE,
    ground::{self, Mesh},
    knight::{ANYWHERE, COLLIDER, Knight},
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

pub(crate) const RUN_RIGHT: Keys = Keys { runs: true, ..RIGHT };
pub(crate) const WAIT: Keys = Keys { right: 0.0, ..RIGHT };
pub(crate) const SWING: Keys = Keys { swing: true, ..WAIT };

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
