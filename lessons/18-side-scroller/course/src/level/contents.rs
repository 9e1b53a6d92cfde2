//! What a level consists of.

use super::{Layer, Piece, PieceKind};
use glam::{DVec2, DVec3, Vec3};

/// Lengths are in metres, x points to the right, y up.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// What it is called.
    pub name: String,
    /// What it is built of. Those behind are drawn, and nobody collides with them.
    pub pieces: Vec<Piece>,
    /// Convex polygons, counterclockwise, that nobody sees and nobody enters.
    pub colliders: Vec<Vec<DVec2>>,
    /// Where the knight's feet are at first.
    pub start: DVec2,
    /// The middle of the door's sill. Who stands there has won.
    pub door: DVec2,
    /// Where creatures are at first.
    pub spawns: Vec<Spawn>,
    /// What can be collected: the middle of each.
    pub tokens: Vec<DVec2>,
    /// Words in the air.
    pub hints: Vec<Hint>,
    /// Where the sun does not reach.
    pub darkness: Vec<Dark>,
    /// Who falls below this height is lost.
    pub abyss: f64,
}

/// What a creature is like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CreatureKind {
    /// It ducks, and leaps.
    #[default]
    Leaper,
    /// No blow hurts it as long as it stands. Who lands on it turns it on its back.
    Shell,
    /// It runs him down, and is out of breath then. In front it is hard.
    Charger,
    /// A large one; as long as it stands the door stays closed.
    Guard,
}

impl CreatureKind {
    /// All of them. The place in here is what a file keeps.
    pub const ALL: [Self; 4] = [Self::Leaper, Self::Shell, Self::Charger, Self::Guard];

    /// How much damage it can bear.
    pub fn health(self) -> u32 {
        if self == Self::Guard { 6 } else { 3 }
    }

    /// As the editor writes it.
    pub fn name(self) -> &'static str {
        ["leaper", "shell", "charger", "guard"][self as usize]
    }
}

/// Words in the air, as those that name a key where it is first needed.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The middle of their lower edge.
    pub position: DVec2,
    /// In the letters that `common::scenes::text` has.
    pub text: String,
}

/// Where a creature is at first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spawn {
    /// What it is.
    pub kind: CreatureKind,
    /// Where its feet are.
    pub position: DVec2,
    /// How far it walks to both sides.
    pub patrol: f64,
}

/// A stretch of the level in the dark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dark {
    /// x of its left end.
    pub from: f64,
    /// x of its right end.
    pub to: f64,
    /// How high it reaches: y of its ceiling.
    pub below: f64,
}

/// So much room there is around all that is solid, for those who jump and fall.
const ROOM: DVec2 = DVec2::new(6.0, 8.0);

/// How large the door is.
const DOOR: DVec3 = DVec3::new(1.5, 2.4, 0.3);

impl Default for Level {
    /// A meadow, for a level that begins empty.
    fn default() -> Self {
        let ground = Piece::new(PieceKind::Ground, DVec2::new(5.0, -1.0), DVec2::new(20.0, 2.0));
        Self {
            name: "new".into(),
            pieces: vec![ground],
            colliders: Vec::new(),
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
    /// The flame that is nearest to a place, if there is one.
    pub fn next_flame(&self, at: Vec3) -> Option<Vec3> {
        let flames = self.pieces.iter().filter_map(Piece::flame);
        flames.min_by(|a, b| a.distance_squared(at).total_cmp(&b.distance_squared(at)))
    }

    /// What nobody enters: convex polygons, counterclockwise.
    pub fn obstacles(&self) -> Vec<Vec<DVec2>> {
        let mut obstacles: Vec<_> = self.pieces.iter().flat_map(Piece::colliders).collect();
        obstacles.extend(self.colliders.iter().cloned());
        obstacles
    }

    /// The lower left and the upper right corner of all that is solid, of start, door and abyss, and some room around.
    pub fn bounds(&self) -> (DVec2, DVec2) {
        let mut low = self.start.min(self.door).min(DVec2::new(f64::MAX, self.abyss));
        let mut high = self.start.max(self.door);
        for corner in self.obstacles().iter().flatten() {
            (low, high) = (low.min(*corner), high.max(*corner));
        }
        (low - ROOM, high + ROOM)
    }

    /// The door, to be drawn.
    pub fn door_piece(&self) -> Piece {
        let middle = self.door + DVec2::new(0.0, DOOR.y / 2.0);
        let door = Piece::new(PieceKind::Door, middle, DOOR.truncate());
        Piece { size: DOOR, layer: Layer::Niche, ..door }
    }
}
