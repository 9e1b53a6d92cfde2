//! Without the feature `sound` nothing is played.

use super::Place;
use crate::game::Event;

/// No device.
pub struct Sound;

impl Sound {
    /// None, ever.
    pub fn open() -> Option<Self> {
        None
    }

    /// Plays nothing.
    pub fn play(&mut self, _steps: usize, _happened: &[(usize, Event)], _place: &Place) {}
}
