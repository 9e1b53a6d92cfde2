//! Clips: tracks of translation, rotation, scale and shear that stay within a stated distance of the file's curves.
//!
//! A linear curve is taken as it is. Where linear interpolation between the file's keys would deviate from its curves
//! (splines, Euler angles, rotations far apart), keys are added, and those left out that interpolation gives as well. A
//! STEP becomes two keys at one time, which a track plays as a jump.

use super::{
    Error, ErrorKind, Location, Reporter, Side,
    fitting::{ErrorScale, Fit, KeyInterpolation, Motion, fit},
    limits::{MAX_ADDED_KEYS, MAX_EVALUATIONS, MAX_KEYS},
    reach::{self, SHELL},
    rest::max_scale,
};
use crate::double::Parts;
use armature::animation::{Clip, JointKeys, JointTracks, in_order};
use glam::{DAffine3, DVec3};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

/// The error of the played model, relative to the model's size.
const TOLERANCE: f64 = 1e-4;

/// Fraction of the tolerance that a joint may use. The rest is for rounding, and for the sum of several joints' errors.
const JOINT_TOLERANCE: f64 = 0.35;

/// Distance in seconds from a clip's range up to which a key counts as inside: files round times differently.
const RANGE_MARGIN: f32 = 1e-3;

/// Smallest factor by which a scale grows: anything below is rounding.
const MIN_GROWTH: f64 = 1.001;

/// Largest number of points of meshes that are visited for the model's size.
const MAX_POINTS: usize = 1_000_000;

/// Number of nodes among which a part of the remaining samples is divided.
const BATCH: usize = 64;

/// Memory of an animated joint, in keys.
const KEYS_OF_A_JOINT: usize = 16;

/// A node that curves move, with the joints that it became.
pub(crate) struct Moving<'a, M> {
    /// One for each instance of the node; at least one.
    pub(crate) joints: &'a [usize],
    pub(crate) location: Location,
    /// `parent_from_node` at rest.
    pub(crate) rest: Parts,
    /// Approximately the largest scale of its local transform, if curves change it.
    pub(crate) largest_scale: Option<f64>,
    /// Approximately the largest distance from its parent, if curves change it.
    pub(crate) largest_distance: f64,
    pub(crate) curves: usize,
    pub(crate) interpolation: KeyInterpolation,
    pub(crate) motion: M,
}

pub(crate) struct JointAtRest {
    pub(crate) parent: Option<usize>,
    pub(crate) world_from_joint: DAffine3,
    pub(crate) parent_from_joint: DAffine3,
}

pub(crate) struct ClipBuilder {
    joints: Vec<JointAtRest>,
    /// Distance of the farthest vertex that follows each joint, in the joint's unit; `None` if that is not known.
    carried: Option<Vec<f64>>,
    size: f64,
    /// Keys made so far, counted for each instance.
    keys: usize,
    /// Keys that may still be added to the file's own.
    addable: usize,
    /// Curve values that may still be computed for the file's own keys.
    work_left: usize,
}

impl ClipBuilder {
    /// Prepares the clips of a model. `points` are positions of its meshes at rest, enough to estimate the model's size.
    /// `carried`: for each joint the distance of the farthest vertex that follows the joint, in the joint's unit. Without
    /// these distances, each joint is assumed to move something as far away as the model is large.
    pub(crate) fn new(
        joints: Vec<JointAtRest>,
        points: impl Iterator<Item = DVec3>,
        carried: Option<Vec<f64>>,
    ) -> Self {
        let origins = joints.iter().map(|joint| joint.world_from_joint.translation);
        let size = diagonal_of_bounds(origins.chain(points.take(MAX_POINTS)));
        Self { joints, carried, size, keys: 0, addable: MAX_ADDED_KEYS, work_left: MAX_EVALUATIONS }
    }

    /// Subtracts an amount of work from what may still be done: a few bytes of a file can ask for any amount.
    pub(crate) fn charge_work(
        &mut self,
        amount: usize,
        reporter: &Reporter,
        location: Option<&Location>,
    ) -> Result<(), Error> {
        self.work_left = self.work_left.checked_sub(amount).ok_or_else(|| {
            reporter.error(ErrorKind::Limit, location, "too many nodes, keys, channels and clips for one another")
        })?;
        Ok(())
    }

