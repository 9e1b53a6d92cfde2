//! The scene in the page: four knights lift an arm from one key to another, each by another method, the last two by the answers.

use crate::finished::ANSWERS;
use crate::{euler_lerp, matrix_lerp};
use armature::model::{Model, ModelInstance};
use drawing::{Frame, Line, Moment, Painted, Scene, SceneInfo, palettes, textured, unpacked};
use given::{CallError, Course};
use glam::{Affine3A, Mat4, Quat, Vec3};

pub(crate) static SCENE: SceneInfo = SceneInfo {
    words: "An arm between two keys, from left to right by the matrix's numbers, by Euler angles, by nlerp and by slerp.",
    figure: Some("knight"),
    buttons: &[],
    steering: None,
    mistakes: &[
        ("06.1", "LONG-WAY"),
        ("06.2", "NOT-NORMALISED"),
        ("06.2", "WEIGHTS-SWAPPED"),
        ("06.3", "NLERP-FOR-SLERP"),
        ("06.4", "TURN-BACK"),
    ],
    camera: [0.0, 0.1, 4.8, 0.95],
    time: 0.0,
    room_below: 0.0,
    controls: &[],
    shaders: &[],
    wire_shader: None,
    open: LiftStage::open,
};

/// `world_from_arm` at the two keys: from his hip up over his head, to his right, by 150 degrees about an
/// oblique axis, unlike the axes of files. The two quaternions are on different sides.
pub(crate) const KEYS: [Quat; 2] = [
    Quat::from_xyzw(0.911_142_35, -0.212_957_59, -0.314_987_9, 0.158_907_53),
    Quat::from_xyzw(0.099_337_22, -0.985_711_04, 0.135_834_81, 0.007_428_735_5),
];
/// Between two knights, in metres.
const APART: f32 = 1.25;
/// Seconds from key to key, and of a rest at each.
const LIFT: f32 = 2.0;
const REST: f32 = 0.5;
/// The parts of the way that are marked.
const BEADS: usize = 12;

struct LiftStage {
    model: Model,
    figure: ModelInstance,
    arm: usize,
    /// The arm's matrix in its parent's space at the two keys, and the hand's point in the arm's space.
    keys: [Mat4; 2],
    hand: Vec3,
    world_from_parent: Affine3A,
    seconds: f32,
}

impl LiftStage {
    fn open(figure: &str) -> Option<Box<dyn Scene>> {
        let model = unpacked(figure)?;
        let mut figure = ModelInstance::new(&model);
        figure.sample(&model, model.clip("idle")?, 0.0);
        let arm = model.skeleton.find("upper_arm_r")?;
        let places = figure.model_from_joint();
        let parent = model.skeleton.joints()[arm].parent?;
        let world_from_parent = model.world_from_model * places[parent];
        let hand = (places[arm].inverse() * places[model.skeleton.find("hand_r")?]).translation.into();
        let shoulder = figure.pose().locals[arm].translation;
        let keys = KEYS.map(|world_from_arm| {
            let mut parent_from_arm = Mat4::from(world_from_parent.inverse()) * Mat4::from_quat(world_from_arm);
            parent_from_arm.w_axis = shoulder.extend(1.0);
            parent_from_arm
        });
        Some(Box::new(LiftStage { figure, arm, keys, hand, world_from_parent, model, seconds: 0.0 }))
    }

    /// Returns the four arms' matrices between the keys.
    fn arms(&self, course: &Course, u: f32) -> Result<[Mat4; 4], CallError> {
        let answers = &course.rotations;
        let [from, to] = self.keys.map(|key| (ANSWERS.decompose)(key).rotation);
        let [mine, there] = [answers.decompose(self.keys[0])?.rotation, answers.decompose(self.keys[1])?.rotation];
        let there = answers.shortest(mine, there)?;
        let rotations = [euler_lerp(from, to, u), answers.nlerp(mine, there, u)?, answers.slerp(mine, there, u)?];
        let shoulder = self.keys[0].w_axis.truncate();
        let [euler, nlerp, slerp] = rotations.map(|rotation| Mat4::from_rotation_translation(rotation, shoulder));
        Ok([matrix_lerp(self.keys[0], self.keys[1], u), euler, nlerp, slerp])
    }

    /// Returns each joint's place with the arm at this matrix: what hangs on the arm follows, however the matrix is skewed.
    fn places(&self, parent_from_arm: Mat4) -> Vec<Affine3A> {
        let mut places: Vec<Affine3A> = Vec::new();
        for (joint, about) in self.model.skeleton.joints().iter().enumerate() {
            let local =
                if joint == self.arm { Affine3A::from_mat4(parent_from_arm) } else { self.figure.pose().local(joint) };
            places.push(about.parent.map_or(local, |parent| places[parent] * local));
        }
        places
    }
}

impl Scene for LiftStage {
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        Ok(textured(&self.model))
    }

    fn frame(&mut self, course: &Course, &Moment { dt, .. }: &Moment) -> Result<Frame, CallError> {
        self.seconds += dt;
        // There and back, with a rest at both ends.
        let period = 2.0 * (LIFT + REST);
        let way = self.seconds % period;
        let u = (way.min(period - REST - way).min(LIFT) / LIFT).max(0.0);
        let mut frame = Frame::default();
        let stands = [-1.5, -0.5, 0.5, 1.5].map(|place| Mat4::from_translation(place * APART * Vec3::X));
        for (stand, arm) in stands.iter().zip(self.arms(course, u)?) {
            let world_from_model = *stand * Mat4::from(self.model.world_from_model);
            frame.draws.extend(palettes(&self.model, &self.places(arm), world_from_model));
        }
        for bead in 0..=BEADS {
            let arms = self.arms(course, bead as f32 / BEADS as f32)?;
            for (stand, arm) in stands.iter().zip(arms) {
                let hand = self.world_from_parent.transform_point3(arm.transform_point3(self.hand));
                let ends = [stand.transform_point3(hand); 2];
                frame.lines.push(Line { ends, color: Vec3::new(0.95, 0.55, 0.10), width: 5.0 });
            }
        }
        Ok(frame)
    }
}
