//! A figure of one's own in the knight's place: found by what its joints are, and moved as he is.

use armature::{
    math::Transform,
    model::{Model, ModelInstance},
    skeleton::{Joint, Skeleton},
    skin::Binding,
};
use armature_formats::collada::{self, WriteOptions};
use common::graphics::testing::headless_or_skip;
use common::ui::Level;
use glam::{Quat, Vec3};
use lesson_11::stands;
use lesson_12::character::file::CharacterFile;
use lesson_12::character::own::{CharacterOptions, Lead};
use lesson_12::character::skin::StudentSkin;
use std::fs;
use tempfile::TempDir;

/// The knight's joints as Mixamo, DAZ and VRM name theirs; `*` is a side: Left, l, L.
const NAMES: [[&str; 4]; 15] = [
    ["hips", "mixamorig:Hips", "hip", "J_Bip_C_Hips"],
    ["spine", "mixamorig:Spine", "abdomenLower", "J_Bip_C_Spine"],
    ["chest", "mixamorig:Spine1", "chestLower", "J_Bip_C_Chest"],
    ["neck", "mixamorig:Neck", "neckLower", "J_Bip_C_Neck"],
    ["head", "mixamorig:Head", "head", "J_Bip_C_Head"],
    ["shoulder_*", "mixamorig:*Shoulder", "*Collar", "J_Bip_*_Shoulder"],
    ["upper_arm_*", "mixamorig:*Arm", "*ShldrBend", "J_Bip_*_UpperArm"],
    ["forearm_*", "mixamorig:*ForeArm", "*ForearmBend", "J_Bip_*_LowerArm"],
    ["hand_*", "mixamorig:*Hand", "*Hand", "J_Bip_*_Hand"],
    ["fingers_*", "mixamorig:*HandMiddle1", "*Mid1", "J_Bip_*_Middle1"],
    ["fingertips_*", "mixamorig:*HandMiddle2", "*Mid2", "J_Bip_*_Middle2"],
    ["thigh_*", "mixamorig:*UpLeg", "*ThighBend", "J_Bip_*_UpperLeg"],
    ["shin_*", "mixamorig:*Leg", "*Shin", "J_Bip_*_LowerLeg"],
    ["foot_*", "mixamorig:*Foot", "*Foot", "J_Bip_*_Foot"],
    ["toes_*", "mixamorig:*ToeBase", "*Toe", "J_Bip_*_ToeBase"],
];

fn knight() -> Model {
    collada::load(common::assets().join("knight.dae")).expect("the knight").model
}

/// The knight's joints under other names, in another pose and place, without his clips.
fn disguised(rename: &dyn Fn(&str) -> String, change: &dyn Fn(&mut Joint)) -> Model {
    let mut figure = knight();
    figure.clips.clear();
    let mut joints = figure.skeleton.joints().to_vec();
    for joint in &mut joints {
        change(joint);
        joint.name = rename(&joint.name);
    }
    figure.skeleton = Skeleton::new(joints).expect("a skeleton");
    figure
}

/// Binds a figure's skins in the pose in which it rests.
fn bind_as_it_rests(figure: &mut Model) {
    let inverse_binds = figure.skeleton.inverse_binds();
    for binding in figure.skins.iter_mut().flat_map(|skin| &mut skin.bindings) {
        binding.joint_from_bind = binding.joint.map_or(binding.joint_from_bind, |joint| inverse_binds[joint]);
    }
}

/// Returns a function from the knight's names to those of another tool.
fn renamed(tool: usize) -> impl Fn(&str) -> String {
    let sides = [["_l", "_r"], ["Left", "Right"], ["l", "r"], ["L", "R"]];
    move |name| {
        let found = NAMES.iter().find_map(|row| {
            let side = (0..2).find(|side| row[0].replace("_*", sides[0][*side]) == name)?;
            Some(row[tool].replace('*', sides[tool][side]))
        });
        found.unwrap_or_else(|| format!("x {}", name.len()))
    }
}

/// Returns the knight's name of the joint on the other side.
fn exchanged(name: &str) -> String {
    match (name.strip_suffix("_l"), name.strip_suffix("_r")) {
        (Some(part), _) => format!("{part}_r"),
        (_, Some(part)) => format!("{part}_l"),
        _ => name.to_owned(),
    }
}

/// Returns the lead that is played from a file in `folder`.
fn played(folder: &TempDir, figure: &Model, map: Option<&str>) -> anyhow::Result<Lead> {
    let path = folder.path().join("me.dae");
    fs::write(&path, collada::write(figure, &WriteOptions::default()).expect("it can be written").text)?;
    let map = map.map(|text| {
        let path = folder.path().join("me.map");
        fs::write(&path, text).map(|()| path)
    });
    CharacterOptions { character: Some(path), map: map.transpose()?, saves: None }.load()
}

