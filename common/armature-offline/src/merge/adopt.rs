//! Clips from another file: for a mesh in one file and each clip in its own, and for the clips of another figure.

use super::{Adopted, RestPose};
use crate::{
    names::{Namesakes, by_name, covered, is_limb, namesakes, set_pairs},
    retarget::{PairError, Retarget, Rig, Stance, find_pairs},
};
use armature::{
    animation::{Clip, JointKeys, JointTracks, RotationTrack, Track, WeightTrack},
    math::Transform,
    model::Model,
    skeleton::Joint,
};
use glam::{Affine3A, Quat, Vec3};
use std::collections::{BTreeSet, HashSet};

/// Joints whose bones differ by more than this part of the figure's size are those of another figure.
const SAME_LENGTH: f32 = 0.01;
/// As the cosine of half an angle of one degree.
const SAME_REST: f32 = 0.999_96;

/// How the clips of another file are taken over.
#[derive(Clone, Copy, Debug, Default)]
pub struct MergeOptions<'a> {
    /// A file of the clips' joints in a T or A pose, for clips that do not rest in one; [`Adopted::rest`] says which
    /// pose was taken.
    pub rest: Option<&'a Model>,
    /// Joints that are the same although their names do not say so: there, here. See [`Retarget::with_pairs`].
    pub pairs: &'a [(&'a str, &'a str)],
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
    let [there, here] = [other, &*model].map(|model| (&model.skeleton, model.is_joint.as_slice()));
    let pairs = find_pairs(there, here, options.pairs)?;
    let mut here_of = by_name(other.skeleton.joints(), model.skeleton.joints(), &model.is_joint);
    set_pairs(&mut here_of, pairs.iter().map(|(there, here)| (*here, *there)));
    let mut adopted = Adopted::default();
    let change = Change::between(other, model);
    // A joint there that several follow here cannot be copied.
    let is_one_to_one = pairs.iter().all(|(there, here)| here_of[*there] == Some(*here));
    let clips = if is_one_to_one && is_same_figure(model, other, &here_of, &change) {
        report(model, other, &here_of, &mut adopted);
        adopted.one_of_several = one_of_several(model, here_of.iter().flatten().copied());
        copied(model, other, &here_of, &change).into_iter().map(|clip| (clip, None)).collect()
    } else {
        let retarget = retarget_with(options.rest, &pairs, (other, model), &mut adopted);
        retargeted(&retarget, (other, model), &here_of, &mut adopted)
    };
    for ((clip, stance), of) in clips.into_iter().zip(&other.clips) {
        let weights = weights_here(model, other, of);
        if clip.tracks.is_empty() && weights.is_empty() {
            continue;
        }
        let only = other.clips.len() == 1 && !other.name.is_empty();
        let name = free_name(model, if only { &other.name } else { &of.name });
        if name != of.name {
            model.clip_aliases.push((of.name.clone(), name.clone()));
        }
        let Stance { is_off_ground, is_low, is_turned } = stance.unwrap_or_default();
        for (is_so, clips) in
            [(is_off_ground, &mut adopted.off_ground), (is_low, &mut adopted.low), (is_turned, &mut adopted.turned)]
        {
            clips.extend(is_so.then(|| name.clone()));
        }
        adopted.clips.push(name.clone());
        model.clips.push(Clip { name, weights, ..clip });
    }
    Ok(adopted)
}

/// Where most joints that were found have a namesake elsewhere: the highest joint that is above one and not above its
/// namesake.
fn one_of_several(model: &Model, found: impl Iterator<Item = usize>) -> Option<String> {
    let joints = model.skeleton.joints();
    let mut elsewhere = vec![None; joints.len()];
    for Namesakes { joints, is_twin } in namesakes(joints, &places_at_rest(model)) {
        let other = is_twin.iter().position(|is_twin| !is_twin).map(|at| joints[at]);
        for (joint, is_twin) in joints.iter().zip(is_twin) {
            elsewhere[*joint] = if is_twin { other } else { Some(joints[0]) };
        }
    }
    let found: Vec<usize> = found.filter(|joint| model.is_joint[*joint]).collect();
    let (first, other) = found.iter().find_map(|joint| Some((*joint, elsewhere[*joint]?)))?;
    if 2 * found.iter().filter(|joint| elsewhere[**joint].is_some()).count() <= found.len() {
        return None;
    }
    let others: HashSet<usize> = model.skeleton.path_to_root(other).collect();
    let own = model.skeleton.path_to_root(first).take_while(|joint| !others.contains(joint));
    own.last().map(|joint| joints[joint].name.clone())
}

