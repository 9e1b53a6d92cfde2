//! Clips: tracks of translation, rotation and scale that stay within a stated distance of the file's curves.
//!
//! Where linear interpolation between the file's keys would deviate from its curves (splines, rotations far apart),
//! keys are added; where it does not, keys are left out. A STEP becomes two keys at one time, which a track plays as
//! a jump.

use super::{meshes::at_rest, skeleton::Joints};
use crate::{
    animation::Clip,
    gltf::{
        document::{Animation, Channel, Curve, Document, Interpolation, Property, place},
        evaluate::{Motion, by_node, parts},
        limits::{MAX_ADDED_KEYS, MAX_KEYS},
    },
    loading::{
        Error, ErrorKind, Reporter, Side,
        fitting::{ErrorScale, Fit, KeyInterpolation, Parts, Sampled, fit, in_order, sided},
        rest::max_scale,
    },
};
use glam::{DVec3, DVec4};
use std::sync::Arc;

/// The error of the played model, relative to the model's size.
const TOLERANCE: f64 = 1e-4;

/// The part of the tolerance that a joint may use: the rest is left for rounding, and for errors of several joints
/// that add up.
const SPENT: f64 = 0.35;

/// Joints that are fitted in parallel.
const BATCH: usize = 64;

/// The memory of an animated joint, in keys.
const KEYS_OF_A_JOINT: usize = 16;

/// The most positions of a mesh that are visited for the model's size.
const MOST_POSITIONS: usize = 2_000;

/// The clips of the file. One without a name is called `name`, or, where there are several, by its number.
pub(super) fn clips(
    document: &Document,
    joints: &Joints,
    name: &str,
    reporter: &mut Reporter,
) -> Result<Vec<Clip>, Error> {
    if document.animations.is_empty() {
        return Ok(Vec::new());
    }
    let size = size(document, joints, reporter);
    let mut builder = Builder { document, joints, size, keys: 0, addable: MAX_ADDED_KEYS };
    let mut clips = Vec::new();
    for (index, animation) in document.animations.iter().enumerate() {
        let name = match (animation.name.as_str(), document.animations.len()) {
            ("", 1) => name.into(),
            ("", _) => format!("animation {index}"),
            (name, _) => name.into(),
        };
        let channels = animation.channels.iter();
        let spans = channels.map(|c| (c.curve.times[0], c.curve.times[c.curve.times.len() - 1]));
        let span = spans.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        let Some((start, end)) = span else {
            reporter.warn(Some(&place("animations", index)), "moves no node: left out");
            continue;
        };
        let mut clip = Clip { start, end, ..Clip::of_tracks(name, Vec::new()) };
        builder.fill(&mut clip, animation, reporter)?;
        clips.push(clip);
    }
    Ok(clips)
}

/// The diagonal of the box around joints and meshes at rest; 1 if that is a single point.
fn size(document: &Document, joints: &Joints, reporter: &Reporter) -> f64 {
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let mut take = |point: DVec3| {
        if point.is_finite() {
            (low, high) = (low.min(point), high.max(point));
        }
    };
    joints.rest.iter().for_each(|rest| take(rest.translation));
    let mut left = MOST_POSITIONS * 100;
    for (joint, &node) in document.scene.iter().enumerate() {
        let node = &document.nodes[node];
        let Some(mesh) = node.mesh else { continue };
        let world = node.skin.map_or(joints.rest[joint], |skin| at_rest(document, joints, skin));
        for accessor in document.meshes[mesh].primitives.iter().filter_map(|p| p.position) {
            for position in
                document.accessors.some_positions(accessor, MOST_POSITIONS.min(left), reporter)
            {
                take(world.transform_point3(position));
                left -= 1;
            }
        }
    }
    let size = (high - low).length();
    if size.is_finite() && size > 0.0 { size } else { 1.0 }
}

struct Builder<'a> {
    document: &'a Document,
    joints: &'a Joints,
    size: f64,
    /// Keys made so far.
    keys: usize,
    /// Keys that may still be added to the file's own.
    addable: usize,
}

