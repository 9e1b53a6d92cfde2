//! Channels to clips: tracks of translation, rotation and scale that stay within a stated distance
//! of what the file says.
//!
//! Keys stand where the file has them. Where straight lines and arcs between them would stray from
//! the file's curve (Bezier curves, Euler angles, rotations far apart), the stretch is halved until
//! they do not. A STEP becomes two keys at one time, which a track plays as a jump.

use super::{
    size::{self, stretch},
    skeleton::{degrees, single},
};
use crate::{
    animation::{Clip, JointTracks, RotationTrack, Track},
    collada::{
        document::{ClipData, Curve, Document, Interpolation},
        error::{Error, ErrorKind, Reporter},
        evaluate::{self, Motion, Side},
        limits::{MAX_HALVINGS, MAX_KEYS},
        scene::{Driven, Scene},
    },
    math::{Transform, decompose},
};
use glam::{Affine3A, DAffine3, Quat, Vec3, Vec3A};
use std::collections::HashMap;

/// How far the played model may be from what the file says, in the model's size. Half of it is spent
/// here; the rest is left for rounding.
const TOLERANCE: f64 = 1e-4;

/// Moving joints above one another among which the tolerance is divided; in longer chains errors
/// do not all add up.
const CHAIN: usize = 8;

/// Where between two keys the track is compared with the file. Not at regular parts: a turn by many
/// full circles must not look like standing still.
const PROBES: [f32; 4] = [0.17, 0.41, 0.5, 0.79];

