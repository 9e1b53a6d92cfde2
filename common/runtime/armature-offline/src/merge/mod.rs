//! Clips of another file in a model: copied where the figures are the same, retargeted where they differ.

mod change;
mod report;

use crate::names::{match_names, set_pairs};
use crate::retarget::{Retarget, Rig, find_pairs};
use armature::animation::{Clip, JointKeys, JointTracks, RotationTrack, Track, WeightTrack};
use armature::model::Model;
use armature::skeleton::{Joint, Skeleton};
use change::Change;
use glam::{Quat, Vec3};
pub use report::{MergeError, MergeReport};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Largest difference between bones of the same figure, as a fraction of the longest bone.
const SAME_LENGTH: f32 = 0.01;
/// Smallest dot product of rotations of the same rest pose: the cosine of half an angle of one degree.
const SAME_REST: f32 = 0.999_96;

/// Settings of [`merge_clips`].
#[derive(Clone, Copy, Debug, Default)]
pub struct MergeOptions<'a> {
    /// Model with the clips' joints in a T or A pose, for clips whose file does not rest in one.
    pub rest: Option<&'a Model>,
    /// Pairs of joints to match, of the clips and of the figure, by name. See [`Retarget::with_pairs`]. With any, nothing
    /// is asked: parts of a body that are open stay at rest.
    pub pairs: &'a [(&'a str, &'a str)],
}

/// Adds the clips of `other` to `model`.
///
/// Joints are matched by their exact names, or else without a prefix up to the last `:` or `|` and regardless of case,
/// since exporters disagree about namespaces. Units and axes of the two files may differ. If the moving joints have the
/// same bones in both files (lengths within a hundredth of the figure, rest poses within a degree; a file without a
/// mesh may rest in any pose), their tracks are copied. Otherwise the clips are [retargeted](crate::retarget), and
/// joints are matched by their roles in a body, too.
///
/// The only clip of a file gets the file's name, because such clips often have the same name in every file. If a name
/// exists already, a number is added. [`Model::clip`] also finds a clip by its former name, if no other clip has that.
///
/// # Errors
/// If a joint of a pair does not exist, or a joint of `model` is in two pairs; if no joint that moves is in `model`; or if,
/// without pairs, less than half of the moving joints are by name, and parts of a body are open. Then `model` is
/// unchanged.
///
/// # Panics
/// If a part has a skin that its model does not have.
pub fn merge_clips(model: &mut Model, other: &Model, options: &MergeOptions<'_>) -> Result<MergeReport, MergeError> {
    let other = with_played_rest(other, model);
    let has_rest = matches!(other, Cow::Borrowed(_));
    let merge = Merge::new(model, &other, options)?;
    let (mut clips, mut report) = if merge.is_same_figure() { merge.copy() } else { merge.retarget(options)? };
    report.clips_stand &= has_rest || !report.is_retargeted;
    for (clip, original) in clips.iter_mut().zip(&other.clips) {
        clip.weights = merge.match_weights(original);
        report.lost_weights += original.weights.len() - clip.weights.len();
    }
    for (clip, original) in clips.into_iter().zip(&other.clips) {
        if clip.tracks.is_empty() && clip.weights.is_empty() {
            continue;
        }
        let gets_file_name = other.clips.len() == 1 && !other.name.is_empty();
        let name = free_name(model, if gets_file_name { &other.name } else { &original.name });
        if name != original.name {
            model.clip_aliases.push((original.name.clone(), name.clone()));
        }
        report.clips.push(name.clone());
        model.clips.push(Clip { name, ..clip });
    }
    if report.clips.is_empty() { Err(MergeError::NothingInCommon) } else { Ok(report) }
}

