//! Tracks that stay within a stated distance of the file's curves.
//!
//! The exact motion is sampled at the file's keys, and between them where it bends. Whole matrices that are joined linearly keep
//! all keys, and rotations all samples; for all else (splines, Euler angles, pivots) as few are kept as interpolation between
//! them takes. A STEP becomes two keys at one time, which a track plays as a jump. A part of a transform that a channel drives
//! gets a track, also where it never leaves its rest: in another figure it would rest elsewhere.

use super::{
    channels::Channels,
    clips::{ClipPlan, TOO_MUCH},
    motion::{Motion, motions_of},
    reader::Reader,
    scene::{Scene, world},
    transforms::single,
    xml::Element,
};
use crate::loading::{
    Error,
    limits::{MAX_ADDED_KEYS, MAX_EVALUATIONS, MAX_KEYS},
    rest::MIN_SHEAR,
};
use armature::{
    animation::{
        Clip, JointKeys, JointTracks, RotationTrack, Track, TrackError, in_order, interpolate_rotation,
        interpolate_transform,
        reduce::{all_between, keep},
        sample_adaptively,
    },
    math::{Decomposition, decompose, shortest},
    model::Model,
};
use glam::{DAffine3, Quat, Vec3};
use std::{collections::HashSet, sync::Arc};

/// Error of a track, relative to the model's size. That of the played model is the sum of several joints' errors, in different
/// directions: below 1/10000.
const PRECISION: f32 = 3e-5;

/// Distance from each joint up to which points are assumed, relative to the model's size: 3 cm for a person.
const SHELL: f32 = 0.02;

/// Distance in seconds from a clip's range up to which a key counts as inside: files round times differently.
const RANGE_MARGIN: f32 = 1e-3;

/// Number of moments of a clip, besides the rest, at which the reach of joints is measured.
const MOMENTS: usize = 8;

/// Samples that a joint may take for each of the file's keys.
const SAMPLES_PER_KEY: usize = 1000;

/// Memory of an animated joint, in keys.
const KEYS_OF_A_JOINT: usize = 16;

/// Builds the clips of a model, within limits for all of them together.
pub(super) struct ClipBuilder<'b, 'a> {
    reader: &'b Reader<'a>,
    scene: &'b Scene<'a>,
    channels: &'b Channels<'a>,
    /// `parent_from_joint` of each joint at rest.
    rest: &'b [Decomposition],
    /// Distance of the farthest vertex that follows each joint, in the joint's unit.
    carried: Vec<f32>,
    /// Largest error of a track in world space.
    bound: f32,
    /// Diagonal of the box around the model at rest.
    size: f32,
    /// Keys made so far, counted for each instance.
    keys: usize,
    /// Keys that may still be added to the file's own.
    addable: usize,
    /// Numbers of curves that may still be computed.
    work_left: usize,
}

/// The effect in world space of an error in a joint's local transform: the largest at rest and at some moments.
#[derive(Clone, Copy)]
struct Lever {
    /// Length of a unit of the parent's space.
    parent: f32,
    /// Distance of the farthest thing that the joint moves.
    turn: f32,
    /// Distance by which the farthest thing is moved by a scale that is larger by 1.
    scale: f32,
}

impl<'b, 'a> ClipBuilder<'b, 'a> {
    pub(super) fn new(
        reader: &'b Reader<'a>,
        scene: &'b Scene<'a>,
        channels: &'b Channels<'a>,
        rest: &'b [Decomposition],
        model: &Model,
    ) -> Self {
        let size = reader.size_of(model);
        Self {
            reader,
            scene,
            channels,
            rest,
            carried: farthest_vertices(model),
            bound: PRECISION * size,
            size,
            keys: 0,
            addable: MAX_ADDED_KEYS,
            work_left: MAX_EVALUATIONS,
        }
    }

    /// Builds a clip, ten times as exactly, to be compared with what other programs compute.
    pub(super) fn build_exactly(&mut self, plan: &ClipPlan) -> Result<Clip, Error> {
        self.bound /= 10.0;
        self.build(plan)
    }

