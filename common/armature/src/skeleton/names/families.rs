//! One body with the names that tools and figures give its joints.

use super::*;
use crate::math::Transform;
use glam::Vec3;

/// Roles, parent, and where the joint is in a T pose; of the sides the left.
const BODY: [(&str, usize, [f32; 3]); 13] = [
    ("hips", 0, [0.0, 1.0, 0.0]),
    ("spine", 0, [0.0, 1.15, 0.0]),
    ("spine", 1, [0.0, 1.35, -0.02]),
    ("neck", 2, [0.0, 1.55, 0.0]),
    ("head", 3, [0.0, 1.65, 0.02]),
    ("collarbone", 2, [0.05, 1.48, 0.0]),
    ("upper arm", 5, [0.2, 1.48, 0.0]),
    ("forearm", 6, [0.46, 1.48, -0.01]),
    ("hand", 7, [0.7, 1.48, 0.0]),
    ("thigh", 0, [0.1, 0.95, 0.0]),
    ("shin", 9, [0.1, 0.5, 0.02]),
    ("foot", 10, [0.1, 0.08, 0.0]),
    ("toes", 11, [0.1, 0.02, 0.15]),
];
/// Where those begin that are on both sides.
const SIDED: usize = 5;

/// Left and right, how many of the 21 have their role by names alone, and the names, with `@` where the side is.
#[rustfmt::skip]
const FAMILIES: [(&str, [&str; 2], usize, &str); 26] = [
    ("Mixamo", ["Left", "Right"], 21, "mixamorig:Hips mixamorig:Spine mixamorig:Spine2 mixamorig:Neck mixamorig:Head mixamorig:@Shoulder mixamorig:@Arm mixamorig:@ForeArm mixamorig:@Hand mixamorig:@UpLeg mixamorig:@Leg mixamorig:@Foot mixamorig:@ToeBase"),
    ("Unreal", ["l", "r"], 21, "pelvis spine_01 spine_03 neck_01 head clavicle_@ upperarm_@ lowerarm_@ hand_@ thigh_@ calf_@ foot_@ ball_@"),
    ("3ds Max Biped", ["L", "R"], 21, "Bip01,Pelvis Bip01,Spine Bip01,Spine1 Bip01,Neck Bip01,Head Bip01,@,Clavicle Bip01,@,UpperArm Bip01,@,Forearm Bip01,@,Hand Bip01,@,Thigh Bip01,@,Calf Bip01,@,Foot Bip01,@,Toe0"),
    ("Source", ["L", "R"], 21, "ValveBiped.Bip01_Pelvis ValveBiped.Bip01_Spine ValveBiped.Bip01_Spine2 ValveBiped.Bip01_Neck1 ValveBiped.Bip01_Head1 ValveBiped.Bip01_@_Clavicle ValveBiped.Bip01_@_UpperArm ValveBiped.Bip01_@_Forearm ValveBiped.Bip01_@_Hand ValveBiped.Bip01_@_Thigh ValveBiped.Bip01_@_Calf ValveBiped.Bip01_@_Foot ValveBiped.Bip01_@_Toe0"),
    ("Renderpeople", ["l", "r"], 21, "rp_eric_hip rp_eric_spine_01 rp_eric_spine_02 rp_eric_neck rp_eric_head rp_eric_shoulder_@ rp_eric_upperarm_@ rp_eric_lowerarm_@ rp_eric_hand_@ rp_eric_upperleg_@ rp_eric_lowerleg_@ rp_eric_foot_@ rp_eric_ball_@"),
    ("a figure's name before all", ["Left", "Right"], 21, "Hero_Hips Hero_Spine Hero_Spine1 Hero_Neck Hero_Head Hero_@Shoulder Hero_@Arm Hero_@ForeArm Hero_@Hand Hero_@UpLeg Hero_@Leg Hero_@Foot Hero_@ToeBase"),
    ("VRoid", ["L", "R"], 21, "J_Bip_C_Hips J_Bip_C_Spine J_Bip_C_Chest J_Bip_C_Neck J_Bip_C_Head J_Bip_@_Shoulder J_Bip_@_UpperArm J_Bip_@_LowerArm J_Bip_@_Hand J_Bip_@_UpperLeg J_Bip_@_LowerLeg J_Bip_@_Foot J_Bip_@_ToeBase"),
    ("Poser", ["l", "r"], 21, "hip abdomen chest neck head @Collar @Shldr @ForeArm @Hand @Thigh @Shin @Foot @Toe"),
    ("DAZ Genesis 8", ["l", "r"], 21, "pelvis abdomenLower chestLower neckLower head @Collar @ShldrBend @ForearmBend @Hand @ThighBend @Shin @Foot @Toe"),
    ("DAZ Genesis 9", ["l", "r"], 21, "hip spine1 spine4 neck1 head @_shoulder @_upperarm @_forearm @_hand @_thigh @_shin @_foot @_toes"),
    ("Character Creator", ["L", "R"], 21, "CC_Base_Hip CC_Base_Waist CC_Base_Spine02 CC_Base_NeckTwist01 CC_Base_Head CC_Base_@_Clavicle CC_Base_@_Upperarm CC_Base_@_Forearm CC_Base_@_Hand CC_Base_@_Thigh CC_Base_@_Calf CC_Base_@_Foot CC_Base_@_ToeBase"),
    ("Auto-Rig Pro", [".l", ".r"], 21, "root.x spine_01.x spine_02.x neck.x head.x shoulder@ arm_stretch@ forearm_stretch@ hand@ thigh_stretch@ leg_stretch@ foot@ toes_01@"),
    ("Rigify", [".L", ".R"], 19, "DEF-spine DEF-spine.001 DEF-spine.003 DEF-spine.004 DEF-spine.006 DEF-shoulder@ DEF-upper_arm@ DEF-forearm@ DEF-hand@ DEF-thigh@ DEF-shin@ DEF-foot@ DEF-toe@"),
    ("AdvancedSkeleton", ["_L", "_R"], 21, "Root_M Spine1_M Chest_M Neck_M Head_M Scapula@ Shoulder@ Elbow@ Wrist@ Hip@ Knee@ Ankle@ Toes@"),
    ("words the other way round", ["L", "R"], 21, "Hips Spine Chest Neck Head Shoulder_@ Arm_Upper_@ Arm_Lower_@ Hand_@ Leg_Upper_@ Leg_Lower_@ Foot_@ Toe_@"),
    ("the same, with a number and an ending", ["L_", "R_"], 21, "hips0001_bind spine0001_bind chest0001_bind neck0001_bind head0001_bind @collar0001_bind @armUpper0001_bind @armLower0001_bind @hand0001_bind @legUpper0001_bind @legLower0001_bind @foot0001_bind @toes0001_bind"),
    ("SMPL", ["L", "R"], 21, "Pelvis Spine1 Spine3 Neck Head @_Collar @_Shoulder @_Elbow @_Wrist @_Hip @_Knee @_Ankle @_Foot"),
    ("Second Life", ["Left", "Right"], 21, "mPelvis mTorso mChest mNeck mHead mCollar@ mShoulder@ mElbow@ mWrist@ mHip@ mKnee@ mAnkle@ mFoot@"),
    ("Xsens", ["Left", "Right"], 19, "Pelvis L5 T8 Neck Head @Shoulder @UpperArm @ForeArm @Hand @UpperLeg @LowerLeg @Foot @Toe"),
    ("Kinect", ["Left", "Right"], 21, "SpineBase SpineMid SpineShoulder Neck Head Clavicle@ Shoulder@ Elbow@ Wrist@ Hip@ Knee@ Ankle@ Foot@"),
    ("Roblox", ["Left", "Right"], 21, "LowerTorso UpperTorso Chest Neck Head @Collar @UpperArm @LowerArm @Hand @UpperLeg @LowerLeg @Foot @Toes"),
    ("MakeHuman", [".L", ".R"], 21, "hips spine05 spine01 neck01 head clavicle@ upperarm01@ lowerarm01@ wrist@ upperleg01@ lowerleg01@ foot@ toe1-1@"),
    ("MikuMikuDance", ["左", "右"], 21, "腰 上半身 上半身２ 首 頭 @肩 @腕 @ひじ @手首 @足 @ひざ @足首 @つま先"),
    ("OptiTrack", ["L", "R"], 14, "Hip Ab Chest Neck Head @Shoulder @UArm @FArm @Hand @Thigh @Shin @Foot @Toe"),
    ("shoulders that carry arms of another name", ["_l", "_r"], 15, "hips spine chest neck head shoulder@ limb_a@ limb_b@ hand@ thigh@ shin@ foot@ toes@"),
    ("numbers alone", ["", ""], 0, "1 2 3 4 5 6 7 8 9 10 11 12 13"),
];

