use crate::State;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlowKind {
    Punch,
    Swing,
}

impl BlowKind {
    pub fn for_state(state: State) -> Option<Self> {
        match state {
            State::Punch => Some(BlowKind::Punch),
            State::Swing => Some(BlowKind::Swing),
            _ => None,
        }
    }

    pub fn state(self) -> State {
        match self {
            BlowKind::Punch => State::Punch,
            BlowKind::Swing => State::Swing,
        }
    }

    /// Returns the beginning and the end of the time in which the blow hurts, in seconds of its clip: around the moment
    /// at which the fist, or the sword's tip, is fastest, as long as it is faster than a third of that. A test measures
    /// it.
    pub fn active(self) -> (f32, f32) {
        match self {
            BlowKind::Punch => (4.0 / 24.0, 7.0 / 24.0),
            BlowKind::Swing => (11.0 / 24.0, 14.0 / 24.0),
        }
    }

    pub fn damage(self) -> u32 {
        match self {
            BlowKind::Punch => 1,
            BlowKind::Swing => 2,
        }
    }
}
