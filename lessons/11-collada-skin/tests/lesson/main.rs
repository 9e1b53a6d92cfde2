//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_11::scene::Scene,
    screenshot_with: [
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/dialects/fbx.dae"),
        "--joint",
        "lower",
        "--bend",
        "-20",
        "--upside-down",
    ],
    // Each of the four figures covers about 1 pixel in 30. The least that changes is a raised arm, a bent
    // hose and the colours of two heat maps.
    every_todo_changes: [0.02; 4],
}

mod agree;
mod malformed;
mod picture;
mod program;
mod readme;
