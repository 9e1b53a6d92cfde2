//! A model in a pose, computed eight joints at a time: the buffers that are written each frame.

use super::{
    Affine3x4, FastSkeleton, LANES, PaletteBindings, ShearBlock, SimdLevel, TransformBlock,
    compiled_clip::{ClipCursors, CompiledClip},
    hierarchy::local_to_model_sheared,
    model_len, write_palette,
};
use crate::{math::Transform, model::Model, skeleton::Pose};
use glam::Affine3A;
use std::sync::{Arc, OnceLock};

/// The fast form of [`ModelInstance`](crate::model::ModelInstance): pose, joint matrices and palettes of one model, in blocks of
/// eight. Clips are compiled when they are first sampled; after that a frame allocates nothing. It plays what
/// [`Clip::sample`](crate::animation::Clip::sample) does, within 0.0001 rad where keys are so far apart that this uses
/// slerp.
///
/// A clone is a second instance of the same model and shares the compiled clips, also on another thread. The model's
/// clips are taken as they are at [`new`](Self::new) and at their first sample: after a change to `model.clips` make
/// a new instance.
///
/// ```
/// use armature::{fast::FastInstance, model::Model};
///
/// # fn play(model: &Model) {
/// let mut instance = FastInstance::new(model);
/// instance.sample(model, 0, 0.5); // its first clip, half a second in
/// let skinning_matrices = instance.palette(0);
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct FastInstance {
    skeleton: FastSkeleton,
    bindings: PaletteBindings,
    pose: Vec<TransformBlock>,
    /// One for each block, or none.
    shears: Vec<ShearBlock>,
    model: Vec<Affine3x4>,
    palette: Vec<Affine3x4>,
    clips: Arc<[OnceLock<CompiledClip>]>,
    /// For each clip that was sampled, where each of its tracks is.
    cursors: Vec<Option<ClipCursors>>,
    simd: SimdLevel,
}

impl FastInstance {
    /// The model in its bind pose.
    pub fn new(model: &Model) -> Self {
        let skeleton = FastSkeleton::new(&model.skeleton);
        let bindings = PaletteBindings::new(&skeleton, &model.skins);
        let mut instance = Self {
            pose: skeleton.rest().to_vec(),
            shears: skeleton.rest_shears().to_vec(),
            model: vec![Affine3x4::IDENTITY; model_len(&skeleton)],
            palette: vec![Affine3x4::IDENTITY; bindings.len()],
            clips: model.clips.iter().map(|_| OnceLock::new()).collect(),
            cursors: vec![None; model.clips.len()],
            simd: SimdLevel::best(),
            skeleton,
            bindings,
        };
        instance.update();
        instance
    }

    /// The same on another instruction set than the best: to test or to measure that one.
    #[must_use]
    pub fn with_simd(self, simd: SimdLevel) -> Self {
        Self { simd, ..self }
    }

    /// The pose of a clip (its index in the model's list) at `time`, in seconds on the clip's own
    /// clock, and from it joints and palettes. Any time may follow any other, any clip any other. Allocates only
    /// when a clip is sampled for the first time.
    ///
    /// # Panics
    /// If the model had no such clip at [`new`](Self::new). `model` must be the one that this was made of: with
    /// another this may panic, too, or show a wrong pose.
    pub fn sample(&mut self, model: &Model, clip: usize, time: f32) {
        let compiled = self.clips[clip].get_or_init(|| CompiledClip::new(&self.skeleton, &model.clips[clip]));
        let cursors = self.cursors[clip].get_or_insert_with(|| compiled.cursors());
        self.shears.clear();
        self.shears.extend_from_slice(self.skeleton.rest_shears());
        compiled.sample(self.simd, time, cursors, &mut self.pose, &mut self.shears);
        self.update();
    }

    /// Every joint in its bind pose.
    pub fn rest(&mut self) {
        self.pose.copy_from_slice(self.skeleton.rest());
        self.shears.clear();
        self.shears.extend_from_slice(self.skeleton.rest_shears());
        self.update();
    }

    /// A plain pose (blended, made by hand), and from it joints and palettes.
    ///
    /// # Panics
    /// If it is shorter than the skeleton.
    pub fn set_pose(&mut self, pose: &Pose) {
        self.skeleton.write_blocks(pose, &mut self.pose);
        self.skeleton.write_shears(pose, &mut self.shears);
        self.update();
    }

