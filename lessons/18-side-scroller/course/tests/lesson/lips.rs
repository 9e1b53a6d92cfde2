//! The ground that carries is the ground that is drawn.

use super::game::{Play, RUN, WAIT, meadow_level, ruins, stage};
use super::knight::{STEP, World, box_of, play};
use glam::DVec2;
use lesson_18::finished::TOOLS;
use lesson_18::{
    Body, Keys,
    checks::REFERENCE,
    ground::{self, Mesh},
    knight::{ANYWHERE, Knight},
    level::{CreatureKind, PieceKind},
};

/// A platform from 0 to 3, and its floor far below.
fn platform() -> World {
    World::new(vec![box_of((0.0, -9.0), (3.0, 0.0)), box_of((-50.0, -9.0), (50.0, -8.0))])
}

/// Returns the distance of a standing knight from the ground that is drawn below him, in metres.
fn off_the_ground(obstacles: &[Vec<DVec2>], at: DVec2) -> f64 {
    let mut off = f64::MAX;
    // A surface has no point at its left end, and the ground's points are on a grid.
    for beside in [-2e-4, 0.0, 2e-4] {
        for (height, _) in ground::surfaces(obstacles, at.x + beside) {
            off = off.min((at.y - height).abs());
        }
    }
    off
}

/// He runs or walks to an edge and stops somewhere about it, or falls upon its lip: then he is on what is drawn, as upright
/// as on a floor, or below.
#[test]
fn nobody_rests_beside_what_is_drawn() {
    let world = platform();
    let mut stood = 0;
    let mut fell = 0;
    for side in [-1.0, 1.0] {
        for runs in [false, true] {
            for steps in 0..60 {
                let mut knight = world.knight(1.5, 0.0);
                let keys = Keys { right: side, runs, ..WAIT };
                play(&world, &mut knight, keys, f64::from(steps) / 30.0);
                play(&world, &mut knight, WAIT, 2.0);
                assert!(knight.body.support.is_some());
                let off = off_the_ground(&world.obstacles, knight.body.position);
                assert!(off < 1e-3, "{steps} steps to {side}, {runs}: {off} m off at {}", knight.body.position);
                assert!(knight.descent < 1e-3, "{steps} steps to {side}: at {}", knight.body.position);
                stood += usize::from(knight.body.position.y > -0.1);
                fell += usize::from(knight.body.position.y < -7.0);
            }
        }
        for beyond in [0.01, 0.1, 0.21] {
            for height in [0.1, 3.0] {
                let mut knight = world.knight(1.5 + f64::from(side) * (1.5 + beyond), height);
                play(&world, &mut knight, WAIT, 2.0);
                let off = off_the_ground(&world.obstacles, knight.body.position);
                assert!(off < 1e-3, "{beyond} m beyond, from {height} m: {off} m off at {}", knight.body.position);
            }
        }
    }
    assert!(stood > 80 && fell > 60, "{stood} {fell}");
}

/// In a gap that is too narrow for him nothing holds him: the edge before it stops him, whatever he holds, and a fall upon
/// the gap ends on an edge. (Who steers to the slab in the fall climbs it.)
#[test]
fn a_gap_too_narrow_for_him_stops_him() {
    for (keys, from) in [(RUN, 26.8), (Keys { runs: false, ..RUN }, 26.8), (WAIT, 28.3)] {
        // A box ends at 28.2, and a slab over his knees begins at 28.6.
        let mut stage = ruins();
        stage.level.start = DVec2::new(from, 1.55);
        let mut play = Play::new(stage);
        for _ in 0..120 {
            play.step(keys);
        }
        let before = play.position();
        play.step(keys);
        let is_on_the_box = (28.15..28.2001).contains(&before.x) && (before.y - 0.8).abs() < 1e-5;
        assert!(is_on_the_box && before == play.position(), "{from}: {before}");
    }
}

/// Wherever he is put in the ruins, he comes to rest on what is drawn, to two centimetres; on rubble, whose stones are not what
/// he walks on, to nine.
#[test]
fn nobody_rests_in_the_air_of_the_ruins() {
    let stage = ruins();
    let mesh = &stage.knight_mesh;
    let mut checked = 0;
    for (triangle, edge) in standable(mesh) {
        let (a, b) = mesh.edge(triangle, edge);
        for fraction in [0.05, 0.5, 0.95] {
            let position = a.lerp(b, fraction);
            let body = Body { position, velocity: DVec2::ZERO, triangle, support: Some(edge) };
            let mut knight = Knight::at(body);
            for _ in 0..60 {
                knight.step(&REFERENCE.side_scroller, TOOLS, mesh, WAIT, STEP, ANYWHERE).expect("a step");
            }
            let at = knight.body.position;
            if knight.body.support.is_none() || at.y < stage.level.abyss {
                continue;
            }
            let is_on_rubble = stage.level.pieces.iter().any(|piece| {
                piece.kind == PieceKind::Rubble && (at.x - piece.position.x).abs() < piece.size.x / 2.0 + 0.1
            });
            let off = off_the_ground(&stage.obstacles, at);
            assert!(off < if is_on_rubble { 0.09 } else { 0.02 }, "{off} m off at {at}, put at {position}");
            checked += 1;
        }
    }
    assert!(checked > 400, "{checked}");
}

fn standable(mesh: &Mesh) -> Vec<(usize, usize)> {
    let mut edges = Vec::new();
    for (index, triangle) in mesh.triangles.iter().enumerate().filter(|(_, triangle)| !triangle.is_solid) {
        let count = triangle.corners.len();
        edges.extend((0..count).filter(|&edge| mesh.can_stand(index, edge)).map(|edge| (index, edge)));
    }
    edges
}

/// A creature's patrol ends where the drawn ground does.
#[test]
fn a_creature_stays_on_what_is_drawn() {
    for (side, x, edge) in [(1.0, 14.0, 15.0), (-1.0, -4.0, -5.0)] {
        let mut level = meadow_level(CreatureKind::Leaper, x);
        level.start.x = 5.0 - 3.0 * side;
        level.spawns[0].patrol = 3.0;
        let mut play = Play::new(stage(&level));
        let mut farthest = f64::MIN;
        for _ in 0..900 {
            play.step(WAIT);
            farthest = farthest.max(side * (play.creature().body.position.x - edge));
        }
        assert!((-0.1..0.001).contains(&farthest), "{farthest} m over the edge at {edge}");
    }
}
