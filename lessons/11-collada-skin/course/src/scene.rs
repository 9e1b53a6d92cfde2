//! The lesson's scene: each figure twice, in its texture with one joint that bends, and beside it in the bind pose, with
//! colours for the weights of that joint.

use crate::ColladaSkin;
use crate::file::FigureFile;
use crate::skinned::{SkinAnswers, bind_skins};
use crate::stands::{CAMERA, Stand};
use armature::math::Transform;
use armature::mesh::SkinnedVertex;
use armature::model::{Model, ModelInstance};
use drawing::answer_cache::AnswerCache;
use drawing::report::{AnswerReport, listen, report};
use drawing::{
    Align, Cast, Control, ControlKind, Draw, Frame, Graph, Ink, Line, Moment, Painted, Point, Scene, SceneInfo, Sheet,
    Value, bones, textured, weight_color,
};
use given::{CallError, Course};
use glam::{Mat4, Quat, Vec2, Vec3};
use std::{collections::HashSet, f32::consts::TAU, rc::Rc};

pub static SCENE: SceneInfo = SceneInfo {
    words: "In the skin that this lesson's code reads he bends an arm. Beside him he stands as he was bound, with colours for the weights of that joint.",
    figure: Some("knight"),
    mistakes: &[
        ("11.3", "INVERSE-BIND-FORGOTTEN"),
        ("11.3", "ROWS-FOR-COLUMNS"),
        ("11.2", "SKIN-ORDER"),
        ("11.1", "OFFSETS-SWAPPED"),
        ("11.1", "ONE-EACH"),
    ],
    camera: CAMERA,
    time: PERIOD / 2.0,
    controls: &[
        Control { name: "joint", option: "", kind: ControlKind::List },
        Control { name: "bent", option: "bend", kind: ControlKind::Slider([-90.0, 90.0], f32::NAN) },
        Control { name: "about", option: "axis", kind: ControlKind::Choice(&["its own", "x", "y", "z"], 0) },
        Control { name: "textures upside down", option: "upside-down", kind: ControlKind::Switch },
    ],
    open: |cast| SkinScene::open(cast).map(|scene| Box::new(scene) as Box<dyn Scene>),
    ..SceneInfo::PLAIN
};

/// Time from the bind pose to the full bend and back, in seconds.
const PERIOD: f32 = 6.0;
/// sRGB.
const BONE: Vec3 = Vec3::new(0.98, 0.80, 0.42);
const CHOSEN: Vec3 = Vec3::new(0.95, 0.33, 0.24);
/// What the joint does not touch.
const UNTOUCHED: Vec3 = Vec3::new(0.58, 0.58, 0.60);
/// Number of colours in the legend of the weights.
const SHADES: usize = 40;
/// Points of each figure by which two frames are compared.
const POINTS: usize = 40;

/// The joint that bends, the index of its own axis, and the degrees of a full bend.
const POSES: [(&str, usize, f32); 2] = [("upper_arm_l", 0, 60.0), ("spine_4", 2, 40.0)];
const OTHER: (usize, f32) = (2, 40.0);

/// Figures for a scene, and the sid of the joint that is to be shown.
pub(crate) struct Figures {
    pub(crate) files: Vec<FigureFile>,
    pub(crate) joint: Option<String>,
}

struct SkinScene {
    figures: Vec<Figure>,
    bend: f32,
    axis: usize,
    upside_down: bool,
    cache: AnswerCache<ColladaSkin, Rc<Vec<Skinned>>>,
}

struct Figure {
    file: FigureFile,
    stand: Stand,
    joint: usize,
    /// The joint at the beginning.
    own_joint: usize,
    /// `world_from_joint` of the figure that shows weights.
    rest: Vec<Mat4>,
    /// Part and vertex of each point that is compared.
    points: Vec<(usize, usize, Rc<str>)>,
}

/// A figure in the skin that answers have read.
struct Skinned {
    /// A part for each of the file's meshes; none for a skin for which an answer gave an error.
    model: Model,
    found: Vec<SkinAnswers>,
    /// The index of each of the file's parts in the model.
    parts: Vec<Option<usize>>,
}

