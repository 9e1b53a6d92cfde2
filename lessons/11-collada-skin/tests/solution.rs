//! The solution passes, and the starter is what its regions make of it. Goes away together with `src/solution.rs`.

use common::app::Watchdog;
use common::check::{Probe, Submission, three_way};
use lesson_11::checks::{LESSON, REFERENCE};
use lesson_11::scene::files;
use lesson_11::{Answers, File, Influence, Input, Joint, probes, tie};
// The included file names its lesson's things as `crate::`.
use lesson_11::{offset_of, strongest_first, total_weight};

#[path = "../src/solution.rs"]
#[allow(unreachable_pub)] // in the lesson the table is public, and this is the same text
mod solution;

#[test]
fn the_solution_passes() {
    let text = include_str!("../src/solution.rs");
    let shaders = "11-collada-skin/solution";
    three_way::passes(
        &LESSON,
        &Submission { answers: &solution::ANSWERS, text: Some(text), shaders },
    );
}

#[test]
fn the_starter_is_generated() {
    three_way::starter_is_generated(
        &LESSON,
        include_str!("../src/solution.rs"),
        include_str!("../src/starter.rs"),
    );
}

/// What a student writes and what is finished are one, for whole files too.
#[test]
fn the_solution_ties_files_as_the_finished_answers_do() {
    for path in files() {
        let file = File::read(&path).expect("a figure");
        let (mine, told) = tie(&file, &solution::ANSWERS, &mut Watchdog::direct());
        let (right, expected) = tie(&file, &REFERENCE, &mut Watchdog::direct());
        for (told, expected) in told.iter().zip(&expected) {
            assert_eq!(told.joints, expected.joints);
            assert_eq!(told.influences, expected.influences);
            for (mine, right) in told.matrices.iter().zip(&expected.matrices) {
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
            let ask = |answers: &Answers| {
                let probes::Weights { inputs, vcount, v, weights, joints } = &asked;
                (answers.influences)(inputs, vcount, v, weights, *joints)
            };
            assert_eq!(ask(&solution::ANSWERS), ask(&REFERENCE));
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
