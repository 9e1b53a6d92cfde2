//! A motion looked at as closely as it bends: between the samples it is known from them.

use super::{
    lever::{Lever, angle},
    parts::{Part, Parts, same_side},
};
use crate::collada::{evaluate::Side, limits::MAX_HALVINGS};
use glam::DVec4;

/// The local transform at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// Mostly one that an `f32` can hold.
    pub(super) time: f64,
    pub(super) parts: Parts,
}

/// What the motion is like between its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Between {
    /// Whole matrices by translation, rotation and scale: what tracks do as well.
    Straight,
    /// Anything else.
    Curved,
}

/// Where a motion is asked for.
pub(super) trait Motion {
    /// At one of the file's keys.
    fn key(&mut self, time: f32, side: Side) -> Parts;
    /// The times that follow lie between this key and the next one. True if a few samples at regular
    /// places tell all.
    fn begin(&mut self, start: f32) -> bool;
    /// Between two keys, or at the second of them, from before.
    fn inside(&mut self, time: f64) -> Parts;
}

/// How to know the motion in a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    /// By a straight line from sample to sample, and an arc for the rotation.
    Straight,
    /// By a polynomial through its five samples, all equally far apart, that strays by so much.
    Smooth(f64),
    /// Not well: every sample counts.
    Rough,
}

/// A stretch of the motion without a key of the file inside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// The samples at its ends.
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) way: Way,
    /// Whether it begins at a key of the file.
    pub(super) at_key: bool,
}

/// Samples of a motion.
pub(super) struct Samples {
    /// Sorted by time; two at one time are a jump.
    pub(super) all: Vec<Sample>,
    /// From the first sample to the last.
    pub(super) cells: Vec<Cell>,
    /// How often the motion was looked at.
    pub(super) taken: usize,
    /// False if more samples were needed.
    pub(super) within: bool,
}

/// Where between two keys of the file a curve that is not plain is looked at, beside the middle. Not at
/// regular parts: a turn by many full circles must not look like standing still.
const PROBES: [f64; 2] = [0.171_7, 0.786_9];

/// Where a polynomial through five samples is tried: near the ends it strays most, if near one more than
/// near the other.
const TRIED_AT: f64 = 0.117_3;

/// What each of the five adds there (Lagrange), and as far from the other end.
const TRIED_BY: [f64; 5] = lagrange(4.0 * TRIED_AT);
const TRIED_BY_THE_END: [f64; 5] = lagrange(4.0 * (1.0 - TRIED_AT));

/// A polynomial that strays so many times too far in its middle, if it had only its other four samples,
/// will not do with five.
const HOPELESS: f64 = 30.0;

/// Samples such that the motion is known between them: within an eighth of `allowed` for translation,
/// rotation, scale and shear.
///
/// `times` are the file's keys, sorted; two at one time are a jump. `most` samples at most.
pub(super) fn samples(
    motion: &mut impl Motion,
    times: &[(f32, Side)],
    between: Between,
    lever: &Lever,
    allowed: f64,
    most: usize,
) -> Samples {
    let room = if between == Between::Straight { 1 } else { 5 };
    let mut sampler = Sampler {
        motion,
        lever,
        allowed,
        most: most.max(times.len()),
        taken: 0,
        all: Vec::with_capacity(room * times.len()),
        cells: Vec::with_capacity(times.len()),
        within: true,
    };
    let mut before = sampler.key(times[0]);
    sampler.all.push(before);
    for pair in times.windows(2) {
        let [start, end] = [pair[0].0, pair[1].0];
        let at_key = sampler.cells.len();
        let after = if start == end {
            let after = sampler.key(pair[1]);
            sampler.close([after]);
            after
        } else if between == Between::Straight {
            let after = sampler.key(pair[1]);
            if runs_straight(&before, &after) {
                sampler.close([after]);
            } else {
                let plain = sampler.motion.begin(start);
                sampler.between(before, after, plain);
            }
            after
        } else {
            let plain = sampler.motion.begin(start);
            let after = sampler.inside(f64::from(end));
            sampler.between(before, after, plain);
            after
        };
        sampler.cells[at_key].at_key = true;
        before = after;
    }
    let Sampler { mut all, cells, taken, within, .. } = sampler;
    let mut side = all[0].parts[1];
    for sample in &mut all {
        side = same_side(side, sample.parts[1]);
        sample.parts[1] = side;
    }
    Samples { all, cells, taken, within }
}

/// Whether two matrices can be taken apart so well that what lies between them need not be looked at.
fn runs_straight(before: &Sample, after: &Sample) -> bool {
    let [a, b] = [before.parts, after.parts];
    let scale = Part::Scale as usize;
    let sound = |parts: &Parts| {
        let scale = parts[scale].truncate().abs();
        scale.min_element() > 1e-3 * scale.max_element()
    };
    // Nearly opposite, the shorter way is a matter of rounding.
    let near = a[Part::Rotation as usize].dot(b[Part::Rotation as usize]).abs() > 0.01;
    let same_hand = a[scale].x.is_sign_negative() == b[scale].x.is_sign_negative();
    sound(&a) && sound(&b) && near && same_hand
}

struct Sampler<'a, M> {
    motion: &'a mut M,
    lever: &'a Lever,
    allowed: f64,
    most: usize,
    taken: usize,
    all: Vec<Sample>,
    cells: Vec<Cell>,
    within: bool,
}

