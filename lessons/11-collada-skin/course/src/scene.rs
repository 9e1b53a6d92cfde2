//! The lesson's scene: each figure twice, in its texture with one joint bent, and beside it in the bind pose, with
//! colours for the weights of that joint.

use crate::ColladaSkin;
use crate::checks::LESSON;
use crate::file::{self, FigureFile};
use crate::panel::{self, Axis, JointPose};
use crate::skinned::{SkinAnswers, bind_skins};
use crate::stands::Stand;
use anyhow::bail;
use armature::math::Transform;
use armature::mesh::SkinnedVertex;
use armature::model::{Model, ModelInstance};
use common::exercise::{AnswerReport, listen};
use common::graphics::{
    backdrop::Backdrop,
    renderer::{DrawMode, ModelRenderer},
    skinned_points::world_points,
};
use common::prelude::*;
use common::scenes::answer_cache::AnswerCache;
use drawing::{Align, Ink, weight_color};
use glam::{Affine3A, Mat4, Vec2, Vec3, Vec4};
use models::pictures;
use std::{
    fmt::Write,
    path::{Path, PathBuf},
    rc::Rc,
};

/// sRGB.
const BONE: Vec4 = Vec4::new(0.98, 0.80, 0.42, 0.92);
const CHOSEN: Vec4 = Vec4::new(0.95, 0.33, 0.24, 1.0);
const GHOST: Vec4 = Vec4::new(1.0, 0.25, 0.75, 0.45);
/// Number of colours in the legend of the weights.
const SHADES: usize = 40;

const POSES: [(&str, JointPose); 2] = [
    ("upper_arm_l", JointPose { joint: 0, axis: Axis::X, degrees: 60.0 }),
    ("spine_4", JointPose { joint: 0, axis: Axis::Z, degrees: 40.0 }),
];

pub fn run() -> ExitCode {
    lesson_main::<SkinScene>()
}

/// Arguments of this lesson besides those of every lesson.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct SkinOptions {
    /// Another figure than the knight and the hose: a Collada file, or a glTF file, which is converted
    pub file: Option<PathBuf>,
    /// The joint whose weights are shown, and which is bent
    #[arg(long, value_name = "SID")]
    pub joint: Option<String>,
    /// Angle of the bend, in every figure shown
    #[arg(long, value_name = "DEGREES", allow_negative_numbers = true)]
    pub bend: Option<f32>,
    /// About which of the joint's own axes, in every figure shown
    #[arg(long, value_enum)]
    pub axis: Option<Axis>,
    /// Textures as if v began at the other end
    #[arg(long)]
    pub upside_down: bool,
}

pub struct SkinScene {
    gl: Gl,
    files: Vec<FigureFile>,
    stands: Vec<Stand>,
    poses: Vec<JointPose>,
    upside_down: bool,
    backdrop: Backdrop,
    debug: DebugRenderer,
    cache: AnswerCache<(ColladaSkin, bool), Rc<Vec<Skinned>>>,
}

/// A figure on the graphics card, in the skin that answers have read.
struct Skinned {
    /// The figure, with a part for each of the file's meshes; none for a skin for which an answer gave an error.
    model: Model,
    renderer: ModelRenderer,
    found: Vec<SkinAnswers>,
}

pub struct Posed {
    skinned: Rc<Vec<Skinned>>,
    bent: Vec<ModelInstance>,
    rest: Vec<ModelInstance>,
}

impl Subject for SkinScene {
    fn framing(&mut self, _: f32) -> Option<Framing> {
        Some(Framing::from_angles(0.10, 0.10, Stand::extent(&self.stands)))
    }
}

impl Exercise for SkinScene {
    type Options = SkinOptions;
    type Output = Posed;

    const LESSON: &'static check::Lesson = &LESSON;
    const FIGURES: &'static [drawing::Figure] = crate::figures::FIGURES;
    const MOVES: bool = false;

