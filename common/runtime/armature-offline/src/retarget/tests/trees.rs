//! Clips on figures with unusual trees of joints, and contact with the ground.

use super::*;

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

/// Returns the skeleton with one more joint at its end.
fn with_joint(skeleton: &Skeleton, name: &str, parent: usize, translation: Vec3) -> Skeleton {
    let mut joints = skeleton.joints().to_vec();
    let bind_local = Transform::from_translation(translation);
    joints.push(Joint { name: name.into(), parent: Some(parent), bind_local });
    Skeleton::new(joints).unwrap()
}

/// Returns the rotation track of a joint, by name.
fn rotation_track(skeleton: &Skeleton, name: &str, times: &[f32], keys: &[Quat]) -> JointTracks {
    let rotation = RotationTrack::new(times.to_vec(), keys.to_vec()).ok();
    JointTracks { joint: skeleton.find(name).unwrap(), rotation, ..JointTracks::default() }
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
/// and with a root that has a counterpart or none.
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
            let retarget = Retarget::new(Rig::new(&from), Rig::new(&to));
            let moved = retarget.clip(&clip);
            let stretch = max_stretch(&to, &moved);
            assert!(stretch < 1e-3, "{name} {parents:?}: {stretch}");
            assert!(retarget.torn(&moved).is_empty(), "{name} {parents:?}");
            // The figure moves on as well.
            let hips = to.find("pelvis").unwrap();
            let [a, b] = [0, 20].map(|at| poses(&to, &moved)[at][hips]);
            assert!(a.distance(b) > 0.9, "{a} {b}");
        }
    }
}

/// With a source whose feet are not below its legs, the target keeps together.
#[test]
fn a_source_in_another_tree() {
    let from = with_parents(&Build::plain().skeleton(), "Root", &[("LeftFoot", ""), ("LeftUpLeg", "")]);
    let to = unreal().skeleton();
    let moved = retarget(&from, &dance(&from, &turns()), &to);
    assert!(max_stretch(&to, &moved) < 1e-3);
}

/// A skeleton of two thighs without hips cannot be kept together.
#[test]
fn what_comes_apart_is_named() {
    let source = Build::plain().skeleton();
    let thighs = [("thigh_l", 0.02), ("thigh_r", -0.02)].map(|(name, x)| {
        let bind_local = Transform::from_translation(Vec3::new(x, 1.0, 0.0));
        Joint { name: name.into(), parent: None, bind_local }
    });
    let legs = Skeleton::new(thighs.to_vec()).unwrap();
    let retarget = Retarget::new(Rig::new(&source), Rig::new(&legs));
    assert_eq!(retarget.torn(&retarget.clip(&dance(&source, &turns()))), [1]);
}

/// Makes a vertex that follows one joint.
fn vertex(joint: usize, position: Vec3) -> SkinnedVertex {
    let joints = [joint as u16, 0, 0, 0];
    let weights = [1.0, 0.0, 0.0, 0.0];
    SkinnedVertex { position, joints, weights, ..SkinnedVertex::default() }
}

/// Joints that have vertices but no counterpart move as well: a belly beside the hips with the hips, and the root along
/// the ground.
#[test]
fn what_vertices_follow_comes_along() {
    let source = Build::plain().skeleton();
    let to = with_parents(&unreal().skeleton(), "mount", &[]);
    let to = with_joint(&to, "belly", 0, Vec3::new(0.0, 1.1, 0.2));
    let belly = to.len() - 1;
    let hips = to.find("pelvis").unwrap();
    let skin = Skin::bound(&to);
    let vertices = [0, belly].map(|joint| vertex(joint, Vec3::Y));
    let rig = Rig { meshes: vec![(&vertices, &skin)], ..Rig::new(&to) };
    let moved = Retarget::new(Rig::new(&source), rig).clip(&dance(&source, &turns()));
    let poses = poses(&to, &moved);
    let rest = Vec3::new(0.0, 1.1, 0.2).distance(Vec3::Y);
    for pose in &poses {
        assert!((pose[belly].distance(pose[hips]) - rest).abs() < 1e-3, "{}", pose[belly]);
        assert!(pose[0].y.abs() < 1e-3, "{}", pose[0]);
    }
    let [root_step, hips_step] = [0, hips].map(|joint| poses[20][joint] - poses[0][joint]);
    assert!(root_step.distance(hips_step) < 0.35 && root_step.z > 0.9, "{root_step} {hips_step}");
}

