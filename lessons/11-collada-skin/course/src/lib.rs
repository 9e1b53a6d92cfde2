//! Lesson 11, Collada skin: all but what the student writes.

pub mod figures;
mod file;
pub(crate) mod finished;
pub mod scene;
pub(crate) mod skinned;
pub mod stands;
pub(crate) mod vertex_weights;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub mod options;
    pub mod probes;
    pub(crate) mod read;

    use options::SkinOptions;

    common::lesson_window!(SkinOptions => SkinOptions::read_figures, SkinOptions::of_file);
}

pub use file::{FigureFile, FileSkin, is_rigid};
pub use skinned::{SkinAnswers, bind_skins};
pub use vertex_weights::VertexWeights;

pub use given::lesson_11::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(collada_skin: ColladaSkin, scene::SCENE, hierarchy: lesson_02);
