//! Rigid and TRS transforms, matrix decomposition, lerp, nlerp and slerp.

mod decompose;
mod interpolate;
mod rigid;
mod transform;

#[cfg(test)]
pub(crate) mod testing;

pub use decompose::{Decomposition, decompose};
pub use interpolate::{lerp, nlerp, shortest, slerp};
pub use rigid::Rigid;
pub use transform::Transform;
