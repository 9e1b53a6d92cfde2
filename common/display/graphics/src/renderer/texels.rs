//! A list of texels of four floats in a texture of two dimensions.

use crate::Gl;
use anyhow::{Context as _, Result};
use armature::math::Affine3x4;
use glam::Vec4;
use glium::{
    CapabilitiesSource, Rect,
    texture::{ClientFormat, MipmapsOption, RawImage2d, Texture2d, Texture2dDataSource, UncompressedFloatFormat},
    uniforms::{MagnifySamplerFilter, MinifySamplerFilter, SamplerBehavior, SamplerWrapFunction, UniformValue},
};
use std::borrow::Cow;

/// Texels side by side, where there is room: a list that is longer than a side of the texture goes on in the next
/// row.
const WIDTH: usize = 3072;

/// Texels of a matrix. Every width is a multiple of it: then matrices fill whole rows, and are written without a copy.
const ROWS: usize = 3;

/// RGBA32F texels in a list: number `i` is at x = `i % width`, y = `i / width`.
pub struct TexelTexture {
    texture: Texture2d,
    width: usize,
    texels: usize,
}

impl TexelTexture {
    /// A texture with room for `count` of `what`, each of `each` texels.
    ///
    /// # Errors
    /// If the driver's textures are too small for it (`GL_MAX_TEXTURE_SIZE`), or it reports an error.
    pub fn new(gl: &Gl, what: &str, count: usize, each: usize) -> Result<Self> {
        let side = gl.get_capabilities().max_texture_size.max(ROWS as i32) as usize;
        let most = side / ROWS * ROWS * side / each.max(1);
        let (width, height) = texture_size(count.saturating_mul(each), side).with_context(|| {
            format!(
                "{count} {what} of {each} texels: a texture holds {side} x {side} texels with this driver, which is \
                 enough for {most}"
            )
        })?;
        let texture = Texture2d::empty_with_format(
            gl,
            UncompressedFloatFormat::F32F32F32F32,
            MipmapsOption::NoMipmap,
            width as u32,
            height as u32,
        );
        let texture = texture.context("the graphics driver refuses")?;
        Ok(Self { texture, width, texels: width * height })
    }

    /// Writes the first texels, three for each matrix. Allocates nothing: the driver copies from the slice.
    ///
    /// # Panics
    /// If there are more than fit.
    pub fn write_matrices(&self, matrices: &[Affine3x4]) {
        self.write(matrices, ROWS);
    }

    /// Writes the first texels. Allocates nothing.
    ///
    /// # Panics
    /// If there are more than fit.
    pub fn write_texels(&self, texels: &[Vec4]) {
        self.write(texels, 1);
    }

    /// Writes whole rows in one call, and the rest of the list in another. A `T` has `each` texels, and a row holds a whole
    /// number of `T`s.
    fn write<T: Copy + Send>(&self, list: &[T], each: usize) {
        let texels = list.len() * each;
        assert!(texels <= self.texels, "{texels} texels for a texture of {}", self.texels);
        let rows = texels / self.width;
        let (whole, rest) = list.split_at(rows * self.width / each);
        for (list, bottom, width, height) in [(whole, 0, self.width, rows), (rest, rows, rest.len() * each, 1)] {
            if !list.is_empty() {
                let width = width as u32;
                let height = height as u32;
                let rect = Rect { left: 0, bottom: bottom as u32, width, height };
                self.texture.write(rect, Texels { list, width, height });
            }
        }
    }

    /// Returns the value of a `sampler2D`. `texelFetch` uses no filter, but without mipmaps a texture is complete only if the
    /// sampler has a filter without them.
    pub fn value(&self) -> UniformValue<'_> {
        let wrap = SamplerWrapFunction::Clamp;
        let sampler = SamplerBehavior {
            wrap_function: (wrap, wrap, wrap),
            minify_filter: MinifySamplerFilter::Nearest,
            magnify_filter: MagnifySamplerFilter::Nearest,
            ..SamplerBehavior::default()
        };
        UniformValue::Texture2d(&self.texture, Some(sampler))
    }
}

