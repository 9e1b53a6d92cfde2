//! A figure as far as it is read without your answers: skeleton, meshes, materials, and its skins as plain lists.

use crate::{Joint, VertexWeights, rows};
use armature::math::Transform;
use armature::mesh::SkinnedVertex;
use armature::model::Model;
use armature::skeleton::{self, Skeleton, SkeletonError};
use glam::Mat4;
use std::sync::Arc;

/// A figure without its skins.
pub struct FigureFile {
    /// Skeleton, materials, axes and unit, by `common`'s own reader. A joint that never moves is added to the
    /// skeleton's own. Its parts are the skinned meshes, `skin` counts in `FigureFile::skins`; their vertices
    /// follow nothing yet, but know their position: see [`FigureFile::position_of`].
    pub model: Model,
    /// The file's names of the joints; one for each but that last one.
    pub joints: Vec<Joint>,
    pub skins: Vec<Arc<FileSkin>>,
    pub note: Option<String>,
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
    /// Returns a figure that is in no file, as one would have it; `None` without a skin.
    pub fn of_model(mut model: Model) -> Option<Self> {
        let mut joints = Vec::new();
        for joint in model.skeleton.joints() {
            joints.push(Joint { id: format!("Knight_{}", joint.name), sid: joint.name.clone() });
        }
        let mut skins = Vec::new();
        for (number, skin) in model.skins.iter().enumerate() {
            let followed = skin.bindings.iter().filter_map(|binding| binding.joint);
            let inverse_binds: Vec<Mat4> = skin.bindings.iter().map(|binding| binding.joint_from_bind.into()).collect();
            let mut vertices = Vec::new();
            for part in model.parts.iter_mut().filter(|part| part.skin == number) {
                for vertex in &mut part.mesh.vertices {
                    let position = vertices.len() as u32;
                    vertices.push(*vertex);
                    vertex.joints = [(position & LOW) as u16, (position >> LOW_BITS) as u16, 0, 0];
                }
            }
            skins.push(Arc::new(FileSkin {
                bind_from_mesh: skin.bind_from_mesh.into(),
                names: followed.map(|joint| joints[joint].sid.clone()).collect(),
                inverse_binds: rows(&inverse_binds),
                weights: VertexWeights::of_vertices(&vertices, skin.bindings.len()),
                joints: joints.clone(),
            }));
        }
        model.skins.clear();
        model.clips.clear();
        add_static_joint(&mut model).ok()?;
        (!skins.is_empty()).then_some(FigureFile { model, joints, skins, note: None })
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
pub(crate) const LOW_BITS: u32 = 15;
pub(crate) const LOW: u32 = (1 << LOW_BITS) - 1;

pub(crate) fn add_static_joint(model: &mut Model) -> Result<(), SkeletonError> {
    let mut joints = model.skeleton.joints().to_vec();
    joints.push(skeleton::Joint { name: String::new(), parent: None, bind_local: Transform::IDENTITY });
    model.skeleton = Skeleton::new(joints)?;
    model.is_joint.push(false);
    Ok(())
}
