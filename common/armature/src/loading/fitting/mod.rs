//! Fits tracks to the motion of a node: within an error bound, with as few keys as possible. What a track plays as the
//! file says keeps the file's keys.
//!
//! 1. [`sampling`]: adaptive sampling of the exact motion, and a quartic fit where it is curved.
//! 2. [`key_reduction`]: keys where linear interpolation between them stays within the bound.
//!
//! [`error_scale`] converts errors of a local transform to distances in world space, which the bound is given in.

mod error_scale;
mod key_reduction;
mod parts;
mod quartic;
mod sampling;

pub(crate) use error_scale::ErrorScale;
pub(crate) use parts::{Parts, from_decomposition, parts};
pub(crate) use sampling::{KeyInterpolation, Sampled};

use super::rest::is_sheared;
use crate::animation::{JointTracks, NLERP_LIMIT, RotationTrack, Track};
use error_scale::angle;
use glam::{DVec4, Quat, Vec4};
use key_reduction::{Keys, RotationBlend, Target, keys};
use parts::{Part, same_hemisphere};
use sampling::{Sample, Samples, sample};

/// Which value counts at a time at which a curve jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The one that the curve comes from.
    Before,
    /// The value after the jump; used for ordinary sampling.
    After,
}

/// Keys' times with their sides: where a curve jumps, both. Both lists are in order.
pub(crate) fn sided(times: &[f32], jumps: &[f32]) -> Vec<(f32, Side)> {
    let mut sided = Vec::with_capacity(times.len() + jumps.len());
    for &time in times {
        if jumps.binary_search_by(|jump| jump.total_cmp(&time)).is_ok() {
            sided.push((time, Side::Before));
        }
        sided.push((time, Side::After));
    }
    sided
}

/// Tracks fitted to a motion.
pub(crate) struct Fit {
    /// `joint` is 0; `None` if the node stays at rest.
    pub(crate) tracks: Option<JointTracks>,
    /// False if a curve was too sharp, or too many keys were needed.
    pub(crate) within_bound: bool,
    /// The number of samples taken, or of the keys in one track if that is larger.
    pub(crate) samples: usize,
}

/// Fits tracks to a motion within `error_bound`, a distance in world space. The file has keys at `times` (sorted; two
/// at one time are a jump). `max_samples` limits the samples, and the keys that all tracks add to the file's own.
pub(crate) fn fit(
    motion: &mut impl Sampled,
    times: &[(f32, Side)],
    interpolation: KeyInterpolation,
    scale: &ErrorScale,
    error_bound: f64,
    max_samples: usize,
) -> Fit {
    let Samples { all: samples, cells, taken, within_bound } =
        sample(motion, times, interpolation, scale, error_bound, max_samples);
    let scale = &scale.bounded_by(samples.iter().map(|sample| &sample.parts).chain([&scale.rest]));
    let at: Vec<f32> = samples.iter().map(|sample| sample.time as f32).collect();
    let behaviour = Part::ALL.map(|part| Behaviour::of(&samples, part, scale, error_bound / 16.0));

    // The errors of parts are seldom large at the same time and in the same direction.
    let moving = behaviour.iter().filter(|one| **one == Behaviour::Moving).count();
    let each = error_bound / (moving.max(1) as f64).sqrt();
    let target = Target { samples: &samples, times: &at, cells: &cells, scale, error_bound, each };
    let mut fit = Fit { tracks: None, within_bound, samples: taken };
    let file_keys = times.len();
    let mut key_budget = max_samples.saturating_sub(file_keys);
    let mut keys_of = |part: Part, blend| match behaviour[part as usize] {
        Behaviour::AtRest => None,
        Behaviour::Constant => {
            let value = samples[0].parts[part as usize].as_vec4();
            Some(Keys { times: vec![at[0]], values: vec![value], within_bound: true })
        }
        Behaviour::Moving => {
            let as_they_are = samples.len() == file_keys && interpolation == KeyInterpolation::LikeTracks;
            let keys = if as_they_are && (part != Part::Rotation || is_even(&target)) {
                let values = samples.iter().map(|sample| sample.parts[part as usize].as_vec4()).collect();
                Keys { times: at.clone(), values, within_bound: true }
            } else {
                keys(&target, part, blend, file_keys + key_budget)
            };
            fit.within_bound &= keys.within_bound;
            fit.samples = fit.samples.max(keys.times.len());
            // The rotation is the last, and may be tried twice.
            if part != Part::Rotation {
                key_budget = key_budget.saturating_sub(keys.times.len().saturating_sub(file_keys));
            }
            Some(keys)
        }
    };
    let mut vectors = |part| {
        let Keys { times, values, .. } = keys_of(part, RotationBlend::Nlerp)?;
        let values = values.into_iter().map(Vec4::truncate).collect();
        Some(Track::new(times, values).expect("keys are finite and sorted, and there is one"))
    };
    let [translation, scale, shear] = [Part::Translation, Part::Scale, Part::Shear].map(&mut vectors);
    let mut rotations = |blend| {
        let Keys { times, values, .. } = keys_of(Part::Rotation, blend)?;
        let values = values.into_iter().map(Quat::from_vec4).collect();
        Some(RotationTrack::new(times, values).expect("keys are finite and sorted, and there is one"))
    };
    // Fitted for slerp, keys may turn out to be so close together that they are joined by nlerp.
    let wide = behaviour[Part::Rotation as usize] == Behaviour::Moving && turns_far(&target);
    let by_slerp = if wide { rotations(RotationBlend::Slerp) } else { None };
    let by_slerp = by_slerp.filter(RotationTrack::needs_slerp);
    let rotation = by_slerp.or_else(|| rotations(RotationBlend::Nlerp));
    let tracks = JointTracks { joint: 0, translation, rotation, scale, shear };
    fit.tracks = (tracks.key_count() > 0).then_some(tracks);
    fit
}

