//! Clips from another file: for a mesh in one file and each clip in its own, and for the clips of another figure.

use super::{Adopted, RestPose};
use crate::{
    names::{Namesake, by_name, is_limb, mark_covered, namesakes, set_pairs},
    retarget::{PairError, Retarget, Rig, Stance, find_pairs},
};
use armature::{
    animation::{Clip, JointKeys, JointTracks, RotationTrack, Track, WeightTrack},
    math::Transform,
    model::Model,
    skeleton::Joint,
};
use glam::{Affine3A, Quat, Vec3};
use std::{
    collections::{BTreeSet, HashSet},
    fmt,
};

/// Joints whose bones differ by more than this part of the figure's size are those of another figure.
const SAME_LENGTH: f32 = 0.01;
/// Rotations of one rest pose: the cosine of half an angle of one degree.
const SAME_REST: f32 = 0.999_96;

/// Settings of [`merge_clips`].
#[derive(Clone, Copy, Default)]
pub struct MergeOptions<'a> {
    /// A file of the clips' joints in a T or A pose, for clips that do not rest in one; [`Adopted::rest`] says which
    /// pose was taken.
    pub rest: Option<&'a Model>,
    /// Joints that are the same although their names do not say so: that of the clips, that of the figure. See
    /// [`Retarget::with_pairs`].
    pub pairs: &'a [(&'a str, &'a str)],
    /// A function that is told how much is done, from 0 to 1: long clips take a while to retarget.
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
/// Joints are matched by their names, as they are or, where that finds nothing, without a prefix up to the last
/// `:` or `|` and without regard to case: exporters disagree about namespaces. Units and axes of the two files may
/// differ. Where the joints that move have the same bones in both (lengths within a hundredth of the figure, rest
/// poses within a degree; a file without a mesh may rest in any pose), their tracks are copied. Otherwise the clips
/// are [retargeted](crate::retarget), and joints match by what they are in a body, too.
///
/// A file with a single clip gives it its own name, since such clips are called alike in every file; a name that is
/// taken gets a number. [`Model::clip`] finds it by the name that it had, too, if no other has that.
///
/// # Errors
/// If a pair names a joint that is not there, or two pairs name one of `model`.
///
/// # Panics
/// If a part names a skin that its model has not.
pub fn merge_clips(model: &mut Model, other: &Model, options: &MergeOptions<'_>) -> Result<Adopted, PairError> {
    let merge = Merge::new(model, other, options)?;
    let mut adopted = Adopted::default();
    let mut clips =
        if merge.is_same_figure() { merge.copy(&mut adopted) } else { merge.retarget(options, &mut adopted) };
    for ((clip, _), original) in clips.iter_mut().zip(&other.clips) {
        clip.weights = merge.weights(original);
    }
    for ((clip, stance), original) in clips.into_iter().zip(&other.clips) {
        if clip.tracks.is_empty() && clip.weights.is_empty() {
            continue;
        }
        let has_files_name = other.clips.len() == 1 && !other.name.is_empty();
        let name = free_name(model, if has_files_name { &other.name } else { &original.name });
        if name != original.name {
            model.clip_aliases.push((original.name.clone(), name.clone()));
        }
        for (is_so, clips) in [
            (stance.is_off_ground, &mut adopted.off_ground),
            (stance.is_low, &mut adopted.low),
            (stance.is_turned, &mut adopted.turned),
        ] {
            clips.extend(is_so.then(|| name.clone()));
        }
        adopted.clips.push(name.clone());
        model.clips.push(Clip { name, ..clip });
    }
    Ok(adopted)
}

/// The figures of both files.
struct Merge<'a> {
    model: &'a Model,
    other: &'a Model,
    /// For each joint of `other` that of `model`, by name.
    same: Vec<Option<usize>>,
    pairs: Vec<(usize, usize)>,
    change: Change,
    /// The joints of `other` that any of its clips moves.
    moving: BTreeSet<usize>,
}

impl<'a> Merge<'a> {
    fn new(model: &'a Model, other: &'a Model, options: &MergeOptions<'_>) -> Result<Self, PairError> {
        let [source, target] = [other, model].map(|model| (&model.skeleton, model.is_joint.as_slice()));
        let pairs = find_pairs(source, target, options.pairs)?;
        let mut same = by_name(other.skeleton.joints(), model.skeleton.joints(), &model.is_joint);
        let swapped: Vec<(usize, usize)> = pairs.iter().map(|(source, target)| (*target, *source)).collect();
        set_pairs(&mut same, &swapped);
        let moving = other.clips.iter().flat_map(|clip| &clip.tracks).map(|tracks| tracks.joint).collect();
        Ok(Self { model, other, same, pairs, change: Change::between(other, model), moving })
    }

