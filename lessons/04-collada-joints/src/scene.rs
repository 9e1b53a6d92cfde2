//! What the lesson shows: a figure, faint, and over it the joints that somebody's answers read out of its file.

use crate::checks::REFERENCE;
use crate::given::{core_joints, model_poses};
use crate::{Answers, Joint, MAX_JOINTS, read};
use anyhow::{Context, Result};
use common::app::{Difference, Farthest, View, Watchdog};
use common::collada;
use common::graphics::scene::{SceneOptions, SceneRenderer, world_points};
use common::graphics::{Gl, OrbitCamera, ShaderFile, Target, Uniforms, shader};
use common::model::{Model, ModelInstance};
use common::skeleton::bone_index_pairs;
use glam::{Mat4, Vec3, Vec4};
use glium::index::{IndexBuffer, NoIndices, PrimitiveType};
use glium::{Depth, DepthTest, DrawParameters, Program, Surface, VertexBuffer, implement_vertex};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// Of the figure around its joints.
const OPACITY: f32 = 0.30;
/// Of the dots at the joints; sRGB.
const DOT: Vec3 = Vec3::ONE;
/// Of the right joints, over somebody's.
const GHOST: Vec3 = Vec3::new(0.35, 0.0, 0.25);

/// On which side of the figure a joint is, as far as its name says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Neither.
    Middle,
    /// `hand_l`, `Hand.L`, `left_hand`.
    Left,
    /// `hand_r`, `Hand.R`, `right_hand`.
    Right,
}

impl Side {
    /// Read from a name, as animators write them.
    pub fn of(name: &str) -> Side {
        let name = name.to_lowercase();
        let is = |word: &str, ends: [&str; 2]| {
            name.contains(word) || ends.iter().any(|end| name.ends_with(end))
        };
        match (is("left", ["_l", ".l"]), is("right", ["_r", ".r"])) {
            (true, false) => Side::Left,
            (false, true) => Side::Right,
            _ => Side::Middle,
        }
    }

    /// sRGB.
    fn color(self) -> Vec3 {
        match self {
            Side::Middle => Vec3::new(1.0, 0.85, 0.20),
            Side::Left => Vec3::new(0.15, 0.95, 1.0),
            Side::Right => Vec3::new(1.0, 0.36, 0.72),
        }
    }
}

/// A figure from a file, and the lines over it.
pub struct Scene {
    gl: Gl,
    text: Arc<str>,
    model: Model,
    figure: ModelInstance,
    renderer: SceneRenderer,
    program: Program,
    /// A file is long, and an answer reads the same in every frame.
    known: Vec<(Whose, Rc<Read>)>,
}

/// The four functions, by their addresses.
type Whose = [usize; 4];

/// What somebody's answers read out of the file.
pub struct Read {
    /// In the order in which they came.
    pub joints: Vec<Joint>,
    /// What the answers did that should not be.
    said: Vec<String>,
    lines: Lines,
}

/// The figure that the lesson is about.
pub fn knight() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/knight.dae")
}

#[derive(Clone, Copy)]
struct Vertex {
    a_position: [f32; 3],
}
implement_vertex!(Vertex, a_position);

/// What lesson 03 draws with: indices for each colour, a matrix for each joint.
#[derive(Default)]
struct Lines {
    bones: Vec<(Side, Vec<u16>)>,
    matrices: Vec<Mat4>,
}

impl Scene {
    /// Loads the figure of a Collada file, by `common`'s own reader; no joints yet.
    ///
    /// # Errors
    /// If the file cannot be read, or a shader does not compile.
    pub fn new(gl: &Gl, file: &Path) -> Result<Self> {
        let mut model = collada::load(file)?.model;
        fade(&mut model);
        let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        Ok(Scene {
            gl: gl.clone(),
            text: text.into(),
            figure: ModelInstance::new(&model),
            renderer: SceneRenderer::new(gl, &model)?,
            program: shader::load(
                gl,
                ShaderFile("common/joints.vert"),
                ShaderFile("common/one_color.frag"),
            )?,
            model,
            known: Vec::new(),
        })
    }

