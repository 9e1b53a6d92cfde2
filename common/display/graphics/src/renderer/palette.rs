//! Uploads palettes to the shader: as an array of matrices, or in rows or as dual quaternions, as uniform blocks.

use super::colors::{LIGHT_SHADER, Programs};
#[cfg(test)]
use crate::ShaderSource;
use crate::{Gl, GlInfo, ShaderError, ShaderFile, Uniforms};
use armature::math::Affine3x4;
use armature::math::Similarity;
use glam::Affine3A;
use glium::{
    program,
    uniforms::{LayoutMismatchError, UniformBlock, UniformBuffer, UniformValue},
};

/// Number of matrices in the palette of `shaders/common/skinned.vert`, where the driver has room.
pub const PALETTE_SIZE: usize = 96;

/// Number of matrices in the palette of `shaders/common/skinned_rows.vert`, on every driver: three `vec4` each, 1023 in
/// all, in a block of 16 KiB. As four `vec4` each there would be room for 256.
/// Source: OpenGL 3.3 specification, table 6.55, `MAX_UNIFORM_BLOCK_SIZE`.
pub const ROWS_PALETTE_SIZE: usize = 341;

/// The smallest palette that can draw any triangle: three corners of four joints each.
const MIN_PALETTE: usize = 12;

/// The other uniforms of the skinning shader, in floats, with room for what a driver adds.
const OTHER_FLOATS: u32 = 128;

/// One matrix of a figure: a binding of one of its skins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PaletteEntry {
    pub(super) skin: u16,
    pub(super) place: u16,
}

/// The skinning matrix of a skin's binding: of a figure, or of one in a crowd.
pub(super) type Matrices<'a> = dyn Fn(usize, usize) -> Affine3x4 + 'a;

impl PaletteEntry {
    pub(super) fn matrix(self, matrices: &Matrices<'_>) -> Affine3x4 {
        matrices(usize::from(self.skin), usize::from(self.place))
    }
}

/// The two ways to upload a palette.
pub(super) enum Upload {
    /// `uniform mat4 u_palette[..]`: a call to OpenGL for each matrix.
    Matrices {
        /// Fewer than [`PALETTE_SIZE`] only where the driver has no room for so many.
        most: usize,
    },
    /// `vec4 u_rows[..]` in a block: 48 bytes a matrix, all at once.
    Rows(Block),
}

/// Three `vec4` for each of [`ROWS_PALETTE_SIZE`] entries of a palette, in a uniform block.
pub(super) struct Block(Box<UniformBuffer<[[f32; 4]]>>);

impl Block {
    fn new(gl: &Gl, file: ShaderFile) -> Result<Self, ShaderError> {
        let bytes = ROWS_PALETTE_SIZE * 3 * size_of::<[f32; 4]>();
        let buffer = UniformBuffer::empty_unsized(gl, bytes);
        Ok(Block(Box::new(buffer.map_err(|error| ShaderError::drawing(file, format!("{error}")))?)))
    }

    /// Writes the first entries, for the next draw calls.
    fn write(&self, entries: impl Iterator<Item = [[f32; 4]; 3]>) {
        let rows: Vec<[f32; 4]> = entries.flatten().collect();
        if let Some(part) = self.0.slice(0..rows.len()).filter(|_| !rows.is_empty()) {
            part.write(&rows);
        }
    }

    fn value(&self) -> UniformValue<'_> {
        UniformValue::Block(self.0.as_slice_any(), is_palette)
    }
}

/// Dual quaternions in a block.
pub(super) struct DualUpload {
    pub(super) programs: Programs,
    duals: Block,
}

impl DualUpload {
    pub(super) fn new(gl: &Gl, has_colors: bool) -> Result<Self, ShaderError> {
        Ok(DualUpload {
            programs: Programs::load(gl, [DUAL_SHADER, LIGHT_SHADER], &[], has_colors)?,
            duals: Block::new(gl, DUAL_SHADER)?,
        })
    }

