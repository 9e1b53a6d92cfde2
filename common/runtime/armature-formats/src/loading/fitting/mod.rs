//! Fits tracks to the motion of a node: within an error bound, with as few keys as possible:
//!
//! 1. [`sampling`]: adaptive sampling of the exact motion.
//! 2. Key reduction: of the samples as few as linear interpolation between them takes.
//!
//! [`error_scale`] converts errors of a local transform to distances in world space, which the bound is given in.

mod error_scale;
mod sampling;

pub(crate) use error_scale::ErrorScale;
pub(crate) use sampling::KeyInterpolation;

use super::rest::is_sheared;
use crate::double::{self, Arc, Parts, same_hemisphere};
use armature::animation::{
    JointTracks, NLERP_LIMIT, RotationTrack, Track,
    reduce::{all_between, keep},
};
use glam::{DVec4, Quat, Vec4};
use sampling::{Sample, Samples, sample_motion};

/// Side of a jump whose value counts at the time of the jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The one that the curve comes from.
    Before,
    /// The value after the jump; used for ordinary sampling.
    After,
}

/// A part of a local transform, which gets its own track: the index of the part in [`Parts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Translation,
    Rotation,
    Scale,
    Shear,
}

impl Part {
    const ALL: [Part; 4] = [Part::Translation, Part::Rotation, Part::Scale, Part::Shear];

    /// Returns the size of a value to which rounding errors are proportional.
    fn rounding_size(self, value: DVec4) -> f64 {
        match self {
            Part::Rotation => 0.5, // of an angle of 1
            Part::Translation | Part::Scale => value.length(),
            Part::Shear => 1.0 + value.length(),
        }
    }
}

/// Returns the linear interpolation between two values of a part as a function of the fraction: for rotations slerp if
/// `nlerp_limit` is exceeded by their angle, else nlerp. `None` where rounding decides which of two ways is shorter.
fn interpolation_between(part: Part, a: DVec4, b: DVec4, nlerp_limit: f64) -> Option<impl Fn(f64) -> DVec4> {
    let is_rotation = part == Part::Rotation;
    let b = if is_rotation { same_hemisphere(a, b) } else { b };
    if is_rotation && a.dot(b) < 0.2 {
        return None;
    }
    let is_far = is_rotation && (a - b).length() > 0.49 * nlerp_limit;
    let arc = is_far.then(|| Arc::new(a, b)).filter(|arc| arc.angle() > nlerp_limit);
    Some(move |u: f64| {
        if let Some(arc) = &arc {
            return arc.rotation_at(u);
        }
        let value = a + (b - a) * u;
        if is_rotation { value.normalize() } else { value }
    })
}

/// The motion of a node by the curves of a file.
pub(crate) trait Motion: Sync {
    /// Returns the times of the file's keys, sorted; that of a jump is there twice.
    fn key_times(&self) -> Vec<(f32, Side)>;
    /// Returns the local transform at a time; `None` if a number is too large for an `f32`.
    fn sample(&self, time: f32, side: Side) -> Option<Parts>;
}

pub(crate) struct Fit {
    /// `joint` is 0; `None` if the node stays at rest.
    pub(crate) tracks: Option<JointTracks>,
    /// False if a curve was too sharp, or too many keys were needed.
    pub(crate) within_bound: bool,
    /// False if a number was too large for an `f32`.
    pub(crate) finite: bool,
    pub(crate) samples: usize,
}

/// Fits tracks to a motion within `error_bound`, a distance in world space. The file has keys at `times` (sorted; two
/// at one time are a jump). `max_samples` limits the samples.
pub(crate) fn fit(
    motion: &impl Motion,
    times: &[(f32, Side)],
    interpolation: KeyInterpolation,
    scale: &ErrorScale,
    error_bound: f64,
    max_samples: usize,
) -> Fit {
    let Samples { all: samples, taken, within_bound, finite } =
        sample_motion(motion, times, interpolation, scale, error_bound, max_samples);
    let scale = scale.bounded_by(samples.iter().map(|sample| &sample.parts).chain([&scale.rest]));
    let behaviour = Part::ALL.map(|part| {
        let values = samples.iter().map(|sample| sample.parts[part as usize]);
        Behaviour::new(&values, part, &scale, error_bound / 16.0)
    });
    // The errors of parts are seldom large at the same time and in the same direction. A thirty-second is left for
    // the error of the sampling.
    let moving = behaviour.iter().filter(|behaviour| **behaviour == Behaviour::Moving).count();
    let allowed = error_bound / (moving.max(1) as f64).sqrt() - error_bound / 32.0;
    let as_they_are = interpolation == KeyInterpolation::LikeTracks && samples.len() == times.len();
    let tracks = joint_tracks(|part| {
        let keys = match behaviour[part as usize] {
            Behaviour::AtRest => return None,
            Behaviour::Constant => vec![0],
            Behaviour::Moving if as_they_are => (0..samples.len()).collect(),
            Behaviour::Moving => Reduction { samples: &samples, part, scale: &scale, allowed }.select_keys(),
        };
        Some(keys.into_iter().map(|key| (samples[key].time, samples[key].parts[part as usize].as_vec4())).unzip())
    });
    Fit { tracks: (tracks.key_count() > 0).then_some(tracks), within_bound, finite, samples: taken }
}

