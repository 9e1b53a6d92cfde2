//! Clips: tracks of translation, rotation, scale and shear that stay within a stated distance of the file's
//! curves.
//!
//! Where linear interpolation between the file's keys would deviate from its curves (Bezier curves, Euler angles,
//! rotations far apart), keys are added; where it does not, keys are left out. A STEP becomes two keys at one time,
//! which a track plays as a jump.

use super::{node_scale::node_scales, size::size};
use crate::{
    animation::{Clip, JointTracks},
    collada::{
        document::{ClipData, Curve, Document, Interpolation},
        error::{Error, ErrorKind, Place, Reporter, counted},
        evaluate::{self, ChannelSet, Interval, Side},
        limits::{MAX_ADDED_KEYS, MAX_EVALUATIONS, MAX_KEYS},
        scene::{Component, Driven, Scene},
    },
    loading::{
        fitting::{
            ErrorScale, Fit, KeyInterpolation, Parts, Sampled, fit, from_decomposition, in_order,
            parts, sided,
        },
        rest::{max_scale, rest_parts},
    },
};
use glam::{DAffine3, DVec4};
use std::{collections::HashMap, sync::Arc};

/// The error of the played model, relative to the model's size.
const TOLERANCE: f64 = 1e-4;

/// The same, where the file says that its keys are meant as they are: for little more than rounding.
const EXACT_TOLERANCE: f64 = 5e-6;

/// The part of the tolerance that a joint may use: the rest is left for rounding, and for errors of several joints
/// that add up.
const SPENT: f64 = 0.35;

/// Files round the times of keys and of clips' ends differently: a key so close to a range, in seconds, is in it.
const ROUNDING: f32 = 1e-3;

/// Nodes that are fitted in parallel.
const BATCH: usize = 64;

/// The memory of an animated joint, in keys.
const KEYS_OF_A_JOINT: usize = 16;

/// The clips of the file, whose nodes are at `rest` in the world; one named `name` for the channels that are in none.
pub(super) fn clips(
    document: &Document,
    scene: &Scene<'_>,
    rest: &[DAffine3],
    name: &str,
    reporter: &mut Reporter,
) -> Result<Vec<Clip>, Error> {
    if document.clips.is_empty() && scene.driven.is_empty() {
        return Ok(Vec::new());
    }
    let mut builder = Builder::new(document, scene, rest);
    let mut clips = Vec::new();
    let mut in_a_clip = vec![false; scene.driven.len()];
    for data in &document.clips {
        let mut driven = Vec::new();
        let pairs = scene.driven.len().saturating_mul(data.animations.len());
        builder.work(pairs, reporter, Some(&data.place))?;
        for (index, found) in scene.driven.iter().enumerate() {
            if contains(document, data, document.channels[found.channel].animation) {
                in_a_clip[index] = true;
                driven.push(*found);
            }
        }
        let last = span(document, &driven).map_or(data.start, |(_, last)| f64::from(last));
        let end = data.end.unwrap_or(last).max(data.start) as f32;
        let start = data.start as f32;
        clips.push(builder.clip(&data.name, driven, (start, end), reporter)?);
    }
    let rest = scene.driven.iter().zip(&in_a_clip).filter(|(_, taken)| !**taken);
    let rest: Vec<_> = rest.map(|(driven, _)| *driven).collect();
    if let Some((start, end)) = span(document, &rest) {
        if !document.clips.is_empty() {
            let channels = counted(rest.len(), "channel", "channels");
            let message = format!("{channels} in no clip: played by one named \"{name}\"");
            reporter.warn(None, message);
        }
        clips.push(builder.clip(name, rest, (start, end), reporter)?);
    }
    Ok(clips)
}

fn contains(document: &Document, clip: &ClipData, animation: usize) -> bool {
    clip.animations
        .iter()
        .any(|first| (*first..document.animations[*first].end).contains(&animation))
}

