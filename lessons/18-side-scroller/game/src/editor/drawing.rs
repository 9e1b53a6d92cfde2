//! Lines over the picture: what is solid, what is selected and its handles, start, door, creatures, darkness and abyss.

use super::{
    Editor,
    edits::{Item, on_grid},
    pointing::Grip,
};
use crate::draw::marks;
use common::graphics::debug_draw::Shapes;
use common::scenes::flat::FlatShapes;
use glam::{DVec2, Vec2, Vec4};
use std::f32::consts::FRAC_1_SQRT_2;

// sRGB.
const SOLID: Vec4 = Vec4::new(0.35, 0.95, 0.45, 0.9);
const BAD: Vec4 = Vec4::new(1.0, 0.2, 0.15, 1.0);
const CHOSEN: Vec4 = Vec4::new(1.0, 0.71, 0.28, 1.0);
const START: Vec4 = Vec4::new(1.0, 1.0, 1.0, 0.9);
const DOOR: Vec4 = Vec4::new(1.0, 0.85, 0.3, 0.9);
const CREATURE: Vec4 = Vec4::new(1.0, 0.35, 0.6, 0.9);
const DARK: Vec4 = Vec4::new(0.45, 0.35, 0.9, 0.9);

impl Editor {
    /// Returns the lines on top of the picture, seen by [`camera`](Self::camera).
    pub fn shapes(&self) -> Shapes {
        let mut flat = FlatShapes::default();
        let level = self.level();
        self.draw_darkness(&mut flat);
        for polygon in level.pieces.iter().flat_map(crate::level::Piece::colliders) {
            self.outline(&mut flat, &polygon, 1.0, SOLID);
        }
        self.figure(&mut flat, level.start, DVec2::new(0.22, 1.75), START);
        self.figure(&mut flat, level.door, DVec2::new(0.75, 2.4), DOOR);
        for spawn in &level.spawns {
            self.figure(&mut flat, spawn.position, DVec2::new(0.3, 0.9), CREATURE);
            let end = DVec2::new(spawn.patrol, 0.05);
            let ends = [spawn.position + end * DVec2::new(-1.0, 1.0), spawn.position + end];
            self.stroke(&mut flat, ends, 2.0, CREATURE);
        }
        marks::tokens(&mut flat.shapes, level.tokens.iter().copied(), 0.0);
        for hint in &level.hints {
            self.figure(&mut flat, hint.position, DVec2::new(0.8, 0.4), START.with_w(0.2));
        }
        self.stroke(&mut flat, self.abyss(), 2.0, BAD.with_w(0.8));
        for item in &self.selected {
            self.draw_selected(&mut flat, *item);
        }
        let handle = f64::from(0.4 * self.em) * self.metres_per_pixel();
        for (grip, place) in self.grips() {
            if matches!(grip, Grip::Turn(_)) {
                flat.diamond(place.as_vec2(), handle as f32, START);
            } else {
                let middle = place.as_vec2();
                let half = Vec2::splat(handle as f32 * FRAC_1_SQRT_2);
                flat.rectangle(middle - half, middle + half, CHOSEN);
            }
        }
        if let (Some(_), Some(at)) = (&self.placing, self.pointer) {
            let at = on_grid(at);
            for arm in [DVec2::new(3.0 * handle, 0.0), DVec2::new(0.0, 3.0 * handle)] {
                self.stroke(&mut flat, [at - arm, at + arm], 2.0, CHOSEN);
            }
        }
        flat.shapes
    }

    fn stroke(&self, flat: &mut FlatShapes, ends: [DVec2; 2], pixels: f64, color: Vec4) {
        let [from, to] = ends.map(DVec2::as_vec2);
        flat.line(from, to, (pixels * self.metres_per_pixel()) as f32, color);
    }

    fn outline(&self, flat: &mut FlatShapes, polygon: &[DVec2], pixels: f64, color: Vec4) {
        for (at, from) in polygon.iter().enumerate() {
            self.stroke(flat, [*from, polygon[(at + 1) % polygon.len()]], pixels, color);
        }
    }

    fn abyss(&self) -> [DVec2; 2] {
        [-500.0, 500.0].map(|x| DVec2::new(self.center.x + x, self.level().abyss))
    }

    /// Draws a box that stands on `feet`.
    fn figure(&self, flat: &mut FlatShapes, feet: DVec2, room: DVec2, color: Vec4) {
        let corners = [(-1.0, 0.0), (1.0, 0.0), (1.0, 1.0), (-1.0, 1.0)];
        let corners = corners.map(|corner| feet + room * DVec2::from(corner));
        self.outline(flat, &corners, 1.5, color);
        flat.quad(corners.map(DVec2::as_vec2), color.with_w(0.2));
    }

    fn draw_darkness(&self, flat: &mut FlatShapes) {
        let low = self.level().bounds().0.y;
        for dark in &self.level().darkness {
            let corners = [(dark.from, low), (dark.to, low), (dark.to, dark.below), (dark.from, dark.below)];
            let corners = corners.map(DVec2::from);
            self.outline(flat, &corners, 1.5, DARK);
            flat.quad(corners.map(DVec2::as_vec2), DARK.with_w(0.12));
        }
    }

    fn draw_selected(&self, flat: &mut FlatShapes, item: Item) {
        let level = self.level();
        match item {
            Item::Piece(index) => {
                self.outline(flat, &level.pieces[index].corners(), 2.5, CHOSEN);
            }
            Item::Spawn(index) => {
                let feet = level.spawns[index].position;
                self.figure(flat, feet, DVec2::new(0.34, 0.94), CHOSEN);
            }
            Item::Token(index) => self.figure(flat, level.tokens[index] - 0.3 * DVec2::Y, DVec2::new(0.3, 0.6), CHOSEN),
            Item::Hint(index) => self.figure(flat, level.hints[index].position, DVec2::new(0.8, 0.4), CHOSEN),
            Item::Start => self.figure(flat, level.start, DVec2::new(0.26, 1.79), CHOSEN),
            Item::Door => self.figure(flat, level.door, DVec2::new(0.79, 2.44), CHOSEN),
            Item::Dark(index) => {
                let dark = level.darkness[index];
                let top = [dark.from, dark.to].map(|x| DVec2::new(x, dark.below));
                self.stroke(flat, top, 3.0, CHOSEN);
            }
            Item::Abyss => self.stroke(flat, self.abyss(), 3.0, CHOSEN),
        }
    }
}
