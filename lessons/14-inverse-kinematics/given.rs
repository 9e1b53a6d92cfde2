//! Limbs, chains, feet and the ground under them, and the tools to work on them.

use crate::{Lost, lost};
use armature::ik;
use glam::{Mat4, Quat, Vec3};

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct InverseKinematics {
        "14.1" elbow_angle: fn(upper: f32, lower: f32, distance: f32) -> f32,
        "14.2" reach: fn(limb: &Limb, target: Vec3, pole: Vec3, tools: &Tools) -> Bend,
        "14.3" gradient_step: fn(chain: &Chain, angles: &[f32], target: Vec3, weight: f32, rate: f32) -> Vec<f32>,
        /// Legs, the ground, tools; out comes how the figure stands.
        "14.4" plant: fn(legs: &[Leg], ground: &Ground, tools: &Tools) -> Planted,
    }
}

/// A joint that turns about one axis.
pub use armature::ik::Hinge;

/// Two bones, an arm or a leg: shoulder, elbow, hand; or hip, knee, ankle. No joint is scaled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limb {
    /// The rotation of the shoulder's parent in the model.
    pub model_from_parent: Quat,
    /// The shoulder's position in the model.
    pub root: Vec3,
    /// The shoulder's local rotation as it is now: `parent_from_shoulder`.
    pub shoulder: Quat,
    /// The elbow's local rotation as it is now: `shoulder_from_elbow`.
    pub elbow: Quat,
    /// The elbow in the shoulder's space: the upper bone. Never of length 0.
    pub upper: Vec3,
    /// The hand in the elbow's space: the lower bone. Never of length 0.
    pub lower: Vec3,
}

/// New local rotations for a limb.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bend {
    /// `parent_from_shoulder`.
    pub shoulder: Quat,
    /// `shoulder_from_elbow`.
    pub elbow: Quat,
}

impl Limb {
    /// Returns the shoulder's rotation in the model.
    pub fn model_from_shoulder(&self) -> Quat {
        self.model_from_parent * self.shoulder
    }

    /// Returns the elbow's rotation in the model.
    pub fn model_from_elbow(&self) -> Quat {
        self.model_from_shoulder() * self.elbow
    }

    /// Returns shoulder, elbow and hand in the model.
    pub fn points(&self) -> [Vec3; 3] {
        let elbow = self.root + self.model_from_shoulder() * self.upper;
        [self.root, elbow, elbow + self.model_from_elbow() * self.lower]
    }

    /// Returns the hand's, or the ankle's, position in the model.
    pub fn tip(&self) -> Vec3 {
        self.points()[2]
    }

    /// Returns the same limb with other local rotations.
    #[must_use]
    pub fn bent(&self, bend: &Bend) -> Limb {
        Limb { shoulder: bend.shoulder, elbow: bend.elbow, ..*self }
    }

    /// Returns the same limb, its root moved by `by` in the model.
    #[must_use]
    pub fn moved(&self, by: Vec3) -> Limb {
        Limb { root: self.root + by, ..*self }
    }
}

/// Hinges, each on the one before it; the first is in the model's origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// The hinges from the root on.
    pub hinges: Vec<Hinge>,
}

/// A chain by forward kinematics.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The transform of each hinge.
    pub model_from_joint: Vec<Mat4>,
    /// The chain's end in the model.
    pub tip: Vec3,
}

impl Chain {
    /// Forward kinematics: where the chain is if hinge i is turned by `angles[i]`, in radians.
    pub fn place(&self, angles: &[f32]) -> Placed {
        let mut model_from_joint = Vec::new();
        let mut model_from_next = Mat4::IDENTITY;
        for (hinge, angle) in self.hinges.iter().zip(angles) {
            let joint = model_from_next * Mat4::from_axis_angle(hinge.axis, *angle);
            model_from_joint.push(joint);
            model_from_next = joint * Mat4::from_translation(hinge.offset);
        }
        Placed { model_from_joint, tip: model_from_next.w_axis.truncate() }
    }
}

/// A leg that is to stand, as the animation has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    /// Hip, knee and ankle.
    pub limb: Limb,
    /// A point in front of the knee, in the model.
    pub pole: Vec3,
    /// The foot's local rotation: `shin_from_foot`. With this rotation the foot would be flat on level ground.
    pub foot: Quat,
    /// Height of the ankle over the sole.
    pub ankle_height: f32,
}

impl Leg {
    /// Returns the foot's rotation in the model, as the animation has it.
    pub fn model_from_foot(&self) -> Quat {
        self.limb.model_from_elbow() * self.foot
    }
}

