//! Limbs, chains, feet and the ground under them, and the tools to work on them.

use crate::{CallError, unwind};
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

/// Hinges, each a child of the one before it; the first is at the model's origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// The hinges from the root on.
    pub hinges: Vec<Hinge>,
}

/// A chain's positions, by forward kinematics.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The transform of each hinge.
    pub model_from_joint: Vec<Mat4>,
    /// The chain's end in the model.
    pub tip: Vec3,
}

impl Chain {
    /// Returns the chain with hinge i turned by `angles[i]`, in radians, by forward kinematics.
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
    /// Direction away from the ground, perpendicular to it, of length 1.
    pub normal: Vec3,
}

/// The ground below a figure, in the model's space: y is up.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    /// The first plane that contains the point is used; the last one is unbounded.
    pub faces: Vec<Face>,
}

/// A plane, or the part of it that is ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// One of its points.
    pub on: Hit,
    /// Horizontal direction along which the plane begins to be ground.
    pub edge: Vec3,
    /// Smallest `edge.dot(point)` of a point of the ground.
    pub begins: f32,
}

impl Ground {
    /// Makes ground of a plane through `point` with this normal, which points up.
    pub fn plane(point: Vec3, normal: Vec3) -> Self {
        let on = Hit { point, normal };
        Ground { faces: vec![Face { on, edge: Vec3::ZERO, begins: 0.0 }] }
    }

    /// Makes ground of two planes, one on each side of the point `edge`: `ahead` in the horizontal direction `along`, and
    /// `behind` in the opposite one.
    pub fn two_planes(edge: Vec3, along: Vec3, ahead: Hit, behind: Hit) -> Self {
        let ahead = Face { on: ahead, edge: along, begins: along.dot(edge) };
        Ground { faces: vec![ahead, Face { on: behind, edge: Vec3::ZERO, begins: 0.0 }] }
    }

    /// Returns the ground straight below `point`, or above it if the point lies below the ground.
    pub fn under(&self, point: Vec3) -> Hit {
        let found = self.faces.iter().find(|face| face.edge.dot(point) >= face.begins);
        let Hit { point: on, normal } =
            found.or(self.faces.last()).map_or(Hit { point: Vec3::ZERO, normal: Vec3::Y }, |face| face.on);
        // The height of the plane above the point.
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
    pub elbow_angle: fn(upper: f32, lower: f32, distance: f32) -> Result<f32, CallError>, // 14.1
    pub reach: fn(limb: &Limb, target: Vec3, pole: Vec3, by: &Tools) -> Result<Bend, CallError>, // 14.2
    // Called by 14.2 itself.
    pub finished: fn(limb: &Limb, target: Vec3, pole: Vec3, by: &Tools) -> Result<Bend, CallError>, // 14.2
    pub bend_to: fn(limb: &Limb, elbow: Vec3, hand: Vec3, by: &Tools) -> Result<Bend, CallError>,   // 14.2
}

impl Tools {
    /// Returns the angle between the sides `upper` and `lower` of a triangle, opposite the side `distance`: 14.1.
    pub fn elbow_angle(&self, upper: f32, lower: f32, distance: f32) -> f32 {
        (self.elbow_angle)(upper, lower, distance).unwrap_or_else(unwind)
    }

    /// Returns the rotations by which the limb reaches the target: 14.2. In 14.2 itself this is the finished function,
    /// because one that calls itself through its tools would never end.
    pub fn reach(&self, limb: &Limb, target: Vec3, pole: Vec3) -> Bend {
        let tools = Tools { reach: self.finished, ..*self };
        (self.reach)(limb, target, pole, &tools).unwrap_or_else(unwind)
    }

    /// Returns rotations that put elbow and hand at these points of the model. It stands in for the second half of 14.2
    /// until you have written that.
    pub fn bend_to(&self, limb: &Limb, elbow: Vec3, hand: Vec3) -> Bend {
        (self.bend_to)(limb, elbow, hand, self).unwrap_or_else(unwind)
    }

    /// Returns the smallest turn from the direction `from` to the direction `to`, whatever their lengths; the identity if
    /// one of them has length 0.
    pub fn turn_between(&self, from: Vec3, to: Vec3) -> Quat {
        let [from, to] = [from, to].map(|v| if v.is_nan() { v } else { v.normalize_or_zero() });
        ik::turn_between(from, to)
    }
}
