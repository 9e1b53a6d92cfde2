//! Further properties of the solution's answers.

use crate::SOLUTION;
use lesson_05::checks::REFERENCE;
use lesson_05::probes::around;
use lesson_05::*;

/// The solution's recursion reads whole figures, and a file as deep as one may be, on the stack of a test's thread.
#[test]
fn the_solution_reads_real_files_and_deep_ones() {
    let assets = common::assets();
    let files =
        ["arm.dae", "knight.dae", "sword.dae"].map(|file| std::fs::read_to_string(assets.join(file)).expect(file));
    let depth = MAX_DEPTH - 4;
    let nodes = "<node type=\"JOINT\">".repeat(depth) + &"</node>".repeat(depth);
    for text in files.into_iter().chain([around(&nodes, "Y_UP", "1")]) {
        let [got, expected] = [SOLUTION, REFERENCE].map(|by| read(&by.collada_joints, &text).unwrap());
        let got = got.expect("joints");
        let expected = expected.expect("joints");
        assert_eq!(got.len(), expected.len());
        for (got, expected) in got.iter().zip(&expected) {
            let place = got.parent_from_joint;
            assert!(place.abs_diff_eq(expected.parent_from_joint, 1e-6), "{}", got.name);
            assert_eq!(Joint { parent_from_joint: place, ..expected.clone() }, *got);
        }
    }
}
