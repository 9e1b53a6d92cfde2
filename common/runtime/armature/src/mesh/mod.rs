//! Triangle meshes: vertex formats, morph targets, bounding boxes, smooth normals, and shapes built in code.

mod bounds;
mod morph;
mod normals;
pub mod shapes;
mod vertex;

pub use bounds::Bounds;
pub use morph::{Displacement, dense_displacements, morph_vertices};
pub use normals::smooth_normals;
pub use vertex::{Mesh, NO_JOINTS, SkinnedVertex, StaticVertex};
