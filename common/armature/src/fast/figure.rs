//! One figure on the fast paths: the memory that is written each frame.

use super::{
    Block, Frames, LANES, Lean, Motion, MotionCursors, Path, Places, Rig, Rows, Segments, Tracks,
    hierarchy::local_to_model_leaning, model_len, write_palette,
};
use crate::{math::Transform, model::Model, skeleton::Pose, skin::Skin};
use glam::Affine3A;

/// What [`crate::model::Figure`] is, on the fast paths: made once for a model, written each frame without
/// allocating; clip, pose, joints, palettes.
///
/// ```
/// use armature::{animation::Clip, fast::{Figure, Frames, Path, Places, Rig}, model::Model};
///
/// # fn play(model: &Model, clip: &Clip) -> Result<(), armature::fast::BakeError> {
/// // Once for a model, and once for each of its clips:
/// let rig = Rig::new(&model.skeleton);
/// let places = Places::new(&rig, &model.skins);
/// let frames = Frames::bake(&rig, clip, 30.0)?;
///
/// // For each figure of it, and each frame:
/// let mut figure = Figure::new(rig, places);
/// figure.play(Path::best(), &frames, 0.5);
/// let skinning_matrices = figure.palette(0);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Figure {
    rig: Rig,
    places: Places,
    pose: Vec<Block>,
    /// One for each block, or none.
    leans: Vec<Lean>,
    model: Vec<Rows>,
    palette: Vec<Rows>,
}

impl Figure {
    /// A figure in its bind pose.
    pub fn new(rig: Rig, places: Places) -> Self {
        let mut figure = Self {
            pose: rig.rest().to_vec(),
            leans: rig.rest_leans().to_vec(),
            model: vec![Rows::IDENTITY; model_len(&rig)],
            palette: vec![Rows::IDENTITY; places.len()],
            rig,
            places,
        };
        figure.update(Path::best());
        figure
    }

    /// A figure of a model, in its bind pose.
    pub fn of_model(model: &Model) -> Self {
        let rig = Rig::new(&model.skeleton);
        let places = Places::new(&rig, &model.skins);
        Self::new(rig, places)
    }

    /// The rig: what clips are baked for.
    pub fn rig(&self) -> &Rig {
        &self.rig
    }

    /// The pose of a motion at `time`, on the clip's clock, carried on to joints and palettes: shear
    /// and all.
    ///
    /// # Panics
    /// If the motion is another rig's, or the cursors are another motion's.
    pub fn play_motion(
        &mut self,
        path: Path,
        motion: &Motion,
        cursors: &mut MotionCursors,
        time: f32,
    ) {
        self.rest_leans();
        motion.sample(path, time, cursors, &mut self.pose, &mut self.leans);
        self.update(path);
    }

    /// The pose of baked frames at `time`, likewise; joints lean as they do at rest.
    ///
    /// # Panics
    /// If the frames are another rig's.
    pub fn play(&mut self, path: Path, frames: &Frames, time: f32) {
        self.rest_leans();
        frames.sample(path, time, &mut self.pose);
        self.update(path);
    }

    /// The pose of tracks at `time`, likewise.
    ///
    /// # Panics
    /// If the tracks are another rig's, or the segments other tracks'.
    pub fn play_tracks(&mut self, path: Path, tracks: &Tracks, segments: &mut Segments, time: f32) {
        self.rest_leans();
        tracks.sample(path, time, segments, &mut self.pose);
        self.update(path);
    }

    /// A plain pose (blended, made by hand), carried on to joints and palettes.
    ///
    /// # Panics
    /// If it is shorter than the skeleton.
    pub fn set_pose(&mut self, path: Path, pose: &Pose) {
        self.rig.write_blocks(pose, &mut self.pose);
        self.rig.write_leans(pose, &mut self.leans);
        self.update(path);
    }

    /// Every joint where it rests.
    pub fn rest(&mut self, path: Path) {
        self.pose.copy_from_slice(self.rig.rest());
        self.rest_leans();
        self.update(path);
    }

    /// Palettes as if no joint had ever moved the mesh, as
    /// [`model::Figure::leave_unskinned`](crate::model::Figure::leave_unskinned) does. The next pose
    /// undoes it.
    ///
    /// # Panics
    /// If there are more `skins` than the figure has.
    pub fn leave_unskinned(&mut self, skins: &[Skin]) {
        for (index, skin) in skins.iter().enumerate().filter(|(_, skin)| skin.bindings.len() > 1) {
            self.palette[self.places.of_skin(index)].fill(skin.bind_from_mesh.into());
        }
    }

