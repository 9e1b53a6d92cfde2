//! Vertex formats: how vertices reach a shader, by attribute names, offsets and types.

use super::feedback;
use armature::animation::Moment;
use armature::mesh::{SkinnedVertex, StaticVertex};
use glam::{Vec3, Vec4};
use glium::{
    Vertex,
    vertex::{AttributeType, VertexFormat},
};
use std::{borrow::Cow, mem::offset_of};

/// A vertex of the runtime, which knows no graphics, as glium takes it.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Attributes<V>(pub V);

/// Returns a view of `vertices` in the type that implements glium's `Vertex`, without a copy.
pub fn attributes<V>(vertices: &[V]) -> &[Attributes<V>] {
    // SAFETY: an `Attributes<V>` is laid out as its only field.
    #[allow(unsafe_code)] // a copy of a large mesh would be the only other way
    unsafe {
        std::slice::from_raw_parts(vertices.as_ptr().cast(), vertices.len())
    }
}

/// Returns the numbers of each attribute, vertex after vertex, with the attribute's name and type. Only the types of our own
/// vertices are known; a number of another one is NaN.
pub fn numbers<V: Vertex>(vertices: &[V]) -> Vec<(&'static str, AttributeType, Vec<f64>)> {
    let mut attributes = Vec::new();
    for (name, offset, _, ty, _) in V::build_bindings() {
        let count = ty.get_num_components();
        let size = ty.get_size_bytes() / count;
        let kind = feedback::kind(*ty);
        let mut numbers = Vec::with_capacity(count * vertices.len());
        for vertex in vertices {
            for component in 0..count {
                let start = (&raw const *vertex).cast::<u8>().wrapping_add(offset + component * size);
                // SAFETY: the format says that a number of this type is there, and any bytes are one.
                #[allow(unsafe_code)] // glium reads vertices in this way, but only for the graphics card
                numbers.push(unsafe {
                    match (kind, size) {
                        ('F', 4) => shortest(start.cast::<f32>().read_unaligned()),
                        ('I', 4) => start.cast::<i32>().read_unaligned().into(),
                        ('U', 2) => start.cast::<u16>().read_unaligned().into(),
                        _ => f64::NAN,
                    }
                });
            }
        }
        attributes.push((&**name, *ty, numbers));
    }
    attributes
}

/// Returns the number with the fewest digits that is this one as an `f32`.
pub fn shortest(number: f32) -> f64 {
    number.to_string().parse().unwrap_or(f64::NAN)
}

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
impl Vertex for Attributes<StaticVertex> {
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
impl Vertex for Attributes<SkinnedVertex> {
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

/// Once for each instance: `in ivec2 i_frames; in float i_alpha;`
impl Vertex for Attributes<Moment> {
    fn build_bindings() -> VertexFormat {
        const FORMAT: VertexFormat = &[
            attribute("i_frames", offset_of!(Moment, frames), AttributeType::I32I32),
            attribute("i_alpha", offset_of!(Moment, alpha), AttributeType::F32),
        ];
        FORMAT
    }
}

/// One end of a coloured line, or one corner of a flat-coloured triangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct LineVertex {
    /// World space, metres.
    pub position: Vec3,
    /// sRGB-encoded, 0 to 1, with opacity.
    pub color: Vec4,
}

/// The colour of a figure's vertex, in a buffer of its own beside the vertices that have it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub(crate) struct VertexColor(
    /// Linear light, 0 to 1, with opacity.
    pub(crate) Vec4,
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
