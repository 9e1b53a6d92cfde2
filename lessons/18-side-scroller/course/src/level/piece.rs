//! Set pieces: what there is, where one lies, and what of it is solid.

use glam::{DVec2, DVec3, Mat4, Quat, Vec3};
use std::f64::consts::PI;

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieceKind {
    /// Earth with grass on it.
    Ground,
    /// The same, rising to the right from nothing to its whole height.
    Slope,
    /// A hewn stone.
    Block,
    /// A stone platform.
    Slab,
    /// Steps that rise to the right; as solid as a ramp through the middle of each.
    Stair,
    /// A fluted column.
    Column,
    /// A bridge of voussoirs between two legs.
    Arch,
    /// What is left of a wall: lower to the right.
    BrokenWall,
    /// A wall of bricks.
    Wall,
    /// Wood.
    Beam,
    /// A platform of boards.
    Plank,
    /// A heap of stones.
    Rubble,
    /// It gives light.
    Torch,
    /// A door that stays closed.
    Door,
    /// A tree.
    Tree,
    /// High grass.
    Tuft,
    /// Earth without grass, to be below a slope.
    Earth,
}

/// What is usual for a kind: what the editor calls it, how large a new one is (width, height, depth), and in which
/// layer it is.
#[derive(Clone, Copy)]
struct Usual(PieceKind, &'static str, (f64, f64, f64), Layer);

/// Of each kind, in their order.
#[rustfmt::skip] // a table
const USUAL: [Usual; 17] = [
    Usual(PieceKind::Ground, "ground", (6.0, 2.0, 3.0), Layer::Middle),
    Usual(PieceKind::Slope, "slope", (3.0, 1.5, 3.0), Layer::Middle),
    Usual(PieceKind::Block, "block", (1.0, 1.0, 2.6), Layer::Middle),
    Usual(PieceKind::Slab, "slab", (2.5, 0.4, 2.6), Layer::Middle),
    Usual(PieceKind::Stair, "stair", (2.5, 1.5, 2.6), Layer::Middle),
    Usual(PieceKind::Column, "column", (0.8, 3.5, 0.8), Layer::Back),
    Usual(PieceKind::Arch, "arch", (4.0, 3.0, 2.6), Layer::Middle),
    Usual(PieceKind::BrokenWall, "broken wall", (3.0, 2.0, 0.6), Layer::Middle),
    Usual(PieceKind::Wall, "wall", (6.0, 4.0, 0.5), Layer::Back),
    Usual(PieceKind::Beam, "beam", (3.0, 0.3, 0.3), Layer::Middle),
    Usual(PieceKind::Plank, "planks", (2.5, 0.2, 2.2), Layer::Middle),
    Usual(PieceKind::Rubble, "rubble", (1.6, 0.5, 2.4), Layer::Middle),
    Usual(PieceKind::Torch, "torch", (0.3, 0.8, 0.3), Layer::Niche),
    Usual(PieceKind::Door, "door", (1.5, 2.4, 0.3), Layer::Niche),
    Usual(PieceKind::Tree, "tree", (2.6, 4.0, 2.6), Layer::Far),
    Usual(PieceKind::Tuft, "tuft", (1.0, 0.5, 0.5), Layer::Niche),
    Usual(PieceKind::Earth, "earth", (6.0, 2.0, 3.0), Layer::Middle),
];

impl PieceKind {
    /// All of them. The place in here is what a file keeps: new ones come at the end.
    pub fn all() -> [Self; USUAL.len()] {
        USUAL.map(|usual| usual.0)
    }

    /// As the editor writes it.
    pub fn name(self) -> &'static str {
        USUAL[self as usize].1
    }

    /// How large a new one is: width, height and depth.
    pub fn usual_size(self) -> DVec3 {
        USUAL[self as usize].2.into()
    }

    /// In which layer a new one is.
    pub fn usual_layer(self) -> Layer {
        USUAL[self as usize].3
    }
}

/// How far away a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layer {
    /// Before the knight.
    Front,
    /// Where he is: the only one that is solid.
    Middle,
    /// Before the wall behind him.
    Niche,
    /// Directly behind the ground.
    Back,
    /// Far behind it.
    Far,
}

impl Layer {
    /// All of them. The place in here is what a file keeps.
    pub const ALL: [Self; 5] = [Self::Front, Self::Middle, Self::Niche, Self::Back, Self::Far];

    /// z of a piece's middle.
    pub fn z(self) -> f64 {
        match self {
            Self::Front => 2.0,
            Self::Middle => 0.0,
            Self::Niche => -1.2,
            Self::Back => -1.8,
            Self::Far => -6.0,
        }
    }

    /// As the editor writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Middle => "middle",
            Self::Niche => "niche",
            Self::Back => "back",
            Self::Far => "far",
        }
    }
}

/// A piece of the set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// What it is.
    pub kind: PieceKind,
    /// Where its middle is.
    pub position: DVec2,
    /// Counterclockwise, in radians.
    pub turn: f64,
    /// Width, height and depth before it is turned.
    pub size: DVec3,
    /// Left and right exchanged, before it is turned.
    pub flipped: bool,
    /// How far away it is.
    pub layer: Layer,
}

