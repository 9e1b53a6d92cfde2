//! The shader TODOs of a lesson for a page in a browser, which runs a reader's shader on the inputs of the check and draws a
//! picture with it.
//!
//! A check calls [`shader`](crate::shader) with its inputs. While [`list`] calls it, the inputs are recorded there, and no shader
//! runs.

use anyhow::{Context as _, Result, ensure};
use check::{AnswerError, AnyCheck, Lesson, Probe, Task};
use given::{Course, ShaderFile};
use glium::Vertex;
use glium::uniforms::{UniformValue, Uniforms as _};
use graphics::glium::{Rect, Texture2d, texture::SrgbTexture2d};
use graphics::{Uniforms, feedback, linear, shader, vertex};
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Elements of an array of matrices in a page: WebGL promises 256 vectors, and 96 matrices would be 384.
const MAX_JOINTS: usize = 48;
const SEED: u64 = 41;

thread_local! {
    static RECORDED: RefCell<Option<Vec<Call>>> = const { RefCell::new(None) };
}

struct Call {
    text: String,
    /// Name and GLSL type of each output that is compared.
    outputs: Value,
    uniforms: Vec<Numbers>,
    attributes: Vec<Numbers>,
}

struct Numbers {
    name: String,
    glsl: String,
    /// The width of a texture, in texels; otherwise 0.
    width: u32,
    /// All components, element after element, or vertex after vertex.
    values: Vec<f64>,
}

/// Records a call if [`list`] is running. Then nothing else is done with it: the error ends the check.
pub(crate) fn record<V: Vertex>(
    file: ShaderFile,
    uniforms: &Uniforms<'_>,
    vertices: &[V],
    outputs: &[(&str, String)],
) -> Result<(), AnswerError> {
    RECORDED.with_borrow_mut(|recorded| {
        let Some(calls) = recorded else { return Ok(()) };
        let mut attributes = Vec::new();
        for (name, ty, values) in vertex::numbers(vertices) {
            attributes.push(Numbers { name: name.into(), glsl: feedback::glsl(ty), width: 0, values });
        }
        let text = shader::text(file).map_err(|error| AnswerError::NoGraphics(error.to_string()))?;
        calls.push(Call { text, outputs: json!(outputs), uniforms: numbers_of(uniforms), attributes });
        Err(AnswerError::NoGraphics("a recorded shader does not run".into()))
    })
}

fn numbers_of(uniforms: &Uniforms<'_>) -> Vec<Numbers> {
    let mut all: Vec<Numbers> = Vec::new();
    uniforms.visit_values(|name, value| {
        let name = name.split('[').next().unwrap_or_default();
        let mut width = 0;
        let (glsl, floats) = match value {
            UniformValue::Mat4(columns) => ("mat4", columns.concat()),
            UniformValue::Vec4(vector) => ("vec4", vector.to_vec()),
            UniformValue::Vec3(vector) => ("vec3", vector.to_vec()),
            UniformValue::Float(number) => ("float", vec![number]),
            UniformValue::SignedInt(number) => ("int", vec![number as f32]),
            UniformValue::Texture2d(texture, _) => {
                width = texture.width();
                ("sampler2D", texels(texture))
            }
            UniformValue::SrgbTexture2d(texture, _) => {
                width = texture.width();
                ("sampler2D", srgb_texels(texture))
            }
            _ => return, // no check has another kind
        };
        let values = floats.into_iter().map(vertex::shortest);
        match all.last_mut() {
            Some(array) if array.name == name => array.values.extend(values),
            _ => all.push(Numbers { name: name.into(), glsl: glsl.into(), width, values: values.collect() }),
        }
    });
    all
}

fn texels(texture: &Texture2d) -> Vec<f32> {
    let all = Rect { left: 0, bottom: 0, width: texture.width(), height: texture.height() };
    let Some(image) = texture.main_level().first_layer().into_image(None) else { return Vec::new() };
    let rows: Vec<Vec<(f32, f32, f32, f32)>> = image.raw_read(&all);
    rows.concat().into_iter().flat_map(<[f32; 4]>::from).collect()
}

