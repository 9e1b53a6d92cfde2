//! The robot and what stands around it: measures, and plain solid shapes in each part's own space.

use crate::{Arm, Rigid};
use armature::mesh::{Mesh, StaticVertex};
use drawing::shapes;
use glam::{Affine3A, Mat3, Quat, Vec3};
use std::f32::consts::{FRAC_PI_2, TAU};

/// The link of the arm that a part is fixed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// Stands in the hall.
    Base,
    /// Turns on the base, by A.
    Upper,
    /// Bends on the upper arm, by B.
    Forearm,
}

pub struct ArmPart {
    pub link: Link,
    /// The part's transform in the link's space. In the part's own space the shape's axis is upright.
    pub link_from_part: Rigid,
    /// The part's shape in its own space, in metres.
    pub mesh: Mesh<StaticVertex>,
    /// sRGB, 0 to 1.
    pub color: Vec3,
    /// 1 or -1 for a part of the claw's fingers on that side of it, in z; else 0.
    pub finger: f32,
}

const PAINT: Vec3 = Vec3::new(0.97, 0.56, 0.08);
const DARK: Vec3 = Vec3::new(0.19, 0.21, 0.25);
const IRON: Vec3 = Vec3::new(0.50, 0.53, 0.57);
const BRIGHT: Vec3 = Vec3::new(0.80, 0.82, 0.85);
const WOOD: Vec3 = Vec3::new(0.78, 0.57, 0.35);
/// The paint of lesson 00.
const BLUE: Vec3 = Vec3::new(17.0 / 255.0, 138.0 / 255.0, 178.0 / 255.0);
const CONCRETE: Vec3 = Vec3::new(0.66, 0.67, 0.68);
const YELLOW: Vec3 = Vec3::new(0.92, 0.76, 0.20);

/// The crate's middle, in world space.
pub const CRATE: Vec3 = Vec3::new(0.23, 0.20, 0.20);
/// The crate's turn about y, in radians: its handle lies across the claw.
const CRATE_YAW: f32 = -0.42;
/// Height of the handle above the crate's middle, in metres.
pub const HANDLE: f32 = 0.28;

/// Distance by which each finger of the claw moves when it closes, in metres.
pub(crate) const CLOSES: f32 = 0.035;

/// The floor's radius, in metres.
const FLOOR: f32 = 2.1;

/// Turn of the robot's base about y, in radians.
pub(crate) const BASE_TURN: f32 = 0.35;

/// Returns the robot's data sheet.
pub fn arm() -> Arm {
    arm_with_base(BASE_TURN)
}

/// Returns the robot's data sheet, with its base turned by `turn` about y, in radians.
pub(crate) fn arm_with_base(turn: f32) -> Arm {
    Arm {
        world_from_base: Rigid { rotation: Mat3::from_rotation_y(turn), translation: Vec3::new(-0.55, 0.0, -0.15) },
        shoulder: Vec3::new(0.0, 0.42, 0.0),
        elbow: Vec3::new(0.30, 0.95, 0.0),
        claw: Vec3::new(1.05, 0.0, 0.0),
    }
}

/// Returns the transform of the camera above the wrist: it looks along the forearm and a little down. Cameras look
/// along their own -z, so that is the forearm's x; up is the forearm's y.
pub fn forearm_from_camera() -> Rigid {
    let along = Mat3::from_cols(Vec3::Z, Vec3::Y, Vec3::NEG_X);
    let rotation = along * Mat3::from_rotation_x(-0.30);
    Rigid { rotation, translation: Vec3::new(0.60, 0.19, 0.0) }
}

pub fn parts() -> Vec<ArmPart> {
    let mut parts = Vec::new();
    for (link, solids) in
        [(Link::Base, base_solids()), (Link::Upper, upper_arm_solids()), (Link::Forearm, forearm_solids())]
    {
        for (link_from_part, mesh, color) in solids {
            parts.push(ArmPart { link, link_from_part, mesh, color, finger: 0.0 });
        }
    }
    add_fingers(&mut parts);
    parts
}

