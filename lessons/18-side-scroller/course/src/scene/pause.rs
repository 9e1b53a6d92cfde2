//! Time stands still by a key, while the help is shown, and where the window has lost the focus; another key makes one step.

use crate::game::STEP;
use common::player::{Playback, clock::toggle};

#[derive(Clone, Copy, Debug, Default)]
pub struct Pause {
    is_paused: bool,
    is_changing: bool,
    /// Whether the help has paused it.
    is_helped: bool,
    /// Number of steps to make.
    steps: u16,
}

impl Pause {
    pub fn is_paused(self) -> bool {
        self.is_paused
    }

    /// Takes what has happened since the last frame: the key of the pause and that of the help went down, and the window
    /// has lost the focus.
    pub fn update(&mut self, is_pressed: bool, is_help: bool, is_unfocused: bool) {
        let is_away = !self.is_paused && (is_unfocused || is_help);
        self.is_changing |= is_pressed || is_away || is_help && self.is_helped;
        self.is_helped = is_help && is_away || self.is_helped && !is_help && !is_pressed;
    }

    /// Makes one step, and then stops.
    pub fn step(&mut self) {
        self.steps += 1;
    }

    pub fn end(&mut self) {
        self.is_changing = self.is_paused;
    }

    /// Pauses the scene's time or continues it, and returns whether a key or the focus has changed it.
    pub fn apply(&mut self, time: &mut Playback) -> bool {
        let is_changing = std::mem::take(&mut self.is_changing);
        if is_changing {
            toggle(time);
        }
        let steps = std::mem::take(&mut self.steps);
        if steps > 0 {
            time.step(f32::from(steps) * STEP as f32);
        }
        self.is_paused = !time.is_playing();
        is_changing
    }
}
