//! The framebuffer of every scene: a window shows it, a picture is read from it.
//!
//! # Colours
//! Decided once, for everything: the canvas holds sRGB-encoded bytes, and shaders write them. So a
//! colour written by a shader without light is the colour in the PNG, number for number (0.5 becomes
//! 128). Shaders with light compute in linear light and encode at their end, as `common/lit.frag`
//! does; textures are decoded by the texture unit (`SrgbTexture2d`); colours of materials and of
//! [`debug_draw`](super::debug_draw) are given sRGB-encoded.
//! For clearing that means glium's `clear_color_srgb`: plain `clear_color` would encode once more
//! wherever the target is a window.

use super::{Gl, picture::Picture};
use anyhow::{Context as _, Result, ensure};
use glium::{
    Blend, BlendingFunction, BlitTarget, LinearBlendingFactor, Rect, Surface,
    framebuffer::{SimpleFrameBuffer, ValidationError},
    texture::{
        DepthFormat, DepthTexture2d, DepthTexture2dMultisample, MipmapsOption, Texture2d, Texture2dMultisample,
        UncompressedFloatFormat,
    },
    uniforms::MagnifySamplerFilter,
};

/// The target of drawing functions.
pub type Target<'a> = SimpleFrameBuffer<'a>;

/// Colour samples for each pixel, against jagged edges.
const SAMPLES: u32 = 4;

/// The most pixels along one side, where the driver allows as many.
pub const MAX_PIXELS: u32 = 8192;

/// The most pixels in all: with four samples of colour and depth each, a gigabyte.
pub const MAX_AREA: u32 = 1 << 25;

/// Alpha blending that leaves the canvas opaque; glium's own `alpha_blending` would leave holes in a picture.
pub fn blend_over() -> Blend {
    let destination = LinearBlendingFactor::OneMinusSourceAlpha;
    Blend {
        color: BlendingFunction::Addition { source: LinearBlendingFactor::SourceAlpha, destination },
        alpha: BlendingFunction::Addition { source: LinearBlendingFactor::One, destination },
        constant_value: (0.0, 0.0, 0.0, 0.0),
    }
}

/// A colour and a depth buffer, and the plain texture that each drawing ends up in.
pub struct Canvas {
    gl: Gl,
    size: (u32, u32),
    buffers: Buffers,
    resolved: Texture2d,
}

enum Buffers {
    Multisampled(Texture2dMultisample, DepthTexture2dMultisample),
    /// Depths beside the plain texture itself.
    Plain(DepthTexture2d),
}

impl Canvas {
    /// A canvas of `width` x `height` pixels, whose edges are smooth.
    ///
    /// # Errors
    /// If a side is 0 or longer than [`MAX_PIXELS`], the area is larger than [`MAX_AREA`], or the driver reports an
    /// error.
    pub fn new(gl: &Gl, size: (u32, u32)) -> Result<Self> {
        Self::with_smoothing(gl, size, true)
    }