    /// Reads the file's joints by `answers`.
    ///
    /// Where one panics or does not come back the finished one reads; where they give an error
    /// there are no joints, as in any program that reads a file with them.
    pub fn ask(&mut self, answers: &Answers, watchdog: &mut Watchdog) -> Rc<Read> {
        let whose = addresses(answers);
        let known = self.known.iter().find(|(known, _)| *known == whose);
        let read =
            known.map_or_else(|| Rc::new(self.read(answers, watchdog)), |(_, read)| read.clone());
        if known.is_none() {
            self.known.truncate(3); // F2's and F3's
            self.known.insert(0, (whose, read.clone()));
        }
        read.said.iter().for_each(|line| watchdog.report(line.as_str()));
        read
    }

    fn read(&self, answers: &Answers, watchdog: &mut Watchdog) -> Read {
        let result = self.read_by(answers, watchdog);
        let mut said = watchdog.take_reports();
        let result = result.unwrap_or_else(|| self.read_without_one(answers));
        let joints = result.unwrap_or_else(|error| {
            said.push(format!("no joints: {error}"));
            Vec::new()
        });
        let lines = match Lines::new(&joints) {
            Ok((lines, note)) => {
                said.extend(note);
                lines
            }
            Err(why) => {
                said.push(why);
                Lines::default()
            }
        };
        Read { joints, said, lines }
    }

    /// `None` if the answers do not come back.
    fn read_by(
        &self,
        answers: &Answers,
        watchdog: &mut Watchdog,
    ) -> Option<Result<Vec<Joint>, String>> {
        let (theirs, text) = (*answers, self.text.clone());
        watchdog.call("reading the joints", move || Some(read(&theirs, &text)), || None)
    }

    /// With one of the answers replaced by the finished one: as little of the student's as possible is lost.
    fn read_without_one(&self, answers: &Answers) -> Result<Vec<Joint>, String> {
        let without = [
            Answers { matrix_from_text: REFERENCE.matrix_from_text, ..*answers },
            Answers { joint_name: REFERENCE.joint_name, ..*answers },
            Answers { add_joints: REFERENCE.add_joints, ..*answers },
            Answers { to_our_axes: REFERENCE.to_our_axes, ..*answers },
        ];
        let read_by = |answers: &Answers| self.read_by(answers, &mut Watchdog::default());
        without.iter().find_map(read_by).unwrap_or_else(|| read(&REFERENCE, &self.text))
    }

    /// A camera that shows the whole figure, and the place where its joints lie before 04.4 turns them.
    pub fn camera(&self, aspect: f32) -> OrbitCamera {
        let mut camera = OrbitCamera { yaw: 0.95, pitch: 0.24, ..OrbitCamera::default() };
        let mut points = world_points(&self.model, &self.figure);
        points.extend(self.figure.model_from_joint().iter().map(|m| Vec3::from(m.translation)));
        camera.frame_points(&points, aspect);
        camera
    }

