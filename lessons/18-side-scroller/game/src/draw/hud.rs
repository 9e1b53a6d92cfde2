//! The writing in the picture: health and time, and words across it.

use crate::game::Game;
use crate::level::Hint;
use common::graphics::debug_draw::Shapes;
use common::scenes::FlatShapes;
use common::ui::View;
use drawing::{
    Align, Ink, Sheet,
    sheet::{HEADING, TEXT, TITLE, word_width},
};
use glam::{Vec2, Vec3, Vec4};

const RED: Ink = Ink::Own(0xdb_292e, 0.0);
const EMPTY: Ink = Ink::Own(0x29_2930, 0.0);
const GOLD: Ink = Ink::Own(0xff_cc40, 0.0);
const RIM: Ink = Ink::Own(0xbf_8f26, 0.0);
const PALE: Ink = Ink::Own(0xff_f7e0, 0.0);
const DARK: Ink = Ink::Own(0x08_080d, 0.0);
/// Colour of the picture's edges after a bite; sRGB.
const HURT: Vec4 = Vec4::new(0.86, 0.16, 0.18, 1.0);
/// Colours of a hint's board and words, sRGB, opacity of the board, and the distance of its place beyond the picture's edge over
/// which it fades, in sixtieths of the picture's height.
const BOARD: Vec3 = Vec3::new(0.106, 0.125, 0.153);
const WORDS: Vec3 = Vec3::new(1.0, 0.97, 0.88);
const OPACITY: f32 = 0.88;
const FADE: f32 = 24.0;
/// Width of the red edges, as a fraction of the picture's height.
const EDGE: f32 = 0.3;

#[derive(Clone, Debug, Default)]
pub struct Hud {
    /// Hearts that he has, and that he can have.
    pub health: (u32, u32),
    /// Time since he set out, as words.
    pub time: String,
    pub tokens: (usize, usize),
    pub words: Option<Words>,
    /// Line at the lower edge; at the upper one the window says whose answers draw.
    pub note: Option<&'static str>,
    pub is_title: bool,
    /// Darkness of the picture, from 0 to 1.
    pub veil: f32,
}

#[derive(Clone, Debug)]
pub struct Words {
    pub large: String,
    pub small: Vec<String>,
}

/// Draws the writing over the picture.
pub fn draw(sheet: &mut Sheet, hud: &Hud) {
    let size = sheet.size;
    if hud.veil > 0.0 {
        sheet.rectangle(Vec2::ZERO, size, DARK, hud.veil);
    }
    if !hud.is_title {
        draw_state(sheet, hud);
    }
    if let Some(note) = hud.note {
        let height = if hud.is_title { 0.95 } else { 0.05 };
        shaded(sheet, Vec2::new(0.5, height) * size, Align::Middle, note, TEXT);
    }
    if let Some(Words { large, small }) = &hud.words {
        // Under the title he runs and jumps above the words.
        let [line, title] = if hud.is_title { [0.047, 0.11] } else { [0.055, 0.19] };
        let [line, title] = [line * size.y, title * size.y];
        let height = title + line * small.len() as f32;
        let low = if hud.is_title { 0.0 } else { 0.91 * size.y - height };
        sheet.rectangle(Vec2::new(0.0, low), Vec2::new(size.x, low + height), DARK, 0.6);
        shaded(sheet, Vec2::new(0.5 * size.x, low + height - 0.45 * title), Align::Middle, large, TITLE);
        for (row, small) in small.iter().rev().enumerate() {
            let at = Vec2::new(0.5 * size.x, low + line * (0.8 + row as f32));
            shaded(sheet, at, Align::Middle, small, TEXT);
        }
    }
}

/// Draws hearts, tokens and time.
fn draw_state(sheet: &mut Sheet, hud: &Hud) {
    let size = sheet.size;
    let unit = size.y / 60.0;
    for heart in 0..hud.health.1 {
        let at = Vec2::new(unit * (2.4 + 2.5 * heart as f32), size.y - 2.6 * unit);
        draw_heart(sheet, at + Vec2::new(0.1, -0.12) * unit, unit, DARK);
        draw_heart(sheet, at, 0.92 * unit, if heart < hud.health.0 { RED } else { EMPTY });
    }
    if hud.tokens.1 > 0 {
        let at = Vec2::new(2.4 * unit, size.y - 6.2 * unit);
        for (radius, ink) in [(1.1, DARK), (1.0, RIM), (0.7, GOLD)] {
            sheet.disc(at, radius * unit, ink);
        }
        let text = format!("{} of {}", hud.tokens.0, hud.tokens.1);
        shaded(sheet, at + 1.8 * unit * Vec2::X, Align::Left, &text, HEADING);
    }
    shaded(sheet, size - Vec2::new(1.6, 2.8) * unit, Align::Right, &hud.time, HEADING);
}

