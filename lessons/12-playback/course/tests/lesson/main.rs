//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_12::scene::Scene,
    options: ["--time", "1.8", "--clip", "dance"],
    unseen: [
        "12.1 ENDS-WITH",
        "12.1 SKIN-ONLY",
        "12.3 OUT-OF-ORDER",
        "12.3 SCALED-AFTER-TURNING",
        "12.3 SCALE-DROPPED",
        "12.4 SCALE-DROPPED",
    ],
}

mod agree;
mod mine;
mod own;
mod picture;
mod program;
mod readme;

// Of `src/solution.rs`: what follows is cut off where the student branch removes it.
common::solution_tests!(lesson_12, playback: Playback);
