//! What differs between the figures of a model, besides their poses.

use crate::vertex::attribute;
use armature::math::Affine3x4;
use glam::{Affine3A, Vec3, Vec4};
use glium::{
    Vertex,
    vertex::{AttributeType, VertexFormat},
};
use std::mem::offset_of;

/// Place, colour and palette of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct FigureInstance {
    /// Rows of `world_from_model`.
    pub world: [Vec4; 3],
    /// Factor of its colours, in linear light.
    pub tint: Vec3,
    /// Index of its palette.
    pub palette: i32,
}

impl FigureInstance {
    /// A figure in its own colours.
    pub fn new(world_from_model: Affine3A, palette: usize) -> Self {
        let world = Affine3x4::from(world_from_model).rows.map(Vec4::from);
        Self { world, tint: Vec3::ONE, palette: palette as i32 }
    }

    pub fn world_from_model(&self) -> Affine3A {
        Affine3x4 { rows: self.world.map(Into::into) }.into()
    }
}

/// Once for each figure: `in vec4 i_world_x; in vec4 i_world_y; in vec4 i_world_z; in vec3 i_tint; in int i_instance;`
impl Vertex for FigureInstance {
    fn build_bindings() -> VertexFormat {
        use AttributeType::{F32F32F32, F32F32F32F32, I32};
        const WORLD: usize = offset_of!(FigureInstance, world);
        const FORMAT: VertexFormat = &[
            attribute("i_world_x", WORLD, F32F32F32F32),
            attribute("i_world_y", WORLD + size_of::<Vec4>(), F32F32F32F32),
            attribute("i_world_z", WORLD + 2 * size_of::<Vec4>(), F32F32F32F32),
            attribute("i_tint", offset_of!(FigureInstance, tint), F32F32F32),
            attribute("i_instance", offset_of!(FigureInstance, palette), I32),
        ];
        FORMAT
    }
}
