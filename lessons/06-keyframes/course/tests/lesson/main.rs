//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

use common::exercise::testing;
use given::Course;
use lesson_06::{Keyframes, Segment, Window, checks::REFERENCE};

common::lesson_tests!(lesson_06::Window);

mod agree;

/// After two seconds in uneven frames the loop is back at its start, and the clamped clip at its end.
#[test]
fn the_moment_in_words() {
    let lines = [
        "Lesson 06: Keyframes\nloop: e = 0.10 s, key 0 to 1, alpha 0.60",
        "clamp: e = 1.67 s, key 8 to 8, alpha 0.00",
        "ping-pong: e = 2.10 s, key 5 to 6, alpha 0.70",
    ];
    PROGRAM.describes(&["--time", "2.1"], &lines);
}

#[test]
fn it_goes_on_without_an_answer_that_hung() {
    PROGRAM.starts_without("06.2");
}

/// The clamped dance can be seen again.
#[test]
fn after_ten_seconds_all_begin_again() {
    let lines = ["loop: e = 0.50 s", "clamp: e = 0.50 s", "ping-pong: e = 0.50 s"];
    PROGRAM.describes(&["--time", "10.5"], &lines);
}

#[test]
fn wild_answers_are_drawn() {
    let keyframes = Keyframes {
        set_keyframes: |_, floats| Ok(Err(format!("{} are too many", floats.len()))),
        segment: |_, _, _| Ok(Segment { from: 3, to: 99, alpha: f32::NAN }),
        wrap_time: |_, _, _| Ok(f32::INFINITY),
        ..REFERENCE.keyframes
    };
    let wild = Course { keyframes, ..REFERENCE };
    let message = ["06.1 set_keyframes: \"hips\": 144 are too many", "06.2 segment: key 99, where the last one is 8"];
    testing::wild_answers_are_drawn::<Window>(&wild, &message);
}

common::solution_tests!(lesson_06, keyframes: Keyframes);
