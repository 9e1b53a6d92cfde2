//! Vertex formats: attribute names, offsets and types.

use armature::mesh::layout::attribute;
use glam::{Vec3, Vec4};
use glium::{
    Vertex,
    vertex::{AttributeType, VertexFormat},
};
use std::mem::offset_of;

/// One end of a coloured line, or one corner of a flat-coloured triangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct LineVertex {
    /// In world space, metres.
    pub position: Vec3,
    /// sRGB-encoded, 0 to 1, with opacity.
    pub color: Vec4,
}

/// The colour of a figure's vertex, in a buffer of its own beside the vertices that have it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub(super) struct VertexColor(
    /// Linear light, 0 to 1, with opacity.
    pub(super) Vec4,
);

/// `in vec4 a_color;`
impl Vertex for VertexColor {
    fn build_bindings() -> VertexFormat {
        const FORMAT: VertexFormat = &[attribute("a_color", 0, AttributeType::F32F32F32F32)];
        FORMAT
    }
}

/// `in vec3 a_position; in vec4 a_color;`
impl Vertex for LineVertex {
    fn build_bindings() -> VertexFormat {
        const FORMAT: VertexFormat = &[
            attribute("a_position", offset_of!(LineVertex, position), AttributeType::F32F32F32),
            attribute("a_color", offset_of!(LineVertex, color), AttributeType::F32F32F32F32),
        ];
        FORMAT
    }
}
