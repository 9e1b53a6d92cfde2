//! Keys for one part of a motion: as few as will do, where it bends most.

use super::{
    fit,
    lever::{Lever, Near},
    parts::Part,
    quartic::{Quartic, Rates},
    samples::{Cell, Sample, Way},
};
use crate::{
    animation::NLERP_LIMIT,
    math::{nlerp, slerp},
};
use glam::{Quat, Vec4};

/// A motion as it was looked at, and how near its keys are wanted.
pub(super) struct Wanted<'a> {
    pub(super) samples: &'a [Sample],
    /// The samples' times.
    pub(super) times: &'a [f32],
    pub(super) cells: &'a [Cell],
    pub(super) lever: &'a Lever,
    /// How far the whole transform may stray.
    pub(super) allowed: f64,
    /// How far each part may.
    pub(super) each: f64,
}

/// Keys of one part.
#[derive(Default)]
pub(super) struct Keys {
    pub(super) times: Vec<f32>,
    pub(super) values: Vec<Vec4>,
    /// False if there should be more.
    pub(super) within: bool,
}

/// How far apart rotation keys may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RotationBlend {
    /// Near enough for nlerp.
    Nlerp,
    /// So far that a track may need slerp; those that are near are joined by nlerp all the same.
    Slerp,
}

/// A little below, so that a track that was fitted with nlerp is played with it.
const FITTED_LIMIT: f64 = 0.99 * NLERP_LIMIT as f64;

/// Turns that are never taken for the shorter way round, in radians.
const SLERP_LIMIT: f64 = 2.5;

/// How much of what is allowed a piece is made for; the rest is for how roughly that is known.
const AIMED: f64 = 0.95;

/// How often a piece is halved that does not bend as evenly as was thought.
const HALVINGS: usize = 8;

/// Parts at most between two whole matrices.
const MOST_PARTS: usize = 16;

/// Where a whole cell takes no more than this of a straight line, its samples are close enough together
/// to be chosen from.
const GENTLE: f32 = 0.5;

/// The keys of a part, about `most` at most. `blend` is how they will be joined, if it is the rotation.
pub(super) fn keys(wanted: &Wanted<'_>, part: Part, blend: RotationBlend, most: usize) -> Keys {
    let values: Vec<Vec4> = (0..wanted.samples.len()).map(|at| value(wanted, part, at)).collect();
    let keys = Keys {
        times: Vec::with_capacity(values.len()),
        values: Vec::with_capacity(values.len()),
        within: true,
    };
    // An eighth may lie between the samples.
    let near = Near::new(wanted.lever, part, wanted.each - wanted.allowed / 8.0);
    let blend = (part == Part::Rotation).then_some(blend);
    let mut maker = Maker {
        wanted,
        part,
        blend,
        values,
        near,
        keys,
        most,
        from: 0,
        bends: Vec::new(),
        bend: 0,
    };
    maker.push(0);
    maker.run();
    maker.keys
}

/// A sample's value at its time as an `f32`, which late in a long clip may be some way off.
fn value(wanted: &Wanted<'_>, part: Part, at: usize) -> Vec4 {
    let of = |at: usize| wanted.samples[at].parts[part as usize];
    let time = |at: usize| wanted.samples[at].time;
    let off = f64::from(wanted.times[at]) - time(at);
    if off == 0.0 {
        return of(at).as_vec4(); // as are all at keys of the file, the first and the last among them
    }
    let speed = (of(at + 1) - of(at - 1)) / (time(at + 1) - time(at - 1));
    (of(at) + speed * off).as_vec4()
}

struct Maker<'a> {
    wanted: &'a Wanted<'a>,
    part: Part,
    /// For rotations.
    blend: Option<RotationBlend>,
    /// The samples' values.
    values: Vec<Vec4>,
    near: Near,
    keys: Keys,
    most: usize,
    /// The sample that is the last key so far: those after it run straight from one to the next.
    from: usize,
    /// The cells that are followed at once.
    bends: Vec<Bend>,
    /// Which of them the last key is in.
    bend: usize,
}

/// A cell as a polynomial.
struct Bend {
    curve: Quartic,
    start: f64,
    per_second: f64,
    rates: Rates,
    /// How near a straight line has to be.
    near: Near,
}

