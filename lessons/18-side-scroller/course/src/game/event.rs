//! What happens in a step, as plain data: sound, dust, sparks and the camera's shake are made of it.

use glam::{DVec2, Vec3};

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// One of his feet comes down: by 18.5.
    Step,
    /// He leaves the ground by the jump key.
    Jump,
    /// He comes to the ground; as hard as he is fast, in metres a second.
    Landing,
    /// He begins to strike with his fist.
    Punch,
    /// He begins to strike with his sword.
    Swing,
    /// His blow hurts a creature; as hard as what it takes.
    Hit,
    /// His blow glances off.
    Glance,
    /// He lands on a creature's back.
    Bounce,
    /// A creature hurts him.
    Hurt,
    /// He dies, or falls into the abyss.
    Fallen,
    /// He is back where he stood safely.
    Back,
    /// He has beaten a creature, and gets a heart for it.
    Heart,
    /// He takes a token.
    Token,
    /// He is at the door, and it opens.
    Door,
}

/// Something that happens in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// What.
    pub kind: EventKind,
    /// Where, in the world.
    pub at: Vec3,
    /// How hard, in the unit of its kind; 1 where that says nothing.
    pub strength: f32,
}

impl Event {
    /// At a place in the level.
    pub fn new(kind: EventKind, at: DVec2, strength: f32) -> Self {
        Event { kind, at: at.as_vec2().extend(0.0), strength }
    }
}
