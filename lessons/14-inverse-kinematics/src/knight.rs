//! The knight: `assets/knight.dae` as he stands at ease, and his legs.

use crate::given::Face;
use crate::{Bend, Ground, Hit, Leg, Limb, Planted};
use anyhow::{Context, Result};
use common::animation::Clip;
use common::collada;
use common::model::{Model, ModelInstance};
use glam::{Affine3A, Quat, Vec3};
use std::path::Path;

/// How far in front of the knee its pole is, in metres.
const POLE: f32 = 1.5;
/// Of the stairs: how high a step is, and how deep, in metres.
pub(crate) const STEP: f32 = 0.22;
pub(crate) const TREAD: f32 = 0.30;
/// Steps up to the one at whose edge he stands, and all of them.
pub(crate) const BELOW: usize = 2;
pub(crate) const STEPS: usize = 3;

/// The knight at the origin, facing +z.
pub struct Knight {
    /// As it was read.
    pub model: Model,
    /// From the file's space to ours.
    ours_from_file: Affine3A,
    idle: Clip,
    hips: usize,
    /// Thigh, shin, foot and toes, on the left and on the right.
    legs: [[usize; 4]; 2],
    ankle_height: [f32; 2],
    /// Upper arm, forearm and hand, on the right and on the left.
    arms: [[usize; 3]; 2],
    /// Where he is sampled.
    figure: ModelInstance,
}

impl Knight {
    /// Reads him.
    ///
    /// # Errors
    /// If the file cannot be read, or has no legs.
    pub fn load() -> Result<Self> {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/knight.dae");
        let model = collada::load(&file)?.model;
        let find = |name: &str| {
            model.skeleton.find(name).with_context(|| format!("the knight has no joint {name}"))
        };
        let leg = |side: &str| -> Result<[usize; 4]> {
            let joint = |name: &str| find(&format!("{name}_{side}"));
            Ok([joint("thigh")?, joint("shin")?, joint("foot")?, joint("toes")?])
        };
        let (hips, legs) = (find("hips")?, [leg("l")?, leg("r")?]);
        let arm = |side: &str| -> Result<[usize; 3]> {
            let joint = |name: &str| find(&format!("{name}_{side}"));
            Ok([joint("upper_arm")?, joint("forearm")?, joint("hand")?])
        };
        let arms = [arm("r")?, arm("l")?];
        let idle = model.clip("idle").context("the knight has no clip idle")?.clone();
        let figure = ModelInstance::new(&model);
        let ours_from_file = model.world_from_model;
        let place = |joint: usize| ours_from_file * figure.model_from_joint()[joint];
        let ankle_height = legs.map(|[_, _, foot, _]| place(foot).translation.y);
        Ok(Knight { model, ours_from_file, idle, hips, legs, ankle_height, arms, figure })
    }

    /// His legs at this time, in seconds, in his own space: y is up, and he faces +z.
    pub fn legs(&mut self, seconds: f32) -> Vec<Leg> {
        let time = self.idle.start + seconds.rem_euclid(self.idle.duration());
        self.figure.sample(&self.model, &self.idle, time);
        let place = |joint: usize| self.ours_from_file * self.figure.model_from_joint()[joint];
        let leg = |([thigh, shin, foot, toes], ankle_height): ([usize; 4], f32)| {
            let ahead = place(toes).translation - place(foot).translation;
            let ahead = Vec3::from(ahead).with_y(0.0).normalize_or(Vec3::Z);
            Leg {
                limb: self.limb([thigh, shin, foot]),
                pole: Vec3::from(place(shin).translation) + POLE * ahead,
                foot: self.figure.pose.locals[foot].rotation,
                ankle_height,
            }
        };
        self.legs.into_iter().zip(self.ankle_height).map(leg).collect()
    }

    /// His right arm (0) or his left one (1) after [`legs`](Self::legs), if his hips are lowered so far.
    pub fn arm(&self, side: usize, lowered: f32) -> Limb {
        self.limb(self.arms[side]).moved(Vec3::NEG_Y * lowered)
    }

    fn limb(&self, [upper, lower, tip]: [usize; 3]) -> Limb {
        let place = |joint: usize| self.ours_from_file * self.figure.model_from_joint()[joint];
        let parent = self.model.skeleton.joints()[upper].parent.map_or(self.ours_from_file, place);
        let locals = &self.figure.pose.locals;
        Limb {
            model_from_parent: parent.to_scale_rotation_translation().1,
            root: place(upper).translation.into(),
            shoulder: locals[upper].rotation,
            elbow: locals[lower].rotation,
            upper: locals[lower].translation,
            lower: locals[tip].translation,
        }
    }

    /// All his joints where they are if he stands so, and holds an arm so, after [`legs`](Self::legs).
    pub fn stand(&self, planted: &Planted, (side, arm): (usize, &Bend)) -> ModelInstance {
        let mut figure = self.figure.clone();
        let parent = self.model.skeleton.joints()[self.hips].parent;
        let above = parent.map_or(Affine3A::IDENTITY, |parent| figure.model_from_joint()[parent]);
        let ours_from_parent = self.ours_from_file * above;
        let down = ours_from_parent.inverse().transform_vector3(Vec3::NEG_Y * planted.lowered);
        let locals = &mut figure.pose.locals;
        locals[self.hips].translation += down;
        for ([thigh, shin, foot, _], stance) in self.legs.into_iter().zip(&planted.stances) {
            locals[thigh].rotation = stance.bend.shoulder;
            locals[shin].rotation = stance.bend.elbow;
            locals[foot].rotation = stance.foot;
        }
        locals[self.arms[side][0]].rotation = arm.shoulder;
        locals[self.arms[side][1]].rotation = arm.elbow;
        figure.update(&self.model);
        figure
    }

    /// Where his knees, ankles and toes are, and elbows and hands, in his own space.
    pub fn points(&self, figure: &ModelInstance) -> Vec<Vec3> {
        let place = |joint: usize| self.ours_from_file * figure.model_from_joint()[joint];
        let legs = self.legs.into_iter().flat_map(|[_, shin, foot, toes]| [shin, foot, toes]);
        let joints =
            legs.chain(self.arms.into_iter().flat_map(|[_, forearm, hand]| [forearm, hand]));
        joints.map(|joint| place(joint).translation.into()).collect()
    }

    /// Puts him there for what is drawn next.
    pub fn place(&mut self, world_from_place: Affine3A) {
        self.model.world_from_model = world_from_place * self.ours_from_file;
    }
}

/// Stairs that rise along `along`, a horizontal direction: he stands at the edge of a step, on the height 0.
pub fn stairs(along: Vec3) -> Ground {
    let step = |number: usize| Face {
        on: Hit { point: Vec3::Y * STEP * (number as f32 - BELOW as f32), normal: Vec3::Y },
        edge: along,
        begins: TREAD * (number as f32 - BELOW as f32),
    };
    Ground { faces: (0..=STEPS).rev().map(step).collect() }
}

/// The plane that rises by `angle` along `along`, in radians.
pub fn slope(along: Vec3, angle: f32) -> Ground {
    Ground::plane(Vec3::ZERO, Quat::from_axis_angle(along.cross(Vec3::Y), angle) * Vec3::Y)
}