    /// A canvas with a single sample for each pixel: edges are jagged, and where the processor draws, a frame takes a
    /// fraction of the time.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn plain(gl: &Gl, size: (u32, u32)) -> Result<Self> {
        Self::with_smoothing(gl, size, false)
    }

    /// Returns the size of the canvas for an area of so many pixels: its own, or the largest of its shape that can be made.
    pub fn size_for(gl: &Gl, (width, height): (u32, u32)) -> (u32, u32) {
        let [across, high] = [width, height].map(|side| side.max(1) as f32);
        let most = most_pixels(gl) as f32;
        let scale = (most / across.max(high)).min((MAX_AREA as f32 / (across * high)).sqrt()).min(1.0);
        [across, high].map(|side| ((side * scale).floor() as u32).max(1)).into()
    }

    fn with_smoothing(gl: &Gl, (width, height): (u32, u32), is_smooth: bool) -> Result<Self> {
        let most = most_pixels(gl);
        let sides_fit = (1..=most).contains(&width) && (1..=most).contains(&height);
        ensure!(
            sides_fit && width * height <= MAX_AREA,
            "a picture of {width}x{height} pixels: each side must be from 1 to {most}, and the area at most {MAX_AREA}"
        );
        Self::allocate(gl, (width, height), is_smooth)
            .with_context(|| format!("the graphics driver has no canvas of {width}x{height} pixels"))
    }

    /// Allocates the buffers, multisampled if `is_smooth`.
    fn allocate(gl: &Gl, (width, height): (u32, u32), is_smooth: bool) -> Result<Self> {
        let plain = UncompressedFloatFormat::U8U8U8U8;
        let no_mipmaps = MipmapsOption::NoMipmap;
        let depths = DepthFormat::I24;
        let buffers = if is_smooth {
            let color = Texture2dMultisample::empty_with_format(gl, plain, no_mipmaps, width, height, SAMPLES)?;
            let depth = DepthTexture2dMultisample::empty_with_format(gl, depths, no_mipmaps, width, height, SAMPLES)?;
            Buffers::Multisampled(color, depth)
        } else {
            Buffers::Plain(DepthTexture2d::empty_with_format(gl, depths, no_mipmaps, width, height)?)
        };
        let resolved = Texture2d::empty_with_format(gl, plain, no_mipmaps, width, height)?;
        let canvas = Self { gl: gl.clone(), size: (width, height), buffers, resolved };
        canvas.target()?; // `draw` relies on it
        Ok(canvas)
    }

    fn target(&self) -> Result<Target<'_>, ValidationError> {
        match &self.buffers {
            Buffers::Multisampled(color, depth) => SimpleFrameBuffer::with_depth_buffer(&self.gl, color, depth),
            Buffers::Plain(depth) => SimpleFrameBuffer::with_depth_buffer(&self.gl, &self.resolved, depth),
        }
    }

    pub fn is_smooth(&self) -> bool {
        matches!(self.buffers, Buffers::Multisampled(..))
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        self.size
    }

    /// Width over height.
    pub fn aspect(&self) -> f32 {
        self.size.0 as f32 / self.size.1 as f32
    }

    /// Draws one frame. The buffers still hold the frame before, so `draw` must clear them first.
    #[allow(clippy::missing_panics_doc)] // the reason is on the line
    pub fn draw<T>(&self, draw: impl FnOnce(&mut Target<'_>) -> T) -> T {
        let mut target = self.target().expect("the same two buffers fitted together when the canvas was made");
        let result = draw(&mut target);
        if self.is_smooth() {
            let from = self.rect();
            let to = self.blit_target();
            let resolved = self.resolved.as_surface();
            resolved.blit_from_simple_framebuffer(&target, &from, &to, MagnifySamplerFilter::Nearest);
        }
        result
    }

    /// Copies the last frame to a part of something else, smoothly where the sizes differ.
    pub fn show_in(&self, target: &impl Surface, area: &BlitTarget) {
        let resolved = self.resolved.as_surface();
        let filter = MagnifySamplerFilter::Linear;
        target.blit_from_simple_framebuffer(&resolved, &self.rect(), area, filter);
    }

    /// The last frame's pixels.
    pub fn picture(&self) -> Picture {
        Picture::read(&self.resolved)
    }

    fn rect(&self) -> Rect {
        Rect { left: 0, bottom: 0, width: self.size.0, height: self.size.1 }
    }

    fn blit_target(&self) -> BlitTarget {
        let width = self.size.0 as i32;
        let height = self.size.1 as i32;
        BlitTarget { left: 0, bottom: 0, width, height }
    }
}