    fn open(gl: &Gl, _: &mut SceneTime, options: &SkinOptions) -> Result<Self> {
        let paths = options.file.clone().map_or_else(file::files, |file| vec![file]);
        let files = paths.iter().map(|path| FigureFile::read(path)).collect::<Result<Vec<_>>>()?;
        Ok(SkinScene {
            gl: gl.clone(),
            stands: Stand::row(&files)?,
            poses: poses(&files, options)?,
            files,
            upside_down: options.upside_down,
            backdrop: Backdrop::new(gl)?,
            debug: DebugRenderer::new(gl)?,
            cache: AnswerCache::default(),
        })
    }

    fn reopen(&mut self, dropped: Option<&Path>) -> Option<SkinOptions> {
        let file = Some(dropped?.to_owned());
        let upside_down = self.upside_down;
        Some(SkinOptions { file, upside_down, ..SkinOptions::default() })
    }

    fn evaluate(&mut self, course: &Course, _: &View) -> Result<Posed> {
        let SkinScene { gl, files, cache, upside_down, .. } = self;
        let answers = &course.collada_skin;
        let key = (*answers, *upside_down);
        let skinned =
            cache.get_or_compute(key, || anyhow::Ok(Rc::new(skin_files(gl, files, *upside_down, answers)?)))?;
        let mut bent = Vec::new();
        for (Skinned { model, .. }, pose) in skinned.iter().zip(&self.poses) {
            let mut figure = ModelInstance::new(model);
            if let Some(local) = figure.change(model).pose_mut().locals.get_mut(pose.joint) {
                local.rotation *= pose.rotation();
            }
            let locals = figure.pose().locals.iter().map(Transform::to_mat4).collect();
            let joints = model.skeleton.joints();
            let parents = joints.iter().map(|joint| (joint.name.as_str(), joint.parent));
            let posed = lesson_02::posed(&course.hierarchy, parents, &[locals])?;
            let posed = posed.iter().flatten().map(|joint| Affine3A::from_mat4(*joint));
            figure.set_model_from_joint(model, &posed.collect::<Vec<_>>());
            bent.push(figure);
        }
        Ok(Posed { rest: skinned.iter().map(|skinned| ModelInstance::new(&skinned.model)).collect(), bent, skinned })
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, posed: &Posed) -> Result<()> {
        self.backdrop.draw(target, &view.camera, view.options.grid.then_some(0.0))?;
        for (index, Skinned { model, renderer, .. }) in posed.skinned.iter().enumerate() {
            let stand = &self.stands[index];
            let joint = self.poses[index].joint;
            let textured = Stand::view_of(&stand.textured, view);
            renderer.draw(target, model, &posed.bent[index], &textured, DrawMode::Material)?;
            let weights = Stand::view_of(&stand.weights, view);
            renderer.draw(target, model, &posed.rest[index], &weights, DrawMode::Weights(joint))?;
        }
        let mut bones = Shapes::new();
        for (index, figure) in posed.rest.iter().enumerate() {
            self.add_bones(&mut bones, index, figure);
        }
        self.debug.draw(target, &bones, view.clip_from_world(), Overlay::XRay)?;
        Ok(())
    }