fn places_at_rest(model: &Model) -> Vec<Vec3> {
    let places = model.skeleton.model_from_joint(&model.skeleton.bind_pose());
    places.iter().map(|place| place.translation.into()).collect()
}

/// For each joint the others of its name that rest as it does, in the same place; of several joints of a name the first
/// has them all.
fn copies(model: &Model) -> Vec<Vec<usize>> {
    let joints = model.skeleton.joints();
    let mut copies = vec![Vec::new(); joints.len()];
    for Namesakes { joints: same, is_twin } in namesakes(joints, &places_at_rest(model)) {
        let rotation = |joint: usize| joints[joint].bind_local.rotation;
        for (joint, is_twin) in same.iter().copied().zip(is_twin).skip(1) {
            if is_twin && rotation(joint).dot(rotation(same[0])).abs() > SAME_REST {
                copies[same[0]].push(joint);
            }
        }
    }
    copies
}

/// The tracks of a clip of `other` for weights of targets that are here too: of the same name in a set of the same
/// name, or in the only one.
fn weights_here(model: &Model, other: &Model, clip: &Clip) -> Vec<WeightTrack> {
    let (ours, theirs) = (&model.morph_sets, &other.morph_sets);
    let here = |it: &WeightTrack| {
        let there = theirs.get(it.set)?;
        let by_name = ours.iter().position(|set| set.name == there.name);
        let set = by_name.or_else(|| (ours.len() == 1 && theirs.len() == 1).then_some(0))?;
        let target = ours[set].targets.iter().position(|name| Some(name) == there.targets.get(it.target))?;
        Some(WeightTrack { set, target, track: it.track.clone() })
    };
    clip.weights.iter().filter_map(here).collect()
}

/// The clips of `other`, joint by joint.
fn copied(model: &Model, other: &Model, here_of: &[Option<usize>], change: &Change) -> Vec<Clip> {
    let all = copies(model);
    let mut clips = Vec::with_capacity(other.clips.len());
    for clip in &other.clips {
        let mut copies = all.clone();
        let mut copied = Clip { tracks: Vec::new(), file_keys: Vec::new(), ..clip.clone() };
        for tracks in &clip.tracks {
            let Some(joint) = here_of[tracks.joint] else { continue };
            let is_root = other.skeleton.joints()[tracks.joint].parent.is_none();
            let bind = &other.skeleton.joints()[tracks.joint].bind_local;
            for joint in std::iter::once(joint).chain(std::mem::take(&mut copies[joint])) {
                copied.tracks.push(change.apply(tracks, joint, is_root, bind));
            }
        }
        let keys = clip.file_keys.iter();
        copied
            .file_keys
            .extend(keys.filter_map(|keys| Some(JointKeys { joint: here_of[keys.joint]?, ..keys.clone() })));
        clips.push(copied);
    }
    clips
}