/// Returns the width and the height of a texture for a number of texels, or `None` if more than `side` rows or columns
/// would be needed.
fn texture_size(texels: usize, side: usize) -> Option<(usize, usize)> {
    let widest = side / ROWS * ROWS;
    let width = WIDTH.min(widest);
    let width = if texels.div_ceil(width) > side { widest } else { width };
    let height = texels.div_ceil(width).max(1);
    (height <= side).then_some((width, height))
}

/// A slice as a rectangle's content. `T` is one texel or several: floats in their order.
struct Texels<'a, T> {
    list: &'a [T],
    width: u32,
    height: u32,
}

impl<'a, T: Copy + Send + 'a> Texture2dDataSource<'a> for Texels<'a, T> {
    type Data = T;

    fn into_raw(self) -> RawImage2d<'a, T> {
        let Self { list, width, height } = self;
        RawImage2d { data: Cow::Borrowed(list), width, height, format: ClientFormat::F32F32F32F32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::headless_or_skip;

    #[test]
    fn sizes() {
        assert_eq!(texture_size(0, 1024), Some((1023, 1)));
        assert_eq!(texture_size(1024, 1024), Some((1023, 2)));
        assert_eq!(texture_size(1023 * 1024, 1024), Some((1023, 1024)), "the least that every driver has");
        assert_eq!(texture_size(1023 * 1024 + 1, 1024), None);
        assert_eq!(texture_size(10_000 * 67 * 3, 16384), Some((3072, 655)));
        assert_eq!(texture_size(3072 * 16384 + 1, 16384), Some((16383, 3073)), "wider where it must be");
    }

    /// Written texels are read back in the order in which shaders read them, for lists that fill rows, part of one, or both.
    #[test]
    fn what_is_written_is_in_a_list() {
        let Some(gl) = headless_or_skip("what_is_written_is_in_a_list") else { return };
        for count in [1, 1023, 1024, 1025, 2048, 2500] {
            let texture = TexelTexture::new(&gl, "matrices", count, 3).unwrap();
            let mut matrices = Vec::new();
            for matrix in 0..count {
                let rows = [0, 1, 2].map(|row| [0, 1, 2, 3].map(|k| (12 * matrix + 4 * row + k) as f32 + 0.25));
                matrices.push(Affine3x4 { rows });
            }
            let list: Vec<Vec4> = matrices.iter().flat_map(|matrix| matrix.rows.map(Vec4::from)).collect();
            for as_texels in [false, true] {
                texture.write_texels(&vec![Vec4::ZERO; list.len()]);
                if as_texels {
                    texture.write_texels(&list);
                } else {
                    texture.write_matrices(&matrices);
                }
                let level = texture.texture.main_level().first_layer().into_image(None).unwrap();
                let width = level.get_width();
                let height = level.get_height().unwrap();
                let whole = Rect { left: 0, bottom: 0, width, height };
                let read: Vec<Vec<(f32, f32, f32, f32)>> = level.raw_read(&whole);
                let read = read.into_iter().flatten().map(Vec4::from);
                assert!(read.take(list.len()).eq(list.iter().copied()), "{count}, {as_texels}");
            }
        }
    }

    #[test]
    fn too_large_a_crowd_says_how_many_fit() {
        let Some(gl) = headless_or_skip("too_large_a_crowd_says_how_many_fit") else { return };
        let error = TexelTexture::new(&gl, "palettes", usize::MAX / 2, 201).err().unwrap();
        let side = gl.get_capabilities().max_texture_size as usize;
        let most = side / 3 * 3 * side / 201;
        assert!(most >= 5211, "the least that every driver has");
        let message = error.to_string();
        assert!(
            message.contains(&format!("{side} x {side}")) && message.ends_with(&format!("for {most}")),
            "{message}"
        );
    }
}
