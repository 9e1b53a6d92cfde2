//! The right answers, by the runtime.

use crate::{Answers, Arm, Placed, Rigid};
use common::math;
use glam::Mat3;

/// Right on every probe.
pub(crate) const ANSWERS: Answers = Answers {
    matrix: |parent_from_child| parent_from_child.core().to_mat4(),
    compose: |outer, inner| Rigid::of_core(outer.core().compose(&inner.core())),
    inverse: |parent_from_child| Rigid::of_core(parent_from_child.core().inverse()),
    place: placed,
};

/// A rigid transform of the runtime in the place of the lesson's.
pub(crate) trait InCore: Sized {
    fn core(&self) -> math::Rigid;

    fn of_core(core: math::Rigid) -> Self;
}

impl InCore for Rigid {
    fn core(&self) -> math::Rigid {
        math::Rigid::new(self.rotation, self.translation)
    }

    fn of_core(core: math::Rigid) -> Self {
        Rigid { rotation: core.rotation, translation: core.translation }
    }
}

/// The arm by `common`'s means: matrices of glam, and points by the whole way at once.
fn placed(arm: &Arm, a: f32, b: f32) -> Placed {
    let base_from_upper = math::Rigid::new(Mat3::from_rotation_y(a.to_radians()), arm.shoulder);
    let upper_from_forearm = math::Rigid::new(Mat3::from_rotation_z(b.to_radians()), arm.elbow);
    let base_from_forearm = base_from_upper.compose(&upper_from_forearm);
    let world_from_base = arm.world_from_base.core();
    let world_from_forearm = world_from_base.compose(&base_from_forearm);
    Placed {
        world_from_upper: Rigid::of_core(world_from_base.compose(&base_from_upper)),
        world_from_forearm: Rigid::of_core(world_from_forearm),
        claw_in_upper: upper_from_forearm.transform_point(arm.claw),
        claw_in_base: base_from_forearm.transform_point(arm.claw),
        claw_in_world: world_from_forearm.transform_point(arm.claw),
    }
}