/// Whether most of the joints that move are there by name, and have the same parents, lengths and rest poses in both.
fn is_same_figure(model: &Model, other: &Model, here_of: &[Option<usize>], change: &Change) -> bool {
    let [ours, theirs] = [model, other].map(|model| model.skeleton.joints());
    let length =
        |joints: &[Joint]| joints.iter().map(|joint| joint.bind_local.translation.length()).fold(0.0, f32::max);
    let allowed = SAME_LENGTH * length(ours).max(change.scale * length(theirs));
    let moving = moving(other);
    let found = moving.iter().filter(|joint| here_of[**joint].is_some());
    if 2 * found.count() < moving.len() {
        return false;
    }
    moving.into_iter().all(|joint| {
        let Some(here) = here_of[joint] else { return true };
        let (here, there) = (&ours[here], &theirs[joint]);
        let (a, b) = (here.bind_local, there.bind_local);
        let is_turned = |turn: Quat| a.rotation.dot(turn * b.rotation).abs() < SAME_REST;
        let has_mesh = !other.parts.is_empty();
        let Some(parent) = there.parent else {
            let turn = Transform::from_matrix(&change.to_from).rotation;
            return here.parent.is_none() && !(has_mesh && is_turned(turn));
        };
        here_of[parent] == here.parent
            && here.parent.is_some()
            && a.translation.distance(b.translation * change.scale) <= allowed
            && Vec3::ONE.copysign(a.scale) == Vec3::ONE.copysign(b.scale)
            && !(has_mesh && is_turned(Quat::IDENTITY))
    })
}

/// How clips of `other` become those of the figure of `model`, whose bones differ.
fn retarget_with<'a>(
    rest: Option<&Model>,
    pairs: &[(usize, usize)],
    (other, model): (&'a Model, &'a Model),
    adopted: &mut Adopted,
) -> Retarget<'a> {
    let ((mut from, from_rest), (to, to_rest)) = (Rig::from_model(other), Rig::from_model(model));
    (adopted.rest, adopted.figure_rest) = (from_rest, to_rest);
    if let Some(rest) = rest {
        let is_same = from.borrow_neutral(&Rig::from_model(rest).0);
        adopted.rest = if is_same { RestPose::Given } else { RestPose::Refused };
    }
    let retarget = Retarget::matched(from, to, pairs);
    if retarget.is_borrowed() {
        adopted.rest = RestPose::OfFigure;
    }
    retarget
}

/// The clips of `other` for the figure of `model`.
fn retargeted(
    retarget: &Retarget<'_>,
    (other, model): (&Model, &Model),
    here_of: &[Option<usize>],
    adopted: &mut Adopted,
) -> Vec<(Clip, Option<Stance>)> {
    let found = retarget.counterparts();
    let [ours, theirs] = [model, other].map(|model| model.skeleton.joints());
    let mut used = vec![false; theirs.len()];
    for joint in found.iter().flatten() {
        used[*joint] = true;
    }
    let used = covered(theirs, retarget.their_roles(), &used);
    for joint in moving(other) {
        if used[joint] {
            adopted.matched += 1;
        } else {
            adopted.unmatched.push(theirs[joint].name.clone());
        }
    }
    if adopted.matched == 0 {
        return Vec::new();
    }
    let is_matched: Vec<bool> = found.iter().map(Option::is_some).collect();
    adopted.one_of_several = one_of_several(model, (0..ours.len()).filter(|joint| is_matched[*joint]));
    let used = covered(ours, retarget.roles(), &is_matched);
    let is_seen = |joint: usize| model.is_joint[joint] || retarget.has_vertices(joint);
    let at_rest = (0..ours.len()).filter(|joint| !used[*joint] && !retarget.has_twin(*joint) && is_seen(*joint));
    adopted.at_rest = at_rest.map(|joint| ours[joint].name.clone()).collect();
    adopted.retargeted = true;
    adopted.scale = retarget.scale();
    let has_limb = retarget.roles().iter().zip(found).any(|(role, from)| is_limb(*role) && from.is_some());
    let (named, all) = moving(other)
        .iter()
        .fold((0, 0), |(named, all), joint| (named + usize::from(here_of[*joint].is_some()), all + 1));
    adopted.unlike = 4 * adopted.matched < all || !has_limb && 2 * named < all;
    let clips: Vec<Clip> = other.clips.iter().map(|clip| retarget.clip(clip)).collect();
    let torn: BTreeSet<usize> = clips.iter().flat_map(|clip| retarget.torn(clip)).collect();
    adopted.torn = torn.into_iter().map(|joint| ours[joint].name.clone()).collect();
    clips.into_iter().map(|clip| (retarget.stance(&clip), clip)).map(|(stance, clip)| (clip, Some(stance))).collect()
}

