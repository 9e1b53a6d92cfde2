//! Runs an unchanged vertex shader and reads what it computes, number for number.
//!
//! Transform feedback: OpenGL runs the shader for each vertex and writes `gl_Position` (or another
//! output) into a buffer. No picture is drawn, so nothing is rounded to pixels. Agreement with the
//! same arithmetic in Rust is about 4e-6 of the coordinates' size; compare at 1e-4.

use super::{
    Gl,
    quiet::quietly,
    shader::{self, ShaderError, ShaderFault, ShaderSource},
    uniforms::{self, Finding, Uniforms},
};
use glam::Vec4;
use glium::{
    DrawParameters, Program, Surface, Texture2d, Vertex, VertexBuffer,
    index::{NoIndices, PrimitiveType},
    vertex::{
        Attribute, AttributeType, MultiVerticesSource, TransformFeedbackSession, VertexFormat,
    },
};
use std::{borrow::Cow, rc::Rc};

/// What a vertex shader computed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Feedback {
    /// `gl_Position` of each vertex, in clip space, before the division by w.
    pub positions: Vec<Vec4>,
    /// What is legal but probably a mistake: inputs without effect, arrays of another length, an
    /// attribute of another kind of number. The best clue to a wrong result, and no error by itself.
    pub notes: Vec<String>,
}

/// Runs `source` once for each of `vertices` (so `gl_VertexID` counts them) and reads `gl_Position`.
///
/// The program is kept, by the shader's text, for the next call.
///
/// # Errors
/// If the shader does not compile, reads a uniform that is not in `uniforms` or an attribute that
/// the vertices lack, declares either with a type that does not fit, or never writes `gl_Position`.
pub fn run<V: Vertex + Send>(
    gl: &Gl,
    source: &ShaderSource,
    uniforms: &Uniforms<'_>,
    vertices: &[V],
) -> Result<Feedback, ShaderError> {
    let program = program(gl, source, &["gl_Position"])?;
    let notes = check_inputs(&program, source, uniforms, V::build_bindings())?;
    let positions = capture::<V, Captured<[f32; 4]>>(gl, source, &program, uniforms, vertices)?;
    Ok(Feedback { positions: positions.into_iter().map(|one| one.0.into()).collect(), notes })
}

/// Runs `source` like [`run`] and reads several outputs of each vertex: those that the fields of `T` are named
/// after, in their order. With the notes of [`Feedback`], which are true of all of them together.
///
/// # Errors
/// As [`output`].
pub fn outputs<V: Vertex + Send, T: Vertex + Send + 'static>(
    gl: &Gl,
    source: &ShaderSource,
    uniforms: &Uniforms<'_>,
    vertices: &[V],
) -> Result<(Vec<T>, Vec<String>), ShaderError> {
    let names: Vec<&str> = T::build_bindings().iter().map(|(name, ..)| name.as_ref()).collect();
    let program = program(gl, source, &names)?;
    let notes = check_inputs(&program, source, uniforms, V::build_bindings())?;
    Ok((capture(gl, source, &program, uniforms, vertices)?, notes))
}

/// Runs `source` like [`outputs`] for each of `vertices` of each of `instances`, whose attributes advance once an
/// instance: all vertices of the first, then all of the second.
///
/// # Errors
/// As [`output`].
pub fn instanced<V: Vertex + Send, I: Vertex + Send, T: Vertex + Send + 'static>(
    gl: &Gl,
    source: &ShaderSource,
    uniforms: &Uniforms<'_>,
    vertices: &[V],
    instances: &[I],
) -> Result<(Vec<T>, Vec<String>), ShaderError> {
    let names: Vec<&str> = T::build_bindings().iter().map(|(name, ..)| name.as_ref()).collect();
    let program = program(gl, source, &names)?;
    let format = [V::build_bindings(), I::build_bindings()].concat();
    let notes = check_inputs(&program, source, uniforms, &format)?;
    if vertices.is_empty() || instances.is_empty() {
        return Ok((Vec::new(), notes)); // OpenGL has no buffers of no size
    }
    let broken = |error: String| source.fault(ShaderFault::Gl(error));
    let count = vertices.len() * instances.len();
    let vertices = VertexBuffer::new(gl, vertices).map_err(|e| broken(e.to_string()))?;
    let instances = VertexBuffer::new(gl, instances).map_err(|e| broken(e.to_string()))?;
    let each = instances.per_instance().map_err(|e| broken(format!("{e:?}")))?;
    let captured = capture_sources(gl, source, &program, uniforms, (&vertices, each), count)?;
    Ok((captured, notes))
}

