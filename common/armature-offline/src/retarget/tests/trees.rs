//! Clips on figures whose files have another tree than a body, and what touches the ground.

use super::*;

/// Returns the same figure in the same pose, with some joints as children of others, by name; above all a `Root` on the
/// ground.
fn with_parents(skeleton: &Skeleton, root: &str, parents: &[(&str, &str)]) -> Skeleton {
    let world = skeleton.model_from_joint(&skeleton.bind_pose());
    let old = skeleton.joints();
    let parent_of = |joint: usize| -> Option<usize> {
        let wanted = parents.iter().find(|(name, _)| *name == old[joint].name);
        match wanted {
            Some((_, parent)) => skeleton.find(parent),
            None => old[joint].parent,
        }
    };
    // Children of the root first, as programs that write them do.
    let depth = |joint: usize| std::iter::successors(Some(joint), |joint| parent_of(*joint)).count();
    let mut order: Vec<usize> = (0..old.len()).collect();
    order.sort_by_key(|joint| depth(*joint));
    let mut joints = vec![Joint { name: root.into(), parent: None, bind_local: Transform::IDENTITY }];
    for joint in &order {
        let parent = parent_of(*joint);
        let above = parent.map_or(Affine3A::IDENTITY, |parent| world[parent]);
        let bind_local = Transform::from_matrix(&(above.inverse() * world[*joint]));
        let parent = parent.map_or(0, |parent| 1 + order.iter().position(|it| *it == parent).unwrap());
        joints.push(Joint { name: old[*joint].name.clone(), parent: Some(parent), bind_local });
    }
    Skeleton::new(joints).unwrap()
}

/// Bones of a body, whatever a file says; `*` is either side.
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

/// The largest change of a bone's length in a clip, as a part of the figure's height.
fn worst_stretch(skeleton: &Skeleton, clip: &Clip) -> f32 {
    let rest = &poses(skeleton, &Clip::of_tracks("", vec![]))[0];
    let find = |name: &str, side: &str| skeleton.find(&name.replace('*', side)).unwrap();
    let height = rest[find("head", "")].y;
    let mut worst = 0.0f32;
    for pose in poses(skeleton, clip) {
        for ((a, b), side) in BONES.into_iter().flat_map(|bone| [(bone, "l"), (bone, "r")]) {
            let [a, b] = [a, b].map(|name| find(name, side));
            let now = pose[a].distance(pose[b]);
            let then = rest[a].distance(rest[b]);
            worst = worst.max((now - then).abs() / height);
        }
    }
    worst
}

fn turns() -> Vec<Quat> {
    (0..32).map(|k| Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), (k as f32).sin())).collect()
}

/// Thighs beside the hips, feet outside the legs, arms outside the trunk, and all of that: it holds together. The root
/// has a counterpart or none.
#[test]
fn a_body_in_any_tree() {
    let source = Build::plain().skeleton();
    let to = Build { other_names: true, legs: 1.3, ..Build::plain() }.skeleton();
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
            let worst = worst_stretch(&to, &moved);
            assert!(worst < 1e-3, "{name} {parents:?}: {worst}");
            assert!(retarget.torn(&moved).is_empty(), "{name} {parents:?}");
            // The way is gone, too.
            let hips = to.find("pelvis").unwrap();
            let [a, b] = [0, 20].map(|at| poses(&to, &moved)[at][hips]);
            assert!(a.distance(b) > 0.9, "{a} {b}");
        }
    }
}

/// A source whose feet are outside its legs: those of the target stay on theirs.
#[test]
fn a_source_in_another_tree() {
    let from = with_parents(&Build::plain().skeleton(), "Root", &[("LeftFoot", ""), ("LeftUpLeg", "")]);
    let to = Build { other_names: true, ..Build::plain() }.skeleton();
    let moved = retarget(&from, &dance(&from, &turns()), &to);
    assert!(worst_stretch(&to, &moved) < 1e-3);
}