/// The joints that any of its clips moves.
fn moving(model: &Model) -> BTreeSet<usize> {
    let tracks = model.clips.iter().flat_map(|clip| &clip.tracks);
    tracks.map(|tracks| tracks.joint).collect()
}

fn report(model: &Model, other: &Model, here_of: &[Option<usize>], adopted: &mut Adopted) {
    for joint in moving(other) {
        let there = &other.skeleton.joints()[joint];
        let Some(index) = here_of[joint] else {
            adopted.unmatched.push(there.name.clone());
            continue;
        };
        adopted.matched += 1;
        let here = &model.skeleton.joints()[index];
        let parent_there = there.parent.and_then(|parent| here_of[parent]);
        if parent_there != here.parent && there.parent.is_some() {
            adopted.reparented.push(there.name.clone());
        }
    }
}

/// From one file's axes and unit to another's.
struct Change {
    to_from: Affine3A,
    /// How many units of the new file one of the old is.
    scale: f32,
    is_none: bool,
}

impl Change {
    fn between(from: &Model, to: &Model) -> Self {
        let to_from = to.world_from_model.inverse() * from.world_from_model;
        let scale = to_from.matrix3.determinant().abs().cbrt();
        let is_none = to_from.abs_diff_eq(Affine3A::IDENTITY, 1e-5);
        Self { to_from, scale, is_none }
    }

    /// The same motion in the other file. Below the roots only lengths change: a joint's own axes
    /// are what they were.
    fn apply(&self, tracks: &JointTracks, joint: usize, is_root: bool, bind: &Transform) -> JointTracks {
        let mut tracks = JointTracks { joint, ..tracks.clone() };
        if self.is_none {
            return tracks;
        }
        if is_root {
            return self.root(tracks, bind);
        }
        tracks.translation = tracks.translation.map(|track| map_track(&track, |v| v * self.scale));
        tracks
    }

    /// A root's local transform is its transform in the model, whose axes differ. Its scale is its own:
    /// the lengths below it are changed one by one.
    fn root(&self, mut tracks: JointTracks, bind: &Transform) -> JointTracks {
        let turn = Transform::from_matrix(&self.to_from).rotation;
        tracks.translation = Some(match &tracks.translation {
            Some(track) => map_track(track, |v| self.to_from.transform_point3(v)),
            None => Track::constant(self.to_from.transform_point3(bind.translation)),
        });
        let turned = match &tracks.rotation {
            Some(track) => {
                let keys: Vec<Quat> = track.track().values().iter().map(|q| turn * *q).collect();
                RotationTrack::new(track.times().to_vec(), keys)
            }
            None => RotationTrack::new(vec![0.0], vec![turn * bind.rotation]),
        };
        tracks.rotation = Some(turned.expect("the times are those of a track"));
        tracks
    }
}

fn map_track(track: &Track<Vec3>, change: impl Fn(Vec3) -> Vec3) -> Track<Vec3> {
    let values = track.values().iter().map(|value| change(*value)).collect();
    Track::new(track.times().to_vec(), values).expect("the times are those of a track")
}

/// `walk`, or `walk (2)` where there is one already.
fn free_name(model: &Model, wanted: &str) -> String {
    let taken = |name: &str| model.clips.iter().any(|clip| clip.name == name);
    let numbered = (2..).map(|number| format!("{wanted} ({number})"));
    let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
    names.find(|name| !taken(name)).expect("there are more numbers than clips")
}

#[cfg(test)]
mod tests {
    use super::*;
    use armature::text::some_of;
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

