//! Runs an unchanged vertex shader and reads what it computes, number for number.
//!
//! Transform feedback: OpenGL runs the shader for each vertex and writes `gl_Position` (or another
//! output) into a buffer. No picture is drawn, so nothing is rounded to pixels. Agreement with the
//! same arithmetic in Rust is about 4e-6 of the coordinates' size; compare at 1e-4.

use super::{
    Gl,
    quiet::quietly,
    shader::{self, ShaderError, ShaderFault, ShaderSource},
    uniforms::{self, Uniforms},
};
use glam::Vec4;
use glium::{
    DrawParameters, Program, Surface, Texture2d, Vertex, VertexBuffer,
    index::{NoIndices, PrimitiveType},
    vertex::{Attribute, AttributeType, TransformFeedbackSession, VertexFormat},
};
use std::{borrow::Cow, rc::Rc};
use verdict::wording::nearest_of;

/// The results of a vertex shader.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Feedback {
    /// `gl_Position` of each vertex, in clip space, before the division by w.
    pub positions: Vec<Vec4>,
    /// Notes on what is legal but probably a mistake: inputs without effect, arrays of another length, an
    /// attribute of another kind of number. The best clue to a wrong result, and no error by itself.
    pub notes: Vec<String>,
}

/// Runs a vertex shader on each of `vertices` and returns the values of `gl_Position`, by transform feedback.
/// `gl_VertexID` is the index in `vertices`.
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
    let (read, notes) = capture(gl, source, uniforms, vertices, &["gl_Position"])?;
    Ok(Feedback { positions: read.into_iter().map(|Captured(p): Captured<[f32; 4]>| p.into()).collect(), notes })
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
    capture(gl, source, uniforms, vertices, &names)
}

/// Runs a vertex shader like [`run`] and returns the output called `name`: `output::<_, [f32; 3]>(.., "v_normal")`.
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
    let (captured, _) = capture(gl, source, uniforms, vertices, &[name])?;
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

/// Runs a vertex shader by transform feedback. Returns for each vertex the `outputs` as the fields of a `T`, and notes on
/// legal but suspicious uniforms and attributes.
fn capture<V: Vertex + Send, T: Vertex + Send + 'static>(
    gl: &Gl,
    source: &ShaderSource,
    uniforms: &Uniforms<'_>,
    vertices: &[V],
    outputs: &[&str],
) -> Result<(Vec<T>, Vec<String>), ShaderError> {
    let program = &program(gl, source, outputs)?;
    let mut notes = check_attributes(program, source, V::build_bindings())?;
    notes.extend(check_uniforms(program, source, uniforms)?);
    if vertices.is_empty() {
        return Ok((Vec::new(), notes)); // OpenGL has no buffers of no size
    }
    let buffer = VertexBuffer::new(gl, vertices).map_err(|error| source.broken(&error))?;
    check_outputs(program, source, T::build_bindings())?;
    let mut captured = VertexBuffer::<T>::empty(gl, vertices.len()).map_err(|error| source.broken(&error))?;
    let nowhere = Texture2d::empty(gl, 1, 1).map_err(|error| source.broken(&error))?;
    {
        let session =
            TransformFeedbackSession::new(gl, program, &mut captured).map_err(|error| source.broken(&error))?;
        let parameters =
            DrawParameters { transform_feedback: Some(&session), draw_primitives: false, ..DrawParameters::default() };
        let points = NoIndices(PrimitiveType::Points);
        quietly(|| nowhere.as_surface().draw(&buffer, points, program, uniforms, &parameters))
            .map_err(|panic| source.broken(&panic))?
            .map_err(|error| source.broken(&error))?;
    }
    let read = captured.read().map_err(|error| source.broken(&format!("cannot be read back: {error:?}")))?;
    Ok((read, notes))
}

/// A shader that reads nothing, so that the vertex shader may have any outputs or none.
const FRAGMENT: &str = "#version 330 core\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n";

fn program(gl: &Gl, source: &ShaderSource, outputs: &[&str]) -> Result<Rc<Program>, ShaderError> {
    shader::cached(gl, (source.text(), &outputs.join(" ")), || {
        let fragment = ShaderSource::from_text("the checker's own fragment shader", FRAGMENT);
        shader::capturing_program(gl, source, &fragment, outputs)
    })
}

/// Checks that the captured outputs have the types that `format` lists, in its order.
fn check_outputs(program: &Program, source: &ShaderSource, format: VertexFormat) -> Result<(), ShaderError> {
    let Some(buffer) = program.get_transform_feedback_buffers().first() else {
        return Err(source.broken("nothing can be read back"));
    };
    let mut pairs = buffer.elements.iter().zip(format);
    match pairs.find(|(output, (_, _, _, expected, _))| output.ty != *expected) {
        None => Ok(()),
        Some((output, (_, _, _, expected, _))) => {
            let name = &output.name;
            let declared = glsl(output.ty);
            let expected = glsl(*expected);
            Err(source.broken(&format!("the output {name} is declared {declared}, and should be {expected}")))
        }
    }
}

/// Returns notes on the uniforms; an error where drawing would fail or silently read zero.
pub(super) fn check_uniforms(
    program: &Program,
    source: &ShaderSource,
    uniforms: &Uniforms<'_>,
) -> Result<Vec<String>, ShaderError> {
    uniforms::check(program, uniforms).map_err(|text| source.fault(ShaderFault::Misfit(text)))
}

/// Returns notes on the attributes; an error where drawing would fail.
fn check_attributes(
    program: &Program,
    source: &ShaderSource,
    format: VertexFormat,
) -> Result<Vec<String>, ShaderError> {
    let names: Vec<&str> = format.iter().map(|(name, ..)| name.as_ref()).collect();
    let mut read: Vec<&String> = program.attributes().map(|(name, _)| name).collect();
    read.sort();
    if let Some(name) = read.into_iter().find(|name| !names.contains(&name.as_str())) {
        let given = nearest_of(name, names);
        let text = format!("the vertices have no attribute {name}; they have {given}");
        return Err(source.fault(ShaderFault::Misfit(text)));
    }
    let mut notes = Vec::new();
    for (name, _, _, given, _) in format {
        let Some(attribute) = program.get_attribute(name) else {
            notes.push(format!("attribute {name} has no effect in the shader"));
            continue;
        };
        let declared = attribute.ty;
        let given = *given;
        let as_many = declared.get_num_components() == given.get_num_components();
        // Drivers differ in how they convert integers to floats.
        let alike = (kind(declared) == 'F') == (kind(given) == 'F');
        if !as_many || !alike || attribute.size != 1 {
            let declared = glsl(declared);
            let given = glsl(given);
            return Err(source.fault(ShaderFault::Misfit(format!(
                "the attribute {name} is declared {declared}, the vertices carry {given}"
            ))));
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
pub fn glsl(ty: AttributeType) -> String {
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
