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

pub use crate::lesson_03::MAX_JOINTS;
pub use crate::lesson_07::Swing;

/// Lesson 08: `model_from_bind` of each joint. Every matrix in `model_from_joint` is of the current
/// pose, every one in `joint_from_bind` an inverse bind.
pub fn skinning_matrices(model_from_joint: &[Mat4], joint_from_bind: &[Mat4]) -> Vec<Mat4> {
    model_from_joint.iter().zip(joint_from_bind).map(|(now, back)| *now * *back).collect()
}

/// The weights of three joints as a vertex carries them: `a_joints` has the index of each slot's joint, and
/// `a_weights` its weight. The strongest has the first slot. A joint without a pull has none, and
/// a slot without a joint names joint 0, with weight 0.
pub fn slots(weights: [f32; 3]) -> ([u16; 4], [f32; 4]) {
    let mut pulling: Vec<usize> = (0..3).filter(|&joint| weights[joint] != 0.0).collect();
    pulling.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
    let mut joints = [0; 4];
    let mut slots = [0.0; 4];
    for (slot, joint) in pulling.into_iter().enumerate() {
        joints[slot] = joint as u16; // below 3
        slots[slot] = weights[joint];
    }
    (joints, slots)
}

/// Lesson 07: the angle of `swing` after `t` seconds. At `t = delay` it passes its middle, with growing angle.
pub fn wave(t: f32, swing: &Swing) -> f32 {
    swing.middle + swing.reach * (TAU * (t - swing.delay) / swing.period).sin()
}
