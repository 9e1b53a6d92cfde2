//! The lesson's scene: a figure, faint, and over it the joints that the answers read from its file.

use crate::checks::LESSON;
use crate::{Joint, MAX_JOINTS, read};
use crate::{depths, tree};
use armature::model::{Model, ModelInstance};
use armature_formats::collada;
use armature_offline::Side;
use common::graphics::{
    backdrop::Backdrop,
    renderer::{DrawMode, ModelRenderer, png},
    shader,
    skinned_points::world_points,
};
use common::prelude::*;
use common::scenes::{
    answer_cache::AnswerCache,
    joint_lines::{JointLines, JointVertex, LineStyle},
    see_through::make_see_through,
};
use common::ui::{
    list::{self, Row},
    theme,
};
use glam::{Mat4, Vec3};
use glium::Program;
use models::{collada_file::ColladaFile, side};
use std::{
    ops::Range,
    path::{Path, PathBuf},
    rc::Rc,
    sync::Arc,
};
use verdict::wording::counted;

/// Opacity of the figure around its joints.
const OPACITY: f32 = 0.30;
const LINES: LineStyle = LineStyle { width: 1.0 / 150.0, dot: 1.9 };

pub fn run() -> ExitCode {
    lesson_main::<SkeletonScene>()
}

/// A figure from a file, and what draws it.
pub struct SkeletonScene {
    gl: Gl,
    text: Arc<str>,
    /// About the file.
    note: Option<String>,
    model: Model,
    figure: ModelInstance,
    backdrop: Backdrop,
    renderer: ModelRenderer,
    program: Program,
    cache: AnswerCache<Course, Rc<ReadJoints>>,
}

/// Joints that the answers read from the file.
#[derive(Default)]
pub struct ReadJoints {
    joints: Vec<Joint>,
    /// Two joints for each bone.
    indices: Vec<u16>,
    /// The bones on each side of the figure, by its colour.
    sides: Vec<(Vec3, Range<usize>)>,
    /// `model_from_joint` of the joints that are drawn.
    matrices: Vec<Mat4>,
}

/// The file to read.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct SkeletonOptions {
    /// Another figure than the knight: a Collada file, or a glTF file, which is converted
    file: Option<PathBuf>,
}

impl SkeletonOptions {
    fn file(&self) -> PathBuf {
        self.file.clone().unwrap_or_else(knight)
    }
}

/// Returns the path of the lesson's own figure.
pub fn knight() -> PathBuf {
    common::assets().join("knight.dae")
}

impl Subject for SkeletonScene {
    fn keys(&self) -> SubjectKeys<'_> {
        SubjectKeys { idle: &[Action::Flashlight], ..SubjectKeys::default() }
    }

    /// Frames the figure and the place where its joints lie before 04.4 turns them.
    fn framing(&mut self, _: f32) -> Option<Framing> {
        let mut points = world_points(&self.model, &self.figure);
        points.extend(self.figure.model_from_joint().iter().map(|m| Vec3::from(m.translation)));
        Some(Framing::from_angles(0.95, 0.24, points))
    }
}

impl Exercise for SkeletonScene {
    type Options = SkeletonOptions;
    type Output = Rc<ReadJoints>;

    const LESSON: &'static check::Lesson = &LESSON;
    const FIGURES: &'static [drawing::Figure] = crate::figures::FIGURES;
    const MOVES: bool = false;

    fn open(gl: &Gl, _: &mut SceneTime, options: &SkeletonOptions) -> Result<Self> {
        let file = options.file();
        let read = ColladaFile::read(&file)?;
        let mut model = read.model(&collada::Scene::new(&read.document)?, &file)?.model;
        make_see_through(&mut model, OPACITY);
        let vertex = ShaderFile("common/joints.vert");
        Ok(SkeletonScene {
            gl: gl.clone(),
            text: read.text.into(),
            note: read.note,
            figure: ModelInstance::new(&model),
            backdrop: Backdrop::new(gl)?,
            renderer: ModelRenderer::with_rows(gl, &model, png)?,
            program: shader::load(gl, vertex, ShaderFile("common/one_color.frag"))?,
            model,
            cache: AnswerCache::default(),
        })
    }

    fn reopen(&mut self, dropped: Option<&Path>) -> Option<SkeletonOptions> {
        dropped.map(|file| SkeletonOptions { file: Some(file.to_owned()) })
    }

