//! The pose of a file that stands for a T or A pose, in which retargeting compares figures.

use crate::{
    edit::Mirror,
    retarget::{ELSEWHERE, Posture, Rig},
};
use armature::{
    animation::{Clip, Cursors},
    mesh::Bounds,
    model::Model,
    skeleton::{Pose, Skeleton},
};
use glam::{Affine3A, Quat};

/// The pose of a file that counts as its T or A pose.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum RestPose {
    /// The one that its joints rest in.
    #[default]
    Written,
    /// Its joints rest in another: the one in which its meshes were bound.
    Bound,
    /// Its joints rest in another, and it has no mesh: that of the figure that gets the clips, whose joints are the
    /// same.
    OfFigure,
    /// It lies in its file, or stands on its head: the same pose upright.
    Lying,
    /// The pose of a third file.
    Given,
    /// The pose of a third file was asked for, whose joints are others.
    Refused,
    /// No pose is known. The directions of bones are compared as they rest.
    Unknown,
}

/// A pose whose sides are farther apart than this part of their distance is no neutral one.
const NEUTRAL: f32 = 0.05;
/// One whose sides are nearer than that needs no better one.
const SYMMETRIC: f32 = 1e-3;
/// Cosine of half an angle of a degree and a half: rotations of one pose.
const SAME: f32 = 0.9999;

impl<'a> Rig<'a> {
    /// Returns a model as one side of a retargeting, and which of its poses counts as its T or A pose.
    ///
    /// # Panics
    /// If a part names a skin that the model has not.
    pub fn from_model(model: &'a Model) -> (Self, RestPose) {
        let (mut rig, rest) = in_neutral(model);
        let parts = model.parts.iter();
        rig.meshes = parts.map(|part| (part.mesh.vertices.as_slice(), &model.skins[part.skin])).collect();
        (rig, rest)
    }
}

/// Turns a body that lies in its file, or stands on its head: with its file, where its clips lie as well. Returns
/// whether it stands then.
fn stand_up(rig: &mut Rig<'_>, model: &Model) -> bool {
    let Some(turn) = rig.turn_to_upright() else { return false };
    let mut standing = rig.clone();
    if model.clips.iter().any(|clip| is_nearer(rig, turn, clip)) {
        standing.world_from_model = Affine3A::from_quat(turn) * rig.world_from_model;
    } else {
        standing.turn_neutral(turn);
    }
    let stands = Posture::new(&standing, &standing.neutral).stands();
    if stands {
        *rig = standing;
    }
    stands
}

/// Returns whether a clip begins more upright in the turned world than in the file's own: it lies as the file rests.
fn is_nearer(rig: &Rig<'_>, turn: Quat, clip: &Clip) -> bool {
    let mut pose = Pose::default();
    clip.sample(clip.start, &rig.skeleton.bind_pose(), &mut Cursors::default(), &mut pose);
    let turned = Rig { world_from_model: Affine3A::from_quat(turn) * rig.world_from_model, ..rig.clone() };
    let trunks = [rig, &turned].map(|rig| Posture::new(rig, &pose).trunk());
    matches!(trunks, [Some(own), Some(turned)] if turned.y > own.y)
}

fn in_neutral(model: &Model) -> (Rig<'_>, RestPose) {
    let Model { skeleton, world_from_model, is_joint, humanoid, .. } = model;
    let (written, askew) = Mirror::new(skeleton).symmetric();
    let mut rig =
        Rig { neutral: written, world_from_model: *world_from_model, is_joint, humanoid, ..Rig::new(skeleton) };
    if askew < NEUTRAL && stand_up(&mut rig, model) {
        return (rig, RestPose::Lying);
    }
    let bound = Mirror::bound(skeleton, &model.skins).map(Mirror::symmetric);
    let bound = bound.filter(|(bound, askew)| *askew < NEUTRAL && has_bones(skeleton, bound));
    let posture = Posture::new(&rig, &rig.neutral);
    let is_rest = askew < NEUTRAL && posture.stands() && !(posture.arms_hang() && is_frame(model));
    let Some((bound, bound_askew)) = bound else {
        rig.is_neutral = is_rest;
        return (rig, if is_rest { RestPose::Written } else { RestPose::Unknown });
    };
    if is_rest && (askew < SYMMETRIC || 0.5 * askew < bound_askew) {
        return (rig, RestPose::Written);
    }
    let is_other = !is_rest && !is_same(model, &rig.neutral, &bound);
    rig.neutral = bound;
    put_upon_ground(&mut rig);
    if stand_up(&mut rig, model) {
        return (rig, RestPose::Lying);
    }
    (rig, if is_other { RestPose::Bound } else { RestPose::Written })
}

