//! The sliders, and what the answers give for them: each TODO is called once a frame.

use crate::robot::{self, ArmPart, Link};
use crate::{Placed, RobotArm};
use given::CallError;
use glam::{Mat4, Vec3};

/// The sliders' angles, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sliders {
    /// Turns the upper arm on the base, with everything after it.
    pub a: f32,
    /// Bends the forearm at the elbow.
    pub b: f32,
}

impl Sliders {
    pub const MAX_A: f32 = 150.0;
    pub const RANGE_B: [f32; 2] = [-112.0, 23.0];

    pub const START: Sliders = Sliders { a: -48.0, b: -52.0 };

    /// Returns the angles after `time` seconds of moving by themselves. The claw is never below the crate's handle.
    pub fn at(time: f32) -> Self {
        let a = (0.5 * time).sin();
        let b = 1.0 - (0.8 * time).cos();
        Sliders { a: Self::START.a + 60.0 * a, b: Self::START.b + 30.0 * b }
    }

    /// Returns the angles of A, and those of B, for which the claw's path has a bead: every 5 degrees, the slider's own
    /// angle among them.
    fn path_angles(self) -> [Vec<f32>; 2] {
        [([-Self::MAX_A, Self::MAX_A], self.a), (Self::RANGE_B, self.b)].map(|([from, to], at)| {
            let first = ((from - at) / 5.0).ceil();
            let last = ((to - at) / 5.0).floor();
            (first as i32..=last as i32).map(|step| at + step as f32 * 5.0).collect()
        })
    }
}

/// Values that the answers give for one frame.
pub struct ArmFrame {
    /// `world_from_part` of each of the robot's parts.
    pub world_from_part: Vec<Mat4>,
    /// View matrix of the camera above the wrist.
    pub camera_from_world: Mat4,
    /// Transforms of the arm's parts, and its claw point.
    pub placed: Placed,
    /// The points that the claw passes through when A moves alone, and when B does; world space.
    pub paths: [Vec<Vec3>; 2],
    pub sliders: Sliders,
}

impl ArmFrame {
    /// Calls all four answers. `closed` says how far the claw is, from 0 to 1.
    ///
    /// # Errors
    /// If one of them cannot be used.
    pub fn evaluate(answers: &RobotArm, parts: &[ArmPart], sliders: Sliders, closed: f32) -> Result<Self, CallError> {
        let arm = robot::arm();
        let placed = answers.place(&arm, sliders.a, sliders.b)?;
        let [sweep_a, sweep_b] = sliders.path_angles();
        let mut paths = [Vec::new(), Vec::new()];
        for a in sweep_a {
            paths[0].push(answers.place(&arm, a, sliders.b)?.claw_in_world);
        }
        for b in sweep_b {
            paths[1].push(answers.place(&arm, sliders.a, b)?.claw_in_world);
        }
        let mut world_from_part = Vec::new();
        for part in parts {
            let world_from_link = match part.link {
                Link::Base => arm.world_from_base,
                Link::Upper => placed.world_from_upper,
                Link::Forearm => placed.world_from_forearm,
            };
            let mut link_from_part = part.link_from_part;
            link_from_part.translation.z -= closed * robot::CLOSES * part.finger;
            let composed = answers.compose(&world_from_link, &link_from_part)?;
            world_from_part.push(answers.matrix(&composed)?);
        }
        let world_from_camera = answers.compose(&placed.world_from_forearm, &robot::forearm_from_camera())?;
        let camera_from_world = answers.matrix(&answers.inverse(&world_from_camera)?)?;
        Ok(ArmFrame { world_from_part, camera_from_world, placed, paths, sliders })
    }

    /// Returns the claw's coordinates in each space, as the panel and `--describe` show them.
    pub fn describe(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (space, point) in [
            ("the upper arm's", self.placed.claw_in_upper),
            ("the base's", self.placed.claw_in_base),
            ("the world's", self.placed.claw_in_world),
        ] {
            lines.push(format!("The claw in {space} space: ({:.3}, {:.3}, {:.3})", point.x, point.y, point.z));
        }
        lines
    }
}
