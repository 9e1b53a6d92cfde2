//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_10::scene::Scene,
    options: ["--squash", "0.5", "--bend", "1"],
}

mod picture;
mod readme;

#[test]
fn shares_are_from_0_to_1() {
    for option in ["--squash", "--bend"] {
        for wrong in ["1.5", "NaN", "half"] {
            PROGRAM.refuses(option, wrong, "a number from 0 to 1");
        }
    }
}

// Of `src/solution.rs`: what follows is cut off where the student branch removes it.
common::solution_tests!(lesson_10, normals: Normals);
