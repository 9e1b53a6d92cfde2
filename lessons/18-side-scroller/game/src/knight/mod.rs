//! The knight: how keys and ground move him in a step, and how he is posed.
//!
//! ```text
//! keys -> movement: state_for, velocity, the ground, face -> pose: clips, blend, mask, fade -> feet -> model_from_joint
//! ```

mod air;
mod animator;
mod bends;
mod cape;
mod cast;
mod climb;
mod feet;
mod follow_through;
mod gestures;
mod hurt;
mod lying;
mod motion;
mod movement;
mod pose;
mod spring;
mod table;

pub use crate::measures::{COLLIDER, ClipPart, RUN, WALK, part};
pub use animator::{Animator, Poses, loop_mode};
pub use cast::{Figure, GameCast};
pub use feet::{FootMark, Stances, Stand};
pub use movement::{ANYWHERE, HEIGHT, Knight, SAFE};
pub use pose::Poser;

fn eased(u: f32) -> f32 {
    let u = u.clamp(0.0, 1.0);
    u * u * (3.0 - 2.0 * u)
}
