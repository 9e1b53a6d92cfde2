//! Triangle meshes: vertex formats, bounding boxes, smooth normals, and shapes built in code.

mod bounds;
mod normals;
pub mod shapes;
mod vertex;

pub use bounds::Bounds;
pub(crate) use normals::smooth_normals;
pub use vertex::{Mesh, NO_JOINTS, SkinnedVertex, StaticVertex};
