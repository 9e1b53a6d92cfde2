//! Lesson 08: the inverse bind. Your vertex shader is shaders/08-bind-pose/rigid.vert.

use crate::{Answers, Joint, ShaderFile};
use glam::Mat4;

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers =
    Answers { inverse_binds, skinning_matrices, vertex: ShaderFile("08-bind-pose/rigid.vert") };

/// The inverse bind matrix `joint_from_bind` of every joint, element i for joint i: from the space in which
/// the mesh was modelled into the joint's own, as it stood then.
///
/// `bind_locals[i]` is `parent_from_joint` of joint i in the bind pose, a root's `model_from_joint`. It
/// rotates and translates, and may scale, mirror and shear; it can be inverted. The mesh was modelled in
/// the model's space. Called once, when the figure is loaded.
fn inverse_binds(joints: &[Joint], bind_locals: &[Mat4]) -> Vec<Mat4> {
    // TODO 08.1: where were the joints in the model when the mesh was bound? And what is the inverse of that?
    let _ = joints; // you will need it
    vec![Mat4::IDENTITY; bind_locals.len()]
}

/// Returns the contents of `u_palette`: one skinning matrix for each joint, element i for joint i. It takes
/// a point from where it was modelled to where the joint has carried it, both in the model's space.
///
/// `model_from_joint` is the current pose; `joint_from_bind` are 08.1's matrices, always the same.
/// Called in every frame.
fn skinning_matrices(model_from_joint: &[Mat4], joint_from_bind: &[Mat4]) -> Vec<Mat4> {
    // TODO 08.2: a product for each joint. Which of the two is applied to the point first?
    let _ = model_from_joint; // you will need it
    joint_from_bind.to_vec()
}

// TODO 08.3 is not here: it is the vertex shader, shaders/08-bind-pose/rigid.vert.
