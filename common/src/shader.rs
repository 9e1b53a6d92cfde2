//! Runs a student's shader with the inputs of a probe, and reads its results back: positions of a vertex shader, colours of
//! a fragment shader.

use crate::page_shaders;
use check::{AnswerError, Probe};
use glam::camera::rh::{proj::opengl::perspective, view::look_at_mat4};
use glam::{Mat4, Vec3};
use glium::Vertex;
use graphics::{
    Gl, ShaderError, ShaderFile, ShaderSource, Uniforms, feedback, headless, patch, shader::ShaderFault, vertex,
};
use verdict::{shader_inputs, shader_loops};

/// Returns this thread's OpenGL.
///
/// # Errors
/// [`AnswerError::NoGraphics`] with the reason.
pub fn context() -> Result<Gl, AnswerError> {
    headless::context().map_err(|error| AnswerError::NoGraphics(error.to_string()))
}

/// Opens this thread's OpenGL. Where there is none, [`context`] says so later.
pub(crate) fn open() {
    let _ = context();
}

/// Returns the matrix of a probe's camera. For even probes it is the identity, so that results are in metres.
pub fn clip_from_model(probe: &Probe) -> Mat4 {
    if probe.index.is_multiple_of(2) {
        return Mat4::IDENTITY;
    }
    let view = look_at_mat4(Vec3::new(3.0, 2.0, 5.0), Vec3::new(0.2, 1.0, -0.3), Vec3::Y);
    perspective(0.8, 1.6, 0.1, 100.0) * view
}

/// Runs a vertex shader. Returns `gl_Position` of each vertex, and a note on each input that the shader does not use.
///
/// # Errors
/// If there is no OpenGL, or the shader does not compile or does not fit.
pub fn positions<V: Vertex + Send>(
    file: ShaderFile,
    uniforms: &Uniforms<'_>,
    vertices: &[V],
) -> Result<feedback::Feedback, AnswerError> {
    positions_on(&context()?, file, uniforms, vertices)
}

/// Runs a vertex shader as [`positions`] does, with an OpenGL that exists already: a window's thread can have no other.
///
/// # Errors
/// If the shader does not compile or does not fit.
pub fn positions_on<V: Vertex + Send>(
    gl: &Gl,
    file: ShaderFile,
    uniforms: &Uniforms<'_>,
    vertices: &[V],
) -> Result<feedback::Feedback, AnswerError> {
    page_shaders::record(file, uniforms, vertices, &[("gl_Position", "vec4".into())])?;
    let read = run_checked(gl, file, uniforms, vertices, |source, uniforms| {
        feedback::run(gl, source, uniforms, vertices).map(|read| (read.positions, read.notes))
    });
    read.map(|(positions, notes)| feedback::Feedback { positions, notes })
}

/// Runs a vertex shader. Returns the outputs that `T` has as fields, for each vertex, and a note on each input that the
/// shader does not use: see [`feedback::outputs`].
///
/// # Errors
/// As [`positions`], and if there is no such output.
pub fn outputs<V: Vertex + Send, T: Vertex + Send + 'static>(
    file: ShaderFile,
    uniforms: &Uniforms<'_>,
    vertices: &[V],
) -> Result<(Vec<T>, Vec<String>), AnswerError> {
    let outputs: Vec<_> =
        T::build_bindings().iter().map(|(name, _, _, ty, _)| (&**name, feedback::glsl(*ty))).collect();
    page_shaders::record(file, uniforms, vertices, &outputs)?;
    let gl = &context()?;
    run_checked(gl, file, uniforms, vertices, |source, uniforms| feedback::outputs(gl, source, uniforms, vertices))
}