/// Moves a figure, in the pose that its skin was bound in, to where it rests, if that is elsewhere: a mesh has an
/// origin of its own.
fn put_upon_ground(rig: &mut Rig<'_>) {
    let rest = rig.positions(&rig.skeleton.bind_pose());
    let bound = rig.positions(&rig.neutral);
    let joints: Vec<usize> = (0..rest.len()).filter(|joint| rig.is_joint.get(*joint) == Some(&true)).collect();
    let Some(rest_box) = Bounds::from_points(joints.iter().map(|joint| rest[*joint])) else { return };
    let Some(bound_box) = Bounds::from_points(joints.iter().map(|joint| bound[*joint])) else { return };
    let low = bound_box.min.y;
    let tolerance = ELSEWHERE * bound_box.size().y;
    if (low - rest_box.min.y).abs() < tolerance || low.abs() < tolerance {
        return;
    }
    let step = rest[joints[0]] - bound[joints[0]];
    for joint in joints {
        let parent = rig.skeleton.joints()[joint].parent;
        if parent.is_none_or(|parent| !rig.is_joint[parent]) {
            rig.move_neutral(joint, step);
        }
    }
}

/// Returns whether the bones of a pose are about as long as they are at rest: some files bind their skins to nothing.
fn has_bones(skeleton: &Skeleton, pose: &Pose) -> bool {
    let rest = length_of_bones(skeleton, &skeleton.bind_pose());
    (0.7 * rest..=rest / 0.7).contains(&length_of_bones(skeleton, pose))
}

fn length_of_bones(skeleton: &Skeleton, pose: &Pose) -> f32 {
    let matrices = skeleton.model_from_joint(pose);
    let mut length = 0.0;
    for (joint, matrix) in skeleton.joints().iter().zip(&matrices) {
        length += joint.parent.map_or(0.0, |parent| matrices[parent].translation.distance(matrix.translation));
    }
    length
}

/// Returns whether its joints are turned alike in both poses, and in the same places.
fn is_same(model: &Model, a: &Pose, b: &Pose) -> bool {
    let joints = a.locals.iter().zip(&b.locals).zip(&model.is_joint).filter(|(_, is_joint)| **is_joint);
    joints.into_iter().all(|((a, b), _)| {
        let apart = a.translation.distance(b.translation);
        a.rotation.dot(b.rotation).abs() > SAME && apart <= 0.01 * a.translation.length()
    })
}

