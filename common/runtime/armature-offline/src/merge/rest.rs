//! Search of the pose of a file that counts as its T or A pose, in which retargeting compares figures.

use crate::edit::Mirror;
use crate::retarget::{MAX_GAP_TO_GROUND, Posture, Rig};
use armature::animation::{Clip, Cursors};
use armature::skeleton::{Pose, Skeleton};
use armature::{mesh::Bounds, model::Model};
use glam::{Affine3A, Quat};

/// Pose that counts as the T or A pose of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum RestPose {
    /// Pose in which the file's joints rest.
    #[default]
    Written,
    /// Pose in which the meshes were bound, since the joints do not rest in a T or A pose.
    Bound,
    /// Pose of the figure that gets the clips, which has the same joints, since the file has no T or A pose.
    OfFigure,
    /// Pose of the file, upright: in the file, it lies or stands on its head.
    Lying,
    /// Pose of the model in [`MergeOptions::rest`](super::MergeOptions::rest).
    Given,
    /// Unknown, because the model in [`MergeOptions::rest`](super::MergeOptions::rest) has other joints.
    Mismatched,
    /// Unknown: the directions of bones are compared as they rest.
    Unknown,
}

/// Largest asymmetry of a neutral pose, as in [`Mirror::into_symmetric_pose`].
const NEUTRAL: f32 = 0.05;
/// Asymmetry below which the pose of the skin is not preferred.
const SYMMETRIC: f32 = 1e-3;
/// Smallest dot product of rotations of the same pose: the cosine of half an angle of a degree and a half.
const SAME: f32 = 0.9999;

impl<'a> Rig<'a> {
    /// Returns a model as one side of a retargeting, with its neutral pose, and the kind of that pose.
    ///
    /// # Panics
    /// If a part has a skin that the model does not have.
    pub fn from_model(model: &'a Model) -> (Self, RestPose) {
        let (mut rig, rest) = find_neutral(model);
        let parts = model.parts.iter();
        rig.meshes = parts.map(|part| (part.mesh.vertices.as_slice(), &model.skins[part.skin])).collect();
        rig.flatten_feet();
        rig.is_moved = vec![false; model.skeleton.len()];
        for tracks in model.clips.iter().flat_map(|clip| &clip.tracks) {
            rig.is_moved[tracks.joint] = true;
        }
        (rig, rest)
    }

    /// Sets the scales of the neutral pose to those that all clips give a joint all the time: a file of centimetres may
    /// be scaled by a key instead of a node.
    pub(crate) fn take_played_scales(&mut self, clips: &[Clip]) {
        for (joint, local) in self.neutral.locals.iter_mut().enumerate() {
            let mut played = None;
            let is_constant = clips.iter().all(|clip| {
                let tracks = clip.tracks.iter().find(|tracks| tracks.joint == joint);
                let Some(scale) = tracks.and_then(|tracks| tracks.scale.as_ref()) else { return false };
                scale.values().iter().all(|value| value == played.get_or_insert(*value))
            });
            local.scale = played.filter(|_| is_constant).unwrap_or(local.scale);
        }
    }
}

/// Turns a body that lies in its file or stands on its head, and returns whether it then stands. If the clips lie as
/// well, the whole file is turned, otherwise the neutral pose.
fn stand_up(rig: &mut Rig<'_>, model: &Model) -> bool {
    let Some(turn) = rig.turn_to_upright() else { return false };
    let mut standing = rig.clone();
    if model.clips.iter().any(|clip| is_more_upright_turned(rig, turn, clip)) {
        standing.world_from_model = Affine3A::from_quat(turn) * rig.world_from_model;
    } else {
        standing.turn_neutral(turn);
    }
    let stands = Posture::new(&standing, &standing.neutral).is_standing();
    if stands {
        *rig = standing;
    }
    stands
}

/// Returns whether the trunk is more upright at the start of a clip if the file is turned.
fn is_more_upright_turned(rig: &Rig<'_>, turn: Quat, clip: &Clip) -> bool {
    let mut pose = Pose::default();
    clip.sample(clip.start, &rig.skeleton.bind_pose(), &mut Cursors::default(), &mut pose);
    let turned = Rig { world_from_model: Affine3A::from_quat(turn) * rig.world_from_model, ..rig.clone() };
    let trunks = [rig, &turned].map(|rig| Posture::new(rig, &pose).trunk());
    matches!(trunks, [Some(own), Some(turned)] if turned.y > own.y)
}