/// Whether a track turns as evenly as slerp from each sample to the next, within the bound: it joins near ones by nlerp.
fn is_even(target: &Target<'_>) -> bool {
    let rotation = |sample: &Sample| sample.parts[Part::Rotation as usize];
    target.samples.windows(2).all(|pair| {
        let angle = angle(rotation(&pair[0]), rotation(&pair[1]));
        angle > f64::from(NLERP_LIMIT) || target.scale.nlerp_error(angle) <= target.error_bound / 2.0
    })
}

/// Whether the accumulated rotation between two of the file's keys exceeds `NLERP_LIMIT` (a turn there and back
/// counts twice).
fn turns_far(target: &Target<'_>) -> bool {
    let mut turned = 0.0;
    target.cells.iter().any(|cell| {
        turned = if cell.at_key { 0.0 } else { turned };
        let rotation = |sample: &Sample| sample.parts[Part::Rotation as usize];
        for pair in target.samples[cell.first..=cell.last].windows(2) {
            turned += angle(rotation(&pair[0]), rotation(&pair[1]));
        }
        turned > f64::from(NLERP_LIMIT)
    })
}

/// What a part of a transform does over all its samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Behaviour {
    AtRest,
    /// Always the same, but not as at rest.
    Constant,
    Moving,
}

impl Behaviour {
    /// Differences up to `rounding` do not count.
    fn of(samples: &[Sample], part: Part, scale: &ErrorScale, rounding: f64) -> Self {
        let at = part as usize;
        let mut rest = scale.rest[at];
        let values = || samples.iter().map(|sample| sample.parts[at]);
        // Shear is rare: rounding alone must not make a track.
        let sheared = |shear: DVec4| is_sheared(shear.truncate().as_vec3());
        if part == Part::Shear && rest == DVec4::ZERO && !values().any(sheared) {
            return Behaviour::AtRest;
        }
        let first = samples[0].parts[at];
        if part == Part::Rotation {
            rest = same_hemisphere(first, rest);
        }
        if !values().all(|value| scale.distance(part, value, first) <= rounding) {
            Behaviour::Moving
        } else if scale.distance(part, first, rest) <= rounding {
            Behaviour::AtRest
        } else {
            Behaviour::Constant
        }
    }
}

#[cfg(test)]
mod tests;
