//! The right answers, by the runtime.

use crate::Answers;
use armature::math::DualQuaternion;
use armature::skin::twisted_radius;
use given::ShaderFile;

/// Right on every probe.
pub(crate) const ANSWERS: Answers = Answers {
    thickness: twisted_radius,
    from_rigid: |rotation, translation| DualQuaternion::from_rotation_translation(rotation, translation).into(),
    blend: |weights, motions| {
        let motions: Vec<DualQuaternion> = motions.iter().map(|motion| (*motion).into()).collect();
        DualQuaternion::blend(weights, &motions).into()
    },
    vertex: ShaderFile("common/dual_skin.vert"),
};
