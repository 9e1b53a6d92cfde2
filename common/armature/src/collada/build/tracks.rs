//! Channels to clips: tracks of translation, rotation, scale and shear that stay within a stated distance
//! of what the file says.
//!
//! Where straight lines and arcs between the file's keys would stray from its curves (Bezier curves,
//! Euler angles, rotations far apart), there are keys between; where they do not, keys are left out.
//! A STEP becomes two keys at one time, which a track plays as a jump.

use super::{
    follow::{Followed, follow},
    growth::stretches,
    lever::Lever,
    parts::{Parts, from_decomposition, parts},
    samples::{self, Between},
    size::{self, stretch},
    skeleton::rest_parts,
};
use crate::{
    animation::{Clip, JointTracks},
    collada::{
        document::{ClipData, Curve, Document, Interpolation},
        error::{Error, ErrorKind, Place, Reporter, counted},
        evaluate::{self, Motion, Side, Stretch},
        limits::{MAX_ADDED_KEYS, MAX_EVALUATIONS, MAX_KEYS},
        scene::{Component, Driven, Scene},
    },
};
use glam::{DAffine3, DVec4};
use std::collections::HashMap;

/// How far the played model may be from what the file says, in the model's size.
const TOLERANCE: f64 = 1e-4;

/// The part of the tolerance that is spent here: the rest is left for rounding, and for errors of
/// several joints that add up.
const SPENT: f64 = 0.35;

/// Nodes that are followed at once.
const BATCH: usize = 64;

/// What a moving joint takes in memory, in keys.
const KEYS_OF_A_JOINT: usize = 16;