fn text(lead: &Lead) -> String {
    lead.messages.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Returns whether all messages are notes: plume, cape and tabard have no counterpart, and rest.
fn has_no_warning(lead: &Lead) -> bool {
    lead.messages.iter().all(|message| message.level == Level::Note)
}

/// Returns the largest distance between the figure's joints and the knight's in the world, in all clips, and the joint.
fn farthest(lead: &Lead) -> (f32, String) {
    let his = knight();
    let own = &lead.file.model;
    let mut there = ModelInstance::new(&his);
    let mut here = ModelInstance::new(own);
    let mut worst = (0.0, String::new());
    for clip in &his.clips {
        let ours = own.clip(&clip.name).expect("his clip");
        for moment in 0..8 {
            let time = clip.duration() * moment as f32 / 8.0;
            there.sample(&his, clip, clip.start + time);
            here.sample(own, ours, ours.start + time);
            for (joint, of) in own.skeleton.joints().iter().enumerate() {
                let Some(twin) = his.skeleton.find(&of.name) else { continue };
                let a = his.world_from_model.transform_point3(there.model_from_joint()[twin].translation.into());
                let b = own.world_from_model.transform_point3(here.model_from_joint()[joint].translation.into());
                if a.distance(b) > worst.0 {
                    worst = (a.distance(b), format!("{} in {} at {time}", of.name, clip.name));
                }
            }
        }
    }
    worst
}

/// The knight renamed as by three tools, twice as large, turned aside, with his arms spread, moves as the knight does.
#[test]
fn who_is_who() {
    let folder = tempfile::tempdir().expect("a folder");
    for tool in 1..4 {
        for is_spread in [false, true] {
            let figure = disguised(&renamed(tool), &|joint| match joint.name.as_str() {
                "Knight" => {
                    joint.bind_local.rotation = Quat::from_rotation_z(1.57) * joint.bind_local.rotation;
                    joint.bind_local.translation += Vec3::new(3.0, 1.0, 0.5);
                    joint.bind_local.scale *= 2.0;
                }
                name @ ("upper_arm_l" | "upper_arm_r") if is_spread => {
                    let up = if name.ends_with('l') { 0.4 } else { -0.4 };
                    joint.bind_local.rotation *= Quat::from_rotation_z(up);
                }
                _ => {}
            });
            let lead = played(&folder, &figure, None).expect("it plays");
            assert!(has_no_warning(&lead), "{:?}", lead.messages);
            let skeleton = &lead.file.model.skeleton;
            for row in NAMES {
                for name in ["_l", "_r"].map(|side| row[0].replace("_*", side)) {
                    assert!(skeleton.find(&name).is_some(), "{tool}: {name}");
                }
            }
            // As lesson 11's functions bind it, too.
            let bounds = stands::bounds(&lead.file.skins().expect("a skin")).unwrap();
            assert!(bounds.min.y.abs() < 0.01 && (bounds.max.y - 1.825).abs() < 0.01, "{tool}: {bounds:?}");
            let (worst, place) = farthest(&lead);
            assert!(worst < 0.03, "{tool}, {is_spread}: {worst} m, {place}");
            for (name, size) in &lead.sizes {
                assert!((size - 1.0).abs() < 0.02, "{tool}: {name} is {size} times as large");
            }
        }
    }
}

/// A head that is half as high again, on a figure that is as tall: the head is hit in a larger sphere, the legs in smaller
/// ones.
#[test]
fn as_large_as_its_body() {
    let folder = tempfile::tempdir().expect("a folder");
    let figure = disguised(&renamed(1), &|joint| {
        if joint.name == "head" {
            joint.bind_local.scale *= 1.5;
        }
    });
    let sizes = played(&folder, &figure, None).expect("it plays").sizes;
    assert!(sizes["head"] > 1.2 && sizes["thigh_l"] < 0.97, "{sizes:?}");
}

/// A figure that lacks a joint gets a message, and the knight plays. A map names the joints that nothing else does; a
/// wrong map ends the program, as an unreadable file does.
#[test]
fn what_cannot_be_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let creature =
        CharacterOptions { character: Some(common::assets().join("creature.dae")), ..CharacterOptions::default() };
    let lead = creature.load().expect("the knight");
    assert!(
        text(&lead).contains("creature.dae has no joint that is found to be the knight's hips, "),
        "{}",
        text(&lead)
    );
    assert!(text(&lead).ends_with("add `--map joints.map`. So the knight plays"), "{}", text(&lead));
    assert_eq!(lead.file.model.name, "knight");
    let mut bare = disguised(&renamed(1), &|_| ());
    bare.parts.clear();
    bare.skins.clear();
    let mut on_all_fours = disguised(&renamed(1), &|joint| {
        joint.bind_local.rotation *= Quat::from_rotation_x(if joint.name == "spine" { 1.7 } else { 0.0 });
    });
    bind_as_it_rests(&mut on_all_fours);
    let lying = disguised(&renamed(1), &|joint| {
        if joint.name == "Knight" {
            joint.bind_local.rotation = Quat::from_rotation_x(1.57) * joint.bind_local.rotation;
        }
    });
    let crosswise = disguised(&|name| renamed(1)(&exchanged(name)), &|_| ());
    for (figure, says) in [
        (bare, "me.dae has no mesh. So the knight plays"),
        (on_all_fours, "me.dae does not stand upright on two legs. So the knight plays"),
        (lying, "me.dae does not stand upright on two legs. So the knight plays"),
        (crosswise, "add `--map joints.map`. So the knight plays"),
    ] {
        let lead = played(&folder, &figure, None).expect("the knight");
        assert!(text(&lead).ends_with(says) && lead.file.model.name == "knight", "{says}: {}", text(&lead));
    }

    // Both hands are called by what they hold, and are no ends of chains.
    let nameless =
        disguised(&|name| if name.starts_with("hand") { format!("q{name}") } else { renamed(1)(name) }, &|_| ());
    let map = "qhand_l = hand_l\nqhand_r = hand_r\n";
    let lead = played(&folder, &nameless, Some(map)).expect("it plays");
    assert!(has_no_warning(&lead) && lead.file.model.name == "me", "{}", text(&lead));
    for (map, says) in [
        ("qhand_l hand_l", "me.map:1: \"qhand_l hand_l\" is no pair of joints"),
        ("qhand = hand_l", "me.map: the figure has no joint \"qhand\""),
    ] {
        let error = played(&folder, &nameless, Some(map)).err().expect("an error");
        assert!(format!("{error:#}").contains(says), "{error:#}");
    }

    fs::write(folder.path().join("broken.dae"), "<COLLADA><asset></COLLADA>").expect("it can be written");
    for (name, says) in [("nothing.glb", "nothing.glb"), ("broken.dae", "broken.dae:1:"), ("broken.dae", "asset")] {
        let options = CharacterOptions { character: Some(folder.path().join(name)), ..CharacterOptions::default() };
        let error = options.load().err().expect("an error");
        assert!(format!("{error:#}").contains(says), "{error:#}");
    }
}

