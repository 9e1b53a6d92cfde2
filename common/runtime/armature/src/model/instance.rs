//! A model in a pose: local transforms, joint matrices and palettes.

use super::{Model, Part};
use crate::animation::{Clip, Crossfade, Cursors, blend_weights};
use crate::math::Affine3x4;
use crate::mesh::{Bounds, SkinnedVertex, morph_vertices};
use crate::skeleton::{Pose, local_to_model};
use crate::skin::skinned_position;
use glam::{Affine3A, Vec3};

/// A model in a pose. Make it once, and sample clips in each frame without allocations: clip -> pose -> joint matrices
/// -> palettes. For many figures of one model, use a `Crowd` of the crate `armature-simd`.
///
/// Each method that takes a model takes the one for which the instance was made, and panics with one of another shape.
#[derive(Clone, Debug)]
pub struct ModelInstance {
    bind: Pose,
    pose: Pose,
    /// Weights of the morph targets of each of [`Model::morph_sets`], usually from 0 to 1.
    pub weights: Vec<Vec<f32>>,
    cursors: Cursors,
    mixing: Mixing,
    model_from_joint: Vec<Affine3A>,
    palettes: Vec<Vec<Affine3A>>,
}

/// Memory for a second motion and the blend with it.
#[derive(Clone, Debug, Default)]
struct Mixing {
    cursors: Cursors,
    pose: Pose,
    weights: Vec<Vec<f32>>,
    mixed: Pose,
}

impl ModelInstance {
    /// Makes an instance in the bind pose.
    pub fn new(model: &Model) -> Self {
        let bind = model.skeleton.bind_pose();
        let mut instance = Self {
            pose: bind.clone(),
            bind,
            weights: model.morph_sets.iter().map(|set| set.at_rest.clone()).collect(),
            cursors: Cursors::default(),
            mixing: Mixing::default(),
            model_from_joint: vec![Affine3A::IDENTITY; model.skeleton.len()],
            palettes: model.skins.iter().map(|s| vec![Affine3A::IDENTITY; s.bindings.len()]).collect(),
        };
        instance.update(model);
        instance
    }

    /// Begins a change of the pose, which may have several steps. The matrices are computed once, at its end.
    ///
    /// ```
    /// # use armature::{animation::Clip, model::{Model, ModelInstance}};
    /// # let model = Model::default();
    /// # let (walk, run) = (Clip::of_tracks("walk", vec![]), Clip::of_tracks("run", vec![]));
    /// let mut figure = ModelInstance::new(&model);
    /// let mut change = figure.change(&model);
    /// change.sample(&walk, 0.5);
    /// change.blend(&run, 0.3, 0.25);
    /// // Inverse kinematics, masks and additive poses work on `change.pose_mut()`.
    /// change.finish();
    /// let matrices = figure.model_from_joint();
    /// ```
    ///
    /// # Panics
    /// If the model has another number of joints, of skins or of their bindings than the one of this instance.
    pub fn change<'a>(&'a mut self, model: &'a Model) -> PoseChange<'a> {
        self.assert_is_of(model);
        PoseChange { instance: self, model }
    }

    /// Returns the transforms of the joints in their parents' spaces.
    pub fn pose(&self) -> &Pose {
        &self.pose
    }

    /// Sets the bind pose, and the weights at rest.
    pub fn rest(&mut self, model: &Model) {
        self.change(model).rest();
    }

    /// Sets the pose and the weights of `clip` at `time`, in seconds on the clip's own clock.
    ///
    /// # Panics
    /// Those of [`PoseChange::sample`].
    pub fn sample(&mut self, model: &Model, clip: &Clip, time: f32) {
        self.change(model).sample(clip, time);
    }

    /// Sets the pose and the weights at `time` of the model's clip with this index, or rests if there is no such clip.
    ///
    /// # Panics
    /// Those of [`PoseChange::sample`].
    pub fn sample_clip(&mut self, model: &Model, clip: Option<usize>, time: f32) {
        match clip.and_then(|clip| model.clips.get(clip)) {
            Some(clip) => self.sample(model, clip, time),
            None => self.rest(model),
        }
    }