/// Builds tracks from the times and values that `keys` returns for each part: sorted, and at least one of each.
fn joint_tracks(keys: impl Fn(Part) -> Option<(Vec<f32>, Vec<Vec4>)>) -> JointTracks {
    let [translation, scale, shear] = [Part::Translation, Part::Scale, Part::Shear].map(|part| {
        let (times, values) = keys(part)?;
        let values = values.into_iter().map(Vec4::truncate).collect();
        Some(Track::new(times, values).expect("keys are finite and sorted, and there is one"))
    });
    let rotation = keys(Part::Rotation).map(|(times, values)| {
        let values = values.into_iter().map(Quat::from_vec4).collect();
        RotationTrack::new(times, values).expect("keys are finite and sorted, and there is one")
    });
    JointTracks { joint: 0, translation, rotation, scale, shear }
}

/// Selection of the samples of a part that are kept as keys.
struct Reduction<'a> {
    samples: &'a [Sample],
    part: Part,
    scale: &'a ErrorScale,
    allowed: f64,
}

impl Reduction<'_> {
    /// Returns as few samples as keep all others within the bound.
    ///
    /// A track joins near rotations by nlerp, whose speed is too uneven for some bounds. The search must not end there,
    /// because farther keys are joined by slerp. So it uses slerp for all pairs where the difference matters, and then
    /// searches again between keys that are near after all.
    fn select_keys(&self) -> Vec<usize> {
        let times: Vec<f32> = self.samples.iter().map(|sample| sample.time).collect();
        let nlerp_limit = self.scale.nlerp_angle(self.allowed / 32.0).min(NLERP_LIMIT.into());
        let kept = keep(&times, |from, to| self.is_linear(from, to, nlerp_limit));
        if self.part != Part::Rotation {
            return kept;
        }
        let mut keys = vec![kept[0]];
        for pair in kept.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            if times[from] == times[to] || self.is_linear(from, to, NLERP_LIMIT.into()) {
                keys.push(to);
            } else {
                let closer = keep(&times[from..=to], |a, b| self.is_linear(from + a, from + b, NLERP_LIMIT.into()));
                keys.extend(closer[1..].iter().map(|index| from + index));
            }
        }
        keys
    }

    /// Whether interpolation between two samples is within the bound of all samples between the two.
    fn is_linear(&self, from: usize, to: usize, nlerp_limit: f64) -> bool {
        let part = self.part as usize;
        let [first, last] = [from, to].map(|sample| &self.samples[sample]);
        let start = f64::from(first.time);
        let length = f64::from(last.time) - start;
        if self.part == Part::Rotation {
            let angle = double::angle(first.parts[part], last.parts[part]);
            // The samples may lie where nlerp and slerp agree.
            if angle <= nlerp_limit && self.scale.nlerp_error(angle) > self.allowed / 2.0 {
                return false;
            }
        }
        let played = interpolation_between(self.part, first.parts[part], last.parts[part], nlerp_limit);
        let Some(played) = played else { return false };
        all_between(from, to, |sample| {
            let sample = &self.samples[sample];
            let interpolated = played((f64::from(sample.time) - start) / length);
            self.scale.are_near(self.part, interpolated, sample.parts[part], self.allowed)
        })
    }
}

/// Behaviour of a part of a transform over all its samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Behaviour {
    AtRest,
    /// Always the same, but not as at rest.
    Constant,
    Moving,
}

impl Behaviour {
    /// Differences up to `rounding` do not count.
    fn new(values: &(impl Iterator<Item = DVec4> + Clone), part: Part, scale: &ErrorScale, rounding: f64) -> Self {
        let mut rest = scale.rest[part as usize];
        // Shear is rare: rounding alone must not make a track.
        if part == Part::Shear
            && rest == DVec4::ZERO
            && !values.clone().any(|shear| is_sheared(shear.truncate().as_vec3()))
        {
            return Behaviour::AtRest;
        }
        let first = values.clone().next().expect("there is a key");
        if part == Part::Rotation {
            rest = same_hemisphere(first, rest);
        }
        if !values.clone().all(|value| scale.are_near(part, value, first, rounding)) {
            Behaviour::Moving
        } else if scale.are_near(part, first, rest, rounding) {
            Behaviour::AtRest
        } else {
            Behaviour::Constant
        }
    }
}
