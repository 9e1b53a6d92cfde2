//! Whether a level leads to its door: a search that plays it by the finished answers. Creatures are not there.

use glam::DVec2;
use lesson_18::checks::REFERENCE;
use lesson_18::finished::TOOLS;
use lesson_18::game::{DOOR_REACH, STEP, takes};
use lesson_18::ground::{self, Body, Mesh};
use lesson_18::knight::{ANYWHERE, COLLIDER, Knight, RUN};
use lesson_18::level::{Level, Piece, PieceKind};
use lesson_18::{Keys, State};
use std::collections::{BTreeMap, BTreeSet};

/// Side of a square within which bodies are not told apart, and length of a walk that leads to another one, in metres.
const SQUARE: f64 = 0.5;
const WALK: f64 = 0.75;
/// Largest number of steps of a flight, and of a walk that a wall ends.
const LONGEST_FLIGHT: usize = 400;
const LONGEST_WALK: usize = 60;

/// A way to leave a place: with a run-up or from rest; for how many steps jump is held (0: he walks); for how many steps
/// in the air he steers ahead; and whether he steers back then.
type Deed = (bool, usize, usize, bool);
const WAIT: Deed = (false, 0, 0, false);
const DEEDS: [Deed; 8] = [
    (true, 0, LONGEST_FLIGHT, false),
    (false, 0, LONGEST_FLIGHT, false),
    (false, 0, 8, true),
    (true, LONGEST_FLIGHT, LONGEST_FLIGHT, false),
    (false, LONGEST_FLIGHT, LONGEST_FLIGHT, false),
    (true, 1, LONGEST_FLIGHT, false),
    (true, LONGEST_FLIGHT, 16, false),
    (false, LONGEST_FLIGHT, 16, true),
];

type Square = (i64, i64);

fn square(body: &Body) -> Square {
    let square = (body.position / SQUARE).round();
    (square.x as i64, square.y as i64)
}

/// Places to which he can get and from which he cannot get to the door, and tokens that he cannot take.
#[derive(Debug, Default, PartialEq)]
struct Traps {
    places: Vec<DVec2>,
    tokens: Vec<usize>,
}

struct Search<'a> {
    level: &'a Level,
    mesh: Mesh,
    taken: BTreeSet<usize>,
}

/// Follows every deed from the start, then goes back from the door.
fn traps(level: &Level) -> Traps {
    let expanded = ground::expanded(&REFERENCE.side_scroller, &level.obstacles(), &COLLIDER).expect("18.1");
    let mesh = ground::mesh_of(&expanded, level.bounds()).expect("a ground");
    let start = Body::new(&mesh, level.start).expect("a start");
    let mut search = Search { level, mesh, taken: BTreeSet::new() };
    let mut open = vec![search.end(start, 1.0, WAIT).expect("ground below the start")];
    let mut places: BTreeMap<Square, DVec2> = BTreeMap::new();
    let mut comes_from: BTreeMap<Square, Vec<Square>> = BTreeMap::new();
    while let Some(body) = open.pop() {
        if places.insert(square(&body), body.position).is_some() {
            continue;
        }
        for side in [-1.0, 1.0] {
            for end in DEEDS.iter().filter_map(|deed| search.end(body, side, *deed)) {
                comes_from.entry(square(&end)).or_default().push(square(&body));
                open.push(end);
            }
        }
    }
    let mut good: Vec<Square> = Vec::new();
    for (square, position) in &places {
        if (*position - level.door).abs().cmple(DOOR_REACH).all() {
            good.push(*square);
        }
    }
    while let Some(square) = good.pop() {
        if places.remove(&square).is_some() {
            good.extend(comes_from.get(&square).into_iter().flatten());
        }
    }
    let tokens = (0..level.tokens.len()).filter(|token| !search.taken.contains(token)).collect();
    Traps { places: places.into_values().collect(), tokens }
}

impl Search<'_> {
    /// Plays a deed to the end of its flight, or of a walk. Returns where he stands then; `None` in the abyss.
    fn end(&mut self, body: Body, side: f32, (runs_up, held, ahead, turns_back): Deed) -> Option<Body> {
        let mut knight = Knight::at(Body { velocity: DVec2::ZERO, ..body });
        if let Some(edge) = body.support.filter(|_| runs_up) {
            let (a, b) = self.mesh.edge(body.triangle, edge);
            knight.body.velocity = (b - a).normalize() * RUN * f64::from(side);
            knight.speed = RUN as f32 * side;
            knight.state = State::Run;
        }
        let mut in_the_air = 0;
        for step in 0..LONGEST_FLIGHT {
            let steers = if in_the_air < ahead { 1.0 } else { -f32::from(u8::from(turns_back)) };
            let keys = Keys {
                right: side * steers,
                runs: runs_up || held > 0,
                jump: step == 0 && held > 0,
                jump_held: step < held,
                ..Keys::default()
            };
            knight.step(&REFERENCE.side_scroller, TOOLS, &self.mesh, keys, STEP, ANYWHERE).expect("a step");
            let Body { position, support, .. } = knight.body;
            for (index, token) in self.level.tokens.iter().enumerate() {
                if takes(position, *token) {
                    self.taken.insert(index);
                }
            }
            if position.y < self.level.abyss {
                return None;
            }
            let has_walked = position.distance(body.position) > WALK || step > LONGEST_WALK;
            if support.is_some() && (in_the_air > 0 || has_walked) {
                return Some(knight.body);
            }
            in_the_air += usize::from(support.is_none());
        }
        panic!("at {} he is held in the air", knight.body.position)
    }
}

/// Returns a block on the ground.
fn block(from: f64, to: f64, height: f64) -> Piece {
    Piece::new(PieceKind::Block, DVec2::new(f64::midpoint(from, to), height / 2.0), DVec2::new(to - from, height))
}

#[test]
fn from_every_place_that_can_be_reached_the_door_can_be_reached() {
    assert_eq!(traps(&Level::ruins().expect("the level")), Traps::default());
    // A pit deeper than he climbs, and steps out of it.
    let mut pit = Level { tokens: vec![DVec2::new(8.0, 9.0)], ..Level::default() };
    pit.pieces.extend([block(4.0, 5.0, 0.9), block(7.0, 9.0, 2.4), block(5.0, 6.0, 2.4)]);
    let Traps { places, tokens } = traps(&pit);
    assert!(!places.is_empty() && places.iter().all(|at| (6.2..6.8).contains(&at.x) && at.y == 0.0), "{places:?}");
    assert_eq!(tokens, [0]);
    pit.pieces.push(block(6.6, 7.0, 0.6));
    assert_eq!(traps(&pit).places, []);
    pit.door.y = 40.0;
    assert!(!traps(&pit).places.is_empty());
}
