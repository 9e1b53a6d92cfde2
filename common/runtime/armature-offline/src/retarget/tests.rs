//! Clips on skeletons with other axes, poses, proportions and names.

use super::*;
use crate::figures::{BODY, MIXAMO, SIDED, UNREAL, body};
use crate::testing::{clips::skeleton_and_clip, values::unit_quat};
use armature::animation::{Clip, Cursors, JointTracks, RotationTrack, Track, reduce::pose_error};
use armature::math::Transform;
use armature::skeleton::{Joint, Pose, Skeleton};
use glam::Affine3A;
use proptest::prelude::*;
use std::f32::consts::FRAC_PI_2;

/// Returns a clip of one skeleton for another.
fn retarget(from: &Skeleton, clip: &Clip, to: &Skeleton) -> Clip {
    Retarget::new(Rig::new(from), Rig::new(to)).clip(clip)
}

/// Number of joints of the figure with both sides.
const COUNT: usize = 2 * BODY.len() - SIDED;

/// The build of a figure, relative to the one in [`BODY`].
#[derive(Clone, Debug)]
struct Build {
    /// Whether it has the second names.
    other_names: bool,
    /// Angle of the arms below the horizontal.
    arms: f32,
    /// Factors on the lengths of legs and arms, and on everything.
    legs: f32,
    reach: f32,
    size: f32,
    /// The rotation of each joint in model space.
    turns: Vec<Quat>,
}

impl Build {
    fn plain() -> Self {
        let turns = vec![Quat::IDENTITY; COUNT];
        Self { other_names: false, arms: 0.0, legs: 1.0, reach: 1.0, size: 1.0, turns }
    }

    /// Returns the figure's skeleton.
    fn skeleton(&self) -> Skeleton {
        let names = if self.other_names { UNREAL } else { MIXAMO };
        let (mut joints, places) = body(names, |row, mut place| {
            if BODY[row].0 == "forearm" || BODY[row].0 == "hand" {
                let shoulder = Vec3::from(BODY[6].2);
                let arm = Quat::from_rotation_z(-self.arms) * (place - shoulder);
                place = shoulder + arm * self.reach;
            }
            // Longer legs raise the body.
            match BODY[row].0 {
                "foot" | "toes" => {}
                "thigh" | "shin" => place.y = 0.1 + (place.y - 0.1) * self.legs,
                _ => place.y += 0.85 * (self.legs - 1.0),
            }
            place * self.size
        });
        let mut model_from_joint: Vec<Affine3A> = Vec::new();
        for (joint, (place, turn)) in joints.iter_mut().zip(places.iter().zip(&self.turns)) {
            let above = joint.parent.map_or(Affine3A::IDENTITY, |parent| model_from_joint[parent]);
            let own = Affine3A::from_rotation_translation(*turn, *place);
            joint.bind_local = Transform::from_matrix(&(above.inverse() * own));
            model_from_joint.push(own);
        }
        Skeleton::new(joints).unwrap()
    }
}

/// Makes a clip in which the hips move about and all joints turn. `turns` are rotations in the world's axes, so that
/// the motion does not depend on the axes of the joints.
fn dance(skeleton: &Skeleton, turns: &[Quat]) -> Clip {
    let rig = Rig::new(skeleton);
    let frames = rig.frames(&rig.neutral);
    let times: Vec<f32> = vec![0.0, 0.4, 1.0];
    let mut tracks = Vec::new();
    for (joint, &JointFrame { rotation: axes, .. }) in frames.iter().enumerate() {
        let bind = skeleton.joints()[joint].bind_local.rotation;
        let turns = (0..3).map(|key| Quat::IDENTITY.slerp(turns[(joint * 5 + key) % turns.len()], 0.2));
        let keys = turns.map(|turn| bind * axes.inverse() * turn * axes).collect();
        let rotation = RotationTrack::new(times.clone(), keys).ok();
        tracks.push(JointTracks { joint, rotation, ..JointTracks::default() });
    }
    let hips = skeleton.find("Hips").or(skeleton.find("pelvis")).unwrap_or(0);
    let rest = skeleton.joints()[hips].bind_local.translation;
    let steps = [Vec3::ZERO, Vec3::new(0.2, -0.1, 0.5), Vec3::new(-0.1, 0.3, 1.0)];
    let values = steps.map(|step| rest + step * rest.y).to_vec();
    tracks[hips].translation = Track::new(times, values).ok();
    Clip::of_tracks("dance", tracks)
}

