//! The right answers, by the runtime.

use crate::Answers;
use common::math;
use glam::{Affine3A, Quat};

pub const ANSWERS: Answers = Answers {
    shortest: math::shortest,
    nlerp: math::nlerp,
    slerp: as_given,
    decompose: |matrix| math::decompose(&Affine3A::from_mat4(matrix)).transform,
};

/// `common`'s slerp takes the short way by itself. Here that is 06.1's part, and without it the long way
/// has to show: from a to half way, and on to b.
fn as_given(a: Quat, b: Quat, u: f32) -> Quat {
    let half_way = math::nlerp(a, b, 0.5);
    match u {
        _ if a.dot(b) >= 0.0 => math::slerp(a, b, u),
        ..0.5 => math::slerp(a, half_way, 2.0 * u),
        _ => math::slerp(half_way, b, 2.0 * u - 1.0),
    }
}
