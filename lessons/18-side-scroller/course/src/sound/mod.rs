//! Sounds, made at the start by code: [`effects`] of what happens, a piece of [`music`], from what [`synth`] has.
//!
//! The game says in each step what happens ([`Event`]), and the feature `sound` plays it.

pub mod effects;
pub mod music;
#[cfg(feature = "sound")]
mod player;
pub mod synth;

#[cfg(feature = "sound")]
pub use player::Sound;

use crate::game::{Event, EventKind};
use glam::Vec3;

/// The player without the feature `sound`: it plays nothing.
#[cfg(not(feature = "sound"))]
pub struct Sound;

#[cfg(not(feature = "sound"))]
impl Sound {
    pub fn open() -> Option<Self> {
        None
    }

    pub fn play(&mut self, _steps: usize, _happened: &[(usize, Event)], _place: &Listener) {}
}

/// The sound of a window, opened once a key is pressed.
pub enum Speaker {
    Unopened,
    /// Nothing is heard: it is not wanted, or cannot be opened.
    Mute,
    Open(Sound),
}

impl Speaker {
    /// Opens the sound at the first call.
    pub fn open(&mut self) {
        if let Speaker::Unopened = self {
            *self = Sound::open().map_or(Speaker::Mute, Speaker::Open);
        }
    }
}

pub type Make = fn() -> Vec<f32>;

pub const ONCE: &[(EventKind, Make)] = &[
    (EventKind::Step, || effects::step(0)),
    (EventKind::Jump, effects::jump),
    (EventKind::Landing, effects::landing),
    (EventKind::Punch, || effects::whoosh(0.18, [300.0, 1100.0])),
    (EventKind::Swing, || effects::whoosh(0.3, [500.0, 2600.0])),
    (EventKind::Hit, effects::hit),
    (EventKind::Glance, effects::glance),
    (EventKind::Bounce, effects::bounce),
    (EventKind::Hurt, effects::hurt),
    (EventKind::Fallen, effects::fallen),
    (EventKind::Back, effects::back),
    (EventKind::Heart, effects::heart),
    (EventKind::Token, effects::token),
    (EventKind::Door, effects::door),
];

/// Sounds that never end, as loud as [`Listener::surroundings`] says.
pub const ALWAYS: [Make; 4] = [effects::wind, effects::torches, music::music, music::march];

/// The listener and the surroundings.
#[derive(Clone, Copy, Debug)]
pub struct Listener {
    at: Vec3,
    /// Loudness of a torch: 1 at it, 0 far away.
    torch: f32,
    /// Daylight: 1 outside, 0 in a passage.
    daylight: f32,
    /// Nearness of a living guard: 1 near it, 0 far away.
    guard: f32,
}

impl Listener {
    pub fn new(at: Vec3, flame: Option<Vec3>, daylight: f32, guard: f32) -> Self {
        let torch = flame.map_or(0.0, |flame| 1.0 / (1.0 + flame.distance_squared(at) / 4.0));
        Listener { at, torch, daylight, guard }
    }

    /// Returns the loudness of an event in the left and in the right ear.
    pub fn ears(&self, event: &Event) -> [f32; 2] {
        let aside = (event.at.x - self.at.x) / 8.0; // about half of what is seen
        let loud = match event.kind {
            EventKind::Step => 0.22,
            EventKind::Landing => (0.12 * event.strength).clamp(0.1, 0.9),
            EventKind::Jump | EventKind::Punch => 0.4,
            _ => 0.6,
        };
        // Equal power in both ears together, wherever it is.
        let right = 0.5 + 0.35 * aside.clamp(-1.0, 1.0);
        [1.0 - right, right].map(|fraction| loud / (1.0 + aside * aside) * fraction.sqrt())
    }

    /// Returns the loudness of each of [`ALWAYS`]: near a guard its march takes the place of the music.
    pub fn surroundings(&self) -> [f32; 4] {
        [0.30 * (0.3 + 0.7 * self.daylight), 0.35 * self.torch, 0.30 * (1.0 - self.guard), 0.34 * self.guard]
    }
}
