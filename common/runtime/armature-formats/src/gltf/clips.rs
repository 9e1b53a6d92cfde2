//! Clips: each channel becomes a track, however few keys it has, and also one in which nothing moves.

use super::{
    data::Data,
    json::{Item, Text},
    keys::{Keys, read_keys},
    limits::{MAX_ADDED_KEYS, MAX_KEYS},
    scene::Scene,
};
use crate::loading::{clips::finish_clips, rest::size_of};
use armature::{
    animation::{Clip, JointKeys, JointTracks, RotationTrack, Track, TrackError, WeightTrack, in_order},
    math::largest_scale,
    model::Model,
};
use glam::{Quat, Vec4};
use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};

const PATHS: [&str; 4] = ["translation", "rotation", "scale", "weights"];

/// Builds the clips of the file. A clip without a name is named after the model, or, if there are several clips, by its
/// number. `set_of` is the set of morph targets of each joint.
pub(super) fn build_clips(
    text: &Text,
    data: &Data<'_>,
    scene: &Scene<'_>,
    set_of: &[Option<usize>],
    model: &Model,
) -> Vec<Clip> {
    let size = size_of(model, &mut text.reporter.borrow_mut());
    if text.count("animations") == 0 {
        return Vec::new();
    }
    let mut reader = ClipReader { data, scene, set_of, model, size, left: MAX_KEYS, addable: MAX_ADDED_KEYS };
    let animations = text.root().objects("animations");
    let mut clips: Vec<Clip> = animations.iter().filter_map(|animation| reader.read_clip(animation)).collect();
    let joined = join_disjoint(set_of, &clips);
    let has_one_name = clips.iter().all(|clip| clip.name == clips[0].name);
    if joined.is_some() {
        let played = if has_one_name { "played together as one" } else { "played at once by \"all together\"" };
        let message = format!("{} of them, no two of which move the same node: {played}", clips.len());
        text.root().warn("animations", message);
    }
    if has_one_name && let Some(joined) = &joined {
        clips = vec![joined.clone()];
    }
    let is_alone = clips.len() == 1;
    for (index, clip) in clips.iter_mut().enumerate().filter(|(_, clip)| clip.name.is_empty()) {
        clip.name = if is_alone { model.name.clone() } else { format!("animation {index}") };
    }
    if !has_one_name && let Some(joined) = joined {
        clips.insert(0, Clip { name: "all together".into(), ..joined });
    }
    finish_clips(&mut clips, &mut text.reporter.borrow_mut());
    warn_of_still_skins(scene, model, &clips);
    clips
}

/// Joins clips of which no two move one node, because old exporters write an animation for each node; `None` for others.
fn join_disjoint(set_of: &[Option<usize>], clips: &[Clip]) -> Option<Clip> {
    let [first, others @ ..] = clips else { return None };
    let mut moved = HashSet::new();
    for clip in clips {
        let morphed = clip.weights.iter().filter_map(|track| set_of.iter().position(|set| *set == Some(track.set)));
        let joints: HashSet<usize> = clip.tracks.iter().map(|tracks| tracks.joint).chain(morphed).collect();
        if joints.is_empty() || others.is_empty() || joints.into_iter().any(|joint| !moved.insert(joint)) {
            return None;
        }
    }
    let mut joined = first.clone();
    for clip in others {
        joined.start = joined.start.min(clip.start);
        joined.end = joined.end.max(clip.end);
        joined.tracks.extend(clip.tracks.iter().cloned());
        joined.weights.extend(clip.weights.iter().cloned());
        joined.file_keys.extend(clip.file_keys.iter().cloned());
    }
    joined.tracks.sort_by_key(|tracks| tracks.joint);
    joined.file_keys.sort_by_key(|keys| keys.joint);
    Some(joined)
}

/// Warns of skins no joint of which moves in any clip, while those of others do.
fn warn_of_still_skins(scene: &Scene<'_>, model: &Model, clips: &[Clip]) {
    let mut moves = vec![false; scene.nodes.len()];
    for tracks in clips.iter().flat_map(|clip| &clip.tracks).filter(|tracks| tracks.moves()) {
        moves[tracks.joint] = true;
    }
    for (joint, data) in scene.skeleton.joints().iter().enumerate() {
        moves[joint] |= data.parent.is_some_and(|parent| moves[parent]);
    }
    let mut still: Vec<usize> = Vec::new();
    let mut some_move = false;
    for skin in model.skins.iter().filter(|skin| skin.bindings.len() > 1) {
        let joints: Vec<usize> = skin.bindings.iter().filter_map(|binding| binding.joint).collect();
        if joints.iter().any(|joint| moves[*joint]) {
            some_move = true;
        } else {
            still.extend(joints.first());
        }
    }
    for joint in still.into_iter().filter(|_| some_move) {
        scene.nodes[joint].warn("", "no clip moves it or another joint of its skin, whose mesh stands still");
    }
}

/// Reads animations, within limits for all of them together.
struct ClipReader<'a> {
    data: &'a Data<'a>,
    scene: &'a Scene<'a>,
    /// The set of morph targets of each joint.
    set_of: &'a [Option<usize>],
    model: &'a Model,
    /// Diagonal of the box around the model at rest.
    size: f32,
    /// Number of values that channels may still have.
    left: usize,
    /// Keys that may still be added to the file's own.
    addable: usize,
}