/// Returns the positions of the joints at 21 times from start to end.
fn poses(skeleton: &Skeleton, clip: &Clip) -> Vec<Vec<Vec3>> {
    let rig = Rig::new(skeleton);
    let mut pose = Pose::default();
    let mut poses = Vec::new();
    for k in 0..=20u8 {
        let time = clip.start + clip.duration() * f32::from(k) / 20.0;
        clip.sample(time, &skeleton.bind_pose(), &mut Cursors::default(), &mut pose);
        poses.push(rig.frames(&pose).iter().map(|frame| frame.position).collect());
    }
    poses
}

/// Returns all joints that have a parent, with their parents.
fn bones(skeleton: &Skeleton) -> impl Iterator<Item = (usize, usize)> + '_ {
    let joints = skeleton.joints().iter().enumerate();
    joints.filter_map(|(joint, of)| Some((joint, of.parent?)))
}

/// Figures of any build.
fn build() -> impl Strategy<Value = Build> {
    let turns = prop::collection::vec(unit_quat(), COUNT);
    let parts = (any::<bool>(), 0.0f32..1.3, 0.6f32..1.6, 0.6f32..1.5, 0.01f32..100.0, turns);
    parts.prop_map(|(other_names, arms, legs, reach, size, turns)| Build {
        other_names,
        arms,
        legs,
        reach,
        size,
        turns,
    })
}

