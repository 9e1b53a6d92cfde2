//! The keys that are held down, and what they ask for.

use crate::lessons::State;
use glium::winit::keyboard::{KeyCode, PhysicalKey};

/// The keys that are held down.
#[derive(Clone, Copy, Debug, Default)]
pub struct Keys {
    pub left: bool,
    pub right: bool,
    pub forward: bool,
    pub run: bool,
    pub jump: bool,
}

impl Keys {
    /// Notes that a key was pressed or released.
    pub fn set(&mut self, key: PhysicalKey, is_held: bool) {
        match key {
            PhysicalKey::Code(KeyCode::ArrowLeft) => self.left = is_held,
            PhysicalKey::Code(KeyCode::ArrowRight) => self.right = is_held,
            PhysicalKey::Code(KeyCode::ArrowUp) => self.forward = is_held,
            PhysicalKey::Code(KeyCode::ShiftLeft | KeyCode::ShiftRight) => self.run = is_held,
            PhysicalKey::Code(KeyCode::Space) => self.jump = is_held,
            _ => {}
        }
    }

    pub fn wanted(&self) -> State {
        match (self.jump, self.forward, self.run) {
            (true, _, _) => State::Jump,
            (false, true, true) => State::Run,
            (false, true, false) => State::Walk,
            (false, false, _) => State::Idle,
        }
    }
}
