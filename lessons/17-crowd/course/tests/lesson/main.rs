//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_17::instanced::CrowdScene,
    options: ["--count", "12", "--who", "frames"],
}

use check::Submission;
use lesson_17::Moment;
use lesson_17::checks::LESSON;

mod cast;
mod picture;
mod program;
mod ways;

/// `%` keeps the minus, and the sum after it overflows.
#[test]
fn an_overflow_has_the_name_of_its_cause() {
    let mut answers = LESSON.reference;
    answers.crowd.moment = |dancer, clips, seconds| {
        given::answer(&"17.3", || {
            let clip = clips[dancer.clip];
            let frame = (dancer.phase + dancer.speed * seconds) * clip.rate;
            let from = clip.first + (frame.floor() as i64 % clip.frames as i64) as usize;
            Moment { from, to: clip.first + (from - clip.first + 1) % clip.frames, alpha: frame - frame.floor() }
        })
    };
    let submission = Submission { answers: &answers, text: None, shaders: "" };
    let named = check::verdict(&LESSON, 2, &submission, verdict::SEED).mistakes;
    assert_eq!(named.first().map(|mistake| mistake.name.as_str()), Some("NEGATIVE"), "{named:?}");
}

common::solution_tests!(lesson_17, crowd: Crowd);