    /// Returns whether most of the joints that move are in `model` by name, and have the same parents, lengths and rest
    /// poses in both. A joint of `other` that several follow cannot be copied.
    fn is_same_figure(&self) -> bool {
        let lengths = self.model.skeleton.joints().iter().map(|joint| joint.bind_local.translation.length());
        let other_lengths = self.other.skeleton.joints().iter().map(|joint| joint.bind_local.translation.length());
        let longest = lengths.fold(0.0, f32::max).max(self.change.scale * other_lengths.fold(0.0, f32::max));
        self.pairs.iter().all(|(source, target)| self.same[*source] == Some(*target))
            && 2 * self.moving.iter().filter(|joint| self.same[**joint].is_some()).count() >= self.moving.len()
            && self.moving.iter().all(|joint| self.is_same_joint(*joint, SAME_LENGTH * longest))
    }

    /// Returns whether a joint of `other` rests as its namesake does, if there is one.
    fn is_same_joint(&self, joint: usize, tolerance: f32) -> bool {
        let Some(namesake) = self.same[joint].map(|namesake| &self.model.skeleton.joints()[namesake]) else {
            return true;
        };
        let joint = &self.other.skeleton.joints()[joint];
        let own = namesake.bind_local;
        let bind = joint.bind_local;
        let turn = if joint.parent.is_none() { self.change.turn } else { Quat::IDENTITY };
        if !self.other.parts.is_empty() && own.rotation.dot(turn * bind.rotation).abs() < SAME_REST {
            return false;
        }
        let Some(parent) = joint.parent else { return namesake.parent.is_none() };
        self.same[parent] == namesake.parent
            && namesake.parent.is_some()
            && own.translation.distance(bind.translation * self.change.scale) <= tolerance
            && Vec3::ONE.copysign(own.scale) == Vec3::ONE.copysign(bind.scale)
    }

    /// Returns the clips, joint by joint. A joint moves others of its name that rest as it does, in the same place.
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
        adopted.one_of_several = self.one_of_several(self.same.iter().flatten().copied());
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

