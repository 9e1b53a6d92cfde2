//! Clips: tracks of translation, rotation, scale and shear that stay within a stated distance of the file's curves.
//!
//! A linear curve is taken as it is. Where linear interpolation between the file's keys would deviate from its curves
//! (splines, Euler angles, rotations far apart), keys are added, and those left out that interpolation gives as well. A
//! STEP becomes two keys at one time, which a track plays as a jump.

use super::{
    Error, ErrorKind, Place, Reporter, Side,
    fitting::{ErrorScale, Fit, KeyInterpolation, Motion, fit},
    limits::{MAX_ADDED_KEYS, MAX_EVALUATIONS, MAX_KEYS},
    reach::{self, SHELL},
    rest::max_scale,
};
use crate::double::Parts;
use armature::animation::{Clip, JointKeys, JointTracks};
use glam::{DAffine3, DVec3};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

/// The error of the played model, relative to the model's size.
const TOLERANCE: f64 = 1e-4;

/// The part of the tolerance that a joint may use: the rest is left for rounding, and for errors of several joints
/// that add up.
const SPENT: f64 = 0.35;

/// Files round the times of keys and of clips' ends differently: a key so close to a range, in seconds, is in it.
const ROUNDING: f32 = 1e-3;

/// A scale that grows by less than this factor is rounding.
const MIN_GROWTH: f64 = 1.001;

/// The most points of meshes that are visited for the model's size.
const MAX_POINTS: usize = 1_000_000;

/// Nodes that are fitted in parallel.
const BATCH: usize = 64;

/// The memory of an animated joint, in keys.
const KEYS_OF_A_JOINT: usize = 16;