    /// Sets every joint's matrix directly, whatever the pose is, as
    /// [`ModelInstance::place`](crate::model::ModelInstance::place) does.
    /// The next pose undoes it.
    ///
    /// # Panics
    /// If there is no matrix for a joint.
    pub fn place(&mut self, model_from_joint: &[Affine3A]) {
        for (slot, joint) in self.skeleton.joints().iter().enumerate() {
            self.model[slot + 1] = model_from_joint[*joint].into();
        }
        write_palette(self.simd, &self.bindings, &self.model, &mut self.palette);
    }

    /// Palettes as if no joint had ever moved the mesh, as
    /// [`ModelInstance::leave_unskinned`](crate::model::ModelInstance::leave_unskinned) does.
    /// The next pose undoes it.
    ///
    /// # Panics
    /// If `model` is another than the one it was made of.
    pub fn leave_unskinned(&mut self, model: &Model) {
        let skinned = |skin: &crate::skin::Skin| skin.bindings.len() > 1;
        for (index, skin) in model.skins.iter().enumerate().filter(|(_, skin)| skinned(skin)) {
            self.palette[self.bindings.of_skin(index)].fill(skin.bind_from_mesh.into());
        }
    }

    /// The current pose as a plain one; keeps `pose`'s memory.
    pub fn write_pose(&self, pose: &mut Pose) {
        self.skeleton.write_pose(&self.pose, pose);
        if !self.shears.is_empty() {
            let shear = |joint| {
                let slot = self.skeleton.slot(joint);
                self.shears[slot / LANES].get(slot % LANES)
            };
            pose.shears.extend((0..self.skeleton.len()).map(shear));
        }
    }

    /// The skinning matrices of one skin.
    ///
    /// # Panics
    /// If there is no such skin.
    pub fn palette(&self, skin: usize) -> &[Affine3x4] {
        &self.palette[self.bindings.of_skin(skin)]
    }

