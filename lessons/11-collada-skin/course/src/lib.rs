//! Lesson 11, Collada skin: all but what the student writes.

pub mod checks;
pub(crate) mod earlier;
pub mod figures;
pub mod file;
pub(crate) mod finished;
pub mod joint_pose;
pub(crate) mod mistakes;
pub(crate) mod panel;
pub mod probes;
pub mod scene;
pub(crate) mod skinned;
pub(crate) mod stands;
#[allow(clippy::unnecessary_wraps)] // as in `exercise`
pub mod starter;
pub(crate) mod vertex_weights;

pub use file::{File, FileSkin};
pub use skinned::{SkinAnswers, bind_skins};
pub use vertex_weights::VertexWeights;

pub use given::lesson_11::*;
