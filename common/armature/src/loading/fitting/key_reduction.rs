//! Key reduction: as few keys for one part of a motion as keep it within an error bound. Cells with a quartic get
//! keys where it bends most; elsewhere samples are chosen.

use super::{
    error_scale::{ErrorBound, ErrorScale},
    parts::Part,
    quartic::{KeyDensity, Quartic},
    sampling::{Approximation, Cell, Sample},
};
use crate::{
    animation::{
        NLERP_LIMIT,
        reduce::{all_between, keep},
    },
    math::{nlerp, slerp},
};
use glam::{Quat, Vec4};

/// A sampled motion, and the error bounds of its keys.
pub(super) struct Target<'a> {
    pub(super) samples: &'a [Sample],
    /// The samples' times.
    pub(super) times: &'a [f32],
    pub(super) cells: &'a [Cell],
    pub(super) scale: &'a ErrorScale,
    /// The error that the whole transform may have.
    pub(super) error_bound: f64,
    /// The error that each part may have.
    pub(super) each: f64,
}

/// Keys of one part.
#[derive(Default)]
pub(super) struct Keys {
    pub(super) times: Vec<f32>,
    pub(super) values: Vec<Vec4>,
    /// False if more are needed.
    pub(super) within_bound: bool,
}

/// How far apart rotation keys may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RotationBlend {
    /// Near enough for nlerp.
    Nlerp,
    /// So far that a track may need slerp. It plays pairs of keys that are near by nlerp all the same.
    Slerp,
}

/// The largest angle between keys joined by nlerp. A little below the track's own limit, so that it is played with
/// nlerp too.
const NLERP_ANGLE: f64 = 0.99 * NLERP_LIMIT as f64;

/// The largest angle between keys joined by slerp, in radians: well below half a turn.
const SLERP_ANGLE: f64 = 2.5;

/// The part of the error bound that segments are made for; the rest allows for the estimate's own error.
const AIMED: f64 = 0.95;

/// How often a segment is halved whose error turns out to be too large.
const HALVINGS: usize = 8;

/// The most segments between two whole matrices.
const MOST_SEGMENTS: usize = 16;

/// A cell that needs no more than this part of a segment has samples that are close enough together to choose from.
const FLAT: f32 = 0.5;

/// The keys of a part, at most about `most`. `blend` is how a rotation is interpolated.
pub(super) fn keys(target: &Target<'_>, part: Part, blend: RotationBlend, most: usize) -> Keys {
    let values: Vec<Vec4> = (0..target.samples.len()).map(|at| value(target, part, at)).collect();
    let keys =
        Keys { times: Vec::with_capacity(values.len()), values: Vec::with_capacity(values.len()), within_bound: true };
    // An eighth is left for the error of the sampling.
    let bound = ErrorBound::new(target.scale, part, target.each - target.error_bound / 8.0);
    let blend = (part == Part::Rotation).then_some(blend);
    let mut reducer = Reducer { target, part, blend, values, bound, keys, most, from: 0, curves: Vec::new(), curve: 0 };
    reducer.push(0);
    reducer.run();
    let mut keys = reducer.keys;
    keys.times.shrink_to_fit();
    keys.values.shrink_to_fit();
    keys
}

/// A sample's value at its time as an `f32`, whose rounding matters late in a long clip.
fn value(target: &Target<'_>, part: Part, at: usize) -> Vec4 {
    let of = |at: usize| target.samples[at].parts[part as usize];
    let time = |at: usize| target.samples[at].time;
    let off = f64::from(target.times[at]) - time(at);
    if off == 0.0 {
        return of(at).as_vec4(); // as at all keys of the file, which the first and the last sample are
    }
    let speed = (of(at + 1) - of(at - 1)) / (time(at + 1) - time(at - 1));
    (of(at) + speed * off).as_vec4()
}

