//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_11::scene::Scene,
    options: [
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../assets/dialects/fbx.dae"),
        "--joint",
        "lower",
        "--bend",
        "-20",
        "--upside-down",
    ],
}

mod agree;
mod malformed;
mod picture;
mod program;
mod readme;

// Of `src/solution.rs`: what follows is cut off where the student branch removes it.
common::solution_tests!(lesson_11, collada_skin: ColladaSkin);
