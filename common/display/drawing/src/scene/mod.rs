//! A lesson's scene as data: what it shows for answers and a time. It draws nothing. Two painters do: the window's
//! (`common::painter`) and the page's (`scene.js`, which is told it by [`PlayingScene`]).

mod playing;

pub use playing::PlayingScene;

use super::parts::append_to_joint;
use super::{Packed, Sheet};
use armature::animation::LoopMode;
use armature::math::DualQuaternion;
use armature::mesh::{Mesh, SkinnedVertex, StaticVertex};
use armature::model::Model;
use given::{CallError, Course, ShaderFile};
use glam::{Affine3A, Mat4, Vec2, Vec3, Vec4};
use serde::Serialize;
use std::any::Any;
use std::f32::consts::TAU;
use std::fmt;
use std::ops::Range;
use std::rc::Rc;

/// Description of a scene, which a painter reads before the scene begins.
#[derive(Serialize)]
pub struct SceneInfo {
    /// Words about the scene, and about what the reader can do in it.
    pub words: &'static str,
    /// The packed figure that plays in it: `"knight"`.
    pub figure: Option<&'static str>,
    pub buttons: &'static [&'static str],
    pub steering: Option<Steering>,
    /// The TODO and the name of each mistake that can be shown.
    pub mistakes: &'static [(&'static str, &'static str)],
    /// The camera: its turn about y and its height above the ground as angles in radians, its distance, and the height of what
    /// it looks at, in metres.
    pub camera: [f32; 4],
    /// Its age at the beginning, in seconds.
    pub time: f32,
    /// Fraction of the picture's height that [`Frame::graph`] needs at its lower edge.
    #[serde(skip)]
    pub room_below: f32,
    /// What its panel sets in the window, and its command line; switches are in a page, too.
    pub controls: &'static [Control],
    /// The shaders of students that draw in it.
    pub shaders: &'static [StudentShader],
    /// The one that draws [`Frame::wires`].
    pub wire_shader: Option<StudentShader>,
    /// The look of a scene that is flat.
    pub flat: Option<Flat>,
    /// Begins it; `None` if the figure is not the one that it needs.
    #[serde(skip)]
    pub open: fn(Cast) -> Option<Box<dyn Scene>>,
}

impl SceneInfo {
    /// What a scene has that says no more.
    pub const PLAIN: SceneInfo = SceneInfo {
        words: "",
        figure: None,
        buttons: &[],
        steering: None,
        mistakes: &[],
        camera: [0.0, 0.2, 5.0, 1.0],
        time: 0.0,
        room_below: 0.0,
        controls: &[],
        shaders: &[],
        wire_shader: None,
        flat: None,
        open: |_| None,
    };
}

/// The figure that plays in a scene: packed in a page, and read from its file in the window.
#[derive(Default)]
pub enum Cast<'a> {
    #[default]
    Nobody,
    Packed(&'a str),
    Model(Box<Model>),
    /// What the lesson itself has read from a file.
    Own(Box<dyn Any>),
}

impl Cast<'_> {
    /// Returns the figure's model; `None` if a text is not one. Only the modules of scenes that call this have the code that unpacks.
    pub fn model(self) -> Option<Model> {
        match self {
            Cast::Nobody | Cast::Own(_) => None,
            Cast::Packed(text) => serde_json::from_str::<Packed>(text).ok()?.model(),
            Cast::Model(model) => Some(*model),
        }
    }
}

/// Part of the scene that keys and the pointer move instead of the camera.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Steering {
    /// A body. Its way lies on the ground: 1 long to walk, longer to run, 0 to stand.
    Walk,
    /// A point in the world, in metres: the end of the frame's last line.
    Point,
}

/// A number that is set in the window's panel, or on the command line. A switch is 0 or 1, and a choice its index.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Control {
    pub name: &'static str,
    /// Its name on the command line, in `--set`. Controls in a row that share one are set by as many numbers.
    pub option: &'static str,
    pub kind: ControlKind,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub enum ControlKind {
    /// A number of this range, and the first one. If that is NaN, the scene chooses until it is set.
    Slider([f32; 2], f32),
    Switch,
    Choice(&'static [&'static str], usize),
    /// One of the names of [`Scene::list`], which the scene chooses until it is set; not on the command line.
    List,
    /// The switch of the display that shows weights in colours.
    HeatMap,
    /// The switch of the display that shows ghosts; on at the beginning.
    Ghosts,
}

impl Control {
    /// Returns the value at the beginning.
    pub fn start(&self) -> f32 {
        match self.kind {
            ControlKind::Slider(_, start) => start,
            ControlKind::Choice(_, start) => start as f32,
            ControlKind::List => f32::NAN,
            ControlKind::Switch | ControlKind::HeatMap => 0.0,
            ControlKind::Ghosts => 1.0,
        }
    }
}

