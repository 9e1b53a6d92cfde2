//! TRS transforms, dual quaternions, matrix decomposition, lerp, nlerp and slerp.

mod affine;
mod decompose;
mod dual_quaternion;
mod interpolate;
mod similarity;
mod transform;

pub use affine::Affine3x4;
pub use decompose::{Decomposition, decompose, largest_scale};
pub use dual_quaternion::DualQuaternion;
pub use interpolate::{clamp_weight, lerp, nlerp, shortest, slerp};
pub use similarity::Similarity;
pub use transform::Transform;
