//! A motion looked at as closely as it bends: what lies between two samples is straight enough.

use super::lever::{Lever, Weights, angle};
use crate::{
    animation::{NLERP_LIMIT, RotationBlend},
    collada::{evaluate::Side, limits::MAX_HALVINGS},
    math::{Decomposition, Transform, nlerp, shortest, slerp},
};
use glam::{Vec3, Vec4};

/// The local transform at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) time: f32,
    pub(super) local: Decomposition,
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
    fn key(&mut self, time: f32, side: Side) -> Decomposition;
    /// The times that follow lie between this key and the next one. True if the middle tells all.
    fn begin(&mut self, start: f32) -> bool;
    /// True only if the middle tells all between any two keys.
    fn all_plain(&self) -> bool;
    /// Between two keys.
    fn inside(&mut self, time: f32) -> Decomposition;
}

/// Where between two keys of the file a curve that is not plain is looked at. Not at regular parts: a
/// turn by many full circles must not look like standing still.
const PROBES: [f32; 3] = [0.17, 0.5, 0.79];

/// Parts that a stretch is cut into at once.
const MOST_PARTS: f64 = 12.0;

/// Where an S strays most that has its middle on the straight line.
const BESIDE_THE_MIDDLE: f32 = 0.21;

/// Samples of a motion.
pub(super) struct Samples {
    /// Sorted by time; two at one time are a jump.
    pub(super) all: Vec<Sample>,
    /// False if more were needed.
    pub(super) within: bool,
    /// How the file's own keys would be joined, if they are few for how far it turns.
    pub(super) blend: RotationBlend,
}

/// Samples such that what runs straight between two of them stays within a quarter of `each` for
/// translation, rotation, scale and shear: each stretch was found within `each` in its middle, and the
/// middle is a sample as well.
///
/// `times` are the file's keys, sorted; two at one time are a jump. `most` samples at most.
pub(super) fn samples(
    motion: &mut impl Motion,
    times: &[(f32, Side)],
    between: Between,
    lever: &Lever,
    each: f64,
    most: usize,
) -> Samples {
    let key = |(time, side): &(f32, Side)| Sample { time: *time, local: motion.key(*time, *side) };
    let keys: Vec<Sample> = times.iter().map(key).collect();
    let apart =
        |pair: &[Sample]| angle(pair[0].local.transform.rotation, pair[1].local.transform.rotation);
    let wide = keys.windows(2).any(|pair| apart(pair) > NLERP_LIMIT)
        || between == Between::Curved
            && !motion.all_plain()
            && keys.windows(2).any(|pair| turns_far(motion, pair));
    let blend = if wide { RotationBlend::Slerp } else { RotationBlend::Nlerp };
    let most = most.max(times.len());
    let (all, weights) = (Vec::with_capacity(2 * keys.len()), lever.weights);
    let mut sampler = Sampler { motion, lever, weights, each, most, blend, all, within: true };
    sampler.all.extend(keys.first());
    for pair in keys.windows(2) {
        let (before, after) = (pair[0], pair[1]);
        if before.time < after.time {
            match between {
                Between::Straight if runs_straight(&before, &after) => sampler.blend(before, after),
                Between::Straight | Between::Curved => {
                    let plain = sampler.motion.begin(before.time);
                    sampler.gap(before, after, plain);
                }
            }
        }
        sampler.all.push(after);
    }
    Samples { all: sampler.all, within: sampler.within, blend }
}

/// Whether something turns far between two keys, though it may come back to where it was.
fn turns_far(motion: &mut impl Motion, pair: &[Sample]) -> bool {
    let (before, after) = (pair[0], pair[1]);
    if before.time >= after.time || motion.begin(before.time) {
        return false;
    }
    let mut rotation = before.local.transform.rotation;
    PROBES.iter().any(|u| {
        let next = motion.inside(mix(before.time, after.time, *u)).transform.rotation;
        angle(std::mem::replace(&mut rotation, next), next) > NLERP_LIMIT
    })
}

/// Whether two matrices can be taken apart so well that what lies between them need not be looked at.
fn runs_straight(before: &Sample, after: &Sample) -> bool {
    let sound = |sample: &Sample| {
        let scale = sample.local.transform.scale.abs();
        scale.min_element() > 1e-3 * scale.max_element()
    };
    let [a, b] = [before, after].map(|sample| sample.local.transform);
    // Nearly opposite, the shorter way is a matter of rounding.
    let near = a.rotation.dot(b.rotation).abs() > 0.01;
    let same_hand = a.scale.x.is_sign_negative() == b.scale.x.is_sign_negative();
    sound(before) && sound(after) && near && same_hand
}

struct Sampler<'a, M> {
    motion: &'a mut M,
    lever: &'a Lever,
    weights: Weights,
    each: f64,
    most: usize,
    blend: RotationBlend,
    all: Vec<Sample>,
    within: bool,
}

