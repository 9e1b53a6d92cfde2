//! What is written into the picture: health and time, and words across it.

use crate::level::Hint;
use common::graphics::debug_draw::Shapes;
use common::scenes::flat::{self, FlatShapes};
use common::scenes::text;
use glam::{Mat4, Vec2, Vec4};

const RED: Vec4 = Vec4::new(0.86, 0.16, 0.18, 1.0);
const GOLD: Vec4 = Vec4::new(1.00, 0.80, 0.25, 1.0);
const EMPTY: Vec4 = Vec4::new(0.16, 0.16, 0.19, 0.75);
const PALE: Vec4 = Vec4::new(1.0, 0.97, 0.88, 1.0);
const DARK: Vec4 = Vec4::new(0.03, 0.03, 0.05, 0.80);
const BOARD: Vec4 = Vec4::new(0.05, 0.05, 0.08, 0.55);
const VEIL: Vec4 = Vec4::new(0.03, 0.04, 0.07, 0.42);
/// The segments of a digit: above, the two of the upper half, the middle, the two of the lower half, below.
const SEGMENTS: [u8; 10] = [
    0b111_0111, 0b001_0010, 0b101_1101, 0b101_1011, 0b011_1010, 0b110_1011, 0b110_1111, 0b101_0010, 0b111_1111,
    0b111_1011,
];

/// What is to be written.
#[derive(Clone, Debug, Default)]
pub struct Hud {
    /// How much health he has, and how much he can have.
    pub health: (u32, u32),
    /// Since he set out.
    pub seconds: f32,
    /// How many tokens he has, and how many there are.
    pub tokens: (usize, usize),
    /// What stands above him.
    pub words: Option<Words>,
    /// How dark the picture is: from 0 to 1.
    pub veil: f32,
}

/// Across the picture: letters that `common::scenes::text` has.
#[derive(Clone, Debug)]
pub struct Words {
    /// A large word.
    pub large: String,
    /// Small lines below it.
    pub small: Vec<String>,
}

/// Into a picture of this many pixels.
pub fn draw(size: (u32, u32), hud: &Hud) -> Shapes {
    let mut flat = FlatShapes::in_pixels(size);
    let (width, height) = (size.0 as f32, size.1 as f32);
    let unit = height / 60.0;
    flat.rectangle(Vec2::ZERO, Vec2::new(width, height), DARK.with_w(hud.veil));
    for heart in 0..hud.health.1 {
        let at = Vec2::new(unit * (2.4 + 2.5 * heart as f32), height - 2.6 * unit);
        heart_at(&mut flat, at + Vec2::new(0.1, -0.12) * unit, unit, DARK);
        let color = if heart < hud.health.0 { RED } else { EMPTY };
        heart_at(&mut flat, at, 0.92 * unit, color);
    }
    if hud.tokens.1 > 0 {
        let at = Vec2::new(2.4 * unit, height - 6.2 * unit);
        flat.disc(at + Vec2::new(0.1, -0.12) * unit, unit, 16, DARK);
        flat.disc(at, unit, 16, GOLD * Vec4::new(0.75, 0.7, 0.6, 1.0));
        flat.disc(at, 0.7 * unit, 16, GOLD);
        let text = format!("{} of {}", hud.tokens.0, hud.tokens.1);
        let (dot, left) = (0.2 * unit, at + Vec2::new(1.8, -0.7) * unit);
        flat.write(&text, left + Vec2::new(0.6, -0.6) * dot, dot, DARK);
        flat.write(&text, left, dot, PALE);
    }
    let right = Vec2::new(width - 2.0 * unit, height - 3.4 * unit);
    clock(&mut flat, right + Vec2::new(0.1, -0.12) * unit, unit, hud.seconds, DARK);
    clock(&mut flat, right, unit, hud.seconds, PALE);
    if let Some(Words { large, small }) = &hud.words {
        let line = 0.055 * height;
        let low = 0.72 * height - line * small.len() as f32;
        flat.rectangle(Vec2::new(0.0, low), Vec2::new(width, 0.91 * height), VEIL);
        word(&mut flat, large, Vec2::new(0.5 * width, 0.775 * height), (height / 90.0).max(1.0));
        for (row, small) in small.iter().enumerate() {
            let at = Vec2::new(0.5 * width, 0.75 * height - line * (1.0 + row as f32));
            word(&mut flat, small, at, (height / 260.0).max(0.5));
        }
    }
    flat.shapes
}

