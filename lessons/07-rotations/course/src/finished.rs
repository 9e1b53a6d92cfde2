//! The right answers, by the runtime.

use crate::Answers;
use armature::math;
use glam::{Affine3A, Quat};

pub const ANSWERS: Answers = Answers {
    shortest: math::shortest,
    nlerp: math::nlerp,
    slerp: slerp_without_signs,
    decompose: |matrix| math::decompose(&Affine3A::from_mat4(matrix)).transform,
};

/// Returns `common`'s slerp, but along the long arc where the signs of a and b differ: making them agree is 07.1's part here,
/// and `common` would do it.
fn slerp_without_signs(a: Quat, b: Quat, u: f32) -> Quat {
    let half_way = math::nlerp(a, b, 0.5);
    match u {
        _ if a.dot(b) >= 0.0 => math::slerp(a, b, u),
        ..0.5 => math::slerp(a, half_way, 2.0 * u),
        _ => math::slerp(half_way, b, 2.0 * u - 1.0),
    }
}