impl<M: Motion> Sampler<'_, M> {
    /// Between two matrices: only the rotation's speed can stray, where nlerp is used for slerp.
    fn blend(&mut self, before: Sample, after: Sample) {
        let [a, b] = [before, after].map(|sample| sample.local);
        let strays = self.uneven(&a, &b);
        if strays <= self.each {
            return;
        }
        // A part of the angle strays by the cube of that part.
        let parts = (strays / self.each).cbrt().ceil().min(16.0) as usize;
        for part in 1..parts {
            let u = part as f32 / parts as f32;
            let time = mix(before.time, after.time, u);
            self.all.push(Sample { time, local: blended(&a, &b, u) });
        }
    }

    /// How far nlerp strays from slerp between two, if it will be used.
    fn uneven(&self, a: &Decomposition, b: &Decomposition) -> f64 {
        match self.blend {
            RotationBlend::Slerp => 0.0,
            RotationBlend::Nlerp => {
                self.lever.nlerp_strays(angle(a.transform.rotation, b.transform.rotation))
            }
        }
    }

    /// Between two keys of the file, without the keys themselves.
    fn gap(&mut self, before: Sample, after: Sample, plain: bool) {
        let least = (after.time - before.time) / (1 << MAX_HALVINGS) as f32;
        if plain {
            return self.part(before, after, least, None);
        }
        let mut worst = 0.0f64;
        let probes = PROBES.map(|u| {
            let sample = self.sample(before.time, after.time, u);
            worst = worst.max(self.strays(&before, &after, &sample));
            sample
        });
        if worst <= self.each {
            let inside = |sample: &Sample| sample.time > before.time && sample.time < after.time;
            self.all.extend(probes.into_iter().filter(inside));
            return;
        }
        self.split(before, after, probes[1], worst, least);
    }

    /// Between two samples, without the two. `expected` is how far the middle should stray, if the
    /// stretch around bends evenly.
    fn part(&mut self, before: Sample, after: Sample, least: f32, expected: Option<f64>) {
        let middle = self.sample(before.time, after.time, 0.5);
        if middle.time <= before.time || middle.time >= after.time {
            return; // nothing lies between
        }
        let mut strays = self.strays(&before, &after, &middle);
        let mut beside = None;
        // Far too straight: the middle of an S?
        if strays <= self.each && expected.is_some_and(|expected| strays < expected / 4.0) {
            let sample = self.sample(before.time, after.time, BESIDE_THE_MIDDLE);
            strays = strays.max(self.strays(&before, &after, &sample));
            beside = Some(sample).filter(|sample| sample.time > before.time);
        }
        if strays <= self.each {
            self.all.extend(beside);
            self.all.push(middle);
        } else {
            self.split(before, after, middle, strays, least);
        }
    }

    /// Cuts a stretch that strays into so many that each should not.
    fn split(&mut self, before: Sample, after: Sample, middle: Sample, strays: f64, least: f32) {
        if after.time - before.time < least || self.all.len() >= self.most {
            self.within = false;
            self.all.push(middle);
            return;
        }
        // The error falls with the square of the length. More at a time would be a guess.
        let parts = ((strays / self.each).sqrt() * 1.05).ceil().clamp(2.0, MOST_PARTS) as usize;
        let expected = Some(strays / (parts * parts) as f64);
        let mut from = before;
        for part in 1..=parts {
            let to = if part == parts {
                after
            } else if 2 * part == parts {
                middle
            } else {
                self.sample(before.time, after.time, part as f32 / parts as f32)
            };
            if to.time > from.time {
                self.part(from, to, least, expected);
                if part < parts {
                    self.all.push(to);
                }
                from = to;
            }
        }
    }

    fn sample(&mut self, before: f32, after: f32, u: f32) -> Sample {
        let time = mix(before, after, u);
        Sample { time, local: self.motion.inside(time) }
    }

    /// How far a sample is from the straight way between two others, in the part that strays most.
    fn strays(&self, before: &Sample, after: &Sample, sample: &Sample) -> f64 {
        let u = (sample.time - before.time) / (after.time - before.time);
        let [a, b, at] = [before, after, sample].map(|sample| &sample.local);
        let line = |a: Vec3, b: Vec3| a + (b - a) * u;
        let [from, to, want] = [a, b, at].map(|local| local.transform);
        let to_rotation = shortest(from.rotation, to.rotation);
        // In the middle nlerp and slerp meet.
        let rotation = match self.blend {
            RotationBlend::Slerp if u != 0.5 => slerp(from.rotation, to_rotation, u),
            _ => nlerp(from.rotation, to_rotation, u),
        };
        let translation = line(from.translation, to.translation);
        let (scale, shear) = (line(from.scale, to.scale), line(a.shear, b.shear));

        // What is near enough even without a thought to rounding is so at once.
        let Weights { shift, turn, stretch } = self.weights;
        let chord = Vec4::from(rotation) - Vec4::from(shortest(rotation, want.rotation));
        let square = |weight: f64, length_squared: f32| weight * weight * f64::from(length_squared);
        let quick = square(shift, translation.distance_squared(want.translation))
            .max(square(2.0 * turn, chord.length_squared()))
            .max(square(stretch, scale.distance_squared(want.scale)))
            .max(square(turn, shear.distance_squared(at.shear)));
        let uneven = self.uneven(a, b);
        if quick <= self.each * self.each {
            return quick.sqrt().max(uneven);
        }
        let lever = self.lever;
        lever
            .shift(translation, want.translation)
            .max(lever.turn(rotation, want.rotation))
            .max(lever.stretch(scale, want.scale))
            .max(lever.lean(shear, at.shear))
            .max(uneven)
    }
}

/// Part of the way from one to the other, as whole matrices run.
fn blended(a: &Decomposition, b: &Decomposition, u: f32) -> Decomposition {
    let [from, to] = [a.transform, b.transform];
    Decomposition {
        transform: Transform {
            translation: from.translation.lerp(to.translation, u),
            rotation: slerp(from.rotation, to.rotation, u),
            scale: from.scale.lerp(to.scale, u),
        },
        shear: a.shear.lerp(b.shear, u),
    }
}

fn mix(before: f32, after: f32, u: f32) -> f32 {
    before + (after - before) * u
}
