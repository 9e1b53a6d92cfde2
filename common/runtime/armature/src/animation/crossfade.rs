//! The course of a fade between two clips that both play on.

use super::{Clip, Playback, fade::ease};
use crate::math::clamp_weight;

/// A clip that plays, and while it fades in the one before, which plays on: what a [`Fade`](super::Fade) is for one
/// figure, for a crowd. It has clips' indices and times only, and allocates nothing.
///
/// `Crowd` of the crate `armature-simd` takes it as `CrowdMember::fading`, and one figure as
/// [`PoseChange::sample_crossfade`](crate::model::PoseChange::sample_crossfade).
///
/// ```
/// use armature::animation::{Clip, Crossfade};
/// # let clips = [Clip::of_tracks("stand", vec![]), Clip::of_tracks("walk", vec![])];
/// let mut fade = Crossfade::new(&clips, 0);
/// fade.begin(&clips, 1, 0.25); // once, when the figure begins to walk
/// fade.advance(0.125); // in every frame
/// assert_eq!((fade.clip(), fade.weight()), (1, 0.5));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Crossfade {
    clip: usize,
    playback: Playback,
    from: Option<(usize, Playback)>,
    elapsed: f32,
    duration: f32,
    /// Whether the weight starts and ends slowly.
    eased: bool,
}

impl Crossfade {
    /// Makes a figure that plays `clips[clip]` from its start, without a fade.
    ///
    /// # Panics
    /// If there is no such clip.
    pub fn new(clips: &[Clip], clip: usize) -> Self {
        let playback = Playback::for_clip(&clips[clip]);
        Self { clip, playback, from: None, elapsed: 0.0, duration: 0.0, eased: false }
    }

    /// Returns the fade with a weight that starts and ends slowly, `u * u * (3 - 2 * u)`, instead of evenly.
    #[must_use]
    pub fn eased(self) -> Self {
        Self { eased: true, ..self }
    }

    /// Begins a fade of `duration` seconds to `clips[clip]`, from its start; 0, a negative number or one that is not
    /// finite is a cut. Call it once for each clip: called in every frame, it keeps the fade at its start. Set the clip's
    /// speed, time and loop mode after it, by [`playback_mut`](Self::playback_mut).
    ///
    /// In the middle of a fade, the heavier of its two clips is the one that fades out, and the other one is cut: two
    /// clips can be blended, not three. For a figure near the camera use a [`Fade`](super::Fade), which does not jump.
    ///
    /// # Panics
    /// If there is no such clip.
    pub fn begin(&mut self, clips: &[Clip], clip: usize, duration: f32) {
        let next = Playback::for_clip(&clips[clip]);
        if self.from.is_none() || self.weight() >= 0.5 {
            self.from = Some((self.clip, self.playback.clone()));
        }
        self.clip = clip;
        self.playback = next;
        self.elapsed = 0.0;
        self.duration = duration;
        if !(duration > 0.0 && duration.is_finite()) {
            self.from = None;
        }
    }

    /// Advances both clips and the fade by `dt` seconds. A `dt` that is not finite is ignored.
    ///
    /// The figure's [root motion](super::RootMotion) in these seconds, with a motion for each clip:
    ///
    /// ```
    /// # use armature::animation::{Crossfade, RootDelta, RootMotion};
    /// fn advance(fade: &mut Crossfade, motions: &[RootMotion], dt: f32) -> RootDelta {
    ///     let before = fade.clone(); // copies times, and allocates nothing
    ///     fade.advance(dt);
    ///     let step = motions[fade.clip()].step(before.playback(), fade.playback());
    ///     let Some((from, playback)) = fade.from() else { return step };
    ///     let from = motions[from].step(before.from().expect("it has not begun since").1, playback);
    ///     RootDelta::blend([(step, fade.weight()), (from, 1.0 - fade.weight())])
    /// }
    /// ```
    pub fn advance(&mut self, dt: f32) {
        self.playback.advance(dt);
        let Some((_, playback)) = &mut self.from else { return };
        playback.advance(dt);
        if dt.is_finite() {
            self.elapsed = (self.elapsed + dt).max(0.0);
        }
        if self.elapsed >= self.duration {
            self.from = None;
        }
    }

