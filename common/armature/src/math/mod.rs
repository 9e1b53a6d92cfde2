//! Transforms and how to blend them.

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
