//! Keyboard and mouse input, collected between two frames.

use crate::{
    Action, KeyCode,
    keys::{action_of, digit_of, hide_steering},
};
use glam::Vec2;
use std::collections::HashSet;

/// Keys and mouse since the last frame. What imgui uses (a click on a panel, text typed into a
/// field) never gets here.
#[derive(Clone, Debug, Default)]
pub struct Input {
    down: HashSet<KeyCode>,
    pressed: Vec<KeyCode>,
    /// Those of `pressed` that went down while control was held: a slow frame may hold the release of both.
    chorded: Vec<KeyCode>,
    actions: Vec<Action>,
    /// Position of the pointer, in pixels from the upper left corner of the viewport; `None` outside.
    pub pointer: Option<Vec2>,
    /// Distance that it moved while the left button was held, in pixels, y down.
    pub left_drag: Vec2,
    /// Distance that it moved while the right or the middle button was held.
    pub right_drag: Vec2,
    /// Wheel clicks, or their equivalent on a trackpad; positive is away from the user.
    pub scroll: f32,
    /// A trackpad's pinch: 0.1 is a tenth larger.
    pub pinch: f32,
    /// Position at which a click without a drag ended, in pixels.
    pub click: Option<Vec2>,
    /// Whether shift was held as it ended: a slow frame may hold its release, too.
    pub click_has_shift: bool,
    /// Position at which the left button went down, in pixels.
    pub left_press: Option<Vec2>,
    /// Whether the window lost the focus since the last frame.
    pub is_unfocused: bool,
    buttons: Buttons,
    steering: Vec<KeyCode>,
}

/// The buttons that are held, and how far the pointer has moved since.
#[derive(Clone, Copy, Debug, Default)]
struct Buttons {
    left: bool,
    right: bool,
    travelled: f32,
}

/// A press that travels further than this, in pixels, is a drag.
const CLICK_TRAVEL: f32 = 4.0;

/// A mouse button of the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// Turns the camera, and selects.
    Left,
    /// Moves the camera; the middle button does the same.
    Right,
}

impl Input {
    pub fn is_down(&self, key: KeyCode) -> bool {
        self.down.contains(&key)
    }

    /// Whether a key went down since the last frame, without the control key: with it, it is another key.
    pub fn is_pressed(&self, key: KeyCode) -> bool {
        self.pressed.contains(&key) && !self.chorded.contains(&key)
    }

    /// The keys that went down since the last frame, with control or without.
    pub fn pressed(&self) -> &[KeyCode] {
        &self.pressed
    }

    /// Returns the digit, 1 to 9, whose key went down last since the last frame, with control or without.
    pub fn number(&self) -> Option<usize> {
        self.pressed.iter().rev().find_map(|key| digit_of(*key).filter(|digit| *digit > 0))
    }

    /// Returns whether a key of the camera is held, without the control key, in a scene that does not take it for
    /// itself.
    pub fn is_down_for_camera(&self, key: KeyCode) -> bool {
        self.is_down(key) && !self.steering.contains(&key) && !self.control()
    }

    /// Takes a press from the scene.
    pub fn forget_press(&mut self, key: KeyCode) {
        self.pressed.retain(|pressed| *pressed != key);
    }

    /// The scene takes these keys for itself: without control they have no action.
    pub fn set_steering(&mut self, keys: &[KeyCode]) {
        self.steering = keys.to_vec();
        hide_steering(keys);
    }

    /// Whether a key that the scene takes for itself went down since the last frame.
    pub fn is_steered(&self) -> bool {
        self.pressed.iter().any(|key| self.steering.contains(key))
    }

    /// Whether either shift key is held.
    pub fn shift(&self) -> bool {
        self.is_down(KeyCode::ShiftLeft) || self.is_down(KeyCode::ShiftRight)
    }

    /// Whether control is held (on a Mac, command counts too).
    pub fn control(&self) -> bool {
        let keys = [KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft, KeyCode::SuperRight];
        keys.iter().any(|key| self.is_down(*key))
    }