    /// `model_from_joint` of a joint of the skeleton.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn model_from_joint(&self, joint: usize) -> Affine3A {
        self.model[self.skeleton.slot(joint) + 1].into()
    }

    /// `parent_from_joint` of a joint of the skeleton, without shear.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn local(&self, joint: usize) -> Transform {
        let slot = self.skeleton.slot(joint);
        self.pose[slot / LANES].get(slot % LANES)
    }

    fn update(&mut self) {
        let Self { simd, skeleton, bindings, pose, shears, model, palette, .. } = self;
        local_to_model_sheared(*simd, skeleton, pose, shears, Affine3A::IDENTITY, model);
        write_palette(*simd, bindings, model, palette);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        animation::{Clip, Track},
        fast::testing::skeleton_and_clip,
        model::{ModelInstance, testing::chain},
        skeleton::Skeleton,
        skin::{Binding, Skin},
    };
    use glam::Vec3;
    use proptest::prelude::*;

    fn largest(size: f32, m: &Affine3A) -> f32 {
        m.to_cols_array().iter().fold(size, |size, c| size.max(c.abs()))
    }

    /// The largest model matrix entry times the largest inverse bind entry.
    fn size(plain: &ModelInstance, model: &Model) -> f32 {
        plain.model_from_joint().iter().fold(1.0, largest)
            * model.skins[0].bindings.iter().fold(1.0, |size, b| largest(size, &b.joint_from_bind))
    }

    /// Two skins, with a binding that follows no joint.
    fn two_skins(skeleton: Skeleton, clips: Vec<Clip>) -> Model {
        let mut second = Skin::bound(&skeleton);
        second.bindings.reverse();
        second.bindings.push(Binding { joint: None, joint_from_bind: Affine3A::ZERO });
        second.bind_from_mesh = Affine3A::from_translation(Vec3::X);
        let skins = vec![Skin::bound(&skeleton), second];
        Model { skeleton, skins, clips, ..Model::default() }
    }

    #[test]
    fn instances_go_to_other_threads() {
        fn is_sent_and_shared<T: Send + Sync>() {}
        is_sent_and_shared::<FastInstance>();
    }

    proptest! {
        /// Both instances, from a clip and posed by hand. Relative to the largest
        /// model entry times the largest inverse bind: 1.6e-4 rad at each of up to 10 joints.
        #[test]
        fn as_the_plain_instance((skeleton, clip) in skeleton_and_clip(10, true), time in 0.0f32..6.0) {
            let model = two_skins(skeleton, vec![clip]);
            let clip = &model.clips[0];
            let mut plain = ModelInstance::new(&model);
            plain.sample(&model, clip, time);
            let size = size(&plain, &model);

            for simd in SimdLevel::all() {
                let mut fast = FastInstance::new(&model).with_simd(simd);
                for how in 0..3 {
                    match how {
                        0 => fast.sample(&model, 0, time),
                        1 => fast.place(plain.model_from_joint()),
                        _ => fast.set_pose(&plain.pose),
                    }
                    for skin in 0..2 {
                        let got = fast.palette(skin);
                        prop_assert_eq!(got.len(), plain.palette(skin).len());
                        for (got, want) in got.iter().zip(plain.palette(skin)) {
                            let got = Affine3A::from(*got);
                            prop_assert!(got.abs_diff_eq(*want, size * 2e-3), "{simd} {how} {skin}: {got:?} {want:?}");
                        }
                    }
                    for (joint, want) in plain.model_from_joint().iter().enumerate() {
                        let got = fast.model_from_joint(joint);
                        prop_assert!(got.abs_diff_eq(*want, size * 2e-3), "{simd} {how} {joint}: {got:?} {want:?}");
                    }
                }
                let mut pose = Pose::default();
                fast.write_pose(&mut pose);
                prop_assert_eq!(&pose, &plain.pose);
            }
        }

        /// Clips that are baked, that are not, and with shear, in any order and at any times, as a user
        /// drags the timeline. The bound is that of the test above.
        #[test]
        fn any_clip_at_any_time(
            (skeleton, shared) in skeleton_and_clip(10, true),
            wanted in prop::collection::vec((0usize..3, 0.0f32..6.0, any::<bool>()), 1..12),
            sheared_at_rest: bool,
        ) {
            let mut skeleton = skeleton;
            if sheared_at_rest {
                skeleton.make_room_for_shear();
            }
            let mut uneven = shared.clone();
            for (number, tracks) in uneven.tracks.iter_mut().enumerate() {
                tracks.translation = tracks.translation.as_ref().map(|track| later(track, number));
            }
            let mut sheared = shared.clone();
            for tracks in sheared.tracks.iter_mut().skip(1) {
                tracks.shear = tracks.translation.as_ref().map(tenth);
            }
            let model = two_skins(skeleton, vec![shared, uneven, sheared]);
            let mut plain = ModelInstance::new(&model);
            let mut fast = FastInstance::new(&model);
            for (clip, time, rest_before) in wanted {
                if rest_before {
                    fast.rest();
                }
                fast.sample(&model, clip, time);
                plain.sample(&model, &model.clips[clip], time);
                let size = size(&plain, &model);
                for (got, want) in fast.palette(0).iter().zip(plain.palette(0)) {
                    let got = Affine3A::from(*got);
                    prop_assert!(got.abs_diff_eq(*want, size * 2e-3), "clip {clip} at {time}: {got:?} {want:?}");
                }
            }
            fast.rest();
            plain.rest(&model);
            for (joint, want) in plain.model_from_joint().iter().enumerate() {
                let got = fast.model_from_joint(joint);
                let size = largest(1.0, want);
                prop_assert!(got.abs_diff_eq(*want, size * 6e-5), "at rest, joint {joint}: {got:?} {want:?}");
            }
        }
    }

    /// The same keys at times that no other joint has.
    fn later(track: &Track<Vec3>, number: usize) -> Track<Vec3> {
        let times = track.times().iter().map(|time| time + 0.013 * number as f32).collect();
        Track::new(times, track.values().to_vec()).unwrap()
    }

    /// Shears of up to 1 from translations of up to 10.
    fn tenth(track: &Track<Vec3>) -> Track<Vec3> {
        let values = track.values().iter().map(|value| *value * 0.1).collect();
        Track::new(track.times().to_vec(), values).unwrap()
    }

    #[test]
    fn unskinned() {
        let mut model = chain();
        model.skins[0].bind_from_mesh = Affine3A::from_translation(Vec3::Y);
        let mut plain = ModelInstance::new(&model);
        plain.leave_unskinned(&model);
        let mut fast = FastInstance::new(&model);
        fast.place(&[Affine3A::IDENTITY; 3]);
        let posed = fast.palette(0).to_vec();
        fast.leave_unskinned(&model);
        for (got, want) in fast.palette(0).iter().zip(plain.palette(0)) {
            assert!(Affine3A::from(*got).abs_diff_eq(*want, 1e-5), "{got:?} {want:?}");
        }
        assert_ne!(fast.palette(0), posed);
    }
}
