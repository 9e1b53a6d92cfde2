//! Parts that the scenes of several lessons share, one topic per file.
//!
//! - [`student_shader`]: programs of the student's shaders, with the finished ones as a fallback;
//! - [`skinned_mesh`]: a mesh skinned on the GPU by such a vertex shader;
//! - [`skinning_probe`]: the same shader in a check; [`lighting_probe`]: one that lights;
//! - [`answer_cache`]: what answers return about a whole file, computed once;
//! - [`flat`]: flat shapes in the scene; graphs and words over it are [`drawing::Sheet`]s;
//! - [`difference`]: the difference view (F3) for a list of points.

pub mod difference;
pub mod flat;
pub mod lighting_probe;
pub mod skinned_mesh;
pub mod skinning_probe;
#[cfg(test)]
mod skinning_tests;
pub mod student_shader;

pub use drawing::answer_cache;
pub use flat::FlatShapes;