/// Returns the clips' model, with the transforms that its first clip gives joints at its start as their rest if the file
/// has no rest of its own, as files of animations alone: no joint is away from its parent. A joint that no clip moves
/// rests as its namesake in `model`, and one that is at its parent in all of a clip is where its namesake rests.
fn with_played_rest<'a>(other: &'a Model, model: &Model) -> Cow<'a, Model> {
    let joints = other.skeleton.joints();
    let is_child = |joint: &&Joint| joint.parent.is_some();
    let has_rest = joints.iter().filter(is_child).any(|joint| joint.bind_local.translation != Vec3::ZERO);
    if other.clips.is_empty() || has_rest || joints.iter().all(|joint| joint.parent.is_none()) {
        return Cow::Borrowed(other);
    }
    let namesakes = match_names(joints, model.skeleton.joints(), &model.is_joint);
    let mut played = joints.to_vec();
    for (joint, namesake) in played.iter_mut().zip(namesakes) {
        if let Some(namesake) = namesake {
            joint.bind_local = model.skeleton.joints()[namesake].bind_local;
        }
    }
    let mut clips = other.clips.clone();
    for tracks in clips.iter_mut().flat_map(|clip| &mut clip.tracks) {
        let is_zero = |track: &Track<Vec3>| track.values().iter().all(|value| *value == Vec3::ZERO);
        if played[tracks.joint].parent.is_some() && tracks.translation.as_ref().is_some_and(is_zero) {
            tracks.translation = None;
        }
    }
    for JointTracks { joint, translation, rotation, .. } in &clips[0].tracks {
        let local = &mut played[*joint].bind_local;
        if let Some(track) = translation {
            local.translation = track.values()[0];
        }
        if let Some(track) = rotation {
            local.rotation = track.track().values()[0];
        }
    }
    match Skeleton::new(played) {
        Ok(skeleton) => Cow::Owned(Model { skeleton, clips, ..other.clone() }),
        Err(_) => Cow::Borrowed(other),
    }
}

/// A merge of the clips of `other` into `model`.
struct Merge<'a> {
    model: &'a Model,
    other: &'a Model,
    /// The joint of `other` with the same name, for each joint of `model`.
    same: Vec<Option<usize>>,
    pairs: Vec<(usize, usize)>,
    change: Change,
    /// Joints of `other` with tracks in any clip.
    moving: BTreeSet<usize>,
}

impl<'a> Merge<'a> {
    fn new(model: &'a Model, other: &'a Model, options: &MergeOptions<'_>) -> Result<Self, MergeError> {
        let [source, target] =
            [other, model].map(|model| Rig { is_used: model.is_joint.clone(), ..Rig::new(&model.skeleton) });
        let pairs = find_pairs(&source, &target, options.pairs)?;
        let mut same = match_names(model.skeleton.joints(), other.skeleton.joints(), &other.is_joint);
        set_pairs(&mut same, &pairs);
        let moving = other.clips.iter().flat_map(|clip| &clip.tracks).map(|tracks| tracks.joint).collect();
        Ok(Self { model, other, same, pairs, change: Change::between(other, model), moving })
    }

    /// Returns the joints of `other` with tracks that are in `model` by name, and those that are not.
    fn named(&self) -> (Vec<usize>, Vec<usize>) {
        let named: BTreeSet<usize> = self.same.iter().flatten().copied().collect();
        self.moving.iter().partition(|joint| named.contains(joint))
    }

    /// Returns whether `model` has most of the moving joints by name, with the same parents, lengths and rest poses.
    fn is_same_figure(&self) -> bool {
        let [longest, longest_of_other] = [self.model, self.other].map(|model| {
            let lengths = model.skeleton.joints().iter().map(|joint| joint.bind_local.translation.length());
            lengths.fold(0.0, f32::max)
        });
        let tolerance = SAME_LENGTH * longest.max(self.change.scale * longest_of_other);
        let is_same = |source: &usize, joint: &usize| self.is_same_joint(*joint, *source, tolerance);
        let twins = self.twins();
        2 * self.named().0.len() >= self.moving.len()
            && self
                .moving
                .iter()
                .all(|source| twins[*source].is_empty() || twins[*source].iter().any(|joint| is_same(source, joint)))
    }

