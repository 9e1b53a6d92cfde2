//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

use common::exercise::testing;
use given::Course;
use lesson_04::{JointLines, Window, checks::REFERENCE};

common::lesson_tests!(lesson_04::Window);

mod moved;
mod program;

#[test]
fn wild_answers_are_drawn() {
    let joint_lines = JointLines {
        index_pairs: |_| Ok(vec![0, 60000, 1]),
        chain_starts: |_| Ok(vec![7, 3, 1000, 0]),
        matrices: |_, _, _| Ok(Vec::new()),
        ..REFERENCE.joint_lines
    };
    let wild = Course { joint_lines, ..REFERENCE };
    let messages = ["04.2 matrices: ", "04.3 index_pairs: 1 index without a joint"];
    testing::wild_answers_are_drawn::<Window>(&wild, &messages);
}

common::solution_tests!(lesson_04, joint_lines: JointLines);
