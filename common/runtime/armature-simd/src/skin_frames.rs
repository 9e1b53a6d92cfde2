//! Skinning transforms of whole clips, for a shader that plays clips by itself.

use super::{BakeError, MAX_BYTES};
use armature::{
    animation::Moment,
    math::Similarity,
    model::{Model, ModelInstance},
};
use glam::{Affine3A, Mat3A, Quat, Vec4};

/// Skinning transforms of whole clips, baked frame by frame into texels of four floats.
///
/// ```text
/// texels[(frame * joints + joint) * 2]        rotation x y z w, of unit length
/// texels[(frame * joints + joint) * 2 + 1]    translation x y z, even scale
/// ```
///
/// `joint` is an index in the bindings of all the model's skins, one skin after another, as in
/// [`PaletteBindings`](crate::PaletteBindings); `frame` is an index in the frames of all clips, one clip after another.
/// A transform is `model_from_mesh`, so that the shader needs no hierarchy. It interpolates these transforms between
/// two frames, where an animation interpolates `parent_from_joint`: halfway, a joint at the distance `d` from the
/// model's origin that turns by `a` between the frames is off by about `d * a * a / 8`; with twice as many frames, by a
/// quarter of that.
///
/// Uneven scale and shear are lost, as in [`Similarity::nearest`]; see [`left_out`](Self::left_out).
///
/// ```
/// use armature_simd::SkinFrames;
/// # let clips = vec![armature::animation::Clip::of_tracks("walk", vec![])];
/// # let model = armature::model::Model { clips, ..Default::default() };
///
/// let frames = SkinFrames::bake(&model, &[0], 30.0)?; // once: upload `frames.texels`
/// let moment = frames.moment(0, 0.5); // in each frame, of each figure: two frames and a fraction for the shader
/// # Ok::<(), armature_simd::BakeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SkinFrames {
    /// Number of transforms in a frame.
    pub joints: usize,
    /// Frames of each clip, in the order of the argument of [`bake`](Self::bake).
    pub clips: Vec<ClipFrames>,
    /// Texels, two for each transform.
    pub texels: Vec<Vec4>,
    /// Largest difference of an element of a baked rotation and scale from that of the skinning matrix: a rounding
    /// error if joints scale evenly.
    pub left_out: f32,
}

/// Frames of one clip, evenly spaced from the clip's start to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClipFrames {
    /// Index of the first frame.
    pub first: usize,
    /// Number of frames, at least one.
    pub count: usize,
    /// Time of the first frame, in seconds on the clip's clock.
    pub start: f32,
    /// Time of the last frame, in seconds on the clip's clock.
    pub end: f32,
}

impl SkinFrames {
    /// Bakes `clips`, indices in the model's list, at `rate` frames a second or a little more, so that frames divide
    /// the length of a clip evenly.
    ///
    /// # Errors
    /// If the rate is not a positive number, or the frames would need more than [`MAX_BYTES`].
    ///
    /// # Panics
    /// If there is no such clip.
    pub fn bake(model: &Model, clips: &[usize], rate: f32) -> Result<Self, BakeError> {
        if !(rate.is_finite() && rate > 0.0) {
            return Err(BakeError::Rate { rate });
        }
        let joints = model.skins.iter().map(|skin| skin.bindings.len()).sum();
        let mut baked = Self { joints, clips: Vec::new(), texels: Vec::new(), left_out: 0.0 };
        let mut instance = ModelInstance::new(model);
        for &clip in clips {
            assert!(clip < model.clips.len(), "clip {clip} of a model that has {}", model.clips.len());
            let clip = &model.clips[clip];
            let start = clip.start;
            let end = clip.end;
            // Less a thousandth of a frame, since an f32 rounds times: 1.3333334 s at 30 a second are 40 steps.
            let steps = (f64::from(clip.duration()) * f64::from(rate) - 1e-3).ceil().max(0.0);
            let first = baked.texels.len() / (2 * joints).max(1);
            let texels = (first as f64 + steps + 1.0) * 2.0 * joints.max(1) as f64;
            if texels * size_of::<Vec4>() as f64 > MAX_BYTES as f64 {
                let clip = clip.name.clone();
                let limit = MAX_BYTES;
                return Err(BakeError::TooLarge { clip, frames: steps + 1.0, joints, limit });
            }
            let steps = steps as usize;
            for frame in 0..=steps {
                let fraction = frame as f32 / steps.max(1) as f32;
                let time = if frame == steps { end } else { start + (end - start) * fraction };
                instance.sample(model, clip, if steps == 0 { start } else { time });
                for skin in 0..model.skins.len() {
                    for matrix in instance.palette(skin) {
                        baked.push(matrix);
                    }
                }
            }
            baked.clips.push(ClipFrames { first, count: steps + 1, start, end });
        }
        Ok(baked)
    }