    /// Builds a clip with the file's keys from its start to its end, and one more on each side.
    pub(super) fn build(&mut self, plan: &ClipPlan) -> Result<Clip, Error> {
        let mut span: Option<(f32, f32)> = None;
        for index in &plan.channels {
            let times = &self.channels.all[*index].curve.times;
            let (first, last) = span.unwrap_or((times[0], times[0]));
            span = Some((first.min(times[0]), last.max(times[times.len() - 1])));
        }
        let (first, last) = span.unwrap_or_default();
        let start = plan.start.unwrap_or(first);
        let end = plan.end.unwrap_or(last).max(start);
        let mut clip = Clip { start, end, ..Clip::of_tracks(plan.name.clone(), Vec::new()) };
        let motions = motions_of(self.scene, self.channels, &plan.channels);
        let levers = self.levers(&motions, start, end)?;
        for (node, motion) in &motions {
            let instances = &self.scene.instances[&self.scene.nodes[*node].element.id()];
            let mut lever = levers[*node];
            for instance in instances {
                lever.parent = lever.parent.max(levers[*instance].parent);
                lever.turn = lever.turn.max(levers[*instance].turn);
                lever.scale = lever.scale.max(levers[*instance].scale);
            }
            self.add_joints(&mut clip, motion, instances, lever)?;
        }
        clip.tracks.sort_by_key(|tracks| tracks.joint);
        clip.file_keys.sort_by_key(|keys| keys.joint);
        Ok(clip)
    }

    /// Adds the tracks of a node to a clip, and the times of the file's keys in the clip's range, once for each instance.
    fn add_joints(
        &mut self,
        clip: &mut Clip,
        motion: &Motion<'b, 'a>,
        instances: &[usize],
        lever: Lever,
    ) -> Result<(), Error> {
        let element = self.scene.nodes[instances[0]].element;
        let times = key_times(motion, clip.start, clip.end);
        self.charge_work(element, times.len().saturating_mul(5 * motion.channels.len()))?;
        let range = clip.start - RANGE_MARGIN..=clip.end + RANGE_MARGIN;
        let mut file_times: Vec<f32> = times.iter().copied().filter(|time| range.contains(time)).collect();
        file_times.dedup();
        // Most joints have their keys at the same times.
        let file_times: Arc<[f32]> = match clip.file_keys.last() {
            Some(before) if *before.times == *file_times => before.times.clone(),
            _ => file_times.into(),
        };
        let bound = self.bound;
        let addable = self.addable.min(times.len().saturating_mul(SAMPLES_PER_KEY));
        let most = times.len() + if motion.plays_as_tracks(bound / lever.turn) { 0 } else { addable };
        let keys = sample_adaptively(
            &times,
            most,
            |time| motion.parts(time),
            |[a, b], u, exact| lever.error(&interpolate(a, b, u), exact) / bound,
        );
        self.addable -= keys.len().saturating_sub(times.len()).min(self.addable);
        if keys.len() >= most && most > times.len() {
            let message = "a curve bends too sharply to be followed within 1/10000 of the model's size";
            self.reader.warn(element, message);
        }
        let tracks = tracks_of(&keys, &times, &self.rest[instances[0]], motion, lever, bound)
            .map_err(|_| self.reader.error(element, "its keys are too large to be drawn"))?;
        self.keys += (file_times.len() + tracks.key_count() + KEYS_OF_A_JOINT) * instances.len();
        if self.keys > MAX_KEYS {
            return Err(self.reader.error(element, format!("more than {MAX_KEYS} keys in all clips together")));
        }
        for joint in instances {
            clip.file_keys.push(JointKeys::linear(*joint, file_times.clone()));
            if tracks.key_count() > 0 {
                clip.tracks.push(JointTracks { joint: *joint, ..tracks.clone() });
            }
        }
        Ok(())
    }

    /// Subtracts an amount of work from what may still be done: a few bytes of a file can ask for any amount.
    fn charge_work(&mut self, element: Element<'a>, amount: usize) -> Result<(), Error> {
        self.work_left = self.work_left.checked_sub(amount).ok_or_else(|| self.reader.error(element, TOO_MUCH))?;
        Ok(())
    }