/// A skeleton without hips cannot be held together, and the note names it.
#[test]
fn what_comes_apart_is_named() {
    let source = Build::plain().skeleton();
    let joint = |name: &str, x: f32| Joint {
        name: name.into(),
        parent: None,
        bind_local: Transform::from_translation(Vec3::new(x, 1.0, 0.0)),
    };
    let legs = Skeleton::new(vec![joint("thigh_l", 0.02), joint("thigh_r", -0.02)]).unwrap();
    let retarget = Retarget::new(Rig::new(&source), Rig::new(&legs));
    assert_eq!(retarget.torn(&retarget.clip(&dance(&source, &turns()))), [1]);
}

/// One that follows a joint alone, where it is at rest.
fn vertex(joint: usize, position: Vec3) -> SkinnedVertex {
    let joints = [joint as u16, 0, 0, 0];
    let weights = [1.0, 0.0, 0.0, 0.0];
    SkinnedVertex { position, joints, weights, ..SkinnedVertex::default() }
}

/// Vertices may follow joints that no clip knows: a belly beside the hips goes with them, and a root over the ground.
#[test]
fn what_vertices_follow_comes_along() {
    let source = Build::plain().skeleton();
    let to = with_parents(&Build { other_names: true, ..Build::plain() }.skeleton(), "mount", &[]);
    let mut joints = to.joints().to_vec();
    let bind_local = Transform::from_translation(Vec3::new(0.0, 1.1, 0.2));
    joints.push(Joint { name: "belly".into(), parent: Some(0), bind_local });
    let to = Skeleton::new(joints).unwrap();
    let belly = to.len() - 1;
    let hips = to.find("pelvis").unwrap();
    let mut rig = Rig::new(&to);
    let (skin, vertices) = (Skin::bound(&to), [0, belly].map(|joint| vertex(joint, Vec3::Y)));
    rig.meshes = vec![(&vertices, &skin)];
    let moved = Retarget::new(Rig::new(&source), rig).clip(&dance(&source, &turns()));
    let poses = poses(&to, &moved);
    let rest = Vec3::new(0.0, 1.1, 0.2).distance(Vec3::Y);
    for pose in &poses {
        assert!((pose[belly].distance(pose[hips]) - rest).abs() < 1e-3, "{}", pose[belly]);
        assert!(pose[0].y.abs() < 1e-3, "{}", pose[0]);
    }
    let ways = [0, hips].map(|joint| poses[20][joint] - poses[0][joint]);
    assert!((ways[0] - ways[1]).length() < 0.35 && ways[0].z > 0.9, "{ways:?}");
}

/// Feet longer than the source's stay on the ground, neither in it nor above, and roll as far as they can.
#[test]
fn long_feet_stay_on_the_ground() {
    let source = Build::plain().skeleton();
    let to = Build { other_names: true, ..Build::plain() }.skeleton();
    let roll = vec![Quat::IDENTITY, Quat::from_rotation_x(0.8), Quat::from_rotation_x(-0.6), Quat::IDENTITY];
    let times = vec![0.0, 0.3, 0.6, 1.0];
    let tracks = ["LeftFoot", "RightFoot"].map(|name| {
        let rotation = RotationTrack::new(times.clone(), roll.clone()).ok();
        JointTracks { joint: source.find(name).unwrap(), rotation, ..JointTracks::default() }
    });
    let clip = Clip::of_tracks("roll", tracks.to_vec());
    let foot = to.find("foot_l").unwrap();
    let sole = [Vec3::new(0.1, 0.0, 0.6), Vec3::new(0.1, 0.0, 0.0)];
    let mut rig = Rig::new(&to);
    let (skin, vertices) = (Skin::bound(&to), sole.map(|point| vertex(foot, point)));
    rig.meshes = vec![(&vertices, &skin)];
    let moved = Retarget::new(Rig::new(&source), rig).clip(&clip);
    let rest = to.model_from_joint(&to.bind_pose())[foot].inverse();
    let bind = to.bind_pose();
    let mut pose = Pose::default();
    let mut turned = 0.0f32;
    for k in 0..=40 {
        moved.sample(k as f32 / 40.0, &bind, &mut Cursors::default(), &mut pose);
        let at = to.model_from_joint(&pose)[foot] * rest;
        let low = sole.map(|point| at.transform_point3(point).y).into_iter().fold(f32::MAX, f32::min);
        assert!(low.abs() < 0.03, "{k}: {low}");
        turned = turned.max(Transform::from_matrix(&at).rotation.angle_between(Quat::IDENTITY));
    }
    assert!(turned > 0.1, "{turned}");
}