impl Scene for SkinScene {
    /// Returns each figure's meshes in their textures, and then in the colours of weights.
    fn meshes(&mut self, course: &Course) -> Result<Vec<Painted>, CallError> {
        let skinned = self.skinned(&course.collada_skin)?;
        let mut meshes = Vec::new();
        let mut materials = 0;
        for (figure, Skinned { model, parts, .. }) in self.figures.iter().zip(skinned.iter()) {
            let bound = textured(model);
            for shows_weights in [false, true] {
                for part in parts {
                    let Some(part) = *part else {
                        meshes.push(Painted::default());
                        continue;
                    };
                    let mut painted = bound[part].clone();
                    painted.material = painted.material.map(|material| materials + material);
                    if shows_weights {
                        let joint = Some(figure.joint);
                        let is_shown = |slot: &u16| {
                            let bindings = &model.skins[model.parts[part].skin].bindings;
                            bindings.get(usize::from(*slot)).is_some_and(|binding| binding.joint == joint)
                        };
                        painted.material = None;
                        painted.colors = painted.mesh.vertices.iter().map(|vertex| color(vertex, is_shown)).collect();
                    } else if self.upside_down {
                        painted.mesh.vertices.iter_mut().for_each(|vertex| vertex.texcoord.y = 1.0 - vertex.texcoord.y);
                    }
                    meshes.push(painted);
                }
            }
            materials += figure.file.model.materials.len();
        }
        Ok(meshes)
    }

    fn frame(&mut self, course: &Course, &Moment { seconds, .. }: &Moment) -> Result<Frame, CallError> {
        let skinned = self.skinned(&course.collada_skin)?;
        let (focus, camera) = Stand::seen(self.figures.iter().map(|figure| &figure.stand));
        let mut frame =
            Frame { focus, camera, graph: Some(Graph(Rc::new(|sheet, _| draw_legend(sheet)))), ..Frame::default() };
        let swing = 0.5 - 0.5 * (TAU * seconds / PERIOD).cos();
        let mut before = 0;
        for (figure, Skinned { model, found, parts }) in self.figures.iter().zip(skinned.iter()) {
            let (axis, degrees) = self.bend(figure, swing);
            let bent = figure.bent(course, Quat::from_axis_angle(Vec3::AXES[axis], degrees.to_radians()))?;
            let bent: Vec<Vec<Mat4>> = palettes(model, &bent);
            let rest = palettes(model, &figure.rest);
            for (number, part) in parts.iter().enumerate() {
                let Some(part) = *part else { continue };
                let skin = model.parts[part].skin;
                frame.draws.push(Draw::new(before + number, bent[skin].clone()));
                frame.draws.push(Draw::new(before + parts.len() + number, rest[skin].clone()));
            }
            before += 2 * parts.len();
            figure.add_bones(&mut frame.lines);
            for (part, vertex, name) in &figure.points {
                let Some(part) = parts[*part].map(|part| &model.parts[part]) else { continue };
                let at = skin_position(&bent[part.skin], &part.mesh.vertices[*vertex]);
                frame.points.push(Point { name: name.clone(), at, color: BONE, radius: 0.0 });
            }
            let FigureFile { model, .. } = &figure.file;
            let joint = figure.file.joint_name(figure.joint);
            let lines = skin_lines(figure.joint, found).join("; ");
            frame.words.push(format!("{}: {joint} bent by {degrees:.0} degrees; {lines}", model.name));
            frame.values.push(Value { name: format!("{}'s skin", model.name).into(), text: lines.into() });
            frame.chosen.push((1, degrees));
        }
        if let Some(chosen) = self.joints().position(|(figure, joint)| self.figures[figure].joint == joint) {
            frame.chosen.push((0, chosen as f32));
        }
        Ok(frame)
    }

    /// Returns the joints of all figures.
    fn list(&self, _: usize) -> Vec<String> {
        let mut names = Vec::new();
        for (figure, joint) in self.joints() {
            let Figure { file, .. } = &self.figures[figure];
            let sid = &file.joints[joint].sid;
            names.push(if self.figures.len() > 1 { format!("{}: {sid}", file.model.name) } else { sid.clone() });
        }
        names
    }

    fn set(&mut self, control: usize, value: f32) {
        match control {
            0 if value.is_nan() => self.figures.iter_mut().for_each(|figure| figure.joint = figure.own_joint),
            0 => {
                let chosen = self.joints().nth(value as usize);
                if let Some((figure, joint)) = chosen {
                    self.figures[figure].joint = joint;
                }
            }
            1 => self.bend = value,
            2 => self.axis = value as usize,
            3 => self.upside_down = value != 0.0,
            _ => {}
        }
    }
}

