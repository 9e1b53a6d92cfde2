//! Adaptive sampling: refines between two keys of the file until a quartic through five samples is within
//! tolerance.

use super::{
    Side,
    error_scale::{ErrorScale, angle},
    parts::{Part, Parts, same_hemisphere},
};
use crate::loading::limits::MAX_HALVINGS;
use glam::DVec4;

/// The local transform at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// In seconds, mostly exact in an `f32`.
    pub(super) time: f64,
    pub(super) parts: Parts,
}

/// How the file interpolates between its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyInterpolation {
    /// Whole matrices by translation, rotation and scale, as tracks do.
    LikeTracks,
    /// Anything else.
    Curved,
}

/// An animated local transform that can be sampled.
pub(crate) trait Sampled {
    /// At one of the file's keys.
    fn at_key(&mut self, time: f32, side: Side) -> Parts;
    /// Begins the interval between this key and the next one. True if it is simple: a few samples at regular
    /// distances are enough to detect any deviation from a line.
    fn begin_interval(&mut self, start: f32) -> bool;
    /// Inside the interval, or at its end, from before.
    fn in_interval(&mut self, time: f64) -> Parts;
    /// False if any number so far was not finite.
    fn is_finite(&self) -> bool {
        true
    }
}

/// How the motion in a cell is approximated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Approximation {
    /// By straight lines between its samples, and arcs for the rotation.
    Linear,
    /// By a quartic through its five equidistant samples, with this error.
    Quartic(f64),
    /// Not well enough: all of its samples become keys.
    None,
}

/// A part of the motion without a key of the file inside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// The samples at its ends.
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) approximation: Approximation,
    /// Whether it begins at a key of the file.
    pub(super) at_key: bool,
}

/// Samples of a motion.
pub(super) struct Samples {
    /// Sorted by time; two at one time are a jump.
    pub(super) all: Vec<Sample>,
    /// From the first sample to the last.
    pub(super) cells: Vec<Cell>,
    /// How many samples were evaluated.
    pub(super) taken: usize,
    /// False if more samples were needed.
    pub(super) within_bound: bool,
}

/// Where between two keys of the file a curve that is not simple is sampled, besides the middle. Irregular: a
/// rotation by several full turns must not look like standing still.
const PROBES: [f64; 2] = [0.171_7, 0.786_9];

/// Where a quartic through five samples is tested: its error is largest near the ends.
const TESTED_AT: f64 = 0.117_3;

/// The weights of the five samples there (Lagrange), and as far from the other end.
const START_WEIGHTS: [f64; 5] = lagrange(4.0 * TESTED_AT);
const END_WEIGHTS: [f64; 5] = lagrange(4.0 * (1.0 - TESTED_AT));

/// If the cubic through the outer four samples is off in the middle by more than so many times the tolerance, the
/// quartic is not tested.
const HOPELESS: f64 = 30.0;

/// Room for so many samples is made at least.
const ROOM: usize = 256;

/// Samples a motion such that it is known between the samples: within an eighth of `allowed` for translation,
/// rotation, scale and shear.
///
/// `times` are the file's keys, sorted; two at one time are a jump. `most` samples at most.
pub(super) fn sample(
    motion: &mut impl Sampled,
    times: &[(f32, Side)],
    interpolation: KeyInterpolation,
    scale: &ErrorScale,
    allowed: f64,
    most: usize,
) -> Samples {
    let room = if interpolation == KeyInterpolation::LikeTracks { 1 } else { 5 };
    let mut sampler = Sampler {
        motion,
        scale,
        allowed,
        most: most.max(times.len()),
        taken: 0,
        all: Vec::with_capacity((room * times.len()).max(ROOM)),
        cells: Vec::with_capacity(times.len()),
        within_bound: true,
    };
    let mut before = sampler.at_key(times[0]);
    sampler.all.push(before);
    for pair in times.windows(2) {
        let [start, end] = [pair[0].0, pair[1].0];
        let at_key = sampler.cells.len();
        let after = if start == end {
            let after = sampler.at_key(pair[1]);
            sampler.push_linear([after]);
            after
        } else if interpolation == KeyInterpolation::LikeTracks {
            let after = sampler.at_key(pair[1]);
            if needs_no_samples_between(&before, &after) {
                sampler.push_linear([after]);
            } else {
                let simple = sampler.motion.begin_interval(start);
                sampler.between(before, after, simple);
            }
            after
        } else {
            let simple = sampler.motion.begin_interval(start);
            let after = sampler.in_interval(f64::from(end));
            sampler.between(before, after, simple);
            after
        };
        sampler.cells[at_key].at_key = true;
        before = after;
    }
    let Sampler { mut all, cells, taken, within_bound, .. } = sampler;
    let mut side = all[0].parts[1];
    for sample in &mut all {
        side = same_hemisphere(side, sample.parts[1]);
        sample.parts[1] = side;
    }
    Samples { all, cells, taken, within_bound }
}