impl<M: Motion> Sampler<'_, M> {
    fn key(&mut self, (time, side): (f32, Side)) -> Sample {
        self.taken += 1;
        Sample { time: f64::from(time), parts: self.motion.key(time, side) }
    }

    fn inside(&mut self, time: f64) -> Sample {
        self.taken += 1;
        Sample { time, parts: self.motion.inside(time) }
    }

    /// Part of the way from one sample to another.
    fn part(&mut self, before: &Sample, after: &Sample, u: f64) -> Sample {
        self.inside(before.time + (after.time - before.time) * u)
    }

    /// Adds samples that straight lines will do between, from the last one on.
    fn close<const N: usize>(&mut self, samples: [Sample; N]) {
        self.cell(samples, Way::Straight);
    }

    fn cell<const N: usize>(&mut self, samples: [Sample; N], way: Way) {
        let first = self.all.len() - 1;
        self.all.extend(samples);
        self.cells.push(Cell { first, last: first + N, way, at_key: false });
    }

    /// Between two keys of the file, and the second of them.
    fn between(&mut self, before: Sample, after: Sample, plain: bool) {
        let middle = self.part(&before, &after, 0.5);
        let single = middle.time as f32;
        if f64::from(single) <= before.time || f64::from(single) >= after.time {
            return self.close([after]); // nothing that an `f32` could tell lies between
        }
        if self.runs_by(&before, &after, &middle) {
            if plain {
                return self.close([middle, after]);
            }
            let [early, late] = PROBES.map(|u| self.part(&before, &after, u));
            if self.runs_by(&before, &after, &early) && self.runs_by(&before, &after, &late) {
                return self.close([early, middle, late, after]);
            }
        }
        if self.taken + 2 > self.most {
            self.within = false;
            return self.cell([middle, after], Way::Rough);
        }
        let [early, late] = [0.25, 0.75].map(|u| self.part(&before, &after, u));
        self.bend([before, early, middle, late, after], plain, 2);
    }

    /// Five samples that are equally far apart, the first of which is there already. `halvings` of the
    /// way between two keys of the file lead to how far.
    fn bend(&mut self, mut five: [Sample; 5], plain: bool, halvings: usize) {
        for at in 1..5 {
            five[at].parts[1] = same_side(five[at - 1].parts[1], five[at].parts[1]);
        }
        let [before, early, middle, late, after] = five;
        if let Some(strays) = self.strays(&five, plain) {
            return self.cell([early, middle, late, after], Way::Smooth(strays));
        }
        if halvings >= MAX_HALVINGS || self.taken + 8 > self.most {
            self.within = false;
            return self.cell([early, middle, late, after], Way::Rough);
        }
        let [first, second] =
            [[&before, &early], [&early, &middle]].map(|[from, to]| self.part(from, to, 0.5));
        self.bend([before, first, early, second, middle], plain, halvings + 1);
        let [first, second] =
            [[&middle, &late], [&late, &after]].map(|[from, to]| self.part(from, to, 0.5));
        self.bend([middle, first, late, second, after], plain, halvings + 1);
    }

    /// How far the polynomial through five samples strays from the motion; `None` if that is too far.
    fn strays(&mut self, five: &[Sample; 5], plain: bool) -> Option<f64> {
        let allowed = self.allowed / 8.0;
        let all = five.each_ref().map(|sample| &sample.parts);
        let lever = self.lever.among(all);
        let farthest = |apart: &dyn Fn(usize) -> DVec4| {
            let lengths = lever.weights.iter().enumerate();
            lengths.map(|(part, weight)| apart(part).length() * weight).fold(0.0, f64::max)
        };
        // The middle, from the other four.
        let coarse = farthest(&|part| {
            let [a, b, c, d, e] = all.map(|parts| parts[part]);
            ((a + e) - (b + d) * 4.0 + c * 6.0) / 6.0
        });
        if coarse > HOPELESS * allowed {
            return None;
        }
        if plain && coarse <= allowed {
            return Some(coarse / 2.0);
        }
        let mut strays = 0.0f64;
        for (u, by) in [(TRIED_AT, TRIED_BY), (1.0 - TRIED_AT, TRIED_BY_THE_END)] {
            let mut tried = self.part(&five[0], &five[4], u).parts;
            tried[1] = same_side(all[if u < 0.5 { 0 } else { 4 }][1], tried[1]);
            for (part, weight) in lever.weights.iter().enumerate() {
                let shares = by.iter().zip(all).map(|(share, parts)| parts[part] * *share);
                let strays_here = (shares.sum::<DVec4>() - tried[part]).length() * weight;
                if strays_here > allowed {
                    return None;
                }
                strays = strays.max(strays_here);
            }
        }
        Some(strays)
    }

    /// Whether a sample is on the straight way between two others, and that way is one for any blend of
    /// rotations.
    fn runs_by(&self, before: &Sample, after: &Sample, sample: &Sample) -> bool {
        let allowed = self.allowed / 2.0;
        let u = (sample.time - before.time) / (after.time - before.time);
        let lever = self.lever.among([before, after, sample].map(|sample| &sample.parts));
        for (part, weight) in lever.weights.iter().enumerate() {
            let [a, mut b, mut want] = [before, after, sample].map(|sample| sample.parts[part]);
            let rotation = part == Part::Rotation as usize;
            if rotation {
                (b, want) = (same_side(a, b), same_side(a, want));
            }
            let mut line = a + (b - a) * u;
            if rotation {
                line = line.normalize();
                if lever.nlerp_strays(angle(a, b)) > allowed {
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

/// What each of five values, at 0, 1, 2, 3 and 4, adds to the value at `x` of the polynomial through them.
const fn lagrange(x: f64) -> [f64; 5] {
    let mut shares = [1.0; 5];
    let mut at = 0;
    while at < 5 {
        let mut other = 0;
        while other < 5 {
            if other != at {
                shares[at] *= (x - other as f64) / (at as f64 - other as f64);
            }
            other += 1;
        }
        at += 1;
    }
    shares
}
