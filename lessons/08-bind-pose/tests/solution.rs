//! Tests of `src/solution.rs`; removed with it on the student branch.

use common::check::{Probe, Random};
use common::skeleton::{self, Skeleton};
use glam::Mat4;
use lesson_08::checks::REFERENCE;
use lesson_08::probes;

common::solution_tests!(lesson_08);

/// What a student writes and what `common` has are one, for all figures that are asked about.
#[test]
fn the_solution_is_the_core() {
    for seed in 0..25 {
        for index in 0..=Probe::COUNT {
            for figure in probes::figures(&Probe { seed, index }) {
                let probes::Figure { joints, bind_locals, model_from_joint, .. } = &figure;
                let back = (solution::ANSWERS.inverse_binds)(joints, bind_locals);
                assert_near(&back, &(REFERENCE.inverse_binds)(joints, bind_locals));
                let palette = (solution::ANSWERS.skinning_matrices)(model_from_joint, &back);
                assert_near(&palette, &(REFERENCE.skinning_matrices)(model_from_joint, &back));
                // In the bind pose nothing moves.
                let bind = model_poses(joints, bind_locals, Mat4::IDENTITY);
                let rest = (solution::ANSWERS.skinning_matrices)(&bind, &back);
                assert_near(&rest, &vec![Mat4::IDENTITY; joints.len()]);
            }
        }
    }
}

/// The skeleton of `common`, whose joints have no shear, has the same inverse binds.
#[test]
fn the_skeleton_has_them_too() {
    for seed in 0..25 {
        let rig = Probe { seed, index: 0 }.rig();
        let mut random = Random::new(seed);
        let mut joint = |joint: &skeleton::Joint| {
            let mut joint = joint.clone();
            joint.bind_local.scale *= random.between(0.7, 1.4);
            joint
        };
        let scaled: Vec<skeleton::Joint> = rig.skeleton.joints().iter().map(&mut joint).collect();
        let locals: Vec<Mat4> = scaled.iter().map(|joint| joint.bind_local.to_mat4()).collect();
        let named = |j: &skeleton::Joint| Joint { name: j.name.clone(), parent: j.parent };
        let joints: Vec<Joint> = scaled.iter().map(named).collect();
        let skeleton = Skeleton::new(scaled).expect("parents come first");
        let core: Vec<Mat4> = skeleton.inverse_binds().into_iter().map(Mat4::from).collect();
        assert_near(&(solution::ANSWERS.inverse_binds)(&joints, &locals), &core);
    }
}

/// Coordinates up to about 100, and chains of seven distorted joints: a few dozen roundings of 6e-6.
fn assert_near(mine: &[Mat4], core: &[Mat4]) {
    assert_eq!(mine.len(), core.len());
    for (mine, core) in mine.iter().zip(core) {
        assert!(mine.abs_diff_eq(*core, 4e-4), "{mine} {core}");
    }
}