    /// Returns the lever of each joint in a clip.
    fn levers(&mut self, motions: &[(usize, Motion<'b, 'a>)], start: f32, end: f32) -> Result<Vec<Lever>, Error> {
        let nodes = &self.scene.nodes;
        let channels: usize = motions.iter().map(|(_, motion)| motion.channels.len()).sum();
        if let Some(first) = nodes.first() {
            self.charge_work(first.element, MOMENTS * (nodes.len() + channels))?;
        }
        let mut levers = vec![Lever { parent: 0.0, turn: 0.0, scale: 0.0 }; nodes.len()];
        self.measure(&self.scene.rest, &mut levers);
        for moment in 0..MOMENTS {
            let time = start + (end - start) * moment as f32 / (MOMENTS - 1) as f32;
            let mut locals = self.scene.locals.clone();
            for (node, motion) in motions {
                let local = motion.local(time);
                for instance in &self.scene.instances[&nodes[*node].element.id()] {
                    locals[*instance] = local;
                }
            }
            self.measure(&world(nodes, &locals), &mut levers);
        }
        for lever in &mut levers {
            lever.scale *= lever.parent;
        }
        Ok(levers)
    }

    /// Enlarges levers to those at one moment. `scale` is still without the parent's unit.
    fn measure(&self, world: &[DAffine3], levers: &mut [Lever]) {
        let mut reaches = Vec::with_capacity(world.len());
        for (joint, carried) in world.iter().zip(&self.carried) {
            reaches.push((carried * unit_of(joint)).max(SHELL * self.size));
        }
        for joint in (0..world.len()).rev() {
            let lever = &mut levers[joint];
            let parent = self.scene.nodes[joint].parent;
            let reach = reaches[joint];
            let unit = unit_of(&world[joint]);
            lever.parent = lever.parent.max(parent.map_or(1.0, |parent| unit_of(&world[parent])));
            lever.turn = lever.turn.max(reach);
            // What is scaled to nothing has no reach of its own.
            lever.scale = lever.scale.max(if unit > 1e-9 { reach / unit } else { 0.0 });
            if let Some(parent) = parent {
                let bone = world[joint].translation.distance(world[parent].translation) as f32;
                reaches[parent] = reaches[parent].max(bone + reach);
            }
        }
    }
}

/// Returns the largest scale of a matrix along its axes.
fn unit_of(matrix: &DAffine3) -> f32 {
    let linear = matrix.matrix3;
    linear.x_axis.length().max(linear.y_axis.length()).max(linear.z_axis.length()) as f32
}

/// Returns, for each joint of a model, the distance of the farthest vertex that follows the joint, in the joint's unit.
fn farthest_vertices(model: &Model) -> Vec<f32> {
    let mut farthest = vec![0.0f32; model.skeleton.len()];
    for part in &model.parts {
        let skin = &model.skins[part.skin];
        let mut joints = Vec::new();
        for binding in &skin.bindings {
            joints.push((binding.joint, binding.joint_from_bind * skin.bind_from_mesh));
        }
        for vertex in &part.mesh.vertices {
            for (slot, _) in vertex.joints.iter().zip(vertex.weights).filter(|(_, weight)| *weight > 0.0) {
                let Some((Some(joint), matrix)) = joints.get(usize::from(*slot)) else { continue };
                let distance = matrix.transform_point3(vertex.position).length();
                farthest[*joint] = farthest[*joint].max(distance);
            }
        }
    }
    farthest
}

impl Lever {
    /// Returns the distance in world space by which the farthest point differs between two local transforms.
    fn error(&self, a: &Decomposition, b: &Decomposition) -> f32 {
        let scale = a.transform.scale.abs().max(b.transform.scale.abs()).max_element();
        a.transform.translation.distance(b.transform.translation) * self.parent
            + turn(a.transform.rotation, b.transform.rotation) * self.turn
            + a.transform.scale.distance(b.transform.scale) * self.scale
            + a.shear.distance(b.shear) * self.scale * scale
    }
}

