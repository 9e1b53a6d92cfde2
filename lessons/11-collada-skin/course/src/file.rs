//! A figure as far as it is read without your answers: skeleton, meshes, materials, and its skins as plain lists.

use crate::{Joint, VertexWeights, rows};
use armature::math::Transform;
use armature::mesh::SkinnedVertex;
use armature::model::{Model, Part};
use armature::skeleton::{self, Skeleton, SkeletonError};
use armature::skin::{Binding, Skin};
use glam::{Affine3A, Mat4};
use std::{collections::HashSet, sync::Arc};

/// A figure without its skins.
pub struct FigureFile {
    /// Skeleton, materials, axes and unit, by `common`'s own reader. A joint that never moves is added to the
    /// skeleton's own. Its parts are the skinned meshes, `skin` counts in `FigureFile::skins`; their vertices
    /// follow nothing yet, but know their position: see [`FigureFile::position_of`].
    pub model: Model,
    /// The file's names of the joints; one for each but that last one.
    pub joints: Vec<Joint>,
    pub skins: Vec<Arc<FileSkin>>,
}

/// A `<skin>` as plain lists, in the order of the file.
#[derive(Clone, Debug)]
pub struct FileSkin {
    /// The bind shape matrix: from the mesh's own space to the space in which it was bound.
    pub bind_from_mesh: Mat4,
    pub names: Vec<String>,
    /// 16 numbers for each joint, row by row.
    pub inverse_binds: Vec<f32>,
    pub weights: VertexWeights,
    /// The input of 11.2: as `FigureFile::joints`, or by id where the skin lists ids.
    pub joints: Vec<Joint>,
}

impl FigureFile {
    /// Returns the skins of a figure that this lesson does not read from a file; `None` without a skin. Its meshes on a
    /// single joint are left out, and joints have names that differ.
    pub fn of_model(mut model: Model) -> Option<Self> {
        let mut joints = Vec::new();
        let mut taken = HashSet::new();
        for (index, joint) in model.skeleton.joints().iter().enumerate() {
            let is_new = taken.insert(&*joint.name);
            let sid = if is_new { joint.name.clone() } else { format!("{} ({index})", joint.name) };
            joints.push(Joint { id: format!("Knight_{sid}"), sid });
        }
        let mut parts = Vec::new();
        let mut skins = Vec::new();
        for (number, skin) in model.skins.iter().enumerate().filter(|(_, skin)| !is_rigid(skin)) {
            let mut names = Vec::new();
            let mut inverse_binds = Vec::new();
            let mut slots = Vec::new();
            for Binding { joint, joint_from_bind } in &skin.bindings {
                slots.push(joint.map_or(-1, |_| names.len() as i32));
                if let Some(joint) = joint {
                    names.push(joints[*joint].sid.clone());
                    inverse_binds.push(Mat4::from(*joint_from_bind));
                }
            }
            let mut vertices = Vec::new();
            for part in model.parts.iter().filter(|part| part.skin == number) {
                let first = vertices.len() as u32;
                vertices.extend(&part.mesh.vertices);
                let positions = first..vertices.len() as u32;
                parts.push(knowing_positions(Part { skin: skins.len(), ..part.clone() }, positions));
            }
            skins.push(Arc::new(FileSkin {
                bind_from_mesh: skin.bind_from_mesh.into(),
                inverse_binds: rows(&inverse_binds),
                weights: VertexWeights::of_vertices(&vertices, &slots, names.len()),
                names,
                joints: joints.clone(),
            }));
        }
        model.parts = parts;
        model.skins.clear();
        model.clips.clear();
        add_static_joint(&mut model).ok()?;
        (!skins.is_empty()).then_some(FigureFile { model, joints, skins })
    }

    /// Returns the index of the position from which a vertex of `model` was made; `vcount` counts positions.
    pub fn position_of(vertex: &SkinnedVertex) -> usize {
        let [low, high] = [vertex.joints[0], vertex.joints[1]].map(u32::from);
        (low | (high & LOW) << LOW_BITS) as usize
    }

    /// Returns the sid of a joint; nothing for the one that never moves.
    pub(crate) fn joint_name(&self, joint: usize) -> &str {
        self.joints.get(joint).map_or("", |joint| joint.sid.as_str())
    }

    pub(crate) fn find_joint(&self, sid: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.sid == sid)
    }

    /// Returns the index of the joint that never moves, which stands for joint -1.
    pub fn static_joint(&self) -> usize {
        self.joints.len()
    }
}

/// Bits of a position's index in the first slot of a vertex; the others are in the second.
const LOW_BITS: u32 = 15;
const LOW: u32 = (1 << LOW_BITS) - 1;

/// Replaces the joints of each vertex by the index of the position from which it was made. See
/// [`FigureFile::position_of`].
pub(crate) fn knowing_positions(mut part: Part, positions: impl IntoIterator<Item = u32>) -> Part {
    for (vertex, position) in part.mesh.vertices.iter_mut().zip(positions) {
        vertex.joints = [(position & LOW) as u16, (position >> LOW_BITS) as u16, 0, 0];
    }
    part
}

/// Returns whether the meshes of a skin follow a single joint and are modelled in that joint's space.
pub fn is_rigid(skin: &Skin) -> bool {
    skin.bindings.len() == 1
        && skin.bindings.iter().all(|binding| binding.joint_from_bind == Affine3A::IDENTITY)
        && skin.bind_from_mesh == Affine3A::IDENTITY
}

pub(crate) fn add_static_joint(model: &mut Model) -> Result<(), SkeletonError> {
    let mut joints = model.skeleton.joints().to_vec();
    joints.push(skeleton::Joint { name: String::new(), parent: None, bind_local: Transform::IDENTITY });
    model.skeleton = Skeleton::new(joints)?;
    model.is_joint.push(false);
    Ok(())
}
