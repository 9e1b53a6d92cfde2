//! Further properties of the solution's answers.

use crate::solution;
use armature::skeleton::Skeleton;
use check::{Probe, Random};
use glam::Mat4;
use lesson_08::*;

/// The solution and the runtime's `Skeleton` compute the same inverse binds.
#[test]
fn inverse_binds_agree_with_the_core() {
    for seed in 0..25 {
        let rig = Probe { seed, index: 0 }.rig();
        let mut random = Random::new(seed);
        let mut scaled = rig.skeleton.joints().to_vec();
        for joint in &mut scaled {
            joint.bind_local.scale *= random.between(0.7, 1.4);
        }
        let locals: Vec<Mat4> = scaled.iter().map(|joint| joint.bind_local.to_mat4()).collect();
        let joints = lesson_joints(&scaled);
        let skeleton = Skeleton::new(scaled).expect("parents come first");
        let mine = (solution::ANSWERS.inverse_binds)(&joints, &locals);
        let core = skeleton.inverse_binds();
        assert_eq!(mine.len(), core.len());
        for (mine, core) in mine.iter().zip(core) {
            // Coordinates up to about 100, and chains of seven distorted joints: a few dozen roundings of 6e-6.
            assert!(mine.abs_diff_eq(core.into(), 4e-4), "{mine} {core:?}");
        }
    }
}