impl Builder<'_> {
    fn fill(
        &mut self,
        clip: &mut Clip,
        animation: &Animation,
        reporter: &mut Reporter,
    ) -> Result<(), Error> {
        let of_node = &self.joints.of_node;
        let moved: Vec<(usize, &[Channel])> = by_node(&animation.channels)
            .filter_map(|channels| Some((of_node[channels[0].node]?, channels)))
            .collect();
        let scales = self.largest_scales(&moved);
        let allowed = TOLERANCE * SPENT * self.size / (self.animated_depth(&moved) as f64).sqrt();
        // The remaining budget is divided anew for each batch: the same on any machine.
        for moved in moved.chunks(BATCH) {
            let share = self.addable / moved.len();
            let jobs: Vec<Job<'_>> =
                moved.iter().map(|(joint, channels)| self.job(*joint, channels, &scales)).collect();
            let done = self.document.threads.map(&jobs, |job| job.run(allowed, share));
            for (job, fit) in jobs.iter().zip(done) {
                self.add(job, fit, clip, reporter)?;
            }
        }
        clip.tracks.sort_by_key(|tracks| tracks.joint);
        Ok(())
    }

    fn job<'a>(&self, joint: usize, channels: &'a [Channel], scales: &[f64]) -> Job<'a> {
        let local = &self.document.nodes[self.document.scene[joint]].local;
        let sane = |scale: f64| if scale.is_finite() { scale } else { 1.0 };
        let parent = self.joints.parents[joint];
        let above = sane(parent.map_or(1.0, |parent| max_scale(&self.joints.rest[parent])));
        // Descendants are at most the model's size away, at rest.
        let unit = max_scale(&local.matrix()) * above;
        let reach = self.size / unit;
        let reach = if unit > 1e-9 && reach.is_finite() { reach } else { self.size };
        let parent = sane(parent.map_or(1.0, |parent| scales[parent]));
        let curved = |channel: &Channel| channel.curve.interpolation == Interpolation::CubicSpline;
        let interpolation = if channels.iter().any(curved) {
            KeyInterpolation::Curved
        } else {
            KeyInterpolation::LikeTracks
        };
        Job {
            joint,
            motion: Motion::new(local, channels),
            times: times(channels),
            interpolation,
            scale: ErrorScale::new(parent, reach, parts(local)),
        }
    }

    fn add(
        &mut self,
        job: &Job<'_>,
        fit: Fit,
        clip: &mut Clip,
        reporter: &mut Reporter,
    ) -> Result<(), Error> {
        let place = place("nodes", self.document.scene[job.joint]);
        if !fit.within_bound {
            let message =
                "a curve bends too sharply to be followed within 1/10000 of the model's size";
            reporter.warn(Some(&place), message);
        }
        self.addable = self.addable.saturating_sub(fit.samples.saturating_sub(job.times.len()));
        let mut times: Vec<f32> = job.times.iter().map(|(time, _)| *time).collect();
        times.dedup();
        let times: Arc<[f32]> = match clip.file_keys.last() {
            Some((_, before)) if **before == *times => before.clone(),
            _ => times.into(),
        };
        self.keys += times.len() + KEYS_OF_A_JOINT;
        clip.file_keys.push((job.joint, times));
        if let Some(mut tracks) = fit.tracks {
            self.keys += tracks.key_count();
            tracks.joint = job.joint;
            clip.tracks.push(tracks);
        }
        if self.keys > MAX_KEYS {
            let message = format!("more than {MAX_KEYS} keys in all clips together");
            return Err(reporter.error(ErrorKind::Limit, Some(&place), message));
        }
        Ok(())
    }

    /// The largest number of animated joints on a path from the root. Their errors have different directions, and
    /// add up to the square root of their number.
    fn animated_depth(&self, moved: &[(usize, &[Channel])]) -> usize {
        let mut depth = vec![0usize; self.joints.parents.len()];
        for (joint, _) in moved {
            depth[*joint] = 1;
        }
        for (joint, parent) in self.joints.parents.iter().enumerate() {
            depth[joint] += parent.map_or(0, |parent| depth[parent]);
        }
        depth.into_iter().max().unwrap_or(1).max(1)
    }

    /// For each joint the world-space length of a unit of its space: at rest, or the largest one where a curve
    /// enlarges it.
    fn largest_scales(&self, moved: &[(usize, &[Channel])]) -> Vec<f64> {
        let mut growth = vec![1.0f64; self.joints.parents.len()];
        for (joint, channels) in moved {
            let local = &self.document.nodes[self.document.scene[*joint]].local;
            let at_rest = max_scale(&local.matrix()).max(1e-9);
            let scales = channels.iter().filter(|channel| channel.property == Property::Scale);
            let largest = scales.flat_map(|channel| &channel.curve.values).flatten();
            let largest = largest.fold(0.0f32, |most, number| most.max(number.abs()));
            growth[*joint] = (f64::from(largest) / at_rest).max(1.0);
        }
        for (joint, parent) in self.joints.parents.iter().enumerate() {
            growth[joint] *= parent.map_or(1.0, |parent| growth[parent]);
        }
        growth
            .iter()
            .zip(&self.joints.rest)
            .map(|(growth, rest)| growth * max_scale(rest))
            .collect()
    }
}

/// The keys' times of some channels, sorted; a jump is there twice.
fn times(channels: &[Channel]) -> Vec<(f32, Side)> {
    let (mut times, mut jumps): (Vec<f32>, Vec<f32>) = (Vec::new(), Vec::new());
    let mut before: Option<&Curve> = None;
    for Channel { curve, .. } in channels {
        if before.is_none_or(|before| before.times != curve.times) {
            times.extend(&*curve.times);
        }
        before = Some(curve);
        let step = curve.interpolation == Interpolation::Step;
        let pairs = curve.times.windows(2).filter(|pair| step || pair[0] == pair[1]);
        jumps.extend(pairs.map(|pair| pair[1]));
    }
    sided(&in_order(times), &in_order(jumps))
}

/// The fit of one joint.
struct Job<'a> {
    joint: usize,
    motion: Motion<'a>,
    times: Vec<(f32, Side)>,
    interpolation: KeyInterpolation,
    scale: ErrorScale,
}

impl Job<'_> {
    fn run(&self, allowed: f64, share: usize) -> Fit {
        let mut exact = Exact { job: self, start: 0.0 };
        let most = self.times.len() + share;
        fit(&mut exact, &self.times, self.interpolation, &self.scale, allowed, most)
    }
}

/// The motion of a joint between two keys.
struct Exact<'a> {
    job: &'a Job<'a>,
    start: f32,
}

impl Sampled for Exact<'_> {
    fn at_key(&mut self, time: f32, side: Side) -> Parts {
        limited(self.job.motion.at(f64::from(time), side))
    }

    fn begin_interval(&mut self, start: f32) -> bool {
        self.start = start;
        // A spline may cross the line in the middle, and leave it on both sides.
        self.job.interpolation == KeyInterpolation::LikeTracks
    }

    fn in_interval(&mut self, time: f64) -> Parts {
        limited(self.job.motion.after(self.start, time))
    }
}

/// Numbers that an `f32` can hold: a spline may reach far beyond its keys.
fn limited(parts: Parts) -> Parts {
    const LARGEST: f64 = 1e30;
    parts.map(|part| part.clamp(DVec4::splat(-LARGEST), DVec4::splat(LARGEST)))
}
