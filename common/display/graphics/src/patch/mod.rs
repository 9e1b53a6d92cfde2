//! Runs an unchanged fragment shader on a small patch of pixels and reads the colours, number for number.
//!
//! The patch is a square of [`SIDE`] by [`SIDE`] pixels, and its four corners hold the inputs of the shader: an
//! attribute `a_normal` of a corner arrives as `in vec3 v_normal`, interpolated. The
//! target holds floats, so nothing is rounded to 256 steps or cut off at 1.

use super::{
    Gl, feedback,
    quiet::quietly,
    shader::{self, ShaderError, ShaderFault, ShaderSource},
    uniforms::Uniforms,
};
use glam::Vec4;
use glium::{
    Program, Rect, Surface, Texture2d, Vertex, VertexBuffer,
    index::{NoIndices, PrimitiveType},
    texture::{MipmapsOption, UncompressedFloatFormat},
    vertex::VertexFormat,
};
use std::rc::Rc;

/// Pixels along each side.
pub const SIDE: u32 = 4;

/// The colour where the shader discards its pixel: none of our shaders writes a negative colour.
pub const DISCARDED: Vec4 = Vec4::splat(-1.0);

/// The results of a fragment shader.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Patch {
    /// [`SIDE`] times [`SIDE`] colours as the shader wrote them, row by row, the first corner's row first.
    pub colors: Vec<Vec4>,
    /// Notes on what is legal but probably a mistake: inputs and uniforms without effect. The best clue to a
    /// wrong colour, and no error by itself.
    pub notes: Vec<String>,
}

/// Runs `fragment` on a patch. The corners come in the order of a triangle strip: (0, 0), (1, 0),
/// (0, 1), (1, 1). With four equal corners every pixel gets the same inputs.
///
/// The program is kept, by the shader's text, for the next call.
///
/// # Errors
/// If the shader does not compile, reads an input that the corners lack or declares it with another
/// type, or reads a uniform that is not in `uniforms`.
pub fn draw<V: Vertex + Send>(
    gl: &Gl,
    fragment: &ShaderSource,
    uniforms: &Uniforms<'_>,
    corners: &[V; 4],
) -> Result<Patch, ShaderError> {
    let format = V::build_bindings();
    let program = patch_program(gl, fragment, format)?;
    let mut notes = Vec::new();
    for (name, ..) in format {
        if program.get_attribute(name).is_none() {
            notes.push(format!("{} has no effect in the shader", output_name(name)));
        }
    }
    notes.extend(feedback::check_uniforms(&program, fragment, uniforms)?);
    let colors = draw_patch(gl, fragment, &program, uniforms, corners)?;
    Ok(Patch { colors, notes })
}

/// Draws a rectangle with `program` and returns the colours of its pixels row by row, from the bottom.
fn draw_patch<V: Vertex + Send>(
    gl: &Gl,
    fragment: &ShaderSource,
    program: &Program,
    uniforms: &Uniforms<'_>,
    corners: &[V; 4],
) -> Result<Vec<Vec4>, ShaderError> {
    let buffer = VertexBuffer::new(gl, corners).map_err(|error| fragment.broken(&error))?;
    let floats = UncompressedFloatFormat::F32F32F32F32;
    let target = Texture2d::empty_with_format(gl, floats, MipmapsOption::NoMipmap, SIDE, SIDE)
        .map_err(|error| fragment.broken(&error))?;
    let mut surface = target.as_surface();
    surface.clear_color(DISCARDED.x, DISCARDED.y, DISCARDED.z, DISCARDED.w);
    let strip = NoIndices(PrimitiveType::TriangleStrip);
    let parameters = glium::DrawParameters::default();
    quietly(|| surface.draw(&buffer, strip, program, uniforms, &parameters))
        .map_err(|panic| fragment.broken(&panic))?
        .map_err(|error| fragment.broken(&error))?;
    let any: &glium::texture::TextureAny = &target;
    let image = any.main_level().first_layer().into_image(None);
    let image = image.ok_or_else(|| fragment.broken("the patch cannot be read back"))?;
    let all = Rect { left: 0, bottom: 0, width: SIDE, height: SIDE };
    let rows: Vec<Vec<(f32, f32, f32, f32)>> = image.raw_read(&all);
    Ok(rows.into_iter().flatten().map(Vec4::from).collect())
}

/// The output of the vertex shader for an attribute: `v_normal` for `a_normal`.
fn output_name(attribute: &str) -> String {
    format!("v_{}", attribute.strip_prefix("a_").unwrap_or(attribute))
}

/// A vertex shader that passes on every attribute unchanged.
fn vertex_shader(format: VertexFormat) -> ShaderSource {
    let mut declared = String::new();
    let mut copies = String::new();
    for (name, _, _, ty, _) in format {
        let glsl = feedback::glsl(*ty);
        let out = output_name(name);
        // OpenGL cannot interpolate whole numbers.
        let flat = if feedback::kind(*ty) == 'F' { "" } else { "flat " };
        declared += &format!("in {glsl} {name};\n{flat}out {glsl} {out};\n");
        copies += &format!("    {out} = {name};\n");
    }
    let text = format!(
        "#version 330 core\n{declared}void main() {{\n{copies}    \
         vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);\n    \
         gl_Position = vec4(2.0 * corner - 1.0, 0.0, 1.0);\n}}\n"
    );
    ShaderSource::from_text("the checker's own vertex shader", text)
}

/// Returns the program of `fragment` and a vertex shader that passes on the attributes of `format`, from the cache if it
/// was built before.
fn patch_program(gl: &Gl, fragment: &ShaderSource, format: VertexFormat) -> Result<Rc<Program>, ShaderError> {
    let vertex = vertex_shader(format);
    shader::cached(gl, (vertex.text(), fragment.text()), || {
        let program = shader::program(gl, &vertex, fragment);
        let program = program.map_err(|error| blame(error, &vertex, fragment))?;
        check_inputs(fragment, format)?;
        Ok(program)
    })
}

/// Checks that every input is written: drivers link a shader with others, whose values are undefined.
fn check_inputs(fragment: &ShaderSource, format: VertexFormat) -> Result<(), ShaderError> {
    let given: Vec<(String, String)> =
        format.iter().map(|(name, _, _, ty, _)| (feedback::glsl(*ty), output_name(name))).collect();
    let Some((ty, name)) = fragment.inputs().into_iter().find(|input| !given.contains(input)) else {
        return Ok(());
    };
    let given: Vec<String> = given.iter().map(|(ty, name)| format!("{ty} {name}")).collect();
    Err(fragment.fault(ShaderFault::Misfit(format!(
        "there is no `in {ty} {name}` for this shader; it is handed over {}",
        given.join(", ")
    ))))
}

/// The vertex shader is ours and right: a mismatch is reported as an error of the student's.
fn blame(error: ShaderError, vertex: &ShaderSource, fragment: &ShaderSource) -> ShaderError {
    match error.fault {
        _ if error.file != vertex.name() => error,
        ShaderFault::Link { message, .. } => fragment.fault(ShaderFault::Link { with: vertex.name().into(), message }),
        fault => fragment.fault(fault),
    }
}

#[cfg(test)]
mod tests;
