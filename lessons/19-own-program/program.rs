//! What the functions of a program under check return, and what they are given.

use glam::{EulerRot, Mat4, Quat, Vec2, Vec3};
use glium::backend::Context;
use glium::index::PrimitiveType;
use std::error::Error;
use std::rc::Rc;

/// A context without a window.
pub type Gl = Rc<Context>;

/// A result of the student's code.
pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// The reaction of a program to an event, by its value: no code of the student's puts it in words.
#[derive(Clone, Copy, PartialEq)]
pub enum Reaction {
    None,
    Draw,
    Resize(u32, u32),
    Close,
}

/// Random numbers, the same for the same seed: splitmix64.
pub struct Random(pub u64);

impl Random {
    /// Returns a number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) % end as u64) as usize
    }

    /// Returns the numbers below `end` in random order, each once or more.
    pub fn order(&mut self, end: usize) -> Vec<usize> {
        let mut order = Vec::new();
        for index in 0..2 * end + self.below(2 * end) {
            let number = if index < end { index } else { self.below(end) };
            order.insert(self.below(order.len() + 1), number);
        }
        order
    }

    /// Returns a number from `low` up to `high`, to a thousandth.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.below(1001) as f32 / 1000.0
    }

    /// Returns a vector whose numbers are from -1 to 1.
    pub fn vector(&mut self) -> Vec3 {
        Vec3::new(self.between(-1.0, 1.0), self.between(-1.0, 1.0), self.between(-1.0, 1.0))
    }

    /// Returns a matrix that turns and moves.
    pub fn matrix(&mut self) -> Mat4 {
        let turn =
            Quat::from_euler(EulerRot::XYZ, self.between(0.3, 1.2), self.between(0.3, 1.2), self.between(0.3, 1.2));
        Mat4::from_rotation_translation(turn, self.vector())
    }

    /// Returns the parents of a hierarchy with several chains.
    pub fn parents(&mut self) -> Vec<Option<usize>> {
        let mut parents = vec![None, Some(0), Some(0), Some(1), None];
        for index in 5..7 + self.below(8) {
            let parent = self.below(index + 1);
            parents.push((parent < index).then_some(parent));
        }
        parents
    }

    /// Returns a figure whose skin has fewer joints than its skeleton, in another order.
    pub fn figure(&mut self) -> FigureData {
        let parents = self.parents();
        let mut skin_joints = Vec::new();
        for joint in 1..parents.len() {
            skin_joints.insert(self.below(joint), joint);
        }
        let mut vertices = Vec::new();
        for count in [2, 4, 1, 3, 1, 2].into_iter().chain((0..self.below(9)).map(|_| 2)) {
            let mut influences = Vec::new();
            let mut rest = 1.0;
            for left in (0..count).rev() {
                let weight = if left == 0 { rest } else { rest * self.between(0.3, 0.7) };
                influences.push((1 + self.below(skin_joints.len()), weight));
                rest -= weight;
            }
            let texcoord = Vec2::new(self.between(0.0, 0.4), self.between(0.0, 0.4));
            vertices.push(VertexData { position: self.vector(), normal: self.vector(), texcoord, influences });
        }
        FigureData {
            rests: parents.iter().map(|_| self.matrix()).collect(),
            joint_from_mesh: (0..=skin_joints.len()).map(|_| self.matrix()).collect(),
            parents,
            skin_joints,
            vertices,
        }
    }
}

/// How a program's figure stands.
#[derive(Default)]
pub struct Pose {
    pub parents: Vec<Option<usize>>,
    /// `parent_from_joint` of each joint.
    pub locals: Vec<Mat4>,
    pub world_from_model: Mat4,
}

impl Pose {
    /// Returns the matrix from each joint to the space to which a root's parent leads.
    pub fn world_from_joints(&self, world_from_model: Mat4) -> Vec<Mat4> {
        let mut matrices: Vec<Mat4> = Vec::new();
        for (parent, local) in self.parents.iter().zip(&self.locals) {
            matrices.push(parent.map_or(world_from_model, |parent| matrices[parent]) * *local);
        }
        matrices
    }
}

/// A part into which the check divides a program's figure.
#[derive(Default)]
pub struct PartData {
    pub indices: Vec<u32>,
    /// Width and height of its picture, which no other part has.
    pub size: (u32, u32),
}

/// A figure of the check's own, which is in no file.
pub struct FigureData {
    pub parents: Vec<Option<usize>>,
    /// `parent_from_joint` of each joint at rest.
    pub rests: Vec<Mat4>,
    /// Indices of the skin's joints in the skeleton.
    pub skin_joints: Vec<usize>,
    /// For each joint of the skin, and one more for vertices that follow none.
    pub joint_from_mesh: Vec<Mat4>,
    pub vertices: Vec<VertexData>,
}

