//! Lesson 08: the inverse bind. Your vertex shader is shaders/08-bind-pose/rigid.vert.

use crate::{Answers, Joint, ShaderFile};
use glam::Mat4;

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers =
    Answers { inverse_binds, skinning_matrices, vertex: ShaderFile("08-bind-pose/rigid.vert") };

/// The inverse bind matrix, `joint_from_bind`, of every joint, element i for joint i. It takes a point from the model's
/// space, in which the mesh was modelled, to the joint's own space as it was then.
///
/// `bind_locals[i]` is `parent_from_joint` of joint i in the bind pose. For a root that is its `model_from_joint`.
/// Such a matrix may rotate, translate, scale, mirror and shear, and it always has an inverse. The function is called
/// once, when the figure is loaded.
fn inverse_binds(joints: &[Joint], bind_locals: &[Mat4]) -> Vec<Mat4> {
    // TODO 08.1: where were the joints in the model when the mesh was bound? And what is the inverse of that?
    let _ = joints; // you will need it
    vec![Mat4::IDENTITY; bind_locals.len()]
}

/// The list for `u_palette`: a skinning matrix for each joint, element i for joint i. It takes a point from where it
/// was modelled to where the joint has carried it, both in the model's space.
///
/// `model_from_joint` is the current pose. `joint_from_bind` is the result of 08.1, and never changes. The function is
/// called in every frame.
fn skinning_matrices(model_from_joint: &[Mat4], joint_from_bind: &[Mat4]) -> Vec<Mat4> {
    // TODO 08.2: a product for each joint. Which of the two is applied to the point first?
    let _ = model_from_joint; // you will need it
    joint_from_bind.to_vec()
}

// TODO 08.3 is not here: it is the vertex shader, shaders/08-bind-pose/rigid.vert.
