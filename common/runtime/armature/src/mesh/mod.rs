//! Triangle meshes: vertex formats, morph targets, bounding boxes, and smooth normals.

mod bounds;
mod morph;
mod normals;
mod vertex;

pub use bounds::Bounds;
pub use morph::{Displacement, morph_vertices};
pub use normals::smooth_normals;
pub use vertex::{Mesh, NO_JOINTS, SkinnedVertex, StaticVertex};