fn srgb_texels(texture: &SrgbTexture2d) -> Vec<f32> {
    let rows: Vec<Vec<(u8, u8, u8, u8)>> = texture.read();
    let mut floats = Vec::new();
    for (red, green, blue, alpha) in rows.concat() {
        let color = linear([red, green, blue].map(|part| f32::from(part) / 255.0).into());
        floats.extend([color.x, color.y, color.z, f32::from(alpha) / 255.0]);
    }
    floats
}

/// Returns a lesson's shader TODOs as JSON, and the sentences about errors of shaders.
pub(crate) fn list(lesson: &Lesson) -> Result<Value> {
    let mut todos = Vec::new();
    for (index, (id, task)) in lesson.about.todos.iter().enumerate() {
        let Task::Shader(name) = task else { continue };
        todos.push(todo(lesson, index, name).with_context(|| (*id).to_owned())?);
    }
    Ok(json!({ "todos": todos, "errors": verdict::advice::shader_errors() }))
}

fn todo(lesson: &Lesson, index: usize, name: &str) -> Result<Value> {
    let check = lesson.checks[index];
    let mut cases = Vec::new();
    let mut right = None;
    let probes = (0..Probe::COUNT).map(|index| Probe { seed: SEED, index });
    for probe in (0..check.by_hand().len()).map(|case| Probe::of_case(SEED, case)).chain(probes) {
        let (words, calls) = recorded(|| check.call_each(&lesson.reference, &probe));
        ensure!(words.len() == calls.len(), "an input cannot be recorded; is there OpenGL?");
        for (words, mut call) in words.into_iter().zip(calls) {
            if call.fit_joints(probe.index >= Probe::COUNT) {
                cases.push(call.json(&words));
                right = Some(call);
            }
        }
    }
    let right = right.context("no inputs")?;
    let toml = &lesson.about.toml.todos[index];
    let mut mistakes = Vec::new();
    for (number, mistake) in toml.mistakes.iter().enumerate() {
        let ways = lesson.ways(index).filter(|way| way.mistake == number);
        let texts: Vec<String> = ways.map(|way| text(check, &way.made_in(lesson.reference))).collect();
        let texts: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
        mistakes.push(json!({ "name": mistake.name, "says": mistake.says, "asks": mistake.asks, "texts": texts }));
    }
    Ok(json!({
        "id": lesson.about.id(index),
        "name": name,
        "starter": shader::text(ShaderFile::in_folder(&lesson.about.starter_shaders(), name))?,
        "asks": toml.asks,
        "hints": toml.hints(0),
        "passes": toml.passes,
        "tolerance": check.tolerance(),
        "outputs": right.outputs,
        // As numbers, so that nobody meets the answer by searching the page.
        "right": right.text.as_bytes(),
        "mistakes": mistakes,
        "cases": cases,
        "picture": picture(check, &lesson.reference)?,
    }))
}

fn recorded<T>(calls: impl FnOnce() -> T) -> (T, Vec<Call>) {
    RECORDED.set(Some(Vec::new()));
    let result = calls();
    (result, RECORDED.take().unwrap_or_default())
}

/// Returns the text of the shader that a course has for a check.
fn text(check: &dyn AnyCheck, course: &Course) -> String {
    let (_, mut calls) = recorded(|| check.call_each(course, &Probe { seed: SEED, index: 0 }));
    calls.pop().map(|call| call.text).unwrap_or_default()
}

