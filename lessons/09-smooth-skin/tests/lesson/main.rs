//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_09::scene::Scene,
    screenshot_with: ["--margin", "0.05", "--angles", "-60,80", "--joint", "head", "--heat"],
    // Without weights the worm stands straight and has lost its colours: 1 pixel in 8. Without angles it
    // stands straight: 1 in 16. Kinks are smaller: about 1 in 100, at two bends that cover 1 in 30.
    every_todo_changes: [0.06, 0.006, 0.03],
}

mod picture;
mod program;
mod readme;
