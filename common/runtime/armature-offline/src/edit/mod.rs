//! Editing of clips: keys of whole transforms, clips whose joints can be keyed, mirrored poses, undo, and Euler angles
//! that stay as they were typed.
//!
//! ```
//! use armature::{math::Transform, skeleton::{Joint, Skeleton}};
//! use armature_offline::edit::{EditableClip, History, Mirror};
//! use glam::Quat;
//!
//! let joint = |name: &str| Joint { name: name.into(), parent: None, bind_local: Transform::IDENTITY };
//! let skeleton = Skeleton::new(vec![joint("hand_l"), joint("hand_r")])?;
//! let mut history = History::new(EditableClip::empty("wave", 1.0, &skeleton));
//! let raised = Transform::from_rotation(Quat::from_rotation_z(1.0));
//! history.edit(|clip| clip.set_key(0, 0.5, raised));
//!
//! let mut pose = skeleton.bind_pose();
//! pose.locals[0] = raised;
//! let mirrored = Mirror::of_figure(&skeleton, &[]).pose(&pose);
//! history.edit(|clip| clip.set_key(1, 0.5, mirrored.locals[1]));
//! assert_eq!(history.now().key_times(1), [0.5]);
//! history.undo();
//! assert!(history.now().key_times(1).is_empty());
//! # Ok::<(), armature::skeleton::SkeletonError>(())
//! ```

mod clip;
mod convert;
mod euler;
mod history;
mod interpolate;
mod keys;
mod mirror;
#[cfg(test)]
mod testing;

pub use armature::animation::{Key, SAME_TIME, key_at};
pub use clip::{EditableClip, KeysError};
pub use euler::EulerEntry;
pub use history::History;
pub use keys::{delete_key, move_key, set_key};
pub use mirror::Mirror;