/// Returns whether the file rests as one of its clips starts or ends.
fn is_frame(model: &Model) -> bool {
    let rest = model.skeleton.bind_pose();
    let mut pose = Pose::default();
    for (clip, time) in model.clips.iter().flat_map(|clip| [(clip, clip.start), (clip, clip.end)]) {
        clip.sample(time, &rest, &mut Cursors::default(), &mut pose);
        if rest.locals.iter().zip(&pose.locals).all(|(a, b)| a.rotation.dot(b.rotation).abs() > SAME) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        figures,
        merge::{Adopted, MergeOptions, merge_clips},
        retarget::{PairError, Retarget},
    };
    use armature::{
        animation::{JointTracks, RotationTrack, Track},
        math::Transform,
        mesh::{Mesh, SkinnedVertex},
        model::Part,
        skeleton::Joint,
        skin::{Binding, Skin},
    };
    use glam::Vec3;

    /// Returns a body without a mesh, with legs of another length, under the names of one of two tools.
    fn body(other_names: bool, legs: f32) -> Model {
        let names = if other_names { figures::UNREAL } else { figures::MIXAMO };
        let (joints, _) = figures::body(names, |row, mut place| {
            place.z *= if row < figures::SIDED { 0.0 } else { 1.0 }; // a trunk that is exactly upright
            let above_ankle = if place.y > 0.9 { 0.85 } else { (place.y - 0.1).max(0.0) };
            place + (legs - 1.0) * above_ankle * Vec3::Y
        });
        let skeleton = Skeleton::new(joints).unwrap();
        Model { name: "body".into(), is_joint: vec![true; skeleton.len()], skeleton, ..Model::default() }
    }

    /// Adds a clip: at 0 its arms hang and its head bows; later it has taken a step.
    fn with_clip(mut model: Model) -> Model {
        let tracks = model.skeleton.joints().iter().enumerate().map(|(joint, of)| {
            let at = |step: f32| match of.name.as_str() {
                "LeftArm" => Quat::from_rotation_z(-1.4) * Quat::from_rotation_y(step),
                "RightArm" => Quat::from_rotation_z(1.4) * Quat::from_rotation_y(step),
                "Head" => Quat::from_rotation_x(0.3),
                "LeftUpLeg" | "RightLeg" => Quat::from_rotation_x(step),
                _ => Quat::IDENTITY,
            };
            let rotation = RotationTrack::new(vec![0.0, 1.0], vec![at(0.0), at(0.5)]).ok();
            JointTracks { joint, rotation, ..JointTracks::default() }
        });
        model.clips = vec![Clip::of_tracks("step", tracks.collect())];
        model
    }

    /// Returns the model resting as its clip is at a time.
    fn resting(model: &Model, time: f32) -> Model {
        let mut pose = Pose::default();
        model.clips[0].sample(time, &model.skeleton.bind_pose(), &mut Cursors::default(), &mut pose);
        let joints = model.skeleton.joints().iter().zip(&pose.locals);
        let joints = joints.map(|(joint, local)| Joint { bind_local: *local, ..joint.clone() });
        Model { skeleton: Skeleton::new(joints.collect()).unwrap(), ..model.clone() }
    }

    fn is_rest(model: &Model) -> bool {
        Rig::from_model(model).1 == RestPose::Written
    }

    #[test]
    fn what_is_no_rest() {
        let walk = with_clip(body(false, 1.0));
        assert!(is_rest(&walk) && is_rest(&body(true, 1.3)));
        assert!(!is_rest(&resting(&walk, 0.0)), "a frame of its clip");
        assert!(!is_rest(&resting(&walk, 1.0)), "one foot higher");
        let mut idle = resting(&walk, 0.0);
        idle.clips.clear();
        assert!(is_rest(&idle), "arms that hang, and no clip that says why");
        // In any one way.
        let mut joints = body(false, 1.0).skeleton.joints().to_vec();
        joints[0].bind_local.rotation = Quat::from_rotation_y(0.1);
        assert!(is_rest(&Model { skeleton: Skeleton::new(joints).unwrap(), ..body(false, 1.0) }), "it looks aside");
        let turned = |names: [&str; 2], turn: Quat| {
            let mut joints = body(false, 1.0).skeleton.joints().to_vec();
            for joint in joints.iter_mut().filter(|joint| names.contains(&&*joint.name)) {
                joint.bind_local.rotation = turn;
            }
            Model { skeleton: Skeleton::new(joints).unwrap(), ..body(false, 1.0) }
        };
        for (names, axis) in [
            (["Hips", ""], Vec3::X),
            (["Spine", ""], Vec3::X),
            (["LeftUpLeg", "RightUpLeg"], Vec3::X),
            (["LeftLeg", "RightLeg"], Vec3::X),
            (["LeftUpLeg", ""], Vec3::X),
        ] {
            assert!(!is_rest(&turned(names, Quat::from_axis_angle(axis, 1.0))), "{names:?}");
        }
        for (names, turns) in [(["LeftForeArm", "RightForeArm"], [0.9, -0.9]), (["LeftArm", "RightArm"], [-1.2, 1.2])] {
            let mut model = turned([names[0], ""], Quat::from_rotation_y(turns[0]));
            let mut joints = model.skeleton.joints().to_vec();
            let right = joints.iter_mut().find(|joint| joint.name == names[1]).unwrap();
            right.bind_local.rotation = Quat::from_rotation_y(turns[1]);
            model.skeleton = Skeleton::new(joints).unwrap();
            assert!(!is_rest(&model), "{names:?}");
        }
    }

    fn merged(to: &Model, from: &Model, rest: Option<&Model>) -> (Adopted, Vec<Vec<Vec3>>) {
        let mut model = to.clone();
        let adopted = merge_clips(&mut model, from, &MergeOptions { rest, ..MergeOptions::default() }).unwrap();
        let clip = model.clips.last().unwrap();
        let mut pose = Pose::default();
        let poses = (0..=8).map(|k| {
            let time = clip.start + clip.duration() * k as f32 / 8.0;
            clip.sample(time, &model.skeleton.bind_pose(), &mut Cursors::default(), &mut pose);
            let places = model.skeleton.model_from_joint(&pose);
            places.iter().map(|place| place.translation.into()).collect()
        });
        (adopted, poses.collect())
    }

    fn apart(a: &[Vec<Vec3>], b: &[Vec<Vec3>]) -> f32 {
        let pairs = a.iter().flatten().zip(b.iter().flatten());
        pairs.map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
    }

    /// Each of the poses that may stand for the missing one, and what is said.
    #[test]
    fn what_takes_its_place() {
        let upright = with_clip(body(false, 1.0));
        let figure = body(true, 1.3);
        let step = resting(&upright, 0.0);
        let (adopted, want) = merged(&figure, &upright, None);
        assert!(adopted.retargeted && adopted.is_whole(), "{adopted}");

        let (adopted, got) = merged(&figure, &step, None);
        assert_eq!(adopted.rest, RestPose::Unknown);
        assert!(!adopted.is_whole() && adopted.to_string().contains("--rest names a file"), "{adopted}");
        assert!(apart(&want, &got) < 0.15, "{}", apart(&want, &got));

        let reference = body(false, 1.0);
        let (adopted, got) = merged(&figure, &step, Some(&reference));
        assert_eq!((adopted.rest, adopted.is_whole()), (RestPose::Given, true), "{adopted}");
        assert!(apart(&want, &got) < 1e-3, "{}", apart(&want, &got));

        let (adopted, _) = merged(&figure, &step, Some(&body(true, 1.0)));
        assert_eq!((adopted.rest, adopted.is_whole()), (RestPose::Refused, false), "{adopted}");

        let skinned = Model { skins: vec![Skin::bound(&upright.skeleton)], ..step.clone() };
        let (adopted, got) = merged(&figure, &skinned, None);
        assert_eq!((adopted.rest, adopted.is_whole()), (RestPose::Bound, true), "{adopted}");
        assert!(adopted.to_string().contains("skin") && apart(&want, &got) < 1e-3, "{adopted}");

        let same = body(false, 1.3);
        let (adopted, got) = merged(&same, &step, None);
        assert_eq!(adopted.rest, RestPose::OfFigure);
        assert!(apart(&merged(&same, &upright, None).1, &got) < 1e-3);

        // Bound to nothing.
        let mut nothing = skinned;
        nothing.skins[0].bindings = (0..nothing.skeleton.len())
            .map(|joint| Binding { joint: Some(joint), joint_from_bind: Affine3A::IDENTITY })
            .collect();
        assert_eq!(Rig::from_model(&nothing).1, RestPose::Unknown);
    }

    /// The places of joints in the world, in a clip that was merged.
    fn in_world(model: &Model, poses: Vec<Vec<Vec3>>) -> Vec<Vec<Vec3>> {
        poses
            .into_iter()
            .map(|pose| pose.iter().map(|at| model.world_from_model.transform_point3(*at)).collect())
            .collect()
    }

    /// Files that lie, or stand on their heads: as a figure, and with clips that lie as well. A file that lies, with a
    /// clip that does not, begins to lie when the clip ends.
    #[test]
    fn files_that_lie() {
        let walk = with_clip(body(false, 1.0));
        let figure = body(true, 1.3);
        let want = merged(&figure, &walk, None).1;
        for turn in [Quat::from_rotation_x(1.571), Quat::from_rotation_z(-1.2), Quat::from_rotation_x(3.1)] {
            let lying = |model: &Model| Model { world_from_model: Affine3A::from_quat(turn), ..model.clone() };
            let (adopted, got) = merged(&lying(&figure), &walk, None);
            assert_eq!((adopted.figure_rest, adopted.is_whole()), (RestPose::Lying, true), "{adopted}");
            let got = in_world(&lying(&figure), got);
            assert!(apart(&want, &got) < 0.01, "{turn}: {}", apart(&want, &got));
            let (adopted, got) = merged(&figure, &lying(&walk), None);
            assert_eq!((adopted.rest, adopted.is_whole()), (RestPose::Lying, true), "{adopted}");
            assert!(apart(&want, &got) < 0.01, "{turn}: {}", apart(&want, &got));

            if turn.w.abs() < 0.1 {
                continue; // which way one looks who stands on the head, only a clip that does so too can say
            }
            let mut joints = walk.skeleton.joints().to_vec();
            joints[0].bind_local =
                Transform::from_matrix(&(Affine3A::from_quat(turn) * joints[0].bind_local.to_affine()));
            let mut rises = Model { skeleton: Skeleton::new(joints).unwrap(), ..walk.clone() };
            let hips = Track::constant(walk.skeleton.joints()[0].bind_local.translation);
            rises.clips[0].tracks[0].translation = Some(hips);
            let (adopted, got) = merged(&figure, &rises, None);
            assert_eq!(adopted.rest, RestPose::Lying, "{adopted}");
            assert!(apart(&want, &got) < 0.01, "{turn}: {}", apart(&want, &got));
        }
    }

    /// A clip in the air, one that lies, and one that looks aside are named.
    #[test]
    fn clips_that_do_not_stand_are_named() {
        let figure = body(true, 1.3);
        let named = |change: &dyn Fn(&mut JointTracks)| {
            let mut walk = with_clip(body(false, 1.0));
            change(&mut walk.clips[0].tracks[0]);
            let adopted = merged(&figure, &walk, None).0;
            [&adopted.off_ground, &adopted.low, &adopted.turned].map(Vec::len)
        };
        assert_eq!(named(&|_| ()), [0, 0, 0]);
        assert_eq!(named(&|hips| hips.translation = Some(Track::constant(1.2 * Vec3::Y))), [1, 0, 0]);
        let turned =
            |turn: Quat| move |hips: &mut JointTracks| hips.rotation = RotationTrack::new(vec![0.0], vec![turn]).ok();
        assert_eq!(named(&turned(Quat::from_rotation_y(1.0))), [0, 0, 1]);
        assert_eq!(named(&turned(Quat::from_rotation_x(1.5)))[1], 1);
    }

    /// A figure that rests in a step moves from the pose of its skin, which lies elsewhere, as the mesh was made.
    #[test]
    fn a_figure_that_rests_in_a_step() {
        let walk = with_clip(body(false, 1.0));
        let upright = with_clip(body(false, 1.3));
        let mut figure = resting(&upright, 1.0);
        figure.skins = vec![Skin::bound(&upright.skeleton)];
        for binding in &mut figure.skins[0].bindings {
            binding.joint_from_bind *= Affine3A::from_translation(Vec3::new(0.3, 2.0, 0.0));
        }
        figure.clips.clear();
        let (adopted, got) = merged(&figure, &walk, None);
        assert_eq!(adopted.figure_rest, RestPose::Bound);
        let (_, want) = merged(&Model { clips: Vec::new(), ..upright }, &walk, None);
        assert!(apart(&want, &got) < 1e-3, "{}", apart(&want, &got));
    }

    #[test]
    fn unusual_steps_are_a_warning() {
        let walk = with_clip(body(false, 1.0));
        for (size, is_usual) in [(0.2, false), (0.5, true), (2.0, true), (4.0, false)] {
            let mut figure = body(true, 1.0);
            figure.world_from_model = Affine3A::from_scale(Vec3::splat(size));
            let (adopted, _) = merged(&figure, &walk, None);
            assert!((adopted.scale.unwrap() - size).abs() < 1e-4, "{adopted}");
            assert_eq!(adopted.is_whole(), is_usual, "{adopted}");
            assert_eq!(adopted.to_string().contains("unusual"), !is_usual, "{adopted}");
        }
    }

    /// Feet longer than the walk's, with vertices below them.
    fn with_soles(mut model: Model) -> Model {
        model.skins = vec![Skin::bound(&model.skeleton)];
        let rest = model.skeleton.model_from_joint(&model.skeleton.bind_pose());
        let feet = (0..rest.len()).filter(|joint| model.skeleton.joints()[*joint].name.starts_with("foot"));
        let vertex = |joint: usize, z: f32| SkinnedVertex {
            position: (Vec3::from(rest[joint].translation) * Vec3::new(1.0, 0.0, 1.0)).with_z(z),
            joints: [joint as u16, 0, 0, 0],
            weights: [1.0, 0.0, 0.0, 0.0],
            ..SkinnedVertex::default()
        };
        let vertices = feet.flat_map(|joint| [vertex(joint, -0.1), vertex(joint, 0.5)]).collect();
        let mesh = Mesh { vertices, indices: Vec::new() };
        let name = "soles".into();
        let colors = Vec::new();
        model.parts = vec![Part { name, mesh, colors, skin: 0, material: None, morphs: None }];
        model
    }

    /// A clip that is retargeted between two rigs is the one that is merged, down to the soles.
    #[test]
    fn rigs_of_models() {
        let walk = with_clip(body(false, 1.0));
        let figure = with_soles(body(true, 1.3));
        let mut merged = figure.clone();
        merge_clips(&mut merged, &walk, &MergeOptions::default()).unwrap();
        let clip = |to| Retarget::new(Rig::from_model(&walk).0, to).clip(&walk.clips[0]).tracks;
        assert_eq!(clip(Rig::from_model(&figure).0), merged.clips[0].tracks);
        assert_ne!(clip(Rig { meshes: Vec::new(), ..Rig::from_model(&figure).0 }), merged.clips[0].tracks);
    }

    /// Names that say nothing, but for pairs: the same motion as with names, retargeted or joint by joint. Without pairs,
    /// the places of the joints say which they are.
    #[test]
    fn pairs_stand_for_names() {
        let walk = with_clip(body(false, 1.0));
        for (figure, is_retargeted) in [(with_soles(body(true, 1.3)), true), (body(true, 1.0), false)] {
            let mut joints = figure.skeleton.joints().to_vec();
            for (index, joint) in joints.iter_mut().enumerate() {
                joint.name = format!("bone {index}");
            }
            let names: Vec<String> = joints.iter().map(|joint| joint.name.clone()).collect();
            let nameless = Model { skeleton: Skeleton::new(joints).unwrap(), ..figure.clone() };
            let theirs = walk.skeleton.joints().iter().map(|joint| joint.name.as_str());
            let pairs: Vec<(&str, &str)> = theirs.zip(names.iter().map(String::as_str)).collect();
            let merged = |figure: &Model, pairs: &[(&str, &str)]| {
                let mut model = figure.clone();
                let options = MergeOptions { pairs, ..MergeOptions::default() };
                merge_clips(&mut model, &walk, &options).map(|adopted| (adopted, model.clips))
            };
            let (adopted, clips) = merged(&nameless, &pairs).unwrap();
            assert!(adopted.is_whole() && adopted.retargeted == is_retargeted, "{adopted}");
            let rigs = (Rig::from_model(&walk).0, Rig::from_model(&nameless).0);
            let clip = &walk.clips[0];
            let by_hand = Retarget::with_pairs(rigs.0, rigs.1, &pairs).unwrap().clip(clip).tracks;
            if is_retargeted {
                assert_eq!(clips[0].tracks, merged(&figure, &[]).unwrap().1[0].tracks);
                assert_eq!(clips[0].tracks, by_hand);
            } else {
                assert_eq!(clips[0].tracks, clip.tracks);
            }
            let by_place = merged(&nameless, &[]).unwrap().0;
            assert!(by_place.retargeted && by_place.matched > 0 && !by_place.unlike, "{by_place}");

            let wrong = |pairs: &[(&str, &str)]| merged(&nameless, pairs).unwrap_err();
            assert_eq!(wrong(&[("tail", "bone 0")]), PairError::NotInSource("tail".into()));
            assert_eq!(wrong(&[("Hips", "tail")]), PairError::NotInTarget("tail".into()));
            assert_eq!(wrong(&[("Hips", "bone 0"), ("Spine", "bone 0")]), PairError::Twice("bone 0".into()));
        }
    }
}
