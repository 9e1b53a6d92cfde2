//! Clips from another file, matched by joint names: for a mesh in one file and each clip in its own.

use super::Model;
use crate::{
    animation::{Clip, JointTracks, RotationTrack, Track},
    math::Transform,
};
use glam::{Affine3A, Quat, Vec3};
use std::collections::{BTreeSet, HashMap};

/// Which clips and joints were taken over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Adopted {
    /// What the clips are called now, in the order in which they were added.
    pub clips: Vec<String>,
    /// How many joints move that were found here.
    pub matched: usize,
    /// Joints that move there and are not found here: their motion is left out.
    pub unmatched: Vec<String>,
    /// Joints whose parent has another name here: they may move wrongly.
    pub reparented: Vec<String>,
}

/// Adds the clips of `other` to `model`, joint by joint of the same name.
///
/// Names are compared as they are, and, where that finds nothing, without a prefix up to the last
/// `:` or `|` and without regard to case: exporters disagree about namespaces. Units and axes of the
/// two files may differ. A file with a single clip gives it its own name, since such clips are
/// called alike in every file; a name that is taken gets a number.
pub fn merge_clips(model: &mut Model, other: &Model) -> Adopted {
    let here_of = joints_by_name(model, other);
    let mut adopted = Adopted::default();
    report(model, other, &here_of, &mut adopted);
    let change = Change::between(other, model);
    for clip in &other.clips {
        let tracks: Vec<JointTracks> = clip
            .tracks
            .iter()
            .filter_map(|tracks| {
                let joint = here_of[tracks.joint]?;
                let is_root = other.skeleton.joints()[tracks.joint].parent.is_none();
                let bind = &other.skeleton.joints()[tracks.joint].bind_local;
                Some(change.apply(tracks, joint, is_root, bind))
            })
            .collect();
        if tracks.is_empty() {
            continue;
        }
        let only = other.clips.len() == 1 && !other.name.is_empty();
        let name = free_name(model, if only { &other.name } else { &clip.name });
        adopted.clips.push(name.clone());
        let keys = clip.file_keys.iter();
        let file_keys =
            keys.filter_map(|(joint, times)| Some((here_of[*joint]?, times.clone()))).collect();
        model.clips.push(Clip { name, tracks, file_keys, ..*clip });
    }
    adopted
}

/// For each joint of `other`, the joint of `model` of its name.
fn joints_by_name(model: &Model, other: &Model) -> Vec<Option<usize>> {
    let mut exact: HashMap<&str, usize> = HashMap::new();
    let mut plain: HashMap<String, usize> = HashMap::new();
    // Of two joints of one name the one that is called a joint counts, then the first.
    let mut order: Vec<usize> = (0..model.skeleton.len()).collect();
    order.sort_by_key(|joint| model.is_joint.get(*joint) != Some(&true));
    for joint in order {
        let name = &model.skeleton.joints()[joint].name;
        if !name.is_empty() {
            exact.entry(name).or_insert(joint);
            plain.entry(without_prefix(name)).or_insert(joint);
        }
    }
    let find = |name: &str| exact.get(name).or_else(|| plain.get(&without_prefix(name))).copied();
    other.skeleton.joints().iter().map(|joint| find(&joint.name)).collect()
}

/// `mixamorig:Hips` is `hips`, and so is `mixamorig_Hips`, as Mixamo's own Collada files have it.
pub(crate) fn without_prefix(name: &str) -> String {
    let name = name.rsplit([':', '|']).next().unwrap_or(name).to_lowercase();
    let after = name.strip_prefix("mixamorig").and_then(|rest| rest.split_once('_'));
    match after {
        Some((number, joint)) if number.chars().all(|c| c.is_ascii_digit()) => joint.to_owned(),
        _ => name,
    }
}

