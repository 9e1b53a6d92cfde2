//! The lesson's picture: the family, and over it the lines that somebody's answers make.

use crate::Answers;
use crate::checks::REFERENCE;
use crate::creature::Family;
use crate::given::lesson_joints;
use anyhow::{Context, Result};
use common::app::{Asker, Difference};
use common::check::shader::positions;
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
use std::rc::Rc;

/// One for each chain, over and over; sRGB.
const COLORS: [Vec3; 3] =
    [Vec3::new(1.0, 0.80, 0.10), Vec3::new(0.20, 1.0, 0.95), Vec3::new(1.0, 0.42, 0.78)];
/// Of the dots at the joints.
const DOT: Vec3 = Vec3::ONE;
/// Of the finished lines, over somebody's.
const GHOST: Vec3 = Vec3::new(0.35, 0.0, 0.25);

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
    let mut drawing = Drawing::new(&gl)?;
    let camera = drawing.camera(time, canvas.aspect());
    let mut asker = Asker::default();
    canvas.draw(|target| drawing.draw(target, &camera, time, answers, &mut asker).map(|_| ()))?;
    Ok((canvas.picture(), asker.take_said()))
}

/// The family, and what it is drawn with.
pub struct Drawing {
    gl: Gl,
    family: Family,
    figure: Figure,
    scene: SceneRenderer,
    shader: Option<Loaded>,
}

/// A vertex shader that has been tried, and what came of it.
struct Loaded {
    file: ShaderFile,
    text: Option<String>,
    program: Rc<Program>,
    said: Option<String>,
}

impl Drawing {
    /// # Errors
    /// If a shader of `common` does not compile.
    pub fn new(gl: &Gl) -> Result<Self> {
        let family = Family::new();
        let figure = Figure::new(&family.model);
        let scene = SceneRenderer::new(gl, &family.model)?;
        Ok(Drawing { gl: gl.clone(), family, figure, scene, shader: None })
    }

    /// From where the whole family is seen.
    pub fn camera(&mut self, time: f32, aspect: f32) -> OrbitCamera {
        self.place(time);
        let mut camera = OrbitCamera { yaw: 0.1, pitch: 0.62, ..OrbitCamera::default() };
        camera.frame_points(&world_points(&self.family.model, &self.figure), aspect);
        camera
    }

    /// Draws a frame; out come the lines' ends as somebody's answers have them.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw(
        &mut self,
        target: &mut Target<'_>,
        camera: &OrbitCamera,
        time: f32,
        answers: &Answers,
        asker: &mut Asker,
    ) -> Result<Vec<Vec3>> {
        self.place(time);
        let (width, height) = target.get_dimensions();
        let clip_from_model = camera.clip_from_world(width as f32 / height as f32);
        let lines = self.lines(answers, time, clip_from_model, asker)?;
        let ground = SceneOptions { ground: Some(0.0), ..SceneOptions::default() };
        self.scene.draw(target, &self.family.model, &self.figure, camera, &ground)?;
        lines.draw(&self.gl, target, None)?;
        Ok(lines.ends)
    }

    /// Draws the finished lines in one colour over somebody's, and says how far `ends` are off.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        camera: &OrbitCamera,
        time: f32,
        ends: &[Vec3],
    ) -> Result<Difference> {
        let (width, height) = target.get_dimensions();
        let clip_from_world = camera.clip_from_world(width as f32 / height as f32);
        let shader = self.shader.take(); // the student's stays loaded
        let lines = self.lines(&REFERENCE, time, clip_from_world, &mut Asker::default());
        self.shader = shader;
        let lines = lines?;
        lines.draw(&self.gl, target, Some(GHOST))?;
        let count = ends.len().max(lines.ends.len());
        // Lost places (NaN) are farther off than all others.
        let off = |(a, b): &(Vec3, Vec3)| {
            let off = a.distance(*b);
            if off.is_nan() { f32::INFINITY } else { off }
        };
        let pairs = ends.iter().copied().zip(lines.ends.iter().copied());
        let worst = pairs.max_by(|a, b| off(a).total_cmp(&off(b)));
        let most = worst.as_ref().map_or(0.0, off);
        let (got, right) = (ends.len() / 2, lines.ends.len() / 2);
        let text = if got == right {
            format!("{most:.2} m at the ends of {} lines", count / 2)
        } else {
            format!("{got} lines, should be {right}; an end {most:.2} m off")
        };
        Ok(Difference { text, at: worst.filter(|_| most > 1e-3).map(|p| p.1), clip_from_world })
    }

    fn place(&mut self, time: f32) {
        let model_from_root = self.family.model_from_root(time);
        self.family.model.world_from_model = Affine3A::from_mat4(model_from_root);
        self.figure.pose = self.family.pose(time);
        self.figure.update(&self.family.model);
    }

    /// The program of a vertex shader that does what is needed to draw with it; else the finished one.
    /// Tried again when its file has changed.
    fn program(
        &mut self,
        file: ShaderFile,
        uniforms: &Uniforms<'_>,
        vertices: &[Vertex],
        asker: &mut Asker,
    ) -> Result<Rc<Program>> {
        let text = file.text().ok();
        if self.shader.as_ref().is_none_or(|known| known.file != file || known.text != text) {
            let (program, said) = program(&self.gl, file, uniforms, vertices)?;
            self.shader = Some(Loaded { file, text, program: Rc::new(program), said });
        }
        let known = self.shader.as_ref().context("it was loaded just now")?;
        known.said.iter().for_each(|line| asker.say(line.as_str()));
        Ok(known.program.clone())
    }
}