/// Runs a vertex shader through `run`, unless a loop never ends. Returns the results and notes.
fn run_checked<V: Vertex + Send, T>(
    gl: &Gl,
    file: ShaderFile,
    uniforms: &Uniforms<'_>,
    vertices: &[V],
    run: impl Fn(&ShaderSource, &Uniforms<'_>) -> Result<(T, Vec<String>), ShaderError>,
) -> Result<(T, Vec<String>), AnswerError> {
    let source = &ShaderSource::read(file).map_err(|error| trouble(&error))?;
    // Only the text of a known mistake is not in a file. Its loops end, and it is declared as the solution.
    if file.as_text().is_none() {
        ensure_declared(source, &inputs_of(uniforms, vertices, "a_"))?;
        ensure_loops_end(gl, source, uniforms, vertices)?;
        if let Some((line, message)) = shader_inputs::unset_sum(source.text()) {
            return Err(AnswerError::Unusable { message, place: format!("{}:{line}", source.name()) });
        }
    }
    let first = run(source, uniforms);
    let Err(ShaderError { fault: ShaderFault::OnlyElementZero(array), .. }) = &first else {
        return first.map_err(|error| trouble(&error));
    };
    // OpenGL would draw this shader, and its results tell more than an error.
    let Ok((output, mut notes)) = run(&with_whole_array(source, array), uniforms) else {
        return first.map_err(|error| trouble(&error));
    };
    notes.insert(0, format!("only element [0] of {array} is used in the shader"));
    Ok((output, notes))
}

/// Draws a small patch of pixels with a fragment shader. Returns the colours row by row, as unrounded floats, and a note on
/// each input that the shader does not use. It receives the attribute `a_normal` of a corner as `v_normal`: see [`patch`].
///
/// # Errors
/// If the shader does not compile or does not fit.
pub fn colors<V: Vertex + Send>(
    gl: &Gl,
    file: ShaderFile,
    uniforms: &Uniforms<'_>,
    corners: &[V; 4],
) -> Result<patch::Patch, AnswerError> {
    page_shaders::record(file, uniforms, corners, &[("color", "vec4".into())])?;
    let source = ShaderSource::read(file).map_err(|error| trouble(&error))?;
    if file.as_text().is_none() {
        ensure_declared(&source, &inputs_of(uniforms, corners, "v_"))?;
    }
    if !source.text().contains("discard")
        && let Some(counted) = count_rounds(&source, "discard;")
        && let Ok(output) = patch::draw(gl, &counted, uniforms, corners)
        && output.colors.contains(&patch::DISCARDED)
    {
        return Err(endless_error(source.name().into()));
    }
    patch::draw(gl, &source, uniforms, corners).map_err(|error| trouble(&error))
}

/// Returns the inputs of a shader as it should declare them, each attribute with another beginning than `a_`.
fn inputs_of<V: Vertex>(uniforms: &Uniforms<'_>, vertices: &[V], begin: &str) -> Vec<String> {
    let mut inputs = Vec::new();
    for (name, ty, _) in vertex::numbers(&vertices[..0]) {
        inputs.push(format!("in {} {begin}{}", feedback::glsl(ty), name.trim_start_matches("a_")));
    }
    for (name, ty) in uniforms.types() {
        inputs.push(format!("uniform {ty} {name}"));
    }
    inputs
}

/// Returns an error if a shader declares an input as something else than it is.
fn ensure_declared(source: &ShaderSource, inputs: &[String]) -> Result<(), AnswerError> {
    match shader_inputs::misdeclared(source.text(), inputs.iter().map(String::as_str)) {
        None => Ok(()),
        Some((line, message)) => Err(AnswerError::Shader { message, place: format!("{}:{line}", source.name()) }),
    }
}

/// Returns an error if a loop of a vertex shader never ends.
fn ensure_loops_end<V: Vertex + Send>(
    gl: &Gl,
    source: &ShaderSource,
    uniforms: &Uniforms<'_>,
    vertices: &[V],
) -> Result<(), AnswerError> {
    // A number that no shader computes.
    const ENDLESS: f32 = -7e33;
    let report = format!("gl_Position = vec4(armature_line, {ENDLESS:e}, 0.0, 1.0);");
    let Some(counted) = count_rounds(source, &report) else { return Ok(()) };
    // If it does not compile, the student's own text says why.
    let output = feedback::run(gl, &counted, uniforms, vertices).unwrap_or_default();
    match output.positions.iter().find(|position| position.y == ENDLESS) {
        Some(position) => Err(endless_error(format!("{}:{}", source.name(), position.x))),
        None => Ok(()),
    }
}

/// Returns a shader that counts the rounds of its loops, or `None` if it has none: see [`shader_loops`].
fn count_rounds(source: &ShaderSource, report: &str) -> Option<ShaderSource> {
    let counted = shader_loops::count_rounds(source.text(), report)?;
    Some(ShaderSource::from_text(source.name(), counted.text).with_defines(&[&counted.define]))
}

fn endless_error(place: String) -> AnswerError {
    let rounds = shader_loops::MAX_ROUNDS;
    AnswerError::Endless {
        message: format!("this loop was still running after {rounds} rounds: does it ever end?"),
        place,
    }
}

/// Returns the shader with a line that uses all of a uniform array, because glium cannot load a program that uses only
/// element 0. The line never runs.
fn with_whole_array(source: &ShaderSource, array: &str) -> ShaderSource {
    let renamed = source.with_defines(&["main main_of_the_student"]);
    let text = format!(
        "{}\n#undef main\nvoid main() {{\n    main_of_the_student();\n    \
         if (gl_VertexID < 0) gl_Position = {array}[gl_VertexID] * gl_Position;\n}}\n",
        renamed.text()
    );
    ShaderSource::from_text(source.name(), text)
}

/// Returns the error of a shader that does not compile, or compiles but does not fit.
pub fn trouble(error: &ShaderError) -> AnswerError {
    let message = error.message();
    let place = error.place();
    match &error.fault {
        ShaderFault::Broken(_) => AnswerError::Shader { message, place },
        _ => AnswerError::Unusable { message, place },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use graphics::testing::headless_or_skip;

    /// Each is a solution with one thing changed, as a newcomer types it, and a part of what is said. `window` and `page` have
    /// other words there, none if it is right; with `name` the shader runs, and its results are wrong. `.ci/pages.mjs` tries the
    /// same in a page. Another driver has other words, and may get none.
    #[test]
    fn wrong_shaders_have_true_sentences() {
        let Some(gl) = headless_or_skip("wrong_shaders_have_true_sentences") else { return };
        let is_mesa = graphics::GlInfo::new(&gl).renderer.contains("llvmpipe");
        let file = verdict::workspace::root().join(".ci/wrong_shaders.json");
        // Students have neither that nor the solutions.
        let Ok(text) = std::fs::read_to_string(file) else { return };
        let all: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
        assert!(all.len() > 50, "{}", all.len());
        let mut untrue = Vec::new();
        for case in all.iter().filter(|_| is_mesa) {
            let [from, to] = [0, 1].map(|part| case["change"][part].as_str().unwrap());
            let file = match case["todo"].as_str().unwrap() {
                "04.1" => "04-joint-lines/solution/joints.vert",
                "09.2" => "09-smooth-skin/solution/smooth.vert",
                _ => "10-normals/solution/phong.frag",
            };
            let text = std::fs::read_to_string(verdict::shaders().join(file)).unwrap();
            let is_mark = |line: &&str| ["// BEGIN", "// STUB", "// END"].iter().any(|mark| line.contains(mark));
            let right: String = text.split_inclusive('\n').filter(|line| !is_mark(line)).collect();
            assert!(right.contains(from), "{file}: {from}");
            let text = advice_on(&gl, file, &right.replacen(from, to, 1));
            let wanted = case.get("window").unwrap_or(&case["says"]).as_str().unwrap();
            if text.is_empty() != wanted.is_empty() || !text.contains(wanted) {
                untrue.push(format!("{file} {to:?}\n   wanted {wanted:?}\n   said   {text:?}"));
            }
        }
        assert!(untrue.is_empty(), "{}", untrue.join("\n"));
    }

    /// Returns what is said of a shader that does not compile or fit.
    fn advice_on(gl: &Gl, file: &str, text: &str) -> String {
        let is_vertex = std::path::Path::new(file).extension().is_some_and(|ending| ending == "vert");
        let attributes = ["in vec3 a_position", "in uvec4 a_joints", "in vec4 a_weights"];
        let inputs = if is_vertex { &attributes[..] } else { &["in vec3 v_normal"] };
        let uniforms = ["uniform mat4 u_clip_from_model", "uniform mat4 u_model"];
        if let Some((_, says)) = shader_inputs::misdeclared(text, inputs.iter().chain(&uniforms).copied()) {
            return says;
        }
        let empty = ShaderSource::from_text("empty", "#version 330 core\nvoid main() {}\n");
        let shader = ShaderSource::from_text("wrong", text);
        let (vertex, fragment) = if is_vertex { (&shader, &empty) } else { (&empty, &shader) };
        let Err(error) = graphics::shader::program(gl, vertex, fragment) else { return String::new() };
        let line = error.place().rsplit_once(':').and_then(|(_, line)| line.parse::<usize>().ok());
        let line = line.and_then(|line| text.lines().nth(line - 1)).unwrap_or_default();
        let advice = verdict::advice::shader_advice(&error.message(), line);
        advice.map_or_else(|| format!("?? {error}"), |says| format!("{says} [{}]", error.message()))
    }
}
