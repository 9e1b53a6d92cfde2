//! Debug drawing: axes, joints, bones, boxes and the ground grid, as lines and small solids.
//!
//! [`Shapes`] collects them in world space; [`DebugRenderer`] draws all of them in two calls.

mod renderer;
mod shapes;

pub use renderer::{DebugRenderer, Overlay};
pub use shapes::{Shapes, grid_step};