fn picture(check: &dyn AnyCheck, course: &Course) -> Result<Value> {
    let (shape, mut calls) = recorded(|| check.call_frames(course));
    let shape = shape.context("a shader needs a picture")?;
    ensure!(!calls.is_empty(), "the picture cannot be recorded; is there OpenGL?");
    let mut used = calls[0].joints().into_iter().max().unwrap_or(0) + 1;
    if shape.is_lines {
        used = calls[0].attributes[0].values.len() / 3; // a joint for each vertex
    }
    let mut frames = Vec::new();
    for call in &mut calls {
        for uniform in &mut call.uniforms {
            if uniform.width == 0 {
                uniform.values.truncate(used * components(&uniform.glsl));
            }
            round(&mut uniform.values, 1e4);
        }
        frames.push(object(&call.uniforms));
    }
    for attribute in &mut calls[0].attributes {
        round(&mut attribute.values, 1e3);
    }
    Ok(json!({
        "attributes": object(&calls[0].attributes),
        "frames": frames,
        "indices": shape.indices,
        "lines": shape.is_lines,
        "seconds": shape.seconds,
        "camera": shape.camera,
    }))
}

fn round(values: &mut [f64], steps: f64) {
    for value in values {
        *value = (*value * steps).round() / steps;
    }
}

fn components(glsl: &str) -> usize {
    match glsl {
        "mat4" => 16,
        _ => glsl.chars().next_back().and_then(|digit| digit.to_digit(10)).unwrap_or(1) as usize,
    }
}

fn object(all: &[Numbers]) -> Value {
    let mut object = Map::new();
    for Numbers { name, glsl, width, values } in all {
        object.insert(name.clone(), json!({ "type": glsl, "width": width, "values": values }));
    }
    object.into()
}

impl Call {
    fn json(&self, words: &str) -> Value {
        json!({ "words": words, "uniforms": object(&self.uniforms), "attributes": object(&self.attributes) })
    }

    fn joints(&self) -> Vec<usize> {
        let joints = self.attributes.iter().find(|attribute| attribute.name == "a_joints");
        joints.map_or(Vec::new(), |joints| joints.values.iter().map(|joint| *joint as usize).collect())
    }

    /// Makes arrays short enough for a page: keeps as many joints as fit there, and the vertices that follow no others. Returns
    /// false if those are less than half of the vertices, or a vertex by hand is lost. Its words name its joint, which keeps
    /// its number.
    fn fit_joints(&mut self, is_by_hand: bool) -> bool {
        let is_long =
            |uniform: &Numbers| uniform.width == 0 && uniform.values.len() / components(&uniform.glsl) > MAX_JOINTS;
        let Some(array) = self.uniforms.iter().find(|uniform| is_long(uniform)) else { return true };
        let all = array.values.len() / components(&array.glsl);
        let joints = self.joints();
        let slots = self.attributes.iter().find(|attribute| attribute.name == "a_joints");
        let slots = slots.map_or(1, |attribute| components(&attribute.glsl));
        let mut kept: BTreeSet<usize> = if is_by_hand { (0..MAX_JOINTS).collect() } else { [0].into() };
        let mut is_kept = Vec::new();
        for followed in joints.chunks(slots) {
            let with_these = kept.iter().chain(followed).copied().collect::<BTreeSet<_>>();
            is_kept.push(with_these.len() <= MAX_JOINTS);
            if with_these.len() <= MAX_JOINTS {
                kept = with_these;
            }
        }
        let left_out = is_kept.iter().filter(|kept| !**kept).count();
        if is_by_hand && left_out > 0 || 2 * left_out > is_kept.len() {
            return false;
        }
        // The array is full.
        let others = (0..all).filter(|joint| !kept.contains(joint)).take(MAX_JOINTS - kept.len());
        kept.extend(others.collect::<Vec<_>>());
        for uniform in self.uniforms.iter_mut().filter(|uniform| is_long(uniform)) {
            let size = components(&uniform.glsl);
            let elements = kept.iter().flat_map(|joint| uniform.values[joint * size..][..size].to_vec());
            uniform.values = elements.collect();
        }
        for attribute in self.attributes.iter_mut().filter(|_| !is_kept.is_empty()) {
            let vertices = attribute.values.chunks(components(&attribute.glsl)).zip(&is_kept);
            attribute.values = vertices.filter(|(_, kept)| **kept).flat_map(|(values, _)| values.to_vec()).collect();
            if attribute.name == "a_joints" {
                for joint in &mut attribute.values {
                    *joint = kept.range(..*joint as usize).count() as f64;
                }
            }
        }
        true
    }
}
