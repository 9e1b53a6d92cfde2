//! Keyframe animation: tracks of keys, clips of tracks, key interpolation, and the playback that keeps time; and what
//! is made of several motions: blends, masks, additive poses, fades, and a table of states.
//!
//! Two poses are mixed by [`Pose::set_blend`](crate::skeleton::Pose::set_blend), two clips of a figure by
//! [`PoseChange::blend`](crate::model::PoseChange::blend), several poses by [`blend_layers`].
//!
//! Between two keys [`Track`] and [`RotationTrack`] interpolate.

mod additive;
mod blend;
mod clip;
mod crossfade;
mod events;
mod fade;
mod key;
mod mask;
mod moment;
mod playback;
pub mod reduce;
pub mod resample;
mod root_motion;
mod rotation;
mod track;
mod weights;

pub use additive::{add_masked, add_pose, make_additive};
pub use blend::{Layer, REST_THRESHOLD, blend_layers};
pub use clip::{Clip, ClipError, Cursors, Interpolation, JointKeys, JointTracks, in_order, key_times, times_and_jumps};
pub use crossfade::Crossfade;
pub use events::ClipEvents;
pub use fade::Fade;
pub use key::{Key, SAME_TIME, key_at};
pub use mask::{Mask, blend_masked};
pub use moment::Moment;
pub use playback::{LoopMode, Playback, wrap_time};
pub use resample::{interpolate_transform, sample_adaptively};
pub use root_motion::{RootAxes, RootDelta, RootMotion, root_joint};
pub use rotation::{RotationTrack, interpolate_rotation, nlerp_error, nlerp_parts};
pub use track::{KeyValue, MAX_KEY_NUMBER, Track, TrackError};
pub use weights::{WeightTrack, add_weights, blend_weights};
