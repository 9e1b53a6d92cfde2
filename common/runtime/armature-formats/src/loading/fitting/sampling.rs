//! Adaptive sampling: an interval between two keys of the file is divided until what tracks play between its ends is
//! within the bound at three places. These stay as samples.

use super::{Motion, Part, Side, error_scale::ErrorScale, interpolation_between};
use crate::double::{Parts, angle, same_hemisphere};
use crate::loading::limits::MAX_HALVINGS;
use armature::animation::{MAX_KEY_NUMBER, NLERP_LIMIT};
use glam::DVec4;

/// The local transform at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// Time in seconds.
    pub(super) time: f32,
    pub(super) parts: Parts,
}

/// Interpolation of the file between its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyInterpolation {
    /// Translation, rotation and scale linearly, as tracks do.
    LikeTracks,
    /// Anything else.
    Curved,
}

pub(super) struct Samples {
    /// Sorted by time; two at one time are a jump. Rotations are in the hemisphere of the one before.
    pub(super) all: Vec<Sample>,
    /// Number of evaluations of the motion.
    pub(super) taken: usize,
    /// False if more samples were needed.
    pub(super) within_bound: bool,
    /// False if a number was too large for an `f32`.
    pub(super) finite: bool,
}

pub(super) const IDENTITY: Parts = [DVec4::ZERO, DVec4::W, DVec4::ONE, DVec4::ZERO];

/// Fraction at which an interval is divided: not the middle, where a rotation by full turns may seem to stand still.
const DIVIDED_AT: f64 = 0.497_1;

/// Samples a motion such that tracks through all samples stay within a small part of `error_bound`.
///
/// `times` are the file's keys, sorted; two at one time are a jump. There is a sample at each key, and in all there are
/// about `max_samples` at most.
pub(super) fn sample_motion(
    motion: &impl Motion,
    times: &[(f32, Side)],
    interpolation: KeyInterpolation,
    scale: &ErrorScale,
    error_bound: f64,
    max_samples: usize,
) -> Samples {
    let samples = Samples { all: Vec::with_capacity(times.len()), taken: 0, within_bound: true, finite: true };
    let mut sampler = Sampler { motion, scale, error_bound, max_samples: max_samples.max(times.len()), samples };
    let mut before = sampler.sample_at(times[0].0, times[0].1);
    sampler.samples.all.push(before);
    for &(time, side) in &times[1..] {
        let after = sampler.sample_at(time, side);
        let as_it_is = interpolation == KeyInterpolation::LikeTracks && sampler.is_played_as_it_is(&before, &after);
        if as_it_is || before.time == time {
            sampler.samples.all.push(after);
        } else {
            let middle = sampler.sample_between(&before, &after);
            sampler.refine([before, middle, after], MAX_HALVINGS);
        }
        before = after;
    }
    let mut samples = sampler.samples;
    let mut side = samples.all[0].parts[1];
    for sample in &mut samples.all {
        side = same_hemisphere(side, sample.parts[1]);
        sample.parts[1] = side;
    }
    samples
}

struct Sampler<'a, M> {
    motion: &'a M,
    scale: &'a ErrorScale,
    error_bound: f64,
    max_samples: usize,
    samples: Samples,
}

/// Returns the number of equal parts into which the turn between two keys is divided, so that a track turns evenly enough
/// in each part: by slerp, or by nlerp through `max_nlerp_angle` at most, in radians.
pub(super) fn even_part_count(a: DVec4, b: DVec4, max_nlerp_angle: f64) -> usize {
    // Nearly half a turn apart, rounding decides which way is shorter.
    if a.dot(b).abs() <= 0.01 {
        return 2;
    }
    let angle = angle(a, same_hemisphere(a, b));
    if angle > f64::from(NLERP_LIMIT) { 1 } else { (angle / max_nlerp_angle).ceil().max(1.0) as usize }
}

