//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_09::scene::Scene,
    screenshot_with: ["--margin", "0.05", "--angles", "-60,80", "--joint", "head", "--heat"],
}

mod picture;
mod readme;

#[test]
fn what_cannot_be_shown() {
    for (option, wrong, says) in [
        ("--margin", "0", "a number from 0.01 to 0.167"),
        ("--margin", "NaN", "a number from 0.01 to 0.167"),
        ("--angles", "60", "two angles from -120 to 120"),
        ("--angles", "60,NaN", "two angles from -120 to 120"),
        ("--angles", "60,a,80", "two angles from -120 to 120"),
        ("--joint", "neck", "one of tail, middle, head"),
    ] {
        PROGRAM.refuses(option, wrong, says);
    }
}
