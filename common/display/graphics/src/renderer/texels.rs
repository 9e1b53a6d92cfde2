//! A list of texels of four floats in a texture of two dimensions.

use crate::Gl;
use anyhow::{Context as _, Result};
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

/// Texels of a palette's entry. Every width is a multiple of it: then no entry goes on in the next row.
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

    /// Writes the first texels: those that fill rows in one call, and the rest in another. Allocates nothing: the driver copies from
    /// the slice.
    ///
    /// # Panics
    /// If there are more than fit.
    pub fn write(&self, texels: &[Vec4]) {
        assert!(texels.len() <= self.texels, "{} texels for a texture of {}", texels.len(), self.texels);
        let rows = texels.len() / self.width;
        let (whole, rest) = texels.split_at(rows * self.width);
        for (list, bottom, width, height) in [(whole, 0, self.width, rows), (rest, rows, rest.len(), 1)] {
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

/// A slice as a rectangle's content.
struct Texels<'a> {
    list: &'a [Vec4],
    width: u32,
    height: u32,
}

impl<'a> Texture2dDataSource<'a> for Texels<'a> {
    type Data = Vec4;

    fn into_raw(self) -> RawImage2d<'a, Vec4> {
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
        for count in [1, 1023, 3069, 3072, 3075, 7500] {
            let texture = TexelTexture::new(&gl, "texels", count, 1).unwrap();
            let list: Vec<Vec4> = (0..count).map(|texel| Vec4::new(0.25, 0.5, 0.75, 1.0) + texel as f32).collect();
            texture.write(&list);
            let level = texture.texture.main_level().first_layer().into_image(None).unwrap();
            let whole = Rect { left: 0, bottom: 0, width: level.get_width(), height: level.get_height().unwrap() };
            let read: Vec<Vec<(f32, f32, f32, f32)>> = level.raw_read(&whole);
            let read = read.into_iter().flatten().map(Vec4::from);
            assert!(read.take(count).eq(list), "{count}");
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
