//! Merging of clips from another file, of the same figure or of another one, into a model.

use super::{Adopted, RestPose};
use crate::names::{Namesake, is_limb, mark_covered, match_names, namesakes, set_pairs};
use crate::retarget::{PairError, Retarget, Rig, Stance, find_pairs};
use armature::animation::{Clip, JointKeys, JointTracks, MAX_KEY_NUMBER, RotationTrack, Track, WeightTrack};
use armature::{math::Transform, model::Model, skeleton::Joint};
use glam::{Affine3A, Quat, Vec3};
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
    let mut adopted = Adopted::default();
    let mut clips =
        if merge.is_same_figure() { merge.copy(&mut adopted) } else { merge.retarget(options, &mut adopted) };
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
    fn copy(&self, adopted: &mut Adopted) -> Vec<(Clip, Stance)> {
        let joints = self.model.skeleton.joints();
        let other_joints = self.other.skeleton.joints();
        for &joint in &self.moving {
            let Some(namesake) = self.same[joint] else {
                adopted.unmatched.push(other_joints[joint].name.clone());
                continue;
            };
            adopted.matched += 1;
            if let Some(parent) = other_joints[joint].parent
                && self.same[parent] != joints[namesake].parent
            {
                adopted.reparented.push(other_joints[joint].name.clone());
            }
        }
        adopted.one_of_several = self.find_one_of_several(self.same.iter().flatten().copied());
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
        clips
    }

    /// Returns the clips retargeted, with their stances.
    fn retarget(&self, options: &MergeOptions<'_>, adopted: &mut Adopted) -> Vec<(Clip, Stance)> {
        let (mut source, rest) = Rig::from_model(self.other);
        source.take_played_scales(&self.other.clips);
        let (target, figure_rest) = Rig::from_model(self.model);
        adopted.rest = rest;
        adopted.figure_rest = figure_rest;
        if let Some(reference) = options.rest {
            let is_same = source.borrow_neutral(&Rig::from_model(reference).0);
            adopted.rest = if is_same { RestPose::Given } else { RestPose::Mismatched };
        }
        let retarget = Retarget::matched(source, target, &self.pairs);
        if retarget.is_borrowed() {
            adopted.rest = RestPose::OfFigure;
        }
        let joints = self.model.skeleton.joints();
        let other_joints = self.other.skeleton.joints();
        let [source_roles, roles] = retarget.roles();
        let counterparts = retarget.counterparts();
        let mut is_used = vec![false; other_joints.len()];
        for joint in counterparts.iter().flatten() {
            is_used[*joint] = true;
        }
        let is_covered = mark_covered(other_joints, source_roles, &is_used);
        for &joint in &self.moving {
            if is_covered[joint] {
                adopted.matched += 1;
            } else {
                adopted.unmatched.push(other_joints[joint].name.clone());
            }
        }
        if adopted.matched == 0 {
            return Vec::new();
        }
        let matched: Vec<usize> = (0..joints.len()).filter(|joint| counterparts[*joint].is_some()).collect();
        let has_limb = matched.iter().any(|joint| roles[*joint].is_some_and(is_limb));
        adopted.one_of_several = self.find_one_of_several(matched.into_iter());
        let names = |list: Vec<usize>| list.into_iter().map(|joint| joints[joint].name.clone()).collect();
        adopted.at_rest = names(retarget.at_rest());
        adopted.limbs_at_rest = names(retarget.limbs_at_rest());
        for (figure, doubt) in ["the clips' figure", "the figure"].into_iter().zip(retarget.facing_doubts()) {
            adopted.facing.extend(doubt.map(|doubt| format!("The front of {figure} is {doubt}")));
        }
        let moving = self.moving.len();
        let named = self.moving.iter().filter(|joint| self.same[**joint].is_some()).count();
        adopted.retargeted = true;
        adopted.scale = retarget.scale();
        adopted.unlike = 4 * adopted.matched < moving || !has_limb && 2 * named < moving;
        let mut clips = Vec::with_capacity(self.other.clips.len());
        let mut torn = BTreeSet::new();
        let all_seconds = self.other.clips.iter().map(Clip::duration).sum::<f32>();
        let mut seconds_done = 0.0;
        for clip in &self.other.clips {
            let duration = clip.duration();
            let clip = retarget.clip_with_progress(clip, &|fraction| {
                if let Some(progress) = options.progress {
                    progress((seconds_done + fraction * duration) / all_seconds);
                }
            });
            seconds_done += duration;
            torn.extend(retarget.torn(&clip));
            let stance = retarget.stance(&clip);
            clips.push((clip, stance));
        }
        adopted.torn = torn.into_iter().map(|joint| joints[joint].name.clone()).collect();
        clips
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

/// Change from one file's axes and unit to those of another.
struct Change {
    to_from: Affine3A,
    turn: Quat,
    /// Number of the new file's units in a unit of the old.
    scale: f32,
    is_identity: bool,
}

impl Change {
    fn between(from: &Model, to: &Model) -> Self {
        let to_from = to.world_from_model.inverse() * from.world_from_model;
        let turn = Transform::from_matrix(&to_from).rotation;
        let scale = to_from.matrix3.determinant().abs().cbrt();
        let is_identity = to_from.abs_diff_eq(Affine3A::IDENTITY, 1e-5);
        Self { to_from, turn, scale, is_identity }
    }

    /// Returns the tracks of the joint `original` for `joint` of the other file. Below the roots only lengths change,
    /// since joints keep their own axes. The local transform of a root is expressed in the model's axes and changes
    /// with them; its scale does not change, since the lengths below it do.
    fn apply(&self, tracks: &JointTracks, joint: usize, original: &Joint) -> JointTracks {
        let mut tracks = JointTracks { joint, ..tracks.clone() };
        if self.is_identity {
            return tracks;
        }
        if original.parent.is_some() {
            tracks.translation = tracks.translation.map(|track| map_track(&track, |v| v * self.scale));
            return tracks;
        }
        let bind = original.bind_local;
        let translation = tracks.translation.unwrap_or_else(|| Track::constant(bind.translation));
        tracks.translation = Some(map_track(&translation, |v| self.to_from.transform_point3(v)));
        let mut times = vec![0.0];
        let mut keys = vec![bind.rotation];
        if let Some(track) = &tracks.rotation {
            times = track.times().to_vec();
            keys = track.track().values().to_vec();
        }
        let keys = keys.into_iter().map(|key| self.turn * key).collect();
        tracks.rotation = Some(RotationTrack::new(times, keys).expect("the times are those of a track"));
        tracks
    }
}

/// Returns a track with each value changed, kept within the numbers of keys.
fn map_track(track: &Track<Vec3>, change: impl Fn(Vec3) -> Vec3) -> Track<Vec3> {
    let largest = Vec3::splat(MAX_KEY_NUMBER);
    let values = track.values().iter().map(|value| change(*value).clamp(-largest, largest)).collect();
    Track::new(track.times().to_vec(), values).expect("the times are those of a track")
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
mod tests {
    use super::*;
    use armature::model::ModelInstance;
    use armature::skeleton::{Joint, Skeleton};

    /// Makes a chain of joints, each one unit above its parent.
    fn model(name: &str, joints: &[&str]) -> Model {
        let joints = joints.iter().enumerate().map(|(index, name)| Joint {
            name: (*name).into(),
            parent: index.checked_sub(1),
            bind_local: Transform::from_translation(Vec3::Y),
        });
        let skeleton = Skeleton::new(joints.collect()).unwrap();
        Model { name: name.into(), is_joint: vec![true; skeleton.len()], skeleton, ..Model::default() }
    }

    fn change_joints(model: Model, change: impl Fn(&mut [Joint])) -> Model {
        let mut joints = model.skeleton.joints().to_vec();
        change(&mut joints);
        Model { skeleton: Skeleton::new(joints).unwrap(), ..model }
    }

    /// Adds a clip in which every joint swings, and moves a little.
    fn with_clip(mut model: Model, name: &str) -> Model {
        let tracks = (0..model.skeleton.len()).map(|joint| {
            let turn = Quat::from_rotation_x(0.3 + joint as f32);
            let rotation = RotationTrack::new(vec![0.0, 1.0], vec![Quat::IDENTITY, turn]).unwrap();
            let values = vec![Vec3::Y, Vec3::new(0.5, 1.0, 0.2 * joint as f32)];
            let translation = Track::new(vec![0.0, 1.0], values).unwrap();
            JointTracks { joint, translation: Some(translation), rotation: Some(rotation), ..JointTracks::default() }
        });
        model.clips.push(Clip::of_tracks(name, tracks.collect()));
        model
    }

    fn merge(model: &mut Model, other: &Model) -> Adopted {
        merge_clips(model, other, &MergeOptions::default()).unwrap()
    }

    #[test]
    fn joints_are_matched_by_names_without_prefixes() {
        let mut mesh = model("mesh", &["mixamorig2_Hips", "Spine", "Head"]);
        let mut motion = with_clip(model("walk", &["rig:hips", "Spine", "Tail"]), "mixamo.com");
        motion.clips[0].file_keys = vec![JointKeys::linear(2, [0.0]), JointKeys::linear(1, [0.0, 0.5])];
        let adopted = merge(&mut mesh, &motion);
        assert_eq!(adopted.clips, ["walk"], "named after its file");
        assert!(adopted.is_usable() && !adopted.is_whole(), "but for the tail: {adopted}");
        assert_eq!((adopted.matched, adopted.unmatched), (2, vec!["Tail".to_owned()]));
        assert_eq!(mesh.clips[0].tracks.iter().map(|t| t.joint).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(mesh.clips[0].file_keys, [JointKeys::linear(1, [0.0, 0.5])]);
        assert!(adopted.reparented.is_empty());
    }

    #[test]
    fn without_common_joints_no_clip_is_added() {
        let mut mesh = model("mesh", &["a", "b"]);
        let adopted = merge(&mut mesh, &with_clip(model("walk", &["c", "d"]), "walk"));
        assert_eq!((adopted.matched, adopted.unmatched.len()), (0, 2));
        assert!(adopted.clips.is_empty() && mesh.clips.is_empty() && !adopted.is_usable());
    }

    /// Body and clothes, each with a complete skeleton, move together, whether the clips are copied or retargeted. A
    /// second figure with the same names elsewhere does not move, and the first is named.
    #[test]
    fn skeletons_with_the_same_names() {
        let names = ["body", "hips", "head", "clothes", "hips", "head"];
        let mut dressed = change_joints(model("dressed", &names), |joints| joints[3].parent = None);
        dressed.is_joint = [false, true, true, false, true, true].to_vec();
        for clip_names in [["body", "hips", "head"], ["body", "pelvis", "head_01"]] {
            let mut nod = with_clip(model("nod", &clip_names), "nod");
            nod.clips[0].tracks.remove(0);
            let mut both = dressed.clone();
            let adopted = merge(&mut both, &nod);
            assert_eq!((adopted.retargeted, adopted.one_of_several), (clip_names[1] == "pelvis", None));
            assert!(adopted.at_rest.is_empty(), "{:?}", adopted.at_rest);
            let mut instance = ModelInstance::new(&both);
            instance.sample(&both, &both.clips[0], 0.7);
            let models = instance.model_from_joint();
            for joint in [1, 2] {
                assert!(models[joint].translation.distance(models[joint + 3].translation) < 1e-4, "{clip_names:?}");
            }
            assert!(models[2].translation.distance(Vec3::new(0.0, 3.0, 0.0).into()) > 0.1, "{clip_names:?}: it moves");
        }
        let mut two = change_joints(dressed, |joints| joints[3].bind_local.translation.x = 2.0);
        let nod = with_clip(model("nod", &["body", "hips", "head"]), "nod");
        let adopted = merge(&mut two, &nod);
        assert_eq!(adopted.one_of_several.as_deref(), Some("body"));
    }

    #[test]
    fn the_first_of_two_figures_moves_and_is_named() {
        let names = ["world", "knight", "hips", "head", "squire", "hips", "head"];
        let mut two = change_joints(model("two", &names), |joints| {
            joints[4].parent = Some(0);
            joints[4].bind_local.translation.x = 3.0;
        });
        two.is_joint = names.map(|name| ["hips", "head"].contains(&name)).to_vec();
        let walk = with_clip(model("walk", &["hips", "head"]), "walk");
        let adopted = merge(&mut two, &walk);
        assert_eq!(adopted.one_of_several.as_deref(), Some("knight"));
        assert!(adopted.to_string().contains("the one below knight moves"), "{adopted}");
        let other = with_clip(model("walk", &["pelvis", "head_01"]), "walk");
        let adopted = merge(&mut two, &other);
        assert_eq!((adopted.matched, adopted.one_of_several.as_deref()), (2, Some("knight")));
        let mut one = model("one", &names[..4]);
        let adopted = merge(&mut one, &walk);
        assert_eq!(adopted.one_of_several, None);
    }

    /// A joint between elbow and wrist moves with the wrist.
    #[test]
    fn an_arm_is_not_matched_by_its_hand_alone() {
        let mut mesh = model("mesh", &["hips", "spine", "q1", "q2", "hand_l"]);
        let walk = with_clip(model("walk", &["pelvis", "spine_01", "p1", "p2", "LeftHand"]), "walk");
        let adopted = merge(&mut mesh, &walk);
        assert_eq!((adopted.matched, adopted.unmatched), (3, vec!["p1".to_owned(), "p2".to_owned()]));
        assert_eq!(adopted.at_rest, ["q1", "q2"]);
        let mut mesh = model("mesh", &["hips", "spine", "arm_l", "forearm_l", "q", "hand_l"]);
        let walk = with_clip(model("walk", &["pelvis", "chest", "LeftArm", "LeftForeArm", "p", "LeftHand"]), "walk");
        let adopted = merge(&mut mesh, &walk);
        assert_eq!((adopted.matched, adopted.unmatched.len(), adopted.at_rest.len()), (6, 0, 0));
    }

    #[test]
    fn progress_rises() {
        let fractions = std::cell::RefCell::new(Vec::new());
        let options =
            MergeOptions { progress: Some(&|done| fractions.borrow_mut().push(done)), ..MergeOptions::default() };
        let walk = with_clip(with_clip(model("walk", &["a", "b"]), "x"), "y");
        let _ = merge_clips(&mut model("mesh", &["a", "extra", "b"]), &walk, &options).unwrap();
        let fractions = fractions.into_inner();
        assert!(fractions.len() > 10 && fractions.is_sorted(), "{fractions:?}");
        assert!((0.5..=1.0).contains(fractions.last().unwrap()), "{fractions:?}");
    }

    #[test]
    fn names_that_exist_get_a_number() {
        let mut mesh = with_clip(model("mesh", &["a"]), "walk");
        let adopted = merge(&mut mesh, &with_clip(model("walk", &["a"]), "x"));
        assert_eq!(adopted.clips, ["walk (2)"]);
        assert_eq!(["walk", "walk (2)", "x"].map(|name| mesh.clip_index(name)), [Some(0), Some(1), Some(1)]);
    }

    /// With a joint more, longer bones, and other axes.
    #[test]
    fn clips_of_another_figure_are_retargeted() {
        let mut mesh = model("mesh", &["a", "extra", "b"]);
        let adopted = merge(&mut mesh, &with_clip(model("walk", &["a", "b"]), "x"));
        assert_eq!((adopted.matched, adopted.scale), (2, Some(2.0)));
        assert!(adopted.reparented.is_empty() && adopted.at_rest.is_empty());
        let mut mesh = change_joints(model("m", &["a", "b", "c"]), |joints| {
            joints[1].bind_local.translation = Vec3::X * 2.0;
            joints[2].bind_local.rotation = Quat::from_rotation_z(1.0);
        });
        let adopted = merge(&mut mesh, &with_clip(model("walk", &["a", "b"]), "x"));
        assert_eq!((adopted.clips.len(), adopted.at_rest), (1, vec!["c".to_owned()]));
        let [root, child] = &mesh.clips[0].tracks[..] else { panic!("two joints move") };
        assert!(root.translation.is_some() && child.translation.is_none());
    }

    #[test]
    fn other_kinds_of_bodies_are_reported() {
        let person = ["hips", "spine", "thigh_l", "thigh_r"];
        for (joints, is_unlike) in [
            (&["a", "hips", "b", "c", "d"][..], true),
            (&["a", "hips", "LeftUpLeg", "RightUpLeg"], false),
            // The same body, with no name in common.
            (&["pelvis", "spine_01", "LeftUpLeg", "RightUpLeg"], false),
        ] {
            let adopted = merge(&mut model("p", &person), &with_clip(model("s", joints), "x"));
            let has_message = adopted.to_string().contains("hardly the same kind of body");
            assert_eq!([adopted.retargeted, adopted.unlike, has_message], [true, is_unlike, is_unlike], "{adopted}");
            assert_eq!([adopted.is_whole(), adopted.is_usable()], [!is_unlike; 2], "{adopted}");
        }
        let mut flat =
            change_joints(model("f", &["hips", "foot_l"]), |joints| joints[1].bind_local = Transform::IDENTITY);
        let adopted = merge(&mut flat, &with_clip(model("g", &["a", "hips", "LeftFoot"]), "x"));
        assert!(adopted.retargeted && !adopted.to_string().contains("times as long"), "{adopted}");
    }

    #[test]
    fn long_names_are_shortened() {
        let names = ["ä".repeat(60), "ä".repeat(61)];
        assert_eq!(super::super::adopted::some_of(&names), format!("{0}, {0}…", names[0]));
    }

    /// The mesh has other axes and units than the skeleton, which rests in the middle of a step.
    #[test]
    fn the_pose_in_which_a_mesh_was_bound() {
        let mut figure = model("f", &["hips", "thigh_l", "thigh_r", "arm_l", "arm_r"]);
        let positions =
            [[0.0, 1.0], [0.1, 0.9], [-0.1, 0.9], [0.2, 1.4], [-0.2, 1.4]].map(|[x, y]| Vec3::new(x, y, 0.0));
        let lying = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
        let mesh = Affine3A::from_scale_rotation_translation(Vec3::splat(0.01), lying, Vec3::ZERO);
        let mut skin = armature::skin::Skin::bound(&figure.skeleton);
        let mut joints = figure.skeleton.joints().to_vec();
        for (joint, step) in [0.0, 0.1, -0.1, 0.0, 0.0].into_iter().enumerate() {
            skin.bindings[joint].joint_from_bind = (mesh * Affine3A::from_translation(positions[joint])).inverse();
            joints[joint].parent = (joint > 0).then_some(0);
            let parent_position = if joint > 0 { Vec3::Y } else { Vec3::ZERO };
            let translation = positions[joint] - parent_position + Vec3::Z * step;
            joints[joint].bind_local = Transform::from_translation(translation);
        }
        figure.skeleton = Skeleton::new(joints).unwrap();
        figure.skins = vec![skin];
        let (rig, rest) = Rig::from_model(&figure);
        assert_eq!(rest, RestPose::Bound);
        assert!(rig.is_neutral);
        let got = figure.skeleton.model_from_joint(&rig.neutral);
        for (got, want) in got.iter().zip(positions) {
            assert!(Vec3::from(got.translation).distance(want) < 1e-5, "{got:?} {want}");
        }
    }

    /// Every joint has the same position in the world.
    #[test]
    fn other_axes_and_another_unit() {
        let turn = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2);
        let mut walk = with_clip(model("walk", &["a", "b", "c"]), "x");
        walk.world_from_model = Affine3A::from_scale_rotation_translation(Vec3::splat(0.01), turn, Vec3::ZERO);
        // The same figure in metres with y up: the root is turned, and all lengths are a hundredth.
        let mut figure = change_joints(model("mesh", &["a", "b", "c"]), |joints| {
            for joint in &mut *joints {
                joint.bind_local.translation *= 0.01;
            }
            joints[0].bind_local.translation = turn * joints[0].bind_local.translation;
        });
        let _ = merge(&mut figure, &walk);
        for time in [0.0, 0.3, 1.0] {
            let [want, got] = [&walk, &figure].map(|model| {
                let mut instance = ModelInstance::new(model);
                instance.sample(model, &model.clips[0], time);
                [0, 1, 2].map(|joint| (model.world_from_model * instance.model_from_joint()[joint]).translation)
            });
            for (want, got) in want.into_iter().zip(got) {
                assert!(want.distance(got) < 1e-5, "{time}: {want} {got}");
            }
        }
    }
}
