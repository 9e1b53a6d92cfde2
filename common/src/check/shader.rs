//! Putting a probe to a student's vertex shader, and reading back what it computes.

use super::{Trouble, active};
use crate::graphics::{
    Gl, ShaderError, ShaderFile, ShaderSource, Uniforms, feedback, headless, shader::ShaderFault,
};
use glium::Vertex;

/// This thread's OpenGL.
///
/// # Errors
/// [`Trouble::NoGraphics`] with the reason.
pub fn context() -> Result<Gl, Trouble> {
    headless::context().map_err(|error| Trouble::NoGraphics(error.to_string()))
}

/// `gl_Position` of each vertex, and what the shader leaves unused.
///
/// The mistakes that are switched on now reach the shader as macros: `ONE-LEVEL` as `ONE_LEVEL`.
///
/// # Errors
/// If there is no OpenGL, or the shader does not compile or does not fit.
pub fn positions<V: Vertex + Send>(
    file: ShaderFile,
    uniforms: &Uniforms<'_>,
    vertices: &[V],
) -> Result<feedback::Feedback, Trouble> {
    let gl = context()?;
    let source = ShaderSource::read(file).map_err(|error| trouble(&error))?;
    let defines: Vec<String> = active().iter().map(|name| name.replace('-', "_")).collect();
    let defines: Vec<&str> = defines.iter().map(String::as_str).collect();
    let source = if defines.is_empty() { source } else { source.with_defines(&defines) };
    let first = feedback::run(&gl, &source, uniforms, vertices);
    let Err(ShaderError { fault: ShaderFault::OnlyElementZero(array), .. }) = &first else {
        return first.map_err(|error| trouble(&error));
    };
    // OpenGL would draw this, so it has numbers, and they tell more than "cannot be loaded".
    let Ok(mut told) = feedback::run(&gl, &using_all(&source, array), uniforms, vertices) else {
        return first.map_err(|error| trouble(&error));
    };
    told.notes.insert(0, format!("only element [0] of {array} is used in the shader"));
    Ok(told)
}

/// The same shader as a driver sees it that keeps the whole array: glium cannot load a program that
/// uses element 0 alone. No vertex has a negative number, so that the added line never runs.
fn using_all(source: &ShaderSource, array: &str) -> ShaderSource {
    let renamed = source.with_defines(&["main main_of_the_student"]);
    let text = format!(
        "{}\n#undef main\nvoid main() {{\n    main_of_the_student();\n    \
         if (gl_VertexID < 0) gl_Position = {array}[gl_VertexID] * gl_Position;\n}}\n",
        renamed.text()
    );
    ShaderSource::from_text(source.name(), text)
}

/// Whether the student's shader does not compile, or compiles and does not fit.
pub fn trouble(error: &ShaderError) -> Trouble {
    let (message, place) = (error.message(), error.place());
    match &error.fault {
        ShaderFault::UnknownUniform { .. }
        | ShaderFault::UniformType { .. }
        | ShaderFault::UnknownAttribute { .. }
        | ShaderFault::AttributeType { .. }
        | ShaderFault::OnlyElementZero(_)
        | ShaderFault::NoPosition => Trouble::Unusable { message, place },
        _ => Trouble::Shader { message, place },
    }
}