/// A shape in its link's space, and its colour.
type Solid = (Rigid, Mesh<StaticVertex>, Vec3);

fn base_solids() -> Vec<Solid> {
    let mut solids = Vec::new();
    solids.push((upright(Vec3::ZERO), shapes::cylinder(0.33, 0.05, 1, 48), IRON));
    solids.push((upright(0.05 * Vec3::Y), shapes::tapered(0.25, 0.20, 0.28, 1, 48), DARK));
    for bolt in 0..8 {
        let (sin, cos) = (bolt as f32 / 8.0 * TAU).sin_cos();
        let foot = upright(Vec3::new(0.285 * cos, 0.05, 0.285 * sin));
        solids.push((foot, shapes::cylinder(0.02, 0.025, 1, 6), BRIGHT));
    }
    // The box for the cables shows how the base is turned.
    solids.push((upright(Vec3::new(-0.26, 0.13, 0.0)), shapes::cuboid(Vec3::new(0.16, 0.14, 0.18)), DARK));
    solids
}

fn upper_arm_solids() -> Vec<Solid> {
    let Arm { elbow, .. } = arm();
    let mut solids = Vec::new();
    let hip = Vec3::new(0.0, 0.17, 0.0);
    solids.push((upright(Vec3::new(0.0, -0.09, 0.0)), shapes::cylinder(0.24, 0.12, 1, 48), PAINT));
    solids.push((upright(Vec3::new(0.0, 0.12, 0.0)), shapes::cuboid(Vec3::new(0.28, 0.20, 0.20)), PAINT));
    solids.push((sideways(hip, 0.36), shapes::cylinder(0.145, 0.36, 1, 48), DARK));
    solids.push((sideways(hip, 0.40), shapes::cylinder(0.09, 0.40, 1, 48), IRON));
    let along = along(hip, elbow);
    let length = hip.distance(elbow);
    for side in [-0.115, 0.115] {
        let translation = hip + Vec3::new(0.0, 0.0, side);
        let beam = shapes::tapered(0.085, 0.065, length, 1, 32);
        solids.push((Rigid { rotation: along.rotation, translation }, beam, PAINT));
    }
    let middle = along.apply(Vec3::new(0.0, 0.45 * length, 0.0));
    let brace = shapes::cuboid(Vec3::new(0.09, 0.16, 0.22));
    solids.push((Rigid { rotation: along.rotation, translation: middle }, brace, DARK));
    for side in [-0.115, 0.115] {
        let translation = elbow + Vec3::new(0.0, 0.0, side);
        solids.push((sideways(translation, 0.09), shapes::cylinder(0.125, 0.09, 1, 48), PAINT));
    }
    solids
}

fn forearm_solids() -> Vec<Solid> {
    let mut solids = vec![
        (sideways(Vec3::ZERO, 0.13), shapes::cylinder(0.135, 0.13, 1, 48), DARK),
        (sideways(Vec3::ZERO, 0.36), shapes::cylinder(0.06, 0.36, 1, 32), IRON),
        (lying(-0.34), shapes::cylinder(0.075, 0.25, 1, 32), DARK),
        (lying(0.08), shapes::tapered(0.10, 0.06, 0.66, 1, 40), PAINT),
        (lying(0.72), shapes::cylinder(0.068, 0.10, 1, 32), DARK),
        (upright(Vec3::new(0.84, 0.0, 0.0)), shapes::cuboid(Vec3::new(0.06, 0.10, 0.26)), IRON),
        // The camera, on its bracket.
        (upright(Vec3::new(0.55, 0.10, 0.0)), shapes::cuboid(Vec3::new(0.05, 0.12, 0.04)), IRON),
    ];
    let camera = forearm_from_camera();
    let housing = shapes::cuboid(Vec3::new(0.09, 0.08, 0.13));
    let behind = camera.apply(Vec3::new(0.0, 0.0, 0.075));
    solids.push((Rigid { rotation: camera.rotation, translation: behind }, housing, DARK));
    solids
}

