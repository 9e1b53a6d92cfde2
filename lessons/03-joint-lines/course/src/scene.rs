//! The scene: the family of creatures, and over it the lines that the answers make.

use crate::checks::{LESSON, REFERENCE};
use crate::creature::Family;
use crate::lesson_joints;
use armature::math::Transform;
use armature::model::ModelInstance;
use common::graphics::{
    backdrop::Backdrop,
    renderer::{DrawMode, ModelRenderer, png},
    shader,
    skinned_points::world_points,
};
use common::prelude::*;
use common::scenes::{
    joint_lines::{JointLines, JointVertex, LineStyle, uniforms},
    student_shader::{ShaderTrial, StudentPrograms},
};
use common::shader::positions_on;
use glam::{Affine3A, Mat4, Quat, Vec3, Vec4};
use glium::Program;
use std::{f32::consts::FRAC_PI_4, ops::Range, rc::Rc};
use verdict::wording::counted;

/// One for each chain, over and over; sRGB.
const COLORS: [Vec3; 3] = [Vec3::new(1.0, 0.80, 0.10), Vec3::new(0.20, 1.0, 0.95), Vec3::new(1.0, 0.42, 0.78)];
/// Position of the vertices on which a shader is tried, in their joints' spaces. Those that are drawn lie at the origin,
/// where a joint's rotation does nothing.
const TRIED_AT: Vec3 = Vec3::new(0.1, 0.0, 0.0);
/// The camera of that try: positions stay in metres, but w is not 1.
const TRIED_CLIP: Mat4 =
    Mat4::from_cols(Vec4::X, Vec4::Y, Vec4::new(0.0, 0.0, 1.0, 1.0), Vec4::new(0.0, 0.0, 0.0, 3.0));
const LINES: LineStyle = LineStyle { width: 1.0 / 200.0, dot: 2.4 };

/// The family, and what it is drawn with.
pub struct FamilyScene {
    gl: Gl,
    family: Family,
    figure: ModelInstance,
    backdrop: Backdrop,
    renderer: ModelRenderer,
    shaders: StudentPrograms<Shader>,
}

struct Shader {
    program: Program,
    /// The largest error of a vertex beside its joint's origin when the shader was tried, in metres.
    off: f32,
}

/// The colour of a chain, and its part of the indices.
type Chain = (Vec3, Range<usize>);
const FRAGMENT: ShaderFile = ShaderFile("03-joint-lines/joints.frag");

/// Values that the answers give for one frame, checked just enough to be drawn.
pub struct FamilyFrame {
    shader: Rc<Shader>,
    vertices: Vec<JointVertex>,
    indices: Vec<u16>,
    chains: Vec<Chain>,
    matrices: Vec<Mat4>,
    /// Matrices of the bodies around the lines.
    model_from_joint: Vec<Affine3A>,
    /// Ends of each line, two by two, in world space.
    ends: Vec<Vec3>,
}

pub fn run() -> ExitCode {
    lesson_main::<FamilyScene>()
}

impl Subject for FamilyScene {
    fn keys(&self) -> SubjectKeys<'_> {
        SubjectKeys { idle: &[Action::Flashlight], ..SubjectKeys::default() }
    }

    /// Frames the family wherever it is on its circle: the camera follows the middle, about which the creatures turn.
    fn framing(&mut self, seconds: f32) -> Option<Framing> {
        self.pose_family(seconds);
        let now = world_points(&self.family.model, &self.figure);
        let middle = self.followed(seconds)?;
        let mut points = Vec::new();
        for eighth in 0..8 {
            let turn = Quat::from_rotation_y(eighth as f32 * FRAC_PI_4);
            // Vertices are so dense that some are enough.
            points.extend(now.iter().step_by(16).map(|point| middle + turn * (*point - middle)));
        }
        Some(Framing::from_angles(0.1, 0.62, points))
    }

    /// Returns the middle of the three creatures.
    fn followed(&mut self, seconds: f32) -> Option<Vec3> {
        let joints = self.family.model.skeleton.joints().iter();
        let roots = joints.filter(|joint| joint.parent.is_none());
        let places: Vec<Vec3> = roots.map(|root| root.bind_local.translation).collect();
        let middle = places.iter().sum::<Vec3>() / places.len().max(1) as f32;
        Some(self.family.model_from_root(seconds).transform_point3(middle))
    }
}