impl SkinScene {
    fn open(cast: Cast) -> Option<Self> {
        let Figures { files, joint } = match cast {
            Cast::Own(figures) => *figures.downcast().ok()?,
            cast => Figures { files: vec![FigureFile::of_model(cast.model()?)?], joint: None },
        };
        let stands = Stand::row(&files).ok()?;
        let figures = files.into_iter().zip(stands).map(|(file, stand)| Figure::new(file, stand, joint.as_deref()));
        Some(SkinScene {
            figures: figures.collect(),
            bend: f32::NAN,
            axis: 0,
            upside_down: false,
            cache: AnswerCache::default(),
        })
    }

    /// Returns the indices of each figure and joint that can be chosen.
    fn joints(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.figures.iter().enumerate().flat_map(|(number, figure)| {
            let joints = (0..figure.file.joints.len()).filter(|joint| figure.file.model.is_joint[*joint]);
            joints.map(move |joint| (number, joint))
        })
    }

    /// Returns all figures in the skins that the answers read. An answer that is wrong for several is reported once.
    fn skinned(&mut self, answers: &ColladaSkin) -> Result<Rc<Vec<Skinned>>, CallError> {
        let SkinScene { figures, cache, .. } = self;
        cache.get_or_compute(*answers, || {
            let mut all = Vec::new();
            let mut reported = Vec::new();
            for Figure { file, .. } in figures {
                let (bound, texts) = listen(|| bind_skins(file, answers));
                let (model, found) = bound?;
                for AnswerReport { todo, text } in texts {
                    if !reported.contains(&todo) {
                        report(todo, format!("{text} ({})", file.model.name));
                        reported.push(todo);
                    }
                }
                let mut bound = 0..model.parts.len();
                let is_read = |skin: usize| found[skin].is_read(&file.skins[skin]);
                let parts = file.model.parts.iter().map(|part| if is_read(part.skin) { bound.next() } else { None });
                all.push(Skinned { parts: parts.collect(), model, found });
            }
            Ok(Rc::new(all))
        })
    }

    /// Returns the index of the axis about which a figure bends, and the angle in degrees.
    fn bend(&self, figure: &Figure, swing: f32) -> (usize, f32) {
        let name = figure.file.joint_name(figure.joint);
        let known = POSES.iter().find(|(joint, ..)| *joint == name);
        let (axis, degrees) = known.map_or(OTHER, |(_, axis, degrees)| (*axis, *degrees));
        let axis = self.axis.checked_sub(1).unwrap_or(axis);
        (axis, if self.bend.is_nan() { swing * degrees } else { self.bend })
    }
}

impl Figure {
    /// Chooses the joint of that sid, else the one of the lesson's own picture, else the one in the middle of the first skin.
    fn new(file: FigureFile, stand: Stand, joint: Option<&str>) -> Self {
        let mut names = joint.into_iter().chain(POSES.map(|(joint, ..)| joint));
        let middle = file.skins[0].names.get(file.skins[0].names.len() / 2);
        let joint = names.find_map(|name| file.find_joint(name)).or(middle.and_then(|name| file.find_joint(name)));
        let world_from_model = stand.weights * Mat4::from(file.model.world_from_model);
        let rest = ModelInstance::new(&file.model);
        let rest = rest.model_from_joint().iter().map(|joint| world_from_model * Mat4::from(*joint)).collect();
        let count: usize = file.model.parts.iter().map(|part| part.mesh.vertices.len()).sum();
        let mut known = HashSet::new();
        let mut points = Vec::new();
        for (number, part) in file.model.parts.iter().enumerate() {
            for (vertex, found) in part.mesh.vertices.iter().enumerate().step_by((count / POINTS).max(1)) {
                let position = FigureFile::position_of(found);
                if known.insert((part.skin, position)) {
                    let skin = if part.skin > 0 { format!("skin {}", part.skin + 1) } else { "skin".into() };
                    points.push((
                        number,
                        vertex,
                        format!("position {position} of the {}'s {skin}", file.model.name).into(),
                    ));
                }
            }
        }
        let joint = joint.unwrap_or(0);
        Figure { joint, own_joint: joint, rest, points, file, stand }
    }