/// A vertex shader that a student writes, and the fragment shader that is given with it. Besides what lesson 08 declares for
/// skinning they get `u_eye` and `u_to_light`, in world space, and `u_paint`, the mesh's paints.
#[derive(Serialize)]
pub struct StudentShader {
    pub todo: &'static str,
    #[serde(skip)]
    pub vertex: fn(&Course) -> ShaderFile,
    #[serde(skip)]
    pub fragment: ShaderFile,
}

/// The time of a frame.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// Age of the scene.
    pub seconds: f32,
    /// Seconds since the last frame.
    pub dt: f32,
}

/// The look of a scene that is flat, as of paper: each draw lies over those before it in the plane z = 0, without light, shadow
/// and ground. The third number of its camera is the height of its picture, in metres, and nothing turns it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Flat {
    /// Width / height of the part that every picture shows.
    pub aspect: f32,
    /// Pictures in `assets`, which lie side by side in the texture of what has no colours: their lower edges in a line, and
    /// to the right of each a [gap](Self::GAP).
    pub pictures: &'static [&'static str],
}

impl Flat {
    /// In pixels of a picture: less, and a small one would show its neighbours.
    pub const GAP: u16 = 8;
}

/// A scene that plays.
pub trait Scene {
    /// Returns the meshes by these answers.
    ///
    /// # Errors
    /// If an answer cannot be used; so below.
    fn meshes(&mut self, course: &Course) -> Result<Vec<Painted>, CallError>;

    /// Returns the frame of a moment, by these answers. What is odd about an answer is [reported](crate::report::report).
    ///
    /// # Errors
    /// See [`meshes`](Self::meshes).
    fn frame(&mut self, course: &Course, moment: &Moment) -> Result<Frame, CallError>;

    /// Returns the TODO and the file of a student's fragment shader, which draws instead of the given one of the scene's shaders.
    /// It gets the mesh's paints as `u_texture`, side by side.
    fn fragment(&self, _course: &Course) -> Option<(&'static str, ShaderFile)> {
        None
    }

    fn press(&mut self, _button: usize) {}

    /// Returns the names of a [`ControlKind::List`].
    fn list(&self, _control: usize) -> Vec<String> {
        Vec::new()
    }

    /// Takes the value of a [`Control`].
    fn set(&mut self, _control: usize, _value: f32) {}

    /// Takes the way or the point of its [`Steering`].
    fn steer(&mut self, _to: Vec3) {}

    /// Returns the model whose clips the window's timeline plays, and the clip at the beginning. Its parts are the first meshes.
    fn played(&self) -> Option<(Model, Option<usize>)> {
        None
    }

    /// Takes what the timeline plays, before each frame. A page has none.
    fn play(&mut self, _now: Played) {}

    /// Takes the index of the TODO whose card is open in the window; `None` once all pass. Never called in a page.
    fn turn_to(&mut self, _todo: Option<usize>) {}
}

/// What a timeline plays.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Played {
    /// `None` is the pose at rest.
    pub clip: Option<usize>,
    pub mode: LoopMode,
    /// The time of the last frame: seconds of playing, within one repetition.
    pub before: f32,
    /// Seconds since then, negative if time runs backwards.
    pub dt: f32,
}

/// A mesh and its colours.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Painted {
    /// The mesh; where there are paints, the whole part of the texture coordinate's y is the number of one.
    pub mesh: Mesh<SkinnedVertex>,
    /// sRGB; empty if the figure's texture has the colours.
    pub paints: Vec<Vec3>,
    /// The colour of each vertex instead, or a factor of the material's; sRGB.
    pub colors: Vec<Vec3>,
    /// The figure's material, if it has the colours.
    pub material: Option<usize>,
}

impl Painted {
    /// Returns shapes that one matrix moves, each of one colour.
    pub fn rigid(parts: &[(Mesh<StaticVertex>, Vec3)]) -> Self {
        let mut painted = Painted::default();
        for (shape, paint) in parts {
            painted.add(0, shape, *paint);
        }
        painted
    }

    /// Adds a shape of one colour, which a joint moves.
    pub fn add(&mut self, joint: usize, shape: &Mesh<StaticVertex>, paint: Vec3) {
        let known = self.paints.iter().position(|known| *known == paint);
        let number = known.unwrap_or(self.paints.len());
        if known.is_none() {
            self.paints.push(paint);
        }
        append_to_joint(&mut self.mesh, joint, shape, |_| Vec2::new(0.5, number as f32 + 0.5));
    }
}