/// Returns the sine of half of the angle between two rotations, doubled: nearly the angle where it is small.
fn turn(a: Quat, b: Quat) -> f32 {
    2.0 * (a - b).length().min((a + b).length())
}

/// Interpolates as tracks do.
fn interpolate(a: &Decomposition, b: &Decomposition, u: f32) -> Decomposition {
    Decomposition { transform: interpolate_transform(&a.transform, &b.transform, u), shear: a.shear.lerp(b.shear, u) }
}

/// Returns the key times of a node's curves in order, from the last one at or before `start` to the first one at or after
/// `end`. A time at which a curve jumps is there twice.
fn key_times(motion: &Motion<'_, '_>, start: f32, end: f32) -> Vec<f32> {
    let mut times: Vec<f32> = Vec::new();
    let mut jumps: HashSet<u32> = HashSet::new();
    for channel in &motion.channels {
        let curve = &channel.curve;
        times.extend(&curve.times);
        for key in 1..curve.times.len() {
            if curve.jumps_after(key - 1) {
                jumps.insert(curve.times[key].to_bits());
            }
        }
    }
    let times = in_order(times);
    let first = times.partition_point(|time| *time <= start).saturating_sub(1);
    let last = times.partition_point(|time| *time < end).min(times.len() - 1).max(first);
    let mut all = Vec::new();
    for time in &times[first..=last] {
        all.push(*time);
        if jumps.contains(&time.to_bits()) {
            all.push(*time);
        }
    }
    all
}

/// Returns the tracks of a joint with as few keys as play the same.
fn tracks_of(
    keys: &[(f32, Decomposition)],
    file_times: &[f32],
    rest: &Decomposition,
    motion: &Motion<'_, '_>,
    lever: Lever,
    bound: f32,
) -> Result<JointTracks, TrackError> {
    let times: Vec<f32> = keys.iter().map(|key| key.0).collect();
    let mut drives = [false; 3];
    for kind in motion.driven_kinds() {
        drives[0] |= ["matrix", "translate", "lookat"].contains(&kind);
        drives[1] |= ["matrix", "rotate", "lookat"].contains(&kind);
        drives[2] |= ["matrix", "scale"].contains(&kind);
    }
    let mut largest = Vec3::ZERO;
    let mut shear = Vec3::ZERO;
    for (_, key) in keys {
        largest = largest.max(key.transform.scale.abs());
        shear = shear.max(key.shear.abs());
    }
    let has_shear = shear.max(rest.shear.abs()).max_element() > MIN_SHEAR;
    let weight_of_shear = lever.scale * largest.max_element().max(f32::MIN_POSITIVE);
    let translations: Vec<Vec3> = keys.iter().map(|(_, key)| key.transform.translation).collect();
    let scales: Vec<Vec3> = keys.iter().map(|(_, key)| key.transform.scale).collect();
    let shears: Vec<Vec3> = keys.iter().map(|(_, key)| key.shear).collect();
    let at_rest = rest.transform;
    let kept = motion.is_of_matrices.then_some(file_times);
    let kept_turns = kept.map(|_| &*times);
    let [by_parent, by_turn, by_scale] = [lever.parent, lever.turn, lever.scale].map(|weight| bound / weight);
    let fit = Fit { is_driven: drives[0], kept, bound: by_parent };
    let translation = vector_track(&times, &translations, at_rest.translation, fit)?;
    let turn = Fit { is_driven: drives[1], kept: kept_turns, bound: by_turn };
    let rotation = rotation_track(&times, keys, at_rest.rotation, turn)?;
    let scale = vector_track(&times, &scales, at_rest.scale, Fit { is_driven: drives[2], bound: by_scale, ..fit })?;
    let mut shear = None;
    if has_shear {
        let fit = Fit { is_driven: false, bound: bound / weight_of_shear, ..fit };
        shear = vector_track(&times, &shears, rest.shear, fit)?;
    }
    Ok(JointTracks { joint: 0, translation, rotation, scale, shear })
}

/// Fraction of the bound within which a value stays the same.
const STILL: f32 = 1.0 / 16.0;

