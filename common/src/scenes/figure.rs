//! Figures of the lessons' texts: arrows and words on a plain sheet, drawn by a lesson's test and kept as a file.

use super::FlatShapes;
use crate::exercise::testing;
use crate::graphics::{
    Gl, Picture,
    canvas::Canvas,
    debug_draw::{DebugRenderer, Overlay},
};
use crate::ui::{Label, write_on};
use anyhow::Result;
use glam::{Mat4, Vec2, Vec4};
use glium::Surface;
use std::path::Path;

/// Behind everything; sRGB.
const SHEET: (f32, f32, f32, f32) = (0.11, 0.13, 0.17, 1.0);
/// Of an arrow's head, and how thick its shaft is; pixels.
const HEAD: Vec2 = Vec2::new(14.0, 11.0);
const SHAFT: f32 = 3.0;
/// Of a frame's axes.
const RED: Vec4 = Vec4::new(0.95, 0.35, 0.30, 1.0);
const GREEN: Vec4 = Vec4::new(0.40, 0.80, 0.35, 1.0);

/// What a figure is made of. Places are in pixels, the lower left corner is (0, 0).
pub struct Figure {
    /// Shapes, each over those before it.
    pub sheet: FlatShapes,
    size: (u32, u32),
    words: Vec<Label>,
}

impl Figure {
    /// An empty sheet, `size` pixels wide and high.
    pub fn new(size: (u32, u32)) -> Self {
        Figure { sheet: FlatShapes::in_pixels(size), size, words: Vec::new() }
    }

    /// An arrow that ends at `to`.
    pub fn arrow(&mut self, from: Vec2, to: Vec2, color: Vec4) {
        let back = to - (to - from).normalize_or_zero() * HEAD.x;
        self.sheet.line(from, back, SHAFT, color);
        self.sheet.arrow_head(back, to - from, HEAD, color);
    }

    /// The x and y axis of a frame: red and green, `x` and a right angle further. Its name stands `aside`.
    pub fn axes(&mut self, at: Vec2, x: Vec2, name: &str, aside: Vec2) {
        self.arrow(at, at + x, RED);
        self.arrow(at, at + x.perp(), GREEN);
        self.word(at + aside, name);
    }

    /// An arrow with a word `aside` of its middle.
    pub fn step(&mut self, from: Vec2, to: Vec2, color: Vec4, word: &str, aside: Vec2) {
        self.arrow(from, to, color);
        self.word((from + to) / 2.0 + aside, word);
    }

    /// A line of text that begins at `at`, the left end of its middle.
    pub fn word(&mut self, at: Vec2, text: impl Into<String>) {
        let (x, y) = (at.x, self.size.1 as f32 - at.y - 8.0);
        self.words.push(Label { x, y, text: text.into() });
    }

    /// A box with a word in its middle.
    pub fn cell(&mut self, low: Vec2, size: Vec2, color: Vec4, text: impl Into<String>) {
        let text = text.into();
        self.sheet.rectangle(low, low + size, color);
        self.word(low + Vec2::new((size.x - width(&text)) / 2.0, size.y / 2.0), text);
    }

    /// The figure looks like the PNG at `path`. To renew that after a change that is meant, set
    /// [`RENEW`](testing::RENEW), run the test, and look at it. One figure at a time in a process.
    ///
    /// # Panics
    /// If it does not, or cannot be drawn.
    pub fn is_kept(&self, gl: &Gl, path: &Path) {
        let picture = self.picture(gl).expect("a picture");
        testing::is_kept(&picture, path);
    }

    fn picture(&self, gl: &Gl) -> Result<Picture> {
        let canvas = Canvas::new(gl, self.size)?;
        let renderer = DebugRenderer::new(gl)?;
        canvas.draw(|target| {
            target.clear_color_srgb_and_depth(SHEET, 1.0);
            renderer.draw(target, &self.sheet.shapes, Mat4::IDENTITY, Overlay::OnTop)
        })?;
        let mut picture = canvas.picture();
        write_on(gl, &mut picture, &self.words)?;
        Ok(picture)
    }
}

/// Of a line of text, nearly: its letters differ.
fn width(text: &str) -> f32 {
    8.0 * text.chars().count() as f32
}
