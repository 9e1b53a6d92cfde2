
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

/// Returns every joint's index, each followed by its descendants.
pub fn depth_first_order(joints: &[Joint]) -> Vec<usize> {
    lesson_02::depth_first_order(joints)
}

/// Returns `model_from_joint` of every joint. `locals` has each joint's `parent_from_joint`.
pub fn model_poses(joints: &[Joint], locals: &[Mat4], model_from_root: Mat4) -> Vec<Mat4> {
    lesson_02::model_poses(joints, &depth_first_order(joints), locals, model_from_root)
}
