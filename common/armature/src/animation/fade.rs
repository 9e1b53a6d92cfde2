//! Crossfades: from the pose that is shown to another motion, without a jump.

use super::{RootDelta, blend_weights};
use crate::skeleton::{Pose, Skeleton};
use glam::{Affine3A, Quat};

/// A fade to another motion, from the pose that was shown when it began, be that in the middle of a fade itself.
///
/// The start is frozen, and the weight follows from the time that has passed: the result does not depend on the frame
/// rate, and a fade that is interrupted goes on from what is on the screen. Blending what is shown a little towards
/// the new motion in each frame does neither.
///
/// ```
/// use armature::animation::Fade;
/// # use armature::skeleton::Pose;
/// # let (standing, walking) = (Pose::default(), Pose::default());
/// let mut fade = Fade::new(&standing);
/// fade.begin(0.25); // in the frame in which another motion begins
/// let shown = fade.advance(1.0 / 60.0, &walking); // in every frame, with that motion's pose
/// ```
///
/// Source: Tim Wheeler, "Skeletal Animation", <https://tim.hibal.org/blog/skeletal-animation/>.
#[derive(Clone, Debug, Default)]
pub struct Fade {
    from: Pose,
    shown: Pose,
    /// Weights of morph targets, as the poses.
    from_weights: Vec<Vec<f32>>,
    shown_weights: Vec<Vec<f32>>,
    elapsed: f32,
    duration: f32,
    /// The mean of the weight over the last frame, and that frame's length.
    frame: (f32, f32),
    /// A second's root motion: when the fade began, and in the last frame.
    velocity: [RootDelta; 2],
}

impl Fade {
    /// Shows `pose`; no fade is under way.
    pub fn new(pose: &Pose) -> Self {
        Self { shown: pose.clone(), frame: (1.0, 0.0), ..Self::default() }
    }

    /// Another motion begins, `duration` seconds of fading long; 0, a negative number or one that is not finite is a
    /// cut. To be called once for each motion: called in every frame, the fade never gets anywhere.
    pub fn begin(&mut self, duration: f32) {
        self.from.set(&self.shown);
        self.from_weights.clone_from(&self.shown_weights);
        self.velocity[0] = self.velocity[1];
        self.elapsed = 0.0;
        self.duration = if duration.is_finite() { duration.max(0.0) } else { 0.0 };
    }

    /// Lets `dt` seconds pass, those after [`begin`](Self::begin) too, and returns the pose to show; `target` is
    /// where the new motion is by then. Allocates nothing once it has grown to size.
    ///
    /// # Panics
    /// If `target` is not as long as what was shown when the fade began.
    pub fn advance(&mut self, dt: f32, target: &Pose) -> &Pose {
        if dt.is_finite() {
            let before = self.elapsed;
            self.elapsed = (before + dt).clamp(0.0, self.duration);
            let fading = self.elapsed - before;
            let middle = f32::midpoint(before, self.elapsed);
            let mean = if fading > 0.0 { 1.0 - fading / dt * (1.0 - middle / self.duration) } else { 1.0 };
            self.frame = (mean, dt);
        }
        match self.weight() {
            1.0 => self.shown.set(target),
            u => self.shown.set_blend(&self.from, target, u),
        }
        &self.shown
    }

    /// The figure is placed anew, and what it fades from stays where it is: `moved` is where the model's space was
    /// before, in the one that it is in now; rigid.
    pub fn rebase(&mut self, skeleton: &Skeleton, moved: Affine3A) {
        let turn = Quat::from_mat3a(&moved.matrix3).normalize();
        for root in skeleton.roots() {
            let poses = [&mut self.from, &mut self.shown];
            for local in poses.into_iter().filter_map(|pose| pose.locals.get_mut(root)) {
                local.translation = moved.transform_point3(local.translation);
                local.rotation = turn * local.rotation;
            }
        }
    }

    /// The figure's [root motion](super::RootMotion) in the frame that [`advance`](Self::advance) was last called for;
    /// `target` is the new clip's step. As the pose fades from the one that was shown, so does this from the velocity at
    /// which the figure moved when the fade began: it neither stops nor starts at once, at any frame rate.
    pub fn root_step(&mut self, target: RootDelta) -> RootDelta {
        let (weight, dt) = self.frame;
        let step = RootDelta::blend([(self.velocity[0].scaled(dt.into()), 1.0 - weight), (target, weight)]);
        if dt > 0.0 {
            self.velocity[1] = step.scaled(1.0 / f64::from(dt));
        }
        step
    }

