//! Skinning transforms baked frame by frame, for a shader that plays clips by itself.

use super::{BakeError, MAX_BYTES};
use armature::{
    math::Similarity,
    model::{Model, ModelInstance},
};
use glam::{Affine3A, Mat3A, Quat, Vec4};

/// The skinning transforms of whole clips, as a texture's texels of four floats.
///
/// ```text
/// texels[(frame * joints + joint) * 2]        rotation x y z w, of unit length
/// texels[(frame * joints + joint) * 2 + 1]    translation x y z, even scale
/// ```
///
/// `joint` counts the bindings of all the model's skins, one skin behind the other, as
/// [`PaletteBindings`](crate::PaletteBindings) does; `frame` the frames of all clips, one clip behind the
/// other. Each transform is the whole `model_from_mesh`, so that a shader has no hierarchy to walk. Between two
/// frames it mixes these, and not `parent_from_joint` as an animation does: a joint that is `d` away from the model's
/// origin and turns by `a` between the frames is off by about `d * a * a / 8` halfway. Twice as many frames are
/// a quarter of that.
///
/// Uneven scale and shear are lost, as in [`Similarity::nearest`]; [`left_out`](Self::left_out) says how much.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinFrames {
    /// Number of transforms in a frame.
    pub joints: usize,
    /// Each clip's range of frames, in the order asked for.
    pub clips: Vec<ClipFrames>,
    /// Two for each transform.
    pub texels: Vec<Vec4>,
    /// The greatest difference of any number of a baked rotation and scale from the matrix it stands for: rounding
    /// where joints scale evenly.
    pub left_out: f32,
}

/// The frames of one clip, evenly apart; the first at its start, the last at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClipFrames {
    /// The number of its first frame.
    pub first: usize,
    /// Number of frames, at least one.
    pub count: usize,
    /// Seconds on the clip's clock.
    pub start: f32,
    /// Seconds on the clip's clock.
    pub end: f32,
}

/// A moment of an instance: two frames, and the fraction of the way from the one to the other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Moment {
    /// Numbers of frames, counted over all clips.
    pub frames: [i32; 2],
    /// Fraction from 0, the first of them, to 1.
    pub alpha: f32,
}

impl SkinFrames {
    /// Bakes `clips`, indices in the model's list, at `rate` frames a second at least: a clip's frames divide its
    /// length evenly.
    ///
    /// # Errors
    /// If the rate is no positive number, or the frames would take more than [`MAX_BYTES`].
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
        for clip in clips.iter().map(|clip| &model.clips[*clip]) {
            let start = clip.start;
            let end = clip.end;
            // A thousandth of a frame for times that an f32 has rounded: 1.3333334 s at 30 a second are 40 steps.
            let steps = (f64::from(clip.duration()) * f64::from(rate) - 1e-3).ceil().max(0.0);
            let first = baked.texels.len() / (2 * joints).max(1);
            let texels = (first as f64 + steps + 1.0) * 2.0 * joints as f64;
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

    fn push(&mut self, matrix: &Affine3A) {
        let Similarity { scale, motion } = Similarity::nearest(matrix);
        self.texels.push(Vec4::from(motion.real));
        self.texels.push(Vec4::from((matrix.translation, scale)));
        let held = Mat3A::from_quat(motion.real) * scale;
        let apart = (held - matrix.matrix3).to_cols_array();
        self.left_out = apart.into_iter().fold(self.left_out, |most, number| most.max(number.abs()));
    }

    /// Returns the memory that they occupy in a texture, in bytes, once for any number of instances.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.texels)
    }

    /// The skinning transform of one joint at a moment: what a shader does for itself. Mixes rotations the short way.
    ///
    /// # Panics
    /// If there is no such frame or joint.
    pub fn matrix(&self, moment: Moment, joint: usize) -> Affine3A {
        assert!(joint < self.joints, "joint {joint} of {}", self.joints);
        let Moment { frames, alpha } = moment;
        let [before, after] = frames.map(|frame| (frame as usize * self.joints + joint) * 2);
        let from = self.texels[before];
        let mut to = self.texels[after];
        if from.dot(to) < 0.0 {
            to = -to;
        }
        let rotation = Quat::from_vec4(from.lerp(to, alpha).normalize());
        let shift = self.texels[before + 1].lerp(self.texels[after + 1], alpha);
        let matrix3 = Mat3A::from_quat(rotation) * shift.w;
        Affine3A { matrix3, translation: shift.truncate().into() }
    }

    /// Returns the moment of an instance that plays one of [`clips`](Self::clips) (its index there) at `time`, on the
    /// clip's own clock: before the start the first frame, after the end the last.
    ///
    /// # Panics
    /// If there is no such clip.
    pub fn moment(&self, clip: usize, time: f32) -> Moment {
        let ClipFrames { first, count, start, end } = self.clips[clip];
        let steps = count - 1;
        let fraction = (time - start) / (end - start);
        let fraction = if fraction > 0.0 { fraction.min(1.0) } else { 0.0 }; // what is no number is 0 too
        let place = fraction * steps as f32;
        let before = (place as usize).min(steps.saturating_sub(1));
        let after = (before + 1).min(steps);
        let frames = [before, after].map(|frame| (first + frame) as i32);
        Moment { frames, alpha: place - before as f32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::models::chain;

    #[test]
    fn no_rate_and_no_room_are_errors() {
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

    /// First and last frame, outside of the clip, no number, and a second clip's frames behind the first's.
    #[test]
    fn moments() {
        let clips = vec![
            ClipFrames { first: 0, count: 1, start: 2.0, end: 2.0 },
            ClipFrames { first: 1, count: 5, start: 1.0, end: 3.0 },
        ];
        let frames = SkinFrames { joints: 1, clips, texels: Vec::new(), left_out: 0.0 };
        let moment = |a, b, alpha| Moment { frames: [a, b], alpha };
        for (clip, time, expected) in [
            (0, 2.0, moment(0, 0, 0.0)),
            (0, -7.0, moment(0, 0, 0.0)),
            (1, 1.0, moment(1, 2, 0.0)),
            (1, 0.0, moment(1, 2, 0.0)),
            (1, 1.75, moment(2, 3, 0.5)),
            (1, 2.875, moment(4, 5, 0.75)),
            (1, 3.0, moment(4, 5, 1.0)),
            (1, 9.0, moment(4, 5, 1.0)),
            (1, f32::NAN, moment(1, 2, 0.0)),
        ] {
            assert_eq!(frames.moment(clip, time), expected, "clip {clip} at {time}");
        }
    }
}
