use super::*;
use armature::animation::{JointTracks, RotationTrack, Track};
use armature::math::Transform;
use armature::model::ModelInstance;
use armature::skeleton::Skeleton;
use glam::Affine3A;

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
    assert_eq!(mesh.clips[0].tracks.iter().map(|t| t.joint).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(mesh.clips[0].file_keys, [JointKeys::linear(1, [0.0, 0.5])]);
    let missing = "Without counterpart, so their motion is left out: Tail";
    let added = "1 clip added (walk): 2 of 3 joints that move are in the figure too, by name";
    assert_eq!(adopted.to_string(), format!("{added}. {missing}"));
}

#[test]
fn without_common_joints_no_clip_is_added() {
    let mut mesh = model("mesh", &["a", "b"]);
    let adopted = merge(&mut mesh, &with_clip(model("walk", &["c", "d"]), "walk"));
    assert_eq!((adopted.matched, adopted.unmatched.len()), (0, 2));
    assert!(adopted.clips.is_empty() && mesh.clips.is_empty() && !adopted.is_usable());
    let nothing = "no joint that moves there is found in the figure, by name or by what it is in a body";
    assert_eq!(adopted.to_string(), nothing);
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
    let several = "There are several figures with these joints: the one below knight moves";
    assert!(adopted.to_string().contains(several), "{adopted}");
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
    assert_eq!((adopted.matched, &*adopted.unmatched), (3, &["p1".to_owned(), "p2".to_owned()][..]));
    assert!(adopted.to_string().ends_with(". At rest in the figure: q1, q2"), "{adopted}");
    let mut mesh = model("mesh", &["hips", "spine", "arm_l", "forearm_l", "q", "hand_l"]);
    let walk = with_clip(model("walk", &["pelvis", "chest", "LeftArm", "LeftForeArm", "p", "LeftHand"]), "walk");
    let adopted = merge(&mut mesh, &walk);
    assert_eq!((adopted.matched, adopted.unmatched.len(), adopted.at_rest.len()), (6, 0, 0));
}

#[test]
fn progress_rises() {
    let fractions = std::cell::RefCell::new(Vec::new());
    let options = MergeOptions { progress: Some(&|done| fractions.borrow_mut().push(done)), ..MergeOptions::default() };
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
    let moved = "1 clip retargeted (walk): 2 of 2 joints that move have a counterpart in the figure";
    assert_eq!(adopted.to_string(), format!("{moved}. Steps are 2.00 times as long"));
    assert!(adopted.at_rest.is_empty());
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
        let has_message = adopted.to_string().contains("These are hardly the same kind of body");
        assert_eq!([adopted.retargeted, adopted.unlike, has_message], [true, is_unlike, is_unlike], "{adopted}");
        assert_eq!([adopted.is_whole(), adopted.is_usable()], [!is_unlike; 2], "{adopted}");
    }
    let mut flat = change_joints(model("f", &["hips", "foot_l"]), |joints| joints[1].bind_local = Transform::IDENTITY);
    let adopted = merge(&mut flat, &with_clip(model("g", &["a", "hips", "LeftFoot"]), "x"));
    assert!(adopted.retargeted && !adopted.to_string().contains("times as long"), "{adopted}");
}

#[test]
fn long_names_are_shortened() {
    let names = ["ä".repeat(60), "ä".repeat(61)];
    assert_eq!(crate::merge::adopted::some_of(&names), format!("{0}, {0}…", names[0]));
}

/// The mesh has other axes and units than the skeleton, which rests in the middle of a step.
#[test]
fn the_pose_in_which_a_mesh_was_bound() {
    let mut figure = model("f", &["hips", "thigh_l", "thigh_r", "arm_l", "arm_r"]);
    let positions = [[0.0, 1.0], [0.1, 0.9], [-0.1, 0.9], [0.2, 1.4], [-0.2, 1.4]].map(|[x, y]| Vec3::new(x, y, 0.0));
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
