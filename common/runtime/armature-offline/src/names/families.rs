//! Tests of roles in one body, with the names that tools and figures give to its joints.

use super::{tests::joint, *};
use crate::figures::{BODY, body, rows_and_sides};
use glam::Vec3;

/// Families of names: the words for left and right, the number of the 21 joints that have their role by names alone,
/// and the names, with `@` for the side. The tree finds the others.
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

/// Returns the joints of a family, their positions and their roles.
fn figure(names: &'static str, sides: [&'static str; 2]) -> (Vec<Joint>, Vec<Vec3>, Vec<Option<Role>>) {
    let (joints, positions) = body((names, sides), |_, position| position);
    let mut roles = Vec::new();
    for (row, side) in rows_and_sides() {
        roles.push(Some(Role::new(BODY[row].0, side, usize::from(row == 2))));
    }
    (joints, positions, roles)
}

fn roles_of(joints: &[Joint], positions: &[Vec3]) -> Vec<Option<Role>> {
    Body { joints, positions, ..Body::default() }.find_roles(&[]).of_joints
}

#[test]
fn families_of_names() {
    for (family, sides, roles_by_name, names) in FAMILIES {
        let (joints, positions, want) = figure(names, sides);
        let roles = roles_of(&joints, &[]);
        let is_right = |(got, want): &(&Option<Role>, &Option<Role>)| {
            got.zip(**want).is_some_and(|(got, want)| got.has_same_part(want))
        };
        assert_eq!(roles.iter().zip(&want).filter(is_right).count(), roles_by_name, "{family}, by names alone");
        assert_eq!(roles_of(&joints, &positions), want, "{family}");
    }
}

/// A figure on four legs, or without arms, is not an upright body.
#[test]
fn positions_of_other_bodies_give_no_roles() {
    let parents = [None, Some(0), Some(0), Some(0), Some(3), Some(3), Some(3)];
    let joints = parents.map(|parent| joint("x", parent));
    let horse = [
        [0.0, 1.0, -1.0],
        [0.3, 0.0, -1.0],
        [-0.3, 0.0, -1.0],
        [0.0, 1.0, 1.0],
        [0.3, 0.0, 1.0],
        [-0.3, 0.0, 1.0],
        [0.0, 1.4, 1.4],
    ];
    for positions in [horse, [[0.0; 3]; 7], [[f32::NAN; 3]; 7]] {
        assert_eq!(roles_of(&joints, &positions.map(Vec3::from)), [None; 7]);
    }
}

/// `L_Foot` is the toes in one figure and the foot in another.
#[test]
fn one_name_for_two_parts() {
    let (target, positions, _) = figure(FAMILIES[16].3, FAMILIES[16].1);
    let (mut source, source_positions, _) = figure(FAMILIES[4].3, ["L", "R"]);
    for joint in &mut source {
        joint.name = joint.name.replace("rp_eric_foot_L", "L_Foot");
    }
    let source = Body { joints: &source, positions: &source_positions, ..Body::default() };
    let counterparts =
        match_joints(&source, &Body { joints: &target, positions: &positions, ..source }, &[]).counterparts;
    assert_eq!(counterparts, (0..target.len()).map(Some).collect::<Vec<_>>());
}

#[test]
fn parts_given_by_a_file_come_before_names() {
    let (joints, _, _) = figure(FAMILIES[25].3, FAMILIES[25].1);
    let humanoid = [(0, "hips"), (4, "head"), (5, "leftShoulder"), (13, "rightShoulder"), (9, "leftUpperLeg")];
    let humanoid = humanoid.map(|(joint, name)| (joint, name.to_owned()));
    let roles = Body { joints: &joints, humanoid: &humanoid, ..Body::default() }.find_roles(&[]).of_joints;
    assert_eq!(roles[0].zip(roles[4]), Some((Role::new("hips", Side::Middle, 0), Role::new("head", Side::Middle, 0))));
    assert_eq!(roles[9], Some(Role::new("thigh", Side::Left, 0)));
    assert_eq!(roles[5].zip(roles[13]).map(|(a, b)| (a.side, b.side)), Some((Side::Left, Side::Right)));
}

