//! Set pieces: what there is, where one lies, and what of it is solid.

use super::file;
use glam::{DVec2, DVec3, Mat4, Quat, Vec3};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceKind {
    Ground,
    /// Block that rises to the right from nothing to its whole height.
    Slope,
    Block,
    Slab,
    /// Steps that rise to the right; solid as a ramp through the middle of each.
    Stair,
    Column,
    /// Bridge of voussoirs between two legs.
    Arch,
    /// Remains of a wall: lower to the right.
    BrokenWall,
    Wall,
    Beam,
    Plank,
    Rubble,
    Torch,
    Door,
    Tree,
    Tuft,
    Earth,
    /// Block that nobody sees.
    Barrier,
}

/// Defaults of a kind: the editor's name, its size (width, height, depth), and its layer.
#[derive(Clone, Copy)]
struct Usual(PieceKind, &'static str, (f64, f64, f64), Layer);

/// Defaults in the order of the kinds.
#[rustfmt::skip] // a table
const USUAL: [Usual; 18] = [
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
    Usual(PieceKind::Barrier, "barrier", (1.0, 4.0, 3.0), Layer::Middle),
];

impl PieceKind {
    pub fn all() -> [Self; USUAL.len()] {
        USUAL.map(|usual| usual.0)
    }

    pub fn name(self) -> &'static str {
        USUAL[self as usize].1
    }

    /// Returns the default width, height and depth.
    pub fn usual_size(self) -> DVec3 {
        USUAL[self as usize].2.into()
    }

    pub fn usual_layer(self) -> Layer {
        USUAL[self as usize].3
    }
}

/// Distance of a piece from the viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layer {
    Front,
    /// Plane of the knight: the only one that is solid.
    Middle,
    Niche,
    Back,
    Far,
}

impl Layer {
    pub const ALL: [Self; 5] = [Self::Front, Self::Middle, Self::Niche, Self::Back, Self::Far];

    pub fn z(self) -> f64 {
        [2.0, 0.0, -1.2, -1.8, -6.0][self as usize]
    }

    pub fn name(self) -> &'static str {
        ["front", "middle", "niche", "back", "far"][self as usize]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    pub kind: PieceKind,
    #[serde(with = "file::point")]
    pub position: DVec2,
    pub turn: f64,
    /// Width, height and depth before it is turned.
    #[serde(with = "file::size")]
    pub size: DVec3,
    pub flipped: bool,
    pub layer: Layer,
}

impl Piece {
    /// Creates a piece with its kind's default depth and layer.
    pub fn new(kind: PieceKind, position: DVec2, size: DVec2) -> Self {
        let size = size.extend(kind.usual_size().z);
        Self { kind, position, turn: 0.0, size, flipped: false, layer: kind.usual_layer() }
    }

    /// Returns the turn and the translation; size and `flipped` are in its mesh already.
    pub fn world_from_piece(&self) -> Mat4 {
        let position = self.position.extend(self.layer.z());
        Mat4::from_rotation_translation(Quat::from_rotation_z(self.turn as f32), position.as_vec3())
    }

    /// Maps a point of the level to the piece's space, before it is flipped.
    pub fn inside(&self, point: DVec2) -> DVec2 {
        let point = DVec2::from_angle(-self.turn).rotate(point - self.position);
        if self.flipped { DVec2::new(-point.x, point.y) } else { point }
    }

    /// Inverse of [`inside`](Self::inside).
    pub fn outside(&self, point: DVec2) -> DVec2 {
        let point = if self.flipped { DVec2::new(-point.x, point.y) } else { point };
        self.position + DVec2::from_angle(self.turn).rotate(point)
    }

    /// Returns the piece's four corners in the level, counterclockwise.
    pub fn corners(&self) -> [DVec2; 4] {
        let half = self.size.truncate() / 2.0;
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let mut corners = corners.map(|(x, y)| self.outside(half * DVec2::new(x, y)));
        if self.flipped {
            corners.reverse();
        }
        corners
    }

    /// Returns the piece's solid parts in the level: convex polygons, counterclockwise. Pieces outside the middle layer
    /// have none.
    pub fn colliders(&self) -> Vec<Vec<DVec2>> {
        if self.layer != Layer::Middle {
            return Vec::new();
        }
        let mut polygons = solid_parts(self.kind, self.size.truncate() / 2.0);
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

    pub fn flame(&self) -> Option<Vec3> {
        let top = self.outside(DVec2::new(0.0, self.size.y * 0.35));
        (self.kind == PieceKind::Torch).then(|| top.extend(self.layer.z() + 0.1).as_vec3())
    }
}

/// Heights of a broken wall's four quarters, as fractions of its height.
pub(super) const BROKEN: [f64; 4] = [1.0, 0.75, 0.8, 0.35];

/// Width of an arch's leg, and number of wedges in its bow.
pub(super) fn arch_leg(half: DVec2) -> f64 {
    f64::min(0.45, half.x * 0.4)
}
pub(super) const WEDGES: usize = 9;

/// Returns a point of an arch's underside, from the right end (0) to the left end (1).
pub(super) fn arch_at(half: DVec2, fraction: f64) -> DVec2 {
    let crown = f64::min(0.5, half.y * 0.6);
    let radii = DVec2::new(half.x - arch_leg(half), 2.0 * half.y - crown);
    DVec2::new(0.0, -half.y) + radii * DVec2::from_angle(fraction * PI)
}

fn between(low: DVec2, high: DVec2) -> Vec<DVec2> {
    vec![low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)]
}

/// Returns the solid parts of a kind of piece in its own space; `half` is half its width and height.
fn solid_parts(kind: PieceKind, half: DVec2) -> Vec<Vec<DVec2>> {
    let DVec2 { x, y } = half;
    match kind {
        PieceKind::Slope | PieceKind::Stair => vec![vec![-half, DVec2::new(x, -y), half]],
        PieceKind::Arch => {
            let leg = arch_leg(half);
            let mut polygons = vec![between(-half, DVec2::new(leg - x, y)), between(DVec2::new(x - leg, -y), half)];
            for wedge in 0..WEDGES {
                let [right, left] = [wedge, wedge + 1].map(|at| arch_at(half, at as f64 / WEDGES as f64));
                polygons.push(vec![left, right, right.with_y(y), left.with_y(y)]);
            }
            polygons
        }
        PieceKind::BrokenWall => BROKEN
            .into_iter()
            .enumerate()
            .map(|(at, height)| {
                let left = x * (at as f64 / 2.0 - 1.0);
                between(DVec2::new(left, -y), DVec2::new(left + x / 2.0, y * (2.0 * height - 1.0)))
            })
            .collect(),
        PieceKind::Rubble => {
            let corners = [(-1.0, -1.0), (1.0, -1.0), (0.5, 0.6), (0.1, 1.0), (-0.35, 0.9)];
            vec![corners.map(|(along, up)| DVec2::new(along * x, up * y)).to_vec()]
        }
        PieceKind::Wall | PieceKind::Torch | PieceKind::Door | PieceKind::Tree | PieceKind::Tuft => Vec::new(),
        _ => vec![between(-half, half)],
    }
}
