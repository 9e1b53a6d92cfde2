//! Draws a figure: its meshes skinned on the graphics card, lit, textured.
//!
//! The palette is a uniform array of [`PALETTE_SIZE`] matrices, the plainest way there is and what the
//! lessons write. A skin with more joints is cut into batches of triangles that need no more than
//! that each (a triangle needs twelve at most), so that any skin draws with the one shader.

mod batch;
mod figure;
mod read_back;
mod texture;

pub(super) use figure::check;
pub use figure::{FigureRenderer, Look, View};
pub use read_back::{SkinnedByGpu, skin_on_gpu};

use super::{Gl, GlInfo, ShaderError, ShaderFile, ShaderSource};

/// How many matrices the palette of `shaders/common/skinned.vert` holds, where the driver has room.
pub const PALETTE_SIZE: usize = 96;

/// The fewest that any triangle can be drawn with: three corners of four joints each.
const LEAST_PALETTE: usize = 12;

/// The other uniforms of the skinning shader, in floats, with room for what a driver adds.
const OTHER_FLOATS: u32 = 128;

/// The skinning shader and the size of its palette here.
fn skinning_shader(gl: &Gl) -> Result<(ShaderSource, usize), ShaderError> {
    let source = ShaderSource::read(SKINNING_SHADER)?;
    let size = palette_size(gl);
    Ok((source.with_defines(&[&palette_define(size)]), size))
}

const SKINNING_SHADER: ShaderFile = ShaderFile("common/skinned.vert");

/// Fewer than [`PALETTE_SIZE`] matrices only where the driver has no room for so many.
fn palette_size(gl: &Gl) -> usize {
    let room = GlInfo::of(gl).matrices_beside(OTHER_FLOATS) as usize;
    room.clamp(LEAST_PALETTE, PALETTE_SIZE)
}

fn palette_define(size: usize) -> String {
    format!("PALETTE_SIZE {size}")
}