    /// Adds the two texels of a skinning matrix.
    fn push(&mut self, matrix: &Affine3A) {
        let Similarity { scale, motion } = Similarity::nearest(matrix);
        self.texels.push(Vec4::from(motion.real));
        self.texels.push(Vec4::from((matrix.translation, scale)));
        let baked = Mat3A::from_quat(motion.real) * scale;
        for difference in (baked - matrix.matrix3).to_cols_array() {
            self.left_out = self.left_out.max(difference.abs());
        }
    }

    /// Returns the size of the texels in memory, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.texels)
    }

    /// Returns the skinning matrix of one joint at a moment, as a shader computes it. Rotations are interpolated the
    /// short way.
    ///
    /// # Panics
    /// If there is no such frame or joint.
    pub fn matrix(&self, moment: Moment, joint: usize) -> Affine3A {
        assert!(joint < self.joints, "joint {joint} of {}", self.joints);
        let Moment { frames, alpha } = moment;
        let count = self.clips.last().map_or(0, |clip| clip.first + clip.count);
        assert!(frames.iter().all(|frame| (0..count).contains(&(*frame as usize))), "frames {frames:?} of {count}");
        let [before, after] = frames.map(|frame| (frame as usize * self.joints + joint) * 2);
        let from = self.texels[before];
        let mut to = self.texels[after];
        if from.dot(to) < 0.0 {
            to = -to;
        }
        let rotation = Quat::from_vec4(from.lerp(to, alpha).normalize());
        let translation_and_scale = self.texels[before + 1].lerp(self.texels[after + 1], alpha);
        let matrix3 = Mat3A::from_quat(rotation) * translation_and_scale.w;
        Affine3A { matrix3, translation: translation_and_scale.truncate().into() }
    }

    /// Returns the moment of `time` in one of [`clips`](Self::clips), by index, in seconds on the clip's own clock: the
    /// first frame before the clip's start, the last after its end.
    ///
    /// # Panics
    /// If there is no such clip.
    pub fn moment(&self, clip: usize, time: f32) -> Moment {
        assert!(clip < self.clips.len(), "clip {clip} of {} baked ones", self.clips.len());
        let ClipFrames { first, count, start, end } = self.clips[clip];
        let steps = count - 1;
        let fraction = (time - start) / (end - start);
        let fraction = if fraction > 0.0 { fraction.min(1.0) } else { 0.0 }; // NaN counts as 0
        let position = fraction * steps as f32;
        let before = (position as usize).min(steps.saturating_sub(1));
        let after = (before + 1).min(steps);
        let frames = [before, after].map(|frame| (first + frame) as i32);
        Moment { frames, alpha: position - before as f32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::models::chain;

    #[test]
    fn bad_rates_and_long_clips_are_errors() {
        let mut model = chain();
        for rate in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            let error = SkinFrames::bake(&model, &[], rate).unwrap_err();
            assert!(matches!(error, BakeError::Rate { .. }), "{rate}: {error}");
        }
        let mut clip = armature::animation::Clip::of_tracks("long", Vec::new());
        clip.end = 1e9;
        model.clips.push(clip);
        let long = model.clips.len() - 1;
        let error = SkinFrames::bake(&model, &[long], 30.0).unwrap_err();
        assert!(matches!(error, BakeError::TooLarge { .. }), "{error}");
    }

    #[test]
    fn moments_of_two_clips() {
        let clips = vec![
            ClipFrames { first: 0, count: 1, start: 2.0, end: 2.0 },
            ClipFrames { first: 1, count: 5, start: 1.0, end: 3.0 },
        ];
        let frames = SkinFrames { joints: 1, clips, texels: Vec::new(), left_out: 0.0 };
        for (clip, time, expected, alpha) in [
            (0, 2.0, [0, 0], 0.0),
            (0, -7.0, [0, 0], 0.0),
            (1, 1.0, [1, 2], 0.0),
            (1, 0.0, [1, 2], 0.0),
            (1, 1.75, [2, 3], 0.5),
            (1, 2.875, [4, 5], 0.75),
            (1, 3.0, [4, 5], 1.0),
            (1, 9.0, [4, 5], 1.0),
            (1, f32::NAN, [1, 2], 0.0),
        ] {
            assert_eq!(frames.moment(clip, time), Moment { frames: expected, alpha }, "clip {clip} at {time}");
        }
    }
}
