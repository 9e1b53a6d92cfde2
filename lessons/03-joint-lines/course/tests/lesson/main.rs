//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_03::scene::Scene,
    unseen: [],
}

mod cases;
mod moved;
mod picture;
mod program;
mod readme;

// Of `src/solution.rs`: what follows is cut off where the student branch removes it.
common::solution_tests!(lesson_03, joint_lines: JointLines);