impl<M: Motion> Sampler<'_, M> {
    fn sample_at(&mut self, time: f32, side: Side) -> Sample {
        self.samples.taken += 1;
        let largest = f64::from(MAX_KEY_NUMBER);
        let parts = self.motion.sample(time, side);
        let parts = parts.filter(|parts| parts.iter().all(|part| part.abs().max_element() <= largest));
        self.samples.finite &= parts.is_some();
        Sample { time, parts: parts.unwrap_or(IDENTITY) }
    }

    /// Samples at the time that divides the interval between two samples.
    fn sample_between(&mut self, before: &Sample, after: &Sample) -> Sample {
        let [start, end] = [before, after].map(|sample| f64::from(sample.time));
        self.sample_at((start + (end - start) * DIVIDED_AT) as f32, Side::After)
    }

    /// Whether tracks play the file's linear interpolation: both ends decompose reliably, and a track turns evenly.
    fn is_played_as_it_is(&self, before: &Sample, after: &Sample) -> bool {
        let [a, b] = [before.parts, after.parts];
        let rotation = Part::Rotation as usize;
        let scale = Part::Scale as usize;
        let are_reliable = [a[scale], b[scale]].into_iter().all(|scale| {
            let scale = scale.truncate().abs();
            scale.min_element() > 1e-3 * scale.max_element()
        });
        let same_handedness = a[scale].x.is_sign_negative() == b[scale].x.is_sign_negative();
        let max_nlerp_angle = self.scale.bounded_by([&a, &b]).nlerp_angle(self.error_bound / 2.0);
        are_reliable && same_handedness && even_part_count(a[rotation], b[rotation], max_nlerp_angle) == 1
    }

    /// Appends samples after `before` up to `after`, until tracks through all of them follow the motion or the interval
    /// has been divided `divisions` times. `middle` is the first that divides the interval.
    fn refine(&mut self, [before, middle, after]: [Sample; 3], divisions: usize) {
        if !(before.time < middle.time && middle.time < after.time) {
            return self.samples.all.push(after); // no `f32` lies between
        }
        if self.samples.taken + 2 > self.max_samples {
            self.samples.within_bound = false;
            return self.samples.all.extend([middle, after]);
        }
        let early = self.sample_between(&before, &middle);
        let late = self.sample_between(&middle, &after);
        let five = [before, early, middle, late, after];
        if !five.is_sorted_by(|a, b| a.time < b.time) {
            return self.samples.all.extend([middle, after]); // no `f32` lies between two of them
        }
        if !self.is_straight(&five, 1.0) {
            if divisions > 1 {
                self.refine([before, early, middle], divisions - 1);
                return self.refine([middle, late, after], divisions - 1);
            }
            // As close as the bound asks, though there are too few samples to choose keys from.
            self.samples.within_bound &= self.is_straight(&five, 8.0);
        }
        self.samples.all.extend([early, middle, late, after]);
    }

    /// Whether tracks through five samples are within a thirty-second of the bound, times `slack`, of the motion between
    /// neighbours. Where the distance of two samples doubles, the error becomes four times as large, so the error between
    /// farther samples is compared.
    fn is_straight(&self, five: &[Sample; 5], slack: f64) -> bool {
        let scale = self.scale.bounded_by(five.iter().map(|sample| &sample.parts));
        // In the middle nlerp and slerp agree.
        let ends = [&five[0], &five[4]].map(|sample| sample.parts[Part::Rotation as usize]);
        let apart = angle(ends[0], same_hemisphere(ends[0], ends[1])) / 4.0;
        if apart <= f64::from(NLERP_LIMIT) && scale.nlerp_error(apart) > slack * self.error_bound / 16.0 {
            return false;
        }
        let allowed = slack * self.error_bound / 8.0;
        let [a, b, c, d, e] = five;
        is_played([a, c, e], &scale, 4.0 * allowed)
            && is_played([a, b, c], &scale, allowed)
            && is_played([c, d, e], &scale, allowed)
    }
}

/// Whether tracks with keys at the first and the last of three samples are within `allowed` of the one between.
fn is_played([from, inside, to]: [&Sample; 3], scale: &ErrorScale, allowed: f64) -> bool {
    let [start, time, end] = [from, inside, to].map(|sample| f64::from(sample.time));
    Part::ALL.into_iter().all(|part| {
        let [a, value, b] = [from, inside, to].map(|sample| sample.parts[part as usize]);
        let Some(played) = interpolation_between(part, a, b, NLERP_LIMIT.into()) else { return false };
        let value = if part == Part::Rotation { same_hemisphere(a, value) } else { value };
        scale.are_near(part, played((time - start) / (end - start)), value, allowed)
    })
}
