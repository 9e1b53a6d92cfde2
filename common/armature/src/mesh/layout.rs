//! How vertices reach a shader: attribute names, offsets and types.

use super::{SkinnedVertex, StaticVertex};
use crate::skin::Moment;
use glium::{
    Vertex,
    vertex::{AttributeType, VertexFormat},
};
use std::{borrow::Cow, mem::offset_of};

/// A line of a vertex format: the name in GLSL, the offset in bytes and the type; found by its name (the
/// -1), and not normalised.
pub const fn attribute(
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

/// For each instance: `in ivec2 i_frames; in float i_alpha;`
impl Vertex for Moment {
    fn build_bindings() -> VertexFormat {
        const FORMAT: VertexFormat = &[
            attribute("i_frames", offset_of!(Moment, frames), AttributeType::I32I32),
            attribute("i_alpha", offset_of!(Moment, alpha), AttributeType::F32),
        ];
        FORMAT
    }
}