struct Reducer<'a> {
    target: &'a Target<'a>,
    part: Part,
    /// For rotations.
    blend: Option<RotationBlend>,
    /// The samples' values.
    values: Vec<Vec4>,
    bound: ErrorBound,
    keys: Keys,
    most: usize,
    /// The sample that is the last key so far.
    from: usize,
    /// Consecutive cells with a quartic.
    curves: Vec<CellCurve>,
    /// Which of them the last key is in.
    curve: usize,
}

/// The quartic of a cell.
struct CellCurve {
    quartic: Quartic,
    start: f64,
    per_second: f64,
    density: KeyDensity,
    bound: ErrorBound,
}

impl Reducer<'_> {
    fn run(&mut self) {
        let target = self.target;
        let mut at = 0;
        while let Some(cell) = target.cells.get(at) {
            let from = at;
            at += 1;
            match cell.approximation {
                Approximation::Linear => self.subdivide_for_nlerp(cell),
                Approximation::None => {
                    self.reduce_to(cell.first);
                    self.keep_all_to(cell.last);
                }
                Approximation::Quartic(_) => {
                    let more = target.cells[at..].iter();
                    let continues =
                        |cell: &&Cell| matches!(cell.approximation, Approximation::Quartic(_)) && !cell.at_key;
                    at += more.take_while(continues).count();
                    self.fit_quartics(&target.cells[from..at]);
                }
            }
        }
        self.reduce_to(self.values.len() - 1);
    }

    fn push(&mut self, sample: usize) {
        let (time, value) = (self.target.times[sample], self.values[sample]);
        // Two at one time are a jump; of more the last counts.
        if let [.., first, second] = self.keys.times[..]
            && first == time
            && second == time
        {
            *self.keys.values.last_mut().expect("there is one for each time") = value;
            return;
        }
        self.keys.times.push(time);
        self.keys.values.push(value);
    }

    /// Pushes as few samples as possible, up to `last`, that linear interpolation is good enough between.
    fn reduce_to(&mut self, last: usize) {
        let mut from = std::mem::replace(&mut self.from, last);
        if from == last {
            return;
        }
        for to in self.keep(self.blend, from, last) {
            let before = std::mem::replace(&mut from, to);
            if self.blend == Some(RotationBlend::Slerp) && self.is_uneven(self.values[before], self.values[to]) {
                let closer = self.keep(Some(RotationBlend::Nlerp), before, to);
                for at in closer {
                    self.push(at);
                }
            } else {
                self.push(to);
            }
        }
    }

    /// The samples to keep after `from`, up to `last`.
    fn keep(&self, blend: Option<RotationBlend>, from: usize, last: usize) -> Vec<usize> {
        let kept =
            keep(&self.target.times[from..=last], |first, last| self.is_linear(blend, from + first, from + last));
        kept.into_iter().skip(1).map(|at| from + at).collect()
    }

    /// Whether all samples between two are within the bound of interpolating between the two.
    fn is_linear(&self, blend: Option<RotationBlend>, from: usize, to: usize) -> bool {
        let (times, values) = (self.target.times, &self.values[..]);
        let (start, length) = (times[from], times[to] - times[from]);
        let (a, b) = (values[from], values[to]);
        let arc = match blend {
            None => {
                let rise = b - a;
                return all_between(from, to, |at| {
                    self.bound.holds(a + rise * ((times[at] - start) / length), values[at])
                });
            }
            Some(RotationBlend::Nlerp) if !self.nlerp_is_even(2.0 * f64::from(a.distance(b))) => {
                return false;
            }
            Some(RotationBlend::Nlerp) => None,
            // Half a turn is ambiguous.
            Some(RotationBlend::Slerp) if a.dot(b) < 0.2 => return false,
            Some(RotationBlend::Slerp) => Arc::new(a, b),
        };
        all_between(from, to, |at| {
            let u = (times[at] - start) / length;
            let interpolated = match &arc {
                Some(arc) => arc.at(u),
                None => nlerp(Quat::from_vec4(a), Quat::from_vec4(b), u).into(),
            };
            self.bound.holds(interpolated, values[at])
        })
    }

    fn keep_all_to(&mut self, last: usize) {
        for sample in self.from + 1..=last {
            self.push(sample);
        }
        self.from = last;
    }

    /// Whether nlerp's uneven speed is within the bound for keys so far apart.
    fn nlerp_is_even(&self, angle: f64) -> bool {
        let Target { scale, error_bound, .. } = self.target;
        angle < NLERP_ANGLE && scale.nlerp_error(angle) <= error_bound / 2.0
    }

    /// Whether two keys are so near that a track joins them by nlerp, though its speed is too uneven.
    fn is_uneven(&self, a: Vec4, b: Vec4) -> bool {
        let Target { scale, error_bound, .. } = self.target;
        let angle = 2.0 * f64::from(a.distance(b));
        angle <= f64::from(NLERP_LIMIT) && scale.nlerp_error(angle) > error_bound / 2.0
    }

    /// Adds keys between two whole matrices whose rotations are too far apart for nlerp.
    fn subdivide_for_nlerp(&mut self, cell: &Cell) {
        let Target { scale, error_bound, times, .. } = self.target;
        let (first, last) = (cell.first, cell.last);
        let (a, b) = (self.values[first], self.values[last]);
        let played_by_slerp = self.blend == Some(RotationBlend::Slerp) && !self.is_uneven(a, b);
        if self.blend.is_none() || played_by_slerp || last > first + 1 {
            return;
        }
        let error = scale.nlerp_error(2.0 * f64::from(a.distance(b)));
        if error <= error_bound / 2.0 || times[first] == times[last] {
            return;
        }
        self.reduce_to(first);
        // The error is proportional to the cube of the angle.
        let enough = |count: &usize| (count * count * count) as f64 * error_bound >= 2.0 * error;
        let count = (1..MOST_SEGMENTS).find(enough).unwrap_or(MOST_SEGMENTS);
        for segment in 1..count {
            let u = segment as f32 / count as f32;
            let time = times[first] + (times[last] - times[first]) * u;
            if time > times[first] && time < times[last] {
                self.keys.times.push(time);
                let [a, b] = [a, b].map(Quat::from_vec4);
                self.keys.values.push(slerp(a, b, u).into());
            }
        }
        self.push(last);
        self.from = last;
    }

    /// Keys for consecutive cells with quartics, with no key of the file inside.
    fn fit_quartics(&mut self, cells: &[Cell]) {
        let Target { scale, each, samples, .. } = self.target;
        let (mut total, mut most) = (0.0, 0.0f32);
        self.curves.clear();
        self.curves.reserve(cells.len());
        for cell in cells {
            let Approximation::Quartic(error) = cell.approximation else { continue };
            let inside = &samples[cell.first..=cell.last];
            let scale = scale.bounded_by(inside.iter().map(|sample| &sample.parts));
            let aimed = AIMED * (each - error);
            let largest_angle = match self.blend {
                None => f64::INFINITY,
                Some(RotationBlend::Slerp) => SLERP_ANGLE,
                Some(RotationBlend::Nlerp) => scale.nlerp_angle(aimed).min(NLERP_ANGLE),
            };
            let five = std::array::from_fn(|at| samples[cell.first + at].parts[self.part as usize]);
            let quartic = Quartic::through(five);
            let weight = scale.weights[self.part as usize];
            let curvature_weight = (weight / (8.0 * aimed)).clamp(0.0, 1e30) as f32;
            let density = if self.blend.is_some() {
                // An angle is twice the distance between quaternions.
                let speed_weight = (4.0 / (largest_angle * largest_angle)) as f32;
                quartic.rotation_key_density(curvature_weight, speed_weight)
            } else {
                quartic.key_density(curvature_weight)
            };
            total += density.total;
            most = most.max(density.total);
            let [start, end] = [cell.first, cell.last].map(|at| samples[at].time);
            let per_second = 4.0 / (end - start);
            let bound = ErrorBound::new(&scale, self.part, each - error);
            self.curves.push(CellCurve { quartic, start, per_second, density, bound });
        }
        let is_linear = |cell: &Cell| self.is_linear(self.blend, cell.first, cell.last);
        if total <= 1.0 || most <= FLAT || most <= 2.0 && cells.iter().all(is_linear) {
            return; // the samples may be part of a longer segment
        }
        let (first, last) = (cells[0].first, cells[cells.len() - 1].last);
        self.reduce_to(first);
        let room = self.most.saturating_sub(self.keys.times.len());
        if total >= room as f32 || total.is_nan() {
            self.keys.within_bound = false;
            return self.keep_all_to(last);
        }
        self.place_keys(total, last);
    }

    /// Places the keys of so many segments, all with the same error, up to the sample `last`.
    fn place_keys(&mut self, total: f32, last: usize) {
        let count = total.ceil();
        let end = self.target.times[last];
        let (mut at, mut passed) = (0, 0.0);
        self.keys.times.reserve(count as usize);
        self.keys.values.reserve(count as usize);
        self.curve = 0;
        for segment in 1..count as usize {
            let segments = segment as f32 * (total / count);
            while segments > passed + self.curves[at].density.total && at + 1 < self.curves.len() {
                passed += self.curves[at].density.total;
                at += 1;
            }
            let curve = &self.curves[at];
            let time = curve.time(curve.density.position_after(segments - passed));
            if time < end {
                let value = curve.quartic.at(curve.position(time));
                self.push_segment(time, value, HALVINGS);
            }
        }
        self.push_segment(end, self.values[last], HALVINGS);
        self.from = last;
    }

    /// Pushes a key, and more keys before it if the segment's error in the middle is above the bound.
    fn push_segment(&mut self, time: f32, value: Vec4, halvings: usize) {
        let at = self.keys.times.len() - 1;
        let (before, from) = (self.keys.times[at], self.keys.values[at]);
        if time <= before {
            return; // no `f32` lies between
        }
        let middle = f32::midpoint(before, time);
        if middle > before && middle < time {
            let curve = &self.curves[self.curve_at(middle)];
            let mut want = curve.quartic.at(curve.position(middle));
            // `middle` is rounded to an `f32`.
            let mut line = from + (value - from) * ((middle - before) / (time - before));
            if self.blend.is_some() {
                (line, want) = (line / line.length(), want / want.length());
            }
            let uneven = self.blend == Some(RotationBlend::Slerp) && self.is_uneven(from, value);
            if uneven || !curve.bound.holds(line, want) {
                if halvings > 0 && self.keys.times.len() < self.most {
                    self.push_segment(middle, want, halvings - 1);
                    return self.push_segment(time, value, halvings - 1);
                }
                self.keys.within_bound = false;
            }
        }
        self.keys.times.push(time);
        self.keys.values.push(value);
        self.curve = self.curve_at(time);
    }

    /// Which of the curves a time is on, from the last key's on.
    fn curve_at(&self, time: f32) -> usize {
        let later = self.curves[self.curve + 1..].iter();
        self.curve + later.take_while(|curve| curve.start <= f64::from(time)).count()
    }
}

impl CellCurve {
    /// The time at a position from -2 to 2.
    fn time(&self, position: f32) -> f32 {
        (self.start + (f64::from(position) + 2.0) / self.per_second) as f32
    }

    fn position(&self, time: f32) -> f32 {
        ((f64::from(time) - self.start) * self.per_second - 2.0) as f32
    }
}

/// [`slerp`] between two rotations for many times, with what depends on the two alone computed once.
struct Arc {
    from: Vec4,
    to: Vec4,
    /// Between the two quaternions.
    angle: f32,
    sin: f32,
}

impl Arc {
    /// `None` if the two are so close together that a track joins them by nlerp.
    fn new(from: Vec4, to: Vec4) -> Option<Self> {
        let angle = 2.0 * (from - to).length().atan2((from + to).length());
        (angle > NLERP_LIMIT / 2.0).then(|| Self { from, to, angle, sin: angle.sin() })
    }

    fn at(&self, u: f32) -> Vec4 {
        let weights = [(1.0 - u) * self.angle, u * self.angle].map(f32::sin);
        (self.from * weights[0] + self.to * weights[1]) / self.sin
    }
}
