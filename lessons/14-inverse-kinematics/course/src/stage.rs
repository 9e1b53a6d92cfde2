//! The scene in the page: the knight reaches for a ball that the reader drags, by the answers.

use crate::Limb;
use crate::finished::TOOLS;
use armature::model::{Model, ModelInstance};
use drawing::{Cast, Frame, Line, Moment, Painted, Scene, SceneInfo, Steering, palettes, textured};
use given::{CallError, Course};
use glam::{Mat4, Vec3};

pub(crate) static SCENE: SceneInfo = SceneInfo {
    words: "Drag the ball, or move it with the arrow keys: the arm follows by 14.2.",
    figure: Some("knight"),
    buttons: &[],
    steering: Some(Steering::Point),
    mistakes: &[
        ("14.2", "OTHER-SIDE"),
        ("14.2", "SHOULDER-NOT-ADDED"),
        ("14.2", "POLE-AS-DIRECTION"),
        ("14.2", "ELBOW-NOT-TURNED"),
        ("14.2", "TURNED-FROM-REST"),
    ],
    camera: [-0.35, 0.1, 2.9, 0.93],
    time: 0.0,
    room_below: 0.0,
    controls: &[],
    shaders: &[],
    wire_shader: None,
    open: ReachStage::open,
};

/// From the shoulder to the elbow's pole, in metres; the knight faces +z, and his right is -x.
const POLE: Vec3 = Vec3::new(-0.6, -1.0, -0.5);
/// From the wrist to the middle of the ball, in metres.
const HAND: f32 = 0.13;
/// The ball's way until the reader takes it: the middle of a circle, its radius, and seconds for a round.
const MIDDLE: Vec3 = Vec3::new(-0.3, 1.25, 0.35);
const RADIUS: f32 = 0.28;
const ROUND: f32 = 5.0;

struct ReachStage {
    model: Model,
    figure: ModelInstance,
    /// Upper arm, forearm and hand on the right, and the upper arm's parent.
    arm: [usize; 3],
    parent: usize,
    seconds: f32,
    ball: Option<Vec3>,
}

impl ReachStage {
    fn open(cast: Cast) -> Option<Box<dyn Scene>> {
        let model = cast.model()?;
        let skeleton = &model.skeleton;
        let arm = [skeleton.find("upper_arm_r")?, skeleton.find("forearm_r")?, skeleton.find("hand_r")?];
        let parent = skeleton.joints()[arm[0]].parent?;
        Some(Box::new(ReachStage { figure: ModelInstance::new(&model), arm, parent, model, seconds: 0.0, ball: None }))
    }

    /// Returns the right arm in the world, as the clip has it.
    fn limb(&self) -> Limb {
        let [upper, lower, hand] = self.arm;
        let locals = &self.figure.pose().locals;
        let [world_from_parent, world_from_upper] =
            [self.parent, upper].map(|joint| self.model.world_from_model * self.figure.model_from_joint()[joint]);
        Limb {
            model_from_parent: world_from_parent.to_scale_rotation_translation().1,
            root: world_from_upper.translation.into(),
            shoulder: locals[upper].rotation,
            elbow: locals[lower].rotation,
            upper: locals[lower].translation,
            lower: locals[hand].translation,
        }
    }
}

impl Scene for ReachStage {
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        Ok(textured(&self.model))
    }

    fn steer(&mut self, ball: Vec3) {
        self.ball = Some(ball);
    }

    fn frame(&mut self, course: &Course, &Moment { dt, .. }: &Moment) -> Result<Frame, CallError> {
        self.seconds += dt;
        if let Some(clip) = self.model.clip("idle") {
            self.figure.sample(&self.model, clip, self.seconds % clip.duration());
        }
        let (sin, cos) = (self.seconds * std::f32::consts::TAU / ROUND).sin_cos();
        let ball = self.ball.unwrap_or(MIDDLE + RADIUS * Vec3::new(cos, sin, 0.0));
        let limb = self.limb();
        let wrist = ball + HAND * (limb.root - ball).normalize_or(Vec3::Y);
        let bend = course.inverse_kinematics.reach(&limb, wrist, limb.root + POLE, &TOOLS)?;
        let [upper, lower, _] = self.arm;
        let mut change = self.figure.change(&self.model);
        change.pose_mut().locals[upper].rotation = bend.shoulder;
        change.pose_mut().locals[lower].rotation = bend.elbow;
        drop(change);
        let world_from_model = Mat4::from(self.model.world_from_model);
        let draws = palettes(&self.model, self.figure.model_from_joint(), world_from_model);
        // The triangle that 14.1 solves.
        let [root, elbow, wrist] = limb.bent(&bend).points();
        let mut lines = Vec::new();
        for ends in [[root, elbow], [elbow, wrist], [wrist, root]] {
            lines.push(Line { ends, color: Vec3::new(0.2, 0.5, 0.9), width: 2.0 });
        }
        // The page draws the ball.
        lines.push(Line { ends: [ball; 2], color: Vec3::ZERO, width: 0.0 });
        Ok(Frame { focus: Vec3::ZERO, draws, lines, ..Frame::default() })
    }
}
