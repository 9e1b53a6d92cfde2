//! Tests of `src/solution.rs`; removed with it on the student branch.

use common::check::Probe;
use lesson_10::checks::REFERENCE;
use lesson_10::probes;

common::solution_tests!(lesson_10);

/// What a student writes and what `common` has are one: the same directions, the same words.
#[test]
fn the_solution_is_the_core() {
    for seed in 0..50 {
        for index in 0..=Probe::COUNT {
            let probe = Probe { seed, index };
            let normals = probes::normals(&mut probe.random());
            for (_, kind, m) in probes::matrices(&probe) {
                let mine = (solution::ANSWERS.normal_matrix)(m);
                let core = (REFERENCE.normal_matrix)(m);
                for normal in normals {
                    let apart = (mine * normal).normalize().distance((core * normal).normalize());
                    // Single precision, and stretches of up to 5 to 1.
                    assert!(apart < 2e-5, "{kind}: {apart}");
                }
                let words = [solution::ANSWERS, REFERENCE].map(|a| (a.shortcut_will_do)(m));
                assert_eq!(words[0], words[1], "{kind}");
            }
        }
    }
}
