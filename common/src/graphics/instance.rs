//! A model in a pose, in its plain or its fast form: what renderers, pictures and the app take.

use crate::{
    fast::{Affine3x4, FastInstance},
    math::Transform,
    model::{Model, ModelInstance},
    skeleton::Pose,
};
use glam::Affine3A;

/// The calls that [`ModelInstance`] (joint by joint, as in the lessons) and [`FastInstance`] (eight
/// joints at a time) have in common.
///
/// Functions panic if they get another `model` than the instance was made of, or the index of a joint,
/// skin or binding that it does not have.
pub trait Instance: std::fmt::Debug {
    /// Poses it at `time`, in seconds on the clip's own clock, or in the bind pose where there is no
    /// such clip.
    fn pose_at(&mut self, model: &Model, clip: Option<usize>, time: f32);

    /// The current pose; keeps `pose`'s memory.
    fn write_pose(&self, pose: &mut Pose);

    /// Poses it by hand: blended, or changed by inverse kinematics.
    fn set_pose(&mut self, model: &Model, pose: &Pose);

    /// Sets every joint's matrix directly. The next pose undoes it.
    fn place(&mut self, model: &Model, model_from_joint: &[Affine3A]);

    /// Palettes as if no joint had ever moved the mesh. The next pose undoes it.
    fn leave_unskinned(&mut self, model: &Model);

    /// `model_from_joint` of a joint of the skeleton.
    fn model_from_joint(&self, joint: usize) -> Affine3A;

    /// `parent_from_joint` of a joint of the skeleton, without shear.
    fn local(&self, joint: usize) -> Transform;

    /// The skinning matrix of one binding of a skin.
    fn skinning_matrix(&self, skin: usize, binding: usize) -> Affine3x4;

    /// Whether it is the fast form.
    fn is_fast(&self) -> bool;

    /// A second instance in the same pose.
    fn boxed(&self) -> Box<dyn Instance>;
}

impl Instance for ModelInstance {
    fn pose_at(&mut self, model: &Model, clip: Option<usize>, time: f32) {
        match clip.and_then(|clip| model.clips.get(clip)) {
            Some(clip) => self.sample(model, clip, time),
            None => self.rest(model),
        }
    }

    fn write_pose(&self, pose: &mut Pose) {
        pose.set(&self.pose);
    }

    fn set_pose(&mut self, model: &Model, pose: &Pose) {
        self.pose.set(pose);
        self.update(model);
    }

    fn place(&mut self, model: &Model, model_from_joint: &[Affine3A]) {
        self.place(model, model_from_joint);
    }

    fn leave_unskinned(&mut self, model: &Model) {
        self.leave_unskinned(model);
    }

    fn model_from_joint(&self, joint: usize) -> Affine3A {
        self.model_from_joint()[joint]
    }

    fn local(&self, joint: usize) -> Transform {
        self.pose.locals[joint]
    }

    fn skinning_matrix(&self, skin: usize, binding: usize) -> Affine3x4 {
        self.palette(skin)[binding].into()
    }

    fn is_fast(&self) -> bool {
        false
    }

    fn boxed(&self) -> Box<dyn Instance> {
        Box::new(self.clone())
    }
}

impl Instance for FastInstance {
    fn pose_at(&mut self, model: &Model, clip: Option<usize>, time: f32) {
        match clip.filter(|clip| *clip < model.clips.len()) {
            Some(clip) => self.sample(model, clip, time),
            None => self.rest(),
        }
    }

    fn write_pose(&self, pose: &mut Pose) {
        self.write_pose(pose);
    }

    fn set_pose(&mut self, _: &Model, pose: &Pose) {
        self.set_pose(pose);
    }

    fn place(&mut self, _: &Model, model_from_joint: &[Affine3A]) {
        self.place(model_from_joint);
    }

    fn leave_unskinned(&mut self, model: &Model) {
        self.leave_unskinned(model);
    }

    fn model_from_joint(&self, joint: usize) -> Affine3A {
        self.model_from_joint(joint)
    }

    fn local(&self, joint: usize) -> Transform {
        self.local(joint)
    }

    fn skinning_matrix(&self, skin: usize, binding: usize) -> Affine3x4 {
        self.palette(skin)[binding]
    }

    fn is_fast(&self) -> bool {
        true
    }

    fn boxed(&self) -> Box<dyn Instance> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Instance> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        collada,
        graphics::scene::{lowest_point, world_points},
    };

    /// All over every clip, in an order that makes cursors search. A rotation may differ by 0.0001 rad where
    /// keys are far apart ([`FastInstance`](crate::fast::FastInstance)), and a vertex has several
    /// joints above it at some tenths of a metre: 0.2 mm is a tenth of a pixel in a picture of a
    /// thousand lines.
    #[test]
    fn both_forms_are_at_the_same_place() {
        for name in ["knight", "creature"] {
            let file = crate::assets().join(format!("{name}.dae"));
            let model = collada::load(&file).unwrap().model;
            let (mut plain, mut fast) = (ModelInstance::new(&model), FastInstance::new(&model));
            let mut worst = 0.0f32;
            for (index, clip) in model.clips.iter().enumerate() {
                for sample in 0..40 {
                    let share = (17 * sample % 40) as f32 / 39.0;
                    let time = clip.start + clip.duration() * share;
                    plain.pose_at(&model, Some(index), time);
                    fast.pose_at(&model, Some(index), time);
                    let pairs = world_points(&model, &plain).into_iter().zip(world_points(&model, &fast));
                    worst = pairs.fold(worst, |worst, (a, b)| worst.max(a.distance(b)));
                }
                let want = lowest_point(&model, &mut plain, Some(index)).expect("a mesh");
                let got = lowest_point(&model, &mut fast, Some(index)).expect("a mesh");
                worst = worst.max((want - got).abs());
            }
            assert!(worst < 2e-4, "{name}: {worst} m apart");
        }
    }
}
