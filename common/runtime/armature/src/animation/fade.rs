//! Crossfades: from the pose on the screen to another motion, without a jump.

use super::blend_weights;
use crate::skeleton::Pose;

/// A fade from the pose that was shown when the fade began, even in the middle of another fade, to another motion.
///
/// The first pose is kept, and the weight of the new motion follows from the time since then: the result does not
/// depend on the frame rate, and an interrupted fade goes on from the pose on the screen. Blending the shown pose a
/// little towards the new motion in each frame does neither.
///
/// For a fade out of a clip that plays on, and for crowds, there is [`Crossfade`](super::Crossfade).
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
    /// Pose that was shown when the fade began.
    from: Pose,
    shown: Pose,
    /// Weights of morph targets that were shown when the fade began.
    from_weights: Vec<Vec<f32>>,
    shown_weights: Vec<Vec<f32>>,
    elapsed: f32,
    duration: f32,
    /// Whether the weight starts and ends slowly.
    eased: bool,
}

impl Fade {
    /// Makes a fade that shows `pose` until the first [`begin`](Self::begin) or [`advance`](Self::advance).
    pub fn new(pose: &Pose) -> Self {
        Self { shown: pose.clone(), ..Self::default() }
    }

    /// Returns the fade with a weight that starts and ends slowly, `u * u * (3 - 2 * u)`, instead of evenly.
    #[must_use]
    pub fn eased(self) -> Self {
        Self { eased: true, ..self }
    }

    /// Begins a fade of `duration` seconds to another motion; 0, a negative number or one that is not finite is a cut.
    /// Call it once for each motion: called in every frame, it keeps the fade at its start.
    pub fn begin(&mut self, duration: f32) {
        self.from.set(&self.shown);
        self.from_weights.clone_from(&self.shown_weights);
        self.elapsed = 0.0;
        self.duration = if duration.is_finite() { duration.max(0.0) } else { 0.0 };
    }

    /// Advances the fade by `dt` seconds, also in the frame of [`begin`](Self::begin), and returns the pose to show.
    /// `target` is the new motion's pose at the end of these seconds. A `dt` that is not finite is one of 0. Allocates
    /// nothing once the fade has grown to size.
    ///
    /// # Panics
    /// If `target` is not as long as the pose that was shown when the fade began.
    pub fn advance(&mut self, dt: f32, target: &Pose) -> &Pose {
        let dt = if dt.is_finite() { dt } else { 0.0 };
        self.elapsed = (self.elapsed + dt).clamp(0.0, self.duration);
        match self.weight() {
            1.0 => self.shown.set(target),
            u => self.shown.set_blend(&self.from, target, u),
        }
        &self.shown
    }

    /// Returns the weights of morph targets to show in the frame for which [`advance`](Self::advance) was last called;
    /// `target` has the weights of the new motion. They fade as the pose does, from the weights that were shown when
    /// the fade began; a weight that did not exist then has the target's value at once. Call it in every frame or
    /// never. Allocates nothing once the fade has grown to size.
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

    /// Returns the weight of the new motion, from 0 to 1; 1 if no fade is under way.
    pub fn weight(&self) -> f32 {
        if !self.is_fading() {
            return 1.0;
        }
        let u = self.elapsed / self.duration;
        if self.eased { ease(u) } else { u }
    }

    /// Returns whether a fade is under way.
    pub fn is_fading(&self) -> bool {
        self.elapsed < self.duration
    }

    /// Returns the pose that [`advance`](Self::advance) returned last, or the first one.
    pub fn shown(&self) -> &Pose {
        &self.shown
    }
}

/// Returns a weight from 0 to 1 that starts and ends slowly, where `u` grows evenly from 0 to 1.
pub(super) fn ease(u: f32) -> f32 {
    u * u * (3.0 - 2.0 * u)
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
        fade.advance(f32::NAN, &at(10.0));
        fade.begin(0.5);
        assert!(fade.is_fading());
        assert!((x(fade.advance(0.0, &at(-6.0))) - 4.0).abs() < 1e-5, "no jump");
        assert!((x(fade.advance(0.25, &at(-6.0))) - -1.0).abs() < 1e-5);
        assert_eq!(x(fade.advance(9.0, &at(-6.0))), -6.0);
    }

    #[test]
    fn an_eased_fade_starts_and_ends_slowly() {
        let mut fade = Fade::new(&at(0.0)).eased();
        fade.begin(1.0);
        let shown = [0.25, 0.25, 0.25, 0.25].map(|dt| x(fade.advance(dt, &at(64.0))));
        assert_eq!(shown, [10.0, 32.0, 54.0, 64.0]);
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
        /// The pose jumps neither when a fade begins nor when it ends, and 20 and 200 frames a second show the same
        /// poses at the same times, even if one fade interrupts another.
        #[test]
        fn continuous_and_the_same_at_every_frame_rate(
            all in poses(3, 3),
            duration in 0.1f32..0.6,
            interrupted in 1usize..12,
            eased: bool,
        ) {
            let new_fade = || if eased { Fade::new(&all[0]).eased() } else { Fade::new(&all[0]) };
            let [slow, fast] = [20, 200].map(|rate| {
                let mut fade = new_fade();
                let mut shown = Vec::new();
                for frame in 0..rate {
                    if frame == 0 { fade.begin(duration); }
                    if frame == interrupted * rate / 20 { fade.begin(0.3); }
                    let target = if frame < interrupted * rate / 20 { &all[1] } else { &all[2] };
                    fade.advance(1.0 / rate as f32, target);
                    if (frame + 1) % (rate / 20) == 0 { shown.push(fade.shown().clone()); }
                }
                shown
            });
            for (slow, fast) in slow.iter().zip(&fast) {
                prop_assert!(are_near(slow, fast, 2e-3), "{slow:?} {fast:?}");
            }
            let mut fade = new_fade();
            fade.begin(duration);
            prop_assert!(are_near(fade.advance(1e-6, &all[1]), &all[0], 1e-3), "its start");
            fade.advance(duration - 2e-6, &all[1]);
            prop_assert!(are_near(fade.shown(), &all[1], 1e-3), "its end");
            prop_assert_eq!(fade.advance(1e-3, &all[1]), &all[1], "bit by bit");
        }
    }
}
