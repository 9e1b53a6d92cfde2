//! A walk and a run, and the pose halfway between them: both at one fraction of their cycle, or at one second.

use super::{model_matrices, point, turned};
use crate::Transform;
use crate::finished::TOOLS;
use crate::motion::CYCLES;
use drawing::{Align, Ink, Sheet};
use given::{CallError, Course};
use glam::{Vec2, Vec3};
use std::f32::consts::TAU;

/// Hips, then thigh, shin and foot of the left leg, and of the right one.
const PARENTS: [Option<usize>; 7] = [None, Some(0), Some(1), Some(2), Some(0), Some(4), Some(5)];
const BONE: f32 = 32.0;
/// Degrees that a thigh swings to either side, and a knee bends: of the walk and of the run.
const GAITS: [[f32; 2]; 2] = [[22.0, 30.0], [40.0, 75.0]];

/// Returns a pose of the cycle. At 0 the left foot comes down, halfway the right one.
fn pose([swing, knee]: [f32; 2], fraction: f32) -> Vec<Transform> {
    let mut pose = vec![Transform::IDENTITY];
    for fraction in [fraction, fraction + 0.5] {
        let (sin, cos) = (TAU * fraction).sin_cos();
        let foot = Transform::from_translation(Vec3::NEG_Y * BONE);
        let thigh = Transform::from_rotation(turned(swing * cos));
        let shin = Transform { rotation: turned(-knee * (-sin).max(0.0)), ..foot };
        pose.extend([thigh, shin, foot]);
    }
    pose
}

/// Draws a pose and its name, the hips at `x`. Returns the distance between the feet, in legs.
fn draw_figure(sheet: &mut Sheet, pose: &[Transform], x: f32, name: &str, ink: Ink) -> f32 {
    let joints: Vec<Vec2> =
        model_matrices(pose, &PARENTS).iter().map(|joint| Vec2::new(x, 131.0) + point(joint)).collect();
    let hips = joints[0];
    sheet.line(&[hips, hips + 36.0 * Vec2::Y], ink);
    sheet.circle(hips + 46.0 * Vec2::Y, 9.0, ink);
    sheet.line(&[hips, joints[1], joints[2], joints[3]], ink);
    sheet.dashed(&[hips, joints[4], joints[5], joints[6]], ink);
    sheet.point(joints[3], ink);
    sheet.word(Vec2::new(x, 199.0), Align::Middle, name, ink);
    joints[3].distance(joints[6]) / (2.0 * BONE)
}

fn on_line(t: f32, row: usize) -> Vec2 {
    Vec2::new(70.0 + 108.0 * t, 36.0 - 20.0 * row as f32)
}

/// Walk, blend and run side by side; below, when the left foot of each of the two comes down.
pub(super) fn blended(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [t, in_step] = sheet.values();
    let [walk, run] = CYCLES;
    let cycles = if in_step > 0.5 { [f32::midpoint(walk, run); 2] } else { CYCLES };
    let poses = [0, 1].map(|gait| pose(GAITS[gait], t / cycles[gait]));
    let inks = [Ink::Series(0), Ink::Series(1)];
    for (gait, name) in ["walk", "run"].into_iter().enumerate() {
        draw_figure(sheet, &poses[gait], [70.0, 290.0][gait], name, inks[gait]);
        sheet.word(on_line(-0.08, gait), Align::Right, name, inks[gait]);
        sheet.line(&[0.0, 2.5].map(|time| on_line(time, gait)), Ink::Faint);
        for time in (0..).map(|cycle| cycle as f32 * cycles[gait]).take_while(|time| *time <= 2.5) {
            sheet.key(on_line(time, gait), inks[gait]);
        }
    }
    sheet.line(&[on_line(t, 1) - 8.0 * Vec2::Y, on_line(t, 0)], Ink::Given);
    let between = answers.blending.blend(&poses[0], &poses[1], 0.5, &TOOLS)?;
    sheet.answered();
    let apart = draw_figure(sheet, &between, 180.0, "blend", Ink::Answer);
    sheet.reading("feet apart, in legs", apart, "");
    sheet.given();
    let above = 12.0 * Vec2::Y;
    sheet.slide("t", on_line(0.0, 0) + above, on_line(2.5, 0) + above);
    Ok(())
}
