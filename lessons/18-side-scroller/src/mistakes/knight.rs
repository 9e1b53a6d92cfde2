//! Mistakes of the knight.

use crate::{Gait, Hand, Keys, Moved, State, Tools, finished};
use glam::Mat4;

pub(super) fn state_for(state: State, moved: &Moved, keys: Keys, tools: Tools) -> State {
    (finished::ANSWERS.state_for)(state, moved, keys, tools)
}

pub(super) fn face(gait: Gait, speed: f32, dt: f32) -> Gait {
    (finished::ANSWERS.face)(gait, speed, dt)
}

pub(super) fn sword(hand: &Hand<'_>) -> Mat4 {
    (finished::ANSWERS.sword)(hand)
}