/// Draws the level's hints at their places on dark boards, with an opacity: above the knight's `head` where it would cover
/// them, and below the clock. The picture's edges push them along, and they fade meanwhile.
pub fn draw_hints(sheet: &mut Sheet, view: &View, hints: &[Hint], head: Vec3, opacity: f32) {
    let size = sheet.size;
    let unit = size.y / 60.0;
    let head = view.on_sheet(size, head);
    for Hint { position, text } in hints {
        let text = text.replace('<', "←").replace('>', "→");
        let Some(mut at) = view.on_sheet(size, position.as_vec2().extend(0.0)) else { continue };
        let half = 0.5 * word_width(&text) + unit;
        // It stays in the picture until what it speaks of has come.
        let inside = at.x.clamp(half, (size.x - half).max(half));
        let shown = opacity * (1.0 - (at.x - inside).abs() / (FADE * unit)).clamp(0.0, 1.0);
        if shown == 0.0 || at.y > size.y {
            continue;
        }
        at.x = inside;
        if let Some(head) = head {
            // The nearer he is, the higher it hangs.
            let away = ((head.x - at.x).abs() - 0.5 * word_width(&text)) / (10.0 * unit);
            at.y += (head.y + 2.0 * unit - at.y).max(0.0) * (1.0 - away).clamp(0.0, 1.0);
        }
        at.y = (at.y + 0.5 * TEXT).min(size.y - 7.0 * unit - 0.5 * TEXT);
        // Words cannot be translucent: they go over into the board, which goes last.
        let board = Vec2::new(half, 0.5 * TEXT + 1.0);
        sheet.rectangle(at - board, at + board, Ink::own(BOARD, 0.0), OPACITY * (6.0 * shown).min(1.0));
        sheet.word(at, Align::Middle, text, Ink::own(BOARD.lerp(WORDS, (1.5 * shown).min(1.0)), 0.0));
    }
}

/// Says what each foot does, below it, and what is blended, above his `head`.
pub fn draw_feet(sheet: &mut Sheet, view: &View, game: &Game, head: Vec3) {
    let mut words = vec![(head, game.poser.blend())];
    let [left, right] = game.poser.feet();
    let is_left_ahead = left.toe.x > right.toe.x;
    for (foot, side, is_ahead) in [(left, "left", is_left_ahead), (right, "right", !is_left_ahead)] {
        let [aside, below] = if is_ahead { [0.35, 0.35] } else { [-0.35, 0.65] };
        words.push((foot.toe + Vec3::new(aside, -below, 0.0), format!("{side} {}", foot.does)));
    }
    for (at, text) in words {
        if let Some(at) = view.on_sheet(sheet.size, at) {
            sheet.plate(at, &text, PALE);
        }
    }
}

/// Formats minutes, seconds and tenths.
pub fn time(seconds: f32) -> String {
    let tenths = (10.0 * seconds.max(0.0)).round() as usize;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

/// Draws a word with a shadow.
fn shaded(sheet: &mut Sheet, at: Vec2, align: Align, text: &str, height: f32) {
    sheet.sized_word(at + 0.08 * height * Vec2::new(1.0, -1.0), align, text, DARK, height);
    sheet.sized_word(at, align, text, PALE, height);
}

/// Returns the red edges of a picture, in clip space.
pub fn red_edges(aspect: f32, opacity: f32) -> Shapes {
    let mut flat = FlatShapes::default();
    let outer = [Vec2::NEG_ONE, Vec2::new(1.0, -1.0), Vec2::ONE, Vec2::new(-1.0, 1.0)];
    let inner = outer.map(|corner| corner * (1.0 - 2.0 * EDGE * Vec2::new(1.0 / aspect, 1.0)));
    for side in 0..4 {
        let next = (side + 1) % 4;
        let [a, b] = [outer[side], outer[next]].map(|corner| (corner, HURT.with_w(opacity)));
        let [c, d] = [inner[next], inner[side]].map(|corner| (corner, HURT.with_w(0.0)));
        flat.blended([a, b, c]);
        flat.blended([a, c, d]);
    }
    flat.shapes
}

fn draw_heart(sheet: &mut Sheet, at: Vec2, size: f32, ink: Ink) {
    let side = 0.52 * size;
    sheet.disc(at + Vec2::new(-side, 0.25 * size), 0.58 * size, ink);
    sheet.disc(at + Vec2::new(side, 0.25 * size), 0.58 * size, ink);
    let tip = [(-1.06, 0.08), (0.0, -1.2), (1.06, 0.08), (0.0, 0.5)];
    sheet.fill(&tip.map(|(x, y)| at + size * Vec2::new(x, y)), ink, 1.0);
}