    /// Draws the colours of the weights at the right edge of the picture.
    fn annotate(&self, sheet: &mut Sheet, _: &View, _: &Self::Output) {
        let low = Vec2::new(sheet.size.x - 28.0, 0.3 * sheet.size.y);
        let step = Vec2::new(16.0, 0.4 * sheet.size.y / SHADES as f32);
        for shade in 0..SHADES {
            let corner = low + step.y * shade as f32 * Vec2::Y;
            let color = weight_color((shade as f32 + 0.5) / SHADES as f32);
            sheet.rectangle(corner, corner + step, Ink::own(color, 0.0), 1.0);
        }
        let end = low + 0.5 * step.x * Vec2::X;
        sheet.word(end - 8.0 * Vec2::Y, Align::Middle, "0", Ink::Given);
        sheet.word(end + (0.4 * sheet.size.y + 8.0) * Vec2::Y, Align::Middle, "1", Ink::Given);
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Posed,
        right: &Posed,
    ) -> Result<Difference> {
        let mut worst: Option<(Farthest, &FigureFile)> = None;
        let mut others = 0;
        let mut missing = None;
        for (index, (file, stand)) in self.files.iter().zip(&self.stands).enumerate() {
            let my = &mine.skinned[index];
            let Skinned { model, renderer, .. } = &right.skinned[index];
            let [positions, right_positions] = [mine, right].map(|posed| {
                let points = world_points(&posed.skinned[index].model, &posed.bent[index]);
                points.into_iter().map(|point| stand.textured.transform_point3(point))
            });
            let is_missing = my.model.parts.len() < model.parts.len();
            let farthest = if is_missing { None } else { Farthest::between(positions, right_positions) };
            if farthest.is_some() || is_missing {
                let textured = Stand::view_of(&stand.textured, view);
                renderer.draw(target, model, &right.bent[index], &textured, DrawMode::Ghost(GHOST))?;
            }
            let both = [worst, farthest.map(|found| (found, file))];
            worst = both.into_iter().flatten().max_by(|a, b| a.0.distance.total_cmp(&b.0.distance));
            others += count_differing(&my.model, model);
            if is_missing {
                missing = Some(stand.textured.transform_point3(Vec3::Y));
            }
        }
        let text = match worst {
            Some((worst, file)) => {
                format!("{}: a vertex is {}", file.model.name, worst.words())
            }
            None if missing.is_some() => "there is no skin".into(),
            None if others > 0 => format!("all in place, but {others} vertices follow others"),
            None => "every vertex agrees".into(),
        };
        let at = worst.map(|(worst, _)| worst.at).or(missing);
        Ok(Difference { text, at, clip_from_world: view.clip_from_world() })
    }

    fn ui(&mut self, screen: &Screen<'_>, _: &mut SceneTime, posed: &Posed) {
        screen.panel("Skins", || {
            for (index, pose) in self.poses.iter_mut().enumerate() {
                panel::draw_file_panel(screen, &self.files[index], pose, &posed.skinned[index].found);
                screen.ui.separator();
            }
            screen.ui.checkbox("textures upside down", &mut self.upside_down);
        });
    }

    fn messages(&self) -> Vec<Message> {
        self.files.iter().filter_map(|file| file.note.as_ref()).map(Message::note).collect()
    }

    fn describe(&self, posed: &Posed) -> String {
        let mut words = String::new();
        for (index, file) in self.files.iter().enumerate() {
            let pose = self.poses[index];
            let name = file.joint_name(pose.joint);
            let lines = panel::skin_lines(pose, &posed.skinned[index].found).join("; ");
            let bent = pose.degrees;
            // Writing to a String cannot fail.
            let _ = writeln!(words, "{}: {name} bent by {bent} degrees; {lines}", file.model.name);
        }
        words
    }
}

impl SkinScene {
    /// Adds the bones of a figure beside its weights, the chosen joint in another colour.
    fn add_bones(&self, shapes: &mut Shapes, index: usize, figure: &ModelInstance) {
        let model = &self.files[index].model;
        let chosen = self.poses[index].joint;
        let world_from_model = self.stands[index].weights * Mat4::from(model.world_from_model);
        let joints = model.skeleton.joints();
        let mut is_shown = model.is_joint.clone();
        if !is_shown.contains(&true) {
            is_shown.fill(true);
            is_shown.pop(); // the joint that never moves
        }
        let mut colors = vec![BONE; joints.len()];
        colors[chosen] = CHOSEN;
        let mut places = Vec::new();
        for matrix in figure.model_from_joint() {
            places.push(world_from_model.transform_point3(matrix.translation.into()));
        }
        for joint in (0..is_shown.len()).filter(|joint| is_shown[*joint]) {
            if let Some(parent) = joints[joint].parent.filter(|parent| is_shown[*parent]) {
                shapes.bone(places[parent], places[joint], 0.022, colors[parent]);
            }
            shapes.joint(places[joint], 0.014, colors[joint]);
        }
    }
}

