//! Tests of `src/solution.rs`; removed with it on the student branch.

use common::check::Probe;
use glam::Mat4;
use lesson_08::checks::REFERENCE;
use lesson_08::probes;
use lesson_08::worm::Worm;

common::solution_tests!(lesson_08);

/// What a student writes and what `common` has are one, for many rigs and for the worm.
#[test]
fn the_solution_is_the_core() {
    let worm = Worm::new();
    let mut posed = vec![(worm.joints.clone(), worm.bind_locals.clone(), {
        let locals = worm.locals(1.3, 1.0);
        worm.model_from_joint(&locals)
    })];
    for seed in 0..25 {
        for index in 0..Probe::COUNT {
            let rig = probes::stretched(&Probe { seed, index });
            let joints = rig.skeleton.joints();
            let named =
                |j: &common::skeleton::Joint| Joint { name: j.name.clone(), parent: j.parent };
            let locals = joints.iter().map(|j| j.bind_local.to_mat4()).collect();
            let now = rig.model_from_joint().into_iter().map(Mat4::from).collect();
            posed.push((joints.iter().map(named).collect(), locals, now));
        }
    }
    for (joints, locals, now) in &posed {
        let back = (solution::ANSWERS.inverse_binds)(joints, locals);
        assert_near(&back, &(REFERENCE.inverse_binds)(joints, locals));
        let palette = (solution::ANSWERS.skinning_matrices)(now, &back);
        assert_near(&palette, &(REFERENCE.skinning_matrices)(now, &back));
        // In the bind pose nothing moves.
        let bind = model_poses(joints, locals, Mat4::IDENTITY);
        let rest = (solution::ANSWERS.skinning_matrices)(&bind, &back);
        assert_near(&rest, &vec![Mat4::IDENTITY; joints.len()]);
    }
}

/// Coordinates up to about 20, and chains of seven stretched joints: a few dozen roundings of 2e-6.
fn assert_near(mine: &[Mat4], core: &[Mat4]) {
    assert_eq!(mine.len(), core.len());
    for (mine, core) in mine.iter().zip(core) {
        assert!(mine.abs_diff_eq(*core, 2e-4), "{mine} {core}");
    }
}
