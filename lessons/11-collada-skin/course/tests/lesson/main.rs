//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_11::scene::SkinScene,
    options: [
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../assets/dialects/fbx.dae"),
        "--joint",
        "lower",
        "--bend",
        "-20",
        "--upside-down",
    ],
    unseen: [
        "11.1 OTHERS-LEFT-OUT",
        "11.1 WEIGHTS-IN-ORDER",
        "11.2 BY-ID",
        "11.2 SID-OR-ID",
        "11.2 PART-OF-THE-NAME",
        "11.2 LAST-OF-TWO",
        "11.2 ONE-MORE",
        "11.4 ONLY-IF-MANY",
    ],
}

mod agree;
mod malformed;
mod picture;
mod program;
mod readme;
mod steps;

common::solution_tests!(lesson_11, collada_skin: ColladaSkin);