/// Returns a pose for each file: of the joint that `options` names, else of the lesson's own picture, else of the joint in
/// the middle of the first skin.
fn poses(files: &[FigureFile], options: &SkinOptions) -> Result<Vec<JointPose>> {
    let other = JointPose { joint: 0, axis: Axis::Z, degrees: 40.0 };
    if let Some(name) = &options.joint
        && files.iter().all(|file| find_joint(file, name).is_none())
    {
        let sids = files.iter().map(sids).collect::<Vec<_>>().join("; ");
        bail!("--joint {name}: there is no joint of that sid; {sids}");
    }
    let mut poses = Vec::new();
    for file in files {
        let names = &file.skins[0].names;
        let middle = names.get(names.len() / 2).and_then(|name| find_joint(file, name));
        let mut pose = JointPose { joint: middle.unwrap_or(0), ..other };
        for (name, wanted) in options.joint.iter().map(|name| (name.as_str(), other)).chain(POSES) {
            if let Some(joint) = find_joint(file, name) {
                pose = JointPose { joint, ..wanted };
                break;
            }
        }
        pose.degrees = options.bend.filter(|bend| bend.is_finite()).unwrap_or(pose.degrees);
        pose.axis = options.axis.unwrap_or(pose.axis);
        poses.push(pose);
    }
    Ok(poses)
}

fn find_joint(file: &FigureFile, name: &str) -> Option<usize> {
    file.joints.iter().position(|joint| joint.sid == name)
}

fn sids(file: &FigureFile) -> String {
    let joints = file.joints.iter().zip(&file.model.is_joint);
    let joints = joints.filter(|(_, is_joint)| **is_joint).map(|(joint, _)| joint.sid.as_str());
    format!("{} has {}", file.model.name, joints.collect::<Vec<_>>().join(" "))
}

/// Binds each file's meshes by the answers, and uploads them. An answer that is wrong for several files is reported once.
fn skin_files(gl: &Gl, files: &[FigureFile], upside_down: bool, answers: &ColladaSkin) -> Result<Vec<Skinned>> {
    let mut all = Vec::new();
    let mut reported = Vec::new();
    for file in files {
        let (bound, texts) = listen(|| bind_skins(file, answers));
        let (mut model, found) = bound?;
        for AnswerReport { todo, text } in texts {
            if !reported.contains(&todo) {
                report(todo, format!("{text} ({})", file.model.name));
                reported.push(todo);
            }
        }
        if upside_down {
            for vertex in model.parts.iter_mut().flat_map(|part| &mut part.mesh.vertices) {
                vertex.texcoord.y = 1.0 - vertex.texcoord.y;
            }
        }
        // In rows, since a blend of rows shows weights that do not sum to 1.
        all.push(Skinned { renderer: ModelRenderer::with_rows(gl, &model, pictures::decode)?, model, found });
    }
    Ok(all)
}

/// Returns the number of vertices that follow other joints, or by other weights.
fn count_differing(mine: &Model, right: &Model) -> usize {
    fn vertices(model: &Model) -> impl Iterator<Item = &SkinnedVertex> {
        model.parts.iter().flat_map(|part| &part.mesh.vertices)
    }
    fn weight(vertex: &SkinnedVertex, slot: u16) -> f32 {
        let pairs = vertex.joints.iter().zip(vertex.weights);
        pairs.filter(|(joint, _)| **joint == slot).map(|(_, weight)| weight).sum()
    }
    vertices(mine)
        .zip(vertices(right))
        .filter(|(a, b)| {
            let mut slots = a.joints.iter().chain(&b.joints);
            slots.any(|slot| (weight(a, *slot) - weight(b, *slot)).abs() > 1e-3)
        })
        .count()
}
