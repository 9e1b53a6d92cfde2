//! Four arms between the same two keys, each interpolated by another method: where they point, how long they
//! are and how fast they turn.

use crate::finished::ANSWERS;
use crate::{Rotations, Transform, euler_lerp, matrix_lerp};
use drawing::report::report;
use given::CallError;
use glam::{Mat4, Quat, Vec3};

pub const STEPS: usize = 60;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Method {
    pub name: &'static str,
    /// Colour of its arrow and its curves; sRGB.
    pub color: Vec3,
}

/// The methods from left to right: the sixteen numbers of the matrix, as in lesson 06; three angles; 07.2; 07.3.
pub const METHODS: [Method; 4] = [
    Method { name: "matrix", color: Vec3::new(1.0, 0.36, 0.22) },
    Method { name: "Euler", color: Vec3::new(0.93, 0.42, 0.95) },
    Method { name: "nlerp", color: Vec3::new(0.20, 0.90, 0.98) },
    Method { name: "slerp", color: Vec3::new(1.0, 0.84, 0.16) },
];

#[derive(Clone, Copy, Debug)]
pub struct KeyedArm {
    /// `parent_from_arm` at the first key and at the second, as a file would hold them.
    pub keys: [Mat4; 2],
    /// The arrow's tip, in the arm's space.
    pub tip: Vec3,
    /// `world_from_shield` at both keys, of a knight who stands at the origin: mirrored, scaled, and at rest.
    pub shield: Mat4,
}

/// One arm's motion from key to key, in its parent's space.
#[derive(Clone, Debug, PartialEq)]
pub struct ArmSwing {
    /// `parent_from_arm` where u is 0, 1 / [`STEPS`], 2 / [`STEPS`], ... 1.
    pub steps: Vec<Mat4>,
    pub now: Mat4,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ArrowFrame {
    /// Fraction of the way between the keys, from 0 to 1.
    pub u: f32,
    pub swings: [ArmSwing; 4],
    /// `world_from_shield` of each knight, as if he stood at the origin.
    pub shields: [Mat4; 4],
}

impl ArrowFrame {
    /// Interpolates the four arms at `u`: nlerp and slerp by 07.2 and 07.3, between keys that 07.4 decomposes and whose signs
    /// 07.1 makes agree; the matrix and the Euler angles by finished functions. The shields are interpolated likewise.
    ///
    /// # Errors
    /// If an answer cannot be used.
    pub fn evaluate(rotations: &Rotations, arm: &KeyedArm, u: f32) -> Result<Self, CallError> {
        let keys = arm.keys;
        let mut parts = [rotations.decompose(keys[0])?, rotations.decompose(keys[1])?];
        let [from, to] = parts.map(|part| part.rotation);
        parts[1].rotation = rotations.shortest(from, to)?;
        let nlerp = between(&parts, u, |a, b, u| Ok(report_nan("07.2", rotations.nlerp(a, b, u)?)))?;
        let slerp = between(&parts, u, |a, b, u| Ok(report_nan("07.3", rotations.slerp(a, b, u)?)))?;
        let euler = between(&keys.map(ANSWERS.decompose), u, |a, b, u| Ok(euler_lerp(a, b, u)))?;
        let matrix = ArmSwing::sample(u, |u| Ok(matrix_lerp(keys[0], keys[1], u)))?;
        let shield = rotations.decompose(arm.shield)?;
        let shields = [
            arm.shield,
            arm.shield,
            blended(&[shield; 2], u, rotations.nlerp(shield.rotation, shield.rotation, u)?),
            blended(&[shield; 2], u, rotations.slerp(shield.rotation, shield.rotation, u)?),
        ];
        Ok(ArrowFrame { u, swings: [matrix, euler, nlerp, slerp], shields })
    }

    /// Returns each arm's length relative to its own, and its angle from the first key in degrees.
    pub fn lengths_and_angles(&self, arm: &KeyedArm) -> [(Method, f32, f32); 4] {
        [0, 1, 2, 3].map(|lane| {
            let swing = &self.swings[lane];
            (METHODS[lane], arm.length(swing.now), arm.angle_from_first_key(swing).to_degrees())
        })
    }
}

/// Reports a rotation with NaN in it, and returns the rotation unchanged.
fn report_nan(id: &'static str, rotation: Quat) -> Quat {
    if !rotation.is_finite() {
        report(id, "some of its numbers are NaN, not a number.");
    }
    rotation
}

/// Returns an arm's motion with translation and scale interpolated linearly, the rotation by `blend`.
fn between(
    parts: &[Transform; 2],
    u: f32,
    blend: impl Fn(Quat, Quat, f32) -> Result<Quat, CallError>,
) -> Result<ArmSwing, CallError> {
    let [from, to] = parts;
    ArmSwing::sample(u, |u| Ok(blended(parts, u, blend(from.rotation, to.rotation, u)?)))
}

/// Returns the matrix with this rotation, and with translation and scale interpolated linearly.
fn blended([from, to]: &[Transform; 2], u: f32, rotation: Quat) -> Mat4 {
    let scale = from.scale.lerp(to.scale, u);
    let translation = from.translation.lerp(to.translation, u);
    Mat4::from_scale_rotation_translation(scale, rotation, translation)
}

impl ArmSwing {
    fn sample(u: f32, at: impl Fn(f32) -> Result<Mat4, CallError>) -> Result<Self, CallError> {
        let mut steps = Vec::new();
        for step in 0..=STEPS {
            steps.push(at(step as f32 / STEPS as f32)?);
        }
        Ok(ArmSwing { steps, now: at(u)? })
    }
}

impl KeyedArm {
    /// Returns the vector from the joint to the arrow's tip, in the parent's space.
    fn pointing(&self, parent_from_arm: Mat4) -> Vec3 {
        parent_from_arm.transform_vector3(self.tip)
    }

    /// Returns the arm's length relative to its own.
    pub fn length(&self, parent_from_arm: Mat4) -> f32 {
        self.pointing(parent_from_arm).length() / self.tip.length()
    }

    /// Returns the angle from the first key to the current moment, in radians.
    pub fn angle_from_first_key(&self, swing: &ArmSwing) -> f32 {
        angle(self.pointing(self.keys[0]), self.pointing(swing.now))
    }

    pub fn lengths(&self, swing: &ArmSwing) -> Vec<f32> {
        swing.steps.iter().map(|step| self.length(*step)).collect()
    }

    /// Returns the arm's speed in each step relative to even speed.
    pub fn speeds(&self, swing: &ArmSwing) -> Vec<f32> {
        let whole = angle(self.pointing(self.keys[0]), self.pointing(self.keys[1]));
        let mut speeds = Vec::new();
        for pair in swing.steps.windows(2) {
            speeds.push(angle(self.pointing(pair[0]), self.pointing(pair[1])) * STEPS as f32 / whole);
        }
        speeds
    }
}

/// Returns the angle between two directions, in radians. By `atan2`: small ones keep their digits.
fn angle(a: Vec3, b: Vec3) -> f32 {
    a.cross(b).length().atan2(a.dot(b))
}
