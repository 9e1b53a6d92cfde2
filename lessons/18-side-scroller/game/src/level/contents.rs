//! The contents of a level.

use super::{Layer, Piece, PieceKind, file};
use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

/// Lengths are in metres, x points to the right, y up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Name of its blob in a file.
    #[serde(skip)]
    pub name: String,
    /// Pieces; those behind and in front are drawn, and nobody collides with them.
    pub pieces: Vec<Piece>,
    /// Position of the knight's feet at first.
    #[serde(with = "file::point")]
    pub start: DVec2,
    /// Middle of the door's sill, which wins the run.
    #[serde(with = "file::point")]
    pub door: DVec2,
    pub spawns: Vec<Spawn>,
    #[serde(with = "file::points")]
    pub tokens: Vec<DVec2>,
    pub hints: Vec<Hint>,
    pub darkness: Vec<Dark>,
    /// Height below which everybody is lost.
    pub abyss: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CreatureKind {
    #[default]
    Leaper,
    /// Hard on its feet; a knight who lands on it turns it on its back, as a leaper.
    Shell,
    /// Runs him down, and is out of breath if it misses. In front it is hard.
    Charger,
    /// A large charger; while it stands the door stays closed.
    Guard,
}

impl CreatureKind {
    pub const ALL: [Self; 4] = [Self::Leaper, Self::Shell, Self::Charger, Self::Guard];

    pub fn health(self) -> u32 {
        if self == Self::Guard { 10 } else { 3 }
    }

    pub fn name(self) -> &'static str {
        ["leaper", "shell", "charger", "guard"][self as usize]
    }

    /// Returns whether it carries an attachment: one with a kind's name among its words is that kind's alone.
    pub fn carries(self, attachment: &str) -> bool {
        let mut words = attachment.split(' ');
        match words.find(|word| Self::ALL.iter().any(|kind| kind.name() == *word)) {
            Some(kind) => kind == self.name(),
            None => true,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hint {
    /// Middle of their lower edge.
    #[serde(with = "file::point")]
    pub position: DVec2,
    /// What it says.
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spawn {
    pub kind: CreatureKind,
    #[serde(with = "file::point")]
    pub position: DVec2,
    /// Distance that it walks to both sides.
    pub patrol: f64,
}

impl Spawn {
    /// Returns whether it sleeps until he comes: a leaper that walks nowhere does.
    pub fn sleeps(&self) -> bool {
        self.kind == CreatureKind::Leaper && self.patrol == 0.0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dark {
    pub from: f64,
    pub to: f64,
    /// y of its ceiling.
    pub below: f64,
}

/// Room around everything solid, for jumps and falls.
const ROOM: DVec2 = DVec2::new(6.0, 8.0);

const DOOR: DVec3 = DVec3::new(1.5, 2.4, 0.3);

impl Default for Level {
    /// A meadow, for a level that begins empty.
    fn default() -> Self {
        let ground = Piece::new(PieceKind::Ground, DVec2::new(5.0, -1.0), DVec2::new(20.0, 2.0));
        Self {
            name: "new".into(),
            pieces: vec![ground],
            start: DVec2::ZERO,
            door: DVec2::new(12.0, 0.0),
            spawns: Vec::new(),
            tokens: Vec::new(),
            hints: Vec::new(),
            darkness: Vec::new(),
            abyss: -5.0,
        }
    }
}

impl Level {
    /// Returns the player's aim, and what tokens are for; the second is empty in a level without any.
    pub fn goal(&self) -> [&'static str; 2] {
        let is_guarded = self.spawns.iter().any(|spawn| spawn.kind == CreatureKind::Guard);
        let way = if is_guarded { "Beat the guard and go through the door." } else { "Find the way to the door." };
        let tokens = if self.tokens.is_empty() { "" } else { "With all tokens your sword leaves gold in the air." };
        [way, tokens]
    }

    /// Returns the convex polygons, counterclockwise, that nobody enters.
    pub fn obstacles(&self) -> Vec<Vec<DVec2>> {
        self.pieces.iter().flat_map(Piece::colliders).collect()
    }

    /// Returns the corners of everything solid, start, door and abyss, with some room around.
    pub fn bounds(&self) -> (DVec2, DVec2) {
        let mut low = self.start.min(self.door).min(DVec2::new(f64::MAX, self.abyss));
        let mut high = self.start.max(self.door);
        for corner in self.obstacles().iter().flatten() {
            low = low.min(*corner);
            high = high.max(*corner);
        }
        (low - ROOM, high + ROOM)
    }

    pub fn door_piece(&self) -> Piece {
        let middle = self.door + DVec2::new(0.0, DOOR.y / 2.0);
        let door = Piece::new(PieceKind::Door, middle, DOOR.truncate());
        Piece { size: DOOR, layer: Layer::Niche, ..door }
    }
}
