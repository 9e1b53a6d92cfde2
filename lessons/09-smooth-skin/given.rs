//! Types and functions that earlier lessons have built, and a vertex with its weights.

pub use crate::ShaderFile;
use glam::Mat4;
use std::f32::consts::TAU;

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct SmoothSkin {
        "09.1" weights: fn(height: f32, margin: f32) -> [f32; 3],
        "09.2" vertex: ShaderFile = "smooth.vert",
        "09.3" joint_angles: fn(time: f32, leans: &[Swing; 2]) -> [f32; 2],
    }
}

pub use crate::lesson_03::Swing;
pub use crate::lesson_04::MAX_JOINTS;

/// Returns the skinning matrix of each joint (08.2): its matrix in the current pose times its inverse bind.
pub fn skinning_matrices(model_from_joint: &[Mat4], joint_from_bind: &[Mat4]) -> Vec<Mat4> {
    model_from_joint.iter().zip(joint_from_bind).map(|(now, back)| *now * *back).collect()
}

/// Returns a vertex's attributes `a_joints` and `a_weights`: for each of four influences a joint and its weight. The
/// heaviest joint comes first, joints of weight 0 are left out, and what remains has joint 0 with weight 0.
pub fn four_influences(weights: [f32; 3]) -> ([u16; 4], [f32; 4]) {
    let mut joints_with_weight: Vec<usize> = (0..3).filter(|&joint| weights[joint] != 0.0).collect();
    joints_with_weight.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
    let mut joints = [0; 4];
    let mut four_weights = [0.0; 4];
    for (at, joint) in joints_with_weight.into_iter().enumerate() {
        joints[at] = joint as u16; // below 3
        four_weights[at] = weights[joint];
    }
    (joints, four_weights)
}

/// Returns the angle of `swing` after `t` seconds, in radians (03.2). At `t = delay` the swing passes its middle upwards.
pub fn wave(t: f32, swing: &Swing) -> f32 {
    swing.middle + swing.reach * (TAU * (t - swing.delay) / swing.period).sin()
}