/// Feet longer than the source's touch the ground all the time, and still roll.
#[test]
fn long_feet_stay_on_the_ground() {
    let source = Build::plain().skeleton();
    let to = unreal().skeleton();
    let roll = [0.0, 0.8, -0.6, 0.0].map(Quat::from_rotation_x);
    let tracks = ["LeftFoot", "RightFoot"].map(|name| rotation_track(&source, name, &[0.0, 0.3, 0.6, 1.0], &roll));
    let clip = Clip::of_tracks("roll", tracks.to_vec());
    let foot = to.find("foot_l").unwrap();
    let sole = [Vec3::new(0.1, 0.0, 0.6), Vec3::new(0.1, 0.0, 0.0)];
    let skin = Skin::bound(&to);
    let vertices = sole.map(|point| vertex(foot, point));
    let rig = Rig { meshes: vec![(&vertices, &skin)], ..Rig::new(&to) };
    let moved = Retarget::new(Rig::new(&source), rig).clip(&clip);
    let bind = to.bind_pose();
    let rest = to.model_from_joint(&bind)[foot].inverse();
    let mut pose = Pose::default();
    let mut turned = 0.0f32;
    for k in 0..=40 {
        moved.sample(k as f32 / 40.0, &bind, &mut Cursors::default(), &mut pose);
        let change = to.model_from_joint(&pose)[foot] * rest;
        let lowest = sole.map(|point| change.transform_point3(point).y).into_iter().fold(f32::MAX, f32::min);
        assert!(lowest.abs() < 0.03, "{k}: {lowest}");
        turned = turned.max(Transform::from_matrix(&change).rotation.angle_between(Quat::IDENTITY));
    }
    assert!(turned > 0.1, "{turned}");
}

/// A sole touches the ground even if its vertices follow the shin in part.
#[test]
fn soles_that_follow_the_shin_in_part() {
    let source = Build::plain().skeleton();
    let to = unreal().skeleton();
    let mut tracks = Vec::new();
    for side in ["Left", "Right"] {
        for (part, angles) in [("UpLeg", [-0.5, 0.0, 0.5]), ("Leg", [0.2, 0.1, 0.6])] {
            let keys = angles.map(Quat::from_rotation_x);
            tracks.push(rotation_track(&source, &format!("{side}{part}"), &[0.0, 0.5, 1.0], &keys));
        }
    }
    let clip = Clip::of_tracks("walk", tracks);
    let foot = to.find("foot_l").unwrap();
    let shin = to.find("calf_l").unwrap();
    let sole = [Vec3::new(0.1, 0.0, 0.2), Vec3::new(0.1, 0.0, -0.1)];
    let vertices = sole.map(|position| {
        let joints = [foot as u16, shin as u16, 0, 0];
        let weights = [0.6, 0.4, 0.0, 0.0];
        SkinnedVertex { position, joints, weights, ..SkinnedVertex::default() }
    });
    let skin = Skin::bound(&to);
    let rig = Rig { meshes: vec![(&vertices, &skin)], ..Rig::new(&to) };
    let moved = Retarget::new(Rig::new(&source), rig).clip(&clip);
    let feet = ["LeftFoot", "RightFoot", "LeftToeBase", "RightToeBase"].map(|name| source.find(name).unwrap());
    let source_rest = Rig::new(&source).positions(&source.bind_pose());
    let rest = to.model_from_joint(&to.bind_pose());
    let mut pose = Pose::default();
    for k in 0..=40 {
        clip.sample(k as f32 / 40.0, &source.bind_pose(), &mut Cursors::default(), &mut pose);
        let positions = Rig::new(&source).positions(&pose);
        let rises = feet.map(|foot| positions[foot].y - source_rest[foot].y);
        let want = rises.into_iter().fold(f32::MAX, f32::min).max(0.0);
        moved.sample(k as f32 / 40.0, &to.bind_pose(), &mut Cursors::default(), &mut pose);
        let model_from_joint = to.model_from_joint(&pose);
        let [by_foot, by_shin] = [foot, shin].map(|joint| model_from_joint[joint] * rest[joint].inverse());
        let heights =
            sole.map(|point| 0.6 * by_foot.transform_point3(point).y + 0.4 * by_shin.transform_point3(point).y);
        let lowest = heights[0].min(heights[1]);
        assert!((lowest - want).abs() < 0.01, "{k}: {lowest}, not {want}");
    }
}

