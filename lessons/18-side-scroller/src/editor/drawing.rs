//! Lines over the picture: colliders, what is selected and its handles, start, door, creatures, darkness and abyss.

use super::{
    Editor,
    edits::{Item, on_grid},
    pointing::Grip,
};
use crate::ground::{self, Mesh};
use crate::knight::COLLIDER;
use crate::level::is_strictly_convex;
use common::graphics::debug_draw::Shapes;
use glam::{DVec2, Vec3, Vec4};

// sRGB.
const SOLID: Vec4 = Vec4::new(0.35, 0.95, 0.45, 0.9);
const FREE: Vec4 = Vec4::new(0.3, 0.75, 1.0, 0.9);
const BAD: Vec4 = Vec4::new(1.0, 0.2, 0.15, 1.0);
const CHOSEN: Vec4 = Vec4::new(1.0, 0.71, 0.28, 1.0);
const START: Vec4 = Vec4::new(1.0, 1.0, 1.0, 0.9);
const DOOR: Vec4 = Vec4::new(1.0, 0.85, 0.3, 0.9);
const CREATURE: Vec4 = Vec4::new(1.0, 0.35, 0.6, 0.9);
const DARK: Vec4 = Vec4::new(0.45, 0.35, 0.9, 0.9);
const MESH: Vec4 = Vec4::new(1.0, 1.0, 1.0, 0.35);
const GROUND: Vec4 = Vec4::new(1.0, 0.6, 0.2, 0.9);

/// In front of all pieces.
const Z: f32 = 4.0;

fn point(at: DVec2) -> Vec3 {
    at.as_vec2().extend(Z)
}

impl Editor {
    /// To be drawn on top of the picture, with [`camera`](Self::camera).
    pub fn shapes(&mut self) -> Shapes {
        let mut shapes = Shapes::new();
        if self.shows_mesh {
            self.triangulate();
            self.mesh(&mut shapes);
        }
        let level = self.level();
        self.darkness(&mut shapes);
        for polygon in level.pieces.iter().flat_map(crate::level::Piece::colliders) {
            self.outline(&mut shapes, &polygon, 1.0, SOLID);
        }
        for polygon in &level.colliders {
            let color = if is_strictly_convex(polygon) { FREE } else { BAD };
            self.outline(&mut shapes, polygon, 1.5, color);
            for pair in polygon[1..].windows(2) {
                let color = color.with_w(0.12);
                shapes.triangle([polygon[0], pair[0], pair[1]].map(point), color);
            }
        }
        self.figure(&mut shapes, level.start, DVec2::new(0.22, 1.75), START);
        self.figure(&mut shapes, level.door, DVec2::new(0.75, 2.4), DOOR);
        for spawn in &level.spawns {
            self.figure(&mut shapes, spawn.position, DVec2::new(0.3, 0.9), CREATURE);
            let end = DVec2::new(spawn.patrol, 0.05);
            let ends = [spawn.position + end * DVec2::new(-1.0, 1.0), spawn.position + end];
            self.stroke(&mut shapes, ends, 2.0, CREATURE);
        }
        let reach = DVec2::new(500.0, 0.0);
        let abyss = DVec2::new(self.center.x, level.abyss);
        self.stroke(&mut shapes, [abyss - reach, abyss + reach], 2.0, BAD.with_w(0.8));
        for item in &self.selected {
            self.chosen(&mut shapes, *item);
        }
        let handle = f64::from(0.4 * self.em) * self.metres_per_pixel();
        for (grip, place) in self.grips() {
            let color = if matches!(grip, Grip::Turn(_)) { START } else { CHOSEN };
            let turned = if matches!(grip, Grip::Turn(_)) { 0.0 } else { 0.125 };
            let corner = |at: f64| {
                let around = DVec2::from_angle((at / 4.0 + turned) * std::f64::consts::TAU);
                point(place + handle * around)
            };
            shapes.quad([0.0, 1.0, 2.0, 3.0].map(corner), color);
        }
        if let (Some(_), Some(at)) = (self.placing, self.pointer) {
            let at = on_grid(at);
            for arm in [DVec2::new(3.0 * handle, 0.0), DVec2::new(0.0, 3.0 * handle)] {
                self.stroke(&mut shapes, [at - arm, at + arm], 2.0, CHOSEN);
            }
        }
        shapes
    }

