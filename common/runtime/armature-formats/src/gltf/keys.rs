//! Keys of the file's curves, and those of the tracks that play as they say.

use super::{data::Data, json::Item, limits::MAX_KEYS};
use armature::{
    animation::{TrackError, sample_adaptively},
    math::slerp,
};
use glam::{Quat, Vec4};

const INTERPOLATIONS: [&str; 3] = ["LINEAR", "STEP", "CUBICSPLINE"];
const LINEAR: usize = 0;
const STEP: usize = 1;
const SPLINE: usize = 2;

/// Largest distance of a track from a spline: of quaternions, of scales and weights, and of translations relative to the
/// model's size.
const PRECISION: f32 = 2e-5;

/// Largest difference of the values of a curve in which nothing moves, relative as [`PRECISION`] is.
const STILL: f32 = 1e-6;

/// Largest number of a sampled spline, which may reach far beyond its keys.
const MAX_NUMBER: f32 = 1e30;

/// Keys as the file has them.
pub(super) struct Keys {
    pub(super) times: Vec<f32>,
    /// Values of each key, unused components 0. Those of splines follow the tangents before the key, and tangents after it
    /// follow them.
    values: Vec<Vec4>,
    /// Number of values of each key: that of morph targets, or 1.
    pub(super) per_key: usize,
    /// Index in [`INTERPOLATIONS`].
    interpolation: usize,
}

/// Reads the keys of a sampler for a property of a node. `left` is the number of values that all channels may still have.
pub(super) fn read_keys(data: &Data<'_>, sampler: &Item<'_>, path: &str, left: &mut usize) -> Option<Keys> {
    let interpolation = read_interpolation(sampler)?;
    let input = sampler.need("input", sampler.index("input", "accessors"))?;
    let output = sampler.need("output", sampler.index("output", "accessors"))?;
    let stored = data.elements(input, &["SCALAR"], "a list of key times")?;
    let (kind, purpose) = match path {
        "rotation" => ("VEC4", "a list of rotations"),
        "weights" => ("SCALAR", "a list of weights"),
        _ => ("VEC3", "a list of translations or scales"),
    };
    let values = data.elements(output, &[kind], purpose)?;
    let Some(rest) = left.checked_sub(stored.len().max(values.len())) else {
        sampler.refuse("", format!("more than {MAX_KEYS} keys in all channels together"));
        return None;
    };
    *left = rest;
    let times: Vec<f32> = (0..stored.len()).map(|key| stored.numbers::<1>(key)[0]).collect();
    let mut before = f32::MIN;
    for (key, &time) in times.iter().enumerate() {
        if !time.is_finite() || time < before {
            let error = TrackError::Order { key, time, before };
            sampler.warn("input", format!("{error}: left out"));
            return None;
        }
        before = time;
    }
    let mut keys = Keys { times, values: Vec::new(), per_key: 1, interpolation };
    let count = values.len();
    let key_count = keys.times.len();
    let mut needed = key_count * keys.stride();
    if path == "weights" {
        keys.per_key = count / needed.max(1);
        needed *= keys.per_key;
        if count == 0 || count != needed {
            sampler.warn("output", format!("{count} weights are not as many for each of {key_count} keys: left out"));
            return None;
        }
    } else if count < needed || count == 3 * key_count && count > needed {
        let tangents = if count < needed { "" } else { ", as many as with tangents" };
        let message = format!("{key_count} keys need {needed} values, and there are {count}{tangents}: left out");
        sampler.warn("output", message);
        return None;
    } else if count > needed && needed > 0 {
        sampler.warn("output", format!("{count} values for {key_count} keys: the first {needed} are used"));
    }
    keys.values.extend((0..needed).map(|index| Vec4::from_array(values.numbers(index))));
    let odd = keys.leave_out_unsound(path == "rotation");
    if odd > 0 {
        let what = if path == "rotation" { "no rotations" } else { "not finite" };
        sampler.warn("output", format!("{odd} of its keys are {what}: left out"));
    }
    Some(keys)
}

/// Reads the number of a sampler's interpolation; `None` for an unknown one, which has a warning.
fn read_interpolation(sampler: &Item<'_>) -> Option<usize> {
    if !sampler.has("interpolation") {
        return Some(LINEAR);
    }
    if sampler.is_zero("interpolation") {
        sampler.warn("interpolation", "0 is none: read as LINEAR"); // an exporter of Maya writes it
        return Some(LINEAR);
    }
    sampler.choice("interpolation", &INTERPOLATIONS)
}