    /// Returns the index of the clip that plays, or fades in.
    pub fn clip(&self) -> usize {
        self.clip
    }

    /// Returns the playback of that clip.
    pub fn playback(&self) -> &Playback {
        &self.playback
    }

    /// Returns the playback of that clip, to set its speed, its time or its loop. A clip that goes on in step with the one
    /// before, both feet together:
    ///
    /// ```
    /// # use armature::animation::{Clip, Crossfade};
    /// # let clips = [Clip::of_tracks("walk", vec![]), Clip::of_tracks("run", vec![])];
    /// # let mut fade = Crossfade::new(&clips, 0);
    /// let progress = fade.playback().progress();
    /// fade.begin(&clips, 1, 0.25);
    /// fade.playback_mut().seek(clips[1].start + progress * clips[1].duration());
    /// ```
    pub fn playback_mut(&mut self) -> &mut Playback {
        &mut self.playback
    }

    /// Returns the index and the playback of the clip that fades out; `None` without a fade.
    pub fn from(&self) -> Option<(usize, &Playback)> {
        self.from.as_ref().map(|(clip, playback)| (*clip, playback))
    }

    /// Returns the weight of the clip that fades in, from 0 to 1; 1 without a fade.
    pub fn weight(&self) -> f32 {
        if self.from.is_none() {
            return 1.0;
        }
        let u = clamp_weight(self.elapsed / self.duration);
        if self.eased { ease(u) } else { u }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::{JointTracks, Track};
    use glam::Vec3;

    fn clips() -> Vec<Clip> {
        [2.0, 4.0, 8.0]
            .map(|x| {
                let translation = Track::new(vec![0.0, 10.0], vec![Vec3::ZERO, Vec3::X * x]).unwrap();
                let tracks = JointTracks { translation: Some(translation), ..JointTracks::default() };
                Clip::of_tracks("", vec![tracks])
            })
            .to_vec()
    }

    #[test]
    fn both_clips_play_on() {
        let clips = clips();
        let mut fade = Crossfade::new(&clips, 0);
        fade.advance(1.0);
        assert_eq!((fade.from(), fade.weight()), (None, 1.0));
        fade.begin(&clips, 1, 0.5);
        assert_eq!(fade.weight(), 0.0);
        fade.advance(0.125);
        fade.advance(f32::NAN);
        assert_eq!((fade.weight(), fade.playback().time()), (0.25, 0.125));
        assert_eq!(fade.clone().eased().weight(), 0.15625);
        let (clip, from) = fade.from().unwrap();
        assert_eq!((clip, from.time()), (0, 1.125));
        fade.advance(0.5);
        assert_eq!((fade.from(), fade.clip(), fade.weight()), (None, 1, 1.0));
    }

    #[test]
    fn an_interrupted_fade_keeps_the_heavier_clip() {
        let clips = clips();
        for (elapsed, from) in [(0.25, 0), (0.75, 1)] {
            let mut fade = Crossfade::new(&clips, 0);
            fade.begin(&clips, 1, 1.0);
            fade.advance(elapsed);
            fade.begin(&clips, 2, 1.0);
            assert_eq!((fade.from().unwrap().0, fade.clip()), (from, 2));
        }
    }

    #[test]
    fn no_time_is_a_cut() {
        let clips = clips();
        for duration in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            let mut fade = Crossfade::new(&clips, 0);
            fade.begin(&clips, 1, duration);
            assert_eq!((fade.clip(), fade.from(), fade.weight()), (1, None, 1.0), "{duration}");
        }
    }
}
