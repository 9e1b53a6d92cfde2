use glam::{Mat4, Quat, Vec3};
use roxmltree::Node;

/// A joint, with all that a lesson asks of one. `Joint::new` leaves empty what a file need not have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Joint {
    /// The name by which a skin refers to the joint.
    pub name: String,
    /// The id of its node, unique in the file.
    pub id: String,
    /// The sid of its node.
    pub sid: String,
    /// The sid of the matrix in its node.
    pub matrix_sid: String,
    /// The parent's index; `None` for a root.
    pub parent: Option<usize>,
    /// Indices of the joints whose parent this is.
    pub children: Vec<usize>,
    /// Its index in its chain.
    pub index_in_chain: usize,
    /// The joint's rest transform in its parent's space.
    pub parent_from_joint: Mat4,
    /// Whether vertices follow the joint.
    pub in_skin: bool,
}

impl Joint {
    /// Creates a joint without children.
    pub fn new(name: String, parent: Option<usize>, parent_from_joint: Mat4) -> Joint {
        Joint { name, parent, parent_from_joint, ..Joint::default() }
    }
}

/// A joint's transform in three parts, applied in this order: scale, rotation, translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    pub translation: Vec3,
    pub rotation: Quat,
    pub scale: Vec3,
}

impl Transform {
    pub const IDENTITY: Transform = Transform { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    pub fn to_mat4(&self) -> Mat4 {
        Mat4::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }
}

/// The axis of a file that points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpAxis {
    X,
    Y,
    Z,
}

/// Reads one node's matrix and name, by 04.1 and 04.2.
pub struct Reader;

impl Reader {
    /// Returns the matrix from the node's own space to its parent node's.
    pub fn matrix(&self, node: Node) -> Result<Mat4, String> {
        let mut above_from_node = Mat4::IDENTITY;
        for element in node.children().filter(|element| element.has_tag_name("matrix")) {
            above_from_node *= lesson_04::matrix_from_text(element.text().unwrap_or_default())?;
        }
        Ok(above_from_node)
    }

    pub fn name(&self, node: Node) -> String {
        lesson_04::joint_name(node)
    }
}

/// Two keys, and the fraction of the way from the first to the second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Segment {
    pub from: usize,
    pub to: usize,
    pub alpha: f32,
}

/// Behaviour at the end of a clip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoopMode {
    Clamp,
    #[default]
    Loop,
    PingPong,
}

/// The functions of earlier lessons that later ones call.
pub struct Tools;

impl Tools {
    pub fn matrices(&self, floats: &[f32]) -> Result<Vec<Mat4>, String> {
        let mut matrices = Vec::new();
        lesson_05::set_keyframes(&mut matrices, floats)?;
        Ok(matrices)
    }

    pub fn segment(&self, times: &[f32], tick: f32) -> Segment {
        lesson_05::segment(times, tick, None)
    }

    pub fn shortest(&self, from: Quat, to: Quat) -> Quat {
        lesson_06::shortest(from, to)
    }

    pub fn nlerp(&self, a: Quat, b: Quat, u: f32) -> Quat {
        lesson_06::nlerp(a, b, u)
    }

    pub fn slerp(&self, a: Quat, b: Quat, u: f32) -> Quat {
        lesson_06::slerp(a, b, u)
    }

    pub fn decompose(&self, matrix: Mat4) -> Transform {
        lesson_06::decompose(matrix)
    }

    pub fn sample_joint(&self, track: &Track, tick: f32) -> Transform {
        lesson_12::sample_joint(track, tick, self)
    }
}

/// Returns every joint's index, each followed by its descendants.
pub fn depth_first_order(joints: &[Joint]) -> Vec<usize> {
    lesson_02::depth_first_order(joints)
}

/// Returns `model_from_joint` of every joint. `locals` has each joint's `parent_from_joint`.
pub fn model_poses(joints: &[Joint], locals: &[Mat4], model_from_root: Mat4) -> Vec<Mat4> {
    lesson_02::model_poses(joints, &depth_first_order(joints), locals, model_from_root)
}
