//! The writing in the picture: health and time, and words across it.

use crate::level::Hint;
use common::graphics::debug_draw::Shapes;
use common::scenes::flat::{self, FlatShapes};
use common::scenes::text;
use glam::{Mat4, Vec2, Vec3, Vec4};

const RED: Vec4 = Vec4::new(0.86, 0.16, 0.18, 1.0);
const GOLD: Vec4 = Vec4::new(1.00, 0.80, 0.25, 1.0);
const EMPTY: Vec4 = Vec4::new(0.16, 0.16, 0.19, 0.75);
const PALE: Vec4 = Vec4::new(1.0, 0.97, 0.88, 1.0);
const DARK: Vec4 = Vec4::new(0.03, 0.03, 0.05, 0.80);
const BOARD: Vec4 = Vec4::new(0.05, 0.05, 0.08, 0.55);
const VEIL: Vec4 = Vec4::new(0.03, 0.04, 0.07, 0.42);
/// Width of the red edges, as a fraction of the picture's height.
const EDGE: f32 = 0.3;
/// Size of the tokens' and the clock's letters, as a multiple of a window's type.
const LARGE: f32 = 1.5;

#[derive(Clone, Debug, Default)]
pub struct Hud {
    /// Hearts that he has, and that he can have.
    pub health: (u32, u32),
    /// Time since he set out.
    pub seconds: f32,
    pub tokens: (usize, usize),
    pub words: Option<Words>,
    /// Line at the lower edge; at the upper one the window says whose answers draw.
    pub note: Option<&'static str>,
    pub is_title: bool,
    /// Darkness of the picture, from 0 to 1.
    pub veil: f32,
    /// Red of its edges, from 0 to 1.
    pub hurt: f32,
}

#[derive(Clone, Debug)]
pub struct Words {
    pub large: String,
    pub small: Vec<String>,
}

/// Returns the writing over a picture of this size in pixels.
pub fn hud_shapes(size: (u32, u32), hud: &Hud) -> Shapes {
    let mut flat = FlatShapes::in_pixels(size);
    let width = size.0 as f32;
    let height = size.1 as f32;
    let unit = height / 60.0;
    let dot = text::type_dot().map_or(0.24 * unit, |dot| LARGE * dot);
    add_red_edges(&mut flat, Vec2::new(width, height), RED.with_w(0.5 * hud.hurt));
    flat.rectangle(Vec2::ZERO, Vec2::new(width, height), DARK.with_w(hud.veil));
    if !hud.is_title {
        add_state(&mut flat, hud, Vec2::new(width, height), dot);
    }
    if let Some(note) = hud.note {
        word(&mut flat, note, Vec2::new(0.5 * width, 1.6 * unit), dot);
    }
    if let Some(words) = &hud.words {
        add_words(&mut flat, words, Vec2::new(width, height));
    }
    flat.shapes
}

fn add_state(flat: &mut FlatShapes, hud: &Hud, Vec2 { x: width, y: height }: Vec2, dot: f32) {
    let unit = height / 60.0;
    for heart in 0..hud.health.1 {
        let at = Vec2::new(unit * (2.4 + 2.5 * heart as f32), height - 2.6 * unit);
        add_heart(flat, at + Vec2::new(0.1, -0.12) * unit, unit, DARK);
        let color = if heart < hud.health.0 { RED } else { EMPTY };
        add_heart(flat, at, 0.92 * unit, color);
    }
    if hud.tokens.1 > 0 {
        let at = Vec2::new(2.4 * unit, height - 6.2 * unit);
        flat.disc(at + Vec2::new(0.1, -0.12) * unit, unit, 16, DARK);
        flat.disc(at, unit, 16, GOLD * Vec4::new(0.75, 0.7, 0.6, 1.0));
        flat.disc(at, 0.7 * unit, 16, GOLD);
        let text = format!("{} of {}", hud.tokens.0, hud.tokens.1);
        shaded(flat, &text, at + Vec2::new(1.8 * unit, -3.5 * dot), dot);
    }
    let time = time(hud.seconds);
    let right = Vec2::new(width - 1.6 * unit, height - 3.6 * unit);
    shaded(flat, &time, right - Vec2::X * text::word_size(&time, dot).x, dot);
}