    /// Sets the joints' matrices, from the caller's own forward kinematics, and computes the palettes. The next change of
    /// the pose sets them from the pose again.
    ///
    /// # Panics
    /// If there is not one matrix for each joint, and as [`change`](Self::change).
    pub fn set_model_from_joint(&mut self, model: &Model, model_from_joint: &[Affine3A]) {
        self.assert_is_of(model);
        self.model_from_joint.copy_from_slice(model_from_joint);
        self.write_palettes(model);
    }

    /// Panics if `model` has another shape than the one for which the instance was made.
    fn assert_is_of(&self, model: &Model) {
        let bindings = model.skins.iter().map(|skin| skin.bindings.len());
        let is_same =
            self.model_from_joint.len() == model.skeleton.len() && self.palettes.iter().map(Vec::len).eq(bindings);
        assert!(is_same, "the instance was made for another model than {:?}", model.name);
    }

    /// Computes joint matrices and palettes from the pose.
    fn update(&mut self, model: &Model) {
        local_to_model(&model.skeleton, &self.pose, Affine3A::IDENTITY, &mut self.model_from_joint);
        self.write_palettes(model);
    }

    fn write_palettes(&mut self, model: &Model) {
        for (skin, palette) in model.skins.iter().zip(&mut self.palettes) {
            skin.write_palette(&self.model_from_joint, palette);
        }
    }

    /// Sets palettes that leave vertices as modelled: each matrix of a skin is the bind shape matrix. Rigid parts stay
    /// on their joints. The next change of the pose sets the palettes from the pose again.
    ///
    /// # Panics
    /// As [`change`](Self::change).
    pub fn set_unskinned(&mut self, model: &Model) {
        self.assert_is_of(model);
        for (skin, palette) in model.skins.iter().zip(&mut self.palettes) {
            if skin.bindings.len() > 1 {
                palette.fill(skin.bind_from_mesh);
            }
        }
    }

    /// Returns the matrix of each joint, in the file's own axes and unit.
    pub fn model_from_joint(&self) -> &[Affine3A] {
        &self.model_from_joint
    }

    /// Returns the skinning matrices of one skin.
    ///
    /// # Panics
    /// If the model has no such skin.
    pub fn palette(&self, skin: usize) -> &[Affine3A] {
        let Some(palette) = self.palettes.get(skin) else {
            panic!("there is no skin {skin}: the model has {} skins", self.palettes.len())
        };
        palette
    }

    /// Writes the skinning matrices of all skins, one skin after another, as rows for a shader: the form and the order of
    /// `Crowd::write_palettes` of `armature-simd`.
    ///
    /// # Panics
    /// If `rows` is shorter than all palettes together.
    pub fn write_palette_rows(&self, rows: &mut [Affine3x4]) {
        let matrices: usize = self.palettes.iter().map(Vec::len).sum();
        assert!(matrices <= rows.len(), "the palettes have {matrices} matrices, and room for {}", rows.len());
        for (row, matrix) in rows.iter_mut().zip(self.palettes.iter().flatten()) {
            *row = Affine3x4::from(*matrix);
        }
    }

    /// Returns, for [`morph_vertices`] or a shader, the differences of the weights of
    /// a set of morph targets from those at rest. Empty for a set that the model does not have.
    pub fn weight_changes(&self, model: &Model, set: usize) -> impl Iterator<Item = f32> + Clone {
        let at_rest = model.morph_sets.get(set).map_or(&[][..], |set| &set.at_rest);
        let weights = self.weights.get(set).map_or(&[][..], |weights| weights);
        weights.iter().zip(at_rest).map(|(weight, at_rest)| weight - at_rest)
    }

