//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_06::scene::Scene,
    options: ["--u", "0.8"],
    unseen: [
        "06.3 LIMIT-FOR-ANGLE",
        "06.3 EQUAL-ONLY",
        "06.3 STANDS-STILL",
    ],
}

mod picture;
mod readme;

// Of `src/solution.rs`: what follows is cut off where the student branch removes it.
common::solution_tests!(lesson_06, rotations: Rotations);
mod solved;
