//! The scene: the family, and over it the lines that somebody's answers make.

use crate::Answers;
use crate::checks::REFERENCE;
use crate::creature::Family;
use crate::given::lesson_joints;
use anyhow::Result;
use common::app::{Difference, Farthest, View, Watchdog};
use common::check::shader::positions_on;
use common::graphics::scene::{SceneOptions, SceneRenderer, world_points};
use common::graphics::{Gl, OrbitCamera, ShaderFile, Target, Uniforms, shader};
use common::math::Transform;
use common::model::ModelInstance;
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

#[derive(Clone, Copy)]
struct Vertex {
    a_position: [f32; 3],
}
implement_vertex!(Vertex, a_position);

/// The family, and what it is drawn with.
pub struct Scene {
    gl: Gl,
    family: Family,
    figure: ModelInstance,
    renderer: SceneRenderer,
    /// Those that have been tried: the student's, and the finished one.
    shaders: Vec<Loaded>,
}

/// A vertex shader that has been tried, and what came of it.
struct Loaded {
    file: ShaderFile,
    text: Option<String>,
    program: Rc<Program>,
    said: Option<String>,
    /// How far its vertices are from their joints at most, in metres, when it was tried.
    off: f32,
}

/// Everything that the four answers give, checked just enough to be drawn.
pub struct Lines {
    program: Rc<Program>,
    vertices: Vec<Vertex>,
    indices: Vec<u16>,
    chains: Vec<Range<usize>>,
    matrices: Vec<Mat4>,
    /// How far the vertex shader's vertices are from their joints at most, in metres.
    shader_off: f32,
    /// Where each line begins and ends, in world space.
    ends: Vec<Vec3>,
}

impl Scene {
    /// # Errors
    /// If a shader of `common` does not compile.
    pub fn new(gl: &Gl) -> Result<Self> {
        let family = Family::new();
        let figure = ModelInstance::new(&family.model);
        let renderer = SceneRenderer::new(gl, &family.model)?;
        Ok(Scene { gl: gl.clone(), family, figure, renderer, shaders: Vec::new() })
    }

    /// From where the whole family is seen.
    pub fn camera(&mut self, time: f32, aspect: f32) -> OrbitCamera {
        self.place(time);
        let mut camera = OrbitCamera { yaw: 0.1, pitch: 0.62, ..OrbitCamera::default() };
        camera.frame_points(&world_points(&self.family.model, &self.figure), aspect);
        camera
    }

    /// Between the three, in world space.
    pub fn middle(&self, time: f32) -> Vec3 {
        let joints = self.family.model.skeleton.joints().iter();
        let roots = joints.filter(|joint| joint.parent.is_none());
        let places: Vec<Vec3> = roots.map(|root| root.bind_local.translation).collect();
        let middle = places.iter().sum::<Vec3>() / places.len().max(1) as f32;
        self.family.model_from_root(time).transform_point3(middle)
    }

    /// Puts the lesson's questions for the family's pose `time` seconds on.
    ///
    /// # Errors
    /// If not even the finished shader can be used.
    pub fn ask(&mut self, answers: &Answers, watchdog: &mut Watchdog, time: f32) -> Result<Lines> {
        let family = &self.family;
        let joints = lesson_joints(family.model.skeleton.joints());
        let locals: Vec<Mat4> = family.pose(time).locals.iter().map(Transform::to_mat4).collect();
        let model_from_root = family.model_from_root(time);

        let (mine, j) = (answers.index_pairs, joints.clone());
        let mut indices = watchdog.call(
            "03.1 index_pairs",
            move || mine(&j),
            || (REFERENCE.index_pairs)(&joints),
        );
        let (mine, j, l) = (answers.matrices, joints.clone(), locals.clone());
        let matrices = watchdog.call(
            "03.3 matrices",
            move || mine(&j, &l, model_from_root),
            || (REFERENCE.matrices)(&joints, &locals, model_from_root),
        );
        let (mine, j) = (answers.chain_starts, joints.clone());
        let starts = watchdog.call(
            "03.4 chain_starts",
            move || mine(&j),
            || (REFERENCE.chain_starts)(&joints),
        );

        // OpenGL does not look whether there is such a vertex, and neither does every driver.
        let before = indices.len();
        indices.retain(|&index| usize::from(index) < joints.len());
        if indices.len() < before {
            let beyond = before - indices.len();
            watchdog
                .report(format!("03.1 index_pairs: {beyond} indices of joints that do not exist"));
        }
        let vertices = vec![Vertex { a_position: [0.0; 3] }; joints.len()];
        let end = |&index: &u16| {
            matrices
                .get(usize::from(index))
                .map_or(Vec3::NAN, |matrix| matrix.transform_point3(Vec3::ZERO))
        };
        let ends = indices.iter().map(end).collect();
        let (program, shader_off) = self.program(answers.vertex, &matrices, &vertices, watchdog)?;
        let chains = chains(&starts, indices.len());
        Ok(Lines { program, vertices, indices, chains, matrices, shader_off, ends })
    }