/// Returns the skeleton without the joints whose names contain `leaf`, which must have no other children.
fn without(skeleton: &Skeleton, leaf: &str) -> Skeleton {
    let old = skeleton.joints();
    let kept: Vec<usize> = (0..old.len()).filter(|joint| !old[*joint].name.contains(leaf)).collect();
    let mut joints = Vec::new();
    for &joint in &kept {
        let parent = old[joint].parent.and_then(|parent| kept.iter().position(|it| *it == parent));
        joints.push(Joint { parent, ..old[joint].clone() });
    }
    Skeleton::new(joints).unwrap()
}

/// Toes and feet that have no counterpart stand on the ground as well.
#[test]
fn feet_that_no_clip_moves_are_on_the_ground() {
    let to = unreal().skeleton();
    let [foot, ball] = ["foot_l", "ball_l"].map(|name| to.find(name).unwrap());
    let vertices = [vertex(foot, Vec3::new(0.1, 0.0, -0.1)), vertex(ball, Vec3::new(0.1, 0.0, 0.2))];
    let skin = Skin::bound(&to);
    let rig = Rig { meshes: vec![(&vertices, &skin)], ..Rig::new(&to) };
    let toeless = without(&Build::plain().skeleton(), "ToeBase");
    for from in [&toeless, &without(&toeless, "Foot")] {
        let bow = rotation_track(from, "Spine", &[0.0, 1.0], &[Quat::IDENTITY, Quat::from_rotation_x(0.3)]);
        let moved = Retarget::new(Rig::new(from), rig.clone()).clip(&Clip::of_tracks("bow", vec![bow]));
        for pose in poses(&to, &moved) {
            assert!((pose[ball].y - 0.02).abs() < 1e-3, "{}", pose[ball]);
        }
    }
}

/// The source, the target, or both have the spine as root and the hips below it. A joint without counterpart keeps its
/// distance from its parent.
#[test]
fn a_torso_that_is_the_root() {
    let plain = Build::plain().skeleton();
    let torso = with_parents(&plain, "Root", &[("Spine", ""), ("Hips", "Spine")]);
    let to = unreal().skeleton();
    let torso_to = with_parents(&to, "Root", &[("spine_01", ""), ("pelvis", "spine_01")]);
    for (from, to) in [(&torso, &to), (&plain, &torso_to), (&torso, &torso_to)] {
        let hand = to.find("hand_l").unwrap();
        let to = with_joint(to, "tip", hand, Vec3::X * 0.1);
        let skin = Skin::bound(&to);
        let vertices = [vertex(to.len() - 1, Vec3::X)];
        let rig = Rig { meshes: vec![(&vertices, &skin)], ..Rig::new(&to) };
        let moved = Retarget::new(Rig::new(from), rig).clip(&dance(from, &turns()));
        assert!(max_stretch(&to, &moved) < 1e-3);
        for pose in poses(&to, &moved) {
            assert!((pose[to.len() - 1].distance(pose[hand]) - 0.1).abs() < 1e-3);
        }
    }
}

/// In files of motion capture the hips rest at the origin, and their keys are heights over the world's ground. With
/// keys that are relative to that rest, the result is the same.
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
    for (clip, what) in [(&clip, "absolute"), (&sunk_clip, "relative")] {
        let got = poses(&to, &retarget(&sunk, clip, &to));
        for (got, want) in got.iter().flatten().zip(want.iter().flatten()) {
            assert!(got.distance(*want) < 0.02, "{what}: {got} {want}");
        }
    }
}

/// A mesh that a collarbone carries, with the name of an arm.
#[test]
fn meshes_are_no_limbs_at_rest() {
    let source = Build::plain().skeleton();
    let to = unreal().skeleton();
    let to = with_joint(&to, "Shoulder.L_1", to.find("clavicle_l").unwrap(), Vec3::Y * 0.1);
    let skin = Skin::bound(&to);
    let vertices = [vertex(to.len() - 1, Vec3::Y)];
    for is_joint in [false, true] {
        let all: Vec<bool> = (0..to.len()).map(|joint| is_joint || joint + 1 < to.len()).collect();
        let rig = Rig { is_joint: &all, meshes: vec![(&vertices, &skin)], ..Rig::new(&to) };
        let at_rest = Retarget::new(Rig::new(&source), rig).limbs_at_rest();
        assert_eq!(at_rest.contains(&(to.len() - 1)), is_joint);
    }
}