/// The first and the last key of some channels.
fn span(document: &Document, driven: &[Driven]) -> Option<(f32, f32)> {
    let spans = driven.iter().map(|driven| {
        let times = &curve(document, driven).times;
        (times[0], times[times.len() - 1]) // a curve has a key
    });
    spans.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

fn curve<'a>(document: &'a Document, driven: &Driven) -> &'a Curve {
    &document.curves[document.channels[driven.channel].curve]
}

struct Builder<'a> {
    document: &'a Document,
    scene: &'a Scene<'a>,
    /// `world_from_node` of each instance at rest.
    rest: &'a [DAffine3],
    /// The largest scale of each instance in the current clip.
    scales: Vec<f64>,
    size: f64,
    /// The scene's nodes of each animated node of the document.
    instances: HashMap<usize, Vec<usize>>,
    /// From the start to the end of the current clip.
    range: (f32, f32),
    /// Keys made so far, counted for each instance.
    keys: usize,
    /// Keys that may still be added to the file's own.
    addable: usize,
    /// Curve values that may still be computed for the file's own keys.
    work_left: usize,
}

impl<'a> Builder<'a> {
    fn new(document: &'a Document, scene: &'a Scene<'a>, rest: &'a [DAffine3]) -> Self {
        let mut instances: HashMap<usize, Vec<usize>> =
            scene.driven.iter().map(|driven| (driven.node, Vec::new())).collect();
        for (index, instance) in scene.nodes.iter().enumerate() {
            if let Some(indices) = instances.get_mut(&instance.node) {
                indices.push(index);
            }
        }
        instances.retain(|_, indices| !indices.is_empty());
        let size = size(document, scene, rest);
        let (keys, addable, work_left) = (0, MAX_ADDED_KEYS, MAX_EVALUATIONS);
        let range = (0.0, 0.0);
        let scales = Vec::new();
        Self { document, scene, rest, scales, size, instances, range, keys, addable, work_left }
    }

    /// The clip of some channels in a range of time: keys beyond those around it are left out.
    fn clip(
        &mut self,
        name: &str,
        driven: Vec<Driven>,
        range: (f32, f32),
        reporter: &mut Reporter,
    ) -> Result<Clip, Error> {
        // All keys are visited, whatever part of them the clip plays.
        let keys = driven.iter().map(|driven| curve(self.document, driven).times.len()).sum();
        self.work(keys, reporter, None)?;
        let channels = ChannelSet::new(self.document, driven);
        self.range = range;
        self.scales = node_scales(self.scene, &channels, self.rest);
        let depth = self.animated_depth(&channels) as f64;
        let tolerance = if self.document.exact_keys { EXACT_TOLERANCE } else { TOLERANCE };
        let allowed = tolerance * SPENT * self.size / depth.sqrt();
        let nodes: Vec<_> =
            channels.nodes().filter(|(node, _)| self.instances.contains_key(node)).collect();
        let (mut tracks, mut file_keys) = (Vec::new(), Vec::new());
        // The remaining budget is divided anew for each batch: the same on any machine.
        for nodes in nodes.chunks(BATCH) {
            let mut jobs = Vec::with_capacity(nodes.len());
            for &(node, driven) in nodes {
                jobs.push(self.job(node, driven, nodes.len(), reporter)?);
            }
            let done = self.document.threads.map(&jobs, |job| job.run(&channels, allowed));
            for (job, (fit, finite)) in jobs.iter().zip(done) {
                self.add_file_keys(job, &mut file_keys);
                self.add(job, fit, finite, reporter, &mut tracks)?;
            }
        }
        tracks.sort_by_key(|tracks| tracks.joint);
        Ok(Clip { name: name.into(), start: range.0, end: range.1, tracks, file_keys })
    }

    /// Adds the file's keys in the range for each instance of a job's node. Most joints have theirs at the same times.
    fn add_file_keys(&mut self, job: &Job, all: &mut Vec<(usize, Arc<[f32]>)>) {
        let (start, end) = (self.range.0 - ROUNDING, self.range.1 + ROUNDING);
        let in_range = |time: &f32| (start..=end).contains(time);
        let mut times: Vec<f32> =
            job.times.iter().map(|(time, _)| *time).filter(in_range).collect();
        times.dedup();
        let times = match all.last() {
            Some((_, before)) if **before == *times => before.clone(),
            _ => times.into(),
        };
        self.keys += times.len();
        all.extend(self.instances[&job.node].iter().map(|joint| (*joint, times.clone())));
    }

