//! How vertices reach a shader: attribute names, offsets and types.

use crate::mesh::{SkinnedVertex, StaticVertex};
use glam::{Vec3, Vec4};
use glium::{
    Vertex,
    vertex::{AttributeType, VertexFormat},
};
use std::{borrow::Cow, mem::offset_of};

/// One end of a coloured line, or one corner of a flat-coloured triangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct LineVertex {
    /// In world space, metres.
    pub position: Vec3,
    /// sRGB-encoded, 0 to 1, with opacity.
    pub color: Vec4,
}

/// A vertex format's line: GLSL name, offset in bytes, "by name" (-1), type, "not normalised".
const fn attribute(
    name: &'static str,
    offset: usize,
    ty: AttributeType,
) -> (Cow<'static, str>, usize, i32, AttributeType, bool) {
    (Cow::Borrowed(name), offset, -1, ty, false)
}

/// `in vec3 a_position; in vec3 a_normal; in vec2 a_texcoord;`
impl Vertex for StaticVertex {
    fn build_bindings() -> VertexFormat {
        const FORMAT: VertexFormat = &[
            attribute("a_position", offset_of!(StaticVertex, position), AttributeType::F32F32F32),
            attribute("a_normal", offset_of!(StaticVertex, normal), AttributeType::F32F32F32),
            attribute("a_texcoord", offset_of!(StaticVertex, texcoord), AttributeType::F32F32),
        ];
        FORMAT
    }
}

/// `in vec3 a_position; in vec3 a_normal; in vec2 a_texcoord; in uvec4 a_joints; in vec4 a_weights;`
impl Vertex for SkinnedVertex {
    fn build_bindings() -> VertexFormat {
        const FORMAT: VertexFormat = &[
            attribute("a_position", offset_of!(SkinnedVertex, position), AttributeType::F32F32F32),
            attribute("a_normal", offset_of!(SkinnedVertex, normal), AttributeType::F32F32F32),
            attribute("a_texcoord", offset_of!(SkinnedVertex, texcoord), AttributeType::F32F32),
            attribute("a_joints", offset_of!(SkinnedVertex, joints), AttributeType::U16U16U16U16),
            attribute("a_weights", offset_of!(SkinnedVertex, weights), AttributeType::F32F32F32F32),
        ];
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
