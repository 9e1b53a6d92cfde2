//! The sun's shadows: what it sees first, as depths around the middle of the picture.

use common::prelude::*;
use glam::{
    Mat4, Vec3,
    camera::rh::{proj::opengl, view::look_at_mat4},
};
use glium::{
    Surface,
    framebuffer::SimpleFrameBuffer,
    texture::{DepthFormat, DepthTexture2d, MipmapsOption},
    uniforms::{
        DepthTextureComparison, MagnifySamplerFilter, MinifySamplerFilter, SamplerBehavior, SamplerWrapFunction,
        UniformValue,
    },
};

const TO_SUN: Vec3 = Vec3::new(-0.55, 0.80, 0.62);
/// Half the side of the square that it looks at, and the depth that it sees, in metres.
pub(super) const REACH: f32 = 9.0;
const DEPTH: f32 = 40.0;
/// Pixels along a side of the map.
const PIXELS: u32 = 768;
/// Offset added to depths, so that nothing shadows itself.
const BIAS: f32 = 0.002;

pub(super) fn to_sun() -> Vec3 {
    TO_SUN.normalize()
}

pub(super) struct Sun {
    gl: Gl,
    depths: DepthTexture2d,
}

impl Sun {
    pub(super) fn new(gl: &Gl) -> Result<Self> {
        let format = DepthFormat::I24;
        let plain = MipmapsOption::NoMipmap;
        let depths = DepthTexture2d::empty_with_format(gl, format, plain, PIXELS, PIXELS)?;
        Ok(Sun { gl: gl.clone(), depths })
    }

    /// Returns the map's projection around a place. It moves by whole pixels, so that shadows of what stands still do.
    pub(super) fn around(place: Vec3) -> Mat4 {
        let turn = look_at_mat4(Vec3::ZERO, -to_sun(), Vec3::Y);
        let pixel = 2.0 * REACH / PIXELS as f32;
        let seen = (turn.transform_point3(place.with_z(0.0)) / pixel).round() * pixel;
        let projection = opengl::orthographic(
            seen.x - REACH,
            seen.x + REACH,
            seen.y - REACH,
            seen.y + REACH,
            -seen.z - DEPTH / 2.0,
            -seen.z + DEPTH / 2.0,
        );
        projection * turn
    }

    /// Returns the map, cleared, as a target for what it sees.
    pub(super) fn target(&self) -> Result<Target<'_>> {
        let mut target = SimpleFrameBuffer::depth_only(&self.gl, &self.depths)?;
        target.clear_depth(1.0);
        Ok(target)
    }

    /// Returns the uniforms with which a shader reads the map.
    pub(super) fn uniforms(&self, clip_from_world: &Mat4) -> Uniforms<'_> {
        let half = Vec3::splat(0.5);
        let map_from_clip = Mat4::from_translation(half - BIAS * Vec3::Z) * Mat4::from_scale(half);
        let sampler = SamplerBehavior {
            wrap_function: (SamplerWrapFunction::Clamp, SamplerWrapFunction::Clamp, SamplerWrapFunction::Clamp),
            minify_filter: MinifySamplerFilter::Linear,
            magnify_filter: MagnifySamplerFilter::Linear,
            depth_texture_comparison: Some(DepthTextureComparison::LessOrEqual),
            max_anisotropy: 1,
        };
        Uniforms::new()
            .mat4("u_shadow_from_world", map_from_clip * *clip_from_world)
            .value("u_shadow", UniformValue::DepthTexture2d(&self.depths, Some(sampler)))
    }
}
