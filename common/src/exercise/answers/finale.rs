//! Confetti, once for every time that a lesson has been finished.

use glam::Vec2;
use imgui::Ui;
use std::{env, f32::consts::TAU, fs, path::PathBuf};
use ui::{layout::Area, theme};

/// Seconds for which it is shown.
const SECONDS: f32 = 8.0;

const PIECES: u32 = 150;
/// Text heights a second, and a second squared.
const FASTEST: f32 = 62.0;
const GRAVITY: f32 = 26.0;
/// How quickly air slows a piece down, for each second.
const DRAG: f32 = 0.9;

#[derive(Default)]
pub(crate) struct Finale {
    /// A file beside the program that exists while all TODOs pass and confetti has been shown for them.
    mark: Option<PathBuf>,
    seconds_left: f32,
}

impl Finale {
    pub(super) fn new() -> Self {
        let mark = env::current_exe().ok().map(|program| program.with_extension("finished"));
        Finale { mark, seconds_left: 0.0 }
    }

    /// Throws confetti if the lesson is finished and was not at the last call. Returns whether confetti is thrown.
    pub(super) fn begin(&mut self, is_finished: bool) -> bool {
        let Some(mark) = &self.mark else { return false };
        if !is_finished {
            let _ = fs::remove_file(mark); // there need not be one
        }
        let begins = is_finished && !mark.exists() && fs::write(mark, "").is_ok();
        if begins {
            self.seconds_left = SECONDS;
        }
        begins
    }

    /// Advances by `seconds`, or to the end. Returns whether confetti is still shown.
    pub(super) fn advance(&mut self, seconds: f32, ends: bool) -> bool {
        self.seconds_left = if ends { 0.0 } else { (self.seconds_left - seconds).max(0.0) };
        self.seconds_left > 0.0
    }

    /// Returns the seconds since the confetti was thrown, while it is shown.
    pub(super) fn seconds(&self) -> Option<f32> {
        (self.seconds_left > 0.0).then_some(SECONDS - self.seconds_left)
    }
}

/// Draws confetti that was thrown up from both lower corners of the viewport `seconds` ago. `em` is the height of text in
/// pixels.
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
        let position = corner + em * (start * flown + Vec2::new((3.0 * seconds + TAU * phase).sin(), fallen));
        let turn = (4.0 + 5.0 * size) * seconds + TAU * phase;
        let radius = em * (0.3 + 0.35 * size);
        let [a, b, c] = [0.0, 1.7, 3.6].map(|angle| (position + radius * Vec2::from_angle(turn + angle)).to_array());
        list.add_triangle(a, b, c, colors[piece as usize % colors.len()]).filled(true).build();
    }
}

/// Returns a pseudo-random number from 0 to 1 for each `number`, by the finaliser of `MurmurHash3`.
fn fraction(number: u32) -> f32 {
    let mut bits = number.wrapping_add(1).wrapping_mul(0x9E37_79B9);
    bits = (bits ^ (bits >> 16)).wrapping_mul(0x85EB_CA6B);
    bits = (bits ^ (bits >> 13)).wrapping_mul(0xC2B2_AE35);
    (bits >> 8) as f32 / (1 << 24) as f32
}
