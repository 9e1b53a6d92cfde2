//! Edits: functions of the level as it was before.

use crate::ground;
use crate::level::{CreatureKind, Dark, Hint, Level, Piece, PieceKind, Spawn};
use glam::{DVec2, DVec3};
use std::f64::consts::PI;

/// Step of edges, in metres, and of turns, in half turns.
pub(super) const GRID: f64 = 0.1;
const TURNS: f64 = 12.0;

/// Largest height by which moved feet jump to the ground, in metres.
const REACH: f64 = 0.6;

/// Something in the level that can be selected; the lists' items by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    Piece(usize),
    Spawn(usize),
    Token(usize),
    Hint(usize),
    Dark(usize),
    Start,
    Door,
    Abyss,
}

impl Item {
    /// Returns the point of an item that snaps to the grid when it is moved: its lower left corner, or its feet. `None` if
    /// the level has no such item.
    pub(super) fn anchor(self, level: &Level) -> Option<DVec2> {
        Some(match self {
            Self::Piece(index) => level.pieces.get(index)?.corners().into_iter().reduce(DVec2::min)?,
            Self::Spawn(index) => level.spawns.get(index)?.position,
            Self::Token(index) => *level.tokens.get(index)?,
            Self::Hint(index) => level.hints.get(index)?.position,
            Self::Dark(index) => level.darkness.get(index).map(|dark| DVec2::new(dark.from, dark.below))?,
            Self::Start => level.start,
            Self::Door => level.door,
            Self::Abyss => DVec2::new(0.0, level.abyss),
        })
    }

    fn has_feet(self) -> bool {
        matches!(self, Self::Spawn(_) | Self::Start | Self::Door)
    }
}

pub(super) fn on_grid(point: DVec2) -> DVec2 {
    (point / GRID).round() * GRID
}

/// Returns the height of the ground below a point, or so little above that one would climb it.
pub(super) fn ground_below(level: &Level, point: DVec2) -> Option<f64> {
    let obstacles = level.obstacles();
    let heights = ground::surfaces(&obstacles, point.x).map(|(y, _)| y);
    heights.filter(|y| *y <= point.y + REACH).reduce(f64::max)
}

/// Moves the selected items by the same vector. Unless `is_free`, the vector is changed so that the `grabbed` item's
/// anchor lands on the grid, or its feet on the ground.
pub(super) fn shift(level: &mut Level, items: &[Item], grabbed: Item, by: DVec2, is_free: bool) {
    let mut by = by;
    if let Some(from) = grabbed.anchor(level).filter(|_| !is_free) {
        let mut to = on_grid(from + by);
        if grabbed.has_feet()
            && let Some(y) = ground_below(level, from + by)
            && (y - from.y - by.y).abs() < REACH
        {
            to.y = y;
        }
        by = to - from;
    }
    for item in items {
        match *item {
            Item::Piece(index) => level.pieces[index].position += by,
            Item::Spawn(index) => level.spawns[index].position += by,
            Item::Token(index) => level.tokens[index] += by,
            Item::Hint(index) => level.hints[index].position += by,
            Item::Dark(index) => {
                let dark = &mut level.darkness[index];
                dark.from += by.x;
                dark.to += by.x;
                dark.below += by.y;
            }
            Item::Start => level.start += by,
            Item::Door => level.door += by,
            Item::Abyss => level.abyss += by.y,
        }
    }
}

/// Turns a piece until its upper side faces the point `towards`, in steps unless `is_free`.
pub(super) fn turn(piece: &mut Piece, towards: DVec2, is_free: bool) {
    let turn = (towards - piece.position).to_angle() - PI / 2.0;
    let turn = (turn + PI).rem_euclid(2.0 * PI) - PI;
    if turn.is_finite() {
        piece.turn = if is_free { turn } else { (turn * TURNS / PI).round() * PI / TURNS };
    }
}

pub(super) fn flip(level: &mut Level, items: &[Item]) {
    for item in items {
        if let Item::Piece(index) = *item {
            level.pieces[index].flipped ^= true;
        }
    }
}