fn quats() -> impl Strategy<Value = Vec<Quat>> {
    prop::collection::vec(unit_quat(), 32)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// A figure with the same joints moves as the source, and so does one with other axes and other names.
    #[test]
    fn the_same_figure_moves_the_same(turns in quats(), axes in build(), other: bool) {
        let from = Build { turns: axes.turns.clone(), ..Build::plain() }.skeleton();
        let clip = dance(&from, &turns);
        let same = retarget(&from, &clip, &from);
        let times = (0..=100).map(|k| k as f32 / 100.0);
        let error = pose_error(&from, [&clip, &same], 0.03, times);
        // Twice the bound: once for keys that are added, and once for keys that are left out.
        prop_assert!(error.distance < 5e-4, "{error:?}");
        let to = Build { turns: axes.turns.into_iter().rev().collect(), other_names: other, ..Build::plain() };
        let to = to.skeleton();
        let moved = retarget(&from, &clip, &to);
        for (a, b) in poses(&from, &clip).iter().zip(poses(&to, &moved)) {
            for (a, b) in a.iter().zip(b) {
                prop_assert!(a.distance(b) < 1e-3, "{a} {b}");
            }
        }
    }

    /// With other proportions, units, axes, and angles of the arms, bones keep their lengths, limbs have the directions
    /// of the source, and the lowest foot its height.
    #[test]
    fn another_figure_moves_alike(a in build(), b in build(), turns in quats()) {
        let from = a.skeleton();
        let to = b.skeleton();
        let clip = dance(&from, &turns);
        let moved = retarget(&from, &clip, &to);
        let high = 1.6 * b.size;
        let [theirs, ours] = [&from, &to].map(|skeleton| poses(skeleton, &Clip::of_tracks("", vec![]))[0].clone());
        let leg = |p: &[Vec3]| p[9].distance(p[10]) + p[10].distance(p[11]);
        let scale = leg(&ours) / leg(&theirs);
        for (x, y) in poses(&from, &clip).iter().zip(poses(&to, &moved)) {
            for (joint, parent) in bones(&to) {
                let want = ours[joint].distance(ours[parent]);
                let got = y[joint].distance(y[parent]);
                prop_assert!((want - got).abs() < 1e-5 * high, "{joint}: {want} {got}");
            }
            for (joint, parent) in [(7, 6), (8, 7), (10, 9), (11, 10), (15, 14), (18, 17)] {
                let [want, got] = [x, &y].map(|p| (p[joint] - p[parent]).normalize());
                prop_assert!(want.distance(got) < 0.01, "{joint}: {want} {got}");
            }
            let lowest = |p: &[Vec3], rest: &[Vec3]| {
                [11, 12, 19, 20].map(|foot| p[foot].y - rest[foot].y).into_iter().fold(f32::MAX, f32::min)
            };
            let want = scale * lowest(x, &theirs);
            let got = lowest(&y, &ours);
            prop_assert!((want - got).abs() < 0.002 * high, "{want} {got}");
            let steps = [(x, &theirs, scale), (&y, &ours, 1.0)];
            let [want, got] = steps.map(|(p, rest, scale)| scale * (p[0] - rest[0]) * Vec3::new(1.0, 0.0, 1.0));
            prop_assert!(want.distance(got) < 0.002 * high, "{want} {got}");
        }
    }

    /// All numbers are finite, for any two skeletons and clips.
    #[test]
    fn any_two_skeletons(
        (from, clip) in skeleton_and_clip(8, false),
        (mut to, _) in skeleton_and_clip(8, false),
        names in prop::collection::vec(prop::sample::select(vec!["hips", "spine", "joint 1", "foot_l", "toe.L", "x"]), 8),
        flat: bool,
    ) {
        let mut joints = to.joints().to_vec();
        joints.iter_mut().zip(names).for_each(|(joint, name)| joint.name = name.into());
        if flat {
            joints[0].bind_local.scale = Vec3::ZERO;
        }
        to = Skeleton::new(joints).unwrap();
        let moved = retarget(&from, &clip, &to);
        prop_assert_eq!((moved.start, moved.end), (clip.start, clip.end));
        let bind = to.bind_pose();
        let mut pose = Pose::default();
        for k in 0..10 {
            let time = clip.start + clip.duration() * k as f32 / 9.0;
            moved.sample(time, &bind, &mut Cursors::default(), &mut pose);
            for local in &pose.locals {
                prop_assert!(local.translation.is_finite() && local.rotation.is_normalized(), "{local:?}");
            }
        }
    }
}

/// Either figure may look in any direction.
#[test]
fn figures_that_look_aside() {
    let turns: Vec<Quat> = (0..32).map(|k| Quat::from_rotation_y((k as f32).cos())).collect();
    let from = Build::plain().skeleton();
    let to = Build::plain().skeleton();
    let clip = dance(&from, &turns);
    for angle in [0.01, 0.35, 0.77, 0.79, FRAC_PI_2, 2.0, 3.1] {
        let mut rig = Rig::new(&from);
        rig.world_from_model = Affine3A::from_rotation_y(angle);
        let plain = Rig::new(&to);
        for (source, target) in [(rig.clone(), plain.clone()), (plain, rig)] {
            let aside = Retarget::new(source, target).clip(&clip);
            let error = pose_error(&to, [&clip, &aside], 0.03, [0.0, 0.2, 0.7, 1.0]);
            assert!(error.distance < 5e-4, "{angle}: {error:?}");
        }
    }
}

/// A jump remains one, and curved motion between the keys of the source gets more keys.
#[test]
fn keys_where_the_motion_needs_them() {
    let from = Build::plain().skeleton();
    let to = Build { legs: 0.7, ..Build::plain() }.skeleton();
    let far = Quat::from_rotation_x(2.0);
    let times = vec![0.0, 0.5, 0.5, 1.0];
    let keys = vec![Quat::IDENTITY, far, Quat::IDENTITY, far];
    let rotation = RotationTrack::new(times, keys).ok();
    let thigh = |joint| JointTracks { joint, rotation: rotation.clone(), ..JointTracks::default() };
    let moved = retarget(&from, &Clip::of_tracks("kick", vec![thigh(9), thigh(17)]), &to);
    let thigh = moved.tracks.iter().find(|tracks| tracks.joint == 9).unwrap();
    let track = thigh.rotation.as_ref().unwrap().track();
    let jump = track.times().iter().position(|time| *time == 0.5).unwrap();
    assert_eq!(track.times()[jump + 1], 0.5);
    assert!(track.values()[jump].dot(track.values()[jump + 1]).abs() < 0.6, "no jump");
    let hips = moved.tracks.iter().find(|tracks| tracks.joint == 0).unwrap();
    let heights = hips.translation.as_ref().unwrap();
    assert!((5..200).contains(&heights.len()), "{}", heights.len());
}