    /// Returns the joints of `model` for each joint of `other`: several of one name.
    fn twins(&self) -> Vec<Vec<usize>> {
        let mut twins = vec![Vec::new(); self.other.skeleton.len()];
        for (joint, source) in self.same.iter().enumerate() {
            if let Some(source) = *source {
                twins[source].push(joint);
            }
        }
        twins
    }

    /// Returns whether a joint of `model` has the parent, bone and rest pose of its namesake in `other`.
    fn is_same_joint(&self, joint: usize, source: usize, tolerance: f32) -> bool {
        let own = &self.model.skeleton.joints()[joint];
        let other = &self.other.skeleton.joints()[source];
        let turn = if other.parent.is_none() { self.change.turn } else { Quat::IDENTITY };
        let is_same_turn = own.bind_local.rotation.dot(turn * other.bind_local.rotation).abs() >= SAME_REST;
        if !self.other.parts.is_empty() && !is_same_turn {
            return false;
        }
        let (Some(parent), Some(other_parent)) = (own.parent, other.parent) else { return own.parent == other.parent };
        let translation = other.bind_local.translation * self.change.scale;
        self.same[parent] == Some(other_parent)
            && own.bind_local.translation.distance(translation) <= tolerance
            && Vec3::ONE.copysign(own.bind_local.scale) == Vec3::ONE.copysign(other.bind_local.scale)
    }

    /// Returns the clips with their tracks copied joint by joint, to all joints of a name.
    fn copy(&self) -> (Vec<Clip>, MergeReport) {
        let sources = self.other.skeleton.joints();
        let copies = self.twins();
        let mut clips = Vec::with_capacity(self.other.clips.len());
        for clip in &self.other.clips {
            let mut copied = Clip { tracks: Vec::new(), file_keys: Vec::new(), ..clip.clone() };
            for tracks in &clip.tracks {
                for &joint in &copies[tracks.joint] {
                    copied.tracks.push(self.change.apply(tracks, joint, &sources[tracks.joint]));
                }
            }
            for keys in &clip.file_keys {
                copied
                    .file_keys
                    .extend(copies[keys.joint].iter().map(|joint| JointKeys { joint: *joint, ..keys.clone() }));
            }
            self.keep_rest(&mut copied);
            clips.push(copied);
        }
        let (matched, unmatched) = self.named();
        let unmatched = names_of(sources, unmatched);
        let report = MergeReport {
            matched: matched.len(),
            unmatched,
            clips_stand: true,
            figure_stands: true,
            ..MergeReport::default()
        };
        (clips, report)
    }

    /// Adds rotations to a copied clip of joints that it leaves as its own file has them at rest, where the model rests
    /// otherwise: a loader leaves out a curve that never leaves the rest pose. Where the clip turns nothing below a joint,
    /// and above it, the model's rest stays.
    fn keep_rest(&self, clip: &mut Clip) {
        let joints = self.model.skeleton.joints();
        let mut has_rotation = vec![false; joints.len()];
        for tracks in &clip.tracks {
            has_rotation[tracks.joint] |= tracks.rotation.is_some();
        }
        for (index, joint) in joints.iter().enumerate() {
            let source = self.same[index].map(|source| &self.other.skeleton.joints()[source]);
            let (Some(source), false) = (source, has_rotation[index]) else { continue };
            let is_inside =
                joint.parent.is_some_and(|parent| self.same[parent].is_some() && self.same[parent] == source.parent);
            let rotation = source.bind_local.rotation;
            if !is_inside || rotation.dot(joint.bind_local.rotation).abs() >= SAME_REST {
                continue;
            }
            let track = RotationTrack::new(vec![clip.start], vec![rotation]).ok();
            match clip.tracks.iter_mut().find(|tracks| tracks.joint == index) {
                Some(tracks) => tracks.rotation = track,
                None => clip.tracks.push(JointTracks { joint: index, rotation: track, ..JointTracks::default() }),
            }
        }
    }