fn most_pixels(gl: &Gl) -> u32 {
    use glium::CapabilitiesSource;
    let texture = gl.get_capabilities().max_texture_size.max(1) as u32;
    let (width, height) = gl.get_max_viewport_dimensions();
    MAX_PIXELS.min(texture).min(width).min(height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        shader::{self, ShaderSource},
        testing::headless_or_skip,
        uniforms::Uniforms,
    };
    use glam::Vec4;
    use glium::{index::NoIndices, index::PrimitiveType, vertex::EmptyVertexAttributes};

    /// A triangle over the lower left half.
    const VERTEX: &str = "#version 330 core
void main() { gl_Position = vec4(gl_VertexID == 1 ? 1 : -1, gl_VertexID == 2 ? 1 : -1, 0, 1); }
";
    const FRAGMENT: &str = "#version 330 core
uniform vec4 u_color;
out vec4 color;
void main() { color = u_color; }
";

    #[test]
    fn an_area_too_large_has_the_largest_canvas_of_its_shape() {
        let Some(gl) = headless_or_skip("an_area_too_large_has_the_largest_canvas_of_its_shape") else { return };
        assert_eq!(Canvas::size_for(&gl, (640, 360)), (640, 360));
        assert_eq!(Canvas::size_for(&gl, (0, 360)), (1, 360), "a window without a width");
        let most = most_pixels(&gl);
        assert_eq!(Canvas::size_for(&gl, (2 * most, 300)), (most, 150));
        let (width, height) = Canvas::size_for(&gl, (most, most));
        assert!(width == height && width * height <= MAX_AREA, "{width}");
        Canvas::plain(&gl, Canvas::size_for(&gl, (2 * most, 1))).unwrap();
    }

    #[test]
    fn colours_in_are_colours_out() {
        let Some(gl) = headless_or_skip("colours_in_are_colours_out") else { return };
        let vertex = ShaderSource::from_text("test.vert", VERTEX);
        let fragment = ShaderSource::from_text("test.frag", FRAGMENT);
        let program = shader::program(&gl, &vertex, &fragment).unwrap();
        for is_smooth in [true, false] {
            let canvas = Canvas::with_smoothing(&gl, (40, 20), is_smooth).unwrap();
            canvas.draw(|target| {
                target.clear_color_srgb_and_depth((0.5, 0.25, 1.0, 1.0), 1.0);
                let color = Uniforms::new().vec4("u_color", Vec4::new(0.2, 0.8, 0.0, 1.0));
                let corners = EmptyVertexAttributes { len: 3 };
                let list = NoIndices(PrimitiveType::TrianglesList);
                target.draw(corners, list, &program, &color, &glium::DrawParameters::default()).unwrap();
            });
            let picture = canvas.picture();
            assert_eq!((picture.width, picture.height), (40, 20));
            // 0.5 * 255 = 127.5 may round either way.
            let background = picture.pixel(39, 0);
            assert!(matches!(background, [127 | 128, 64, 255, 255]), "upper right: {background:?}");
            assert_eq!(picture.pixel(0, 19), [51, 204, 0, 255], "lower left");
            assert_eq!(picture.pixel(6, 0), background, "just beyond the upper left corner");
            // Along the triangle's edge both colours are mixed.
            let mixed = (0..40).any(|x| (60..=110).contains(&picture.pixel(x, 10)[0]));
            let row: Vec<u8> = (0..40).map(|x| picture.pixel(x, 10)[0]).collect();
            assert_eq!((mixed, canvas.is_smooth()), (is_smooth, is_smooth), "along the edge: {row:?}");
        }
    }

    #[test]
    fn impossible_sizes_are_refused() {
        let Some(gl) = headless_or_skip("impossible_sizes_are_refused") else { return };
        for size in [(0, 5), (5, 0), (5, 1_000_000), (MAX_PIXELS, MAX_PIXELS), (u32::MAX, u32::MAX)] {
            let message = Canvas::new(&gl, size).err().unwrap().to_string();
            let (width, height) = size;
            let want = format!("a picture of {width}x{height} pixels: each side must be from 1 to ");
            assert!(message.starts_with(&want), "{message}");
        }
    }
}