    fn evaluate(&mut self, course: &Course, _: &View) -> Result<Rc<ReadJoints>> {
        Ok(self.cache.get_or_compute(*course, || {
            let joints = read(&course.collada_joints, &self.text)?.unwrap_or_else(|error| {
                report("", format!("no joints: {error}"));
                Vec::new()
            });
            ReadJoints::new(joints, &course.hierarchy).map(Rc::new)
        })?)
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, read: &Rc<ReadJoints>) -> Result<()> {
        self.backdrop.draw(target, &view.camera, view.options.grid.then_some(0.0))?;
        self.renderer.draw(target, &self.model, &self.figure, &view.viewpoint(), DrawMode::Material)?;
        self.draw_lines(target, view, read, false)
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Rc<ReadJoints>,
        right: &Rc<ReadJoints>,
    ) -> Result<Difference> {
        self.draw_lines(target, view, right, true)?;
        let worst = Farthest::between(mine.positions(), right.positions());
        let got = &mine.joints;
        let expected = &right.joints;
        let mut found = Vec::new();
        if got.len() != expected.len() {
            found.push(format!("{} joints, should be {}", got.len(), expected.len()));
        }
        if let Some(worst) = worst {
            found.push(format!("{} is {}", expected[worst.index].name, worst.words()));
        }
        let mut names = got.iter().zip(expected).filter(|(a, b)| a.name != b.name);
        if let Some((got, expected)) = names.next() {
            let others = match names.count() {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            found.push(format!("\"{}\" should be \"{}\"{others}", got.name, expected.name));
        }
        if found.is_empty() {
            found.push("all joints in their places".into());
        }
        Ok(Difference {
            text: found.join("; "),
            at: worst.map(|worst| worst.at).or(right.positions().nth(mine.matrices.len())),
            clip_from_world: view.clip_from_world(),
        })
    }

    /// Draws the panel with the joint tree.
    fn ui(&mut self, screen: &Screen<'_>, _: &mut SceneTime, read: &Rc<ReadJoints>) {
        screen.panel("Joints", || {
            let ui = screen.ui;
            let joints = &read.joints;
            let chains = joints.iter().filter(|joint| joint.parent.is_none()).count();
            let joint_count = counted(joints.len(), "joint", "joints");
            let chain_count = counted(chains, "chain", "chains");
            ui.text_colored(theme::DIM, format!("{joint_count}, {chain_count}"));
            if joints.is_empty() {
                ui.text_wrapped("None yet: 04.3 adds them.");
            }
            list::draw_list(screen, &read.rows());
        });
    }

    fn describe(&self, read: &Rc<ReadJoints>) -> String {
        format!("{}{} joints\n", tree(&read.joints), read.joints.len())
    }

    fn messages(&self) -> Vec<Message> {
        self.note.iter().map(Message::note).collect()
    }
}

impl SkeletonScene {
    fn draw_lines(&self, target: &mut Target<'_>, view: &View, read: &ReadJoints, is_ghost: bool) -> Result<()> {
        let mut matrices = read.matrices.clone();
        matrices.resize(MAX_JOINTS, Mat4::IDENTITY);
        let lines = JointLines {
            vertices: &vec![JointVertex { a_position: [0.0; 3] }; read.matrices.len()],
            indices: &read.indices,
            groups: &read.sides,
            matrices: &matrices,
        };
        lines.draw(&self.gl, target, view, &self.program, LINES, is_ghost)
    }
}

impl ReadJoints {
    /// Poses the joints by lesson 02 and lists the bones of those that can be drawn. Reports the others.
    fn new(joints: Vec<Joint>, hierarchy: &lesson_02::Hierarchy) -> Result<Self, CallError> {
        // Lesson 02's walk needs parents first.
        if let Some(index) = (0..joints.len()).find(|&index| joints[index].parent >= Some(index)) {
            let name = &joints[index].name;
            let why = "is not drawn, nor are the others: its parent does not come before it";
            report("", format!("joint {index} \"{name}\" {why}"));
            return Ok(ReadJoints { joints, ..ReadJoints::default() });
        }
        let drawn = &joints[..joints.len().min(MAX_JOINTS)];
        if drawn.len() < joints.len() {
            report("", format!("only {MAX_JOINTS} of {} joints are drawn: u_model has no more", joints.len()));
        }
        let mut indices = Vec::new();
        let mut sides = Vec::new();
        for side in [Side::Middle, Side::Left, Side::Right] {
            let begin = indices.len();
            for (index, Joint { name, parent, .. }) in drawn.iter().enumerate() {
                // A bone belongs to the joint at its far end.
                if let Some(parent) = parent.filter(|_| Side::from_name(name) == side) {
                    indices.extend([parent as u16, index as u16]);
                }
            }
            sides.push((side::color(side), begin..indices.len()));
        }
        let parents = drawn.iter().map(|joint| (joint.name.as_str(), joint.parent));
        let locals = drawn.iter().map(|joint| joint.parent_from_joint).collect();
        let posed = lesson_02::posed(hierarchy, parents, &[locals])?;
        Ok(ReadJoints { indices, sides, matrices: posed.concat(), joints })
    }

    fn positions(&self) -> impl Iterator<Item = Vec3> {
        self.matrices.iter().map(|matrix| matrix.transform_point3(Vec3::ZERO))
    }

    /// Returns the rows of the joint tree, with the index in the chain at the right; a tooltip has position and children.
    fn rows(&self) -> Vec<Row> {
        let mut positions = self.positions();
        let mut rows = Vec::new();
        for (joint, depth) in self.joints.iter().zip(depths(&self.joints)) {
            rows.push(Row {
                depth,
                number: joint.index_in_chain.to_string(),
                details: self.details(joint, positions.next()),
                ..match joint.name.as_str() {
                    "" => Row::new("(no name)", theme::DIM),
                    name => Row::new(name, theme::TEXT),
                }
            });
        }
        rows
    }

    /// Returns the tooltip of a joint that is drawn at `position`.
    fn details(&self, joint: &Joint, position: Option<Vec3>) -> String {
        let children: Vec<&str> =
            joint.children.iter().map(|child| self.joints.get(*child).map_or("(no such joint)", |j| &j.name)).collect();
        let at = position.map_or(String::new(), |Vec3 { x, y, z }| format!("\nat ({x:.3}, {y:.3}, {z:.3}) m"));
        let children = match children.join(", ") {
            none if none.is_empty() => "no children".into(),
            names => format!("children: {names}"),
        };
        format!("{} in its chain{at}\n{children}", joint.index_in_chain)
    }
}