/// Rules by which the samples of a part of a transform become a track.
#[derive(Clone, Copy)]
struct Fit<'t> {
    /// Whether a channel drives the part.
    is_driven: bool,
    /// Times in order whose samples all stay, and no others.
    kept: Option<&'t [f32]>,
    /// Largest error of the part.
    bound: f32,
}

/// Returns the indices of the samples that the track of a part keeps; none if nothing drives the part and it stays at rest.
/// Differences up to `rounding` count as none.
fn kept_samples<T: Copy>(
    times: &[f32],
    values: &[T],
    rest: T,
    fit: Fit<'_>,
    rounding: f32,
    distance: impl Fn(T, T) -> f32,
    interpolate: impl Fn(T, T, f32) -> T,
) -> Vec<usize> {
    let still = STILL * fit.bound + rounding;
    if values.iter().all(|value| distance(*value, values[0]) <= still) {
        let is_needed = fit.is_driven || distance(values[0], rest) > still;
        return if is_needed { vec![0] } else { Vec::new() };
    }
    if let Some(kept) = fit.kept {
        let mut samples = Vec::new();
        for (sample, at) in times.iter().enumerate() {
            if kept.binary_search_by(|time| time.total_cmp(at)).is_ok() {
                samples.push(sample);
            }
        }
        return samples;
    }
    keep(times, |from, to| {
        all_between(from, to, |key| {
            let u = (times[key] - times[from]) / (times[to] - times[from]);
            distance(interpolate(values[from], values[to], u), values[key]) <= fit.bound + rounding
        })
    })
}

fn select<T: Copy>(items: &[T], indices: &[usize]) -> Vec<T> {
    indices.iter().map(|index| items[*index]).collect()
}

/// Returns the track of a translation, a scale or a shear, if it needs one.
fn vector_track(times: &[f32], values: &[Vec3], rest: Vec3, fit: Fit<'_>) -> Result<Option<Track<Vec3>>, TrackError> {
    let rounding = 4e-7 * rest.abs().max(values[0].abs()).max_element();
    let kept = kept_samples(times, values, rest, fit, rounding, Vec3::distance, Vec3::lerp);
    if kept.is_empty() { Ok(None) } else { Track::new(select(times, &kept), select(values, &kept)).map(Some) }
}

/// Returns the track of a rotation, if it needs one.
fn rotation_track(
    times: &[f32],
    keys: &[(f32, Decomposition)],
    rest: Quat,
    fit: Fit<'_>,
) -> Result<Option<RotationTrack>, TrackError> {
    let mut turns: Vec<Quat> = Vec::with_capacity(keys.len());
    for (_, key) in keys {
        turns.push(shortest(turns.last().copied().unwrap_or(rest), key.transform.rotation));
    }
    let kept = kept_samples(times, &turns, rest, fit, 1e-6, turn, |from, to, u| {
        // Where they are nearly opposite, rounding decides which of two ways is shorter.
        if from.dot(to) > 0.2 { interpolate_rotation(from, to, u) } else { Quat::NAN }
    });
    match kept.len() {
        0 => Ok(None),
        _ => RotationTrack::new(select(times, &kept), select(&turns, &kept)).map(Some),
    }
}

/// Adds all clips to a model.
pub(super) fn add_clips(builder: &mut ClipBuilder<'_, '_>, plans: &[ClipPlan], model: &mut Model) -> Result<(), Error> {
    for plan in plans {
        let clip = builder.build(plan)?;
        model.clips.push(clip);
    }
    builder.reader.finish_clips(&mut model.clips);
    if model.clips.iter().flat_map(|clip| &clip.tracks).any(|tracks| tracks.shear.is_some()) {
        model.skeleton.make_room_for_shear();
    }
    Ok(())
}

/// Returns the transform of a node at rest, as a skeleton holds it. A shear that is only rounding becomes 0.
pub(super) fn rest_parts(local: &DAffine3) -> Decomposition {
    let parts = decompose(&single(local));
    let is_sheared = parts.shear.abs().max_element() > MIN_SHEAR;
    Decomposition { shear: if is_sheared { parts.shear } else { Vec3::ZERO }, ..parts }
}