/// Joints of a control rig in the clips' file, which has no mesh: they have better names, and no clip moves them.
#[test]
fn controls_in_the_clips_file() {
    let plain = Build::plain().skeleton();
    let clip = dance(&plain, &turns());
    let mut joints = plain.joints().to_vec();
    let head = plain.find("Head").unwrap();
    joints[0].name = "DEF_root".into();
    joints[head].name = "DEF_cranium".into();
    for name in ["Hips", "Head"] {
        let bind_local = Transform::from_translation(Vec3::Y * 1.2);
        joints.push(Joint { name: name.into(), parent: None, bind_local });
    }
    let from = Skeleton::new(joints).unwrap();
    let mut is_moved = vec![true; plain.len()];
    is_moved.extend([false; 2]);
    for to in [unreal().skeleton(), plain] {
        let rig = Rig { is_moved: is_moved.clone(), ..Rig::new(&from) };
        let retarget = Retarget::new(rig, Rig::new(&to));
        assert_eq!([0, head].map(|joint| retarget.counterparts()[joint]), [Some(0), Some(head)]);
        let travel = poses(&to, &retarget.clip(&clip))[20][0] - Rig::new(&to).positions(&to.bind_pose())[0];
        assert!(travel.z > 0.9, "{travel}");
    }
}

/// Joints that carry the vertices of legs, and joints of a control rig without vertices that have better names.
#[test]
fn joints_that_carry_vertices() {
    let source = Build::plain().skeleton();
    let legs = ["thigh_l", "calf_l", "foot_l", "ball_l", "thigh_r", "calf_r", "foot_r", "ball_r"];
    let mut to = unreal().skeleton();
    let count = to.len();
    let rest: Vec<Vec3> = Rig::new(&to).positions(&to.bind_pose());
    let mut vertices = Vec::new();
    for joint in 0..count {
        let name = to.joints()[joint].name.clone();
        if !legs.contains(&name.as_str()) {
            vertices.push(vertex(joint, rest[joint]));
            continue;
        }
        let above = to.joints()[joint].parent.unwrap_or(0);
        let parent = to.find(&format!("{}D", to.joints()[above].name)).unwrap_or(0);
        to = with_joint(&to, &format!("{name}D"), parent, rest[joint] - rest[above]);
        vertices.push(vertex(to.len() - 1, rest[joint].with_y(0.0)));
    }
    let mut joints = to.joints().to_vec();
    for name in ["hips", "torso", "neck", "head"] {
        let bind_local = Transform::from_translation(Vec3::Y * 1.2);
        joints.insert(0, Joint { name: name.into(), parent: None, bind_local });
    }
    for joint in &mut joints[4..] {
        joint.parent = joint.parent.map(|parent| parent + 4);
    }
    let to = Skeleton::new(joints).unwrap();
    for vertex in &mut vertices {
        vertex.joints[0] += 4;
    }
    let skin = Skin::bound(&to);
    let rig = Rig { meshes: vec![(&vertices, &skin)], ..Rig::new(&to) };
    let retarget = Retarget::new(Rig::new(&source), rig);
    assert_eq!(retarget.counterparts()[..4], [None; 4]);
    assert!(retarget.limbs_at_rest().is_empty());
    for pose in poses(&to, &retarget.clip(&dance(&source, &turns()))) {
        for name in legs {
            let [joint, carrier] = [name.to_owned(), format!("{name}D")].map(|name| to.find(&name).unwrap());
            assert!(pose[joint].distance(pose[carrier]) < 1e-3, "{name}: {} {}", pose[joint], pose[carrier]);
        }
    }

    // A source without arms.
    let mut armless = source.clone();
    for part in ["Hand", "ForeArm", "Arm", "Shoulder"] {
        armless = without(&armless, part);
    }
    let to = unreal().skeleton();
    let skin = Skin::bound(&to);
    let vertices: Vec<SkinnedVertex> = (0..to.len()).map(|joint| vertex(joint, Vec3::Y)).collect();
    let rig = Rig { meshes: vec![(&vertices, &skin)], ..Rig::new(&to) };
    let arms = ["upperarm_l", "lowerarm_l", "hand_l", "upperarm_r", "lowerarm_r", "hand_r"];
    let at_rest = Retarget::new(Rig::new(&armless), rig).limbs_at_rest();
    assert_eq!(at_rest, arms.map(|name| to.find(name).unwrap()));
}
