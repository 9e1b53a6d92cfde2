//! What the scenes of several lessons share, one idea a file.
//!
//! - [`student_shader`]: programs of the student's shaders, with the finished ones as a fallback;
//! - [`skinned_mesh`]: a mesh skinned on the GPU by such a vertex shader;
//! - [`skinning_probe`]: the same shader in a check; [`testing`]: the finished ones in lessons' tests;
//! - [`answer_cache`]: what answers return about a whole file, computed once;
//! - [`joint_lines`]: bones as lines, as in lesson 03;
//! - [`rings`], [`parts`]: meshes made in code, ring by ring and part by part;
//! - [`solids`]: rigid meshes of one colour, with shadows and a ghost;
//! - [`flat`]: flat shapes on the picture, [`lettering`]: words, [`graph`]: curves among them;
//! - [`sprites`]: pictures with transparent edges;
//! - [`marks`]: bones and ribbons over a picture;
//! - [`side`]: left and right by joints' names; [`see_through`]: a model around its joints;
//! - [`draw_state`]: depth, blending and offset of what is drawn;
//! - [`difference`]: the answer to F3 for a list of points;
//! - [`list`]: a list in a lesson's panel;
//! - [`options`], [`words`]: numbers on the command line and in text;
//! - [`xml`]: helpers for lessons that read Collada's XML themselves.

pub mod answer_cache;
pub mod difference;
pub mod draw_state;
pub mod flat;
pub mod graph;
pub mod joint_lines;
pub mod lettering;
pub mod list;
pub mod marks;
pub mod options;
pub mod parts;
pub mod rings;
pub mod see_through;
pub mod side;
pub mod skinned_mesh;
pub mod skinning_probe;
pub mod solids;
pub mod sprites;
pub mod student_shader;
pub mod testing;
pub mod words;
pub mod xml;

pub use flat::FlatShapes;
