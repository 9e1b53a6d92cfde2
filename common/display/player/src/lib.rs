//! A figure that plays: its clock, its pose, its renderer, and the panels that show and move it.

mod actor;
mod actor_renderer;
mod actor_state;
pub mod camera_control;
mod clip_fade;
pub mod clock;
pub mod describe;
pub mod display;
mod held;
pub mod joints;
pub mod key_rows;
mod morphs;
mod pins;
mod ruler;
mod selection;
mod subject;
pub mod testing;
pub mod timeline;

pub use actor::{Actor, FADES};
pub use actor_renderer::ActorRenderer;
pub use actor_state::ActorState;
pub use armature::animation::Playback;
pub use clip_fade::ClipFade;
pub use held::Held;
pub use pins::Pin;
pub use selection::Selection;
pub use subject::{Editing, Framing, Subject, SubjectKeys};
