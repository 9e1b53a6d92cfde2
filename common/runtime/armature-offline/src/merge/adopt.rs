//! Merging of clips from another file, of the same figure or of another one, into a model.

use super::change::Change;
use super::{Adopted, RestPose};
use crate::names::{Namesake, is_limb, mark_covered, match_names, namesakes, set_pairs};
use crate::retarget::{PairError, Retarget, Rig, Stance, find_pairs};
use armature::animation::{Clip, JointKeys, WeightTrack};
use armature::{model::Model, skeleton::Joint};
use glam::{Quat, Vec3};
use std::collections::{BTreeSet, HashSet};
use std::fmt;

/// Largest difference between bones of the same figure, as a fraction of the longest bone.
const SAME_LENGTH: f32 = 0.01;
/// Smallest dot product of rotations of the same rest pose: the cosine of half an angle of one degree.
const SAME_REST: f32 = 0.999_96;

/// Settings of [`merge_clips`].
#[derive(Clone, Copy, Default)]
pub struct MergeOptions<'a> {
    /// Model with the clips' joints in a T or A pose, for clips whose file does not rest in one. [`Adopted::rest`] is
    /// the pose that was used.
    pub rest: Option<&'a Model>,
    /// Pairs of joints to match, of the clips and of the figure, by name. See [`Retarget::with_pairs`].
    pub pairs: &'a [(&'a str, &'a str)],
    /// Function that is called with the fraction of the work done, since retargeting of long clips takes a while.
    pub progress: Option<&'a dyn Fn(f32)>,
}

impl fmt::Debug for MergeOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rest, pairs, .. } = self;
        f.debug_struct("MergeOptions").field("rest", rest).field("pairs", pairs).finish_non_exhaustive()
    }
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
/// If a joint of a pair does not exist, or a joint of `model` is in two pairs.
///
/// # Panics
/// If a part has a skin that its model does not have.
pub fn merge_clips(model: &mut Model, other: &Model, options: &MergeOptions<'_>) -> Result<Adopted, PairError> {
    let merge = Merge::new(model, other, options)?;
    let (mut clips, mut adopted) = if merge.is_same_figure() { merge.copy() } else { merge.retarget(options) };
    for ((clip, _), original) in clips.iter_mut().zip(&other.clips) {
        clip.weights = merge.match_weights(original);
    }
    for ((clip, stance), original) in clips.into_iter().zip(&other.clips) {
        if clip.tracks.is_empty() && clip.weights.is_empty() {
            continue;
        }
        let gets_file_name = other.clips.len() == 1 && !other.name.is_empty();
        let name = free_name(model, if gets_file_name { &other.name } else { &original.name });
        if name != original.name {
            model.clip_aliases.push((original.name.clone(), name.clone()));
        }
        for (is_listed, clips) in [
            (stance.is_off_ground, &mut adopted.off_ground),
            (stance.is_low, &mut adopted.low),
            (stance.is_turned, &mut adopted.turned),
        ] {
            clips.extend(is_listed.then(|| name.clone()));
        }
        adopted.clips.push(name.clone());
        model.clips.push(Clip { name, ..clip });
    }
    Ok(adopted)
}

/// A merge of the clips of `other` into `model`.
struct Merge<'a> {
    model: &'a Model,
    other: &'a Model,
    /// The joint of `model` with the same name, for each joint of `other`.
    same: Vec<Option<usize>>,
    pairs: Vec<(usize, usize)>,
    change: Change,
    /// Joints of `other` with tracks in any clip.
    moving: BTreeSet<usize>,
}

impl<'a> Merge<'a> {
    fn new(model: &'a Model, other: &'a Model, options: &MergeOptions<'_>) -> Result<Self, PairError> {
        let [source, target] = [other, model].map(|model| (&model.skeleton, model.is_joint.as_slice()));
        let pairs = find_pairs(source, target, options.pairs)?;
        let mut same = match_names(other.skeleton.joints(), model.skeleton.joints(), &model.is_joint);
        let swapped: Vec<(usize, usize)> = pairs.iter().map(|(source, target)| (*target, *source)).collect();
        set_pairs(&mut same, &swapped);
        let moving = other.clips.iter().flat_map(|clip| &clip.tracks).map(|tracks| tracks.joint).collect();
        Ok(Self { model, other, same, pairs, change: Change::between(other, model), moving })
    }