/// Whether two transforms are decomposed so reliably that nothing between them needs to be sampled.
fn needs_no_samples_between(before: &Sample, after: &Sample) -> bool {
    let [a, b] = [before.parts, after.parts];
    let scale = Part::Scale as usize;
    let sound = |parts: &Parts| {
        let scale = parts[scale].truncate().abs();
        scale.min_element() > 1e-3 * scale.max_element()
    };
    // Nearly half a turn apart, rounding decides which way is shorter.
    let near = a[Part::Rotation as usize].dot(b[Part::Rotation as usize]).abs() > 0.01;
    let same_handedness = a[scale].x.is_sign_negative() == b[scale].x.is_sign_negative();
    sound(&a) && sound(&b) && near && same_handedness
}

struct Sampler<'a, M> {
    motion: &'a mut M,
    scale: &'a ErrorScale,
    allowed: f64,
    most: usize,
    taken: usize,
    all: Vec<Sample>,
    cells: Vec<Cell>,
    within_bound: bool,
}

impl<M: Sampled> Sampler<'_, M> {
    fn at_key(&mut self, (time, side): (f32, Side)) -> Sample {
        self.taken += 1;
        Sample { time: f64::from(time), parts: self.motion.at_key(time, side) }
    }

    fn in_interval(&mut self, time: f64) -> Sample {
        self.taken += 1;
        Sample { time, parts: self.motion.in_interval(time) }
    }

    /// At a fraction `u` of the time between two samples.
    fn at_fraction(&mut self, before: &Sample, after: &Sample, u: f64) -> Sample {
        self.in_interval(before.time + (after.time - before.time) * u)
    }

    /// Adds a cell from the last sample on that straight lines approximate.
    fn push_linear<const N: usize>(&mut self, samples: [Sample; N]) {
        self.push_cell(samples, Approximation::Linear);
    }

    fn push_cell<const N: usize>(&mut self, samples: [Sample; N], approximation: Approximation) {
        let first = self.all.len() - 1;
        self.all.extend(samples);
        self.cells.push(Cell { first, last: first + N, approximation, at_key: false });
    }

    /// Samples between two keys of the file, up to and including the second.
    fn between(&mut self, before: Sample, after: Sample, simple: bool) {
        let middle = self.at_fraction(&before, &after, 0.5);
        let single = middle.time as f32;
        if f64::from(single) <= before.time || f64::from(single) >= after.time {
            return self.push_linear([after]); // no `f32` lies between
        }
        if self.is_on_line(&before, &after, &middle) {
            if simple {
                return self.push_linear([middle, after]);
            }
            let [early, late] = PROBES.map(|u| self.at_fraction(&before, &after, u));
            if self.is_on_line(&before, &after, &early) && self.is_on_line(&before, &after, &late) {
                return self.push_linear([early, middle, late, after]);
            }
        }
        if self.taken + 2 > self.most {
            self.within_bound = false;
            return self.push_cell([middle, after], Approximation::None);
        }
        let [early, late] = [0.25, 0.75].map(|u| self.at_fraction(&before, &after, u));
        self.refine([before, early, middle, late, after], simple, 2);
    }

    /// Adds a cell of five equidistant samples, the first of which was added before, or halves it until a quartic
    /// fits. `halvings` is how often the interval between two keys of the file has been halved.
    fn refine(&mut self, mut five: [Sample; 5], simple: bool, halvings: usize) {
        for at in 1..5 {
            five[at].parts[1] = same_hemisphere(five[at - 1].parts[1], five[at].parts[1]);
        }
        let [before, early, middle, late, after] = five;
        if let Some(error) = self.quartic_error(&five, simple) {
            return self.push_cell([early, middle, late, after], Approximation::Quartic(error));
        }
        if halvings >= MAX_HALVINGS || self.taken + 8 > self.most {
            self.within_bound = false;
            return self.push_cell([early, middle, late, after], Approximation::None);
        }
        let [first, second] = [[&before, &early], [&early, &middle]].map(|[from, to]| self.at_fraction(from, to, 0.5));
        self.refine([before, first, early, second, middle], simple, halvings + 1);
        let [first, second] = [[&middle, &late], [&late, &after]].map(|[from, to]| self.at_fraction(from, to, 0.5));
        self.refine([middle, first, late, second, after], simple, halvings + 1);
    }

    /// The error of the quartic through five samples; `None` if it is above the tolerance.
    fn quartic_error(&mut self, five: &[Sample; 5], simple: bool) -> Option<f64> {
        let allowed = self.allowed / 8.0;
        let all = five.each_ref().map(|sample| &sample.parts);
        let scale = self.scale.bounded_by(all);
        // Of the cubic through the other four samples, in the middle.
        let of_part = |(part, weight): (usize, &f64)| {
            let [a, b, c, d, e] = all.map(|parts| parts[part]);
            (((a + e) - (b + d) * 4.0 + c * 6.0) / 6.0).length() * weight
        };
        let coarse = scale.weights.iter().enumerate().map(of_part).fold(0.0, f64::max);
        if coarse > HOPELESS * allowed {
            return None;
        }
        if simple && coarse <= allowed {
            return Some(coarse / 2.0);
        }
        let mut largest = 0.0f64;
        for (u, lagrange) in [(TESTED_AT, START_WEIGHTS), (1.0 - TESTED_AT, END_WEIGHTS)] {
            let mut exact = self.at_fraction(&five[0], &five[4], u).parts;
            exact[1] = same_hemisphere(all[if u < 0.5 { 0 } else { 4 }][1], exact[1]);
            for (part, weight) in scale.weights.iter().enumerate() {
                let terms = lagrange.iter().zip(all).map(|(factor, parts)| parts[part] * *factor);
                let error = (terms.sum::<DVec4>() - exact[part]).length() * weight;
                if error > allowed {
                    return None;
                }
                largest = largest.max(error);
            }
        }
        Some(largest)
    }

    /// Whether a sample is on the line between two others, and nlerp and slerp agree there.
    fn is_on_line(&self, before: &Sample, after: &Sample, sample: &Sample) -> bool {
        let allowed = self.allowed / 2.0;
        let u = (sample.time - before.time) / (after.time - before.time);
        let scale = self.scale.bounded_by([before, after, sample].map(|sample| &sample.parts));
        for (part, weight) in scale.weights.iter().enumerate() {
            let [a, mut b, mut want] = [before, after, sample].map(|sample| sample.parts[part]);
            let rotation = part == Part::Rotation as usize;
            if rotation {
                (b, want) = (same_hemisphere(a, b), same_hemisphere(a, want));
            }
            let mut line = a + (b - a) * u;
            if rotation {
                line = line.normalize();
                if scale.nlerp_error(angle(a, b)) > allowed {
                    return false;
                }
            }
            if (line - want).length_squared() * weight * weight > allowed * allowed {
                return false;
            }
        }
        true
    }
}

/// The Lagrange weights at `x` of values at 0, 1, 2, 3 and 4.
const fn lagrange(x: f64) -> [f64; 5] {
    let mut weights = [1.0; 5];
    let mut at = 0;
    while at < 5 {
        let mut other = 0;
        while other < 5 {
            if other != at {
                weights[at] *= (x - other as f64) / (at as f64 - other as f64);
            }
            other += 1;
        }
        at += 1;
    }
    weights
}
