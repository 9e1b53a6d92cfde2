//! The lesson's picture, and that every TODO changes it.

use common::exercise::testing;
use given::Course;
use lesson_03::{JointLines, checks::REFERENCE, scene::Scene};

#[test]
fn wild_answers_are_drawn() {
    let joint_lines = JointLines {
        index_pairs: |_| Ok(vec![0, 60000, 1]),
        chain_starts: |_| Ok(vec![7, 3, 1000, 0]),
        matrices: |_, _, _| Ok(Vec::new()),
        ..REFERENCE.joint_lines
    };
    let wild = Course { joint_lines, ..REFERENCE };
    let message = "03.3 index_pairs: 1 index without a joint";
    testing::wild_answers_are_drawn::<Scene>(&wild, &[message]);
}

#[test]
fn every_mistake_is_seen() {
    testing::every_mistake_is_seen::<Scene>(0.002, &["03.1 TURN-FORGOTTEN", "03.1 DIVIDED", "03.1 POSITION-IGNORED"]);
}
