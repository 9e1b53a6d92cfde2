//! The knight: `assets/knight.dae`, his left arm stretched out to the side, twisted at the shoulder and at the wrist.

use armature::animation::Mask;
use armature::math::Similarity;
use armature::mesh::SkinnedVertex;
use armature::model::{Model, ModelInstance, Part};
use glam::{Affine3A, Mat4, Quat, Vec3};

/// Share of the twist that the shoulder takes, against the wrist's.
const SHOULDER: f32 = -0.75;
/// The knight's position in the model's space.
const PLACE: Vec3 = Vec3::new(-0.31, 0.0, 0.0);

/// Reads the knight.
///
/// # Errors
/// If his file cannot be read.
#[cfg(feature = "graphics")]
pub fn read() -> anyhow::Result<Model> {
    Ok(armature_formats::collada::load(common::assets().join("knight.dae"))?.model)
}

/// The knight in a pose, but for the twist.
pub(crate) struct TwistedKnight {
    /// The file as it was read, except that its meshes stand where he stands.
    pub(crate) model: Model,
    /// Transform from the file's space to his stand.
    ours_from_file: Affine3A,
    figure: ModelInstance,
    upper_arm: usize,
    hand: usize,
    /// `parent_from_joint` of both without the twist.
    straight: [Quat; 2],
}

impl TwistedKnight {
    /// Stretches out his left arm; `None` if he has none.
    pub(crate) fn new(mut model: Model) -> Option<Self> {
        let joints = model.skeleton.joints();
        let upper_arm = model.skeleton.find("upper_arm_l")?;
        let hand = model.skeleton.find("hand_l")?;
        let pauldron = model.skeleton.find("pauldron_l")?;
        let parent = joints[upper_arm].parent?;
        let idle = model.clip("idle")?;

        // At ease, but for the arm.
        let mut figure = ModelInstance::new(&model);
        let bind = figure.model_from_joint().to_vec();
        let mut change = figure.change(&model);
        change.sample(idle, idle.start);
        let arm = Mask::descendants(&model.skeleton, upper_arm);
        for (index, joint) in joints.iter().enumerate().skip(upper_arm + 1) {
            if arm.weights()[index] == 1.0 {
                change.pose_mut().locals[index] = joint.bind_local;
            }
        }
        drop(change);
        // From where it was modelled the arm is turned the shortest way until it points to his left.
        let modelled = world_rotation(&model, &bind[upper_arm]);
        let world_from_arm = Quat::from_rotation_arc(modelled * Vec3::Y, Vec3::X) * modelled;
        let world_from_parent = world_rotation(&model, &figure.model_from_joint()[parent]);
        let straight = [world_from_parent.inverse() * world_from_arm, figure.pose().locals[hand].rotation];
        let ours_from_file = Affine3A::from_translation(PLACE) * model.world_from_model;
        remove_triangles_of(&mut model, pauldron);
        for vertex in model.parts.iter_mut().flat_map(|part| &mut part.mesh.vertices) {
            vertex.position = ours_from_file.transform_point3(vertex.position);
            vertex.normal = ours_from_file.transform_vector3(vertex.normal);
        }
        Some(TwistedKnight { model, ours_from_file, figure, upper_arm, hand, straight })
    }

    /// Returns the skinning matrices of each skin with the wrist twisted by an angle in radians.
    pub(crate) fn palettes(&mut self, twist: f32) -> Vec<Vec<Mat4>> {
        let [upper_arm, hand] = self.straight;
        let about_the_bone = Quat::from_rotation_y;
        let mut change = self.figure.change(&self.model);
        let locals = &mut change.pose_mut().locals;
        locals[self.upper_arm].rotation = upper_arm * about_the_bone(SHOULDER * twist);
        locals[self.hand].rotation = hand * about_the_bone(twist);
        drop(change);
        let to = self.ours_from_file;
        let from = self.ours_from_file.inverse();
        let skins = 0..self.model.skins.len();
        skins
            .map(|skin| self.figure.palette(skin).iter().map(|matrix| Mat4::from(to * *matrix * from)).collect())
            .collect()
    }
}

/// Returns the rotation from a joint's space to the world.
fn world_rotation(model: &Model, model_from_joint: &Affine3A) -> Quat {
    Similarity::nearest(&(model.world_from_model * *model_from_joint)).motion.real
}

/// Returns rotation and translation of each rigid matrix. Every second quaternion is negated, which is the same rotation.
pub(crate) fn motions(palette: &[Mat4]) -> Vec<(Quat, Vec3)> {
    palette
        .iter()
        .enumerate()
        .map(|(joint, matrix)| {
            let (_, rotation, translation) = matrix.to_scale_rotation_translation();
            (if joint.is_multiple_of(2) { rotation } else { -rotation }, translation)
        })
        .collect()
}

/// Removes the triangles that follow only this joint.
fn remove_triangles_of(model: &mut Model, joint: usize) {
    let Model { parts, skins, .. } = model;
    for Part { mesh, skin, .. } in parts {
        let bindings = &skins[*skin].bindings;
        let mut kept = Vec::new();
        for triangle in mesh.indices.as_chunks::<3>().0 {
            let follows = triangle.map(|vertex| {
                let SkinnedVertex { joints, weights, .. } = mesh.vertices[vertex as usize];
                weights[0] > 0.99 && bindings[usize::from(joints[0])].joint == Some(joint)
            });
            if follows != [true; 3] {
                kept.extend(triangle);
            }
        }
        mesh.indices = kept;
    }
}