    /// The actions of the last frame's keys and buttons. Stepping repeats while its key is held.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Adds an action, as its key would: for buttons in panels.
    pub fn request(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Notes that a key went down, or, with `repeat`, that the keyboard repeats a held key. Adds the key's action.
    pub fn key_down(&mut self, key: KeyCode, repeat: bool) {
        self.down.insert(key);
        if !repeat {
            self.pressed.push(key);
            self.chorded.extend(self.control().then_some(key));
        }
        let steers = self.steering.contains(&key) && !self.control();
        let action = if steers { None } else { action_of(key, self.control(), self.shift()) };
        let may_repeat = matches!(
            action,
            Some(
                Action::StepBack
                    | Action::StepOn
                    | Action::JointBefore
                    | Action::JointAfter
                    | Action::FigureBack
                    | Action::FigureOn
                    | Action::Undo
                    | Action::Redo
            )
        );
        if let Some(action) = action
            && (!repeat || may_repeat)
        {
            self.actions.push(action);
        }
    }

    pub fn key_up(&mut self, key: KeyCode) {
        self.down.remove(&key);
    }

    /// A button went down, or up, at the pointer.
    pub fn button(&mut self, button: Button, down: bool) {
        if down {
            self.buttons.travelled = 0.0;
            if button == Button::Left {
                self.left_press = self.pointer;
            }
        } else if button == Button::Left && self.buttons.left && self.buttons.travelled <= CLICK_TRAVEL {
            self.click = self.pointer;
            self.click_has_shift = self.shift();
        }
        match button {
            Button::Left => self.buttons.left = down,
            Button::Right => self.buttons.right = down,
        }
    }

    /// The pointer moved to `place`, in pixels of the viewport, y down.
    pub fn pointer_moved(&mut self, place: Vec2) {
        let moved = place - self.pointer.unwrap_or(place);
        self.pointer = Some(place);
        self.buttons.travelled += moved.length();
        if self.buttons.left {
            self.left_drag += moved;
        } else if self.buttons.right {
            self.right_drag += moved;
        }
    }

    pub fn is_left_down(&self) -> bool {
        self.buttons.left
    }

    /// Whether the pointer has moved so far since a button went down that it is a drag and no click.
    pub fn has_travelled(&self) -> bool {
        self.buttons.travelled > CLICK_TRAVEL
    }

    pub fn pointer_left(&mut self) {
        self.pointer = None;
    }

    /// Whether a drag of the scene is in progress: then the panels do not get the pointer.
    pub fn is_dragging(&self) -> bool {
        self.buttons.left || self.buttons.right
    }

    /// The window lost the keyboard focus: held keys and buttons count as released, since no event will say so.
    pub fn release_all(&mut self) {
        self.down.clear();
        self.buttons = Buttons::default();
        self.is_unfocused = true;
    }

    /// Whether there is any input but pointer movement.
    pub fn is_busy(&self) -> bool {
        let turned = self.scroll != 0.0 || self.pinch != 0.0;
        let has_news = !self.pressed.is_empty() || !self.actions.is_empty() || self.click.is_some();
        turned || has_news || !self.down.is_empty() || self.is_dragging()
    }

    /// Clears presses, clicks, drags and actions, which are for one frame. Keys and buttons stay held.
    pub fn end_frame(&mut self) {
        self.pressed.clear();
        self.chorded.clear();
        self.actions.clear();
        self.is_unfocused = false;
        self.left_drag = Vec2::ZERO;
        self.right_drag = Vec2::ZERO;
        self.scroll = 0.0;
        self.pinch = 0.0;
        self.click = None;
        self.left_press = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_is_for_one_frame_and_a_hold_for_many() {
        let mut input = Input::default();
        input.key_down(KeyCode::KeyA, false);
        assert!(input.is_pressed(KeyCode::KeyA) && input.is_down(KeyCode::KeyA));
        assert_eq!(input.actions(), [Action::Axes]);
        input.end_frame();
        input.key_down(KeyCode::KeyA, true);
        assert!(!input.is_pressed(KeyCode::KeyA) && input.is_down(KeyCode::KeyA));
        assert_eq!(input.actions(), [], "axes do not flicker while the key is held");
        input.key_down(KeyCode::Period, true);
        assert_eq!(input.actions(), [Action::StepOn], "stepping goes on");
    }

    #[test]
    fn a_key_that_steers_does_nothing_else() {
        let mut input = Input::default();
        input.set_steering(&[KeyCode::KeyA, KeyCode::ArrowLeft]);
        for key in [KeyCode::KeyA, KeyCode::ArrowLeft, KeyCode::KeyB, KeyCode::ArrowUp] {
            input.key_down(key, false);
        }
        assert_eq!(input.actions(), [Action::Bones]);
        assert!(input.is_pressed(KeyCode::KeyA) && input.is_down(KeyCode::ArrowLeft));
        assert!(!input.is_down_for_camera(KeyCode::ArrowLeft));
        assert!(input.is_down_for_camera(KeyCode::ArrowUp));
    }

    #[test]
    fn a_chord_is_no_plain_key_even_if_both_keys_are_up_again() {
        let mut input = Input::default();
        input.key_down(KeyCode::ControlLeft, false);
        input.key_down(KeyCode::KeyE, false);
        input.key_up(KeyCode::KeyE);
        input.key_up(KeyCode::ControlLeft);
        assert_eq!(input.actions(), [Action::Earlier]);
        assert!(!input.is_pressed(KeyCode::KeyE));
        input.end_frame();
        input.key_down(KeyCode::KeyE, false);
        assert!(input.is_pressed(KeyCode::KeyE));
    }

    #[test]
    fn losing_the_focus_lets_go() {
        let mut input = Input::default();
        input.key_down(KeyCode::ArrowLeft, false);
        input.pointer_moved(Vec2::ZERO);
        input.button(Button::Left, true);
        input.release_all();
        input.pointer_moved(Vec2::new(50.0, 0.0));
        assert!(!input.is_down(KeyCode::ArrowLeft));
        assert_eq!(input.left_drag, Vec2::ZERO);
    }

    #[test]
    fn a_click_is_not_a_drag() {
        let mut input = Input::default();
        input.pointer_moved(Vec2::new(10.0, 10.0));
        input.button(Button::Left, true);
        input.pointer_moved(Vec2::new(12.0, 10.0));
        input.button(Button::Left, false);
        assert_eq!(input.click, Some(Vec2::new(12.0, 10.0)));
        input.end_frame();
        input.button(Button::Left, true);
        input.pointer_moved(Vec2::new(90.0, 10.0));
        assert_eq!(input.left_drag, Vec2::new(78.0, 0.0));
        input.button(Button::Left, false);
        assert_eq!(input.click, None);
    }

    #[test]
    fn an_entering_pointer_does_not_jump() {
        let mut input = Input::default();
        input.button(Button::Right, true);
        input.pointer_moved(Vec2::new(500.0, 300.0));
        assert_eq!(input.right_drag, Vec2::ZERO);
        input.pointer_left();
        input.pointer_moved(Vec2::new(3.0, 3.0));
        assert_eq!(input.right_drag, Vec2::ZERO);
    }
}
