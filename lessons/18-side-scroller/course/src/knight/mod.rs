//! The knight: how keys and ground move him in a step, and how he is posed.
//!
//! ```text
//! keys -> movement: state_for, velocity, the ground, face -> pose: clips, blend, mask, fade -> feet -> model_from_joint
//! ```

mod animator;
mod cast;
mod feet;
mod lying;
mod mine;
mod movement;
mod pose;

pub use crate::measures::{COLLIDER, RUN, WALK, part};
pub use cast::Cast;
pub use lying::lies;
pub use mine::Mine;
pub use movement::{ANYWHERE, HEIGHT, Knight, SAFE};
pub use pose::Poser;
