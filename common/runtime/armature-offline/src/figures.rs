//! Figures for tests: those of `assets/`, and a body made in code.

use crate::Side;
use armature::{math::Transform, model::Model, skeleton::Joint};
use glam::Vec3;
use std::path::Path;

/// Loads a figure of `assets/`, or returns `None` in a package, which does not have that folder.
pub(crate) fn load_asset(name: &str) -> Option<Model> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets");
    if !assets.exists() {
        println!("SKIPPED: {name}, since there is no {}", assets.display());
        return None;
    }
    Some(armature_formats::load(assets.join(format!("{name}.dae"))).expect("our own figures load").model)
}

/// Part, parent (a row) and position in a T pose of the joints of a body in the middle and on the left side.
pub(crate) const BODY: [(&str, usize, [f32; 3]); 13] = [
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
/// The first row of [`BODY`] that exists on both sides.
pub(crate) const SIDED: usize = 5;

/// Names of the rows of [`BODY`], with `@` where the side is, and the two sides.
pub(crate) type Names = (&'static str, [&'static str; 2]);

pub(crate) const MIXAMO: Names =
    ("Hips Spine Spine1 Neck Head @Shoulder @Arm @ForeArm @Hand @UpLeg @Leg @Foot @ToeBase", ["Left", "Right"]);
pub(crate) const UNREAL: Names = (
    "pelvis spine_01 spine_03 neck_01 head clavicle_@ upperarm_@ lowerarm_@ hand_@ thigh_@ calf_@ foot_@ ball_@",
    ["l", "r"],
);

/// Returns the row and the side of each joint of a body.
pub(crate) fn rows_and_sides() -> Vec<(usize, Side)> {
    let mut rows: Vec<(usize, Side)> = (0..SIDED).map(|row| (row, Side::Middle)).collect();
    rows.extend(Side::BOTH.into_iter().flat_map(|side| (SIDED..BODY.len()).map(move |row| (row, side))));
    rows
}

/// Returns the joints of a body, and their positions: on the left side and in the middle `change(row, position)`.
pub(crate) fn body((names, sides): Names, change: impl Fn(usize, Vec3) -> Vec3) -> (Vec<Joint>, Vec<Vec3>) {
    let names: Vec<&str> = names.split(' ').collect();
    let mut joints = Vec::new();
    let mut positions: Vec<Vec3> = Vec::new();
    for (index, (row, side)) in rows_and_sides().into_iter().enumerate() {
        let is_right = side == Side::Right;
        let (_, parent, position) = BODY[row];
        let parent = if is_right && parent >= SIDED { parent + BODY.len() - SIDED } else { parent };
        let parent = Some(parent).filter(|_| index > 0);
        let sign = if is_right { -1.0 } else { 1.0 };
        positions.push(change(row, position.into()) * Vec3::new(sign, 1.0, 1.0));
        let parent_position = parent.map_or(Vec3::ZERO, |parent| positions[parent]);
        let bind_local = Transform::from_translation(positions[index] - parent_position);
        let name = names[row].replace(',', " ").replace('@', sides[usize::from(is_right)]);
        joints.push(Joint { name, parent, bind_local });
    }
    (joints, positions)
}