    /// Draws the figure, then the bones of each colour in one call, then a dot at every joint.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw(&self, target: &mut Target<'_>, view: &View, read: &Read) -> Result<()> {
        let ground =
            SceneOptions { ground: view.options.grid.then_some(0.0), ..SceneOptions::default() };
        self.renderer.draw(target, &self.model, &self.figure, &view.camera, &ground)?;
        self.draw_lines(target, view, &read.lines, None)
    }

    /// Draws the right joints in one colour over somebody's, and says how far those are off.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_difference(
        &self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Read,
        right: &Read,
    ) -> Result<Difference> {
        self.draw_lines(target, view, &right.lines, Some(GHOST))?;
        let places = |read: &Read| {
            let origin = |matrix: &Mat4| matrix.transform_point3(Vec3::ZERO);
            read.lines.matrices.iter().map(origin).collect::<Vec<Vec3>>()
        };
        let worst = Farthest::of(places(mine), places(right));
        let mut found = Vec::new();
        if mine.joints.len() != right.joints.len() {
            found.push(format!("{} joints, should be {}", mine.joints.len(), right.joints.len()));
        }
        if let Some(worst) = worst {
            found.push(format!("{} is {}", right.joints[worst.place].name, worst.words()));
        }
        let mut names = mine.joints.iter().zip(&right.joints).filter(|(a, b)| a.name != b.name);
        if let Some((mine, right)) = names.next() {
            let others = match names.count() {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            found.push(format!("\"{}\" should be \"{}\"{others}", mine.name, right.name));
        }
        if found.is_empty() {
            found.push("all joints in their places".into());
        }
        Ok(Difference {
            text: found.join("; "),
            at: worst.map(|worst| worst.at),
            clip_from_world: view.clip_from_world(),
        })
    }

    /// Lesson 03: every vertex at its joint's origin, and nothing covers the lines.
    fn draw_lines(
        &self,
        target: &mut Target<'_>,
        view: &View,
        Lines { bones, matrices }: &Lines,
        ghost: Option<Vec3>,
    ) -> Result<()> {
        // A ghost is thin, so that what lies under it is still seen.
        let share = if ghost.is_some() { 0.45 } else { 1.0 };
        let thickness = share * view.size.1 as f32 / 150.0;
        if matrices.is_empty() {
            return Ok(()); // OpenGL has no buffers of no size
        }
        let vertices = vec![Vertex { a_position: [0.0; 3] }; matrices.len()];
        let vertices = VertexBuffer::new(&self.gl, &vertices)?;
        let mut all = matrices.clone();
        all.resize(MAX_JOINTS, Mat4::IDENTITY);
        let uniforms = Uniforms::new()
            .mat4("u_clip_from_model", view.clip_from_world())
            .mat4s("u_model", &all);
        let colored = |color| uniforms.clone().vec3("u_color", color);
        let parameters = DrawParameters {
            depth: Depth { test: DepthTest::Overwrite, write: false, ..Depth::default() },
            line_width: Some(thickness),
            point_size: Some(1.9 * thickness),
            ..DrawParameters::default()
        };
        for (side, indices) in bones {
            let indices = IndexBuffer::new(&self.gl, PrimitiveType::LinesList, indices)?;
            let uniforms = colored(ghost.unwrap_or(side.color()));
            target.draw(&vertices, &indices, &self.program, &uniforms, &parameters)?;
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

impl Lines {
    /// Joints as lines, as far as `u_model` has elements for them, and a word if it has not.
    ///
    /// # Errors
    /// If a joint comes before its parent: lesson 02's walk needs them the other way round.
    fn new(joints: &[Joint]) -> Result<(Self, Option<String>), String> {
        let early =
            joints.iter().enumerate().find(|(index, j)| j.parent.is_some_and(|p| p >= *index));
        if let Some((index, joint)) = early {
            return Err(format!(
                "joint {index} \"{}\" is not drawn, nor are the others: its parent does not come before it",
                joint.name
            ));
        }
        let drawn = &joints[..joints.len().min(MAX_JOINTS)];
        let note = (drawn.len() < joints.len()).then(|| {
            format!("only {MAX_JOINTS} of {} joints are drawn: u_model has no more", joints.len())
        });
        let pairs = bone_index_pairs(&core_joints(drawn));
        let bones = [Side::Middle, Side::Left, Side::Right].map(|side| {
            // A bone belongs to the joint at its far end.
            let of_side = |pair: &&[u16; 2]| Side::of(&drawn[usize::from(pair[1])].name) == side;
            (side, pairs.as_chunks::<2>().0.iter().filter(of_side).flatten().copied().collect())
        });
        let bones = bones.into_iter().filter(|(_, indices): &(_, Vec<u16>)| !indices.is_empty());
        Ok((Lines { bones: bones.collect(), matrices: model_poses(drawn) }, note))
    }
}

fn addresses(answers: &Answers) -> Whose {
    [
        answers.matrix_from_text as usize,
        answers.joint_name as usize,
        answers.add_joints as usize,
        answers.to_our_axes as usize,
    ]
}

/// Makes a model faint.
fn fade(model: &mut Model) {
    for part in &mut model.parts {
        if part.material.is_none() {
            part.material = Some(model.materials.len());
        }
    }
    model.materials.push(common::model::Material::default());
    for material in &mut model.materials {
        material.diffuse *= Vec4::new(1.0, 1.0, 1.0, OPACITY);
    }
}