    /// The largest number of animated joints on a path from the root. Their errors have different directions, and
    /// add up to the square root of their number.
    fn animated_depth(&self, channels: &ChannelSet<'_>) -> usize {
        let mut animated = vec![0usize; self.document.nodes.len()];
        channels.nodes().for_each(|(node, _)| animated[node] = 1);
        let mut depth = vec![0usize; self.scene.nodes.len()];
        for (index, instance) in self.scene.nodes.iter().enumerate() {
            let above = instance.parent.map_or(0, |parent| depth[parent]);
            depth[index] = above + animated[instance.node];
        }
        depth.into_iter().max().unwrap_or(1).max(1)
    }

    fn error_scale(&self, node: usize, instances: &[usize]) -> ErrorScale {
        let largest_parent = |scale: &dyn Fn(usize) -> f64| {
            let of = |index: &usize| self.scene.nodes[*index].parent.map_or(1.0, scale);
            let largest = instances.iter().map(of).fold(0.0, f64::max);
            if largest.is_finite() { largest } else { 1.0 }
        };
        let local = evaluate::local(&self.document.nodes[node].transforms);
        // Descendants are at most the model's size away, at rest.
        let unit = max_scale(&local) * largest_parent(&|parent| max_scale(&self.rest[parent]));
        let reach = self.size / unit;
        let reach = if unit > 1e-9 && reach.is_finite() { reach } else { self.size };
        let parent = largest_parent(&|parent| self.scales[parent]);
        ErrorScale::new(parent, reach, from_decomposition(&rest_parts(&local)))
    }

    /// Counts work that a few bytes could ask for without end.
    fn work(
        &mut self,
        amount: usize,
        reporter: &Reporter,
        place: Option<&Place>,
    ) -> Result<(), Error> {
        match self.work_left.checked_sub(amount) {
            Some(left) => {
                self.work_left = left;
                Ok(())
            }
            None => {
                let message = "too many keys, channels and clips for one another";
                Err(reporter.error(ErrorKind::Limit, place, message))
            }
        }
    }

    /// The job of a node, one of `sharing` that take keys from the same budget.
    fn job(
        &mut self,
        node: usize,
        driven: &[Driven],
        sharing: usize,
        reporter: &Reporter,
    ) -> Result<Job, Error> {
        let times = self.times(driven);
        let place = &self.document.nodes[node].place;
        self.work(times.len() * driven.len() * 5, reporter, Some(place))?;
        let most = times.len() + self.addable / sharing;
        let scale = self.error_scale(node, &self.instances[&node]);
        Ok(Job { node, interpolation: self.interpolation(node, driven), times, scale, most })
    }

    /// Adds the tracks of a job for each instance of its node.
    fn add(
        &mut self,
        job: &Job,
        fit: Fit,
        finite: bool,
        reporter: &mut Reporter,
        all: &mut Vec<JointTracks>,
    ) -> Result<(), Error> {
        let place = &self.document.nodes[job.node].place;
        if !finite {
            let message = "its keys are too large to be drawn";
            return Err(reporter.error(ErrorKind::Number, Some(place), message));
        }
        if !fit.within_bound {
            let message =
                "a curve bends too sharply to be followed within 1/10000 of the model's size";
            reporter.warn(Some(place), message);
        }
        self.addable = self.addable.saturating_sub(fit.samples.saturating_sub(job.times.len()));
        let Some(tracks) = fit.tracks else { return Ok(()) };
        let instances = &self.instances[&job.node];
        self.keys += (tracks.key_count() + KEYS_OF_A_JOINT) * instances.len();
        if self.keys > MAX_KEYS {
            let message = format!("more than {MAX_KEYS} keys in all clips together");
            return Err(reporter.error(ErrorKind::Limit, Some(place), message));
        }
        if let Some((last, others)) = instances.split_last() {
            all.extend(others.iter().map(|joint| JointTracks { joint: *joint, ..tracks.clone() }));
            all.push(JointTracks { joint: *last, ..tracks });
        }
        Ok(())
    }