fn add_fingers(parts: &mut Vec<ArmPart>) {
    for side in [-1.0, 1.0] {
        let finger = shapes::cuboid(Vec3::new(0.18, 0.06, 0.03));
        let rotation = Mat3::from_rotation_y(0.55 * side);
        let translation = Vec3::new(1.055, 0.0, 0.085 * side);
        let tip = shapes::cuboid(Vec3::new(0.09, 0.06, 0.03));
        for (link_from_part, mesh) in
            [(upright(Vec3::new(0.94, 0.0, 0.105 * side)), finger), (Rigid { rotation, translation }, tip)]
        {
            parts.push(ArmPart { link: Link::Forearm, link_from_part, mesh, color: BRIGHT, finger: side });
        }
    }
}

fn upright(translation: Vec3) -> Rigid {
    Rigid { rotation: Mat3::IDENTITY, translation }
}

/// Returns the transform that lays an upright shape along x, with its foot at `x`.
fn lying(x: f32) -> Rigid {
    along(x * Vec3::X, (x + 1.0) * Vec3::X)
}

/// Returns the transform that lays an upright shape of this length along z, with its middle at a point.
fn sideways(middle: Vec3, length: f32) -> Rigid {
    let rotation = Mat3::from_rotation_x(FRAC_PI_2);
    Rigid { rotation, translation: middle - Vec3::Z * length / 2.0 }
}

/// Returns the transform that stands an upright shape on `from`, pointing to `to`.
pub(crate) fn along(from: Vec3, to: Vec3) -> Rigid {
    let y = (to - from).normalize_or(Vec3::Y);
    let x = y.any_orthonormal_vector();
    let rotation = Mat3::from_cols(x, y, x.cross(y));
    Rigid { rotation, translation: from }
}

/// Returns the floor with its warning line, in world space.
pub fn floor() -> Vec<(Mesh<StaticVertex>, Vec3)> {
    let height = 0.006;
    let mut discs = Vec::new();
    // Each a little higher than the one below it.
    for (radius, top, color) in [(FLOOR, -0.004, CONCRETE), (1.78, -0.002, YELLOW), (1.72, 0.0, CONCRETE)] {
        let lower = Affine3A::from_translation(Vec3::Y * (top - height));
        discs.push((shapes::cylinder(radius, height, 1, 96).transformed(&lower), color));
    }
    discs
}

/// Returns the crate of lesson 00, made of solids, in world space.
pub fn wooden_crate() -> Vec<(Mesh<StaticVertex>, Vec3)> {
    let size = 2.0 * CRATE.y;
    let beam = 0.05; // it stands on the floor
    let world_from_crate = Affine3A::from_rotation_translation(Quat::from_rotation_y(CRATE_YAW), CRATE);
    let mut beams = Mesh::default();
    // Twelve edges: along each axis four.
    let edge = (size - beam) / 2.0;
    for axis in 0..3 {
        for (u, v) in [(-edge, -edge), (-edge, edge), (edge, -edge), (edge, edge)] {
            let [mut place, mut extent] = [[0.0, u, v], [size, beam, beam]];
            place.rotate_right(axis);
            extent.rotate_right(axis);
            let place = Affine3A::from_translation(place.into());
            beams.append(&shapes::cuboid(extent.into()).transformed(&place));
        }
    }
    let boards = shapes::cube(size - 0.02);
    let mut handle =
        shapes::cuboid(Vec3::new(0.19, 0.04, 0.04)).transformed(&Affine3A::from_translation(HANDLE * Vec3::Y));
    for side in [-1.0, 1.0] {
        let foot = Vec3::new(0.08 * side, f32::midpoint(HANDLE, size / 2.0), 0.0);
        let post = shapes::cuboid(Vec3::new(0.03, HANDLE - size / 2.0, 0.04));
        handle.append(&post.transformed(&Affine3A::from_translation(foot)));
    }
    let mut solids = Vec::new();
    for (mesh, color) in [(boards, WOOD), (beams, BLUE), (handle, DARK)] {
        solids.push((mesh.transformed(&world_from_crate), color));
    }
    solids
}