/// Deletes the selected items and returns how many of them cannot be deleted.
pub(super) fn delete(level: &mut Level, items: &[Item]) -> usize {
    fn remove<T>(all: &mut Vec<T>, items: &[Item], item: fn(usize) -> Item) {
        let mut index = 0;
        all.retain(|_| (!items.contains(&item(index)), index += 1).0);
    }
    remove(&mut level.pieces, items, Item::Piece);
    remove(&mut level.spawns, items, Item::Spawn);
    remove(&mut level.tokens, items, Item::Token);
    remove(&mut level.hints, items, Item::Hint);
    remove(&mut level.darkness, items, Item::Dark);
    items.iter().filter(|item| matches!(item, Item::Start | Item::Door | Item::Abyss)).count()
}

/// Something that can be placed, copied and deleted.
#[derive(Clone, Debug, PartialEq)]
pub enum Thing {
    Piece(Piece),
    Spawn(Spawn),
    Token(DVec2),
    Hint(Hint),
    Dark(Dark),
}

impl Thing {
    /// Copies an item, or returns `None` for the start, the door and the abyss.
    pub(super) fn new(level: &Level, item: Item) -> Option<Self> {
        Some(match item {
            Item::Piece(index) => Self::Piece(level.pieces[index]),
            Item::Spawn(index) => Self::Spawn(level.spawns[index]),
            Item::Token(index) => Self::Token(level.tokens[index]),
            Item::Hint(index) => Self::Hint(level.hints[index].clone()),
            Item::Dark(index) => Self::Dark(level.darkness[index]),
            Item::Start | Item::Door | Item::Abyss => return None,
        })
    }

    pub fn piece(kind: PieceKind) -> Self {
        Self::Piece(Piece::new(kind, DVec2::ZERO, kind.usual_size().truncate()))
    }

    pub fn spawn(kind: CreatureKind) -> Self {
        Self::Spawn(Spawn { kind, position: DVec2::ZERO, patrol: 1.5 })
    }

    pub fn hint() -> Self {
        Self::Hint(Hint { position: DVec2::ZERO, text: "words".into() })
    }

    pub fn dark() -> Self {
        Self::Dark(Dark { from: -3.0, to: 3.0, below: 2.0 })
    }

    fn add_to(self, level: &mut Level) -> Item {
        fn push<T>(all: &mut Vec<T>, one: T) -> usize {
            all.push(one);
            all.len() - 1
        }
        match self {
            Self::Piece(piece) => Item::Piece(push(&mut level.pieces, piece)),
            Self::Spawn(spawn) => Item::Spawn(push(&mut level.spawns, spawn)),
            Self::Token(token) => Item::Token(push(&mut level.tokens, token)),
            Self::Hint(hint) => Item::Hint(push(&mut level.hints, hint)),
            Self::Dark(dark) => Item::Dark(push(&mut level.darkness, dark)),
        }
    }
}

/// Adds a new thing: a piece's corner on the grid, a creature's feet on the ground below.
pub(super) fn place(level: &mut Level, what: Thing, at: DVec2) -> Item {
    let to = match &what {
        Thing::Piece(piece) => {
            let half = piece.size.truncate() / 2.0;
            on_grid(at - half) + half
        }
        Thing::Spawn(_) => ground_below(level, at).map_or(at, |y| at.with_y(y)),
        Thing::Token(_) | Thing::Hint(_) | Thing::Dark(_) => on_grid(at),
    };
    let item = what.add_to(level);
    shift(level, &[item], item, to, true);
    item
}

/// Adds copies: the first one's anchor comes to `at`, or a little beside its original.
pub(super) fn insert(level: &mut Level, copied: &[Thing], at: Option<DVec2>) -> Vec<Item> {
    let items: Vec<Item> = copied.iter().map(|thing| thing.clone().add_to(level)).collect();
    let beside = DVec2::new(5.0 * GRID, 5.0 * GRID);
    let from = items[0].anchor(level).unwrap_or_default();
    let by = at.map_or(beside, |at| at - from);
    shift(level, &items, items[0], by, true);
    items
}

/// Returns a piece's x, y, turn in degrees, width, height and depth.
pub(super) fn piece_numbers(piece: &Piece) -> [f64; 6] {
    let DVec3 { x, y, z } = piece.size;
    [piece.position.x, piece.position.y, piece.turn.to_degrees(), x, y, z]
}

pub(super) fn set_piece_numbers(piece: &mut Piece, [x, y, turn, width, height, depth]: [f64; 6]) {
    piece.position = DVec2::new(x, y);
    piece.turn = turn.to_radians();
    piece.size = DVec3::new(width, height, depth);
}