/// A vertex of a figure of the check's own.
pub struct VertexData {
    pub position: Vec3,
    pub normal: Vec3,
    pub texcoord: Vec2,
    /// Slots and weights, one to four.
    pub influences: Vec<(usize, f32)>,
}

/// The fields of a skin's vertices.
pub const FIELDS: [&str; 5] = ["a_position", "a_normal", "a_texcoord", "a_weights", "a_joints"];

/// The vertices of a skin.
pub struct SkinVertices {
    /// The numbers of each vertex, for each of the [`FIELDS`].
    pub fields: [Vec<Vec<f32>>; 5],
    /// The name of each field, and whether the shader gets floats.
    pub formats: Vec<(String, bool)>,
}

/// What is in a texture.
pub struct TextureContent {
    pub type_name: &'static str,
    pub size: (u32, u32),
    /// The lowest row first.
    pub rgba: Vec<u8>,
}

/// A frame, and the clip's clock before it.
#[derive(Clone, Copy)]
pub struct ClockFrame {
    pub time: f32,
    pub speed: f32,
    pub is_paused: bool,
    pub dt: f32,
}

/// The clip's time after each frame.
pub struct Clock {
    /// Durations of all clips.
    pub durations: Vec<f32>,
    pub times: Vec<f32>,
}

/// The seconds that are owed before a frame.
pub const OWED: f32 = 0.001;

/// The clip whose clock is tested.
pub const CLIP: usize = 1;

/// What is in a figure's buffers.
pub struct BoneBuffers {
    pub vertices: Vec<[f32; 3]>,
    pub primitive: PrimitiveType,
    pub indices: Vec<u16>,
}

/// A panel without a window, in which one can click.
pub struct Panel(imgui::Context);

impl Panel {
    const SIZE: [f32; 2] = [400.0, 300.0];

    /// Makes the panel.
    #[allow(clippy::new_without_default)] // it takes the one context that imgui has
    pub fn new() -> Self {
        let mut context = imgui::Context::create();
        context.set_ini_filename(None);
        context.fonts().build_rgba32_texture();
        let io = context.io_mut();
        io.display_size = Self::SIZE;
        io.delta_time = 0.1;
        Panel(context)
    }

    /// Returns paths of the pressed mouse, all over the panel: clicks, what a list that opens has below it, and pulls to both
    /// sides.
    pub fn paths() -> Vec<[[f32; 2]; 2]> {
        let mut paths = Vec::new();
        for row in 0..40 {
            for x in [16.0, 40.0, 120.0] {
                let y = 4.0 + 7.0 * row as f32;
                for below in [0.0, 26.0, 0.0, 44.0] {
                    paths.push([[x, y + below]; 2]);
                }
                for side in [-2000.0, 2000.0] {
                    paths.push([[x, y], [x + side, y]]);
                }
            }
        }
        paths
    }

    /// Presses the mouse at the beginning of a path and lets it go at the end, in the window that `draw` fills.
    pub fn press_along(&mut self, [from, to]: &[[f32; 2]; 2], mut draw: impl FnMut(&imgui::Ui)) {
        for (position, is_down) in [(from, false), (from, true), (to, true), (to, false)] {
            let io = self.0.io_mut();
            io.add_mouse_pos_event(*position);
            io.add_mouse_button_event(imgui::MouseButton::Left, is_down);
            let ui: &imgui::Ui = self.0.new_frame();
            let window = ui.window("Playback").position([0.0, 0.0], imgui::Condition::Always);
            let token = window.size(Self::SIZE, imgui::Condition::Always).begin();
            draw(ui);
            drop(token);
            self.0.render();
        }
    }
}

/// Returns the words of the first known numbers to which others are equal, but for rounding.
pub fn in_words<const N: usize>(numbers: [f32; N], known: &[(&str, [f32; N])]) -> String {
    let is_close = |known: &[f32; N]| known.iter().zip(numbers).all(|(a, b)| (a - b).abs() < 1e-5);
    match known.iter().find(|(_, known)| is_close(known)) {
        _ if numbers == [0.0; N] => "exactly 0".into(),
        Some((words, _)) => (*words).into(),
        None => numbers.map(|number| format!("{number:.3}")).join(", "),
    }
}

/// The file of the course's figure.
pub const FIGURE: &str = "knight.dae";

/// Returns the file of the course's figure, after a change to its folder: a program finds it and its picture there.
///
/// # Errors
/// If there is no such folder.
pub fn figure_file() -> Outcome<&'static str> {
    std::env::set_current_dir(env!("OWN_ASSETS"))?;
    Ok(FIGURE)
}