    /// Draws the family and, over it, lines.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        time: f32,
        lines: &Lines,
    ) -> Result<()> {
        self.place(time);
        let ground =
            SceneOptions { ground: view.options.grid.then_some(0.0), ..SceneOptions::default() };
        self.renderer.draw(target, &self.family.model, &self.figure, &view.camera, &ground)?;
        lines.draw(&self.gl, target, view, None)
    }

    /// Draws the finished lines in one colour over somebody's, and says how far those are off.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_difference(
        &self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Lines,
        right: &Lines,
    ) -> Result<Difference> {
        right.draw(&self.gl, target, view, Some(GHOST))?;
        let worst = Farthest::of(mine.ends.iter().copied(), right.ends.iter().copied());
        let (got, should) = (mine.ends.len() / 2, right.ends.len() / 2);
        let mut text = format!("{got} lines");
        if got != should {
            text += &format!(", should be {should}");
        }
        if let Some(worst) = worst {
            text += &format!("; an end is {}", worst.words());
        }
        if mine.shader_off > 1e-3 {
            text += &format!("; the shader puts a vertex {:.2} m off its joint", mine.shader_off);
        }
        let at = worst.map(|worst| worst.at);
        Ok(Difference { text, at, clip_from_world: view.clip_from_world() })
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
        matrices: &[Mat4],
        vertices: &[Vertex],
        watchdog: &mut Watchdog,
    ) -> Result<(Rc<Program>, f32)> {
        let text = file.text().ok();
        let known = self.shaders.iter().position(|known| known.file == file && known.text == text);
        let place = if let Some(place) = known {
            place
        } else {
            let (program, said, off) = program(&self.gl, file, matrices, vertices)?;
            self.shaders.retain(|known| known.file != file);
            self.shaders.push(Loaded { file, text, program: Rc::new(program), said, off });
            self.shaders.len() - 1
        };
        let known = &self.shaders[place];
        known.said.iter().for_each(|line| watchdog.report(line.as_str()));
        Ok((known.program.clone(), known.off))
    }
}

fn uniforms(clip_from_model: Mat4, matrices: &[Mat4]) -> Uniforms<'static> {
    Uniforms::new().mat4("u_clip_from_model", clip_from_model).mat4s("u_model", matrices)
}

impl Lines {
    /// The bones of each chain in one call, then a dot at every joint. Nothing covers them.
    fn draw(
        &self,
        gl: &Gl,
        target: &mut Target<'_>,
        view: &View,
        ghost: Option<Vec3>,
    ) -> Result<()> {
        let vertices = VertexBuffer::new(gl, &self.vertices)?;
        // A ghost is thin, so that what lies under it is still seen.
        let share = if ghost.is_some() { 0.45 } else { 1.0 };
        let thickness = share * view.size.1 as f32 / 200.0;
        let parameters = DrawParameters {
            depth: Depth { test: DepthTest::Overwrite, write: false, ..Depth::default() },
            line_width: Some(thickness),
            point_size: Some(2.4 * thickness),
            ..DrawParameters::default()
        };
        let uniforms = uniforms(view.clip_from_world(), &self.matrices);
        let colored = |color| uniforms.clone().vec3("u_color", color);
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
    matrices: &[Mat4],
    vertices: &[Vertex],
) -> Result<(Program, Option<String>, f32)> {
    let fragment = ShaderFile("03-joint-lines/joints.frag");
    // Reading it back first finds what would only show while drawing: an attribute that is misspelt.
    let mine = positions_on(gl, vertex, &uniforms(Mat4::IDENTITY, matrices), vertices)
        .map_err(|trouble| trouble.to_string())
        .and_then(|told| {
            let program = shader::load(gl, vertex, fragment).map_err(|error| error.to_string())?;
            let origins = matrices.iter().map(|matrix| matrix.w_axis.truncate());
            let places = told.positions.iter().map(|place| place.truncate());
            Ok((program, Farthest::of(places, origins).map_or(0.0, |worst| worst.distance)))
        });
    match mine {
        Ok((program, off)) => Ok((program, None, off)),
        Err(why) => {
            let said = format!("03.2 {why} (The finished one draws instead.)");
            Ok((shader::load(gl, REFERENCE.vertex, fragment)?, Some(said), 0.0))
        }
    }
}

/// From each start to the next, in whole lines, as far as there are indices.
fn chains(starts: &[usize], indices: usize) -> Vec<Range<usize>> {
    let even = |place: usize| place.min(indices) / 2 * 2;
    let ends = starts.iter().skip(1).copied().chain([indices]);
    starts.iter().zip(ends).map(|(&start, end)| even(start)..even(end).max(even(start))).collect()
}