    /// As tracks do for a node with a single matrix that is driven as a whole.
    fn interpolation(&self, node: usize, driven: &[Driven]) -> KeyInterpolation {
        let one = self.document.nodes[node].transforms.len() == 1;
        let like_tracks = |driven: &Driven| {
            let curve = curve(self.document, driven);
            let whole = driven.component == Component::Whole && curve.dimensions == 16;
            whole && curve.interpolations.iter().copied().all(is_linear_or_step)
        };
        if one && driven.iter().all(like_tracks) {
            KeyInterpolation::LikeTracks
        } else {
            KeyInterpolation::Curved
        }
    }

    /// The keys' times of some channels, sorted; a jump is there twice.
    fn times(&self, driven: &[Driven]) -> Vec<(f32, Side)> {
        let mut times: Vec<f32> = Vec::new();
        let mut jumps: Vec<f32> = Vec::new();
        let mut before: Option<&Curve> = None;
        for driven in driven {
            let curve = curve(self.document, driven);
            if before.is_none_or(|before| before.times != curve.times) {
                times.extend(&curve.times);
            }
            before = Some(curve);
            jumps.extend(jump_times(curve));
        }
        let [times, jumps] = [times, jumps].map(in_order);
        let first = times.partition_point(|time| *time <= self.range.0).saturating_sub(1);
        let last =
            times.partition_point(|time| *time < self.range.1).min(times.len() - 1).max(first);
        sided(&times[first..=last], &jumps)
    }
}

/// The fit of one node.
struct Job {
    node: usize,
    interpolation: KeyInterpolation,
    times: Vec<(f32, Side)>,
    scale: ErrorScale,
    /// The samples that it may take.
    most: usize,
}

impl Job {
    /// Its tracks, and whether all of its numbers were finite.
    fn run(&self, channels: &ChannelSet<'_>, allowed: f64) -> (Fit, bool) {
        let interval = Interval::new(channels, self.node).expect("a job's node is animated");
        let mut exact = Exact { channels, node: self.node, interval, finite: true };
        let (times, scale) = (&self.times, &self.scale);
        let fit = fit(&mut exact, times, self.interpolation, scale, allowed, self.most);
        (fit, exact.finite)
    }
}

/// The exact local transform of a node, decomposed.
struct Exact<'a> {
    channels: &'a ChannelSet<'a>,
    node: usize,
    interval: Interval<'a>,
    finite: bool,
}

impl Exact<'_> {
    fn parts(&mut self, local: &DAffine3) -> Parts {
        parts(local).unwrap_or_else(|| {
            self.finite = false;
            [DVec4::ZERO, DVec4::W, DVec4::ONE, DVec4::ZERO]
        })
    }
}

impl Sampled for Exact<'_> {
    fn at_key(&mut self, time: f32, side: Side) -> Parts {
        let local = self.channels.local(self.node, time, side);
        self.parts(&local)
    }

    fn begin_interval(&mut self, start: f32) -> bool {
        self.interval.begin(start);
        self.interval.is_simple()
    }

    fn in_interval(&mut self, time: f64) -> Parts {
        let local = self.interval.local(time);
        self.parts(&local)
    }
}

fn is_linear_or_step(interpolation: Interpolation) -> bool {
    matches!(interpolation, Interpolation::Linear | Interpolation::Step)
}

/// The times at which a curve jumps: the end of a STEP, and two keys at one time.
fn jump_times(curve: &Curve) -> impl Iterator<Item = f32> + '_ {
    (1..curve.times.len()).filter_map(|key| {
        let step = curve.interpolations[key - 1] == Interpolation::Step;
        (step || curve.times[key] == curve.times[key - 1]).then_some(curve.times[key])
    })
}
