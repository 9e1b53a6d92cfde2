//! Time in a scene that has no figure with clips: play, pause, step, faster, slower, backwards.

use serde::{Deserialize, Serialize};
use ui::{Action, Input, Screen, keys::shown, screen, theme};

/// A sixtieth of a second.
const FRAME: f32 = 1.0 / 60.0;

/// The time of a scene, and its speed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneTime {
    /// Seconds since the scene began.
    pub seconds: f32,
    /// Whether it advances.
    pub playing: bool,
    /// Seconds of the scene in one second; negative is backwards.
    pub speed: f32,
}

impl SceneTime {
    /// Plays from `seconds` on.
    pub fn from(seconds: f32) -> Self {
        SceneTime { seconds, playing: true, speed: 1.0 }
    }

    /// Seconds from 0 to a day: later single precision has no room for frames.
    pub fn within_a_day(&self) -> f32 {
        if self.seconds.is_finite() { self.seconds.clamp(0.0, 86_400.0) } else { 0.0 }
    }

    /// Advances by `seconds`, and applies the keys that were pressed. One that steers makes time run forward again: the
    /// past cannot be steered.
    pub fn update(&mut self, input: &Input, seconds: f32) {
        input.actions().iter().for_each(|action| self.act(*action));
        if input.is_steered() {
            self.speed = self.speed.abs();
        }
        if self.playing {
            self.seconds = (self.seconds + seconds * self.speed).max(0.0);
        }
    }

    pub const KEYS: [Action; 7] = [
        Action::Play,
        Action::StepBack,
        Action::StepOn,
        Action::ToStart,
        Action::Slower,
        Action::Faster,
        Action::Reverse,
    ];

    /// Performs an action of the timeline on the scene's time.
    fn act(&mut self, action: Action) {
        match action {
            Action::Play => self.playing = !self.playing,
            Action::StepBack | Action::StepOn => {
                self.playing = false;
                let step = if action == Action::StepOn { FRAME } else { -FRAME };
                self.seconds = (self.seconds + step).max(0.0);
            }
            Action::ToStart => self.seconds = 0.0,
            Action::Slower => self.speed = (self.speed * 0.5).clamp(-4.0, 4.0),
            Action::Faster => self.speed = (self.speed * 2.0).clamp(-4.0, 4.0),
            Action::Reverse => self.speed = -self.speed,
            _ => {}
        }
    }

    /// Draws buttons, in a panel of the lesson's.
    pub fn controls(&mut self, screen: &Screen<'_>) {
        let ui = screen.ui;
        let play = if self.playing { "pause" } else { "play" };
        let labels = [play, "step back", "step on", "to the start", "slower", "faster", "reverse"];
        for (number, (label, action)) in labels.into_iter().zip(Self::KEYS).enumerate() {
            let label = format!("{label}  {}###{action:?}", shown(action));
            if number > 0 {
                screen::same_line_if_room(ui, screen::button_width(ui, &label));
            }
            if ui.button(label) {
                self.act(action);
            }
        }
        ui.text_colored(theme::DIM, format!("{:.2} s at speed {}", self.seconds, self.speed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ui::KeyCode;

    #[test]
    fn a_key_that_steers_ends_the_way_back() {
        let mut time = SceneTime { speed: -2.0, ..SceneTime::from(3.0) };
        let mut input = Input::default();
        input.set_steering(&[KeyCode::ArrowUp]);
        input.key_down(KeyCode::KeyB, false);
        time.update(&input, 0.5);
        assert_eq!(time, SceneTime { speed: -2.0, ..SceneTime::from(2.0) });
        input.key_down(KeyCode::ArrowUp, false);
        time.update(&input, 0.5);
        assert_eq!(time, SceneTime { speed: 2.0, ..SceneTime::from(3.0) });
    }

    #[test]
    fn steps_stop_and_never_lead_before_the_start() {
        let mut time = SceneTime::from(0.01);
        time.act(Action::StepBack);
        assert_eq!((time.seconds, time.playing), (0.0, false));
        time.act(Action::StepOn);
        time.update(&Input::default(), 5.0);
        assert_eq!(time.seconds, FRAME);
        time.act(Action::Play);
        time.act(Action::Faster);
        time.update(&Input::default(), 1.0);
        assert_eq!(time.seconds, FRAME + 2.0);
        time.act(Action::Reverse);
        time.update(&Input::default(), 9.0);
        assert_eq!(time.seconds, 0.0);
    }
}