/// Returns the same figure with a joint that mirrors its descendants by its scale, as Maya and Houdini make it, and
/// which joints are below it. All positions stay.
fn mirrored_below(skeleton: &Skeleton, name: &str) -> (Skeleton, Vec<bool>) {
    let top = skeleton.find(name).unwrap();
    let mut joints = skeleton.joints().to_vec();
    let is_below: Vec<bool> =
        (0..joints.len()).map(|joint| joint != top && skeleton.path_to_root(joint).any(|it| it == top)).collect();
    joints[top].bind_local.scale.x = -1.0;
    for (joint, _) in joints.iter_mut().zip(&is_below).filter(|(_, is_below)| **is_below) {
        joint.bind_local.translation.x *= -1.0;
        joint.bind_local.rotation = reflected(joint.bind_local.rotation);
    }
    (Skeleton::new(joints).unwrap(), is_below)
}

/// Returns the same rotation in axes whose x points in the opposite direction.
fn reflected(q: Quat) -> Quat {
    Quat::from_xyzw(q.x, -q.y, -q.z, q.w)
}

#[test]
fn limbs_that_are_mirrored_by_a_scale() {
    let turns: Vec<Quat> = (0..32).map(|k| Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), (k as f32).sin())).collect();
    let source = Build { turns: turns[..COUNT].to_vec(), ..Build::plain() }.skeleton();
    let target =
        Build { other_names: true, arms: 0.8, turns: turns[32 - COUNT..].to_vec(), ..Build::plain() }.skeleton();
    let clip = dance(&source, &turns);
    let want = poses(&target, &retarget(&source, &clip, &target));
    let is_near = |skeleton: &Skeleton, clip: &Clip, what: &str| {
        for (got, want) in poses(skeleton, clip).iter().flatten().zip(want.iter().flatten()) {
            assert!(got.distance(*want) < 2e-3, "{what}: {got} {want}");
        }
    };
    let (mirrored, _) = mirrored_below(&target, "upperarm_r");
    is_near(&mirrored, &retarget(&source, &clip, &mirrored), "the target's arm");
    let (mirrored, is_below) = mirrored_below(&source, "RightUpLeg");
    let mut same = clip.clone();
    for tracks in same.tracks.iter_mut().filter(|tracks| is_below[tracks.joint]) {
        let rotation = tracks.rotation.as_ref().unwrap();
        let keys = rotation.track().values().iter().map(|key| reflected(*key)).collect();
        tracks.rotation = RotationTrack::new(rotation.times().to_vec(), keys).ok();
    }
    is_near(&target, &retarget(&mirrored, &same, &target), "the source's leg");
}

/// Returns the same figure in the same pose with other parents of some joints, as pairs of names, and with a root of
/// name `root` on the ground above all.
fn with_parents(skeleton: &Skeleton, root: &str, parents: &[(&str, &str)]) -> Skeleton {
    let world = skeleton.model_from_joint(&skeleton.bind_pose());
    let old = skeleton.joints();
    let mut new_parents: Vec<Option<usize>> = old.iter().map(|joint| joint.parent).collect();
    for (name, parent) in parents {
        new_parents[skeleton.find(name).unwrap()] = skeleton.find(parent);
    }
    // In breadth-first order, as programs write them.
    let mut order: Vec<usize> = (0..old.len()).collect();
    order.sort_by_key(|joint| std::iter::successors(Some(*joint), |joint| new_parents[*joint]).count());
    let mut joints = vec![Joint { name: root.into(), parent: None, bind_local: Transform::IDENTITY }];
    for joint in &order {
        let parent = new_parents[*joint];
        let above = parent.map_or(Affine3A::IDENTITY, |parent| world[parent]);
        let bind_local = Transform::from_matrix(&(above.inverse() * world[*joint]));
        let parent = parent.map_or(0, |parent| 1 + order.iter().position(|it| *it == parent).unwrap());
        joints.push(Joint { name: old[*joint].name.clone(), parent: Some(parent), bind_local });
    }
    Skeleton::new(joints).unwrap()
}