impl Exercise for FamilyScene {
    type Options = NoOptions;
    type Output = FamilyFrame;

    const LESSON: &'static check::Lesson = &LESSON;
    const FIGURES: &'static [drawing::Figure] = crate::figures::FIGURES;
    const TIME: f32 = crate::corners::TIME;

    fn open(gl: &Gl, _: &mut SceneTime, _: &NoOptions) -> Result<Self> {
        let family = Family::new();
        Ok(FamilyScene {
            gl: gl.clone(),
            figure: ModelInstance::new(&family.model),
            backdrop: Backdrop::new(gl)?,
            renderer: ModelRenderer::with_rows(gl, &family.model, png)?,
            family,
            shaders: StudentPrograms::default(),
        })
    }

    fn evaluate(&mut self, course: &Course, view: &View) -> Result<FamilyFrame> {
        let time = view.seconds;
        let joints = lesson_joints(self.family.model.skeleton.joints());
        let locals: Vec<Mat4> = self.family.pose(time).locals.iter().map(Transform::to_mat4).collect();
        let parents = joints.iter().map(|joint| (joint.name.as_str(), joint.parent));
        let posed = lesson_02::posed(&course.hierarchy, parents, std::slice::from_ref(&locals))?;
        let model_from_joint = posed.iter().flatten().map(|m| Affine3A::from_mat4(*m)).collect();
        let model_from_root = self.family.model_from_root(time);
        let matrices = course.joint_lines.matrices(&joints, &locals, model_from_root)?;
        let mut indices = course.joint_lines.index_pairs(&joints)?;
        let starts = course.joint_lines.chain_starts(&joints)?;

        // OpenGL keeps the matrices of the frame before.
        if matrices.len() < joints.len() {
            let missing = counted(joints.len() - matrices.len(), "joint", "joints");
            report("03.2", format!("{missing} without a matrix, and the lines there stand still"));
        }
        // Neither OpenGL nor every driver checks that an index has a vertex.
        let before = indices.len();
        indices.retain(|&index| usize::from(index) < joints.len());
        if indices.len() < before {
            let beyond = before - indices.len();
            report("03.3", format!("{} without a joint", counted(beyond, "index", "indices")));
        }
        let vertices = vec![JointVertex { a_position: [0.0; 3] }; joints.len()];
        let mut ends = Vec::new();
        for &index in &indices {
            let matrix = matrices.get(usize::from(index));
            ends.push(matrix.map_or(Vec3::NAN, |matrix| matrix.transform_point3(Vec3::ZERO)));
        }
        let gl = &self.gl;
        let file = course.joint_lines.vertex();
        let shader = self.shaders.get(&[file], |trial| Shader::load(gl, trial, file, &matrices))?;
        let chains = chains(&starts, indices.len());
        Ok(FamilyFrame { shader, vertices, indices, chains, matrices, model_from_joint, ends })
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, frame: &FamilyFrame) -> Result<()> {
        let root = self.family.model_from_root(view.seconds);
        self.family.model.world_from_model = Affine3A::from_mat4(root);
        self.figure.set_model_from_joint(&self.family.model, &frame.model_from_joint);
        self.backdrop.draw(target, &view.camera, view.options.grid.then_some(0.0))?;
        self.renderer.draw(target, &self.family.model, &self.figure, &view.viewpoint(), DrawMode::Material)?;
        frame.draw(&self.gl, target, view, false)
    }