/// A point of the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// A point of the ground, in the model.
    pub point: Vec3,
    /// Away from the ground, at right angles to it. Length 1.
    pub normal: Vec3,
}

/// The ground below a figure, in the model's space: y is up.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    /// The first plane that contains the point is used; the last one is unbounded.
    pub faces: Vec<Face>,
}

/// A plane, as far as it is ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// One of its points.
    pub on: Hit,
    /// It begins where `edge.dot(point)` is as large as this. It is horizontal.
    pub edge: Vec3,
    /// Distance along `edge` at which the step begins.
    pub begins: f32,
}

impl Ground {
    /// A plane through `point` with this normal, which points up.
    pub fn plane(point: Vec3, normal: Vec3) -> Self {
        let on = Hit { point, normal };
        Ground { faces: vec![Face { on, edge: Vec3::ZERO, begins: 0.0 }] }
    }

    /// Two planes that meet straight below and above `edge`: `ahead` on its side in the direction `along`, which is
    /// horizontal, and `behind` on the other.
    pub fn two_planes(edge: Vec3, along: Vec3, ahead: Hit, behind: Hit) -> Self {
        let ahead = Face { on: ahead, edge: along, begins: along.dot(edge) };
        Ground { faces: vec![ahead, Face { on: behind, edge: Vec3::ZERO, begins: 0.0 }] }
    }

    /// The ground straight below `point`, or straight above it.
    pub fn under(&self, point: Vec3) -> Hit {
        let found = self.faces.iter().find(|face| face.edge.dot(point) >= face.begins);
        let Hit { point: on, normal } =
            found.or(self.faces.last()).map_or(Hit { point: Vec3::ZERO, normal: Vec3::Y }, |face| face.on);
        // How far to go straight up until it lies in the plane.
        let up = normal.dot(on - point) / normal.y;
        Hit { point: point + Vec3::Y * up, normal }
    }
}

/// The result for a leg.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stance {
    /// Rotations of hip and knee.
    pub bend: Bend,
    /// The foot's new local rotation: `shin_from_foot`.
    pub foot: Quat,
}

/// The result for a figure on the ground. `Planted::default()` is not lowered, and has no stances yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Planted {
    /// Distance by which the hips are lowered, in metres; never negative.
    pub lowered: f32,
    /// The legs' stances, in their order.
    pub stances: Vec<Stance>,
}

/// Answers to earlier TODOs: the finished ones in the checks; in the window, your own that pass.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::type_complexity)]
pub struct Tools {
    pub elbow_angle: fn(upper: f32, lower: f32, distance: f32) -> Result<f32, Lost>, // 14.1
    pub reach: fn(limb: &Limb, target: Vec3, pole: Vec3, by: &Tools) -> Result<Bend, Lost>, // 14.2
    // What that calls in its place.
    pub finished: fn(limb: &Limb, target: Vec3, pole: Vec3, by: &Tools) -> Result<Bend, Lost>, // 14.2
    pub bend_to: fn(limb: &Limb, elbow: Vec3, hand: Vec3, by: &Tools) -> Result<Bend, Lost>,   // 14.2
}

impl Tools {
    /// 14.1: the angle between the sides `upper` and `lower` of a triangle, opposite `distance`.
    pub fn elbow_angle(&self, upper: f32, lower: f32, distance: f32) -> f32 {
        (self.elbow_angle)(upper, lower, distance).unwrap_or_else(lost)
    }

    /// 14.2. While 14.2 itself is checked this is the finished one, because a function that calls itself through its
    /// tools would never end.
    pub fn reach(&self, limb: &Limb, target: Vec3, pole: Vec3) -> Bend {
        let tools = Tools { reach: self.finished, ..*self };
        (self.reach)(limb, target, pole, &tools).unwrap_or_else(lost)
    }

    /// Turns shoulder and elbow so that elbow and hand are at these points of the model: what 14.2 is until you have
    /// written its rotations.
    pub fn bend_to(&self, limb: &Limb, elbow: Vec3, hand: Vec3) -> Bend {
        (self.bend_to)(limb, elbow, hand, self).unwrap_or_else(lost)
    }

    /// The smallest turn that takes the direction `from` to the direction `to`, whatever their lengths. None if
    /// one of them has no length.
    pub fn turn_between(&self, from: Vec3, to: Vec3) -> Quat {
        let unit = |v: Vec3| if v.is_nan() { v } else { v.normalize_or_zero() };
        ik::turn_between(unit(from), unit(to))
    }
}
