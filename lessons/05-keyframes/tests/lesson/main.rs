//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_05::scene::Scene,
    screenshot_with: ["--time", "1.8"],
    // Curves and bones cover about 1 pixel in 40; 05.3 alone changes parts of the curves and one knight.
    every_todo_changes: [0.01, 0.01, 0.004, 0.01],
}

mod agree;
mod picture;
mod program;
mod readme;