    /// Returns a part's vertices, morphed but not yet skinned: those of the mesh if the part has no morph targets, or
    /// else a copy in `buffer`, which allocates nothing once it has grown to size.
    pub fn morphed<'p>(
        &self,
        model: &Model,
        part: &'p Part,
        buffer: &'p mut Vec<SkinnedVertex>,
    ) -> &'p [SkinnedVertex] {
        let mesh = &part.mesh.vertices;
        let Some(morphs) = &part.morphs else { return mesh };
        buffer.resize(mesh.len(), SkinnedVertex::default());
        morph_vertices(mesh, &morphs.targets, self.weight_changes(model, morphs.set), buffer);
        buffer
    }

    /// Returns the positions of a part's skinned vertices, in the file's own axes and unit.
    pub fn positions(&self, model: &Model, part: &Part) -> Vec<Vec3> {
        let palette = &self.palettes[part.skin];
        self.morphed(model, part, &mut Vec::new()).iter().map(|vertex| skinned_position(palette, vertex)).collect()
    }

    /// Returns the box around all skinned vertices, or around the joints if there is no mesh, in the file's own axes
    /// and unit; `None` for an empty model. It skins every vertex, which is too slow for every
    /// frame.
    pub fn bounds(&self, model: &Model) -> Option<Bounds> {
        let parts = model.parts.iter().filter_map(|part| Bounds::from_points(self.positions(model, part)));
        parts
            .reduce(Bounds::union)
            .or_else(|| Bounds::from_points(self.model_from_joint.iter().map(|m| m.translation.into())))
    }
}

/// A change of a figure's pose, by [`ModelInstance::change`]. Joint matrices and palettes are computed at its end: by
/// [`finish`](Self::finish), or when it is dropped.
///
/// # Panics
/// When it is dropped, if the pose does not have a transform for each joint.
#[derive(Debug)]
pub struct PoseChange<'a> {
    instance: &'a mut ModelInstance,
    model: &'a Model,
}

impl PoseChange<'_> {
    /// Sets the bind pose, and the weights at rest.
    pub fn rest(&mut self) {
        let ModelInstance { bind, pose, weights, .. } = &mut *self.instance;
        rest_weights(weights, self.model);
        pose.set(bind);
    }

    /// Sets the pose and the weights of `clip` at `time`, in seconds on the clip's own clock.
    ///
    /// # Panics
    /// If the clip moves a joint that the model does not have, since it is another model's. `merge_clips` of
    /// `armature-offline` adapts clips of other models.
    pub fn sample(&mut self, clip: &Clip, time: f32) {
        assert_fits(self.model, clip);
        let ModelInstance { bind, pose, weights, cursors, .. } = &mut *self.instance;
        rest_weights(weights, self.model);
        clip.sample_weights(time, cursors, weights);
        clip.sample(time, bind, cursors, pose);
    }

    /// Blends pose and weights with those of `clip` at `time`: at `u = 0` they stay, at `u = 1` they are the clip's. `u`
    /// is clamped by [`clamp_weight`](crate::math::clamp_weight). After [`sample`](Self::sample) this blends two clips,
    /// another call a third. Allocates nothing once the instance has grown to size: with `u = 0`, while loading.
    ///
    /// # Panics
    /// Those of [`sample`](Self::sample).
    pub fn blend(&mut self, clip: &Clip, time: f32, u: f32) {
        assert_fits(self.model, clip);
        let ModelInstance { bind, pose: shown, weights: shown_weights, mixing, .. } = &mut *self.instance;
        let Mixing { cursors, pose, weights, mixed } = mixing;
        weights.resize(shown_weights.len(), Vec::new());
        rest_weights(weights, self.model);
        clip.sample_weights(time, cursors, weights);
        blend_weights(shown_weights, weights, u);
        clip.sample(time, bind, cursors, pose);
        mixed.set_blend(shown, pose, u);
        std::mem::swap(shown, mixed);
    }

    /// Sets the pose and the weights of a fade's clips, indices in `clips`, at their times. Allocates nothing once the
    /// instance has grown to size.
    ///
    /// # Panics
    /// Those of [`sample`](Self::sample), and if there is no such clip.
    pub fn sample_crossfade(&mut self, clips: &[Clip], fade: &Crossfade) {
        self.sample(&clips[fade.clip()], fade.playback().time());
        if let Some((from, playback)) = fade.from() {
            self.blend(&clips[from], playback.time(), 1.0 - fade.weight());
        }
    }

    /// Returns the transforms of the joints in their parents' spaces.
    pub fn pose(&self) -> &Pose {
        &self.instance.pose
    }

    /// Returns the transforms of the joints in their parents' spaces, to change them: as many as there are joints.
    pub fn pose_mut(&mut self) -> &mut Pose {
        &mut self.instance.pose
    }

    /// Returns the weights of the morph targets, [`ModelInstance::weights`].
    pub fn weights_mut(&mut self) -> &mut [Vec<f32>] {
        &mut self.instance.weights
    }

    /// Computes joint matrices and palettes, and ends the change, as dropping it does.
    pub fn finish(self) {}
}