impl ClipReader<'_> {
    /// Reads an animation; `None` for one that moves nothing, which has a warning.
    fn read_clip(&mut self, item: &Item<'_>) -> Option<Clip> {
        let samplers = item.objects("samplers");
        let mut tracks: BTreeMap<usize, JointTracks> = BTreeMap::new();
        let mut weights: BTreeMap<usize, Vec<WeightTrack>> = BTreeMap::new();
        let mut times: BTreeMap<usize, Vec<f32>> = BTreeMap::new();
        let mut span: Option<(f32, f32)> = None;
        let mut oddities: BTreeMap<&str, usize> = BTreeMap::new();
        for channel in item.objects("channels") {
            let Some(sampler) = channel.need("sampler", channel.get("sampler")) else { continue };
            let Some(sampler) = channel.check_index("sampler", sampler, samplers.len()) else { continue };
            let Some(target) = channel.need("target", channel.object("target")) else { continue };
            let Some(path) = target.need("path", target.get::<&str>("path")) else { continue };
            if !PATHS.contains(&path) {
                *oddities.entry("move something else than a node's transform: left out").or_default() += 1;
                continue;
            }
            let Some(node) = target.need("node", target.index("node", "nodes")) else { continue };
            let Some(keys) = read_keys(self.data, &samplers[sampler], path, &mut self.left) else { continue };
            let ([first, ..], [.., last]) = (&*keys.times, &*keys.times) else {
                *oddities.entry("have no keys: left out").or_default() += 1;
                continue;
            };
            let (start, end) = span.unwrap_or((*first, *last));
            span = Some((start.min(*first), end.max(*last)));
            let Some(joint) = self.scene.joint_of[node] else {
                *oddities.entry("move nodes outside of the scene: left out").or_default() += 1;
                continue;
            };
            let is_first = if path == "weights" {
                let Some(read) = self.weight_tracks(&channel, joint, &keys) else { continue };
                weights.insert(joint, read).is_none()
            } else {
                let own = tracks.entry(joint).or_insert(JointTracks { joint, ..JointTracks::default() });
                times.entry(joint).or_default().extend(&keys.times);
                match self.add_track(own, path, &keys) {
                    Ok(is_first) => is_first,
                    Err(error) => {
                        channel.warn("", format!("{error}: left out"));
                        continue;
                    }
                }
            };
            if !is_first {
                *oddities.entry("move what a later one moves, which counts").or_default() += 1;
            }
        }
        for (what, count) in oddities {
            item.warn("channels", format!("{count} of them {what}"));
        }
        let Some((start, end)) = span else {
            item.warn("", "moves nothing: left out");
            return None;
        };
        let mut file_keys: Vec<JointKeys> = Vec::new();
        for (joint, times) in times {
            let times = in_order(times);
            // Most joints have their keys at the same times.
            let before = file_keys.last().filter(|before| *before.times == *times).map(|before| before.times.clone());
            file_keys.push(JointKeys::linear(joint, before.unwrap_or_else(|| Arc::from(times))));
        }
        let tracks = tracks.into_values().filter(|tracks| tracks.key_count() > 0).collect();
        let weights = weights.into_values().flatten().collect();
        Some(Clip { name: item.name(), start, end, tracks, weights, file_keys })
    }

    /// Adds the track of a property to those of a joint. Returns whether it is the first.
    fn add_track(&mut self, tracks: &mut JointTracks, path: &str, keys: &Keys) -> Result<bool, TrackError> {
        let parent = self.scene.skeleton.joints()[tracks.joint].parent;
        let parent_scale = parent.map_or(1.0, |parent| largest_scale(&self.scene.rest[parent]));
        let unit = match path {
            "translation" if parent_scale > 0.0 => self.size / parent_scale,
            _ => 1.0,
        };
        let (times, values) = keys.sample(0, path == "rotation", unit, &mut self.addable);
        if path == "rotation" {
            let values = values.into_iter().map(Quat::from_vec4).collect();
            return Ok(tracks.rotation.replace(RotationTrack::new(times, values)?).is_none());
        }
        let track = Track::new(times, values.into_iter().map(Vec4::truncate).collect())?;
        let place = if path == "scale" { &mut tracks.scale } else { &mut tracks.translation };
        Ok(place.replace(track).is_none())
    }

    /// Returns the tracks of the weights of a joint's morph targets, or warns.
    fn weight_tracks(&mut self, channel: &Item<'_>, joint: usize, keys: &Keys) -> Option<Vec<WeightTrack>> {
        let set = self.set_of[joint];
        let targets = set.map_or(0, |set| self.model.morph_sets[set].targets.len());
        if keys.per_key != targets {
            channel.warn("", format!("{} weights for the {targets} morph targets of its node: left out", keys.per_key));
            return None;
        }
        let mut tracks = Vec::new();
        for target in 0..targets {
            let (times, values) = keys.sample(target, false, 1.0, &mut self.addable);
            let track = Track::new(times, values.into_iter().map(|value| value.x).collect()).ok();
            tracks.extend(set.zip(track).map(|(set, track)| WeightTrack { set, target, track }));
        }
        Some(tracks)
    }
}