/// Returns the figure with the second names.
fn unreal() -> Build {
    Build { other_names: true, ..Build::plain() }
}

/// The bones of a body, whatever the tree of its joints is: each joint and the one to which it should keep its
/// distance. `*` is either side.
const BONES: [(&str, &str); 12] = [
    ("spine_01", "pelvis"),
    ("spine_03", "spine_01"),
    ("neck_01", "spine_03"),
    ("head", "neck_01"),
    ("clavicle_*", "spine_03"),
    ("upperarm_*", "clavicle_*"),
    ("lowerarm_*", "upperarm_*"),
    ("hand_*", "lowerarm_*"),
    ("thigh_*", "pelvis"),
    ("calf_*", "thigh_*"),
    ("foot_*", "calf_*"),
    ("ball_*", "foot_*"),
];

/// Returns the largest change of a bone's length in a clip, as a part of the figure's height.
fn max_stretch(skeleton: &Skeleton, clip: &Clip) -> f32 {
    let rest = &poses(skeleton, &Clip::of_tracks("", vec![]))[0];
    let find = |name: &str, side: &str| skeleton.find(&name.replace('*', side)).unwrap();
    let height = rest[find("head", "")].y;
    let mut max = 0.0f32;
    for pose in poses(skeleton, clip) {
        for ((a, b), side) in BONES.into_iter().flat_map(|bone| [(bone, "l"), (bone, "r")]) {
            let [a, b] = [a, b].map(|name| find(name, side));
            max = max.max((pose[a].distance(pose[b]) - rest[a].distance(rest[b])).abs() / height);
        }
    }
    max
}

fn turns() -> Vec<Quat> {
    (0..32).map(|k| Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), (k as f32).sin())).collect()
}

/// A target keeps together with thighs beside the hips, feet outside the legs, arms outside the trunk, or all of that,
/// and with a root that has a counterpart or none; and so does one with a source whose feet are not below its legs, or of
/// which the spine is the root.
#[test]
fn a_body_in_any_tree() {
    let source = Build::plain().skeleton();
    let to = Build { legs: 1.3, ..unreal() }.skeleton();
    let thighs = [("thigh_l", ""), ("thigh_r", "")];
    let feet = [("foot_l", ""), ("foot_r", "")];
    let toes = [("ball_l", ""), ("ball_r", ""), ("hand_l", ""), ("clavicle_r", "pelvis"), ("head", "")];
    for parents in [&thighs[..], &feet, &toes, &[thighs, feet].concat(), &[&thighs[..], &feet, &toes].concat()] {
        for name in ["Root", "mount"] {
            let from = with_parents(&source, "Root", &[]);
            let clip = dance(&from, &turns());
            let to = with_parents(&to, name, parents);
            let moved = retarget(&from, &clip, &to);
            let stretch = max_stretch(&to, &moved);
            assert!(stretch < 1e-3, "{name} {parents:?}: {stretch}");
            // The figure moves on as well.
            let hips = to.find("pelvis").unwrap();
            let [a, b] = [0, 20].map(|at| poses(&to, &moved)[at][hips]);
            assert!(a.distance(b) > 0.9, "{a} {b}");
        }
    }
    let plain = unreal().skeleton();
    for parents in [&[("LeftFoot", ""), ("LeftUpLeg", "")], &[("Spine", ""), ("Hips", "Spine")]] {
        let from = with_parents(&source, "Root", parents);
        for to in [&plain, &with_parents(&plain, "Root", &[("spine_01", ""), ("pelvis", "spine_01")])] {
            let moved = retarget(&from, &dance(&from, &turns()), to);
            assert!(max_stretch(to, &moved) < 1e-3, "{parents:?}");
        }
    }
}

