//! Shader programs from files below `shaders/`, and errors in terms of file and line.
//!
//! A bad shader is never a panic: the compiler's message is returned with file and line, and so are the few errors
//! that glium panics about.

mod cache;
mod error;
mod source;

pub(super) use cache::cached;
pub use error::{ShaderError, ShaderFault};
pub use source::{ShaderFile, ShaderSource, name, path, text};

use super::{Gl, quiet::quietly};
use glium::{
    Program,
    program::{ProgramCreationError, ProgramCreationInput, ShaderType, TransformFeedbackMode},
};

/// Reads two files below `shaders/` and builds their program.
///
/// # Errors
/// If a file cannot be read, compiled or linked.
pub fn load(gl: &Gl, vertex: ShaderFile, fragment: ShaderFile) -> Result<Program, ShaderError> {
    program(gl, &ShaderSource::read(vertex)?, &ShaderSource::read(fragment)?)
}

/// Builds a program. Its output colours are sRGB-encoded: see [`canvas`](super::canvas).
///
/// # Errors
/// If either shader does not compile, or they do not fit together.
pub fn program(gl: &Gl, vertex: &ShaderSource, fragment: &ShaderSource) -> Result<Program, ShaderError> {
    capturing_program(gl, vertex, fragment, &[])
}

/// A program whose `captured` outputs can be read back by transform feedback, side by side.
pub(super) fn capturing_program(
    gl: &Gl,
    vertex: &ShaderSource,
    fragment: &ShaderSource,
    captured: &[&str],
) -> Result<Program, ShaderError> {
    vertex.check_version()?;
    fragment.check_version()?;
    let input = ProgramCreationInput::SourceCode {
        vertex_shader: vertex.text(),
        fragment_shader: fragment.text(),
        geometry_shader: None,
        tessellation_control_shader: None,
        tessellation_evaluation_shader: None,
        transform_feedback_varyings: (!captured.is_empty()).then(|| {
            let names = captured.iter().map(|name| (*name).to_owned()).collect();
            (names, TransformFeedbackMode::Interleaved)
        }),
        outputs_srgb: true,
        uses_point_size: false,
    };
    match quietly(|| Program::new(gl, input)) {
        Ok(result) => result.map_err(|error| explain(&error, vertex, fragment, captured)),
        Err(panic) => Err(vertex.fault(explain_panic(&panic, vertex, fragment))),
    }
}

/// Turns glium's error into one that names the file and the line. `captured` are the outputs that transform feedback
/// reads.
fn explain(
    error: &ProgramCreationError,
    vertex: &ShaderSource,
    fragment: &ShaderSource,
    captured: &[&str],
) -> ShaderError {
    match error {
        ProgramCreationError::CompilationError(log, stage) => {
            let source = if *stage == ShaderType::Fragment { fragment } else { vertex };
            let (line, message) = verdict::shader_log::first_error(log);
            ShaderError { line, ..source.fault(ShaderFault::Broken(message)) }
        }
        ProgramCreationError::LinkingError(log) => {
            // The log names the output that is missing; the rest depends on the driver.
            match captured.iter().find(|name| log.contains(**name)) {
                Some(&"gl_Position") => vertex.fault(ShaderFault::Misfit("gl_Position is never written".into())),
                Some(name) => vertex.fault(ShaderFault::Broken(format!(
                    "there is no output {name}: is it misspelt, or declared and never written?"
                ))),
                None => {
                    let (_, message) = verdict::shader_log::first_error(log);
                    let with = fragment.name().to_string();
                    vertex.fault(ShaderFault::Link { with, message })
                }
            }
        }
        other => vertex.fault(ShaderFault::Broken(other.to_string())),
    }
}

/// Explains a panic of glium. Version 0.35 panics in its reflection on an array of which a shader uses element 0 alone,
/// because the driver reports an array of one element.
fn explain_panic(panic: &str, vertex: &ShaderSource, fragment: &ShaderSource) -> ShaderFault {
    let array = [vertex, fragment].iter().find_map(|source| source.array_used_at_zero_only());
    match array {
        Some(name) => ShaderFault::OnlyElementZero(name),
        None => ShaderFault::Broken(format!("glium cannot load this program: {panic}")),
    }
}

#[cfg(test)]
mod tests;