/// The joints, where they are, and their roles.
fn figure(names: &str, sides: [&str; 2]) -> (Vec<Joint>, Vec<Vec3>, Vec<Role>) {
    let names: Vec<&str> = names.split(' ').collect();
    let all = (0..BODY.len()).map(|at| (at, 1)).chain((SIDED..BODY.len()).map(|at| (at, 2)));
    let mut figure = (Vec::new(), Vec::new(), Vec::new());
    for (at, side) in all {
        let (role, parent, place) = BODY[at];
        let parent = if side == 2 && parent >= SIDED { parent + BODY.len() - SIDED } else { parent };
        let name = names[at].replace(',', " ").replace('@', sides[side - 1]);
        let joint = Joint { name, parent: (at > 0).then_some(parent), bind_local: Transform::IDENTITY };
        let across = if side == 2 { -1.0 } else { 1.0 };
        figure.0.push(joint);
        figure.1.push(Vec3::from(place) * Vec3::new(across, 1.0, 1.0));
        let side = if at < SIDED { 0 } else { side as u8 };
        figure.2.push((role, side, usize::from(at == 2)));
    }
    figure
}

#[test]
fn families_of_names() {
    for (family, sides, by_word, names) in FAMILIES {
        let (joints, places, want) = figure(names, sides);
        let body = Body { joints: &joints, ..Body::default() };
        let kind = |role: &Role| (role.0, role.1);
        let right = |roles: &[Option<Role>]| {
            let is_right = |(got, want): &(&Option<Role>, &Role)| got.as_ref().map(kind) == Some(kind(want));
            roles.iter().zip(&want).filter(is_right).count()
        };
        assert_eq!(right(&body.roles()), by_word, "{family}, by names alone");
        let got = Body { places: &places, ..body }.roles();
        let named = |roles: &[Option<Role>]| -> Vec<_> {
            joints.iter().map(|joint| joint.name.clone()).zip(roles.iter().copied()).collect()
        };
        let want: Vec<Option<Role>> = want.iter().copied().map(Some).collect();
        assert_eq!(named(&got), named(&want), "{family}");
    }
}

