//! Further properties of the solution's answers.

use crate::SOLUTION;
use check::Submission;
use given::Course;
use glam::Mat4;
use lesson_04::checks::{LESSON, REFERENCE};
use lesson_04::probes::around;
use lesson_04::*;

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

/// Adds the joints of one level, and none inside them.
fn add_one_level(
    reader: &Reader,
    above: roxmltree::Node,
    parent: Option<usize>,
    parent_from_above: Mat4,
    joints: &mut Vec<Joint>,
) -> Result<(), String> {
    for node in above.children().filter(|node| node.has_tag_name("node")) {
        let parent_from_node = parent_from_above * reader.matrix(node)?;
        if node.attribute("type") == Some("JOINT") {
            joints.push(Joint::new(reader.name(node), parent, parent_from_node));
        }
    }
    Ok(())
}

/// Returns which steps of 04.3 are right.
fn steps(collada_joints: ColladaJoints) -> Vec<Option<bool>> {
    let answers = &Course { collada_joints, ..REFERENCE };
    let verdict = check::verdict(&LESSON, 2, &Submission { answers, text: None, shaders: "" }, verdict::SEED);
    verdict.steps.iter().map(|step| step.right).collect()
}

#[test]
fn one_level_is_seen_before_the_recursion_is_written() {
    let one_level = ColladaJoints {
        add_joints: |reader, above, parent, parent_from_above, joints| {
            Ok(add_one_level(reader, above, parent, parent_from_above, joints))
        },
        ..REFERENCE.collada_joints
    };
    assert_eq!(steps(one_level), [Some(true), Some(false)]);
    let no_joint = ColladaJoints {
        add_joints: |reader, above, _, _, _| {
            let mut nodes = above.children().filter(|node| node.has_tag_name("node"));
            Ok(nodes.try_for_each(|node| reader.matrix(node).map(drop)))
        },
        ..REFERENCE.collada_joints
    };
    assert_eq!(steps(no_joint), [Some(false), None], "it refuses a bad matrix, and adds nothing");
}