fn add_words(flat: &mut FlatShapes, Words { large, small }: &Words, Vec2 { x: width, y: height }: Vec2) {
    let line = 0.055 * height;
    let low = 0.72 * height - line * small.len() as f32;
    flat.rectangle(Vec2::new(0.0, low), Vec2::new(width, 0.91 * height), VEIL);
    word(flat, large, Vec2::new(0.5 * width, 0.775 * height), (height / 90.0).max(1.0));
    for (row, small) in small.iter().enumerate() {
        let at = Vec2::new(0.5 * width, 0.75 * height - line * (1.0 + row as f32));
        word(flat, small, at, (height / 260.0).max(0.5));
    }
}

/// Draws the level's hints at their places on dark boards: above the knight's `head` where it would cover them, and
/// below the clock.
pub fn hints(size: (u32, u32), clip_from_world: Mat4, hints: &[Hint], head: Vec3) -> Shapes {
    let mut flat = FlatShapes::in_pixels(size);
    let dot = text::type_dot().unwrap_or((size.1 as f32 / 260.0).max(0.5));
    let head = flat::pixel(clip_from_world, head, size);
    let unit = size.1 as f32 / 60.0;
    for Hint { position, text } in hints {
        let at = flat::pixel(clip_from_world, position.as_vec2().extend(0.0), size);
        let Some(mut at) = at.filter(|at| at.y < size.1 as f32) else { continue };
        let letters = text::word_size(text, dot);
        if let Some(head) = head {
            // The nearer he is, the higher it hangs.
            let away = ((head.x - at.x).abs() - 0.5 * letters.x) / (10.0 * unit);
            at.y += (head.y + 2.0 * unit - at.y).max(0.0) * (1.0 - away).clamp(0.0, 1.0);
        }
        at.y = at.y.min(size.1 as f32 - 7.0 * unit - letters.y);
        let low = (at - Vec2::X * 0.5 * letters.x).round();
        flat.rectangle(low - 3.0 * dot, low + letters + 3.0 * dot, BOARD);
        flat.write(text, low, dot, PALE);
    }
    flat.shapes
}

/// Formats minutes, seconds and tenths.
pub fn time(seconds: f32) -> String {
    let tenths = (10.0 * seconds.max(0.0)).round() as usize;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

/// Draws a word with a shadow, the middle of its lower edge at `at`.
fn word(flat: &mut FlatShapes, word: &str, at: Vec2, dot: f32) {
    shaded(flat, word, (at - Vec2::X * 0.5 * text::word_size(word, dot).x).round(), dot);
}

/// Draws a word with a shadow, its lower left corner at `at`.
fn shaded(flat: &mut FlatShapes, word: &str, at: Vec2, dot: f32) {
    flat.write(word, at + Vec2::new(0.6, -0.6) * dot, dot, DARK);
    flat.write(word, at, dot, PALE);
}

fn add_red_edges(flat: &mut FlatShapes, size: Vec2, color: Vec4) {
    let outer = [Vec2::ZERO, Vec2::new(size.x, 0.0), size, Vec2::new(0.0, size.y)];
    let inner = outer.map(|corner| corner + EDGE * size.y * (size - 2.0 * corner).signum());
    for side in 0..4 {
        let next = (side + 1) % 4;
        let [a, b] = [outer[side], outer[next]].map(|corner| (corner, color));
        let [c, d] = [inner[next], inner[side]].map(|corner| (corner, color.with_w(0.0)));
        flat.blended([a, b, c]);
        flat.blended([a, c, d]);
    }
}

fn add_heart(flat: &mut FlatShapes, at: Vec2, size: f32, color: Vec4) {
    let side = 0.52 * size;
    flat.disc(at + Vec2::new(-side, 0.25 * size), 0.58 * size, 16, color);
    flat.disc(at + Vec2::new(side, 0.25 * size), 0.58 * size, 16, color);
    let tip = [(-1.06, 0.08), (0.0, -1.2), (1.06, 0.08), (0.0, 0.5)];
    flat.quad(tip.map(|(x, y)| at + size * Vec2::new(x, y)), color);
}