impl Piece {
    /// With the depth and the layer that are usual for its kind.
    pub fn new(kind: PieceKind, position: DVec2, size: DVec2) -> Self {
        let size = size.extend(kind.usual_size().z);
        Self { kind, position, turn: 0.0, size, flipped: false, layer: kind.usual_layer() }
    }

    /// Turns and moves it; size and `flipped` are in its mesh already.
    pub fn world_from_piece(&self) -> Mat4 {
        let position = self.position.extend(self.layer.z());
        Mat4::from_rotation_translation(Quat::from_rotation_z(self.turn as f32), position.as_vec3())
    }

    /// From a place in the level to one in the piece's space, before it is flipped.
    pub fn inside(&self, point: DVec2) -> DVec2 {
        let point = DVec2::from_angle(-self.turn).rotate(point - self.position);
        if self.flipped { DVec2::new(-point.x, point.y) } else { point }
    }

    /// The way back from [`inside`](Self::inside).
    pub fn outside(&self, point: DVec2) -> DVec2 {
        let point = if self.flipped { DVec2::new(-point.x, point.y) } else { point };
        self.position + DVec2::from_angle(self.turn).rotate(point)
    }

    /// Its four corners in the level, counterclockwise.
    pub fn corners(&self) -> [DVec2; 4] {
        let half = self.size.truncate() / 2.0;
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let mut corners = corners.map(|(x, y)| self.outside(half * DVec2::new(x, y)));
        if self.flipped {
            corners.reverse();
        }
        corners
    }

    /// What of it nobody enters, in the level: convex polygons, counterclockwise. None behind and before the knight.
    pub fn colliders(&self) -> Vec<Vec<DVec2>> {
        if self.layer != Layer::Middle {
            return Vec::new();
        }
        let mut polygons = solid(self.kind, self.size.truncate() / 2.0);
        for polygon in &mut polygons {
            for corner in &mut *polygon {
                *corner = self.outside(*corner);
            }
            if self.flipped {
                polygon.reverse();
            }
        }
        polygons
    }

    /// Where a torch's flame is in the world.
    pub fn flame(&self) -> Option<Vec3> {
        let top = self.outside(DVec2::new(0.0, self.size.y * 0.35));
        (self.kind == PieceKind::Torch).then(|| top.extend(self.layer.z() + 0.1).as_vec3())
    }
}

/// The heights of a broken wall's four quarters, as fractions of its height.
pub(super) const BROKEN: [f64; 4] = [1.0, 0.75, 0.8, 0.35];

/// How wide a leg of an arch is, and into how many wedges its bow is divided.
pub(super) fn arch_leg(half: DVec2) -> f64 {
    f64::min(0.45, half.x * 0.4)
}
pub(super) const WEDGES: usize = 9;

/// The underside of an arch: from the right end (0) to the left end (1).
pub(super) fn arch_at(half: DVec2, fraction: f64) -> DVec2 {
    let crown = f64::min(0.5, half.y * 0.6);
    let radii = DVec2::new(half.x - arch_leg(half), 2.0 * half.y - crown);
    DVec2::new(0.0, -half.y) + radii * DVec2::from_angle(fraction * PI)
}

/// The solid parts of a piece in its own space: `half` is half its width and height.
fn solid(kind: PieceKind, half: DVec2) -> Vec<Vec<DVec2>> {
    let DVec2 { x, y } = half;
    let between = |low: DVec2, high: DVec2| vec![low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)];
    match kind {
        PieceKind::Slope | PieceKind::Stair => vec![vec![-half, DVec2::new(x, -y), half]],
        PieceKind::Arch => {
            let leg = arch_leg(half);
            let mut polygons = vec![between(-half, DVec2::new(leg - x, y)), between(DVec2::new(x - leg, -y), half)];
            for wedge in 0..WEDGES {
                let [right, left] = [wedge, wedge + 1].map(|at| arch_at(half, at as f64 / WEDGES as f64));
                let top = |point: DVec2| DVec2::new(point.x, y);
                polygons.push(vec![left, right, top(right), top(left)]);
            }
            polygons
        }
        PieceKind::BrokenWall => {
            let quarter = |(at, height): (usize, f64)| {
                let left = x * (at as f64 / 2.0 - 1.0);
                between(DVec2::new(left, -y), DVec2::new(left + x / 2.0, y * (2.0 * height - 1.0)))
            };
            BROKEN.into_iter().enumerate().map(quarter).collect()
        }
        PieceKind::Rubble => {
            let corners = [(-1.0, -1.0), (1.0, -1.0), (0.5, 0.6), (0.1, 1.0), (-0.35, 0.9)];
            vec![corners.map(|(along, up)| DVec2::new(along * x, up * y)).to_vec()]
        }
        PieceKind::Wall | PieceKind::Torch | PieceKind::Door | PieceKind::Tree | PieceKind::Tuft => Vec::new(),
        _ => vec![between(-half, half)],
    }
}