    /// Builds the clip in which some nodes move, with the file's keys from the start to the end of a range of time.
    pub(crate) fn build_clip(
        &mut self,
        name: &str,
        (start, end): (f32, f32),
        moving: &[Moving<'_, impl Motion>],
        reporter: &mut Reporter,
    ) -> Result<Clip, Error> {
        self.charge_work(self.joints.len(), reporter, None)?;
        let mut clip = Clip { start, end, ..Clip::of_tracks(name, Vec::new()) };
        let scales = self.largest_scales(moving);
        let reaches = self.joint_reaches(moving);
        let error_bound = TOLERANCE * JOINT_TOLERANCE * self.size / self.animated_depth(moving).sqrt();
        // The remaining samples are divided again for each batch.
        for batch in moving.chunks(BATCH) {
            let added_samples = self.addable / batch.len();
            let mut jobs = Vec::with_capacity(batch.len());
            for node in batch {
                let times = node.motion.key_times();
                let evaluations = times.len() * node.curves * 5;
                self.charge_work(evaluations, reporter, Some(&node.location))?;
                jobs.push((node, times, self.error_scale(node, &scales, &reaches)));
            }
            for (node, times, scale) in jobs {
                let max_samples = times.len() + added_samples;
                let fit = fit(&node.motion, &times, node.interpolation, &scale, error_bound, max_samples);
                if !fit.finite {
                    let message = "its keys are too large to be drawn";
                    return Err(reporter.error(ErrorKind::Number, Some(&node.location), message));
                }
                self.add_fitted_node(&mut clip, node, &times, fit, reporter)?;
            }
        }
        clip.tracks.sort_by_key(|tracks| tracks.joint);
        Ok(clip)
    }

    /// Adds the fitted tracks of a node to a clip, and the times of the file's keys in the clip's range, once for each
    /// instance of the node.
    fn add_fitted_node(
        &mut self,
        clip: &mut Clip,
        node: &Moving<'_, impl Motion>,
        times: &[(f32, Side)],
        fit: Fit,
        reporter: &mut Reporter,
    ) -> Result<(), Error> {
        let joints = node.joints;
        let location = &node.location;
        if !fit.within_bound {
            reporter
                .warn(Some(location), "a curve bends too sharply to be followed within 1/10000 of the model's size");
        }
        self.addable = self.addable.saturating_sub(fit.samples.saturating_sub(times.len()));
        let range = clip.start - RANGE_MARGIN..=clip.end + RANGE_MARGIN;
        let times = times.iter().map(|(time, _)| *time).filter(|time| range.contains(time));
        let mut times: Vec<f32> = times.collect();
        times.dedup();
        // Most joints have their keys at the same times.
        let times: Arc<[f32]> = match clip.file_keys.last() {
            Some(before) if *before.times == *times => before.times.clone(),
            _ => times.into(),
        };
        self.keys += times.len();
        clip.file_keys.extend(joints.iter().map(|joint| JointKeys::linear(*joint, times.clone())));
        if let Some(tracks) = fit.tracks {
            self.keys += (tracks.key_count() + KEYS_OF_A_JOINT) * joints.len();
            for joint in &joints[1..] {
                clip.tracks.push(JointTracks { joint: *joint, ..tracks.clone() });
            }
            clip.tracks.push(JointTracks { joint: joints[0], ..tracks });
        }
        if self.keys > MAX_KEYS {
            let message = format!("more than {MAX_KEYS} keys in all clips together");
            return Err(reporter.error(ErrorKind::Limit, Some(location), message));
        }
        Ok(())
    }

    /// Returns the largest number of animated joints on a path from a root. Their errors have different directions, and
    /// add up to the square root of their number.
    fn animated_depth(&self, moving: &[Moving<'_, impl Motion>]) -> f64 {
        let mut depth = vec![0usize; self.joints.len()];
        for joint in moving.iter().flat_map(|moving| moving.joints) {
            depth[*joint] = 1;
        }
        for (joint, JointAtRest { parent, .. }) in self.joints.iter().enumerate() {
            depth[joint] += parent.map_or(0, |parent| depth[parent]);
        }
        depth.into_iter().max().unwrap_or(1).max(1) as f64
    }

    /// Returns the error scale of a node: the largest among its instances.
    fn error_scale(&self, node: &Moving<'_, impl Motion>, scales: &[f64], reaches: &[f64]) -> ErrorScale {
        let mut parent_scale = 0.0f64;
        let mut reach = 0.0f64;
        for joint in node.joints {
            parent_scale = parent_scale.max(self.joints[*joint].parent.map_or(1.0, |parent| scales[parent]));
            reach = reach.max(reaches[*joint]);
        }
        let parent_scale = if parent_scale.is_finite() { parent_scale } else { 1.0 };
        ErrorScale::new(parent_scale, if reach.is_finite() { reach } else { self.size }, node.rest)
    }

    /// Returns, for each joint, the distance of the farthest point that the joint moves, in the joint's unit.
    fn joint_reaches(&self, moving: &[Moving<'_, impl Motion>]) -> Vec<f64> {
        let at_rest = self.joints.iter().enumerate().map(|(index, joint)| reach::Joint {
            parent: joint.parent,
            scale: max_scale(&joint.parent_from_joint),
            distance: joint.parent_from_joint.translation.length(),
            unit: max_scale(&joint.world_from_joint),
            carried: self.carried.as_ref().map_or(0.0, |carried| carried[index]),
        });
        let mut joints: Vec<_> = at_rest.collect();
        for node in moving {
            for joint in node.joints {
                let joint = &mut joints[*joint];
                joint.scale = joint.scale.max(node.largest_scale.unwrap_or(0.0));
                joint.distance = joint.distance.max(node.largest_distance);
            }
        }
        let shell = if self.carried.is_some() { SHELL } else { 1.0 };
        reach::joint_reaches(&joints, shell * self.size)
    }

    /// Returns, for each joint, the world-space length of a unit of the joint's space, at rest or approximately the
    /// largest one where curves enlarge it. The lengths convert local errors to world-space errors.
    fn largest_scales(&self, moving: &[Moving<'_, impl Motion>]) -> Vec<f64> {
        let mut largest = vec![None; self.joints.len()];
        for node in moving {
            let at_rest = max_scale(&self.joints[node.joints[0]].parent_from_joint);
            let scale = node.largest_scale.filter(|scale| *scale > MIN_GROWTH * at_rest);
            node.joints.iter().for_each(|joint| largest[*joint] = scale);
        }
        let mut scales: Vec<f64> = Vec::with_capacity(self.joints.len());
        let mut animated = vec![false; self.joints.len()];
        for (index, joint) in self.joints.iter().enumerate() {
            let mut scale = max_scale(&joint.world_from_joint);
            let (parent_scale, parent_grows) =
                joint.parent.map_or((1.0, false), |parent| (scales[parent], animated[parent]));
            if parent_grows || largest[index].is_some() {
                scale = scale.max(parent_scale * largest[index].unwrap_or(max_scale(&joint.parent_from_joint)));
                animated[index] = true;
            }
            scales.push(scale);
        }
        scales
    }
}

/// Returns the length of the diagonal of the box around the finite points; 1 for a single point or none.
fn diagonal_of_bounds(points: impl Iterator<Item = DVec3>) -> f64 {
    let mut low = DVec3::INFINITY;
    let mut high = DVec3::NEG_INFINITY;
    for point in points.filter(|point| point.is_finite()) {
        low = low.min(point);
        high = high.max(point);
    }
    let size = (high - low).length();
    if size.is_finite() && size > 0.0 { size } else { 1.0 }
}

/// Returns the times of the first and the last key of some curves, given by their key times, at least one for each.
pub(crate) fn time_span<'a>(curves: impl Iterator<Item = &'a [f32]>) -> Option<(f32, f32)> {
    curves.map(|times| (times[0], times[times.len() - 1])).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

/// Returns the key times of some curves in order, from the last one at or before `start` to the first one at or after
/// `end`. A time at which a curve jumps is there twice, with the side before the jump and the side after. Each curve has key
/// times, and a function that returns whether the value jumps at the end of the interval from a key to the next.
pub(crate) fn sided_key_times<'a, Jumps: Fn(usize) -> bool>(
    curves: impl Iterator<Item = (&'a [f32], Jumps)>,
    (start, end): (f32, f32),
) -> Vec<(f32, Side)> {
    let mut times: Vec<f32> = Vec::new();
    let mut jumps: Vec<f32> = Vec::new();
    let mut previous: &[f32] = &[];
    for (curve, jumps_after) in curves {
        if curve != previous {
            times.extend(curve); // curves often share their times
        }
        previous = curve;
        let keys = (1..curve.len()).filter(|key| jumps_after(key - 1) || curve[*key] == curve[key - 1]);
        jumps.extend(keys.map(|key| curve[key]));
    }
    let times = in_order(times);
    let jumps = in_order(jumps);
    let first = times.partition_point(|time| *time <= start).saturating_sub(1);
    let last = times.partition_point(|time| *time < end).min(times.len() - 1).max(first);
    let mut sided = Vec::with_capacity(last - first + 1);
    for time in &times[first..=last] {
        if jumps.binary_search_by(|jump| jump.total_cmp(time)).is_ok() {
            sided.push((*time, Side::Before));
        }
        sided.push((*time, Side::After));
    }
    sided
}

/// Warns of clips in which nothing moves, and makes the names of clips unique: a second clip `walk` becomes `walk (2)`.
pub(crate) fn finish_clips(clips: &mut [Clip], reporter: &mut Reporter) {
    for clip in clips.iter().filter(|clip| !clip.moves()) {
        reporter.warn(None, format!("clip \"{}\": nothing moves in it", clip.name));
    }
    let given: HashSet<String> = clips.iter().map(|clip| clip.name.clone()).collect();
    let mut last: HashMap<String, usize> = HashMap::new();
    for clip in clips {
        let Some(number) = last.get_mut(&clip.name) else {
            last.insert(clip.name.clone(), 1);
            continue;
        };
        *number += 1;
        while given.contains(&format!("{} ({number})", clip.name)) {
            *number += 1;
        }
        clip.name = format!("{} ({number})", clip.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clips_of_one_name() {
        let mut clips = ["a", "b", "a", "a (2)", "a"].map(|name| Clip::of_tracks(name, Vec::new()));
        finish_clips(&mut clips, &mut Reporter::new(""));
        assert_eq!(clips.map(|clip| clip.name), ["a", "b", "a (3)", "a (2)", "a (4)"]);
    }
}
