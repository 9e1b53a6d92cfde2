//! Lines and small solids that show what cannot be seen: axes, joints, bones, boxes, the ground.
//!
//! [`Shapes`] collects them in world space; [`DebugRenderer`] draws all of them in two calls.

mod renderer;
mod shapes;

pub use renderer::{DebugRenderer, Overlay};
pub use shapes::{Shapes, grid_step};
