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

#[test]
fn a_line_of_the_knights_file() {
    let text = std::fs::read_to_string(common::assets().join("knight.dae")).expect("the knight");
    lesson_testing::readme_quotes::<Tested>(&text, 1);
}

common::solution_tests!(lesson_12, playback: Playback);