/// Runs `source` like [`run`] and reads another of its outputs: `output::<_, [f32; 3]>(.., "v_normal")`.
///
/// # Errors
/// Those of [`run`], and if there is no such output (misspelt, or never written) or it is declared
/// with another type than `T`.
pub fn output<V: Vertex + Send, T: Attribute + Copy + Send + 'static>(
    gl: &Gl,
    source: &ShaderSource,
    uniforms: &Uniforms<'_>,
    vertices: &[V],
    name: &str,
) -> Result<Vec<T>, ShaderError> {
    let program = program(gl, source, &[name])?;
    check_inputs(&program, source, uniforms, V::build_bindings())?;
    let captured = capture::<V, Captured<T>>(gl, source, &program, uniforms, vertices)?;
    Ok(captured.into_iter().map(|Captured(value)| value).collect())
}

/// One output of one vertex: a vertex format of a single nameless element.
#[derive(Clone, Copy)]
#[repr(C)]
struct Captured<T>(T);

impl<T: Attribute + Copy> Vertex for Captured<T> {
    fn build_bindings() -> VertexFormat {
        // glium compares offsets and types with the program's, not names.
        const { &[(Cow::Borrowed(""), 0, -1, T::TYPE, false)] }
    }
}

fn capture<V: Vertex + Send, T: Vertex + Send + 'static>(
    gl: &Gl,
    source: &ShaderSource,
    program: &Program,
    uniforms: &Uniforms<'_>,
    vertices: &[V],
) -> Result<Vec<T>, ShaderError> {
    if vertices.is_empty() {
        return Ok(Vec::new()); // OpenGL has no buffers of no size
    }
    let broken = |error: String| source.fault(ShaderFault::Gl(error));
    let buffer = VertexBuffer::new(gl, vertices).map_err(|e| broken(e.to_string()))?;
    capture_sources(gl, source, program, uniforms, &buffer, vertices.len())
}

fn capture_sources<'b, T: Vertex + Send + 'static>(
    gl: &Gl,
    source: &ShaderSource,
    program: &Program,
    uniforms: &Uniforms<'_>,
    sources: impl MultiVerticesSource<'b>,
    count: usize,
) -> Result<Vec<T>, ShaderError> {
    let broken = |error: String| source.fault(ShaderFault::Gl(error));
    check_outputs(program, source, T::build_bindings())?;
    let mut captured = VertexBuffer::<T>::empty(gl, count).map_err(|e| broken(e.to_string()))?;
    let nowhere = Texture2d::empty(gl, 1, 1).map_err(|e| broken(e.to_string()))?;
    {
        let session = TransformFeedbackSession::new(gl, program, &mut captured)
            .map_err(|e| broken(e.to_string()))?;
        let parameters = DrawParameters {
            transform_feedback: Some(&session),
            draw_primitives: false,
            ..DrawParameters::default()
        };
        let points = NoIndices(PrimitiveType::Points);
        quietly(|| nowhere.as_surface().draw(sources, points, program, uniforms, &parameters))
            .map_err(broken)?
            .map_err(|e| broken(e.to_string()))?;
    }
    captured.read().map_err(|e| broken(format!("cannot be read back: {e:?}")))
}

/// It reads nothing, so that the vertex shader may have any outputs or none.
const FRAGMENT: &str = "#version 330 core\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n";

fn program(gl: &Gl, source: &ShaderSource, outputs: &[&str]) -> Result<Rc<Program>, ShaderError> {
    shader::cached(gl, (source.text(), &outputs.join(" ")), || {
        let fragment = ShaderSource::from_text("the checker's own fragment shader", FRAGMENT);
        shader::capturing_program(gl, source, &fragment, outputs)
    })
}