/// The contents of a frame. All places are in world space, and all colours sRGB. None need be a number, whatever answers
/// return: what is none is not drawn.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The point on the ground at which the camera looks.
    pub focus: Vec3,
    /// The direction to the lamp, of length 1, if it is not the usual one.
    pub lamp: Option<Vec3>,
    /// The camera, if it is another than the scene's.
    pub camera: Option<[f32; 4]>,
    /// `clip_from_world` of a second view of the meshes, in the upper right corner: 4 wide, 3 high.
    pub inset: Option<Mat4>,
    pub draws: Vec<Draw>,
    /// The pose of the figure that the timeline plays.
    pub pose: Option<WorldPose>,
    /// Lines that nearer things hide, such as those on the ground.
    pub marks: Vec<Line>,
    /// Lines over everything else.
    pub lines: Vec<Line>,
    /// Lines between joints over everything else, which a student's shader moves.
    pub wires: Option<Wires>,
    /// Points over the meshes, by which two frames are compared.
    pub points: Vec<Point>,
    /// What else is compared.
    pub values: Vec<Value>,
    /// Lines of text in the panel, and in the description.
    pub words: Vec<String>,
    /// The values that the scene chose for controls.
    pub chosen: Vec<(usize, f32)>,
    pub graph: Option<Graph>,
}

/// A mesh in a pose.
#[derive(Clone, Debug)]
pub struct Draw {
    /// Its number in [`Scene::meshes`].
    pub mesh: usize,
    /// `world_from_bind` of each joint.
    pub palette: Vec<Mat4>,
    pub shader: Option<Shaded>,
    /// Colour and opacity of one that is seen through. It has no shadow, and every draw that is none hides it.
    pub ghost: Option<Vec4>,
    /// Whether it lies below all shadows, and has none.
    pub is_floor: bool,
}

impl Draw {
    pub fn new(mesh: usize, palette: Vec<Mat4>) -> Self {
        Draw { mesh, palette, shader: None, ghost: None, is_floor: false }
    }

    /// Makes it a ghost.
    #[must_use]
    pub fn ghost(self, color: Vec4) -> Self {
        Draw { ghost: Some(color), ..self }
    }

    /// Draws it by a shader of [`SceneInfo::shaders`]; in a page, by what the reader writes, as soon as that can be used.
    #[must_use]
    pub fn shaded(self, shader: usize, is_finished: bool, uniforms: Vec<(&'static str, Uniform)>) -> Self {
        Draw { shader: Some(Shaded { is_finished, uniforms, ..Shaded::new(shader) }), ..self }
    }
}

/// The shader that draws a mesh.
#[derive(Clone, Debug)]
pub struct Shaded {
    /// Its number in [`SceneInfo::shaders`].
    pub shader: usize,
    /// Whether the finished one draws, whatever the student has written.
    pub is_finished: bool,
    /// What the fragment shader gets besides.
    pub uniforms: Vec<(&'static str, Uniform)>,
    /// The mesh that it draws, if it is another than in a page.
    pub mesh: Option<usize>,
    /// The palette as dual quaternions, of a shader that reads these.
    pub duals: Vec<DualQuaternion>,
}

impl Shaded {
    pub fn new(shader: usize) -> Self {
        Shaded { shader, is_finished: false, uniforms: Vec::new(), mesh: None, duals: Vec::new() }
    }
}

#[derive(Clone, Debug)]
pub enum Uniform {
    Float(f32),
    Int(i32),
    Vec3(Vec3),
    Vec3s(Vec<Vec3>),
}

/// A line, or a dot if both its ends are equal.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub ends: [Vec3; 2],
    pub color: Vec3,
    /// In pixels of a page; 4 and more is a solid bone in the window.
    pub width: f32,
}

/// Lines between joints as in lesson 04: the vertices lie at the joints' origins.
#[derive(Clone, Debug, Default)]
pub struct Wires {
    /// `world_from_joint` of each joint; there may be fewer.
    pub matrices: Vec<Mat4>,
    /// Number of joints.
    pub joints: usize,
    /// Two joints for each line; all exist.
    pub indices: Vec<u16>,
    /// Lines of one colour: a range of `indices`.
    pub groups: Vec<(Vec3, Range<usize>)>,
}

impl Wires {
    /// Returns the ends of each line, NaN where a joint has no matrix.
    pub fn ends(&self) -> Vec<[Vec3; 2]> {
        let end =
            |index: u16| self.matrices.get(usize::from(index)).map_or(Vec3::NAN, |matrix| matrix.w_axis.truncate());
        self.indices.as_chunks::<2>().0.iter().map(|pair| pair.map(end)).collect()
    }
}

/// A point with a name, which no other point of its frame has.
#[derive(Clone, Debug)]
pub struct Point {
    /// With an article, as in "the left knee", unless it is a joint's own name.
    pub name: Rc<str>,
    pub at: Vec3,
    pub color: Vec3,
    /// In metres; 0 if the point is not shown.
    pub radius: f32,
}

/// A value with a name, which no other value of its frame has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    pub name: Rc<str>,
    pub text: Rc<str>,
}

