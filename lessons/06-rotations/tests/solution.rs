//! Tests of `src/solution.rs`; removed with it on the student branch.

use common::check::{Probe, Status, Submission, verdict};
use glam::{Quat, Vec3};
use lesson_06::checks::{LESSON, REFERENCE};
use lesson_06::probes;

common::solution_tests!(lesson_06);

/// The solution agrees with `common` on every pair of keys.
#[test]
fn the_solution_agrees_with_common() {
    for seed in 0..50 {
        let mut random = Probe { seed, index: 0 }.random();
        for pair in probes::signs(&mut random, true) {
            let [mine, core] = [&solution::ANSWERS, &REFERENCE]
                .map(|answers: &Answers| (answers.shortest)(pair.from, pair.to));
            assert_eq!(mine, core, "{}", pair.note());
            for u in [0.0, 0.1, 0.25, 0.5, 0.8, 1.0] {
                let [mine, core] = [solution::ANSWERS.slerp, REFERENCE.slerp]
                    .map(|slerp| slerp(pair.from, core, u));
                assert!(mine.abs_diff_eq(core, 2e-6), "{} at {u}: {mine} {core}", pair.note());
                let [mine, core] = [solution::ANSWERS.nlerp, REFERENCE.nlerp]
                    .map(|nlerp| nlerp(pair.from, core, u));
                assert!(mine.abs_diff_eq(core, 2e-6), "{} at {u}: {mine} {core}", pair.note());
            }
        }
        for whole in probes::wholes(&mut random, true) {
            let mine = (solution::ANSWERS.decompose)(whole.matrix);
            let core = (REFERENCE.decompose)(whole.matrix);
            // Its numbers are from a hundredth to a hundred.
            let within = 1e-5 * core.scale.abs().max_element().max(1.0);
            assert_parts(mine, core, within);
            assert!(mine.to_mat4().abs_diff_eq(whole.matrix, within), "{}", whole.name);
        }
    }
}

/// There is no visible step where slerp switches to nlerp.
#[test]
fn both_sides_of_the_small_angle() {
    for degrees in [0.0f32, 1e-3, 0.1, 1.0, 3.0, 3.6, 3.7, 5.0] {
        let a = Quat::from_rotation_y(0.7);
        let b = Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), degrees.to_radians()) * a;
        let (mine, core) = ((solution::ANSWERS.slerp)(a, b, 0.21), (REFERENCE.slerp)(a, b, 0.21));
        assert!(mine.abs_diff_eq(core, 2e-6), "{degrees} degrees: {mine} {core}");
    }
}

/// The check rejects a switch to nlerp at a dot product of 0.99, although the picture hardly changes.
#[test]
fn too_wide_a_limit_fails() {
    let early = Answers {
        slerp: |a, b, u| {
            let blend =
                if a.dot(b) > 0.99 { solution::ANSWERS.nlerp } else { solution::ANSWERS.slerp };
            blend(a, b, u)
        },
        ..solution::ANSWERS
    };
    let submission = Submission { answers: &early, text: None, shaders: "06-rotations/solution" };
    let slerp = 2; // 06.3
    for seed in 0..50 {
        let found = verdict(&LESSON, slerp, &submission, seed);
        assert_eq!((found.status, found.mistakes.len()), (Status::Fail, 0), "seed {seed}");
    }
}

fn assert_parts(mine: Transform, core: Transform, within: f32) {
    assert!(mine.translation.abs_diff_eq(core.translation, within), "{mine:?} {core:?}");
    assert!(mine.scale.abs_diff_eq(core.scale, within), "{mine:?} {core:?}");
    let opposite = mine.rotation.abs_diff_eq(-core.rotation, within);
    assert!(opposite || mine.rotation.abs_diff_eq(core.rotation, within), "{mine:?} {core:?}");
}