    #[test]
    fn joints_of_the_same_name_whatever_their_prefix() {
        let mut mesh = model("mesh", &["mixamorig2_Hips", "Spine", "Head"]);
        let mut motion = with_clip(model("walk", &["rig:hips", "Spine", "Tail"]), "mixamo.com");
        motion.clips[0].file_keys = vec![JointKeys::linear(2, [0.0]), JointKeys::linear(1, [0.0, 0.5])];
        let adopted = merge_clips(&mut mesh, &motion, &MergeOptions::default()).unwrap();
        assert_eq!(adopted.clips, ["walk"], "named after its file");
        assert_eq!((adopted.matched, adopted.unmatched), (2, vec!["Tail".to_owned()]));
        assert_eq!(mesh.clips[0].tracks.iter().map(|t| t.joint).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(mesh.clips[0].file_keys, [JointKeys::linear(1, [0.0, 0.5])]);
        assert!(adopted.reparented.is_empty());
    }

    #[test]
    fn nothing_in_common_adds_nothing() {
        let mut mesh = model("mesh", &["a", "b"]);
        let adopted =
            merge_clips(&mut mesh, &with_clip(model("walk", &["c", "d"]), "walk"), &MergeOptions::default()).unwrap();
        assert_eq!((adopted.matched, adopted.unmatched.len()), (0, 2));
        assert!(adopted.clips.is_empty() && mesh.clips.is_empty());
    }

    /// Body and clothes, each with a complete skeleton: both move, whether the clips are copied or retargeted. A figure of
    /// the same names elsewhere does not, and is named, whatever plain nodes are found besides.
    #[test]
    fn skeletons_of_the_same_names() {
        let names = ["body", "hips", "head", "clothes", "hips", "head"];
        let parents = [None, Some(0), Some(1), None, Some(3), Some(4)];
        let mut dressed = model("dressed", &names);
        let mut joints = dressed.skeleton.joints().to_vec();
        for (joint, parent) in joints.iter_mut().zip(parents) {
            joint.parent = parent;
        }
        dressed.skeleton = Skeleton::new(joints.clone()).unwrap();
        dressed.is_joint = [false, true, true, false, true, true].to_vec();
        for there in [["body", "hips", "head"], ["body", "pelvis", "head_01"]] {
            let mut nod = with_clip(model("nod", &there), "nod");
            nod.clips[0].tracks.remove(0);
            let mut both = dressed.clone();
            let adopted = merge_clips(&mut both, &nod, &MergeOptions::default()).unwrap();
            assert_eq!((adopted.retargeted, adopted.one_of_several), (there[1] == "pelvis", None));
            assert!(adopted.at_rest.is_empty(), "{:?}", adopted.at_rest);
            let mut instance = ModelInstance::new(&both);
            instance.sample(&both, &both.clips[0], 0.7);
            let places = instance.model_from_joint();
            let apart = [1, 2].map(|joint| places[joint].translation.distance(places[joint + 3].translation));
            assert!(apart[0].max(apart[1]) < 1e-4, "{there:?}: {apart:?}");
            assert!(places[2].translation.distance(Vec3::new(0.0, 3.0, 0.0).into()) > 0.1, "{there:?}: nothing moves");
        }
        joints[3].bind_local.translation.x = 2.0;
        let mut apart = Model { skeleton: Skeleton::new(joints).unwrap(), ..dressed };
        let nod = with_clip(model("nod", &["body", "hips", "head"]), "nod");
        let adopted = merge_clips(&mut apart, &nod, &MergeOptions::default()).unwrap();
        assert_eq!(adopted.one_of_several.as_deref(), Some("body"));
    }

    /// Two figures in one file, whose joints have the same names.
    #[test]
    fn which_of_two_figures_moves() {
        let names = ["world", "knight", "hips", "head", "squire", "hips", "head"];
        let mut two = model("two", &names);
        let mut joints = two.skeleton.joints().to_vec();
        joints[4].parent = Some(0);
        joints[4].bind_local.translation.x = 3.0;
        two.skeleton = Skeleton::new(joints).unwrap();
        two.is_joint = names.map(|name| ["hips", "head"].contains(&name)).to_vec();
        let walk = with_clip(model("walk", &["hips", "head"]), "walk");
        let adopted = merge_clips(&mut two, &walk, &MergeOptions::default()).unwrap();
        assert_eq!(adopted.one_of_several.as_deref(), Some("knight"));
        assert!(adopted.to_string().contains("the one below knight moves"), "{adopted}");
        let other = with_clip(model("walk", &["pelvis", "head_01"]), "walk");
        let adopted = merge_clips(&mut two, &other, &MergeOptions::default()).unwrap();
        assert_eq!((adopted.matched, adopted.one_of_several.as_deref()), (2, Some("knight")));
        let mut one = model("one", &names[..4]);
        let adopted = merge_clips(&mut one, &walk, &MergeOptions::default()).unwrap();
        assert_eq!(adopted.one_of_several, None);
    }

    /// A matched hand does not make its arm matched. A joint between elbow and wrist moves with the wrist.
    #[test]
    fn a_matched_hand_hides_no_arm() {
        let adopt = |here: &[&str], there: &[&str]| {
            let there = with_clip(model("walk", there), "walk");
            merge_clips(&mut model("mesh", here), &there, &MergeOptions::default()).unwrap()
        };
        let adopted = adopt(&["hips", "spine", "q1", "q2", "hand_l"], &["pelvis", "spine_01", "p1", "p2", "LeftHand"]);
        assert_eq!((adopted.matched, adopted.unmatched), (3, vec!["p1".to_owned(), "p2".to_owned()]));
        assert_eq!(adopted.at_rest, ["q1", "q2"]);
        let here = ["hips", "spine", "arm_l", "forearm_l", "q", "hand_l"];
        let adopted = adopt(&here, &["pelvis", "chest", "LeftArm", "LeftForeArm", "p", "LeftHand"]);
        assert_eq!((adopted.matched, adopted.unmatched.len(), adopted.at_rest.len()), (6, 0, 0));
    }

    #[test]
    fn names_that_are_taken_get_a_number() {
        let mut mesh = with_clip(model("mesh", &["a"]), "walk");
        let adopted = merge_clips(&mut mesh, &with_clip(model("walk", &["a"]), "x"), &MergeOptions::default()).unwrap();
        assert_eq!(adopted.clips, ["walk (2)"]);
        assert_eq!(["walk", "walk (2)", "x"].map(|name| mesh.clip_index(name)), [Some(0), Some(1), Some(1)]);
    }

    /// A joint more between two, longer bones, other axes: the motion goes through the model's space.
    #[test]
    fn another_figures_clips_are_retargeted() {
        let mut mesh = model("mesh", &["a", "extra", "b"]);
        let adopted =
            merge_clips(&mut mesh, &with_clip(model("walk", &["a", "b"]), "x"), &MergeOptions::default()).unwrap();
        assert_eq!((adopted.matched, adopted.scale), (2, Some(2.0)));
        assert!(adopted.reparented.is_empty() && adopted.at_rest.is_empty());
        let mut joints = model("", &["a", "b", "c"]).skeleton.joints().to_vec();
        joints[1].bind_local.translation = Vec3::X * 2.0;
        joints[2].bind_local.rotation = Quat::from_rotation_z(1.0);
        let mut mesh = Model { skeleton: Skeleton::new(joints).unwrap(), ..model("m", &["a", "b", "c"]) };
        let adopted =
            merge_clips(&mut mesh, &with_clip(model("walk", &["a", "b"]), "x"), &MergeOptions::default()).unwrap();
        assert_eq!((adopted.clips.len(), adopted.at_rest), (1, vec!["c".to_owned()]));
        let moved = |tracks: &JointTracks| tracks.translation.is_some();
        assert_eq!(mesh.clips[0].tracks.iter().map(moved).collect::<Vec<_>>(), [true, false]);
    }

    /// What has hips is no person yet.
    #[test]
    fn other_bodies_are_told_apart() {
        let person = ["hips", "spine", "thigh_l", "thigh_r"];
        let adopt = |joints: &[&str]| {
            let adopted =
                merge_clips(&mut model("p", &person), &with_clip(model("s", joints), "x"), &MergeOptions::default())
                    .unwrap();
            assert!(adopted.retargeted);
            let message = adopted.to_string().contains("hardly the same kind of body");
            assert!(message == adopted.unlike && message != adopted.is_whole(), "{adopted}");
            message
        };
        assert!(adopt(&["a", "hips", "b", "c", "d"]));
        assert!(!adopt(&["a", "hips", "LeftUpLeg", "RightUpLeg"]));
        // As long, and no name is the same.
        assert!(!adopt(&["pelvis", "spine_01", "LeftUpLeg", "RightUpLeg"]));
        let mut flat = model("f", &["hips", "foot_l"]);
        let mut joints = flat.skeleton.joints().to_vec();
        joints[1].bind_local = Transform::IDENTITY;
        flat.skeleton = Skeleton::new(joints).unwrap();
        let adopted =
            merge_clips(&mut flat, &with_clip(model("g", &["a", "hips", "LeftFoot"]), "x"), &MergeOptions::default())
                .unwrap();
        assert!(adopted.retargeted && !adopted.to_string().contains("times as long"), "{adopted}");
    }

    #[test]
    fn long_names_are_cut() {
        let names = ["ä".repeat(60), "ä".repeat(61)];
        assert_eq!(some_of(&names), format!("{0}, {0}…", names[0]));
    }

    /// A mesh in other axes and units than its skeleton, which rests in the middle of a step: upright all the same.
    #[test]
    fn the_pose_in_which_a_mesh_was_bound() {
        let names = ["hips", "thigh_l", "thigh_r", "arm_l", "arm_r"];
        let at = |x: f32, y: f32| Vec3::new(x, y, 0.0);
        let places = [at(0.0, 1.0), at(0.1, 0.9), at(-0.1, 0.9), at(0.2, 1.4), at(-0.2, 1.4)];
        let lying = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
        let mesh = Affine3A::from_scale_rotation_translation(Vec3::splat(0.01), lying, Vec3::ZERO);
        let bind = |(joint, at): (usize, Vec3)| armature::skin::Binding {
            joint: Some(joint),
            joint_from_bind: (mesh * Affine3A::from_translation(at)).inverse(),
        };
        let bindings = places.into_iter().enumerate().map(bind).collect::<Vec<_>>();
        let mut figure = model("f", &names);
        let mut joints = figure.skeleton.joints().to_vec();
        joints[0].bind_local = Transform::from_translation(Vec3::Y);
        for (joint, step) in [(1, 0.1), (2, -0.1), (3, 0.0), (4, 0.0)] {
            joints[joint].parent = Some(0);
            let place = places[joint] - Vec3::Y + Vec3::Z * step;
            joints[joint].bind_local = Transform::from_translation(place);
        }
        figure.skeleton = Skeleton::new(joints).unwrap();
        figure.skins = vec![armature::skin::Skin { bindings, bind_from_mesh: Affine3A::IDENTITY }];
        let (rig, rest) = Rig::from_model(&figure);
        assert_eq!(rest, RestPose::Bound);
        assert!(rig.is_neutral);
        let got = figure.skeleton.model_from_joint(&rig.neutral);
        for (got, want) in got.iter().zip(places) {
            assert!(Vec3::from(got.translation).distance(want) < 1e-5, "{got:?} {want}");
        }
    }

    /// The same motion expressed in other axes and another unit puts every joint at the same point of the
    /// world.
    #[test]
    fn other_axes_and_another_unit() {
        let turn = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2);
        let mut there = with_clip(model("walk", &["a", "b", "c"]), "x");
        there.world_from_model = Affine3A::from_scale_rotation_translation(Vec3::splat(0.01), turn, Vec3::ZERO);
        // The same figure in metres and y up: its root is turned, all lengths are a hundredth.
        let mut here = model("mesh", &["a", "b", "c"]);
        let mut joints = here.skeleton.joints().to_vec();
        for joint in &mut joints {
            joint.bind_local.translation *= 0.01;
        }
        joints[0].bind_local.translation = turn * joints[0].bind_local.translation;
        here.skeleton = Skeleton::new(joints).unwrap();
        merge_clips(&mut here, &there, &MergeOptions::default()).unwrap();
        let (mut a, mut b) = (ModelInstance::new(&there), ModelInstance::new(&here));
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
