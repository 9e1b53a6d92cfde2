//! The lesson's picture: the family, and over it the lines that somebody's answers make.

use crate::Answers;
use crate::checks::REFERENCE;
use crate::creature::Family;
use crate::given::lesson_joints;
use anyhow::Result;
use common::check::{Worker, shader::positions};
use common::graphics::scene::{SceneOptions, SceneRenderer, world_points};
use common::graphics::{
    Canvas, Gl, OrbitCamera, Picture, ShaderFile, Target, Uniforms, headless, shader,
};
use common::math::Transform;
use common::model::Figure;
use glam::{Affine3A, Mat4, Vec3};
use glium::index::{IndexBuffer, NoIndices, PrimitiveType};
use glium::{Depth, DepthTest, DrawParameters, Program, Surface, VertexBuffer, implement_vertex};
use std::ops::Range;
use std::time::Duration;

/// One for each chain, over and over; sRGB.
const COLORS: [Vec3; 3] =
    [Vec3::new(1.0, 0.80, 0.10), Vec3::new(0.20, 1.0, 0.95), Vec3::new(1.0, 0.42, 0.78)];
/// Of the dots at the joints.
const DOT: Vec3 = Vec3::ONE;
/// How long a frame waits for an answer.
const PATIENCE: Duration = Duration::from_secs(1);

/// When the lesson's own picture is taken, in seconds.
pub const TIME: f32 = 0.5;

#[derive(Clone, Copy)]
struct Vertex {
    a_position: [f32; 3],
}
implement_vertex!(Vertex, a_position);

/// Draws the family `time` seconds on, with the lines that `answers` make of its joints.
///
/// Beside the picture it says which answers could not be used: where one panics, hangs, or a shader
/// does not compile, the finished one draws instead.
///
/// # Errors
/// If there is no OpenGL, or a shader of `common` does not compile.
pub fn draw(answers: &Answers, time: f32, size: (u32, u32)) -> Result<(Picture, Vec<String>)> {
    let gl = headless::context()?;
    let canvas = Canvas::new(&gl, size)?;
    let mut family = Family::new();
    let model_from_root = family.model_from_root(time);
    family.model.world_from_model = Affine3A::from_mat4(model_from_root);
    let mut figure = Figure::new(&family.model);
    figure.pose = family.pose(time);
    figure.update(&family.model);

    let mut camera = OrbitCamera { yaw: 0.1, pitch: 0.62, ..OrbitCamera::default() };
    camera.frame_points(&world_points(&family.model, &figure), canvas.aspect());
    let clip_from_model = camera.clip_from_world(canvas.aspect());
    let lines = Lines::ask(&gl, answers, &family, time, clip_from_model)?;

    let scene = SceneRenderer::new(&gl, &family.model)?;
    let ground = SceneOptions { ground: Some(0.0), ..SceneOptions::default() };
    canvas.draw(|target| -> Result<()> {
        scene.draw(target, &family.model, &figure, &camera, &ground)?;
        lines.draw(&gl, target)
    })?;
    Ok((canvas.picture(), lines.said))
}

/// Everything that the four answers give, checked just enough to be drawn.
struct Lines {
    program: Program,
    vertices: Vec<Vertex>,
    indices: Vec<u16>,
    chains: Vec<Range<usize>>,
    uniforms: Uniforms<'static>,
    said: Vec<String>,
}

