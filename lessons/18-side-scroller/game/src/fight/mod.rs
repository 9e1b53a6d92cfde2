//! The fight: creatures, the spheres that hit and are hit, and when a blow hurts.

mod creature;
mod species;
mod spheres;

pub use crate::blow_kind::BlowKind;
pub use creature::{Creature, Mood};
pub use species::Species;
pub use spheres::{FigureSpheres, meet};