/// Near the ankle vertices follow the shin in part. A sole of such vertices stays on the ground, too.
#[test]
fn soles_that_follow_the_shin_in_part() {
    let source = Build::plain().skeleton();
    let to = Build { other_names: true, ..Build::plain() }.skeleton();
    let swing = |angles: [f32; 3], name: &str| {
        let keys = angles.map(Quat::from_rotation_x).to_vec();
        let rotation = RotationTrack::new(vec![0.0, 0.5, 1.0], keys).ok();
        JointTracks { joint: source.find(name).unwrap(), rotation, ..JointTracks::default() }
    };
    let legs = ["Left", "Right"].map(|side| {
        let joint = |part: &str| format!("{side}{part}");
        [swing([-0.5, 0.0, 0.5], &joint("UpLeg")), swing([0.2, 0.1, 0.6], &joint("Leg"))]
    });
    let clip = Clip::of_tracks("walk", legs.concat());
    let foot = to.find("foot_l").unwrap();
    let shin = to.find("calf_l").unwrap();
    let sole = [Vec3::new(0.1, 0.0, 0.2), Vec3::new(0.1, 0.0, -0.1)];
    let vertices = sole.map(|position| {
        let joints = [foot as u16, shin as u16, 0, 0];
        let weights = [0.6, 0.4, 0.0, 0.0];
        SkinnedVertex { position, joints, weights, ..SkinnedVertex::default() }
    });
    let skin = Skin::bound(&to);
    let mut rig = Rig::new(&to);
    rig.meshes = vec![(&vertices, &skin)];
    let moved = Retarget::new(Rig::new(&source), rig).clip(&clip);
    let rest = to.model_from_joint(&to.bind_pose());
    let bind = to.bind_pose();
    let mut pose = Pose::default();
    let feet = ["LeftFoot", "RightFoot", "LeftToeBase", "RightToeBase"];
    let feet = feet.map(|name| source.find(name).unwrap());
    let mut theirs = Pose::default();
    for k in 0..=40 {
        clip.sample(k as f32 / 40.0, &source.bind_pose(), &mut Cursors::default(), &mut theirs);
        let [now, rest_pose] = [&theirs, &source.bind_pose()].map(|pose| source.model_from_joint(pose));
        let risen = feet.map(|foot| now[foot].translation.y - rest_pose[foot].translation.y);
        let want = risen.into_iter().fold(f32::MAX, f32::min).max(0.0);
        moved.sample(k as f32 / 40.0, &bind, &mut Cursors::default(), &mut pose);
        let now = to.model_from_joint(&pose);
        let at = |joint: usize, point: Vec3| (now[joint] * rest[joint].inverse()).transform_point3(point);
        let low = sole.map(|point| 0.6 * at(foot, point).y + 0.4 * at(shin, point).y);
        let low = low[0].min(low[1]);
        assert!((low - want).abs() < 0.01, "{k}: {low}, not {want}");
    }
}

/// The skeleton without some of its leaves.
fn without(skeleton: &Skeleton, leaf: &str) -> Skeleton {
    let joints = skeleton.joints();
    let kept: Vec<usize> = (0..joints.len()).filter(|joint| !joints[*joint].name.contains(leaf)).collect();
    let new = |joint: &usize| {
        let parent = joints[*joint].parent.and_then(|parent| kept.iter().position(|it| *it == parent));
        Joint { parent, ..joints[*joint].clone() }
    };
    Skeleton::new(kept.iter().map(new).collect()).unwrap()
}