/// They have the types of `format`, in this order.
fn check_outputs(
    program: &Program,
    source: &ShaderSource,
    format: VertexFormat,
) -> Result<(), ShaderError> {
    let Some(buffer) = program.get_transform_feedback_buffers().first() else {
        return Err(source.fault(ShaderFault::Gl("nothing can be read back".into())));
    };
    let mut pairs = buffer.elements.iter().zip(format);
    match pairs.find(|(output, (_, _, _, expected, _))| output.ty != *expected) {
        None => Ok(()),
        Some((output, (_, _, _, expected, _))) => Err(source.fault(ShaderFault::OutputType {
            name: output.name.clone(),
            declared: glsl(output.ty),
            expected: glsl(*expected),
        })),
    }
}

/// One line of a [`VertexFormat`].
type Element = (Cow<'static, str>, usize, i32, AttributeType, bool);

/// Errors where drawing would fail or silently read zero, notes for the rest.
fn check_inputs(
    program: &Program,
    source: &ShaderSource,
    uniforms: &Uniforms<'_>,
    format: &[Element],
) -> Result<Vec<String>, ShaderError> {
    let mut notes = check_attributes(program, source, format)?;
    notes.extend(check_uniforms(program, source, uniforms)?);
    Ok(notes)
}

/// The same for uniforms alone.
pub(super) fn check_uniforms(
    program: &Program,
    source: &ShaderSource,
    uniforms: &Uniforms<'_>,
) -> Result<Vec<String>, ShaderError> {
    let mut notes = Vec::new();
    for finding in uniforms::check(program, uniforms) {
        match finding {
            Finding::Unset { name, given } => {
                let given = given.join(", ");
                return Err(source.fault(ShaderFault::UnknownUniform { name, given }));
            }
            Finding::Type { name, declared, given } => {
                return Err(source.fault(ShaderFault::UniformType { name, declared, given }));
            }
            note => notes.push(note.to_string()),
        }
    }
    Ok(notes)
}

fn check_attributes(
    program: &Program,
    source: &ShaderSource,
    format: &[Element],
) -> Result<Vec<String>, ShaderError> {
    let names = || format.iter().map(|(name, ..)| name.as_ref());
    let mut read: Vec<&String> = program.attributes().map(|(name, _)| name).collect();
    read.sort();
    if let Some(name) = read.into_iter().find(|name| !names().any(|given| given == *name)) {
        let given = names().collect::<Vec<_>>().join(", ");
        return Err(source.fault(ShaderFault::UnknownAttribute { name: name.clone(), given }));
    }
    let mut notes = Vec::new();
    for (name, _, _, given, _) in format {
        let Some(attribute) = program.get_attribute(name) else {
            notes.push(format!("attribute {name} has no effect in the shader"));
            continue;
        };
        let (declared, given) = (attribute.ty, *given);
        let as_many = declared.get_num_components() == given.get_num_components();
        // Whole numbers and floats are other bits, and drivers differ in what they make of them.
        let alike = (kind(declared) == 'F') == (kind(given) == 'F');
        if !as_many || !alike || attribute.size != 1 {
            return Err(source.fault(ShaderFault::AttributeType {
                name: name.to_string(),
                declared: glsl(declared),
                given: glsl(given),
            }));
        }
        if kind(declared) != kind(given) {
            notes.push(format!(
                "attribute {name} is declared {} in the shader; the vertices carry {}",
                glsl(declared),
                glsl(given)
            ));
        }
    }
    Ok(notes)
}

/// 'F', 'I' or 'U': floats, signed or unsigned integers.
pub(super) fn kind(ty: AttributeType) -> char {
    format!("{ty:?}").chars().next().unwrap_or('?')
}

/// "vec3" for `F32F32F32`, "uvec4" for four unsigned integers of any width.
pub(super) fn glsl(ty: AttributeType) -> String {
    let components = ty.get_num_components();
    match (kind(ty), components) {
        ('F', 1) => "float".into(),
        ('I', 1) => "int".into(),
        ('U', 1) => "uint".into(),
        ('F', 2..=4) => format!("vec{components}"),
        ('I', 2..=4) => format!("ivec{components}"),
        ('U', 2..=4) => format!("uvec{components}"),
        _ => format!("{ty:?}"),
    }
}

#[cfg(test)]
mod tests;
