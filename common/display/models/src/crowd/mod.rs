//! Draws a crowd: many figures of one model, each in a pose of its own.
//!
//! Three ways give the same picture ([`Way`]):
//!
//! | | who skins | sent for each figure and frame | draw calls |
//! |---|---|---|---|
//! | [`Uniforms`](Way::Uniforms) | the shader, one figure at a time | its palette, as uniforms | one for each part of each figure |
//! | [`Palettes`](Way::Palettes) | the shader, all instances at once | its palette, as texels | one for each part |
//! | [`Frames`](Way::Frames) | the shader, all instances at once | two frame numbers and a fraction | one for each part |
//!
//! Palettes come from [`fast::Crowd`](armature_simd::Crowd), frames from [`SkinFrames`](armature_simd::SkinFrames).
//!
//! # What shaders read
//! Textures are RGBA32F in two dimensions and hold a list of texels: texel `i` is at x = `i % width`,
//! y = `i / width`, and is read with `texelFetch`, which filters nothing. A texel of
//!
//! - a palette: `(instance * joints + joint) * 3 + row`: three rows of `model_from_mesh`, [`Affine3x4`];
//! - a frame: `(frame * joints + joint) * 2 + part`: rotation; translation and even scale.
//!
//! `joints` are the bindings of all skins of the model, one skin behind the other. Whatever else differs between
//! instances reaches the shader as attributes that advance once an instance: [`CrowdInstance`], [`Moment`].
//!
//! ```no_run
//! # fn draw(gl: &graphics::Gl, model: &armature::model::Model, target: &mut graphics::Target<'_>,
//! #     view: &graphics::renderer::Viewpoint, places: &[glam::Affine3A], crowd: armature_simd::Crowd<'_>,
//! #     members: &[armature_simd::CrowdMember]) -> Result<(), Box<dyn std::error::Error>> {
//! use armature_simd::{Affine3x4, SimdLevel};
//! use models::crowd::{CrowdInstance, CrowdRenderer};
//!
//! let mut renderer = CrowdRenderer::new(gl, model)?;
//! let instances: Vec<CrowdInstance> =
//!     places.iter().enumerate().map(|(i, place)| CrowdInstance::new(model, i, *place)).collect();
//! renderer.set_instances(&instances)?;
//! let mut palettes = vec![Affine3x4::IDENTITY; instances.len() * renderer.joints()];
//! // Each frame:
//! crowd.write_palettes(SimdLevel::best(), members, &mut palettes);
//! renderer.write_palettes(&palettes);
//! renderer.draw_palettes(target, view, None, None)?;
//! # Ok(())
//! # }
//! ```

mod renderer;
#[cfg(test)]
mod tests;
mod texels;
mod timer;

pub use armature_simd::Moment;
pub use renderer::{CrowdProgram, CrowdRenderer, FRAMES_SHADER, PALETTES_SHADER};
pub use texels::TexelTexture;
pub use timer::GpuTimer;

use armature::model::Model;
use armature_simd::Affine3x4;
use glam::{Affine3A, Vec3, Vec4};
use glium::{
    Vertex,
    vertex::{AttributeType, VertexFormat},
};
use graphics::vertex::attribute;
use std::mem::offset_of;

/// A way to divide the work of a frame between processor and graphics card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// One draw call for each part of each figure, its palette in uniforms.
    Uniforms,
    /// Instances, all palettes in one texture.
    Palettes,
    /// Instances that mix baked frames in the shader.
    Frames,
}

impl Way {
    pub const ALL: [Way; 3] = [Way::Uniforms, Way::Palettes, Way::Frames];

    /// Returns the number of bytes that each frame uploads for a figure of `joints` joints: matrices, three rows of each, or
    /// a [`Moment`].
    pub fn uploaded_bytes(self, joints: usize) -> usize {
        match self {
            Way::Uniforms => joints * size_of::<[[f32; 4]; 4]>(),
            Way::Palettes => joints * size_of::<Affine3x4>(),
            Way::Frames => size_of::<Moment>(),
        }
    }

    /// Returns the number of draw calls in a frame.
    pub fn draw_calls(self, figures: usize, parts: usize) -> usize {
        if self == Way::Uniforms { figures * parts } else { parts }
    }
}

/// Data of an instance that stays the same from frame to frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct CrowdInstance {
    /// Rows of `world_from_model`.
    pub world: [Vec4; 3],
    /// Factor of its colours, in linear light.
    pub tint: Vec3,
    /// Index of its palette.
    pub instance: i32,
}

impl CrowdInstance {
    /// Number `instance` of a crowd, in its own colours. `world_from_place` moves it from where the model stands.
    pub fn new(model: &Model, instance: usize, world_from_place: Affine3A) -> Self {
        let world = Affine3x4::from(world_from_place * model.world_from_model).rows.map(Vec4::from);
        Self { world, tint: Vec3::ONE, instance: instance as i32 }
    }

    fn world_from_model(&self) -> Affine3A {
        Affine3x4 { rows: self.world.map(Into::into) }.into()
    }
}

/// Once for each instance: `in vec4 i_world_x; in vec4 i_world_y; in vec4 i_world_z; in vec3 i_tint; in int i_instance;`
impl Vertex for CrowdInstance {
    fn build_bindings() -> VertexFormat {
        use AttributeType::{F32F32F32, F32F32F32F32, I32};
        const WORLD: usize = offset_of!(CrowdInstance, world);
        const FORMAT: VertexFormat = &[
            attribute("i_world_x", WORLD, F32F32F32F32),
            attribute("i_world_y", WORLD + size_of::<Vec4>(), F32F32F32F32),
            attribute("i_world_z", WORLD + 2 * size_of::<Vec4>(), F32F32F32F32),
            attribute("i_tint", offset_of!(CrowdInstance, tint), F32F32F32),
            attribute("i_instance", offset_of!(CrowdInstance, instance), I32),
        ];
        FORMAT
    }
}
