//! The kinds of blows.

use crate::State;

/// A kind of blow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlowKind {
    /// With the fist.
    Punch,
    /// With the sword.
    Swing,
}

impl BlowKind {
    /// What he strikes in a state.
    pub fn for_state(state: State) -> Option<Self> {
        match state {
            State::Punch => Some(BlowKind::Punch),
            State::Swing => Some(BlowKind::Swing),
            _ => None,
        }
    }

    /// In which state he strikes it on the ground.
    pub fn state(self) -> State {
        match self {
            BlowKind::Punch => State::Punch,
            BlowKind::Swing => State::Swing,
        }
    }

    /// The joint whose hit spheres strike.
    pub fn joint(self) -> &'static str {
        match self {
            BlowKind::Punch => "hand_r",
            BlowKind::Swing => "sword_socket",
        }
    }

    /// From when to when in its clip it hurts, in seconds: around the moment at which the fist, or the sword's tip, is
    /// fastest, as long as it is faster than a third of that. A test measures it.
    pub fn active(self) -> (f32, f32) {
        match self {
            BlowKind::Punch => (4.0 / 24.0, 7.0 / 24.0),
            BlowKind::Swing => (11.0 / 24.0, 14.0 / 24.0),
        }
    }

    /// How much of a creature's health it takes.
    pub fn damage(self) -> u32 {
        match self {
            BlowKind::Punch => 1,
            BlowKind::Swing => 2,
        }
    }
}