/// Returns a rig without meshes, with its neutral pose: the bind pose or the pose of the skin, upright.
fn find_neutral(model: &Model) -> (Rig<'_>, RestPose) {
    let Model { skeleton, world_from_model, is_joint, humanoid, .. } = model;
    let (written, asymmetry) = Mirror::new(skeleton).into_symmetric_pose();
    let mut rig =
        Rig { neutral: written, world_from_model: *world_from_model, is_joint, humanoid, ..Rig::new(skeleton) };
    if asymmetry < NEUTRAL && stand_up(&mut rig, model) {
        return (rig, RestPose::Lying);
    }
    let bound = Mirror::bound(skeleton, &model.skins).map(Mirror::into_symmetric_pose);
    let bound = bound.filter(|(bound, asymmetry)| *asymmetry < NEUTRAL && has_usual_bones(skeleton, bound));
    let posture = Posture::new(&rig, &rig.neutral);
    let is_rest = asymmetry < NEUTRAL && posture.is_standing() && !(posture.arms_hang() && rests_in_clip_pose(model));
    let Some((bound, bound_asymmetry)) = bound else {
        rig.is_neutral = is_rest;
        return (rig, if is_rest { RestPose::Written } else { RestPose::Unknown });
    };
    if is_rest && (asymmetry < SYMMETRIC || 0.5 * asymmetry < bound_asymmetry) {
        return (rig, RestPose::Written);
    }
    let is_other = !is_rest && !are_same_poses(model, &rig.neutral, &bound);
    rig.neutral = bound;
    move_to_ground(&mut rig);
    if stand_up(&mut rig, model) {
        return (rig, RestPose::Lying);
    }
    if !Posture::new(&rig, &rig.neutral).is_standing() {
        rig.is_neutral = false;
        return (rig, RestPose::Unknown);
    }
    (rig, if is_other { RestPose::Bound } else { RestPose::Written })
}