/// A figure on four legs, or without arms, is not an upright body: its joints keep the roles that their names give.
#[test]
fn places_of_other_bodies_say_nothing() {
    let at = |names: [&str; 7], places: [[f32; 3]; 7]| {
        let parents = [None, Some(0), Some(0), Some(0), Some(3), Some(3), Some(3)];
        let joints = names.into_iter().zip(parents);
        let joints: Vec<Joint> =
            joints.map(|(name, parent)| Joint { name: name.into(), parent, bind_local: Transform::IDENTITY }).collect();
        let places = places.map(Vec3::from);
        Body { joints: &joints, places: &places, ..Body::default() }.roles()
    };
    let names = ["a", "b", "c", "d", "e", "f", "g"];
    let horse = [
        [0.0, 1.0, -1.0],
        [0.3, 0.0, -1.0],
        [-0.3, 0.0, -1.0],
        [0.0, 1.0, 1.0],
        [0.3, 0.0, 1.0],
        [-0.3, 0.0, 1.0],
        [0.0, 1.4, 1.4],
    ];
    assert_eq!(at(names, horse), [None; 7]);
    assert_eq!(at(names, [[0.0; 3]; 7]), [None; 7], "nowhere");
    assert_eq!(at(names, [[f32::NAN; 3]; 7]), [None; 7]);
}

/// `L_Foot` is not the same part of a body in every figure.
#[test]
fn one_name_for_two_parts() {
    let (smpl, places, _) = figure(FAMILIES[16].3, FAMILIES[16].1);
    let (mixamo, others, _) = figure(FAMILIES[4].3, ["L", "R"]);
    let mixamo: Vec<Joint> =
        mixamo.into_iter().map(|it| Joint { name: it.name.replace("rp_eric_foot_L", "L_Foot"), ..it }).collect();
    let [here, there] =
        [(&smpl, &places), (&mixamo, &others)].map(|(joints, places)| Body { joints, places, ..Body::default() });
    let found = matching(&here, &there, &[]).found;
    assert_eq!(found, (0..smpl.len()).map(Some).collect::<Vec<_>>());
}

/// The file's own table decides over names.
#[test]
fn what_a_file_says_of_a_body() {
    let (joints, _, _) = figure(FAMILIES[25].3, FAMILIES[25].1);
    let humanoid = [(0, "hips"), (4, "head"), (5, "leftShoulder"), (13, "rightShoulder"), (9, "leftUpperLeg")];
    let humanoid = humanoid.map(|(joint, name)| (joint, name.to_owned()));
    let roles = Body { joints: &joints, humanoid: &humanoid, ..Body::default() }.roles();
    assert_eq!(roles[0].zip(roles[4]), Some((("hips", 0, 0), ("head", 0, 0))));
    assert_eq!(roles[9], Some(("thigh", 1, 0)));
    assert_eq!(roles[5].zip(roles[13]).map(|(a, b)| (a.1, b.1)), Some((1, 2)));
}