/// Some joints of each limb have the name of the other side: the tree decides. Both hands have a thumb of one name.
#[test]
fn joints_have_the_side_of_their_limb() {
    let (joints, positions, want) = figure(FAMILIES[1].3, FAMILIES[1].1);
    for parts in [&["hand_"][..], &["foot_"], &["ball_"], &["foot_", "ball_"], &["thigh_", "hand_"]] {
        let mut crosswise = joints.clone();
        for joint in crosswise.iter_mut().filter(|joint| parts.iter().any(|part| joint.name.starts_with(part))) {
            let side = if joint.name.ends_with('l') { "r" } else { "l" };
            joint.name.truncate(joint.name.len() - 1);
            joint.name += side;
        }
        assert_eq!(roles_of(&crosswise, &positions), want, "{parts:?}");
    }
    let mut thumbs = joints.clone();
    for hand in ["hand_l", "hand_r"] {
        let parent = joints.iter().position(|joint| joint.name == hand);
        thumbs.push(joint("thumb_01_r", parent));
    }
    let [.., left, right] = &roles_of(&thumbs, &[])[..] else { unreachable!() };
    assert_eq!([*left, *right], Side::BOTH.map(|side| Some(Role::new("thumb", side, 1))));
}

/// A target of inverse kinematics beside an arm, and a joint beside the spine. The numbers in a spine's names do not
/// matter.
#[test]
fn joints_beside_a_body_have_no_role() {
    let (mut joints, positions, want) = figure(FAMILIES[1].3, FAMILIES[1].1);
    joints.extend([joint("elbow_l", Some(0)), joint("stomach", Some(1))]);
    assert_eq!(roles_of(&joints, &[]), [&want[..], &[None, None]].concat());
    let (plain, ..) = figure(FAMILIES[0].3, FAMILIES[0].1);
    for names in ["Spine1 Spine", "Spine02 Spine01", "Spine2 Spine3", "chest spine"] {
        let mut other = plain.clone();
        for (joint, name) in other[1..].iter_mut().zip(names.split(' ')) {
            joint.name = name.into();
        }
        assert_eq!(roles_of(&other, &positions), want, "{names}");
    }
}

/// No vertices follow some joints of the trunk, and the skin does not name them. Other joints are a control rig with better
/// names.
#[test]
fn joints_that_a_skin_leaves_out() {
    for (family, sides, _, names) in FAMILIES {
        let (mut joints, mut positions, mut want) = figure(names, sides);
        let trunk = ["hips", "spine", "neck", "collarbone"];
        let mut skins = Vec::new();
        for left_out in [&trunk[..1], &trunk, &["hips", "spine", "neck"]] {
            skins.push(want.iter().map(|role| !left_out.contains(&role.unwrap().part)).collect::<Vec<bool>>());
        }
        let count = joints.len();
        for name in ["hips", "head", "hand_l", "thigh.R"] {
            joints.push(joint(name, None));
            positions.push(Vec3::Y);
            want.push(None);
        }
        for mut is_used in skins {
            is_used.resize(count + 4, false);
            let body = Body { joints: &joints, positions: &positions, is_used: &is_used, ..Body::default() };
            assert_eq!(body.find_roles(&[]).of_joints, want, "{family} {is_used:?}");
        }
    }
}

/// Fingers by name count from the hand outwards.
#[test]
fn fingers_are_in_order() {
    let (mut joints, _, mut want) = figure(FAMILIES[1].3, FAMILIES[1].1);
    for (side, hand) in [(Side::Left, 8), (Side::Right, 16)] {
        for part in FINGERS {
            for number in 0..3 {
                let parent = Some(if number == 0 { hand } else { joints.len() - 1 });
                joints.push(joint(&format!("{part}_{number}_{side}"), parent));
                want.push(Some(Role::new(part, side, number + 1)));
            }
        }
    }
    assert_eq!(roles_of(&joints, &[]), want);
}
