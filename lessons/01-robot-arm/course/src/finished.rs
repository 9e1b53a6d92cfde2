//! The right answers, by the runtime.

use crate::{Answers, Arm, Placed, Rigid};
use armature::math;
use glam::Mat3;

pub(crate) const ANSWERS: Answers = Answers {
    matrix: |parent_from_child| core(parent_from_child).to_mat4(),
    compose: |outer, inner| of_core(core(outer).compose(&core(inner))),
    inverse: |parent_from_child| of_core(core(parent_from_child).inverse()),
    place: placed,
};

/// Returns the runtime's transform for the lesson's.
pub(crate) fn core(rigid: &Rigid) -> math::Rigid {
    math::Rigid::new(rigid.rotation, rigid.translation)
}

fn of_core(core: math::Rigid) -> Rigid {
    Rigid { rotation: core.rotation, translation: core.translation }
}

/// Places the arm by the runtime. Unlike the solution it takes the claw to each space by one composed transform.
fn placed(arm: &Arm, a: f32, b: f32) -> Placed {
    let base_from_upper = math::Rigid::new(Mat3::from_rotation_y(a.to_radians()), arm.shoulder);
    let upper_from_forearm = math::Rigid::new(Mat3::from_rotation_z(b.to_radians()), arm.elbow);
    let base_from_forearm = base_from_upper.compose(&upper_from_forearm);
    let world_from_base = core(&arm.world_from_base);
    let world_from_forearm = world_from_base.compose(&base_from_forearm);
    Placed {
        world_from_upper: of_core(world_from_base.compose(&base_from_upper)),
        world_from_forearm: of_core(world_from_forearm),
        claw_in_upper: upper_from_forearm.transform_point(arm.claw),
        claw_in_base: base_from_forearm.transform_point(arm.claw),
        claw_in_world: world_from_forearm.transform_point(arm.claw),
    }
}
