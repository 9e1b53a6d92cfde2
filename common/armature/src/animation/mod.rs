//! Tracks of keys, clips of tracks, and the player that says which time it is.

mod clip;
pub mod keyframes;
mod player;
mod rotation;
mod track;

pub use clip::{Clip, Cursors, JointTracks};
pub use player::{LoopMode, Player, wrap_time};
pub use rotation::{NLERP_LIMIT, RotationTrack, interpolate_rotation, nlerp_parts};
pub use track::{Track, TrackError};