/// The level's words at their places, each on a dark board.
pub fn hints(size: (u32, u32), clip_from_world: Mat4, hints: &[Hint]) -> Shapes {
    let mut flat = FlatShapes::in_pixels(size);
    let dot = text::type_dot().unwrap_or((size.1 as f32 / 260.0).max(0.5));
    for Hint { position, text } in hints {
        let Some(at) = flat::pixel(clip_from_world, position.as_vec2().extend(0.0), size) else { continue };
        let letters = text::word_size(text, dot);
        let low = (at - Vec2::X * 0.5 * letters.x).round();
        flat.rectangle(low - 3.0 * dot, low + letters + 3.0 * dot, BOARD);
        flat.write(text, low, dot, PALE);
    }
    flat.shapes
}

/// With its lower edge's middle at `at`, and a shadow.
fn word(flat: &mut FlatShapes, word: &str, at: Vec2, dot: f32) {
    let left = (at - Vec2::X * 0.5 * text::word_size(word, dot).x).round();
    flat.write(word, left + Vec2::new(0.6, -0.6) * dot, dot, DARK);
    flat.write(word, left, dot, PALE);
}

fn heart_at(flat: &mut FlatShapes, at: Vec2, size: f32, color: Vec4) {
    let side = 0.52 * size;
    flat.disc(at + Vec2::new(-side, 0.25 * size), 0.58 * size, 16, color);
    flat.disc(at + Vec2::new(side, 0.25 * size), 0.58 * size, 16, color);
    let corner = |x: f32, y: f32| at + size * Vec2::new(x, y);
    flat.quad([corner(-1.06, 0.08), corner(0.0, -1.2), corner(1.06, 0.08), corner(0.0, 0.5)], color);
}

/// Minutes, seconds and tenths, its lower right corner at `at`.
fn clock(flat: &mut FlatShapes, at: Vec2, unit: f32, seconds: f32, color: Vec4) {
    let tenths = (10.0 * seconds.max(0.0)) as usize;
    let all = [tenths / 6000 % 10, tenths / 100 % 6, tenths / 10 % 10, tenths % 10];
    let places = [-5.95, -4.25, -2.95, -1.1];
    for (digit, place) in all.into_iter().zip(places) {
        digit_at(flat, at + Vec2::X * place * unit, unit, SEGMENTS[digit], color);
    }
    let dot = Vec2::splat(0.26 * unit);
    for (x, y) in [(-4.68, 0.35), (-4.68, 1.1), (-1.52, 0.0)] {
        let low = at + Vec2::new(x, y) * unit;
        flat.rectangle(low, low + dot, color);
    }
}

fn digit_at(flat: &mut FlatShapes, at: Vec2, unit: f32, segments: u8, color: Vec4) {
    let (w, h, thick) = (1.0_f32, 1.8_f32, 0.3_f32);
    let boxes = [
        (0.0, h - thick, w, h),
        (0.0, h / 2.0, thick, h),
        (w - thick, h / 2.0, w, h),
        (0.0, (h - thick) / 2.0, w, h.midpoint(thick)),
        (0.0, 0.0, thick, h / 2.0),
        (w - thick, 0.0, w, h / 2.0),
        (0.0, 0.0, w, thick),
    ];
    // From above: 1 << 6 is the upper bar.
    for (place, (x0, y0, x1, y1)) in boxes.into_iter().enumerate() {
        if segments & (1 << (6 - place)) != 0 {
            flat.rectangle(at + unit * Vec2::new(x0, y0), at + unit * Vec2::new(x1, y1), color);
        }
    }
}