    /// Returns the clips retargeted.
    ///
    /// # Errors
    /// See [`merge_clips`].
    fn retarget(&self, options: &MergeOptions<'_>) -> Result<(Vec<Clip>, MergeReport), MergeError> {
        let mut source = Rig::from_model(self.other);
        source.take_played_scales(&self.other.clips);
        let is_given = options.rest.is_some_and(|rest| source.borrow_neutral(&Rig::from_model(rest)));
        let retarget = Retarget::matched(source, Rig::from_model(self.model), &self.pairs);
        let mut is_matched = vec![false; self.other.skeleton.len()];
        for joint in retarget.counterparts().iter().flatten() {
            is_matched[*joint] = true;
        }
        // What turns a joint turns those below it in the world, which is how they are retargeted.
        for (index, joint) in self.other.skeleton.joints().iter().enumerate().rev() {
            if let (true, Some(parent)) = (is_matched[index], joint.parent) {
                is_matched[parent] = true;
            }
        }
        let (matched, unmatched) = self.moving.iter().partition::<Vec<usize>, _>(|joint| is_matched[**joint]);
        if matched.is_empty() {
            return Err(MergeError::NothingInCommon);
        }
        let [clips, figure] = retarget.gaps();
        let is_named = self.pairs.is_empty() && 2 * self.named().0.len() >= self.moving.len();
        if self.pairs.is_empty() && !is_named && !(clips.is_empty() && figure.is_empty()) {
            return Err(MergeError::Open { clips, figure });
        }
        let is_body = clips.has_parts() && figure.has_parts();
        let mut missing = clips.missing;
        missing.extend(figure.missing);
        missing.sort();
        missing.dedup();
        missing.retain(|_| is_body && !is_named);
        let [clips_stand, figure_stands] = retarget.stand();
        let report = MergeReport {
            matched: matched.len(),
            unmatched: names_of(self.other.skeleton.joints(), unmatched),
            is_retargeted: true,
            missing,
            at_rest: names_of(self.model.skeleton.joints(), retarget.at_rest()),
            by_tree: retarget.limbs_by_tree().concat(),
            scale: retarget.scale(),
            clips_stand: clips_stand && (options.rest.is_none() || is_given),
            figure_stands,
            ..MergeReport::default()
        };
        let clips = self.other.clips.iter().map(|clip| retarget.clip(clip)).collect();
        Ok((clips, report))
    }

    /// Returns the weight tracks of a clip for the morph targets of `model` with the same names, in a set of the same
    /// name or in the only set.
    fn match_weights(&self, clip: &Clip) -> Vec<WeightTrack> {
        let sets = &self.model.morph_sets;
        let is_only = sets.len() == 1 && self.other.morph_sets.len() == 1;
        let mut weights = Vec::new();
        for weight in &clip.weights {
            let Some(source) = self.other.morph_sets.get(weight.set) else { continue };
            let Some(set) = sets.iter().position(|set| is_only || set.name == source.name) else { continue };
            let mut targets = sets[set].targets.iter();
            if let Some(target) = targets.position(|name| Some(name) == source.targets.get(weight.target)) {
                weights.push(WeightTrack { set, target, track: weight.track.clone() });
            }
        }
        weights
    }
}

fn names_of(joints: &[Joint], indices: impl IntoIterator<Item = usize>) -> Vec<String> {
    indices.into_iter().map(|joint| joints[joint].name.clone()).collect()
}

/// Returns a name that no clip of the model has: `walk`, or `walk (2)` if `walk` exists.
fn free_name(model: &Model, preferred: &str) -> String {
    let mut name = preferred.to_owned();
    let mut number = 2;
    while model.clips.iter().any(|clip| clip.name == name) {
        name = format!("{preferred} ({number})");
        number += 1;
    }
    name
}

#[cfg(test)]
mod tests;