/// The clips of the file; one named `name` for the channels that are in none.
pub(super) fn clips(
    document: &Document,
    scene: &Scene<'_>,
    name: &str,
    reporter: &mut Reporter,
) -> Result<Vec<Clip>, Error> {
    if document.clips.is_empty() && scene.driven.is_empty() {
        return Ok(Vec::new());
    }
    let mut builder = Builder::new(document, scene);
    let mut clips = Vec::new();
    let mut in_a_clip = vec![false; scene.driven.len()];
    for data in &document.clips {
        let mut driven = Vec::new();
        let pairs = scene.driven.len().saturating_mul(data.animations.len());
        builder.work(pairs, reporter, Some(&data.place))?;
        for (place, found) in scene.driven.iter().enumerate() {
            if contains(document, data, document.channels[found.channel].animation) {
                in_a_clip[place] = true;
                driven.push(*found);
            }
        }
        let last = span(document, &driven).map_or(data.start, |(_, last)| f64::from(last));
        let end = data.end.unwrap_or(last).max(data.start) as f32;
        let start = data.start as f32;
        let tracks = builder.tracks(driven, start, end, reporter)?;
        clips.push(Clip { name: data.name.clone(), start, end, tracks });
    }
    let rest = scene.driven.iter().zip(&in_a_clip).filter(|(_, taken)| !**taken);
    let rest: Vec<_> = rest.map(|(driven, _)| *driven).collect();
    if let Some((start, end)) = span(document, &rest) {
        if !document.clips.is_empty() {
            let channels = counted(rest.len(), "channel", "channels");
            let message = format!("{channels} in no clip: played by one named \"{name}\"");
            reporter.warn(None, message);
        }
        let tracks = builder.tracks(rest, start, end, reporter)?;
        clips.push(Clip { name: name.into(), start, end, tracks });
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
    /// World places at rest.
    rest: Vec<DAffine3>,
    /// World lengths for a length in each place's space, in the clip at hand.
    stretches: Vec<f64>,
    size: f64,
    /// The scene's nodes of each of the document's that moves.
    instances: HashMap<usize, Vec<usize>>,
    /// The stretch of time that is wanted.
    range: (f32, f32),
    /// Keys made so far, counted for each instance.
    keys: usize,
    /// Keys that may still be added to the file's own.
    addable: usize,
    /// Curve values that may still be computed for the file's own keys.
    work_left: usize,
}

impl<'a> Builder<'a> {
    fn new(document: &'a Document, scene: &'a Scene<'a>) -> Self {
        let rest = size::rest(document, scene);
        let mut instances: HashMap<usize, Vec<usize>> =
            scene.driven.iter().map(|driven| (driven.node, Vec::new())).collect();
        for (place, instance) in scene.nodes.iter().enumerate() {
            if let Some(places) = instances.get_mut(&instance.node) {
                places.push(place);
            }
        }
        instances.retain(|_, places| !places.is_empty());
        let size = size::size(document, scene, &rest);
        let (keys, addable, work_left) = (0, MAX_ADDED_KEYS, MAX_EVALUATIONS);
        let range = (0.0, 0.0);
        let stretches = Vec::new();
        Self { document, scene, rest, stretches, size, instances, range, keys, addable, work_left }
    }

    /// Tracks for channels that play together, from `start` to `end`: keys beyond the ones around
    /// that stretch are left out.
    fn tracks(
        &mut self,
        driven: Vec<Driven>,
        start: f32,
        end: f32,
        reporter: &mut Reporter,
    ) -> Result<Vec<JointTracks>, Error> {
        // Each key is looked at, whatever part of them the clip plays.
        let keys = driven.iter().map(|driven| curve(self.document, driven).times.len()).sum();
        self.work(keys, reporter, None)?;
        let motion = Motion::new(self.document, driven);
        self.range = (start, end);
        self.stretches = stretches(self.scene, &motion, &self.rest);
        let allowed = TOLERANCE * SPENT * self.size / (self.chain(&motion) as f64).sqrt();
        let nodes: Vec<_> =
            motion.nodes().filter(|(node, _)| self.instances.contains_key(node)).collect();
        let mut all = Vec::new();
        // What may still be added is shared out anew from batch to batch: the same on any machine.
        for nodes in nodes.chunks(BATCH) {
            let mut jobs = Vec::with_capacity(nodes.len());
            for &(node, driven) in nodes {
                jobs.push(self.job(node, driven, nodes.len(), reporter)?);
            }
            let done = self.document.threads.map(&jobs, |job| job.run(&motion, allowed));
            for (job, (followed, finite)) in jobs.iter().zip(done) {
                self.add(job, followed, finite, reporter, &mut all)?;
            }
        }
        all.sort_by_key(|tracks| tracks.joint);
        Ok(all)
    }

    /// The most moving joints above one another. Their errors point in all directions: together they
    /// grow as the square root of their number.
    fn chain(&self, motion: &Motion<'_>) -> usize {
        let mut moves = vec![0usize; self.document.nodes.len()];
        motion.nodes().for_each(|(node, _)| moves[node] = 1);
        let mut depth = vec![0usize; self.scene.nodes.len()];
        for (place, instance) in self.scene.nodes.iter().enumerate() {
            depth[place] = instance.parent.map_or(0, |parent| depth[parent]) + moves[instance.node];
        }
        depth.into_iter().max().unwrap_or(1).max(1)
    }

    fn lever(&self, node: usize, instances: &[usize]) -> Lever {
        let parents = |stretch: &dyn Fn(usize) -> f64| {
            let of = |place: &usize| self.scene.nodes[*place].parent.map_or(1.0, stretch);
            let most = instances.iter().map(of).fold(0.0, f64::max);
            if most.is_finite() { most } else { 1.0 }
        };
        let local = evaluate::local(&self.document.nodes[node].transforms);
        // What hangs on the node is at most the model's size away, at rest.
        let unit = stretch(&local) * parents(&|parent| stretch(&self.rest[parent]));
        let reach = self.size / unit;
        let reach = if unit > 1e-9 && reach.is_finite() { reach } else { self.size };
        let parent = parents(&|parent| self.stretches[parent]);
        Lever::new(parent, reach, from_decomposition(&rest_parts(&local)))
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

    /// What there is to do for a node, one of `sharing` that take keys from the same budget.
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
        let lever = self.lever(node, &self.instances[&node]);
        Ok(Job { node, between: self.between(node, driven), times, lever, most })
    }

    /// Adds what came out of a job for each instance of its node.
    fn add(
        &mut self,
        job: &Job,
        followed: Followed,
        finite: bool,
        reporter: &mut Reporter,
        all: &mut Vec<JointTracks>,
    ) -> Result<(), Error> {
        let place = &self.document.nodes[job.node].place;
        if !finite {
            let message = "its keys are too large to be drawn";
            return Err(reporter.error(ErrorKind::Number, Some(place), message));
        }
        if !followed.within {
            let message =
                "a curve bends too sharply to be followed within 1/10000 of the model's size";
            reporter.warn(Some(place), message);
        }
        self.addable =
            self.addable.saturating_sub(followed.samples.saturating_sub(job.times.len()));
        let Some(tracks) = followed.tracks else { return Ok(()) };
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

    /// Straight for a node that is one matrix, driven as a whole.
    fn between(&self, node: usize, driven: &[Driven]) -> Between {
        let one = self.document.nodes[node].transforms.len() == 1;
        let ways = |driven: &Driven| &curve(self.document, driven).interpolations;
        let whole = |d: &Driven| {
            d.component == Component::Whole && curve(self.document, d).dimensions == 16
        };
        let all =
            one && driven.iter().all(|d| whole(d) && ways(d).iter().copied().all(runs_straight));
        if all { Between::Straight } else { Between::Curved }
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
        for list in [&mut times, &mut jumps] {
            list.sort_by(f32::total_cmp);
            list.dedup();
        }
        let first = times.partition_point(|time| *time <= self.range.0).saturating_sub(1);
        let last =
            times.partition_point(|time| *time < self.range.1).min(times.len() - 1).max(first);
        let mut sided = Vec::with_capacity(times.len() + jumps.len());
        for &time in &times[first..=last] {
            if jumps.binary_search_by(|jump| jump.total_cmp(&time)).is_ok() {
                sided.push((time, Side::Before));
            }
            sided.push((time, Side::After));
        }
        sided
    }
}

/// One node's motion, to be followed.
struct Job {
    node: usize,
    between: Between,
    times: Vec<(f32, Side)>,
    lever: Lever,
    /// Samples that it may take.
    most: usize,
}

impl Job {
    /// Its tracks, and whether all of its numbers were finite.
    fn run(&self, motion: &Motion<'_>, allowed: f64) -> (Followed, bool) {
        let stretch = Stretch::new(motion, self.node).expect("a job is made for a node that moves");
        let mut exact = Exact { motion, node: self.node, stretch, finite: true };
        let followed =
            follow(&mut exact, &self.times, self.between, &self.lever, allowed, self.most);
        (followed, exact.finite)
    }
}

/// A node's motion in the numbers of a track.
struct Exact<'a> {
    motion: &'a Motion<'a>,
    node: usize,
    stretch: Stretch<'a>,
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

impl samples::Motion for Exact<'_> {
    fn key(&mut self, time: f32, side: Side) -> Parts {
        let local = self.motion.local(self.node, time, side);
        self.parts(&local)
    }

    fn begin(&mut self, start: f32) -> bool {
        self.stretch.begin(start);
        self.stretch.is_plain()
    }

    fn inside(&mut self, time: f64) -> Parts {
        let local = self.stretch.local(time);
        self.parts(&local)
    }
}

fn runs_straight(way: Interpolation) -> bool {
    matches!(way, Interpolation::Linear | Interpolation::Step)
}

/// When a curve jumps: at the end of a STEP, and where two keys have one time.
fn jump_times(curve: &Curve) -> impl Iterator<Item = f32> + '_ {
    (1..curve.times.len()).filter_map(|key| {
        let step = curve.interpolations[key - 1] == Interpolation::Step;
        (step || curve.times[key] == curve.times[key - 1]).then_some(curve.times[key])
    })
}
