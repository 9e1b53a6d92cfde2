//! Adaptive sampling: an interval between two keys of the file is divided until what tracks play between its ends is
//! within the bound at three places. These stay as samples.

use super::{
    Motion, Side,
    error_scale::ErrorScale,
    parts::{AT_REST, Part, interpolation},
};
use crate::double::{Parts, angle, same_hemisphere};
use crate::loading::limits::MAX_HALVINGS;
use armature::animation::NLERP_LIMIT;
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

/// Fraction at which an interval is divided. Not the middle: a rotation by several full turns must not look like
/// standing still.
const DIVIDED_AT: f64 = 0.497_1;

/// Samples a motion such that tracks through all samples stay within a small part of `error_bound`.
///
/// `times` are the file's keys, sorted; two at one time are a jump. About `most` samples at most, but one at each key.
pub(super) fn sample(
    motion: &impl Motion,
    times: &[(f32, Side)],
    interpolation: KeyInterpolation,
    scale: &ErrorScale,
    error_bound: f64,
    most: usize,
) -> Samples {
    let samples = Samples { all: Vec::with_capacity(times.len()), taken: 0, within_bound: true, finite: true };
    let mut sampler = Sampler { motion, scale, error_bound, most: most.max(times.len()), samples };
    let mut before = sampler.at(times[0].0, times[0].1);
    sampler.samples.all.push(before);
    for &(time, side) in &times[1..] {
        let after = sampler.at(time, side);
        let as_it_is = interpolation == KeyInterpolation::LikeTracks && sampler.is_played_as_it_is(&before, &after);
        if as_it_is || before.time == time {
            sampler.samples.all.push(after);
        } else {
            let middle = sampler.between(&before, &after);
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
    most: usize,
    samples: Samples,
}

/// Into how many equal parts the turn between two keys has to be divided for a track to play each as evenly as the bound
/// asks: by slerp, or by nlerp where it is near enough. `even`: how far it may be by nlerp, in radians.
pub(super) fn even_parts(a: DVec4, b: DVec4, even: f64) -> usize {
    // Nearly half a turn apart, rounding decides which way is shorter.
    if a.dot(b).abs() <= 0.01 {
        return 2;
    }
    let angle = angle(a, same_hemisphere(a, b));
    if angle > f64::from(NLERP_LIMIT) { 1 } else { (angle / even).ceil().max(1.0) as usize }
}

impl<M: Motion> Sampler<'_, M> {
    fn at(&mut self, time: f32, side: Side) -> Sample {
        self.samples.taken += 1;
        let parts = self.motion.at(time, side);
        self.samples.finite &= parts.is_some();
        Sample { time, parts: parts.unwrap_or(AT_REST) }
    }

    /// Samples between two samples, where the interval is divided.
    fn between(&mut self, before: &Sample, after: &Sample) -> Sample {
        let [start, end] = [before, after].map(|sample| f64::from(sample.time));
        self.at((start + (end - start) * DIVIDED_AT) as f32, Side::After)
    }

    /// Whether tracks play the file's linear interpolation: both ends are decomposed reliably, and a track turns evenly
    /// between them.
    fn is_played_as_it_is(&self, before: &Sample, after: &Sample) -> bool {
        let [a, b] = [before.parts, after.parts];
        let rotation = Part::Rotation as usize;
        let scale = Part::Scale as usize;
        let sound = |parts: &Parts| {
            let scale = parts[scale].truncate().abs();
            scale.min_element() > 1e-3 * scale.max_element()
        };
        let same_handedness = a[scale].x.is_sign_negative() == b[scale].x.is_sign_negative();
        let even = self.scale.bounded_by([&a, &b]).nlerp_angle(self.error_bound / 2.0);
        sound(&a) && sound(&b) && same_handedness && even_parts(a[rotation], b[rotation], even) == 1
    }

    /// The samples after the first of three, the second of which divides the interval between the others.
    fn refine(&mut self, [before, middle, after]: [Sample; 3], divisions: usize) {
        if !(before.time < middle.time && middle.time < after.time) {
            return self.samples.all.push(after); // no `f32` lies between
        }
        if self.samples.taken + 2 > self.most {
            self.samples.within_bound = false;
            return self.samples.all.extend([middle, after]);
        }
        let early = self.between(&before, &middle);
        let late = self.between(&middle, &after);
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

    /// Whether what tracks play between neighbours of five samples is within a thirty-second of the bound, `slack` times:
    /// between every other one, twice as far apart, it is four times as far off, and so on.
    fn is_straight(&self, five: &[Sample; 5], slack: f64) -> bool {
        let scale = self.scale.bounded_by(five.iter().map(|sample| &sample.parts));
        // In the middle nlerp and slerp agree.
        let ends = [&five[0], &five[4]].map(|sample| sample.parts[Part::Rotation as usize]);
        let apart = angle(ends[0], same_hemisphere(ends[0], ends[1])) / 4.0;
        if apart <= f64::from(NLERP_LIMIT) && scale.nlerp_error(apart) > slack * self.error_bound / 16.0 {
            return false;
        }
        let is_near = |[from, inside, to]: [usize; 3], allowed: f64| {
            let [from, inside, to] = [from, inside, to].map(|at| &five[at]);
            let [start, time, end] = [from, inside, to].map(|sample| f64::from(sample.time));
            Part::ALL.into_iter().all(|part| {
                let [a, value, b] = [from, inside, to].map(|sample| sample.parts[part as usize]);
                let Some(played) = interpolation(part, a, b, NLERP_LIMIT.into()) else { return false };
                let value = if part == Part::Rotation { same_hemisphere(a, value) } else { value };
                scale.are_near(part, played((time - start) / (end - start)), value, allowed)
            })
        };
        let allowed = slack * self.error_bound / 8.0;
        is_near([0, 2, 4], 4.0 * allowed) && is_near([0, 1, 2], allowed) && is_near([2, 3, 4], allowed)
    }
}