    /// Returns the clips for another figure.
    fn retarget(&self, options: &MergeOptions<'_>, adopted: &mut Adopted) -> Vec<(Clip, Stance)> {
        let (mut source, rest) = Rig::from_model(self.other);
        let (target, figure_rest) = Rig::from_model(self.model);
        adopted.rest = rest;
        adopted.figure_rest = figure_rest;
        if let Some(reference) = options.rest {
            let is_same = source.borrow_neutral(&Rig::from_model(reference).0);
            adopted.rest = if is_same { RestPose::Given } else { RestPose::Refused };
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
        adopted.one_of_several = self.one_of_several(matched.into_iter());
        adopted.at_rest = retarget.at_rest().into_iter().map(|joint| joints[joint].name.clone()).collect();
        let moving = self.moving.len();
        let named = self.moving.iter().filter(|joint| self.same[**joint].is_some()).count();
        adopted.retargeted = true;
        adopted.scale = retarget.scale();
        adopted.unlike = 4 * adopted.matched < moving || !has_limb && 2 * named < moving;
        let mut clips = Vec::with_capacity(self.other.clips.len());
        let mut torn = BTreeSet::new();
        let all = self.other.clips.iter().map(Clip::duration).sum::<f32>();
        let mut before = 0.0;
        for clip in &self.other.clips {
            let duration = clip.duration();
            let clip = retarget.clip_with_progress(clip, &|part| {
                if let Some(progress) = options.progress {
                    progress((before + part * duration) / all);
                }
            });
            before += duration;
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

    /// Returns the name of the figure of the matched joints, if most of them have namesakes elsewhere: that of the highest
    /// joint that is above one and not above its namesake.
    fn one_of_several(&self, matched: impl Iterator<Item = usize>) -> Option<String> {
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

    /// Returns the weight tracks of a clip whose targets `model` has too: of the same name in a set of the same name, or in
    /// the only one.
    fn weights(&self, clip: &Clip) -> Vec<WeightTrack> {
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

/// The change from one file's axes and unit to another's.
struct Change {
    to_from: Affine3A,
    turn: Quat,
    /// Units of the new file in one of the old.
    scale: f32,
    is_none: bool,
}

impl Change {
    fn between(from: &Model, to: &Model) -> Self {
        let to_from = to.world_from_model.inverse() * from.world_from_model;
        let turn = Transform::from_matrix(&to_from).rotation;
        let scale = to_from.matrix3.determinant().abs().cbrt();
        let is_none = to_from.abs_diff_eq(Affine3A::IDENTITY, 1e-5);
        Self { to_from, turn, scale, is_none }
    }

    /// Returns the tracks of `original` for a joint of the other file. Below the roots only lengths change: a joint's own
    /// axes are what they were. A root's local transform is its transform in the model, whose axes differ; its scale is
    /// its own, since the lengths below it are changed one by one.
    fn apply(&self, tracks: &JointTracks, joint: usize, original: &Joint) -> JointTracks {
        let mut tracks = JointTracks { joint, ..tracks.clone() };
        if self.is_none {
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

fn map_track(track: &Track<Vec3>, change: impl Fn(Vec3) -> Vec3) -> Track<Vec3> {
    let values = track.values().iter().map(|value| change(*value)).collect();
    Track::new(track.times().to_vec(), values).expect("the times are those of a track")
}

/// Returns `walk`, or `walk (2)` where there is one already.
fn free_name(model: &Model, wanted: &str) -> String {
    let mut name = wanted.to_owned();
    let mut number = 2;
    while model.clips.iter().any(|clip| clip.name == name) {
        name = format!("{wanted} ({number})");
        number += 1;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use armature::{
        model::ModelInstance,
        skeleton::{Joint, Skeleton},
    };

    /// A chain of joints, each one unit above the one before it.
    fn model(name: &str, joints: &[&str]) -> Model {
        let joints = joints.iter().enumerate().map(|(index, name)| Joint {
            name: (*name).into(),
            parent: index.checked_sub(1),
            bind_local: Transform::from_translation(Vec3::Y),
        });
        let skeleton = Skeleton::new(joints.collect()).unwrap();
        Model { name: name.into(), is_joint: vec![true; skeleton.len()], skeleton, ..Model::default() }
    }

    fn changed(model: Model, change: impl Fn(&mut [Joint])) -> Model {
        let mut joints = model.skeleton.joints().to_vec();
        change(&mut joints);
        Model { skeleton: Skeleton::new(joints).unwrap(), ..model }
    }

    /// Every joint swings, and moves a little.
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

    /// Merges with the default options.
    fn merge(model: &mut Model, other: &Model) -> Adopted {
        merge_clips(model, other, &MergeOptions::default()).unwrap()
    }

    #[test]
    fn joints_of_the_same_name_whatever_their_prefix() {
        let mut mesh = model("mesh", &["mixamorig2_Hips", "Spine", "Head"]);
        let mut motion = with_clip(model("walk", &["rig:hips", "Spine", "Tail"]), "mixamo.com");
        motion.clips[0].file_keys = vec![JointKeys::linear(2, [0.0]), JointKeys::linear(1, [0.0, 0.5])];
        let adopted = merge(&mut mesh, &motion);
        assert_eq!(adopted.clips, ["walk"], "named after its file");
        assert_eq!((adopted.matched, adopted.unmatched), (2, vec!["Tail".to_owned()]));
        assert_eq!(mesh.clips[0].tracks.iter().map(|t| t.joint).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(mesh.clips[0].file_keys, [JointKeys::linear(1, [0.0, 0.5])]);
        assert!(adopted.reparented.is_empty());
    }

    #[test]
    fn nothing_in_common_adds_nothing() {
        let mut mesh = model("mesh", &["a", "b"]);
        let adopted = merge(&mut mesh, &with_clip(model("walk", &["c", "d"]), "walk"));
        assert_eq!((adopted.matched, adopted.unmatched.len()), (0, 2));
        assert!(adopted.clips.is_empty() && mesh.clips.is_empty());
    }

    /// Body and clothes, each with a complete skeleton: both move, whether the clips are copied or retargeted. A figure of
    /// the same names elsewhere does not, and is named, whatever plain nodes are found besides.
    #[test]
    fn skeletons_of_the_same_names() {
        let names = ["body", "hips", "head", "clothes", "hips", "head"];
        let mut dressed = changed(model("dressed", &names), |joints| joints[3].parent = None);
        dressed.is_joint = [false, true, true, false, true, true].to_vec();
        for there in [["body", "hips", "head"], ["body", "pelvis", "head_01"]] {
            let mut nod = with_clip(model("nod", &there), "nod");
            nod.clips[0].tracks.remove(0);
            let mut both = dressed.clone();
            let adopted = merge(&mut both, &nod);
            assert_eq!((adopted.retargeted, adopted.one_of_several), (there[1] == "pelvis", None));
            assert!(adopted.at_rest.is_empty(), "{:?}", adopted.at_rest);
            let mut instance = ModelInstance::new(&both);
            instance.sample(&both, &both.clips[0], 0.7);
            let places = instance.model_from_joint();
            let apart = [1, 2].map(|joint| places[joint].translation.distance(places[joint + 3].translation));
            assert!(apart[0].max(apart[1]) < 1e-4, "{there:?}: {apart:?}");
            assert!(places[2].translation.distance(Vec3::new(0.0, 3.0, 0.0).into()) > 0.1, "{there:?}: nothing moves");
        }
        let mut apart = changed(dressed, |joints| joints[3].bind_local.translation.x = 2.0);
        let nod = with_clip(model("nod", &["body", "hips", "head"]), "nod");
        let adopted = merge(&mut apart, &nod);
        assert_eq!(adopted.one_of_several.as_deref(), Some("body"));
    }

    /// Two figures in one file, whose joints have the same names.
    #[test]
    fn which_of_two_figures_moves() {
        let names = ["world", "knight", "hips", "head", "squire", "hips", "head"];
        let mut two = changed(model("two", &names), |joints| {
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

    /// A matched hand does not make its arm matched. A joint between elbow and wrist moves with the wrist.
    #[test]
    fn a_matched_hand_hides_no_arm() {
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
        let told = std::cell::RefCell::new(Vec::new());
        let options = MergeOptions { progress: Some(&|done| told.borrow_mut().push(done)), ..MergeOptions::default() };
        let walk = with_clip(with_clip(model("walk", &["a", "b"]), "x"), "y");
        merge_clips(&mut model("mesh", &["a", "extra", "b"]), &walk, &options).unwrap();
        let told = told.into_inner();
        assert!(
            told.len() > 10 && told.is_sorted() && told.last().is_some_and(|last| (0.5..=1.0).contains(last)),
            "{told:?}"
        );
    }

    #[test]
    fn names_that_are_taken_get_a_number() {
        let mut mesh = with_clip(model("mesh", &["a"]), "walk");
        let adopted = merge(&mut mesh, &with_clip(model("walk", &["a"]), "x"));
        assert_eq!(adopted.clips, ["walk (2)"]);
        assert_eq!(["walk", "walk (2)", "x"].map(|name| mesh.clip_index(name)), [Some(0), Some(1), Some(1)]);
    }

    /// A joint more between two, longer bones, other axes: the motion goes through the model's space.
    #[test]
    fn another_figures_clips_are_retargeted() {
        let mut mesh = model("mesh", &["a", "extra", "b"]);
        let adopted = merge(&mut mesh, &with_clip(model("walk", &["a", "b"]), "x"));
        assert_eq!((adopted.matched, adopted.scale), (2, Some(2.0)));
        assert!(adopted.reparented.is_empty() && adopted.at_rest.is_empty());
        let mut mesh = changed(model("m", &["a", "b", "c"]), |joints| {
            joints[1].bind_local.translation = Vec3::X * 2.0;
            joints[2].bind_local.rotation = Quat::from_rotation_z(1.0);
        });
        let adopted = merge(&mut mesh, &with_clip(model("walk", &["a", "b"]), "x"));
        assert_eq!((adopted.clips.len(), adopted.at_rest), (1, vec!["c".to_owned()]));
        let moved = |tracks: &JointTracks| tracks.translation.is_some();
        assert_eq!(mesh.clips[0].tracks.iter().map(moved).collect::<Vec<_>>(), [true, false]);
    }

    /// A body with hips alone is not taken for a person.
    #[test]
    fn other_bodies_are_told_apart() {
        let person = ["hips", "spine", "thigh_l", "thigh_r"];
        for (joints, is_unlike) in [
            (&["a", "hips", "b", "c", "d"][..], true),
            (&["a", "hips", "LeftUpLeg", "RightUpLeg"], false),
            // As long, and no name is the same.
            (&["pelvis", "spine_01", "LeftUpLeg", "RightUpLeg"], false),
        ] {
            let adopted = merge(&mut model("p", &person), &with_clip(model("s", joints), "x"));
            let has_message = adopted.to_string().contains("hardly the same kind of body");
            assert_eq!([adopted.retargeted, adopted.unlike, has_message], [true, is_unlike, is_unlike], "{adopted}");
            assert_eq!(adopted.is_whole(), !is_unlike, "{adopted}");
        }
        let mut flat = changed(model("f", &["hips", "foot_l"]), |joints| joints[1].bind_local = Transform::IDENTITY);
        let adopted = merge(&mut flat, &with_clip(model("g", &["a", "hips", "LeftFoot"]), "x"));
        assert!(adopted.retargeted && !adopted.to_string().contains("times as long"), "{adopted}");
    }

    #[test]
    fn long_names_are_cut() {
        let names = ["ä".repeat(60), "ä".repeat(61)];
        assert_eq!(armature::text::some_of(&names), format!("{0}, {0}…", names[0]));
    }

    /// A mesh in other axes and units than its skeleton, which rests in the middle of a step: upright all the same.
    #[test]
    fn the_pose_in_which_a_mesh_was_bound() {
        let mut figure = model("f", &["hips", "thigh_l", "thigh_r", "arm_l", "arm_r"]);
        let places = [[0.0, 1.0], [0.1, 0.9], [-0.1, 0.9], [0.2, 1.4], [-0.2, 1.4]].map(|[x, y]| Vec3::new(x, y, 0.0));
        let lying = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
        let mesh = Affine3A::from_scale_rotation_translation(Vec3::splat(0.01), lying, Vec3::ZERO);
        let mut skin = armature::skin::Skin::bound(&figure.skeleton);
        let mut joints = figure.skeleton.joints().to_vec();
        for (joint, step) in [0.0, 0.1, -0.1, 0.0, 0.0].into_iter().enumerate() {
            skin.bindings[joint].joint_from_bind = (mesh * Affine3A::from_translation(places[joint])).inverse();
            joints[joint].parent = (joint > 0).then_some(0);
            let above = if joint > 0 { Vec3::Y } else { Vec3::ZERO };
            joints[joint].bind_local = Transform::from_translation(places[joint] - above + Vec3::Z * step);
        }
        figure.skeleton = Skeleton::new(joints).unwrap();
        figure.skins = vec![skin];
        let (rig, rest) = Rig::from_model(&figure);
        assert_eq!(rest, RestPose::Bound);
        assert!(rig.is_neutral);
        let got = figure.skeleton.model_from_joint(&rig.neutral);
        for (got, want) in got.iter().zip(places) {
            assert!(Vec3::from(got.translation).distance(want) < 1e-5, "{got:?} {want}");
        }
    }

    /// A motion in other axes and another unit puts every joint at the same point of the world.
    #[test]
    fn other_axes_and_another_unit() {
        let turn = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2);
        let mut there = with_clip(model("walk", &["a", "b", "c"]), "x");
        there.world_from_model = Affine3A::from_scale_rotation_translation(Vec3::splat(0.01), turn, Vec3::ZERO);
        // The same figure in metres and y up: its root is turned, all lengths are a hundredth.
        let mut here = changed(model("mesh", &["a", "b", "c"]), |joints| {
            for joint in &mut *joints {
                joint.bind_local.translation *= 0.01;
            }
            joints[0].bind_local.translation = turn * joints[0].bind_local.translation;
        });
        merge(&mut here, &there);
        let mut a = ModelInstance::new(&there);
        let mut b = ModelInstance::new(&here);
        for time in [0.0, 0.3, 1.0] {
            a.sample(&there, &there.clips[0], time);
            b.sample(&here, &here.clips[0], time);
            for joint in 0..3 {
                let want = there.world_from_model * a.model_from_joint()[joint];
                let got = here.world_from_model * b.model_from_joint()[joint];
                let apart = want.translation.distance(got.translation);
                assert!(apart < 1e-5, "{time} {joint}: {want:?} {got:?}");
            }
        }
    }
}
