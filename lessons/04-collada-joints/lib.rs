//! Lesson 04, Collada joints. You edit `exercise.rs`.

#[allow(clippy::unnecessary_wraps)] // a placeholder never fails
#[forbid(unsafe_code)]
pub mod exercise;
mod given;
#[path = "src/reader.rs"]
mod reader;

/// All else: checks, mistakes, the scene. None of it is in the library that answers.
#[cfg(not(live))]
#[path = "src"]
mod lesson {
    pub mod checks;
    pub(crate) mod earlier;
    pub mod figures;
    pub(crate) mod mistakes;
    pub mod probes;
    pub mod scene;
    #[allow(clippy::unnecessary_wraps)] // as in `exercise`
    pub mod starter;
}

pub use common::collada::document::UpAxis;
pub use given::{Joint, MAX_JOINTS, tree};
#[cfg(not(live))]
pub use lesson::*;
pub use reader::{MAX_DEPTH, Reader, document, read, visual_scene};

use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::Mat4;
use roxmltree::Node;

common::live!("given.rs", "src/reader.rs");

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        matrix_from_text: fn(&str) -> Result<Mat4, String>, within 1e-4; // Numbers are read, not computed.
        joint_name: fn(Node<'_, '_>) -> String, within 0.5;
        /// The reader, the node, its nearest joint, the matrix from the node to that joint, the list.
        // Metres. Numbers of six decimals, a handful of products.
        add_joints: fn(&Reader, Node<'_, '_>, Option<usize>, Mat4, &mut Vec<Joint>) -> Result<(), String>, within 0.002;
        // Metres. The sine of 90 degrees in single precision is right to 1e-7.
        to_our_axes: fn(UpAxis, f32, &mut [Joint]), within 0.002;
    }
}