/// Moves a neutral pose, that of the skin, to the position of the bind pose if its height differs and is not on the
/// ground, since a mesh may have been modelled anywhere.
fn move_to_ground(rig: &mut Rig<'_>) {
    let rest = rig.positions(&rig.skeleton.bind_pose());
    let bound = rig.positions(&rig.neutral);
    let joints: Vec<usize> = (0..rest.len()).filter(|joint| rig.is_joint.get(*joint) == Some(&true)).collect();
    let Some(rest_box) = Bounds::from_points(joints.iter().map(|joint| rest[*joint])) else { return };
    let Some(bound_box) = Bounds::from_points(joints.iter().map(|joint| bound[*joint])) else { return };
    let low = bound_box.min.y;
    let tolerance = MAX_GAP_TO_GROUND * bound_box.size().y;
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

/// Returns whether the bones of a pose are about as long as in the bind pose. The inverse bind matrices of some files
/// are all the identity.
fn has_usual_bones(skeleton: &Skeleton, pose: &Pose) -> bool {
    let rest = sum_of_bone_lengths(skeleton, &skeleton.bind_pose());
    (0.7 * rest..=rest / 0.7).contains(&sum_of_bone_lengths(skeleton, pose))
}

fn sum_of_bone_lengths(skeleton: &Skeleton, pose: &Pose) -> f32 {
    let matrices = skeleton.model_from_joint(pose);
    let mut length = 0.0;
    for (joint, matrix) in skeleton.joints().iter().zip(&matrices) {
        length += joint.parent.map_or(0.0, |parent| matrices[parent].translation.distance(matrix.translation));
    }
    length
}

/// Returns whether the joints of two poses have the same local transforms, except for scale.
fn are_same_poses(model: &Model, a: &Pose, b: &Pose) -> bool {
    let mut joints = a.locals.iter().zip(&b.locals).zip(&model.is_joint).filter(|(_, is_joint)| **is_joint);
    joints.all(|((a, b), _)| {
        let distance = a.translation.distance(b.translation);
        a.rotation.dot(b.rotation).abs() > SAME && distance <= 0.01 * a.translation.length()
    })
}

/// Returns whether the bind pose is the first or last pose of a clip.
fn rests_in_clip_pose(model: &Model) -> bool {
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
    use crate::figures;
    use crate::merge::{Adopted, MergeOptions, merge_clips};
    use crate::retarget::{PairError, Retarget};
    use armature::animation::{JointTracks, RotationTrack, Track};
    use armature::mesh::{Mesh, SkinnedVertex};
    use armature::{math::Transform, model::Part, skeleton::Joint, skin::Skin};
    use glam::Vec3;

    /// Makes a body without a mesh, with the names of one of two tools; `legs` is a factor of the length of its legs.
    fn body(other_names: bool, legs: f32) -> Model {
        let names = if other_names { figures::UNREAL } else { figures::MIXAMO };
        let (joints, _) = figures::body(names, |row, mut position| {
            position.z *= if row < figures::SIDED { 0.0 } else { 1.0 }; // the trunk is exactly upright
            let above_ankle = if position.y > 0.9 { 0.85 } else { (position.y - 0.1).max(0.0) };
            position + (legs - 1.0) * above_ankle * Vec3::Y
        });
        let skeleton = Skeleton::new(joints).unwrap();
        Model { name: "body".into(), is_joint: vec![true; skeleton.len()], skeleton, ..Model::default() }
    }

    /// Adds a clip of a step, in which the arms hang and the head bows.
    fn with_clip(mut model: Model) -> Model {
        let mut tracks = Vec::new();
        for (joint, Joint { name, .. }) in model.skeleton.joints().iter().enumerate() {
            let rotations = [0.0, 0.5].map(|step| match name.as_str() {
                "LeftArm" => Quat::from_rotation_z(-1.4) * Quat::from_rotation_y(step),
                "RightArm" => Quat::from_rotation_z(1.4) * Quat::from_rotation_y(step),
                "Head" => Quat::from_rotation_x(0.3),
                "LeftUpLeg" | "RightLeg" => Quat::from_rotation_x(step),
                _ => Quat::IDENTITY,
            });
            let rotation = RotationTrack::new(vec![0.0, 1.0], rotations.to_vec()).ok();
            tracks.push(JointTracks { joint, rotation, ..JointTracks::default() });
        }
        model.clips = vec![Clip::of_tracks("step", tracks)];
        model
    }

    /// Returns the model with the pose of its clip at a time as its bind pose.
    fn rest_in_clip(model: &Model, time: f32) -> Model {
        let mut pose = Pose::default();
        model.clips[0].sample(time, &model.skeleton.bind_pose(), &mut Cursors::default(), &mut pose);
        let joints = model.skeleton.joints().iter().zip(&pose.locals);
        let joints = joints.map(|(joint, local)| Joint { bind_local: *local, ..joint.clone() });
        Model { skeleton: Skeleton::new(joints.collect()).unwrap(), ..model.clone() }
    }

    fn rests_in_t_pose(model: &Model) -> bool {
        Rig::from_model(model).1 == RestPose::Written
    }

    #[test]
    fn t_poses_and_others() {
        let walk = with_clip(body(false, 1.0));
        assert!(rests_in_t_pose(&walk) && rests_in_t_pose(&body(true, 1.3)));
        assert!(!rests_in_t_pose(&rest_in_clip(&walk, 0.0)), "a frame of its clip");
        assert!(!rests_in_t_pose(&rest_in_clip(&walk, 1.0)), "one foot higher");
        let mut idle = rest_in_clip(&walk, 0.0);
        idle.clips.clear();
        assert!(rests_in_t_pose(&idle), "hanging arms without a clip that explains them");
        let about_x = Quat::from_rotation_x(1.0);
        for (turns, expected) in [
            (&[("Hips", Quat::from_rotation_y(0.1))][..], true), // it looks aside
            (&[("Hips", about_x)], false),
            (&[("Spine", about_x)], false),
            (&[("LeftUpLeg", about_x), ("RightUpLeg", about_x)], false),
            (&[("LeftLeg", about_x), ("RightLeg", about_x)], false),
            (&[("LeftUpLeg", about_x)], false),
            (&[("LeftForeArm", Quat::from_rotation_y(0.9)), ("RightForeArm", Quat::from_rotation_y(-0.9))], false),
            (&[("LeftArm", Quat::from_rotation_y(-1.2)), ("RightArm", Quat::from_rotation_y(1.2))], false),
        ] {
            let mut joints = body(false, 1.0).skeleton.joints().to_vec();
            for (name, turn) in turns {
                joints.iter_mut().find(|joint| joint.name == *name).unwrap().bind_local.rotation = *turn;
            }
            let model = Model { skeleton: Skeleton::new(joints).unwrap(), ..body(false, 1.0) };
            assert_eq!(rests_in_t_pose(&model), expected, "{turns:?}");
        }
    }

    /// Merges the clips of `from` into `to`, and returns the result and the positions of all joints at nine times of
    /// the clip.
    fn merge_and_sample(to: &Model, from: &Model, rest: Option<&Model>) -> (Adopted, Vec<Vec<Vec3>>) {
        let mut model = to.clone();
        let adopted = merge_clips(&mut model, from, &MergeOptions { rest, ..MergeOptions::default() }).unwrap();
        let clip = model.clips.last().unwrap();
        let mut pose = Pose::default();
        let mut poses = Vec::new();
        for k in 0..=8 {
            let time = clip.start + clip.duration() * k as f32 / 8.0;
            clip.sample(time, &model.skeleton.bind_pose(), &mut Cursors::default(), &mut pose);
            let models = model.skeleton.model_from_joint(&pose);
            poses.push(models.iter().map(|matrix| matrix.translation.into()).collect());
        }
        (adopted, poses)
    }

    fn largest_distance(a: &[Vec<Vec3>], b: &[Vec<Vec3>]) -> f32 {
        let pairs = a.iter().flatten().zip(b.iter().flatten());
        pairs.map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
    }

    /// Each kind of pose that can be used for clips that do not rest in a T pose, and its message.
    #[test]
    fn poses_instead_of_a_t_pose() {
        let upright = with_clip(body(false, 1.0));
        let figure = body(true, 1.3);
        let step = rest_in_clip(&upright, 0.0);
        let (adopted, want) = merge_and_sample(&figure, &upright, None);
        assert!(adopted.retargeted && adopted.is_whole(), "{adopted}");

        let (adopted, got) = merge_and_sample(&figure, &step, None);
        let unknown = "The clips' file does not rest in a T or A pose, and no skin of it does: head and feet may be off. \
                       --rest names a file of the same joints that does";
        assert!(!adopted.is_whole() && adopted.to_string().contains(unknown), "{adopted}");
        assert!(largest_distance(&want, &got) < 0.15, "{}", largest_distance(&want, &got));

        let reference = body(false, 1.0);
        let (adopted, got) = merge_and_sample(&figure, &step, Some(&reference));
        let given = "The T pose of the file that was named counts for them";
        assert!(adopted.is_whole() && adopted.to_string().contains(given), "{adopted}");
        assert!(largest_distance(&want, &got) < 1e-3, "{}", largest_distance(&want, &got));

        let (adopted, _) = merge_and_sample(&figure, &step, Some(&body(true, 1.0)));
        let mismatched = "The T pose that was named is left out: its joints are others";
        assert!(!adopted.is_whole() && adopted.to_string().contains(mismatched), "{adopted}");

        let skinned = Model { skins: vec![Skin::bound(&upright.skeleton)], ..step.clone() };
        let (adopted, got) = merge_and_sample(&figure, &skinned, None);
        let bound = "The clips' file does not rest in a T or A pose: that of its skin counts";
        assert!(adopted.is_whole() && adopted.to_string().contains(bound), "{adopted}");
        assert!(largest_distance(&want, &got) < 1e-3, "{adopted}");

        let same = body(false, 1.3);
        let (adopted, got) = merge_and_sample(&same, &step, None);
        let of_figure =
            "The clips' file does not rest in a T or A pose: the figure's counts, whose joints are the same";
        assert!(adopted.to_string().contains(of_figure), "{adopted}");
        assert!(largest_distance(&merge_and_sample(&same, &upright, None).1, &got) < 1e-3);

        let mut identities = skinned;
        for binding in &mut identities.skins[0].bindings {
            binding.joint_from_bind = Affine3A::IDENTITY;
        }
        assert_eq!(Rig::from_model(&identities).1, RestPose::Unknown);
    }

    /// A figure that lies, leans or stands on its head, clips that do so in a file that does, and clips that do not in a file
    /// that does.
    #[test]
    fn files_that_lie() {
        let walk = with_clip(body(false, 1.0));
        let figure = body(true, 1.3);
        let want = merge_and_sample(&figure, &walk, None).1;
        for turn in
            [1.571, 3.1, 0.35].map(Quat::from_rotation_x).into_iter().chain([-1.2, 0.3].map(Quat::from_rotation_z))
        {
            let lying = |model: &Model| Model { world_from_model: Affine3A::from_quat(turn), ..model.clone() };
            let (adopted, mut got) = merge_and_sample(&lying(&figure), &walk, None);
            let lies = "The figure does not rest upright: the clips begin as if it did";
            assert!(adopted.is_whole() && adopted.to_string().contains(lies), "{adopted}");
            for position in got.iter_mut().flatten() {
                *position = turn * *position;
            }
            assert!(largest_distance(&want, &got) < 0.01, "{turn}: {}", largest_distance(&want, &got));
            let (adopted, got) = merge_and_sample(&figure, &lying(&walk), None);
            let lie = "The clips' file does not rest upright: they are taken as if it did";
            assert!(adopted.is_whole() && adopted.to_string().contains(lie), "{adopted}");
            assert!(largest_distance(&want, &got) < 0.01, "{turn}: {}", largest_distance(&want, &got));

            if turn.w.abs() < 0.1 {
                continue; // the heading of a figure on its head is known only from a clip on its head
            }
            let mut joints = walk.skeleton.joints().to_vec();
            joints[0].bind_local =
                Transform::from_matrix(&(Affine3A::from_quat(turn) * joints[0].bind_local.to_affine()));
            let mut rises = Model { skeleton: Skeleton::new(joints).unwrap(), ..walk.clone() };
            let hips = Track::constant(walk.skeleton.joints()[0].bind_local.translation);
            rises.clips[0].tracks[0].translation = Some(hips);
            let (adopted, got) = merge_and_sample(&figure, &rises, None);
            assert_eq!(adopted.rest, RestPose::Lying, "{adopted}");
            assert!(largest_distance(&want, &got) < 0.01, "{turn}: {}", largest_distance(&want, &got));
        }
    }

    /// The joints are in centimetres, and a key scales their root instead of its rest.
    #[test]
    fn a_scale_that_is_keyed() {
        let walk = with_clip(body(false, 1.0));
        let figure = body(true, 1.3);
        let bind_local = Transform::IDENTITY;
        let mut joints = vec![Joint { name: "Armature".into(), parent: None, bind_local }];
        for joint in walk.skeleton.joints() {
            let mut joint = joint.clone();
            joint.parent = Some(joint.parent.map_or(0, |parent| parent + 1));
            joint.bind_local.translation *= 100.0;
            joints.push(joint);
        }
        let mut scaled = walk.clone();
        scaled.is_joint.push(true);
        scaled.skeleton = Skeleton::new(joints).unwrap();
        for tracks in &mut scaled.clips[0].tracks {
            tracks.joint += 1;
        }
        let scale = Some(Track::constant(Vec3::splat(0.01)));
        scaled.clips[0].tracks.push(JointTracks { joint: 0, scale, ..JointTracks::default() });
        let want = merge_and_sample(&figure, &walk, None).1;
        let (adopted, got) = merge_and_sample(&figure, &scaled, None);
        assert!(adopted.is_whole() && largest_distance(&want, &got) < 1e-3, "{adopted}");
    }

    /// Clips in the air, lying, and turned aside.
    #[test]
    fn clips_that_do_not_stand_are_named() {
        let figure = body(true, 1.3);
        for (translation, turn, expected) in [
            (None, None, [false, false, false]),
            (Some(1.2 * Vec3::Y), None, [true, false, false]),
            (None, Some(Quat::from_rotation_y(1.0)), [false, false, true]),
            (None, Some(Quat::from_rotation_x(1.5)), [true, true, false]),
        ] {
            let mut walk = with_clip(body(false, 1.0));
            let hips = &mut walk.clips[0].tracks[0];
            hips.translation = translation.map(Track::constant);
            if let Some(turn) = turn {
                hips.rotation = RotationTrack::new(vec![0.0], vec![turn]).ok();
            }
            let adopted = merge_and_sample(&figure, &walk, None).0;
            let sentences = [
                ". Soles that are above the ground (by a fiftieth of the figure's size) or below it (by a twentieth): body",
                ". Never four fifths as tall as at rest: body",
                ". Turned by more than 45 degrees at the start: body",
            ];
            assert_eq!(sentences.map(|sentence| adopted.to_string().contains(sentence)), expected, "{adopted}");
        }
    }

    /// The skin was bound elsewhere than the figure rests.
    #[test]
    fn a_figure_that_rests_in_a_step() {
        let walk = with_clip(body(false, 1.0));
        let upright = with_clip(body(false, 1.3));
        let mut figure = rest_in_clip(&upright, 1.0);
        figure.skins = vec![Skin::bound(&upright.skeleton)];
        for binding in &mut figure.skins[0].bindings {
            binding.joint_from_bind *= Affine3A::from_translation(Vec3::new(0.3, 2.0, 0.0));
        }
        figure.clips.clear();
        let (adopted, got) = merge_and_sample(&figure, &walk, None);
        let bound = "The figure does not rest in a T or A pose: that of its skin counts";
        assert!(adopted.to_string().contains(bound), "{adopted}");
        let (_, want) = merge_and_sample(&Model { clips: Vec::new(), ..upright }, &walk, None);
        assert!(largest_distance(&want, &got) < 1e-3, "{}", largest_distance(&want, &got));
        figure.skins.clear();
        let (adopted, _) = merge_and_sample(&figure, &walk, None);
        let unknown = "The figure does not rest in a T or A pose, and no skin of it does: limbs may be off";
        assert!(adopted.to_string().contains(unknown), "{adopted}");
    }

    /// Clips without legs for a figure that has them, and clips for a figure of two legs alone.
    #[test]
    fn limbs_at_rest_and_torn_ones_are_named() {
        let walk = with_clip(body(false, 1.0));
        let is_of_leg = |name: &str| ["Leg", "Foot", "Toe"].iter().any(|part| name.contains(part));
        let mut bust = walk.clone();
        let kept: Vec<usize> =
            (0..walk.skeleton.len()).filter(|joint| !is_of_leg(&walk.skeleton.joints()[*joint].name)).collect();
        let new = |joint: usize| kept.iter().position(|old| *old == joint);
        let joints = kept.iter().map(|joint| walk.skeleton.joints()[*joint].clone());
        let joints = joints.map(|joint| Joint { parent: joint.parent.and_then(new), ..joint });
        bust.skeleton = Skeleton::new(joints.collect()).unwrap();
        bust.is_joint.truncate(kept.len());
        bust.clips[0].tracks.retain_mut(|tracks| new(tracks.joint).map(|joint| tracks.joint = joint).is_some());
        let (adopted, _) = merge_and_sample(&with_soles(body(true, 1.3)), &bust, None);
        let rest = ", but 2 joints of its limbs stay at rest with vertices: foot_l, foot_r";
        assert!(!adopted.is_usable() && adopted.to_string().contains(rest), "{adopted}");

        let thighs = [("thigh_l", 0.02), ("thigh_r", -0.02)].map(|(name, x)| {
            let bind_local = Transform::from_translation(Vec3::new(x, 1.0, 0.0));
            Joint { name: name.into(), parent: None, bind_local }
        });
        let skeleton = Skeleton::new(thighs.to_vec()).unwrap();
        let legs = Model { skeleton, is_joint: vec![true; 2], ..Model::default() };
        let mut walk = walk;
        let turns = vec![Quat::IDENTITY, Quat::from_rotation_y(1.0)];
        walk.clips[0].tracks[0].rotation = RotationTrack::new(vec![0.0, 1.0], turns).ok();
        let (adopted, _) = merge_and_sample(&legs, &walk, None);
        assert!(!adopted.is_usable() && adopted.to_string().contains(". Torn off: thigh_r"), "{adopted}");
    }

    #[test]
    fn unusual_steps_are_a_warning() {
        let walk = with_clip(body(false, 1.0));
        for (size, is_usual) in [(0.2, false), (0.5, true), (2.0, true), (4.0, false)] {
            let mut figure = body(true, 1.0);
            figure.world_from_model = Affine3A::from_scale(Vec3::splat(size));
            let (adopted, _) = merge_and_sample(&figure, &walk, None);
            assert!((adopted.scale.unwrap() - size).abs() < 1e-4, "{adopted}");
            assert_eq!(adopted.is_whole(), is_usual, "{adopted}");
            let unusual = "times as long, which is unusual (is each file in the unit that it says?)";
            assert_eq!(adopted.to_string().contains(unusual), !is_usual, "{adopted}");
        }
    }

    /// Adds vertices below the feet, which are longer than those of the walk.
    fn with_soles(mut model: Model) -> Model {
        model.skins = vec![Skin::bound(&model.skeleton)];
        let rest = model.skeleton.model_from_joint(&model.skeleton.bind_pose());
        let mut vertices = Vec::new();
        for (joint, matrix) in rest.iter().enumerate() {
            if model.skeleton.joints()[joint].name.starts_with("foot") {
                let joints = [joint as u16, 0, 0, 0];
                let weights = [1.0, 0.0, 0.0, 0.0];
                for z in [-0.1, 0.5] {
                    let position = Vec3::new(matrix.translation.x, 0.0, z);
                    vertices.push(SkinnedVertex { position, joints, weights, ..SkinnedVertex::default() });
                }
            }
        }
        let mesh = Mesh { vertices, indices: Vec::new() };
        let part = Part { name: "soles".into(), mesh, colors: Vec::new(), skin: 0, material: None, morphs: None };
        model.parts = vec![part];
        model
    }

    /// Legs that stand apart at rest, with feet that are tilted with them or stand flat.
    #[test]
    fn feet_of_legs_that_stand_apart_are_flat() {
        let walk = with_clip(body(false, 1.0));
        for is_tilted in [true, false] {
            let mut figure = body(true, 1.3);
            let mut joints = figure.skeleton.joints().to_vec();
            for joint in &mut joints {
                let sign = if joint.name.ends_with('l') { 1.0 } else { -1.0 };
                let turn = Quat::from_rotation_z(sign * 17.5f32.to_radians());
                match &joint.name[..4] {
                    "thig" => joint.bind_local.rotation = turn,
                    "foot" if !is_tilted => joint.bind_local.rotation = turn.inverse(),
                    _ => {}
                }
            }
            figure.skeleton = Skeleton::new(joints).unwrap();
            figure.skins = vec![Skin::bound(&figure.skeleton)];
            let rest = figure.skeleton.model_from_joint(&figure.skeleton.bind_pose());
            let mut vertices = Vec::new();
            for joint in ["foot_l", "foot_r"].map(|name| figure.skeleton.find(name).unwrap()) {
                for [x, z] in [[-0.05, -0.08], [0.05, -0.08], [-0.05, 0.2], [0.05, 0.2]] {
                    let position = rest[joint].transform_point3(Vec3::new(x, -0.08, z));
                    let joints = [joint as u16, 0, 0, 0];
                    let weights = [1.0, 0.0, 0.0, 0.0];
                    vertices.push(SkinnedVertex { position, joints, weights, ..SkinnedVertex::default() });
                }
            }
            let mesh = Mesh { vertices, indices: Vec::new() };
            let part = Part { name: "soles".into(), mesh, colors: Vec::new(), skin: 0, material: None, morphs: None };
            figure.parts = vec![part];
            let _ = merge_clips(&mut figure, &walk, &MergeOptions::default()).unwrap();
            let mut pose = Pose::default();
            figure.clips[0].sample(0.0, &figure.skeleton.bind_pose(), &mut Cursors::default(), &mut pose);
            let models = figure.skeleton.model_from_joint(&pose);
            let mut heights = Vec::new();
            for vertex in &figure.parts[0].mesh.vertices {
                let joint = usize::from(vertex.joints[0]);
                let model_from_bind = models[joint] * figure.skins[0].bindings[joint].joint_from_bind;
                heights.push(model_from_bind.transform_point3(vertex.position).y);
            }
            assert!(heights.iter().all(|height| (height - heights[0]).abs() < 2e-3), "{is_tilted}: {heights:?}");
        }
    }

    /// Down to the soles.
    #[test]
    fn retargeting_between_rigs_is_merging() {
        let walk = with_clip(body(false, 1.0));
        let figure = with_soles(body(true, 1.3));
        let mut merged = figure.clone();
        let _ = merge_clips(&mut merged, &walk, &MergeOptions::default()).unwrap();
        let rig = Rig::from_model(&figure).0;
        let without_soles = Rig { meshes: Vec::new(), ..rig.clone() };
        for (to, is_same) in [(rig, true), (without_soles, false)] {
            let clip = Retarget::new(Rig::from_model(&walk).0, to).clip(&walk.clips[0]);
            assert_eq!(clip.tracks == merged.clips[0].tracks, is_same);
        }
    }

    /// With pairs of meaningless names, the motion is that with names, retargeted or copied. Without pairs, joints are
    /// matched by positions.
    #[test]
    fn pairs_replace_names() {
        let walk = with_clip(body(false, 1.0));
        for (figure, is_retargeted) in [(with_soles(body(true, 1.3)), true), (body(true, 1.0), false)] {
            let mut joints = figure.skeleton.joints().to_vec();
            for (index, joint) in joints.iter_mut().enumerate() {
                joint.name = format!("bone {index}");
            }
            let names: Vec<String> = joints.iter().map(|joint| joint.name.clone()).collect();
            let nameless = Model { skeleton: Skeleton::new(joints).unwrap(), ..figure.clone() };
            let walk_names = walk.skeleton.joints().iter().map(|joint| joint.name.as_str());
            let pairs: Vec<(&str, &str)> = walk_names.zip(names.iter().map(String::as_str)).collect();
            let (adopted, clip) = merge_pairs(&nameless, &walk, &pairs).unwrap();
            assert!(adopted.is_whole() && adopted.retargeted == is_retargeted, "{adopted}");
            let [source, target] = [&walk, &nameless].map(|model| Rig::from_model(model).0);
            let retargeted = Retarget::with_pairs(source, target, &pairs).unwrap().clip(&walk.clips[0]);
            if is_retargeted {
                assert_eq!(clip.tracks, merge_pairs(&figure, &walk, &[]).unwrap().1.tracks);
                assert_eq!(clip.tracks, retargeted.tracks);
            } else {
                assert_eq!(clip.tracks, walk.clips[0].tracks);
            }
            let (adopted, _) = merge_pairs(&nameless, &walk, &[]).unwrap();
            assert!(adopted.retargeted && adopted.matched > 0 && !adopted.unlike, "{adopted}");

            for (pairs, error) in [
                (&[("tail", "bone 0")][..], "the clips' figure has no joint \"tail\""),
                (&[("Hips", "tail")], "the figure has no joint \"tail\""),
                (&[("Hips", "bone 0"), ("Spine", "bone 0")], "the figure's joint \"bone 0\" is in two pairs"),
            ] {
                assert_eq!(merge_pairs(&nameless, &walk, pairs).unwrap_err().to_string(), error);
            }
        }
    }

    fn merge_pairs(to: &Model, from: &Model, pairs: &[(&str, &str)]) -> Result<(Adopted, Clip), PairError> {
        let mut model = to.clone();
        let adopted = merge_clips(&mut model, from, &MergeOptions { pairs, ..MergeOptions::default() })?;
        Ok((adopted, model.clips.remove(0)))
    }
}