    /// Draws the finished lines in one colour over the student's.
    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &FamilyFrame,
        right: &FamilyFrame,
    ) -> Result<Difference> {
        right.draw(&self.gl, target, view, true)?;
        let farthest = Farthest::between(mine.ends.iter().copied(), right.ends.iter().copied());
        let got = mine.ends.len() / 2;
        let expected = right.ends.len() / 2;
        let mut found = Vec::new();
        if mine.shader.off > 1e-3 {
            found.push(format!("the shader puts a vertex at {TRIED_AT} {:.2} m off", mine.shader.off));
        }
        if got != expected {
            found.push(format!("{}, should be {expected}", counted(got, "line", "lines")));
        }
        if let Some(farthest) = farthest {
            found.push(format!("an end is {}", farthest.words()));
        }
        found.extend(chains_differ(&mine.chains, &right.chains));
        let text = if found.is_empty() { "every line agrees".into() } else { found.join("; ") };
        let missing = right.ends.get(mine.ends.len()).copied();
        let at = farthest.map(|farthest| farthest.at).or(missing);
        Ok(Difference { text, at, clip_from_world: view.clip_from_world() })
    }

    fn describe(&self, frame: &FamilyFrame) -> String {
        format!("The shader puts a vertex at {TRIED_AT} in its joint's space {:.2} m off.\n", frame.shader.off)
    }
}

impl FamilyScene {
    fn pose_family(&mut self, time: f32) {
        let model_from_root = self.family.model_from_root(time);
        self.family.model.world_from_model = Affine3A::from_mat4(model_from_root);
        *self.figure.change(&self.family.model).pose_mut() = self.family.pose(time);
    }
}

impl Shader {
    /// Loads the student's vertex shader, or the finished one if the student's cannot be used.
    fn load(gl: &Gl, trial: &mut ShaderTrial, vertex: ShaderFile, matrices: &[Mat4]) -> Result<Self> {
        let vertices = vec![JointVertex { a_position: TRIED_AT.to_array() }; matrices.len()];
        // Positions are read back first: that finds what else only drawing would, such as a misspelt attribute.
        let tried = positions_on(gl, vertex, &uniforms(TRIED_CLIP, matrices), &vertices)
            .map_err(|trouble| trouble.to_string())
            .and_then(|feedback| {
                let program = shader::load(gl, vertex, FRAGMENT).map_err(|error| error.to_string())?;
                let expected = matrices.iter().map(|matrix| matrix.transform_point3(TRIED_AT));
                let positions = feedback.positions.iter().map(|position| position.truncate());
                let off = Farthest::between(positions, expected).map_or(0.0, |farthest| farthest.distance);
                Ok(Shader { program, off })
            });
        tried.or_else(|error| {
            trial.report("03.1", error);
            Ok(Shader { program: shader::load(gl, REFERENCE.joint_lines.vertex(), FRAGMENT)?, off: 0.0 })
        })
    }
}

impl FamilyFrame {
    fn draw(&self, gl: &Gl, target: &mut Target<'_>, view: &View, is_ghost: bool) -> Result<()> {
        let FamilyFrame { shader, vertices, indices, chains, matrices, .. } = self;
        let lines = JointLines { vertices, indices, groups: chains, matrices };
        lines.draw(gl, target, view, &shader.program, LINES, is_ghost)
    }
}

/// Describes the first difference between two lists of chains.
fn chains_differ(mine: &[Chain], right: &[Chain]) -> Option<String> {
    if mine.len() != right.len() {
        return Some(format!("{}, should be {}", counted(mine.len(), "chain", "chains"), right.len()));
    }
    let chain = (0..mine.len()).find(|&chain| mine[chain] != right[chain])?;
    let [got, expected] = [mine, right].map(|chains| &chains[chain].1);
    let place = if got.start == expected.start {
        format!("ends at {}, should be {}", got.end, expected.end)
    } else {
        format!("begins at {}, should be {}", got.start, expected.start)
    };
    Some(format!("chain {} {place}", chain + 1))
}

/// Returns each chain's colour and its part of the indices, from its start to the next one's. Starts are rounded down to
/// whole lines and cut at the number of indices.
fn chains(starts: &[usize], indices: usize) -> Vec<Chain> {
    let mut chains = Vec::new();
    for (chain, &start) in starts.iter().enumerate() {
        let end = starts.get(chain + 1).copied().unwrap_or(indices);
        let [start, end] = [start, end].map(|index| index.min(indices) / 2 * 2);
        chains.push((COLORS[chain % COLORS.len()], start..end.max(start)));
    }
    chains
}
