//! Tests of `src/solution.rs`; removed with it on the student branch.

use common::app::Watchdog;
use common::check::Probe;
use lesson_11::checks::REFERENCE;
use lesson_11::probes;
use lesson_11::scene::files;

common::solution_tests!(lesson_11);

/// What a student writes and what is finished are one, for whole files too.
#[test]
fn the_solution_binds_skins_as_the_finished_answers_do() {
    for path in files() {
        let file = File::read(&path).expect("a figure");
        let (mine, found) = bind_skins(&file, &solution::ANSWERS, &mut Watchdog::direct());
        let (right, expected) = bind_skins(&file, &REFERENCE, &mut Watchdog::direct());
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found.joints, expected.joints);
            assert_eq!(found.influences, expected.influences);
            for (mine, right) in found.matrices.iter().zip(&expected.matrices) {
                assert!(mine.abs_diff_eq(*right, 1e-5), "{mine} {right}");
            }
        }
        let weights = |model: &common::model::Model| -> Vec<[f32; 4]> {
            model.parts.iter().flat_map(|p| &p.mesh.vertices).map(|v| v.weights).collect()
        };
        for (mine, right) in weights(&mine).iter().zip(weights(&right)) {
            let off = mine.iter().zip(right).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(off < 1e-5, "{mine:?} {right:?}");
        }
    }
}

#[test]
fn the_solution_is_the_finished_one_on_many_probes() {
    for seed in 0..50 {
        for index in 0..Probe::COUNT {
            let probe = Probe { seed, index };
            let asked = probes::weights(&probe, true);
            assert_eq!(asked.influences(&solution::ANSWERS), asked.influences(&REFERENCE));
            let asked = probes::names(&probe);
            for joints in [&asked.joints, &asked.with_twin(&probe).0] {
                assert_eq!(
                    (solution::ANSWERS.skeleton_joints)(&asked.names, joints),
                    (REFERENCE.skeleton_joints)(&asked.names, joints)
                );
            }
        }
    }
}
