//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_04::scene::Scene,
    screenshot_with: [concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/arm.dae")],
    // The lines cover about 1 pixel in 100, those of the two sides about 1 in 250.
    every_todo_changes: [0.003; 4],
}

mod agree;
mod malformed;
mod picture;
mod program;
mod readme;
