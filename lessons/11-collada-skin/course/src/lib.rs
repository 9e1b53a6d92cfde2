//! Lesson 11, Collada skin: all but what the student writes.

pub mod figures;
pub(crate) mod finished;
mod stage;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub mod file;
    pub mod panel;
    pub mod probes;
    pub mod scene;
    pub(crate) mod skinned;
    pub mod stands;
    pub(crate) mod vertex_weights;

    pub use file::{FigureFile, FileSkin};
    pub use skinned::{SkinAnswers, bind_skins};
    pub use vertex_weights::VertexWeights;
}

pub use given::lesson_11::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(collada_skin: ColladaSkin, stage::SCENE);