/// The clips of the file; one named `name` for the channels that are in none.
pub(super) fn clips(
    document: &Document,
    scene: &Scene<'_>,
    name: &str,
    reporter: &mut Reporter,
) -> Result<Vec<Clip>, Error> {
    let mut builder = Builder::new(document, scene);
    let mut clips = Vec::new();
    let mut in_a_clip = vec![false; scene.driven.len()];
    for data in &document.clips {
        let mut driven = Vec::new();
        for (place, found) in scene.driven.iter().enumerate() {
            if contains(document, data, document.channels[found.channel].animation) {
                in_a_clip[place] = true;
                driven.push(*found);
            }
        }
        let last = span(document, &driven).map_or(data.start, |(_, last)| f64::from(last));
        let end = data.end.unwrap_or(last).max(data.start) as f32;
        let tracks = builder.tracks(driven, reporter)?;
        clips.push(Clip { name: data.name.clone(), start: data.start as f32, end, tracks });
    }
    let rest = scene.driven.iter().zip(&in_a_clip).filter(|(_, taken)| !**taken);
    let rest: Vec<_> = rest.map(|(driven, _)| *driven).collect();
    if let Some((start, end)) = span(document, &rest) {
        if !document.clips.is_empty() {
            let message =
                format!("{} channels are in no clip: they make one named \"{name}\"", rest.len());
            reporter.warn(None, message);
        }
        let tracks = builder.tracks(rest, reporter)?;
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

/// A local matrix at a time.
#[derive(Clone, Copy)]
struct Key {
    time: f32,
    local: Transform,
}

/// How an error in a node's local matrix shows in the world.
#[derive(Clone, Copy)]
struct Lever {
    /// World lengths for a length in the parent's space.
    parent: f64,
    /// How far away, in the node's own unit, things may hang on it.
    axes: f64,
    /// The rest local, which holds where there is no track.
    bind: Transform,
}

impl Lever {
    /// How far two locals are apart in the world, at most.
    fn error(&self, a: &Affine3A, b: &Affine3A) -> f64 {
        let linear = a.matrix3 - b.matrix3;
        let columns = [linear.x_axis, linear.y_axis, linear.z_axis];
        let linear = columns.into_iter().map(Vec3A::length).fold(0.0, f32::max);
        let shift = (a.translation - b.translation).length();
        (f64::from(shift) + f64::from(linear) * self.axes) * self.parent
    }
}

struct Builder<'a> {
    document: &'a Document,
    scene: &'a Scene<'a>,
    /// World places at rest.
    rest: Vec<DAffine3>,
    size: f64,
    /// The scene's nodes of each of the document's.
    instances: HashMap<usize, Vec<usize>>,
    /// Keys made so far, counted for each instance.
    keys: usize,
}

impl<'a> Builder<'a> {
    fn new(document: &'a Document, scene: &'a Scene<'a>) -> Self {
        let rest = size::rest(document, scene);
        let mut instances: HashMap<usize, Vec<usize>> = HashMap::new();
        for (place, instance) in scene.nodes.iter().enumerate() {
            instances.entry(instance.node).or_default().push(place);
        }
        let size = size::size(document, scene, &rest);
        Self { document, scene, rest, size, instances, keys: 0 }
    }

    /// Tracks for channels that play together.
    fn tracks(
        &mut self,
        driven: Vec<Driven>,
        reporter: &mut Reporter,
    ) -> Result<Vec<JointTracks>, Error> {
        let motion = Motion::new(self.document, driven);
        let allowed = TOLERANCE / 2.0 * self.size / self.chain(&motion) as f64;
        let mut all = Vec::new();
        for (node, driven) in motion.nodes() {
            let Some(instances) = self.instances.get(&node) else { continue }; // not in the scene
            let lever = self.lever(node, instances);
            let Some(tracks) =
                self.node_tracks(&motion, node, driven, &lever, allowed, reporter)?
            else {
                continue;
            };
            self.keys += tracks.key_count() * instances.len();
            if self.keys > MAX_KEYS {
                let message = format!("more than {MAX_KEYS} keys in all clips together");
                let place = &self.document.nodes[node].place;
                return Err(reporter.error(ErrorKind::Limit, Some(place), message));
            }
            all.extend(
                instances.iter().map(|joint| JointTracks { joint: *joint, ..tracks.clone() }),
            );
        }
        all.sort_by_key(|tracks| tracks.joint);
        Ok(all)
    }

    /// The most moving joints above one another, up to [`CHAIN`].
    fn chain(&self, motion: &Motion<'_>) -> usize {
        let mut moves = vec![0usize; self.document.nodes.len()];
        motion.nodes().for_each(|(node, _)| moves[node] = 1);
        let mut depth = vec![0usize; self.scene.nodes.len()];
        for (place, instance) in self.scene.nodes.iter().enumerate() {
            depth[place] = instance.parent.map_or(0, |parent| depth[parent]) + moves[instance.node];
        }
        depth.into_iter().max().unwrap_or(1).clamp(1, CHAIN)
    }

    fn lever(&self, node: usize, instances: &[usize]) -> Lever {
        let above = |place: &usize| {
            self.scene.nodes[*place].parent.map_or(1.0, |parent| stretch(&self.rest[parent]))
        };
        let parent = instances.iter().map(above).fold(0.0, f64::max);
        let local = evaluate::local(&self.document.nodes[node].transforms);
        // What hangs on the node is at most the model's size away.
        let unit = stretch(&local) * parent;
        let axes = if unit > 1e-9 { self.size / unit } else { self.size };
        Lever { parent, axes, bind: Transform::from_matrix(&single(&local)) }
    }

    fn node_tracks(
        &self,
        motion: &Motion<'_>,
        node: usize,
        driven: &[Driven],
        lever: &Lever,
        allowed: f64,
        reporter: &mut Reporter,
    ) -> Result<Option<JointTracks>, Error> {
        let mut times: Vec<f32> = Vec::new();
        let mut jumps: Vec<f32> = Vec::new();
        for driven in driven {
            let curve = curve(self.document, driven);
            times.extend(&curve.times);
            jumps.extend(jump_times(curve));
        }
        for list in [&mut times, &mut jumps] {
            list.sort_by(f32::total_cmp);
            list.dedup();
        }
        let (mut lost, mut sheared) = (0.0f64, 0.0f32);
        let mut local = |time: f32, side: Side| {
            let exact = single(&motion.local(node, time, side));
            let parts = decompose(&exact);
            if parts.shear != Vec3::ZERO {
                lost = lost.max(lever.error(&exact, &parts.transform.to_affine()));
                sheared = sheared.max(degrees(parts.shear));
            }
            Key { time, local: parts.transform }
        };
        let mut keys = Vec::with_capacity(times.len());
        for time in times {
            if jumps.binary_search_by(|jump| jump.total_cmp(&time)).is_ok() {
                keys.push(local(time, Side::Before));
            }
            keys.push(local(time, Side::After));
        }
        let place = &self.document.nodes[node].place;
        let mut tracks = Tracks::new(&keys);
        for round in 0..=MAX_HALVINGS {
            let strayed = strayed(&keys, &tracks, motion, node, lever, allowed);
            if strayed.is_empty() {
                break;
            }
            if round == MAX_HALVINGS || self.keys + 3 * (keys.len() + strayed.len()) > MAX_KEYS {
                let message =
                    "the curve bends too sharply to be followed within 1/10000 of the model's size";
                reporter.warn(Some(place), message);
                break;
            }
            keys = halved(&keys, &strayed, &mut local);
            tracks = Tracks::new(&keys);
        }
        if lost > TOLERANCE / 2.0 * self.size {
            let message = format!(
                "sheared while it moves, by up to {sheared:.2} degrees: drawn without, off by up to {:.2} % of the model's size",
                lost / self.size * 100.0
            );
            reporter.warn(Some(place), message);
        }
        if keys.iter().any(|key| !is_finite(&key.local)) {
            return Err(reporter.error(
                ErrorKind::Number,
                Some(place),
                "its keys are too large to be drawn",
            ));
        }
        Ok(tracks.without_what_rests(lever, allowed / 16.0))
    }
}

fn is_finite(t: &Transform) -> bool {
    t.translation.is_finite() && t.rotation.is_finite() && t.scale.is_finite()
}

/// When a curve jumps: at the end of a STEP, and where two keys have one time.
fn jump_times(curve: &Curve) -> impl Iterator<Item = f32> + '_ {
    (1..curve.times.len()).filter_map(|key| {
        let step = curve.interpolations[key - 1] == Interpolation::Step;
        (step || curve.times[key] == curve.times[key - 1]).then_some(curve.times[key])
    })
}