    /// A line of so many pixels.
    fn stroke(&self, shapes: &mut Shapes, [from, to]: [DVec2; 2], pixels: f64, color: Vec4) {
        let aside = (to - from).perp().normalize_or_zero() * pixels * self.metres_per_pixel() / 2.0;
        shapes.quad([from - aside, to - aside, to + aside, from + aside].map(point), color);
    }

    fn outline(&self, shapes: &mut Shapes, polygon: &[DVec2], pixels: f64, color: Vec4) {
        for (at, from) in polygon.iter().enumerate() {
            self.stroke(shapes, [*from, polygon[(at + 1) % polygon.len()]], pixels, color);
        }
    }

    /// A box with its feet at a place: half its width, and its height.
    fn figure(&self, shapes: &mut Shapes, feet: DVec2, room: DVec2, color: Vec4) {
        let corners = [(-1.0, 0.0), (1.0, 0.0), (1.0, 1.0), (-1.0, 1.0)];
        let corners = corners.map(|corner| feet + room * DVec2::from(corner));
        self.outline(shapes, &corners, 1.5, color);
        shapes.quad(corners.map(point), color.with_w(0.2));
    }

    fn darkness(&self, shapes: &mut Shapes) {
        let low = self.level().bounds().0.y;
        for dark in &self.level().darkness {
            let corners =
                [(dark.from, low), (dark.to, low), (dark.to, dark.below), (dark.from, dark.below)];
            let corners = corners.map(DVec2::from);
            self.outline(shapes, &corners, 1.5, DARK);
            shapes.quad(corners.map(point), DARK.with_w(0.12));
        }
    }

    fn chosen(&self, shapes: &mut Shapes, item: Item) {
        let level = self.level();
        match item {
            Item::Piece(index) => {
                self.outline(shapes, &level.pieces[index].corners(), 2.5, CHOSEN);
            }
            Item::Collider(index) => self.outline(shapes, &level.colliders[index], 2.5, CHOSEN),
            Item::Spawn(index) => {
                let feet = level.spawns[index].position;
                self.figure(shapes, feet, DVec2::new(0.34, 0.94), CHOSEN);
            }
            Item::Start => self.figure(shapes, level.start, DVec2::new(0.26, 1.79), CHOSEN),
            Item::Door => self.figure(shapes, level.door, DVec2::new(0.79, 2.44), CHOSEN),
            Item::Dark(index) => {
                let dark = level.darkness[index];
                let top = [dark.from, dark.to].map(|x| DVec2::new(x, dark.below));
                self.stroke(shapes, top, 3.0, CHOSEN);
            }
            Item::Abyss => {
                let ends = [-500.0, 500.0].map(|x| DVec2::new(self.center.x + x, level.abyss));
                self.stroke(shapes, ends, 3.0, CHOSEN);
            }
        }
    }

    /// Makes the ground for the knight's collider anew where the level has changed.
    fn triangulate(&mut self) {
        if self.mesh.as_ref().is_none_or(|(revision, _)| *revision != self.revision) {
            let (level, minkowski) = (self.level(), crate::finished::ANSWERS.minkowski);
            let expanded = ground::expanded(minkowski, &level.obstacles(), &COLLIDER);
            let mesh = Mesh::new(&expanded, level.bounds()).unwrap_or_default();
            self.mesh = Some((self.revision, mesh));
        }
    }

    /// The free triangles of the ground, and the edges that are solid.
    fn mesh(&self, shapes: &mut Shapes) {
        let Some((_, mesh)) = &self.mesh else { return };
        for (index, triangle) in mesh.triangles.iter().enumerate().filter(|(_, it)| !it.is_solid) {
            for edge in 0..3 {
                let ends = mesh.edge(index, edge);
                if mesh.beyond(index, edge).is_none() {
                    self.stroke(shapes, [ends.0, ends.1], 2.0, GROUND);
                } else if triangle.neighbors[edge].is_some_and(|next| next > index) {
                    shapes.line(point(ends.0), point(ends.1), MESH);
                }
            }
        }
    }
}
