use super::report::some_of;
use super::*;
use crate::figures::{self, MIXAMO, UNREAL};
use armature::animation::{Cursors, Track};
use armature::math::Transform;
use armature::mesh::{Mesh, SkinnedVertex};
use armature::model::{ModelInstance, MorphSet, Part};
use armature::skeleton::Pose;
use armature::skin::Skin;
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

fn merge(model: &mut Model, other: &Model) -> MergeReport {
    merge_clips(model, other, &MergeOptions::default()).unwrap()
}

#[test]
fn joints_are_matched_by_names_without_prefixes() {
    let mut mesh = model("mesh", &["mixamorig2_Hips", "Spine", "Head"]);
    let mut motion = with_clip(model("walk", &["rig:hips", "Spine", "Tail"]), "mixamo.com");
    motion.clips[0].file_keys = vec![JointKeys::linear(2, [0.0]), JointKeys::linear(1, [0.0, 0.5])];
    let report = merge(&mut mesh, &motion);
    assert_eq!(report.clips, ["walk"], "named after its file");
    assert!(!report.is_whole(), "but for the tail: {report}");
    assert_eq!(mesh.clips[0].tracks.iter().map(|t| t.joint).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(mesh.clips[0].file_keys, [JointKeys::linear(1, [0.0, 0.5])]);
    let missing = "Without counterpart, so their motion is left out: Tail";
    let added = "1 clip added (walk): 2 of 3 joints that move are in the figure too, by name";
    assert_eq!(report.to_string(), format!("{added}. {missing}"));
    let again = merge(&mut mesh, &motion);
    assert_eq!(again.clips, ["walk (2)"]);
    assert_eq!(["walk", "walk (2)", "mixamo.com"].map(|name| mesh.clip_index(name)), [Some(0), Some(1), Some(0)]);
    let long = ["ä".repeat(60), "ä".repeat(61)];
    assert_eq!(some_of(&long), format!("{0}, {0}…", long[0]));
}

/// Then the model is unchanged.
#[test]
fn what_cannot_be_merged_is_asked() {
    let person = ["hips", "spine", "thigh_l", "thigh_r"];
    let open = "which joint is which is not clear; the clips' figure has no left thigh, right thigh, left shin";
    for (own, joints, says) in [
        (&["a", "b"][..], &["c", "d"][..], "no joint that moves there is found in the figure"),
        (&person, &["a", "hips", "b", "c", "d"], open),
    ] {
        let mut mesh = model("mesh", own);
        let error = merge_clips(&mut mesh, &with_clip(model("walk", joints), "x"), &MergeOptions::default());
        let text = error.unwrap_err().to_string();
        assert!(text.starts_with(says) && mesh.clips.is_empty() && mesh.clip_aliases.is_empty(), "{text}");
    }
    // With a pair, nothing is asked.
    let options = MergeOptions { pairs: &[("a", "spine")], ..MergeOptions::default() };
    let mut mesh = model("mesh", &person);
    let report = merge_clips(&mut mesh, &with_clip(model("walk", &["a", "hips", "b"]), "x"), &options).unwrap();
    assert_eq!((report.matched, report.missing.len(), report.is_whole()), (2, 12, false), "{report}");
    assert!(report.to_string().contains("Parts of a body that do not move: left foot"), "{report}");
}

/// Body and clothes, each with a complete skeleton, or two figures in one file: all joints of a name move, whether the clips
/// are copied or retargeted.
#[test]
fn skeletons_with_the_same_names() {
    let names = ["body", "hips", "head", "clothes", "hips", "head"];
    for apart in [0.0, 2.0] {
        let mut dressed = change_joints(model("dressed", &names), |joints| {
            joints[3].parent = None;
            joints[3].bind_local.translation.x = apart;
        });
        dressed.is_joint = [false, true, true, false, true, true].to_vec();
        for longer in [1.0, 1.5] {
            let nod = with_clip(model("nod", &["body", "hips", "head"]), "nod");
            let mut nod = change_joints(nod, |joints| joints[2].bind_local.translation *= longer);
            nod.clips[0].tracks.remove(0);
            let mut both = dressed.clone();
            assert_eq!(merge(&mut both, &nod).is_retargeted, longer > 1.0);
            let mut instance = ModelInstance::new(&both);
            instance.sample(&both, &both.clips[0], 0.7);
            let at: Vec<Vec3> = instance.model_from_joint().iter().map(|joint| joint.translation.into()).collect();
            for joint in [1, 2] {
                assert!((at[joint] + apart * Vec3::X).distance(at[joint + 3]) < 1e-3, "{apart} {longer}: {at:?}");
            }
            assert!(at[2].distance(Vec3::new(0.0, 3.0, 0.0)) > 0.1, "it moves");
        }
    }
}

/// With a joint more, longer bones, and other axes.
#[test]
fn clips_of_another_figure_are_retargeted() {
    let mut mesh = model("mesh", &["a", "extra", "b"]);
    let report = merge(&mut mesh, &with_clip(model("walk", &["a", "b"]), "x"));
    let moved = "1 clip retargeted (walk): 2 of 2 joints that move have a counterpart in the figure";
    assert_eq!(report.to_string(), format!("{moved}. Steps are 2.00 times as long"));
    let mut mesh = change_joints(model("m", &["a", "b", "c"]), |joints| {
        joints[1].bind_local.translation = Vec3::X * 2.0;
        joints[2].bind_local.rotation = Quat::from_rotation_z(1.0);
    });
    let report = merge(&mut mesh, &with_clip(model("walk", &["a", "b"]), "x"));
    assert_eq!((report.clips.len(), report.at_rest), (1, vec!["c".to_owned()]));
    let [root, child] = &mesh.clips[0].tracks[..] else { panic!("two joints move") };
    assert!(root.translation.is_some() && child.translation.is_none());
    for (size, is_usual) in [(0.2, false), (0.5, true), (4.0, false)] {
        let mut figure = model("m", &["a", "extra", "b"]);
        figure.world_from_model = Affine3A::from_scale(Vec3::splat(0.5 * size));
        let report = merge(&mut figure, &with_clip(model("walk", &["a", "b"]), "x"));
        let unusual = "times as long, which is unusual (is each file in the unit that it says?)";
        assert_eq!([report.is_whole(), !report.to_string().contains(unusual)], [is_usual; 2], "{report}");
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

/// Makes a body without a mesh, with the names of one of two tools; `legs` is a factor of the length of its legs.
fn body(names: figures::Names, legs: f32) -> Model {
    let (joints, _) = figures::body(names, |row, mut position| {
        position.z *= if row < figures::SIDED { 0.0 } else { 1.0 }; // the trunk is exactly upright
        let above_ankle = if position.y > 0.9 { 0.85 } else { (position.y - 0.1).max(0.0) };
        position + (legs - 1.0) * above_ankle * Vec3::Y
    });
    let skeleton = Skeleton::new(joints).unwrap();
    Model { name: "body".into(), is_joint: vec![true; skeleton.len()], skeleton, ..Model::default() }
}

/// Adds a clip of a step, in which the arms hang and the head bows.
fn with_step(mut model: Model) -> Model {
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

/// Merges the clips of `from` into `to`, and returns the report and the positions of all joints at nine times of the clip.
fn merge_and_sample(to: &Model, from: &Model, rest: Option<&Model>) -> (MergeReport, Vec<Vec<Vec3>>) {
    let mut model = to.clone();
    let report = merge_clips(&mut model, from, &MergeOptions { rest, ..MergeOptions::default() }).unwrap();
    let clip = model.clips.last().unwrap();
    let mut pose = Pose::default();
    let mut poses = Vec::new();
    for k in 0..=8 {
        let time = clip.start + clip.duration() * k as f32 / 8.0;
        clip.sample(time, &model.skeleton.bind_pose(), &mut Cursors::default(), &mut pose);
        let models = model.skeleton.model_from_joint(&pose);
        poses.push(models.iter().map(|matrix| matrix.translation.into()).collect());
    }
    (report, poses)
}

/// Returns the largest distance between joints, wherever the first stands at the start.
fn largest_distance(a: &[Vec<Vec3>], b: &[Vec<Vec3>]) -> f32 {
    let step = b[0][0] - a[0][0];
    let pairs = a.iter().flatten().zip(b.iter().flatten());
    pairs.map(|(a, b)| (*a + step).distance(*b)).fold(0.0, f32::max)
}

/// A file that rests in a step, with the T pose of another file, of its skin, and of a figure with the same joints.
#[test]
fn clips_that_do_not_rest_in_a_t_pose() {
    let upright = with_step(body(MIXAMO, 1.0));
    let figure = body(UNREAL, 1.3);
    let step = rest_in_clip(&upright, 1.0);
    let (report, want) = merge_and_sample(&figure, &upright, None);
    assert!(report.is_retargeted && report.is_whole(), "{report}");

    let (report, _) = merge_and_sample(&figure, &step, None);
    let unknown = "The clips' file does not rest in a T or A pose: trunk, head and feet may be off";
    assert!(!report.is_whole() && report.to_string().contains(unknown), "{report}");
    let (report, got) = merge_and_sample(&figure, &step, Some(&body(MIXAMO, 1.0)));
    assert!(report.is_whole() && largest_distance(&want, &got) < 1e-3, "{report}");
    let (report, _) = merge_and_sample(&figure, &step, Some(&body(UNREAL, 1.0)));
    assert!(!report.clips_stand, "{report}");
    let skinned = Model { skins: vec![Skin::bound(&upright.skeleton)], ..step.clone() };
    let (report, got) = merge_and_sample(&figure, &skinned, None);
    assert!(report.is_whole() && largest_distance(&want, &got) < 1e-3, "{report}");
    let same = body(MIXAMO, 1.3);
    let (report, got) = merge_and_sample(&same, &step, None);
    assert!(report.is_whole() && report.is_retargeted, "{report}");
    assert!(largest_distance(&merge_and_sample(&same, &upright, None).1, &got) < 1e-3);

    let mut identities = skinned;
    for binding in &mut identities.skins[0].bindings {
        binding.joint_from_bind = Affine3A::IDENTITY;
    }
    assert!(!Rig::from_model(&identities).stands());
}

/// Its skin was bound elsewhere, in other axes and another unit. Without a skin, and lying on its back, it is told.
#[test]
fn a_figure_that_does_not_rest_in_a_t_pose() {
    let walk = with_step(body(MIXAMO, 1.0));
    let upright = with_step(body(UNREAL, 1.3));
    let mut figure = Model { clips: Vec::new(), ..rest_in_clip(&with_step(body(MIXAMO, 1.3)), 1.0) };
    let (report, _) = merge_and_sample(&figure, &with_step(body(UNREAL, 1.0)), None);
    let unknown = "The figure does not rest in a T or A pose: trunk, head and feet may be off";
    assert!(!report.is_whole() && report.to_string().contains(unknown), "{report}");
    figure.skins = vec![Skin::bound(&body(MIXAMO, 1.3).skeleton)];
    let mesh = Affine3A::from_scale_rotation_translation(
        Vec3::splat(100.0),
        Quat::from_rotation_x(std::f32::consts::FRAC_PI_2),
        Vec3::new(0.3, 2.0, 0.0),
    );
    for binding in &mut figure.skins[0].bindings {
        binding.joint_from_bind *= mesh;
    }
    let (report, got) = merge_and_sample(&figure, &with_step(body(UNREAL, 1.0)), None);
    assert!(report.is_whole(), "{report}");
    let (_, want) = merge_and_sample(&body(MIXAMO, 1.3), &with_step(body(UNREAL, 1.0)), None);
    assert!(largest_distance(&want, &got) < 1e-3, "{}", largest_distance(&want, &got));

    let lying = Affine3A::from_rotation_x(1.57);
    let (report, _) = merge_and_sample(&Model { world_from_model: lying, clips: Vec::new(), ..upright }, &walk, None);
    assert!(!report.figure_stands, "{report}");
}

/// The joints are in centimetres, and a key scales their root instead of its rest.
#[test]
fn a_scale_that_is_keyed() {
    let walk = with_step(body(MIXAMO, 1.0));
    let figure = body(UNREAL, 1.3);
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
    let (report, got) = merge_and_sample(&figure, &scaled, None);
    assert!(largest_distance(&want, &got) < 1e-3, "{report}");
}

/// A curve that never leaves its file's rest pose is in no track, but counts where the figure rests otherwise. A file
/// without a rest of its own has absolute keys: what it does not move rests as the figure does.
#[test]
fn what_a_file_rests_in_and_what_it_leaves_out() {
    let walk = with_step(body(MIXAMO, 1.0));
    let want = merge_and_sample(&walk, &walk, None).1;
    let mut still = walk.clone();
    still.clips[0].tracks.retain(|tracks| !walk.skeleton.joints()[tracks.joint].name.contains("ForeArm"));
    let posed = change_joints(walk.clone(), |joints| {
        for joint in joints.iter_mut().filter(|joint| joint.name.contains("ForeArm")) {
            joint.bind_local.rotation = Quat::from_rotation_y(1.0);
        }
    });
    let (report, got) = merge_and_sample(&posed, &still, None);
    assert!(!report.is_retargeted && largest_distance(&want, &got) < 1e-5, "{report}");

    let mut bare = change_joints(walk.clone(), |joints| {
        for joint in joints {
            joint.bind_local = Transform::IDENTITY;
        }
    });
    let is_arm = |joint: usize| walk.skeleton.joints()[joint].name.contains("Arm");
    bare.clips[0].tracks.retain(|tracks| is_arm(tracks.joint));
    let mut arms = walk.clone();
    arms.clips[0].tracks.retain(|tracks| is_arm(tracks.joint));
    let want = merge_and_sample(&walk, &arms, None).1;
    for has_places in [true, false] {
        for tracks in &mut bare.clips[0].tracks {
            let place = walk.skeleton.joints()[tracks.joint].bind_local.translation;
            tracks.translation = Some(Track::constant(if has_places { place } else { Vec3::ZERO }));
        }
        let (report, _) = merge_and_sample(&body(UNREAL, 1.3), &bare, None);
        assert!(report.is_retargeted && !report.clips_stand, "{report}");
        let (report, got) = merge_and_sample(&walk, &bare, None);
        assert!(!report.is_retargeted, "{report}");
        assert!(largest_distance(&want, &got) < 1e-5);
    }
}

/// The curves of a face need targets of the same names.
#[test]
fn faces_are_matched_by_names() {
    let walk = with_step(body(MIXAMO, 1.0));
    let face = |targets: &[&str]| {
        let targets: Vec<String> = targets.iter().map(|name| (*name).to_owned()).collect();
        let set = MorphSet { name: "face".into(), at_rest: vec![0.0; targets.len()], targets };
        Model { morph_sets: vec![set], ..walk.clone() }
    };
    let mut smiling = face(&["blink", "smile"]);
    smiling.clips[0].weights =
        [0, 1].map(|target| WeightTrack { set: 0, target, track: Track::constant(1.0) }).to_vec();
    let mut figure = face(&["smile"]);
    let report = merge(&mut figure, &smiling);
    assert_eq!(figure.clips.last().unwrap().weights.iter().map(|it| it.target).collect::<Vec<_>>(), [0]);
    let lost = "1 curve of a face without a morph target of the same name in the figure: left out";
    assert!(report.lost_weights == 1 && !report.is_whole() && report.to_string().contains(lost), "{report}");
}

/// With pairs of meaningless names, the motion is that with names, retargeted or copied. Without pairs, joints are
/// matched by the tree.
#[test]
fn pairs_replace_names() {
    let walk = with_step(body(MIXAMO, 1.0));
    for (figure, is_retargeted) in [(with_mesh(body(UNREAL, 1.3)), true), (body(UNREAL, 1.0), false)] {
        let nameless = change_joints(figure.clone(), |joints| {
            for (index, joint) in joints.iter_mut().enumerate() {
                joint.name = format!("bone {index}");
            }
        });
        let names: Vec<String> = nameless.skeleton.joints().iter().map(|joint| joint.name.clone()).collect();
        let walk_names = walk.skeleton.joints().iter().map(|joint| joint.name.as_str());
        let pairs: Vec<(&str, &str)> = walk_names.zip(names.iter().map(String::as_str)).collect();
        let (report, clip) = merge_pairs(&nameless, &walk, &pairs).unwrap();
        assert!(report.is_whole() && report.is_retargeted == is_retargeted, "{report}");
        let [source, target] = [&walk, &nameless].map(Rig::from_model);
        let retargeted = Retarget::with_pairs(source, target, &pairs).unwrap().clip(&walk.clips[0]);
        if is_retargeted {
            assert_eq!(clip.tracks, merge_pairs(&figure, &walk, &[]).unwrap().1.tracks);
            assert_eq!(clip.tracks, retargeted.tracks);
        } else {
            assert_eq!(clip.tracks, walk.clips[0].tracks);
        }
        let (report, _) = merge_pairs(&nameless, &walk, &[]).unwrap();
        let by_tree = "Found by the tree, since names say nothing: left leg, right leg, left arm, right arm";
        assert!(report.is_retargeted && report.to_string().contains(by_tree), "{report}");

        for (pairs, error) in [
            (&[("tail", "bone 0")][..], "the clips' figure has no joint \"tail\""),
            (&[("Hips", "tail")], "the figure has no joint \"tail\""),
            (&[("Hips", "bone 0"), ("Spine", "bone 0")], "the figure's joint \"bone 0\" is in two pairs"),
        ] {
            assert_eq!(merge_pairs(&nameless, &walk, pairs).unwrap_err().to_string(), error);
        }
    }
}

fn merge_pairs(to: &Model, from: &Model, pairs: &[(&str, &str)]) -> Result<(MergeReport, Clip), MergeError> {
    let mut model = to.clone();
    let report = merge_clips(&mut model, from, &MergeOptions { pairs, ..MergeOptions::default() })?;
    Ok((report, model.clips.remove(0)))
}

/// Adds vertices that follow all joints.
fn with_mesh(mut model: Model) -> Model {
    model.skins = vec![Skin::bound(&model.skeleton)];
    let mut vertices = Vec::new();
    for joint in 0..model.skeleton.len() {
        let joints = [joint as u16, 0, 0, 0];
        vertices.push(SkinnedVertex { joints, weights: [1.0, 0.0, 0.0, 0.0], ..SkinnedVertex::default() });
    }
    let mesh = Mesh { vertices, indices: Vec::new() };
    let part = Part { name: "mesh".into(), mesh, colors: Vec::new(), skin: 0, material: None, morphs: None };
    model.parts = vec![part];
    model
}