/// Graphs and words over the picture. It gets a sheet, and the matrix `clip_from_world`.
#[derive(Clone)]
pub struct Graph(pub Rc<Sketch>);

type Sketch = dyn Fn(&mut Sheet, Mat4);

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Graph")
    }
}

/// A ring that lies on the ground or above it.
pub fn ring(lines: &mut Vec<Line>, center: Vec3, radius: f32, color: Vec3) {
    const CORNERS: usize = 24;
    let mut from = center + radius * Vec3::X;
    for corner in 1..=CORNERS {
        let (sin, cos) = (TAU * corner as f32 / CORNERS as f32).sin_cos();
        let to = center + radius * Vec3::new(cos, 0.0, sin);
        lines.push(Line { ends: [from, to], color, width: 1.0 });
        from = to;
    }
}

/// The axes of a frame: x red, y green, z blue, `length` long whatever the frame's scale.
pub fn axes(lines: &mut Vec<Line>, world_from_frame: &Mat4, length: f32) {
    let origin = world_from_frame.w_axis.truncate();
    let colors = [Vec3::new(0.87, 0.24, 0.22), Vec3::new(0.36, 0.68, 0.22), Vec3::new(0.20, 0.43, 0.86)];
    for (axis, color) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().zip(colors) {
        let direction = world_from_frame.transform_vector3(axis).normalize_or_zero();
        lines.push(Line { ends: [origin, origin + direction * length], color, width: 2.0 });
    }
}

/// Returns the meshes of a model in its materials and the colours of its vertices.
pub fn textured(model: &Model) -> Vec<Painted> {
    let mut meshes = Vec::new();
    for part in &model.parts {
        let colors = part.colors.iter().map(|[r, g, b, _]| Vec3::from([*r, *g, *b].map(f32::from)) / 255.0).collect();
        meshes.push(Painted { mesh: part.mesh.clone(), material: part.material, colors, ..Painted::default() });
    }
    meshes
}

/// Returns the meshes of a model, each painted in one colour. Colours repeat if there are fewer than meshes.
pub fn painted(model: &Model, paints: &[Vec3]) -> Vec<Painted> {
    let mut meshes = textured(model);
    for (Painted { mesh, paints, colors, .. }, paint) in meshes.iter_mut().zip(paints.iter().cycle()) {
        colors.clear();
        mesh.vertices.iter_mut().for_each(|vertex| vertex.texcoord.y = 0.5);
        paints.push(*paint);
    }
    meshes
}

/// Returns the parts of a model, each with its skinning matrices.
pub fn palettes(model: &Model, model_from_joint: &[Affine3A], world_from_model: Mat4) -> Vec<Draw> {
    let mut draws = Vec::new();
    for (part, drawn) in model.parts.iter().enumerate() {
        let palette = model.skins[drawn.skin].palette(model_from_joint);
        let palette = palette.iter().map(|matrix| world_from_model * Mat4::from(*matrix));
        draws.push(Draw::new(part, palette.collect()));
    }
    draws
}

/// Position of a figure, and of each of its joints.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorldPose {
    /// The matrix from the figure's own space to the world.
    pub world_from_model: Mat4,
    pub model_from_joint: Vec<Mat4>,
}

impl WorldPose {
    /// Returns the positions of all joints in the world.
    pub fn positions(&self) -> impl Iterator<Item = Vec3> + '_ {
        self.model_from_joint.iter().map(|joint| self.world_from_model.transform_point3(joint.w_axis.truncate()))
    }

    pub fn joints(&self) -> Vec<Affine3A> {
        self.model_from_joint.iter().map(|joint| Affine3A::from_mat4(*joint)).collect()
    }

    /// Returns the parts of a model in this pose.
    pub fn draws(&self, model: &Model) -> Vec<Draw> {
        palettes(model, &self.joints(), self.world_from_model)
    }
}

/// Returns a line from each joint's parent to the joint, and a dot at the joint. A root's line has no length.
pub fn bones(parents: &[Option<usize>], positions: &[Vec3], color: Vec3) -> Vec<Line> {
    let mut lines = Vec::new();
    for (joint, position) in positions.iter().enumerate() {
        let parent = parents.get(joint).copied().flatten();
        let from = parent.and_then(|parent| positions.get(parent)).unwrap_or(position);
        lines.push(Line { ends: [*from, *position], color, width: 2.0 });
        lines.push(Line { ends: [*position; 2], color, width: 6.0 });
    }
    lines
}