pub(crate) struct Moving<'a, M> {
    /// One for each instance of the node, and there is one.
    pub(crate) joints: &'a [usize],
    pub(crate) place: Place,
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
    /// Distance of the farthest vertex that follows each joint, in its own unit; none if anything may be anywhere.
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
    /// Prepares clips of a model whose meshes at rest have these points, or more than those.
    /// `carried`: how far the vertices are that follow each joint, in its own unit; without it, each joint is taken to
    /// move something as far away as the model is large.
    pub(crate) fn new(
        joints: Vec<JointAtRest>,
        points: impl Iterator<Item = DVec3>,
        carried: Option<Vec<f64>>,
    ) -> Self {
        let origins = joints.iter().map(|joint| joint.world_from_joint.translation);
        let size = diagonal(origins.chain(points.take(MAX_POINTS)));
        let keys = 0;
        let addable = MAX_ADDED_KEYS;
        let work_left = MAX_EVALUATIONS;
        Self { joints, carried, size, keys, addable, work_left }
    }

    /// Counts work that a few bytes could ask for without end.
    pub(crate) fn work(&mut self, amount: usize, reporter: &Reporter, place: Option<&Place>) -> Result<(), Error> {
        self.work_left = self.work_left.checked_sub(amount).ok_or_else(|| {
            let message = "too many nodes, keys, channels and clips for one another";
            reporter.error(ErrorKind::Limit, place, message)
        })?;
        Ok(())
    }

    /// A clip of some nodes in a range of time: keys beyond those around it are left out.
    pub(crate) fn clip(
        &mut self,
        name: &str,
        (start, end): (f32, f32),
        moving: &[Moving<'_, impl Motion>],
        reporter: &mut Reporter,
    ) -> Result<Clip, Error> {
        self.work(self.joints.len(), reporter, None)?;
        let mut clip = Clip { start, end, ..Clip::of_tracks(name, Vec::new()) };
        let scales = self.largest_scales(moving);
        let reaches = self.reaches(moving);
        let allowed = TOLERANCE * SPENT * self.size / self.animated_depth(moving).sqrt();
        // The remaining budget is divided anew for each batch: the same on any machine.
        for moving in moving.chunks(BATCH) {
            let fraction = self.addable / moving.len();
            let mut jobs = Vec::with_capacity(moving.len());
            for moving in moving {
                let times = moving.motion.times();
                let values = times.len() * moving.curves * 5;
                self.work(values, reporter, Some(&moving.place))?;
                jobs.push((moving, times, self.error_scale(moving, &scales, &reaches)));
            }
            for (moving, times, scale) in jobs {
                let most = times.len() + fraction;
                let fit = fit(&moving.motion, &times, moving.interpolation, &scale, allowed, most);
                if !fit.finite {
                    let message = "its keys are too large to be drawn";
                    return Err(reporter.error(ErrorKind::Number, Some(&moving.place), message));
                }
                self.add(&mut clip, moving, &times, fit, reporter)?;
            }
        }
        clip.tracks.sort_by_key(|tracks| tracks.joint);
        Ok(clip)
    }

    /// Adds the tracks of a node, and the file's keys in the range, for each of its instances.
    fn add(
        &mut self,
        clip: &mut Clip,
        moving: &Moving<'_, impl Motion>,
        times: &[(f32, Side)],
        fit: Fit,
        reporter: &mut Reporter,
    ) -> Result<(), Error> {
        let joints = moving.joints;
        let place = &moving.place;
        if !fit.within_bound {
            let message = "a curve bends too sharply to be followed within 1/10000 of the model's size";
            reporter.warn(Some(place), message);
        }
        self.addable = self.addable.saturating_sub(fit.samples.saturating_sub(times.len()));
        let range = clip.start - ROUNDING..=clip.end + ROUNDING;
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
            return Err(reporter.error(ErrorKind::Limit, Some(place), message));
        }
        Ok(())
    }

    /// The largest number of animated joints on a path from the root. Their errors have different directions, and
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

    fn error_scale(&self, moving: &Moving<'_, impl Motion>, scales: &[f64], reaches: &[f64]) -> ErrorScale {
        let mut parent_scale = 0.0f64;
        let mut reach = 0.0f64;
        for joint in moving.joints {
            parent_scale = parent_scale.max(self.joints[*joint].parent.map_or(1.0, |parent| scales[parent]));
            reach = reach.max(reaches[*joint]);
        }
        let parent_scale = if parent_scale.is_finite() { parent_scale } else { 1.0 };
        ErrorScale::new(parent_scale, if reach.is_finite() { reach } else { self.size }, moving.rest)
    }

    /// Returns the distance of the farthest thing that each joint moves, in its own unit.
    fn reaches(&self, moving: &[Moving<'_, impl Motion>]) -> Vec<f64> {
        let at_rest = self.joints.iter().enumerate().map(|(index, joint)| reach::Joint {
            parent: joint.parent,
            scale: max_scale(&joint.parent_from_joint),
            distance: joint.parent_from_joint.translation.length(),
            unit: max_scale(&joint.world_from_joint),
            carried: self.carried.as_ref().map_or(0.0, |carried| carried[index]),
        });
        let mut joints: Vec<_> = at_rest.collect();
        for moving in moving {
            for joint in moving.joints {
                let joint = &mut joints[*joint];
                joint.scale = joint.scale.max(moving.largest_scale.unwrap_or(0.0));
                joint.distance = joint.distance.max(moving.largest_distance);
            }
        }
        let shell = if self.carried.is_some() { SHELL } else { 1.0 };
        reach::reaches(&joints, shell * self.size)
    }

    /// Upper bounds on joint scale, used to convert local errors to world-space errors: for each joint the
    /// world-space length of a unit of its space, at rest, or approximately the largest one where curves enlarge it.
    fn largest_scales(&self, moving: &[Moving<'_, impl Motion>]) -> Vec<f64> {
        let mut largest = vec![None; self.joints.len()];
        for moving in moving {
            let at_rest = max_scale(&self.joints[moving.joints[0]].parent_from_joint);
            let scale = moving.largest_scale.filter(|scale| *scale > MIN_GROWTH * at_rest);
            moving.joints.iter().for_each(|joint| largest[*joint] = scale);
        }
        let mut scales: Vec<f64> = Vec::with_capacity(self.joints.len());
        let mut animated = vec![false; self.joints.len()];
        for (index, joint) in self.joints.iter().enumerate() {
            let mut scale = max_scale(&joint.world_from_joint);
            let (above, grown) = joint.parent.map_or((1.0, false), |parent| (scales[parent], animated[parent]));
            if grown || largest[index].is_some() {
                scale = scale.max(above * largest[index].unwrap_or(max_scale(&joint.parent_from_joint)));
                animated[index] = true;
            }
            scales.push(scale);
        }
        scales
    }
}

/// The diagonal of the box around some points, those that are finite; 1 if that is a single point.
fn diagonal(points: impl Iterator<Item = DVec3>) -> f64 {
    let mut low = DVec3::INFINITY;
    let mut high = DVec3::NEG_INFINITY;
    for point in points.filter(|point| point.is_finite()) {
        low = low.min(point);
        high = high.max(point);
    }
    let size = (high - low).length();
    if size.is_finite() && size > 0.0 { size } else { 1.0 }
}

/// Gives all but the first of several clips of one name a number: `walk (2)`.
pub(crate) fn tell_apart(clips: &mut [Clip]) {
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
        tell_apart(&mut clips);
        assert_eq!(clips.map(|clip| clip.name), ["a", "b", "a (3)", "a (2)", "a (4)"]);
    }
}
