//! The ground as a body meets it.
//!
//! ```text
//! level's convex polygons
//!   -> polygon: each one expanded by the body's collider (18.1 minkowski)
//!   -> snap:    their edges cut where they cross, all points on a fine grid
//!   -> mesh:    a constrained Delaunay triangulation, its triangles free or solid
//!   -> advance: a point that flies (18.2) and walks (18.3) through the free ones
//! ```
//!
//! A body is a point and the triangle it is in. The triangle changes only where an edge is crossed, so no rounding
//! error ever puts the body into the ground.

#[cfg(feature = "graphics")]
mod advance;
mod ahead;
mod heights;
mod polygon;
mod snap;
mod triangulation;

pub use crate::mesh::{Body, Mesh, Triangle, WALKABLE};
#[cfg(feature = "graphics")]
pub use advance::{advance, keep_within};
pub use ahead::{Ahead, ahead};
pub use heights::GroundHeights;
pub use polygon::{depth, expanded, is_convex, surfaces};
pub use triangulation::{FARTHEST, mesh_of};
