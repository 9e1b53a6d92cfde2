//! Confetti over a finished lesson.

use crate::ui::{layout::Area, theme};
use glam::Vec2;
use imgui::Ui;
use std::f32::consts::TAU;

const PIECES: u32 = 150;
/// Text heights a second, and a second squared.
const FASTEST: f32 = 62.0;
const GRAVITY: f32 = 26.0;
/// How quickly air slows a piece down, for each second.
const DRAG: f32 = 0.9;

/// Two handfuls, thrown up from the lower corners `seconds` ago; text is `em` pixels high.
pub(super) fn draw_confetti(ui: &Ui, em: f32, viewport: Area, seconds: f32) {
    let list = ui.get_background_draw_list();
    let [red, green, blue] = theme::AXES;
    let colors = [red, green, blue, theme::ACCENT, theme::WARN];
    for piece in 0..PIECES {
        let [angle, speed, phase, size] = [0, 1, 2, 3].map(|which| fraction(4 * piece + which));
        let side = if piece % 2 == 0 { 1.0 } else { -1.0 };
        let corner = Vec2::new(if side > 0.0 { viewport.min.x } else { viewport.max().x }, viewport.max().y);
        let angle = 0.9 + 0.6 * angle;
        let start = FASTEST * (0.45 + 0.55 * speed) * Vec2::new(side * angle.cos(), -angle.sin());
        let flown = (1.0 - (-DRAG * seconds).exp()) / DRAG;
        // The solution of v' = g - drag v.
        let fallen = GRAVITY / DRAG * (seconds - flown);
        let at = corner + em * (start * flown + Vec2::new((3.0 * seconds + TAU * phase).sin(), fallen));
        let turn = (4.0 + 5.0 * size) * seconds + TAU * phase;
        let point = |corner: f32| (at + em * (0.3 + 0.35 * size) * Vec2::from_angle(turn + corner)).to_array();
        let color = colors[piece as usize % colors.len()];
        list.add_triangle(point(0.0), point(1.7), point(3.6), color).filled(true).build();
    }
}

/// From 0 to 1, another for each number (the finaliser of `MurmurHash3`).
fn fraction(number: u32) -> f32 {
    let mut bits = number.wrapping_add(1).wrapping_mul(0x9E37_79B9);
    bits = (bits ^ (bits >> 16)).wrapping_mul(0x85EB_CA6B);
    bits = (bits ^ (bits >> 13)).wrapping_mul(0xC2B2_AE35);
    (bits >> 8) as f32 / (1 << 24) as f32
}