    /// Returns the weights of morph targets to show in the frame that [`advance`](Self::advance) was last called for;
    /// `target` has those of the new motion. They fade as the pose does, from those that were shown when the fade began;
    /// a weight that was not is the target's at once. To be called in every frame, or not at all. Allocates nothing once
    /// it has grown to size.
    ///
    /// ```
    /// use armature::animation::Fade;
    /// # use armature::skeleton::Pose;
    /// # let (standing, walking) = (Pose::default(), Pose::default());
    /// let (calm, smiling) = ([vec![0.0]], [vec![1.0]]); // one set of one target
    /// let mut fade = Fade::new(&standing);
    /// fade.morph_weights(&calm);
    /// fade.begin(1.0);
    /// fade.advance(0.25, &walking);
    /// assert_eq!(fade.morph_weights(&smiling), [[0.25]]);
    /// ```
    pub fn morph_weights(&mut self, target: &[Vec<f32>]) -> &[Vec<f32>] {
        let u = self.weight();
        target.clone_into(&mut self.shown_weights);
        blend_weights(&mut self.shown_weights, &self.from_weights, 1.0 - u);
        &self.shown_weights
    }

    /// Returns the weight of the new motion: from 0 to 1, and 1 if no fade is under way.
    pub fn weight(&self) -> f32 {
        if self.elapsed < self.duration { self.elapsed / self.duration } else { 1.0 }
    }

    /// Whether a fade is under way.
    pub fn is_fading(&self) -> bool {
        self.elapsed < self.duration
    }

    /// The pose that was returned last.
    pub fn shown(&self) -> &Pose {
        &self.shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Transform;
    use crate::testing::poses::{are_near, poses};
    use glam::Vec3;
    use proptest::prelude::*;

    fn at(x: f32) -> Pose {
        Pose { locals: vec![Transform::from_translation(Vec3::X * x)], shears: Vec::new() }
    }

    fn x(pose: &Pose) -> f32 {
        pose.locals[0].translation.x
    }

    #[test]
    fn no_time_is_a_cut() {
        for duration in [0.0, -1.0, f32::NAN] {
            let mut fade = Fade::new(&at(0.0));
            fade.begin(duration);
            assert_eq!((x(fade.advance(0.0, &at(8.0))), fade.weight()), (8.0, 1.0));
            assert!(!fade.is_fading());
        }
    }

    #[test]
    fn an_interrupted_fade_goes_on_from_what_is_shown() {
        let mut fade = Fade::new(&at(0.0));
        fade.begin(1.0);
        assert!((x(fade.advance(0.4, &at(10.0))) - 4.0).abs() < 1e-5);
        fade.begin(0.5);
        assert!((x(fade.advance(0.0, &at(-6.0))) - 4.0).abs() < 1e-5, "no jump");
        assert!((x(fade.advance(0.25, &at(-6.0))) - -1.0).abs() < 1e-5);
        assert_eq!(x(fade.advance(9.0, &at(-6.0))), -6.0);
    }

    #[test]
    fn weights_of_morph_targets_fade_with_the_pose() {
        let mut fade = Fade::new(&at(0.0));
        fade.advance(0.0, &at(0.0));
        assert_eq!(fade.morph_weights(&[vec![0.8], vec![]]), [vec![0.8], vec![]], "no fade");
        fade.begin(1.0);
        fade.advance(0.5, &at(1.0));
        assert_eq!(fade.morph_weights(&[vec![0.0, 1.0], vec![0.5]]), [vec![0.4, 1.0], vec![0.5]], "new ones at once");
        fade.begin(1.0);
        fade.advance(0.0, &at(2.0));
        assert_eq!(fade.morph_weights(&[vec![2.0, 2.0]])[0], [0.4, 1.0], "no jump");
        fade.advance(1.0, &at(2.0));
        assert_eq!(fade.morph_weights(&[vec![2.0, 2.0]]), [[2.0, 2.0]], "the target's, bit by bit");
    }

    proptest! {
        /// The pose jumps neither when a fade begins nor when it ends, and at 20 and at 200 frames a second the same is
        /// shown at the same times, also if one fade interrupts another.
        #[test]
        fn continuous_and_the_same_at_every_frame_rate(
            all in poses(3, 3),
            duration in 0.1f32..0.6,
            interrupted in 1usize..12,
        ) {
            let show = |rate: usize| {
                let mut fade = Fade::new(&all[0]);
                let mut shown = Vec::new();
                for frame in 0..rate {
                    if frame == 0 { fade.begin(duration); }
                    if frame == interrupted * rate / 20 { fade.begin(0.3); }
                    let target = if frame < interrupted * rate / 20 { &all[1] } else { &all[2] };
                    fade.advance(1.0 / rate as f32, target);
                    if (frame + 1) % (rate / 20) == 0 { shown.push(fade.shown().clone()); }
                }
                shown
            };
            for (slow, fast) in show(20).iter().zip(&show(200)) {
                prop_assert!(are_near(slow, fast, 2e-3), "{slow:?} {fast:?}");
            }
            let mut fade = Fade::new(&all[0]);
            fade.begin(duration);
            prop_assert!(are_near(fade.advance(1e-6, &all[1]), &all[0], 1e-3), "its start");
            fade.advance(duration - 2e-6, &all[1]);
            prop_assert!(are_near(fade.shown(), &all[1], 1e-3), "its end");
            prop_assert_eq!(fade.advance(1e-3, &all[1]), &all[1], "bit by bit");
        }
    }
}