/// Everything that the four answers give, checked just enough to be drawn.
struct Lines {
    program: Rc<Program>,
    vertices: Vec<Vertex>,
    indices: Vec<u16>,
    chains: Vec<Range<usize>>,
    uniforms: Uniforms<'static>,
    /// Where each line begins and ends, in world space.
    ends: Vec<Vec3>,
}

impl Drawing {
    fn lines(
        &mut self,
        answers: &Answers,
        time: f32,
        clip_from_model: Mat4,
        asker: &mut Asker,
    ) -> Result<Lines> {
        let family = &self.family;
        let joints = lesson_joints(family.model.skeleton.joints());
        let locals: Vec<Mat4> = family.pose(time).locals.iter().map(Transform::to_mat4).collect();
        let model_from_root = family.model_from_root(time);

        let (mine, j) = (answers.index_pairs, joints.clone());
        let mut indices =
            asker.ask("03.1 index_pairs", move || mine(&j), || (REFERENCE.index_pairs)(&joints));
        let (mine, j, l) = (answers.matrices, joints.clone(), locals.clone());
        let matrices = asker.ask(
            "03.3 matrices",
            move || mine(&j, &l, model_from_root),
            || (REFERENCE.matrices)(&joints, &locals, model_from_root),
        );
        let (mine, j) = (answers.chain_starts, joints.clone());
        let starts =
            asker.ask("03.4 chain_starts", move || mine(&j), || (REFERENCE.chain_starts)(&joints));

        // OpenGL does not look whether there is such a vertex, and neither does every driver.
        let before = indices.len();
        indices.retain(|&index| usize::from(index) < joints.len());
        if indices.len() < before {
            let beyond = before - indices.len();
            asker.say(format!("03.1 index_pairs: {beyond} indices of joints that do not exist"));
        }
        let uniforms =
            Uniforms::new().mat4("u_clip_from_model", clip_from_model).mat4s("u_model", &matrices);
        let vertices = vec![Vertex { a_position: [0.0; 3] }; joints.len()];
        let end = |&index: &u16| {
            matrices
                .get(usize::from(index))
                .map_or(Vec3::NAN, |matrix| matrix.transform_point3(Vec3::ZERO))
        };
        let ends = indices.iter().map(end).collect();
        let program = self.program(answers.vertex, &uniforms, &vertices, asker)?;
        let chains = chains(&starts, indices.len());
        Ok(Lines { program, vertices, indices, chains, uniforms, ends })
    }
}

impl Lines {
    /// The bones of each chain in one call, then a dot at every joint. Nothing covers them.
    fn draw(&self, gl: &Gl, target: &mut Target<'_>, ghost: Option<Vec3>) -> Result<()> {
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
                    target.draw(
                        &vertices,
                        bones,
                        &self.program,
                        &colored(ghost.unwrap_or(*color)),
                        &parameters,
                    )?;
                }
            }
        }
        let points = NoIndices(PrimitiveType::Points);
        target.draw(
            &vertices,
            points,
            &self.program,
            &colored(ghost.unwrap_or(DOT)),
            &parameters,
        )?;
        Ok(())
    }
}

/// The program of a vertex shader that does what is needed to draw with it; else the finished one.
fn program(
    gl: &Gl,
    vertex: ShaderFile,
    uniforms: &Uniforms<'_>,
    vertices: &[Vertex],
) -> Result<(Program, Option<String>)> {
    let fragment = ShaderFile("03-joint-lines/joints.frag");
    // Reading it back first finds what would only show while drawing: an attribute that is misspelt.
    let mine = positions(vertex, uniforms, vertices)
        .map_err(|trouble| trouble.to_string())
        .and_then(|_| shader::load(gl, vertex, fragment).map_err(|error| error.to_string()));
    match mine {
        Ok(program) => Ok((program, None)),
        Err(why) => {
            let said = format!("03.2 {why} (The finished one draws instead.)");
            Ok((shader::load(gl, REFERENCE.vertex, fragment)?, Some(said)))
        }
    }
}

/// From each start to the next, in whole lines, as far as there are indices.
fn chains(starts: &[usize], indices: usize) -> Vec<Range<usize>> {
    let even = |place: usize| place.min(indices) / 2 * 2;
    let ends = starts.iter().skip(1).copied().chain([indices]);
    starts.iter().zip(ends).map(|(&start, end)| even(start)..even(end).max(even(start))).collect()
}