impl Maker<'_> {
    fn run(&mut self) {
        let wanted = self.wanted;
        let mut at = 0;
        while let Some(cell) = wanted.cells.get(at) {
            let from = at;
            at += 1;
            match cell.way {
                Way::Straight => self.keep_even(cell),
                Way::Rough => {
                    self.straight_to(cell.first);
                    self.all_to(cell.last);
                }
                Way::Smooth(_) => {
                    let more = wanted.cells[at..].iter();
                    let smooth = |cell: &&Cell| matches!(cell.way, Way::Smooth(_)) && !cell.at_key;
                    at += more.take_while(smooth).count();
                    self.follow(&wanted.cells[from..at]);
                }
            }
        }
        self.straight_to(self.values.len() - 1);
    }

    fn push(&mut self, sample: usize) {
        let (time, value) = (self.wanted.times[sample], self.values[sample]);
        // Two at one time are a jump; more would be too close together for an `f32`.
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

    /// Samples between which straight lines will do: as few of them as possible.
    fn straight_to(&mut self, last: usize) {
        let from = std::mem::replace(&mut self.from, last);
        if from == last {
            return;
        }
        let kept = fit::keep(&self.wanted.times[from..=last], |first, last| {
            self.straight(from + first, from + last)
        });
        kept.into_iter().skip(1).for_each(|at| self.push(from + at));
    }

    /// Whether all samples between two are near enough to the way from one to the other.
    fn straight(&self, from: usize, to: usize) -> bool {
        let (times, values) = (self.wanted.times, &self.values[..]);
        let (start, length) = (times[from], times[to] - times[from]);
        let (a, b) = (values[from], values[to]);
        let arc = match self.blend {
            None => {
                let rise = b - a;
                return all_near(from, to, |at| {
                    self.near.holds(a + rise * ((times[at] - start) / length), values[at])
                });
            }
            Some(RotationBlend::Nlerp) if !self.even(2.0 * f64::from(a.distance(b))) => {
                return false;
            }
            Some(RotationBlend::Nlerp) => None,
            // Half a turn could go either way.
            Some(RotationBlend::Slerp) if a.dot(b) < 0.2 || self.uneven(a, b) => return false,
            Some(RotationBlend::Slerp) => Arc::new(a, b),
        };
        all_near(from, to, |at| {
            let u = (times[at] - start) / length;
            let way = match &arc {
                Some(arc) => arc.at(u),
                None => nlerp(Quat::from_vec4(a), Quat::from_vec4(b), u).into(),
            };
            self.near.holds(way, values[at])
        })
    }

    fn all_to(&mut self, last: usize) {
        for sample in self.from + 1..=last {
            self.push(sample);
        }
        self.from = last;
    }

    /// Whether nlerp's speed is even enough where keys are so far apart.
    fn even(&self, angle: f64) -> bool {
        let Wanted { lever, allowed, .. } = self.wanted;
        angle < FITTED_LIMIT && lever.nlerp_strays(angle) <= allowed / 2.0
    }

    /// Whether two keys are near enough to be joined by nlerp, and its speed is not even enough.
    fn uneven(&self, a: Vec4, b: Vec4) -> bool {
        let Wanted { lever, allowed, .. } = self.wanted;
        let angle = 2.0 * f64::from(a.distance(b));
        angle <= f64::from(NLERP_LIMIT) && lever.nlerp_strays(angle) > allowed / 2.0
    }

    /// Keys between two whole matrices, where nlerp would turn too unevenly from one to the other.
    fn keep_even(&mut self, cell: &Cell) {
        let Wanted { lever, allowed, times, .. } = self.wanted;
        let (first, last) = (cell.first, cell.last);
        let (a, b) = (self.values[first], self.values[last]);
        let played_by_slerp = self.blend == Some(RotationBlend::Slerp) && !self.uneven(a, b);
        if self.blend.is_none() || played_by_slerp || last > first + 1 {
            return;
        }
        let strays = lever.nlerp_strays(2.0 * f64::from(a.distance(b)));
        if strays <= allowed / 2.0 || times[first] == times[last] {
            return;
        }
        self.straight_to(first);
        // A part of the angle strays by the cube of that part.
        let enough = |parts: &usize| (parts * parts * parts) as f64 * allowed >= 2.0 * strays;
        let parts = (1..MOST_PARTS).find(enough).unwrap_or(MOST_PARTS);
        for part in 1..parts {
            let u = part as f32 / parts as f32;
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

    /// Keys in cells that are known by polynomials, with no key of the file inside.
    fn follow(&mut self, cells: &[Cell]) {
        let Wanted { lever, each, samples, .. } = self.wanted;
        let (mut total, mut most) = (0.0, 0.0f32);
        self.bends.clear();
        for cell in cells {
            let Way::Smooth(by) = cell.way else { continue };
            let inside = &samples[cell.first..=cell.last];
            let lever = lever.among(inside.iter().map(|sample| &sample.parts));
            let aimed = AIMED * (each - by);
            let farthest = match self.blend {
                None => f64::INFINITY,
                Some(RotationBlend::Slerp) => SLERP_LIMIT,
                Some(RotationBlend::Nlerp) => lever.nlerp_reaches(aimed).min(FITTED_LIMIT),
            };
            let five = std::array::from_fn(|at| samples[cell.first + at].parts[self.part as usize]);
            let curve = Quartic::through(five);
            let bend = (lever.weights[self.part as usize] / (8.0 * aimed)).clamp(0.0, 1e30) as f32;
            let rates = if self.blend.is_some() {
                // An angle is twice what lies between quaternions.
                curve.rates_of_a_rotation(bend, (4.0 / (farthest * farthest)) as f32)
            } else {
                curve.rates(bend)
            };
            total += rates.total;
            most = most.max(rates.total);
            let [start, end] = [cell.first, cell.last].map(|at| samples[at].time);
            let per_second = 4.0 / (end - start);
            let near = Near::new(&lever, self.part, each - by);
            self.bends.push(Bend { curve, start, per_second, rates, near });
        }
        let straight = |cell: &Cell| self.straight(cell.first, cell.last);
        if total <= 1.0 || most <= GENTLE || most <= 2.0 && cells.iter().all(straight) {
            return; // part of a longer way, perhaps
        }
        let (first, last) = (cells[0].first, cells[cells.len() - 1].last);
        self.straight_to(first);
        let room = self.most.saturating_sub(self.keys.times.len());
        if total >= room as f32 || total.is_nan() {
            self.keys.within = false;
            return self.all_to(last);
        }
        self.pieces(total, last);
    }

    /// So many pieces, all of which bend alike, as far as the sample `last`.
    fn pieces(&mut self, total: f32, last: usize) {
        let pieces = total.ceil();
        let end = self.wanted.times[last];
        let (mut at, mut passed) = (0, 0.0);
        self.bend = 0;
        for piece in 1..pieces as usize {
            let wanted = piece as f32 * (total / pieces);
            while wanted > passed + self.bends[at].rates.total && at + 1 < self.bends.len() {
                passed += self.bends[at].rates.total;
                at += 1;
            }
            let bend = &self.bends[at];
            let time = bend.time(bend.rates.reach(wanted - passed));
            if time < end {
                let value = bend.curve.at(bend.place(time));
                self.piece(time, value, HALVINGS);
            }
        }
        self.piece(end, self.values[last], HALVINGS);
        self.from = last;
    }

    /// A key, and more between it and the last one if the straight way is not near enough in its middle.
    fn piece(&mut self, time: f32, value: Vec4, halvings: usize) {
        let at = self.keys.times.len() - 1;
        let (before, from) = (self.keys.times[at], self.keys.values[at]);
        if time <= before {
            return; // nothing that an `f32` could tell lies between
        }
        let middle = f32::midpoint(before, time);
        if middle > before && middle < time {
            let half = &self.bends[self.bend_at(middle)];
            let mut want = half.curve.at(half.place(middle));
            // Nearly half way, as near as an `f32` comes to it.
            let mut line = from + (value - from) * ((middle - before) / (time - before));
            if self.blend.is_some() {
                (line, want) = (line / line.length(), want / want.length());
            }
            let uneven = self.blend == Some(RotationBlend::Slerp) && self.uneven(from, value);
            if uneven || !half.near.holds(line, want) {
                if halvings > 0 && self.keys.times.len() < self.most {
                    self.piece(middle, want, halvings - 1);
                    return self.piece(time, value, halvings - 1);
                }
                self.keys.within = false;
            }
        }
        self.keys.times.push(time);
        self.keys.values.push(value);
        self.bend = self.bend_at(time);
    }

    /// Which of the cells a time is in; not before the last key's.
    fn bend_at(&self, time: f32) -> usize {
        let later = self.bends[self.bend + 1..].iter();
        self.bend + later.take_while(|bend| bend.start <= f64::from(time)).count()
    }
}

impl Bend {
    /// When it is there, from -2 to 2.
    fn time(&self, place: f32) -> f32 {
        (self.start + (f64::from(place) + 2.0) / self.per_second) as f32
    }

    fn place(&self, time: f32) -> f32 {
        ((f64::from(time) - self.start) * self.per_second - 2.0) as f32
    }
}

/// Whether something holds for all between two; asked about the middle first: there it strays most, mostly.
fn all_near(from: usize, to: usize, near: impl Fn(usize) -> bool) -> bool {
    near(from.midpoint(to)) && (from + 1..to).all(near)
}

/// [`slerp`] between two rotations, for many times: what depends on the two alone is worked out once.
struct Arc {
    from: Vec4,
    to: Vec4,
    /// Between the two as points on the sphere.
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
        let shares = [(1.0 - u) * self.angle, u * self.angle].map(f32::sin);
        (self.from * shares[0] + self.to * shares[1]) / self.sin
    }
}
