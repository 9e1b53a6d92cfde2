//! A model in a pose: local transforms, joint matrices and palettes, written each frame.

use super::{Model, Part};
use crate::{
    animation::{Clip, Cursors},
    mesh::{Bounds, SkinnedVertex, morph_vertices},
    skeleton::{Pose, local_to_model},
    skin::skinned_position,
};
use glam::Affine3A;
use std::borrow::Cow;

/// A model in a pose. Made once, written each frame without allocating: clip -> pose -> joint matrices -> palettes.
/// Many figures of one model at once are a [`Crowd`](crate::fast::Crowd).
#[derive(Clone, Debug)]
pub struct ModelInstance {
    bind: Pose,
    /// Each joint in its parent's space. Change it and call [`update`](Self::update) to pose by hand.
    pub pose: Pose,
    /// The weights of morph targets, for each of [`Model::morph_sets`]. Between 0 and 1 as a rule.
    pub weights: Vec<Vec<f32>>,
    cursors: Cursors,
    model_from_joint: Vec<Affine3A>,
    palettes: Vec<Vec<Affine3A>>,
}

impl ModelInstance {
    /// The model in its bind pose.
    pub fn new(model: &Model) -> Self {
        let bind = model.skeleton.bind_pose();
        let mut instance = Self {
            pose: bind.clone(),
            bind,
            weights: model.morph_sets.iter().map(|set| set.at_rest.clone()).collect(),
            cursors: Cursors::default(),
            model_from_joint: vec![Affine3A::IDENTITY; model.skeleton.len()],
            palettes: model.skins.iter().map(|s| vec![Affine3A::IDENTITY; s.bindings.len()]).collect(),
        };
        instance.update(model);
        instance
    }

    /// The bind pose, and the weights at rest.
    pub fn rest(&mut self, model: &Model) {
        self.rest_weights(model);
        self.pose.set(&self.bind);
        self.update(model);
    }

    fn rest_weights(&mut self, model: &Model) {
        for (weights, set) in self.weights.iter_mut().zip(&model.morph_sets) {
            weights.clone_from(&set.at_rest);
        }
    }

    /// The pose and the weights of `clip` at `time`, on the clip's own clock.
    pub fn sample(&mut self, model: &Model, clip: &Clip, time: f32) {
        self.rest_weights(model);
        clip.sample_weights(time, &mut self.cursors, &mut self.weights);
        clip.sample(time, &self.bind, &mut self.cursors, &mut self.pose);
        self.update(model);
    }

    /// The pose at `time` of the model's clip with this index; the bind pose where there is no such clip.
    pub fn pose_at(&mut self, model: &Model, clip: Option<usize>, time: f32) {
        match clip.and_then(|clip| model.clips.get(clip)) {
            Some(clip) => self.sample(model, clip, time),
            None => self.rest(model),
        }
    }

    /// Sets every joint's matrix directly, from the caller's own forward kinematics, whatever the pose is. The next
    /// [`update`](Self::update) undoes it.
    ///
    /// # Panics
    /// If there is not one matrix for each joint.
    pub fn set_model_from_joint(&mut self, model: &Model, model_from_joint: &[Affine3A]) {
        self.model_from_joint.copy_from_slice(model_from_joint);
        self.write_palettes(model);
    }

    /// Computes joint matrices and palettes from a changed pose.
    pub fn update(&mut self, model: &Model) {
        local_to_model(&model.skeleton, &self.pose, Affine3A::IDENTITY, &mut self.model_from_joint);
        self.write_palettes(model);
    }

    fn write_palettes(&mut self, model: &Model) {
        for (skin, palette) in model.skins.iter().zip(&mut self.palettes) {
            skin.write_palette(&self.model_from_joint, palette);
        }
    }

    /// Palettes as if no joint had ever moved the mesh: every binding of a skin gets the bind shape
    /// matrix alone, so that vertices stay where they were modelled. Rigid parts stay on their
    /// joint. The next [`update`](Self::update) undoes it.
    pub fn leave_unskinned(&mut self, model: &Model) {
        for (skin, palette) in model.skins.iter().zip(&mut self.palettes) {
            if skin.bindings.len() > 1 {
                palette.fill(skin.bind_from_mesh);
            }
        }
    }

    /// `model_from_joint` of every joint, in the file's own axes and unit.
    pub fn model_from_joint(&self) -> &[Affine3A] {
        &self.model_from_joint
    }

    /// The skinning matrices of one skin.
    ///
    /// # Panics
    /// If the model has no such skin.
    pub fn palette(&self, skin: usize) -> &[Affine3A] {
        &self.palettes[skin]
    }

    /// By how much the weights of a set of morph targets are beyond those at rest: what [`morph_vertices`] takes.
    /// Nothing for a set that the model does not have.
    pub fn weight_changes(&self, model: &Model, set: usize) -> impl Iterator<Item = f32> + Clone {
        let at_rest = model.morph_sets.get(set).map_or(&[][..], |set| &set.at_rest);
        let weights = self.weights.get(set).map_or(&[][..], |weights| weights);
        weights.iter().zip(at_rest).map(|(weight, at_rest)| weight - at_rest)
    }

    /// The vertices of a part, morphed and not yet skinned: for framing a picture, not for every frame.
    pub fn morphed<'p>(&self, model: &Model, part: &'p Part) -> Cow<'p, [SkinnedVertex]> {
        let mesh = &part.mesh.vertices;
        let Some(morphs) = &part.morphs else { return Cow::Borrowed(mesh) };
        let changes: Vec<f32> = self.weight_changes(model, morphs.set).collect();
        let mut morphed = mesh.clone();
        morph_vertices(mesh, &morphs.targets, &changes, &mut morphed);
        Cow::Owned(morphed)
    }

    /// The box around all skinned vertices, or around the joints where there is no mesh, in the
    /// file's own axes and unit; `None` for an empty model. Skins every vertex: for framing a
    /// picture, not for every frame.
    pub fn bounds(&self, model: &Model) -> Option<Bounds> {
        let mut all: Option<Bounds> = None;
        for part in &model.parts {
            let palette = &self.palettes[part.skin];
            let vertices = self.morphed(model, part);
            let part = Bounds::from_points(vertices.iter().map(|v| skinned_position(palette, v)));
            all = all.map_or(part, |all| Some(part.map_or(all, |part| all.union(part))));
        }
        all.or_else(|| Bounds::from_points(self.model_from_joint.iter().map(|m| m.translation.into())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::testing::chain;
    use glam::Vec3;

    #[test]
    fn joint_matrices_from_outside_move_the_mesh() {
        let model = chain();
        let mut instance = ModelInstance::new(&model);
        let before = instance.bounds(&model).expect("a mesh");
        let lift = Affine3A::from_translation(Vec3::Y);
        let lifted: Vec<_> = instance.model_from_joint().iter().map(|m| lift * *m).collect();
        instance.set_model_from_joint(&model, &lifted);
        let after = instance.bounds(&model).expect("a mesh");
        assert!((after.min - before.min - Vec3::Y).length() < 1e-5, "{before:?} {after:?}");
        instance.update(&model);
        assert_eq!(instance.bounds(&model), Some(before), "undone");
    }
}
