//! The knight: `assets/knight.dae` as he stands at ease, and his legs.

use crate::given::Face;
use crate::{Ground, Hit, Leg, Limb, Planted};
use anyhow::{Context, Result};
use common::animation::Clip;
use common::collada;
use common::model::{Model, ModelInstance};
use glam::{Affine3A, Quat, Vec3};
use std::path::Path;

/// How far in front of the knee its pole is, in metres.
const POLE: f32 = 1.5;
/// Of the stairs, in metres.
pub const STEP: f32 = 0.22;
pub const TREAD: f32 = 0.30;
/// Steps below him, and all of them.
pub const BELOW: usize = 2;
pub const STEPS: usize = 4;

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
        let idle = model.clip("idle").context("the knight has no clip idle")?.clone();
        let figure = ModelInstance::new(&model);
        let ours_from_file = model.world_from_model;
        let place = |joint: usize| ours_from_file * figure.model_from_joint()[joint];
        let ankle_height = legs.map(|[_, _, foot, _]| place(foot).translation.y);
        Ok(Knight { ours_from_file, idle, hips, legs, ankle_height, figure, model })
    }

    /// His legs at this time, in seconds, in his own space: y is up, and he faces +z.
    pub fn legs(&mut self, seconds: f32) -> Vec<Leg> {
        let time = self.idle.start + seconds.rem_euclid(self.idle.duration());
        self.figure.sample(&self.model, &self.idle, time);
        let locals = &self.figure.pose.locals;
        let place = |joint: usize| self.ours_from_file * self.figure.model_from_joint()[joint];
        let rotation = |joint: usize| place(joint).to_scale_rotation_translation().1;
        let leg = |([thigh, shin, foot, toes], ankle_height): ([usize; 4], f32)| {
            let ahead = place(toes).translation - place(foot).translation;
            let ahead = Vec3::from(ahead).with_y(0.0).normalize_or(Vec3::Z);
            Leg {
                limb: Limb {
                    model_from_parent: rotation(self.hips),
                    root: place(thigh).translation.into(),
                    shoulder: locals[thigh].rotation,
                    elbow: locals[shin].rotation,
                    upper: locals[shin].translation,
                    lower: locals[foot].translation,
                },
                pole: Vec3::from(place(shin).translation) + POLE * ahead,
                foot: locals[foot].rotation,
                ankle_height,
            }
        };
        self.legs.into_iter().zip(self.ankle_height).map(leg).collect()
    }

    /// All his joints where they are if he stands so, after [`legs`](Self::legs).
    pub fn stand(&mut self, planted: &Planted) -> ModelInstance {
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
        figure.update(&self.model);
        figure
    }

    /// Where his knees, ankles and toes are, in his own space.
    pub fn points(&self, figure: &ModelInstance) -> Vec<Vec3> {
        let place = |joint: usize| self.ours_from_file * figure.model_from_joint()[joint];
        let joints = self.legs.into_iter().flat_map(|[_, shin, foot, toes]| [shin, foot, toes]);
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