impl Keys {
    /// Returns the number of values of each key with its tangents, as a multiple of `per_key`.
    fn stride(&self) -> usize {
        if self.interpolation == SPLINE { 3 } else { 1 }
    }

    /// Returns a value of a key: of a spline part 0 is the tangent before the key, 1 the value, 2 the tangent after it.
    fn value(&self, key: usize, part: usize, target: usize) -> Vec4 {
        self.values[(key * self.stride() + part) * self.per_key + target]
    }

    /// Leaves out keys with numbers that are not finite, and rotations of length 0. Returns their number.
    fn leave_out_unsound(&mut self, is_rotation: bool) -> usize {
        let block = self.stride() * self.per_key;
        let mut sound = Vec::new();
        for key in 0..self.times.len() {
            let values = &self.values[key * block..][..block];
            let value = self.value(key, self.stride() / 2, 0);
            let is_sound = values.iter().all(|value| value.is_finite()) && !(is_rotation && value.length() < 1e-6);
            sound.extend(is_sound.then_some(key));
        }
        let odd = self.times.len() - sound.len();
        if odd > 0 {
            self.times = sound.iter().map(|key| self.times[*key]).collect();
            self.values = sound.iter().flat_map(|key| &self.values[key * block..][..block]).copied().collect();
        }
        odd
    }

    /// Returns keys that tracks join as the file says: those of a step twice at each jump, those of a spline and more
    /// between them, within [`PRECISION`] times `unit`. One key is enough where nothing moves. `addable` is the number of
    /// keys that may still be added.
    pub(super) fn sample(
        &self,
        target: usize,
        is_rotation: bool,
        unit: f32,
        addable: &mut usize,
    ) -> (Vec<f32>, Vec<Vec4>) {
        let mut keys: Vec<(f32, Vec4)> = Vec::new();
        if self.interpolation == SPLINE {
            let most = self.times.len() + *addable;
            let value_at = |time: f32| self.spline(time, target);
            keys = sample_adaptively(&self.times, most, value_at, |[a, b], u, exact| {
                let played = if is_rotation {
                    Vec4::from(slerp(Quat::from_vec4(a.normalize()), Quat::from_vec4(b.normalize()), u))
                } else {
                    a.lerp(*b, u)
                };
                distance(played, *exact, is_rotation) / (PRECISION * unit)
            });
            *addable -= keys.len().saturating_sub(self.times.len()).min(*addable);
        } else {
            for (key, &time) in self.times.iter().enumerate() {
                if self.interpolation == STEP && key > 0 {
                    keys.push((time, self.value(key - 1, 0, target)));
                }
                keys.push((time, self.value(key, 0, target)));
            }
        }
        if keys.iter().all(|(_, value)| distance(*value, keys[0].1, is_rotation) <= STILL * unit) {
            keys.truncate(1);
        }
        keys.into_iter().unzip()
    }

    /// Returns the value of a spline at a time, at which the later of two keys counts (glTF 2.0 specification, appendix C.5).
    fn spline(&self, time: f32, target: usize) -> Vec4 {
        let after = self.times.partition_point(|key| *key <= time);
        let before = after.saturating_sub(1);
        let from = self.value(before, 1, target);
        if after == 0 || after == self.times.len() {
            return from;
        }
        let length = self.times[after] - self.times[before];
        let u = (time - self.times[before]) / length;
        let leave = self.value(before, 2, target) * length;
        let arrive = self.value(after, 0, target) * length;
        let to = self.value(after, 1, target);
        let u2 = u * u;
        let u3 = u * u * u;
        let value = from * (2.0 * u3 - 3.0 * u2 + 1.0)
            + leave * (u3 - 2.0 * u2 + u)
            + to * (3.0 * u2 - 2.0 * u3)
            + arrive * (u3 - u2);
        value.clamp(Vec4::splat(-MAX_NUMBER), Vec4::splat(MAX_NUMBER))
    }
}

/// Returns the distance of two values; of rotations that of quaternions of unit length with the nearer signs.
fn distance(a: Vec4, b: Vec4, is_rotation: bool) -> f32 {
    if !is_rotation {
        return a.distance(b);
    }
    let a = a.normalize();
    let b = b.normalize();
    a.distance(b).min(a.distance(-b))
}