    /// Writes the nearest similarities to skinning matrices, for the next draw calls.
    pub(super) fn write(&self, palette: impl Iterator<Item = Affine3x4>) {
        self.duals.write(palette.map(|matrix| {
            let Similarity { scale, motion } = Similarity::nearest(&Affine3A::from(matrix));
            [motion.real.to_array(), motion.dual.to_array(), [scale, 0.0, 0.0, 0.0]]
        }));
    }

    /// Adds the block to `uniforms`.
    pub(super) fn add_to<'a>(&'a self, uniforms: Uniforms<'a>) -> Uniforms<'a> {
        uniforms.value("DualPalette", self.duals.value())
    }
}

impl Upload {
    pub(super) fn matrices(gl: &Gl) -> Self {
        let room = GlInfo::new(gl).matrices_beside(OTHER_FLOATS) as usize;
        Upload::Matrices { most: room.clamp(MIN_PALETTE, PALETTE_SIZE) }
    }

    pub(super) fn rows(gl: &Gl) -> Result<Self, ShaderError> {
        Ok(Upload::Rows(Block::new(gl, ROWS_SHADER)?))
    }

    /// Returns the number of matrices that one draw call can use.
    pub(super) fn capacity(&self) -> usize {
        match self {
            Upload::Matrices { most } => *most,
            Upload::Rows(_) => ROWS_PALETTE_SIZE,
        }
    }

    /// Returns the vertex shader that reads this palette, and its `#define`s.
    pub(super) fn shader(&self) -> (ShaderFile, Vec<String>) {
        match self {
            Upload::Matrices { most } => (MATRICES_SHADER, vec![format!("PALETTE_SIZE {most}")]),
            Upload::Rows(_) => (ROWS_SHADER, vec![]),
        }
    }

    #[cfg(test)]
    pub(super) fn source(&self) -> Result<ShaderSource, ShaderError> {
        let (file, defines) = self.shader();
        let defines: Vec<&str> = defines.iter().map(String::as_str).collect();
        Ok(ShaderSource::read(file)?.with_defines(&defines))
    }

    /// Writes the matrices of `places` into the block, for the next draw calls.
    pub(super) fn write(&self, matrices: &Matrices<'_>, places: &[PaletteEntry]) {
        self.write_rows(places.iter().map(|place| place.matrix(matrices)));
    }

    /// Writes matrices into the block, for the next draw calls. Does nothing for an array of uniforms, whose values the draw
    /// call sets.
    pub(super) fn write_rows(&self, palette: impl Iterator<Item = Affine3x4>) {
        let Upload::Rows(block) = self else { return };
        block.write(palette.map(|matrix| matrix.rows));
    }

    /// Adds the block to `uniforms`, if the palette is in a block.
    pub(super) fn add_block<'a>(&'a self, uniforms: Uniforms<'a>) -> Uniforms<'a> {
        match self {
            Upload::Matrices { .. } => uniforms,
            Upload::Rows(block) => uniforms.value("Palette", block.value()),
        }
    }

    /// Adds the palette to `uniforms`: the block, or the matrices of `places` themselves.
    pub(super) fn add_to<'a>(
        &'a self,
        uniforms: Uniforms<'a>,
        matrices: &Matrices<'_>,
        places: &[PaletteEntry],
    ) -> Uniforms<'a> {
        match self {
            Upload::Matrices { .. } => uniforms
                .affines("u_palette", &places.iter().map(|place| place.matrix(matrices).into()).collect::<Vec<_>>()),
            Upload::Rows(_) => self.add_block(uniforms),
        }
    }
}

/// Checks that a shader's block is an array of `vec4` and nothing else.
fn is_palette(block: &program::UniformBlock) -> Result<(), LayoutMismatchError> {
    <[[f32; 4]]>::matches(&block.layout, 0)
}

pub(super) const MATRICES_SHADER: ShaderFile = ShaderFile("common/skinned.vert");
/// Skins by palettes in rows.
pub const ROWS_SHADER: ShaderFile = ShaderFile("common/skinned_rows.vert");
pub(super) const DUAL_SHADER: ShaderFile = ShaderFile("common/skinned_dual.vert");
