//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_12::Window,
    options: ["--time", "1.8", "--clip", "dance"],
}

mod agree;
mod mine;
mod own;
mod picture;
mod program;

common::solution_tests!(lesson_12, playback: Playback);