fn report(model: &Model, other: &Model, here_of: &[Option<usize>], adopted: &mut Adopted) {
    let moving: BTreeSet<usize> =
        other.clips.iter().flat_map(|clip| clip.tracks.iter().map(|tracks| tracks.joint)).collect();
    for joint in moving {
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
    fn apply(
        &self,
        tracks: &JointTracks,
        joint: usize,
        is_root: bool,
        bind: &Transform,
    ) -> JointTracks {
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
                RotationTrack::new(track.track().times().to_vec(), keys)
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
    let taken = |name: &str| model.clip(name).is_some();
    let numbered = (2..).map(|number| format!("{wanted} ({number})"));
    let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
    names.find(|name| !taken(name)).expect("there are more numbers than clips")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
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
        Model {
            name: name.into(),
            is_joint: vec![true; skeleton.len()],
            skeleton,
            ..Model::default()
        }
    }

    /// Every joint swings, and moves a little.
    fn with_clip(mut model: Model, name: &str) -> Model {
        let tracks = (0..model.skeleton.len()).map(|joint| {
            let turn = Quat::from_rotation_x(0.3 + joint as f32);
            let rotation = RotationTrack::new(vec![0.0, 1.0], vec![Quat::IDENTITY, turn]).unwrap();
            let values = vec![Vec3::Y, Vec3::new(0.5, 1.0, 0.2 * joint as f32)];
            let translation = Track::new(vec![0.0, 1.0], values).unwrap();
            JointTracks {
                joint,
                translation: Some(translation),
                rotation: Some(rotation),
                ..JointTracks::default()
            }
        });
        model.clips.push(Clip::of_tracks(name, tracks.collect()));
        model
    }

    #[test]
    fn joints_of_the_same_name_whatever_their_order_or_prefix() {
        let mut mesh = model("mesh", &["mixamorig2_Hips", "Spine", "Head"]);
        let mut motion = with_clip(model("walk", &["Tail", "rig:hips", "Spine"]), "mixamo.com");
        motion.clips[0].file_keys = vec![(0, [0.0].into()), (2, [0.0, 0.5].into())];
        let adopted = merge_clips(&mut mesh, &motion);
        assert_eq!(adopted.clips, ["walk"], "named after its file");
        assert_eq!((adopted.matched, adopted.unmatched), (2, vec!["Tail".to_owned()]));
        assert_eq!(mesh.clips[0].tracks.iter().map(|t| t.joint).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(mesh.clips[0].file_keys, [(1, [0.0, 0.5].into())]);
        assert!(adopted.reparented.is_empty());
    }

    #[test]
    fn nothing_in_common_adds_nothing() {
        let mut mesh = model("mesh", &["a", "b"]);
        let adopted = merge_clips(&mut mesh, &with_clip(model("walk", &["c", "d"]), "walk"));
        assert_eq!((adopted.matched, adopted.unmatched.len()), (0, 2));
        assert!(adopted.clips.is_empty() && mesh.clips.is_empty());
    }

    #[test]
    fn names_that_are_taken_get_a_number() {
        let mut mesh = with_clip(model("mesh", &["a"]), "walk");
        let adopted = merge_clips(&mut mesh, &with_clip(model("walk", &["a"]), "x"));
        assert_eq!(adopted.clips, ["walk (2)"]);
    }

    #[test]
    fn a_joint_on_another_parent_is_reported() {
        let mut mesh = model("mesh", &["a", "extra", "b"]);
        let adopted = merge_clips(&mut mesh, &with_clip(model("walk", &["a", "b"]), "x"));
        assert_eq!(adopted.reparented, ["b"]);
    }

    /// The same motion expressed in other axes and another unit puts every joint at the same point of the
    /// world.
    #[test]
    fn other_axes_and_another_unit() {
        let turn = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2);
        let mut there = with_clip(model("walk", &["a", "b", "c"]), "x");
        there.world_from_model =
            Affine3A::from_scale_rotation_translation(Vec3::splat(0.01), turn, Vec3::ZERO);
        // The same figure in metres and y up: its root is turned, all lengths are a hundredth.
        let mut here = model("mesh", &["a", "b", "c"]);
        let mut joints = here.skeleton.joints().to_vec();
        for joint in &mut joints {
            joint.bind_local.translation *= 0.01;
        }
        joints[0].bind_local.translation = turn * joints[0].bind_local.translation;
        here.skeleton = Skeleton::new(joints).unwrap();
        merge_clips(&mut here, &there);
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