    /// Returns `world_from_joint` with one joint turned, by 02.2.
    fn bent(&self, course: &Course, rotation: Quat) -> Result<Vec<Mat4>, CallError> {
        let Model { skeleton, world_from_model, .. } = &self.file.model;
        let mut locals = Vec::new();
        for (number, joint) in skeleton.joints().iter().enumerate() {
            let turn = if number == self.joint { rotation } else { Quat::IDENTITY };
            let bind = joint.bind_local;
            locals.push(Transform { rotation: bind.rotation * turn, ..bind }.to_mat4());
        }
        let parents = skeleton.joints().iter().map(|joint| (joint.name.as_str(), joint.parent));
        let posed = lesson_02::posed(&course.hierarchy, parents, &[locals])?.concat();
        let world_from_model = self.stand.textured * Mat4::from(*world_from_model);
        Ok(posed.iter().map(|model_from_joint| world_from_model * *model_from_joint).collect())
    }

    /// Adds the bones of the figure that shows weights, the chosen joint in another colour.
    fn add_bones(&self, lines: &mut Vec<Line>) {
        let Model { skeleton, is_joint, .. } = &self.file.model;
        let mut is_shown = is_joint.clone();
        if !is_shown.contains(&true) {
            is_shown.fill(true);
            is_shown.pop(); // the joint that never moves
        }
        let shown = |joint: &usize| is_shown[*joint];
        let parents = skeleton.joints().iter().map(|joint| joint.parent.filter(shown)).collect::<Vec<_>>();
        let positions = self.rest.iter().map(|joint| joint.w_axis.truncate()).collect::<Vec<_>>();
        for (number, pair) in bones(&parents, &positions, BONE).chunks(2).enumerate().filter(|(joint, _)| shown(joint))
        {
            // Thin, so that the colours are seen.
            let [mut bone, mut dot] = [Line { width: 1.5, ..pair[0] }, Line { width: 2.5, ..pair[1] }];
            if parents[number] == Some(self.joint) {
                bone.color = CHOSEN;
            }
            if number == self.joint {
                dot.color = CHOSEN;
            }
            lines.extend([bone, dot]);
        }
    }
}

/// Returns `world_from_mesh` of each slot of each skin.
fn palettes(model: &Model, world_from_joint: &[Mat4]) -> Vec<Vec<Mat4>> {
    let mut palettes = Vec::new();
    for skin in &model.skins {
        let matrix = |joint: Option<usize>| joint.and_then(|joint| world_from_joint.get(joint)).copied();
        let bindings = skin.bindings.iter();
        palettes.push(
            bindings.map(|binding| matrix(binding.joint).unwrap_or_default() * binding.joint_from_bind).collect(),
        );
    }
    palettes
}

/// Returns the position of a vertex that is skinned by a palette.
fn skin_position(palette: &[Mat4], vertex: &SkinnedVertex) -> Vec3 {
    let mut position = Vec3::ZERO;
    for (slot, weight) in vertex.joints.iter().zip(vertex.weights).filter(|(_, weight)| *weight != 0.0) {
        let matrix = palette.get(usize::from(*slot)).copied().unwrap_or_default();
        position += weight * matrix.transform_point3(vertex.position);
    }
    position
}

/// Returns the colour of a vertex by the weights of the slots that are shown.
fn color(vertex: &SkinnedVertex, is_shown: impl Fn(&u16) -> bool) -> Vec3 {
    let slots = vertex.joints.iter().zip(vertex.weights).filter(|(slot, _)| is_shown(slot));
    let weight: f32 = slots.map(|(_, weight)| weight).sum();
    if weight > 0.0 { weight_color(weight) } else { UNTOUCHED }
}

/// Returns two lines for each skin: its positions, and the slot and the vertices of the joint.
fn skin_lines(joint: usize, found: &[SkinAnswers]) -> Vec<String> {
    let mut lines = Vec::new();
    for found in found {
        let most = found.influences.iter().map(Vec::len).max().unwrap_or(0);
        lines.push(format!("{} positions, up to {most} joints", found.influences.len()));
        match found.joints.iter().position(|known| *known == joint) {
            Some(slot) => {
                let count = found.four.iter().filter(|list| list.iter().any(|i| i.slot == slot)).count();
                lines.push(format!("joint {joint} is slot {slot}: {count} follow"));
            }
            None => lines.push(format!("joint {joint} has no slot")),
        }
    }
    lines
}

/// Draws the colours of the weights at the right edge of the picture.
fn draw_legend(sheet: &mut Sheet) {
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