    /// Returns whether `model` has most of the moving joints by name, with the same parents, lengths and rest poses,
    /// and all pairs agree with names.
    fn is_same_figure(&self) -> bool {
        let lengths = self.model.skeleton.joints().iter().map(|joint| joint.bind_local.translation.length());
        let other_lengths = self.other.skeleton.joints().iter().map(|joint| joint.bind_local.translation.length());
        let longest = lengths.fold(0.0, f32::max).max(self.change.scale * other_lengths.fold(0.0, f32::max));
        self.pairs.iter().all(|(source, target)| self.same[*source] == Some(*target))
            && 2 * self.moving.iter().filter(|joint| self.same[**joint].is_some()).count() >= self.moving.len()
            && self.moving.iter().all(|joint| self.is_same_joint(*joint, SAME_LENGTH * longest))
    }

    /// Returns whether a joint of `other` has the parent, bone and rest pose of its namesake in `model`, if it has one.
    fn is_same_joint(&self, joint: usize, tolerance: f32) -> bool {
        let Some(namesake) = self.same[joint].map(|namesake| &self.model.skeleton.joints()[namesake]) else {
            return true;
        };
        let joint = &self.other.skeleton.joints()[joint];
        let model_bind = namesake.bind_local;
        let bind = joint.bind_local;
        let turn = if joint.parent.is_none() { self.change.turn } else { Quat::IDENTITY };
        if !self.other.parts.is_empty() && model_bind.rotation.dot(turn * bind.rotation).abs() < SAME_REST {
            return false;
        }
        let Some(parent) = joint.parent else { return namesake.parent.is_none() };
        self.same[parent] == namesake.parent
            && namesake.parent.is_some()
            && model_bind.translation.distance(bind.translation * self.change.scale) <= tolerance
            && Vec3::ONE.copysign(model_bind.scale) == Vec3::ONE.copysign(bind.scale)
    }

    /// Returns the clips with their tracks copied joint by joint, also to other joints with the same name, position and
    /// rest pose.
    fn copy(&self) -> (Vec<(Clip, Stance)>, Adopted) {
        let joints = self.model.skeleton.joints();
        let other_joints = self.other.skeleton.joints();
        let mut copies = vec![Vec::new(); joints.len()];
        for (joint, namesake) in self.namesakes().into_iter().enumerate() {
            if let Some(Namesake { first, is_twin: true }) = namesake
                && joints[joint].bind_local.rotation.dot(joints[first].bind_local.rotation).abs() > SAME_REST
            {
                copies[first].push(joint);
            }
        }
        let mut clips = Vec::with_capacity(self.other.clips.len());
        for clip in &self.other.clips {
            let mut copies = copies.clone();
            let mut copied = Clip { tracks: Vec::new(), file_keys: Vec::new(), ..clip.clone() };
            for tracks in &clip.tracks {
                let Some(joint) = self.same[tracks.joint] else { continue };
                for joint in std::iter::once(joint).chain(std::mem::take(&mut copies[joint])) {
                    copied.tracks.push(self.change.apply(tracks, joint, &other_joints[tracks.joint]));
                }
            }
            for keys in &clip.file_keys {
                copied.file_keys.extend(self.same[keys.joint].map(|joint| JointKeys { joint, ..keys.clone() }));
            }
            clips.push((copied, Stance::default()));
        }
        let (matched, unmatched) = self.moving.iter().partition::<Vec<usize>, _>(|joint| self.same[**joint].is_some());
        let adopted = Adopted {
            matched: matched.len(),
            unmatched: names_of(other_joints, unmatched),
            one_of_several: self.find_one_of_several(self.same.iter().flatten().copied()),
            ..Adopted::default()
        };
        (clips, adopted)
    }

