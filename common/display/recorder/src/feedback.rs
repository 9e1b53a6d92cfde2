//! Numbers that only the GPU has, by transform feedback: each vertex as a point, which is captured and not drawn.

use glium::backend::{Context, Facade};
use glium::index::{IndicesSource, NoIndices, PrimitiveType};
use glium::uniforms::{EmptyUniforms, Uniforms};
use glium::vertex::{
    AttributeType, EmptyVertexAttributes, MultiVerticesSource, TransformFeedbackSession, VertexFormat, VerticesSource,
};
use glium::{DrawParameters, Program, Surface, Vertex, VertexBuffer};
use std::borrow::Cow;
use std::rc::Rc;
use std::vec;

/// The sources of a draw call, which are used more than once.
#[derive(Clone)]
pub(crate) struct Sources<'a>(pub(crate) Vec<VerticesSource<'a>>);

impl<'a> MultiVerticesSource<'a> for Sources<'a> {
    type Iterator = vec::IntoIter<VerticesSource<'a>>;

    fn iter(self) -> Self::Iterator {
        self.0.into_iter()
    }
}

impl Sources<'_> {
    /// Returns the number of vertices that all sources have.
    pub(crate) fn vertices(&self) -> usize {
        let mut smallest = None;
        for source in &self.0 {
            let count = match source {
                VerticesSource::VertexBuffer(buffer, _, false) => buffer.get_elements_count(),
                VerticesSource::Marker { len, per_instance: false } => *len,
                _ => continue, // an element for each instance
            };
            smallest = Some(smallest.unwrap_or(count).min(count));
        }
        smallest.unwrap_or(0)
    }
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Captured([f32; 4]);

impl Vertex for Captured {
    fn build_bindings() -> VertexFormat {
        // glium compares offsets and types with the program's, not names.
        &[(Cow::Borrowed(""), 0, -1, AttributeType::F32F32F32F32, false)]
    }
}

/// Returns `gl_Position` of `count` points, by `program`; `None` if it cannot be captured.
pub(crate) fn capture<'a>(
    gl: &Rc<Context>,
    surface: &mut impl Surface,
    program: &Program,
    sources: impl MultiVerticesSource<'a>,
    points: IndicesSource<'_>,
    count: usize,
    uniforms: &impl Uniforms,
) -> Option<Vec<[f32; 4]>> {
    if count == 0 {
        return Some(Vec::new());
    }
    if program.has_geometry_shader() {
        return None;
    }
    let mut captured = VertexBuffer::<Captured>::empty(gl, count).ok()?;
    {
        let session = TransformFeedbackSession::new(gl, program, &mut captured).ok()?;
        let parameters =
            DrawParameters { transform_feedback: Some(&session), draw_primitives: false, ..DrawParameters::default() };
        surface.draw(sources, points, program, uniforms, &parameters).ok()?;
    }
    Some(captured.read().ok()?.into_iter().map(|Captured(numbers)| numbers).collect())
}

/// Returns the values that an attribute has in a shader, of at most four numbers each.
pub(crate) fn attribute_values(
    gl: &Rc<Context>,
    surface: &mut impl Surface,
    sources: &Sources<'_>,
    name: &str,
    ty: AttributeType,
    is_normalized: bool,
) -> Option<Vec<Vec<f64>>> {
    let components = ty.get_num_components();
    let floats = ["float", "vec2", "vec3", "vec4"].get(components.wrapping_sub(1))?;
    let declared = match format!("{ty:?}").chars().next()? {
        'I' if !is_normalized => ["int", "ivec2", "ivec3", "ivec4"][components - 1],
        'U' if !is_normalized => ["uint", "uvec2", "uvec3", "uvec4"][components - 1],
        _ => floats,
    };
    let zeros = ", 0.0".repeat(4 - components);
    let text = format!("in {declared} {name}; void main() {{ gl_Position = vec4({floats}({name}){zeros}); }}");
    let program = reader(gl, &text)?;
    let count = sources.vertices();
    let values = capture(gl, surface, &program, sources.clone(), points(), count, &EmptyUniforms)?;
    Some(values.into_iter().map(|numbers| numbers[..components].iter().map(|x| f64::from(*x)).collect()).collect())
}

/// Returns the numbers of an index buffer.
pub(crate) fn indices(gl: &Rc<Context>, surface: &mut impl Surface, source: &IndicesSource<'_>) -> Option<Vec<u32>> {
    let IndicesSource::IndexBuffer { buffer, data_type, .. } = source.clone() else { return None };
    let count = buffer.get_elements_count();
    let as_points = IndicesSource::IndexBuffer { buffer, data_type, primitives: PrimitiveType::Points };
    let program = reader(gl, "void main() { gl_Position = vec4(float(gl_VertexID)); }")?;
    let no_attributes = EmptyVertexAttributes { len: 1 << 24 };
    let numbers = capture(gl, surface, &program, no_attributes, as_points, count, &EmptyUniforms)?;
    Some(numbers.into_iter().map(|[number, ..]| number as u32).collect())
}

pub(crate) fn points() -> IndicesSource<'static> {
    NoIndices(PrimitiveType::Points).into()
}

/// Makes a program whose `gl_Position` is captured like any other's.
fn reader(gl: &impl Facade, text: &str) -> Option<Program> {
    Program::from_source(gl, &format!("#version 330 core\n{text}"), "#version 330 core\nvoid main() {}", None).ok()
}