/// In files of motion capture the hips rest at the origin, and their keys are heights over the world's ground: the lowest
/// foot stands on the ground. Keys that are relative to that rest are no different from others.
#[test]
fn keys_that_are_heights() {
    let plain = Build::plain().skeleton();
    let clip = dance(&plain, &turns());
    let to = Build { legs: 1.3, ..unreal() }.skeleton();
    let want = poses(&to, &retarget(&plain, &clip, &to));
    let mut joints = plain.joints().to_vec();
    joints[0].bind_local.translation = Vec3::ZERO;
    let sunk = Skeleton::new(joints).unwrap();
    let mut sunk_clip = clip.clone();
    let track = clip.tracks[0].translation.as_ref().unwrap();
    let values = track.values().iter().map(|value| *value - plain.joints()[0].bind_local.translation).collect();
    sunk_clip.tracks[0].translation = Track::new(track.times().to_vec(), values).ok();
    let lowest = |poses: &[Vec<Vec3>]| poses.iter().flatten().map(|at| at.y).fold(f32::MAX, f32::min);
    for (clip, ground) in [(&clip, 0.0), (&sunk_clip, lowest(&want))] {
        let got = poses(&to, &retarget(&sunk, clip, &to));
        let step = got[0][0] - want[0][0];
        assert!((lowest(&got) - ground).abs() < 0.05, "{} {ground}", lowest(&got));
        for (got, want) in got.iter().flatten().zip(want.iter().flatten()) {
            assert!(got.distance(*want + step) < 0.02, "{ground}: {got} {want}");
        }
    }
}

/// Joints that only numbers name, and a forearm with the name of the other side, are settled by the tree. What is then
/// missing, and feet that point backward, are open.
#[test]
fn what_is_open_is_told() {
    let source = Build::plain().skeleton();
    let rename = |change: &dyn Fn(usize, &Joint) -> Joint| {
        let joints =
            unreal().skeleton().joints().iter().enumerate().map(|(index, joint)| change(index, joint)).collect();
        Skeleton::new(joints).unwrap()
    };
    let numbers = rename(&|index, joint| Joint { name: format!("bone {index}"), ..joint.clone() });
    let crossed = rename(&|_, joint| Joint { name: joint.name.replace("lowerarm_l", "lowerarm_r"), ..joint.clone() });
    for (to, by_tree) in [(&numbers, 4), (&crossed, 2)] {
        let retarget = Retarget::new(Rig::new(&source), Rig::new(to));
        assert_eq!(retarget.counterparts(), (0..COUNT).map(Some).collect::<Vec<_>>());
        assert_eq!(retarget.limbs_by_tree()[1].len(), by_tree);
        assert!(retarget.gaps().iter().all(BodyGaps::is_empty), "{:?}", retarget.gaps());
    }
    let turned = Quat::from_rotation_y(std::f32::consts::PI);
    let toes = rename(&|_, joint| {
        let turn = if joint.name.starts_with("ball") { turned } else { Quat::IDENTITY };
        let bind_local = Transform::from_translation(turn * joint.bind_local.translation);
        Joint { bind_local, ..joint.clone() }
    });
    let [_, gaps] = Retarget::new(Rig::new(&source), Rig::new(&toes)).gaps();
    assert_eq!((gaps.missing.len(), gaps.sides), (0, Some("its toes point backward")));
    let armless = Skeleton::new(source.joints()[..5].to_vec()).unwrap();
    let [gaps, _] = Retarget::new(Rig::new(&armless), Rig::new(&source)).gaps();
    assert_eq!((gaps.missing.len(), gaps.missing[0].as_str()), (12, "left thigh"));
}