impl Lines {
    fn ask(
        gl: &Gl,
        answers: &Answers,
        family: &Family,
        time: f32,
        clip_from_model: Mat4,
    ) -> Result<Self> {
        let mut said = Vec::new();
        let joints = lesson_joints(family.model.skeleton.joints());
        let locals: Vec<Mat4> = family.pose(time).locals.iter().map(Transform::to_mat4).collect();
        let model_from_root = family.model_from_root(time);

        let (mine, j) = (answers.index_pairs, joints.clone());
        let mut indices = safely(
            "03.1 index_pairs",
            move || mine(&j),
            || (REFERENCE.index_pairs)(&joints),
            &mut said,
        );
        let (mine, j, l) = (answers.matrices, joints.clone(), locals.clone());
        let matrices = safely(
            "03.3 matrices",
            move || mine(&j, &l, model_from_root),
            || (REFERENCE.matrices)(&joints, &locals, model_from_root),
            &mut said,
        );
        let (mine, j) = (answers.chain_starts, joints.clone());
        let starts = safely(
            "03.4 chain_starts",
            move || mine(&j),
            || (REFERENCE.chain_starts)(&joints),
            &mut said,
        );

        // OpenGL does not look whether there is such a vertex, and neither does every driver.
        let before = indices.len();
        indices.retain(|&index| usize::from(index) < joints.len());
        if indices.len() < before {
            let beyond = before - indices.len();
            said.push(format!("03.1 index_pairs: {beyond} indices of joints that do not exist"));
        }
        let uniforms =
            Uniforms::new().mat4("u_clip_from_model", clip_from_model).mat4s("u_model", &matrices);
        let vertices = vec![Vertex { a_position: [0.0; 3] }; joints.len()];
        let program = program(gl, answers.vertex, &uniforms, &vertices, &mut said)?;
        let chains = chains(&starts, indices.len());
        Ok(Lines { program, vertices, indices, chains, uniforms, said })
    }

    /// The bones of each chain in one call, then a dot at every joint. Nothing covers them.
    fn draw(&self, gl: &Gl, target: &mut Target<'_>) -> Result<()> {
        let vertices = VertexBuffer::new(gl, &self.vertices)?;
        let thickness = target.get_dimensions().1 as f32 / 200.0;
        let parameters = DrawParameters {
            depth: Depth { test: DepthTest::Overwrite, write: false, ..Depth::default() },
            line_width: Some(thickness),
            point_size: Some(2.4 * thickness),
            ..DrawParameters::default()
        };
        let colored = |color| self.uniforms.clone().vec3("u_color", color);
        if !self.indices.is_empty() {
            let indices = IndexBuffer::new(gl, PrimitiveType::LinesList, &self.indices)?;
            for (chain, color) in self.chains.iter().zip(COLORS.iter().cycle()) {
                if let Some(bones) = indices.slice(chain.clone()).filter(|_| !chain.is_empty()) {
                    target.draw(&vertices, bones, &self.program, &colored(*color), &parameters)?;
                }
            }
        }
        let points = NoIndices(PrimitiveType::Points);
        target.draw(&vertices, points, &self.program, &colored(DOT), &parameters)?;
        Ok(())
    }
}

/// The answer of `mine`, on a thread of its own; the reference's, with a word why, where there is none.
fn safely<T: Send + 'static>(
    name: &str,
    mine: impl FnOnce() -> T + Send + 'static,
    reference: impl FnOnce() -> T,
    said: &mut Vec<String>,
) -> T {
    Worker::new(name).call(PATIENCE, mine).unwrap_or_else(|lost| {
        said.push(format!("{name}: {lost} (The finished one draws instead.)"));
        reference()
    })
}

/// The program of a vertex shader that does what is needed to draw with it; else the finished one.
fn program(
    gl: &Gl,
    vertex: ShaderFile,
    uniforms: &Uniforms<'_>,
    vertices: &[Vertex],
    said: &mut Vec<String>,
) -> Result<Program> {
    let fragment = ShaderFile("03-joint-lines/joints.frag");
    // Reading it back first finds what would only show while drawing: an attribute that is misspelt.
    let mine = positions(vertex, uniforms, vertices)
        .map_err(|trouble| trouble.to_string())
        .and_then(|_| shader::load(gl, vertex, fragment).map_err(|error| error.to_string()));
    match mine {
        Ok(program) => Ok(program),
        Err(why) => {
            said.push(format!("03.2 {why} (The finished one draws instead.)"));
            Ok(shader::load(gl, REFERENCE.vertex, fragment)?)
        }
    }
}

/// From each start to the next, in whole lines, as far as there are indices.
fn chains(starts: &[usize], indices: usize) -> Vec<Range<usize>> {
    let even = |place: usize| place.min(indices) / 2 * 2;
    let ends = starts.iter().skip(1).copied().chain([indices]);
    starts.iter().zip(ends).map(|(&start, end)| even(start)..even(end).max(even(start))).collect()
}
