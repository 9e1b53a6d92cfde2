//! Events of a step, as plain data: dust, sparks and the camera's shake follow from them.

use glam::{DVec2, Vec3};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    Step,
    Jump,
    /// Landing of his; its strength is his speed, in metres a second.
    Landing,
    Punch,
    Swing,
    /// Hit of his on a creature; its strength is the damage.
    Hit,
    /// Blow of his that a hard creature turns away.
    Glance,
    Bounce,
    Hurt,
    Fallen,
    /// Return to where he stood safely.
    Back,
    /// Heart for a beaten creature.
    Heart,
    Token,
    Door,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    pub kind: EventKind,
    pub at: Vec3,
    /// Strength in the unit of its kind; 1 where that says nothing.
    pub strength: f32,
}

impl Event {
    pub fn new(kind: EventKind, at: DVec2, strength: f32) -> Self {
        Event { kind, at: at.as_vec2().extend(0.0), strength }
    }
}