/// A figure that kneels in its file, in which its skin was bound, too.
#[test]
fn a_pose_that_is_not_his() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut figure = disguised(&renamed(1), &|joint| {
        joint.bind_local.rotation *= Quat::from_rotation_x(if joint.name.starts_with("shin") { 1.3 } else { 0.0 });
    });
    bind_as_it_rests(&mut figure);
    let lead = played(&folder, &figure, None).expect("it plays");
    let unknown = "me.dae does not rest in a T or A pose, and no skin of it does: limbs may be off";
    assert!(text(&lead).contains(unknown) && lead.file.model.name == "me", "{}", text(&lead));
}

/// A hat on a joint that the knight has not is named: no clip of his moves it.
#[test]
fn what_rests_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut figure = disguised(&renamed(1), &|_| ());
    let head = figure.skeleton.find("mixamorig:Head").expect("the head");
    let mut joints = figure.skeleton.joints().to_vec();
    joints.push(Joint { name: "hat".into(), parent: Some(head), bind_local: Transform::from_translation(Vec3::Y) });
    figure.skeleton = Skeleton::new(joints).expect("a skeleton");
    figure.is_joint.push(true);
    let hat = figure.skeleton.len() - 1;
    let slot = figure.skins[0].bindings.len() as u16;
    let joint_from_bind = figure.skeleton.inverse_binds()[hat];
    figure.skins[0].bindings.push(Binding { joint: Some(hat), joint_from_bind });
    figure.parts[0].mesh.vertices[0].joints[0] = slot;
    let lead = played(&folder, &figure, None).expect("it plays");
    let [note] = &lead.messages[..] else { panic!("{:?}", lead.messages) };
    let (place, names) = note.text.split_once(": at rest, because the knight has no such joint: ").expect("a list");
    assert!(place.ends_with("me.dae") && names.split(", ").any(|name| name == "hat"), "{note}");
}

/// A skin of more joints than the student's shader has room for is refused, not cut.
#[test]
fn more_joints_than_a_shader_has_room_for() {
    let Some(gl) = headless_or_skip("more_joints_than_a_shader_has_room_for") else { return };
    let mut file = CharacterFile::of_model(knight());
    for (joints, says) in [(95, None), (96, Some("knight has a skin of 96 joints, and your shader has room for 95"))] {
        let last = file.model.skins[0].bindings[0];
        file.model.skins[0].bindings.resize(joints, last);
        let error = StudentSkin::new(&gl, &file).err().map(|error| error.to_string());
        assert_eq!(error.is_some(), says.is_some(), "{joints}: {error:?}");
        assert!(says.is_none_or(|says| error.unwrap_or_default().starts_with(says)));
    }
}
