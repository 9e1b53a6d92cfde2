//! Skinning: bindings of a mesh to joints, vertex weights, linear blending and dual quaternions.

mod dual_quaternion;
mod influences;
mod linear_blend;
#[allow(clippy::module_inception)] // the folder is the idea, the file its main type
mod skin;

pub use dual_quaternion::skin_vertices_dual;
pub use influences::{FourInfluences, Influence, Influences, best_four};
pub(crate) use linear_blend::skinned_position;
pub use linear_blend::{normal_matrix, scales_evenly, skin_position, skin_vertices, twisted_radius};
pub use skin::{Binding, Skin};
