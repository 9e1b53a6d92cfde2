//! The clock of a figure's clip, or of a scene that has no figure: play, pause, step, faster, slower, backwards.

use armature::animation::{LoopMode, Playback};
use serde::{Deserialize, Serialize};
use ui::{Action, Input, Screen, keys::shown, screen, theme};

/// Speeds that the keys reach: from 1/16 to 16 times as recorded.
const SPEEDS: std::ops::RangeInclusive<f32> = 0.0625..=16.0;
/// A time so close to a frame, in frames, is on it.
pub(crate) const ON_FRAME: f32 = 0.02;
/// Frames in a second of a scene.
const SCENE_RATE: f32 = 60.0;
/// Length of a scene: a day, later than which single precision has no room for frames.
const DAY: f32 = 86_400.0;

/// Actions on the clock of a scene.
pub const SCENE_ACTIONS: [Action; 7] =
    [Action::Play, Action::StepBack, Action::StepOn, Action::ToStart, Action::Slower, Action::Faster, Action::Reverse];

/// Returns the clock of a scene, which plays from `seconds` on.
pub fn scene_clock(seconds: f32) -> Playback {
    let mut clock = Playback::new(0.0, DAY);
    clock.set_loop_mode(LoopMode::Clamp);
    clock.seek(seconds);
    clock
}

/// Advances a scene's clock by `seconds`, and applies the keys that were pressed. One that steers makes time run forward again:
/// the past cannot be steered. Backwards it stops at the start.
pub fn update_scene(clock: &mut Playback, input: &Input, seconds: f32) {
    for action in input.actions().iter().filter(|action| SCENE_ACTIONS.contains(action)) {
        act(clock, *action, SCENE_RATE);
    }
    if input.is_steered() {
        clock.set_speed(clock.speed().abs());
    }
    clock.advance(seconds);
    if clock.speed() < 0.0 && clock.has_ended() {
        clock.pause();
        clock.set_speed(-clock.speed());
    }
}

/// Pauses a clock, or continues it.
pub fn toggle(clock: &mut Playback) {
    if clock.is_playing() {
        clock.pause();
    } else {
        clock.play();
    }
}

/// Performs an action on a clock whose clip has so many frames a second. Returns whether it is one of a clock's.
pub(crate) fn act(clock: &mut Playback, action: Action, frame_rate: f32) -> bool {
    let frame = clock.time() * frame_rate;
    let rate = clock.speed().abs();
    match action {
        Action::Play => toggle(clock),
        Action::StepBack => clock.step(((frame - ON_FRAME).ceil() - 1.0) / frame_rate - clock.time()),
        Action::StepOn => clock.step(((frame + ON_FRAME).floor() + 1.0) / frame_rate - clock.time()),
        Action::ToStart => clock.seek(f32::MIN),
        Action::Slower | Action::Faster => {
            let factor = if action == Action::Faster { 2.0 } else { 0.5 };
            clock.set_speed((rate * factor).clamp(*SPEEDS.start(), *SPEEDS.end()).copysign(clock.speed()));
        }
        Action::Reverse => clock.set_speed(-clock.speed()),
        Action::LoopMode => clock.set_loop_mode(match clock.loop_mode() {
            LoopMode::Loop => LoopMode::PingPong,
            LoopMode::PingPong => LoopMode::Clamp,
            LoopMode::Clamp => LoopMode::Loop,
        }),
        _ => return false,
    }
    true
}

/// Draws the buttons of a scene's clock, in a panel of the lesson's.
pub fn scene_controls(clock: &mut Playback, screen: &Screen<'_>) {
    let ui = screen.ui;
    let play = if clock.is_playing() { "pause" } else { "play" };
    let labels = [play, "step back", "step on", "to the start", "slower", "faster", "reverse"];
    for (number, (label, action)) in labels.into_iter().zip(SCENE_ACTIONS).enumerate() {
        let label = format!("{label}  {}###{action:?}", shown(action));
        if number > 0 {
            screen::same_line_if_room(ui, screen::button_width(ui, &label));
        }
        if ui.button(label) {
            act(clock, action, SCENE_RATE);
        }
    }
    ui.text_colored(theme::DIM, format!("{:.2} s at speed {}", clock.time(), clock.speed()));
}

/// The state of a clock, for another program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClockState {
    pub(crate) seconds: f32,
    pub(crate) is_playing: bool,
    pub(crate) speed: f32,
    pub(crate) loop_mode: LoopMode,
}

impl ClockState {
    pub fn new(clock: &Playback) -> Self {
        Self {
            seconds: clock.time(),
            is_playing: clock.is_playing(),
            speed: clock.speed(),
            loop_mode: clock.loop_mode(),
        }
    }

    pub fn restore(&self, clock: &mut Playback) {
        // First: at the end of a clip that plays once it would begin again.
        if self.is_playing {
            clock.play();
        } else {
            clock.pause();
        }
        clock.set_speed(self.speed);
        clock.set_loop_mode(self.loop_mode);
        clock.seek(self.seconds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ui::KeyCode;

    #[test]
    fn a_key_that_steers_ends_the_way_back() {
        let mut clock = scene_clock(3.0);
        clock.set_speed(-2.0);
        let mut input = Input::default();
        input.set_steering(&[KeyCode::ArrowUp]);
        input.key_down(KeyCode::KeyB, false);
        update_scene(&mut clock, &input, 0.5);
        assert_eq!((clock.time(), clock.speed()), (2.0, -2.0));
        input.key_down(KeyCode::ArrowUp, false);
        update_scene(&mut clock, &input, 0.5);
        assert_eq!((clock.time(), clock.speed()), (3.0, 2.0));
    }

    #[test]
    fn steps_stop_and_never_lead_before_the_start() {
        let mut clock = scene_clock(0.01);
        act(&mut clock, Action::StepBack, SCENE_RATE);
        assert_eq!((clock.time(), clock.is_playing()), (0.0, false));
        act(&mut clock, Action::StepOn, SCENE_RATE);
        update_scene(&mut clock, &Input::default(), 5.0);
        assert_eq!(clock.time(), 1.0 / SCENE_RATE);
        act(&mut clock, Action::Play, SCENE_RATE);
        act(&mut clock, Action::Faster, SCENE_RATE);
        update_scene(&mut clock, &Input::default(), 1.0);
        assert_eq!(clock.time(), 1.0 / SCENE_RATE + 2.0);
        act(&mut clock, Action::Reverse, SCENE_RATE);
        update_scene(&mut clock, &Input::default(), 9.0);
        assert_eq!((clock.time(), clock.speed(), clock.is_playing()), (0.0, 2.0, false), "it goes forward from there");
    }
}