impl Drop for PoseChange<'_> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.instance.update(self.model);
        }
    }
}

fn rest_weights(weights: &mut [Vec<f32>], model: &Model) {
    for (weights, set) in weights.iter_mut().zip(&model.morph_sets) {
        weights.clone_from(&set.at_rest);
    }
}

/// Panics if a clip moves a joint that a model does not have.
fn assert_fits(model: &Model, clip: &Clip) {
    let joints = model.skeleton.len();
    if let Some(tracks) = clip.tracks.iter().find(|tracks| tracks.joint >= joints) {
        panic!(
            "the clip {:?} moves joint {}, but the model {:?} has {joints} joints: is it another model's?",
            clip.name, tracks.joint, model.name
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::{JointTracks, Track, WeightTrack};
    use crate::{model::MorphSet, testing::models::chain};
    use glam::{Vec3, Vec3A};

    #[test]
    #[should_panic(expected = "the clip \"walk\" moves joint 3, but the model \"chain\" has 3 joints")]
    fn a_clip_of_a_larger_model_is_named_with_the_model() {
        let model = Model { name: "chain".into(), ..chain() };
        let tracks = [2, 3].map(|joint| JointTracks { joint, ..JointTracks::default() }).to_vec();
        ModelInstance::new(&model).sample(&model, &Clip::of_tracks("walk", tracks), 0.0);
    }

    #[test]
    #[should_panic(expected = "the instance was made for another model than \"small\"")]
    fn a_smaller_model_is_named() {
        let mut figure = ModelInstance::new(&chain());
        let small = Model { name: "small".into(), skins: Vec::new(), ..chain() };
        figure.rest(&small);
    }

    #[test]
    fn a_crossfade_is_a_blend_of_its_clips() {
        let model = chain();
        let clips = [2.0, 4.0].map(|x| {
            let translation = Some(Track::constant(Vec3::X * x));
            Clip::of_tracks("", vec![JointTracks { translation, ..JointTracks::default() }])
        });
        let mut fade = Crossfade::new(&clips, 0);
        fade.begin(&clips, 1, 1.0);
        fade.advance(0.25);
        let mut figure = ModelInstance::new(&model);
        let mut change = figure.change(&model);
        change.sample_crossfade(&clips, &fade);
        change.finish();
        assert_eq!(figure.model_from_joint()[0].translation, Vec3A::X * 2.5);
    }

    #[test]
    fn clips_are_blended_with_their_weights() {
        let mut model = chain();
        let targets = ["smile", "frown"].map(String::from).to_vec();
        model.morph_sets = vec![MorphSet { name: "face".into(), targets, at_rest: vec![0.0, 0.5] }];
        let [first, second] = [(4.0, 1.0), (8.0, 0.0)].map(|(x, smile)| {
            let translation = Some(Track::constant(Vec3::X * x));
            let tracks = vec![JointTracks { joint: 1, translation, ..JointTracks::default() }];
            let weights = vec![WeightTrack { set: 0, target: 0, track: Track::constant(smile) }];
            Clip { weights, ..Clip::of_tracks("", tracks) }
        });
        let mut figure = ModelInstance::new(&model);
        let root = figure.model_from_joint()[0].translation;
        for _ in 0..2 {
            figure.sample(&model, &first, 0.0);
            assert_eq!(figure.model_from_joint()[1].translation - root, Vec3A::X * 4.0);
            assert_eq!(figure.weights, [[1.0, 0.5]]);
            figure.change(&model).blend(&second, 0.0, 0.25);
            assert_eq!(figure.model_from_joint()[1].translation - root, Vec3A::X * 5.0);
            assert_eq!(figure.weights, [[0.75, 0.5]]);
        }
        figure.change(&model).blend(&Clip::of_tracks("", vec![]), 0.0, 1.0);
        assert_eq!((figure.pose(), &figure.weights[0][..]), (&model.skeleton.bind_pose(), &[0.0, 0.5][..]));
    }

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
        drop(instance.change(&model));
        assert_eq!(instance.bounds(&model), Some(before), "undone");
    }
}