    /// The current pose as a plain one; keeps `pose`'s memory.
    pub fn write_pose(&self, pose: &mut Pose) {
        self.rig.write_pose(&self.pose, pose);
        if !self.leans.is_empty() {
            let shear = |joint| {
                let slot = self.rig.slot(joint);
                self.leans[slot / LANES].get(slot % LANES)
            };
            pose.shears.extend((0..self.rig.len()).map(shear));
        }
    }

    /// The skinning matrices of one skin.
    ///
    /// # Panics
    /// If there is no such skin.
    pub fn palette(&self, skin: usize) -> &[Rows] {
        &self.palette[self.places.of_skin(skin)]
    }

    /// Those of all skins, one behind the other: [`Places::of_skin`] says where.
    pub fn palettes(&self) -> &[Rows] {
        &self.palette
    }

    /// Where each skin's matrices are among [`palettes`](Self::palettes).
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// `model_from_joint` of a joint of the skeleton.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn model_from_joint(&self, joint: usize) -> Affine3A {
        self.model[self.rig.slot(joint) + 1].into()
    }

    /// `parent_from_joint` of a joint of the skeleton, without shear.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn local(&self, joint: usize) -> Transform {
        let slot = self.rig.slot(joint);
        self.pose[slot / LANES].get(slot % LANES)
    }

    fn rest_leans(&mut self) {
        self.leans.clear();
        self.leans.extend_from_slice(self.rig.rest_leans());
    }

    fn update(&mut self, path: Path) {
        let (rig, root) = (&self.rig, Affine3A::IDENTITY);
        local_to_model_leaning(path, rig, &self.pose, &self.leans, root, &mut self.model);
        write_palette(path, &self.places, &self.model, &mut self.palette);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        fast::testing::skeleton_and_clip,
        model,
        skin::{Binding, Skin},
    };
    use proptest::prelude::*;

    proptest! {
        /// The two figures, played by frames, by tracks, and posed by hand. Relative to the largest
        /// model entry times the largest inverse bind: 1.6e-4 rad at each of up to 10 joints.
        #[test]
        fn as_the_plain_figure((skeleton, clip) in skeleton_and_clip(10, true), time in 0.0f32..6.0) {
            let mut second = Skin::bound(&skeleton);
            second.bindings.reverse();
            second.bindings.push(Binding { joint: None, joint_from_bind: Affine3A::ZERO });
            second.bind_from_mesh = Affine3A::from_translation(glam::Vec3::X);
            let model = Model { skins: vec![Skin::bound(&skeleton), second], skeleton, ..Model::default() };
            let mut plain = model::Figure::new(&model);
            plain.sample(&model, &clip, time);
            let largest = |size: f32, m: &Affine3A| m.to_cols_array().iter().fold(size, |size, c| size.max(c.abs()));
            let size = plain.model_from_joint().iter().fold(1.0, largest)
                * model.skins[0].bindings.iter().fold(1.0, |size, b| largest(size, &b.joint_from_bind));

            let mut figure = Figure::of_model(&model);
            let frames = Frames::bake(figure.rig(), &clip, 30.0).unwrap();
            let tracks = Tracks::new(figure.rig(), &clip);
            let mut segments = tracks.segments();
            for path in Path::all() {
                for how in 0..3 {
                    match how {
                        0 => figure.play(path, &frames, time),
                        1 => figure.play_tracks(path, &tracks, &mut segments, time),
                        _ => figure.set_pose(path, &plain.pose),
                    }
                    for skin in 0..2 {
                        let got = figure.palette(skin);
                        prop_assert_eq!(got.len(), plain.palette(skin).len());
                        for (got, want) in got.iter().zip(plain.palette(skin)) {
                            let got = Affine3A::from(*got);
                            prop_assert!(got.abs_diff_eq(*want, size * 2e-3), "{path} {how} {skin}: {got:?} {want:?}");
                        }
                    }
                    for (joint, want) in plain.model_from_joint().iter().enumerate() {
                        let got = figure.model_from_joint(joint);
                        prop_assert!(got.abs_diff_eq(*want, size * 2e-3), "{path} {how} {joint}: {got:?} {want:?}");
                    }
                }
                let mut pose = Pose::default();
                figure.write_pose(&mut pose);
                prop_assert_eq!(&pose, &plain.pose);
            }
        }
    }
}
