//! Keyframe animation: tracks of keys, clips of tracks, key interpolation, and the player that keeps time.

mod clip;
pub mod keyframes;
mod player;
mod rotation;
mod track;

pub use clip::{Clip, Cursors, JointTracks};
pub use player::{LoopMode, Player, wrap_time};
pub use rotation::{NLERP_LIMIT, RotationTrack, interpolate_rotation, nlerp_parts};
pub use track::{Track, TrackError};