/// The keys before which the track strays from the file by more than `allowed`.
fn strayed(
    keys: &[Key],
    tracks: &Tracks,
    motion: &Motion<'_>,
    node: usize,
    lever: &Lever,
    allowed: f64,
) -> Vec<usize> {
    let mut strayed = Vec::new();
    let mut cursors = [0; 3];
    for key in 1..keys.len() {
        let (before, after) = (keys[key - 1].time, keys[key].time);
        if after <= before {
            continue; // a jump
        }
        let off = PROBES.iter().any(|part| {
            let time = before + (after - before) * part;
            // Shear cannot be followed and is said elsewhere: what is left of it is followed.
            let exact = Transform::from_matrix(&single(&motion.local(node, time, Side::After)));
            let played = tracks.sample(time, &mut cursors);
            time > before
                && time < after
                && lever.error(&exact.to_affine(), &played.to_affine()) > allowed
        });
        if off {
            strayed.push(key);
        }
    }
    strayed
}

/// The same keys with one more half-way before each that strayed.
fn halved(keys: &[Key], strayed: &[usize], local: &mut dyn FnMut(f32, Side) -> Key) -> Vec<Key> {
    let mut more = Vec::with_capacity(keys.len() + strayed.len());
    let mut strayed = strayed.iter().peekable();
    for (place, key) in keys.iter().enumerate() {
        if strayed.next_if_eq(&&place).is_some() {
            let (before, after) = (keys[place - 1].time, key.time);
            let middle = before.midpoint(after);
            if middle > before && middle < after {
                more.push(local(middle, Side::After));
            }
        }
        more.push(*key);
    }
    more
}

/// The three tracks of a node, one key each for every time.
struct Tracks {
    translation: Track<Vec3>,
    rotation: RotationTrack,
    scale: Track<Vec3>,
}

impl Tracks {
    fn new(keys: &[Key]) -> Self {
        let times = || keys.iter().map(|key| key.time).collect::<Vec<_>>();
        let vectors = |part: fn(&Transform) -> Vec3| {
            let values = keys.iter().map(|key| part(&key.local)).collect();
            Track::new(times(), values).expect("a curve has keys, finite and sorted")
        };
        let rotations = keys.iter().map(|key| key.local.rotation).collect();
        Self {
            translation: vectors(|t| t.translation),
            rotation: RotationTrack::new(times(), rotations).expect("the same times"),
            scale: vectors(|t| t.scale),
        }
    }

    fn sample(&self, time: f32, cursors: &mut [u32; 3]) -> Transform {
        let [translation, rotation, scale] = cursors;
        Transform {
            translation: self.translation.sample_vector(time, translation),
            rotation: self.rotation.sample(time, rotation),
            scale: self.scale.sample_vector(time, scale),
        }
    }

    /// Leaves out tracks that stay on the rest place, and keys of tracks that stay where they are;
    /// `None` if nothing is left.
    fn without_what_rests(self, lever: &Lever, allowed: f64) -> Option<JointTracks> {
        let turn = |a: Quat, b: Quat| {
            let b = crate::math::shortest(a, b);
            f64::from((glam::Vec4::from(a) - glam::Vec4::from(b)).length()) * 2.0
        };
        let shifts = |a: Vec3, b: Vec3| f64::from((a - b).length()) * lever.parent <= allowed;
        let scales =
            |a: Vec3, b: Vec3| f64::from((a - b).length()) * lever.axes * lever.parent <= allowed;
        let unit = f64::from(lever.bind.scale.abs().max_element());
        let turns = |a: Quat, b: Quat| turn(a, b) * unit * lever.axes * lever.parent <= allowed;

        let rotations = self.rotation.track().values();
        let first = rotations[0];
        let rotation = if !rotations.iter().all(|r| turns(*r, first)) {
            Some(self.rotation)
        } else if turns(first, lever.bind.rotation) {
            None
        } else {
            let key = vec![self.rotation.track().start()];
            Some(RotationTrack::new(key, vec![first]).expect("one key"))
        };
        let translation = moving(self.translation, lever.bind.translation, shifts);
        let scale = moving(self.scale, lever.bind.scale, scales);
        let nothing = translation.is_none() && rotation.is_none() && scale.is_none();
        (!nothing).then_some(JointTracks { joint: 0, translation, rotation, scale })
    }
}

/// A track as it is, with one key if it stays where it is, or `None` if that is `bind`.
fn moving(
    track: Track<Vec3>,
    bind: Vec3,
    same: impl Fn(Vec3, Vec3) -> bool,
) -> Option<Track<Vec3>> {
    let first = track.values()[0];
    if !track.values().iter().all(|value| same(*value, first)) {
        return Some(track);
    }
    if same(first, bind) {
        return None;
    }
    Some(Track::new(vec![track.start()], vec![first]).expect("one key"))
}
