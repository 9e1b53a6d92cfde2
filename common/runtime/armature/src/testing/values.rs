//! Random values for property tests.

use armature::math::Transform;
use glam::{Quat, Vec3};
use proptest::prelude::*;

/// Makes any rotation, from a random point of the 4D ball.
pub(crate) fn unit_quat() -> impl Strategy<Value = Quat> {
    prop::array::uniform4(-1.0f32..1.0)
        .prop_filter("long enough to normalise", |q| q.iter().map(|c| c * c).sum::<f32>() > 0.01)
        .prop_map(|q| Quat::from_array(q).normalize())
}

/// Makes a point with coordinates from -10 to 10.
pub(crate) fn point() -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-10.0f32..10.0).prop_map(Vec3::from)
}

/// Makes a transform with any rotation, translations up to 10 and scales from 0.3 to 3.
pub(crate) fn transform() -> impl Strategy<Value = Transform> {
    (point(), unit_quat(), prop::array::uniform3(0.3f32..3.0)).prop_map(|(translation, rotation, scale)| Transform {
        translation,
        rotation,
        scale: scale.into(),
    })
}
