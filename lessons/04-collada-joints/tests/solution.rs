//! Tests of `src/solution.rs`; removed with it on the student branch.

use common::check::Probe;
use lesson_04::checks::REFERENCE;
use lesson_04::probes::{self, Broken, around};
use std::path::Path;

common::solution_tests!(lesson_04);

fn assert_agreement(text: &str) {
    match (read(&solution::ANSWERS, text), read(&REFERENCE, text)) {
        (Ok(got), Ok(expected)) => {
            assert_eq!(got.len(), expected.len());
            for (got, expected) in got.iter().zip(&expected) {
                let place = got.parent_from_joint;
                assert!(place.abs_diff_eq(expected.parent_from_joint, 1e-6), "{}", got.name);
                assert_eq!(Joint { parent_from_joint: place, ..expected.clone() }, *got);
            }
        }
        (got, expected) => assert_eq!(got, expected),
    }
}

#[test]
fn the_solution_reads_real_files_and_bad_ones() {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    for file in ["arm.dae", "knight.dae", "sword.dae"] {
        assert_agreement(&std::fs::read_to_string(assets.join(file)).expect(file));
    }
    for broken in [Broken::No, Broken::Outermost, Broken::DeepInside] {
        for index in 0..Probe::COUNT {
            assert_agreement(&probes::file(&Probe { seed: 5, index }, broken).text);
        }
    }
    for bad in [
        "",
        "<COLLADA/>",
        "<COLLADA><visual_scene><node><matrix>x</matrix></node></visual_scene></COLLADA>",
    ] {
        assert_agreement(bad);
    }
    // As deep as a file may be: this recursion fits, on the stack of a test's thread.
    let depth = MAX_DEPTH - 4;
    let nodes = "<node type=\"JOINT\">".repeat(depth) + &"</node>".repeat(depth);
    assert_agreement(&around(&nodes, "Y_UP", "1"));
}
