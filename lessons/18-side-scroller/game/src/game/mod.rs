//! The whole game, step by step: what does not change ([`Stage`]), what does ([`Game`]), and what was pressed
//! ([`Run`]).
//!
//! ```text
//! keys -> knight (18.2 to 18.5) -> creatures (18.2, 18.3) -> poses -> sword (18.6) -> spheres (18.7)
//!      -> who touches whom within the step (18.8) -> who is hurt (18.9) -> health, outcome
//! ```

mod event;
mod run;
mod stage;
mod step;

pub use crate::measures::STEP;
pub use event::{Event, EventKind};
pub use run::Run;
pub use stage::{Characters, Players, Stage};
pub use step::{DOOR_REACH, FALLEN, Game, GameOutcome, HEALTH, takes};
