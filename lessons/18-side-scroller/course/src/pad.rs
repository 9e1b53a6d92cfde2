//! A gamepad: its stick and buttons as [`Keys`] and commands. With the feature `gamepad` a thread listens to every pad that
//! is there or comes later; without it, nothing is heard.

use crate::Keys;
use std::sync::mpsc::{self, Receiver, Sender};

/// Fractions of the stick's way up to which it is at rest, and from which on he runs.
const REST: f32 = 0.25;
const RUNS: f32 = 0.75;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    Left,
    Right,
    Jump,
    Punch,
    Swing,
    Flashlight,
    Pause,
    Again,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Change {
    /// The left stick's x, from -1 to 1.
    Stick(f32),
    /// A button went down.
    Down(Button),
    /// A button came up.
    Up(Button),
    /// The pad is gone: nothing is held any more.
    Gone,
}

/// Buttons that are held, and those pressed since the last frame.
#[derive(Default)]
pub struct Pad {
    changes: Option<Receiver<Change>>,
    stick: f32,
    down: Vec<Button>,
    pressed: Vec<Button>,
}

impl Pad {
    pub fn new(changes: Receiver<Change>) -> Self {
        Pad { changes: Some(changes), ..Pad::default() }
    }

    /// Starts to listen to every pad at the first call, and returns whether this was the first.
    pub fn open(&mut self) -> bool {
        if self.changes.is_some() {
            return false;
        }
        let (send, changes) = mpsc::channel();
        listen(send);
        self.changes = Some(changes);
        true
    }

    /// Begins a frame: reads the changes since the last one.
    pub fn update(&mut self) {
        self.pressed.clear();
        for change in self.changes.iter().flat_map(Receiver::try_iter) {
            match change {
                Change::Stick(x) => self.stick = x,
                Change::Down(button) => {
                    self.down.push(button);
                    self.pressed.push(button);
                }
                // Of two buttons that do the same, one.
                Change::Up(button) => {
                    if let Some(place) = self.down.iter().position(|down| *down == button) {
                        self.down.remove(place);
                    }
                }
                Change::Gone => {
                    self.down.clear();
                    self.stick = 0.0;
                }
            }
        }
    }

    /// Returns whether the button went down since the last frame.
    pub fn is_pressed(&self, button: Button) -> bool {
        self.pressed.contains(&button)
    }

    /// Returns whether any button went down since the last frame.
    pub fn is_busy(&self) -> bool {
        !self.pressed.is_empty()
    }

    /// Returns the keyboard's keys together with the pad's.
    pub fn steer(&self, keys: Keys) -> Keys {
        let mut steered = Keys {
            jump: keys.jump || self.is_pressed(Button::Jump),
            jump_held: keys.jump_held || self.down.contains(&Button::Jump),
            punch: keys.punch || self.is_pressed(Button::Punch),
            swing: keys.swing || self.is_pressed(Button::Swing),
            ..keys
        };
        if keys.right == 0.0 {
            steered.right = self.held(Button::Right) - self.held(Button::Left);
            if steered.right == 0.0 && self.stick.abs() > REST {
                steered.right = self.stick.signum();
                steered.runs = keys.runs && self.stick.abs() > RUNS;
            }
        }
        steered
    }

    fn held(&self, button: Button) -> f32 {
        f32::from(u8::from(self.down.contains(&button)))
    }
}

#[cfg(not(feature = "gamepad"))]
fn listen(_: Sender<Change>) {}

/// A thread, for gilrs needs a while to find what is plugged in; where it cannot, nothing is heard.
#[cfg(feature = "gamepad")]
fn listen(send: Sender<Change>) {
    use std::{thread, time::Duration};
    thread::spawn(move || {
        let Ok(mut gilrs) = gilrs::Gilrs::new() else { return };
        loop {
            match gilrs.next_event_blocking(None) {
                Some(event) => {
                    if change(event.event).is_some_and(|change| send.send(change).is_err()) {
                        return; // the scene is gone
                    }
                }
                // So it says at the end of what it had, and where it cannot listen.
                None => thread::sleep(Duration::from_millis(2)),
            }
        }
    });
}

/// Translates an event of gilrs; `None` if it means nothing here.
#[cfg(feature = "gamepad")]
fn change(event: gilrs::EventType) -> Option<Change> {
    use gilrs::{Axis, EventType};
    match event {
        EventType::AxisChanged(Axis::LeftStickX, x, _) => Some(Change::Stick(x)),
        EventType::ButtonPressed(pressed, _) => button(pressed).map(Change::Down),
        EventType::ButtonReleased(released, _) => button(released).map(Change::Up),
        EventType::Disconnected => Some(Change::Gone),
        _ => None,
    }
}

#[cfg(feature = "gamepad")]
fn button(button: gilrs::Button) -> Option<Button> {
    use gilrs::Button as Gilrs;
    Some(match button {
        Gilrs::DPadLeft => Button::Left,
        Gilrs::DPadRight => Button::Right,
        Gilrs::South => Button::Jump,
        Gilrs::West => Button::Punch,
        Gilrs::North | Gilrs::East => Button::Swing,
        Gilrs::LeftTrigger | Gilrs::RightTrigger => Button::Flashlight,
        Gilrs::Start => Button::Pause,
        Gilrs::Select => Button::Again,
        _ => return None,
    })
}