/// Toes that the clip does not move, and feet, too: they stand on the ground all the same.
#[test]
fn feet_that_no_clip_moves_are_on_the_ground() {
    let whole = Build::plain().skeleton();
    let to = Build { other_names: true, ..Build::plain() }.skeleton();
    let [foot, ball] = ["foot_l", "ball_l"].map(|name| to.find(name).unwrap());
    let sole = [(foot, Vec3::new(0.1, 0.0, -0.1)), (ball, Vec3::new(0.1, 0.0, 0.2))];
    let skin = Skin::bound(&to);
    let mut rig = Rig::new(&to);
    let vertices = sole.map(|(joint, position)| vertex(joint, position));
    rig.meshes = vec![(&vertices, &skin)];
    let toeless = without(&whole, "ToeBase");
    for from in [&toeless, &without(&toeless, "Foot")] {
        let bow = RotationTrack::new(vec![0.0, 1.0], vec![Quat::IDENTITY, Quat::from_rotation_x(0.3)]).ok();
        let spine = from.find("Spine").unwrap();
        let tracks = vec![JointTracks { joint: spine, rotation: bow, ..JointTracks::default() }];
        let moved = Retarget::new(Rig::new(from), rig.clone()).clip(&Clip::of_tracks("bow", tracks));
        for pose in poses(&to, &moved) {
            assert!((pose[ball].y - 0.02).abs() < 1e-3, "{}", pose[ball]);
        }
    }
}

/// A torso that is the root, with the hips below it, on either side: what has no counterpart rests on its parent.
#[test]
fn a_torso_that_is_the_root() {
    let spine = |names: [&'static str; 2]| [(names[0], ""), (names[1], names[0])];
    let plain = Build::plain().skeleton();
    let torso = with_parents(&plain, "Root", &spine(["Spine", "Hips"]));
    let to = Build { other_names: true, ..Build::plain() }.skeleton();
    let torso_to = with_parents(&to, "Root", &spine(["spine_01", "pelvis"]));
    for (from, to) in [(&torso, &to), (&plain, &torso_to), (&torso, &torso_to)] {
        let mut joints = to.joints().to_vec();
        let hand = to.find("hand_l").unwrap();
        let bind_local = Transform::from_translation(Vec3::X * 0.1);
        joints.push(Joint { name: "tip".into(), parent: Some(hand), bind_local });
        let to = Skeleton::new(joints).unwrap();
        let skin = Skin::bound(&to);
        let vertices = [vertex(to.len() - 1, Vec3::X)];
        let mut rig = Rig::new(&to);
        rig.meshes = vec![(&vertices, &skin)];
        let moved = Retarget::new(Rig::new(from), rig).clip(&dance(from, &turns()));
        assert!(worst_stretch(&to, &moved) < 1e-3);
        for pose in poses(&to, &moved) {
            assert!((pose[to.len() - 1].distance(pose[hand]) - 0.1).abs() < 1e-3);
        }
    }
}

/// Motion capture: the hips rest at the origin, and their keys are heights over the world's ground. A figure that rests
/// in the air stays as high over its own.
#[test]
fn keys_that_are_heights() {
    let plain = Build::plain().skeleton();
    let clip = dance(&plain, &turns());
    let to = Build { other_names: true, legs: 1.3, ..Build::plain() }.skeleton();
    let want = poses(&to, &retarget(&plain, &clip, &to));
    let mut joints = plain.joints().to_vec();
    joints[0].bind_local.translation = Vec3::ZERO;
    let sunk = Skeleton::new(joints).unwrap();
    for (from, clip, what) in [(&sunk, &clip, "absolute"), (&sunk, &dance_around(&sunk, &plain), "at rest")] {
        let got = poses(&to, &retarget(from, clip, &to));
        for (got, want) in got.iter().flatten().zip(want.iter().flatten()) {
            assert!(got.distance(*want) < 0.02, "{what}: {got} {want}");
        }
    }
}

/// The dance of one skeleton on another that rests lower.
fn dance_around(lower: &Skeleton, plain: &Skeleton) -> Clip {
    let mut clip = dance(plain, &turns());
    let step = lower.joints()[0].bind_local.translation - plain.joints()[0].bind_local.translation;
    let track = clip.tracks[0].translation.as_ref().unwrap();
    let values = track.values().iter().map(|at| *at + step).collect();
    clip.tracks[0].translation = Track::new(track.times().to_vec(), values).ok();
    clip
}