    /// Returns the clips retargeted, with their stances.
    fn retarget(&self, options: &MergeOptions<'_>) -> (Vec<(Clip, Stance)>, Adopted) {
        let (retarget, rest, figure_rest) = self.pair_rigs(options.rest);
        let joints = self.model.skeleton.joints();
        let other_joints = self.other.skeleton.joints();
        let [source_roles, roles] = retarget.roles();
        let counterparts = retarget.counterparts();
        let mut is_used = vec![false; other_joints.len()];
        for joint in counterparts.iter().flatten() {
            is_used[*joint] = true;
        }
        let is_covered = mark_covered(other_joints, source_roles, &is_used);
        let (matched, unmatched) = self.moving.iter().partition::<Vec<usize>, _>(|joint| is_covered[**joint]);
        let unmatched = names_of(other_joints, unmatched);
        if matched.is_empty() {
            return (Vec::new(), Adopted { unmatched, rest, figure_rest, ..Adopted::default() });
        }
        let (clips, torn) = self.retarget_clips(&retarget, options.progress);
        let moved: Vec<usize> = (0..joints.len()).filter(|joint| counterparts[*joint].is_some()).collect();
        let has_limb = moved.iter().any(|joint| roles[*joint].is_some_and(is_limb));
        let moving = self.moving.len();
        let named = self.moving.iter().filter(|joint| self.same[**joint].is_some()).count();
        let adopted = Adopted {
            matched: matched.len(),
            unmatched,
            retargeted: true,
            scale: retarget.scale(),
            at_rest: names_of(joints, retarget.at_rest()),
            limbs_at_rest: names_of(joints, retarget.limbs_at_rest()),
            unlike: 4 * matched.len() < moving || !has_limb && 2 * named < moving,
            rest,
            figure_rest,
            doubts: retarget.doubts(["the clips' figure", "the figure"]).concat(),
            torn: names_of(joints, torn),
            one_of_several: self.find_one_of_several(moved.into_iter()),
            ..Adopted::default()
        };
        (clips, adopted)
    }

    /// Returns the retargeting between the two models, and the kinds of their neutral poses: of the clips, of the figure.
    fn pair_rigs(&self, reference: Option<&Model>) -> (Retarget<'a>, RestPose, RestPose) {
        let (mut source, mut rest) = Rig::from_model(self.other);
        source.take_played_scales(&self.other.clips);
        let (target, figure_rest) = Rig::from_model(self.model);
        if let Some(reference) = reference {
            let is_same = source.borrow_neutral(&Rig::from_model(reference).0);
            rest = if is_same { RestPose::Given } else { RestPose::Mismatched };
        }
        let retarget = Retarget::matched(source, target, &self.pairs);
        if retarget.is_borrowed() {
            rest = RestPose::OfFigure;
        }
        (retarget, rest, figure_rest)
    }

    /// Returns the clips retargeted, with their stances, and the joints that come off in any of them.
    fn retarget_clips(
        &self,
        retarget: &Retarget<'_>,
        progress: Option<&dyn Fn(f32)>,
    ) -> (Vec<(Clip, Stance)>, BTreeSet<usize>) {
        let mut clips = Vec::with_capacity(self.other.clips.len());
        let mut torn = BTreeSet::new();
        let all_seconds = self.other.clips.iter().map(Clip::duration).sum::<f32>();
        let mut seconds_done = 0.0;
        for clip in &self.other.clips {
            let duration = clip.duration();
            let clip = retarget.clip_with_progress(clip, &|fraction| {
                if let Some(progress) = progress {
                    progress((seconds_done + fraction * duration) / all_seconds);
                }
            });
            seconds_done += duration;
            torn.extend(retarget.torn(&clip));
            let stance = retarget.stance(&clip);
            clips.push((clip, stance));
        }
        (clips, torn)
    }

    fn namesakes(&self) -> Vec<Option<Namesake>> {
        let matrices = self.model.skeleton.model_from_joint(&self.model.skeleton.bind_pose());
        let positions: Vec<Vec3> = matrices.iter().map(|matrix| matrix.translation.into()).collect();
        namesakes(self.model.skeleton.joints(), &positions)
    }

    /// Returns the name of the matched figure if the model has another figure with the same names: the name of the
    /// highest joint above a matched joint that is not above its namesake in the other figure. `None` unless most
    /// matched joints have namesakes elsewhere.
    fn find_one_of_several(&self, matched: impl Iterator<Item = usize>) -> Option<String> {
        let Model { skeleton, is_joint, .. } = self.model;
        let mut elsewhere = vec![None; skeleton.len()];
        for (joint, namesake) in self.namesakes().into_iter().enumerate() {
            if let Some(Namesake { first, is_twin: false }) = namesake {
                elsewhere[joint] = Some(first);
                elsewhere[first].get_or_insert(joint);
            }
        }
        let matched: Vec<usize> = matched.filter(|joint| is_joint[*joint]).collect();
        let several: Vec<usize> = matched.iter().copied().filter(|joint| elsewhere[*joint].is_some()).collect();
        if 2 * several.len() <= matched.len() {
            return None;
        }
        let first = *several.first()?;
        let others: HashSet<usize> = skeleton.path_to_root(elsewhere[first]?).collect();
        let own = skeleton.path_to_root(first).take_while(|joint| !others.contains(joint));
        own.last().map(|joint| skeleton.joints()[joint].name.clone())
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
