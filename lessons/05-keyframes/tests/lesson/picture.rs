//! The lesson's picture, and that every TODO changes it.

use common::app::exercise::testing;
use lesson_05::checks::REFERENCE;
use lesson_05::{Answers, Segment, scene::Scene};

#[test]
fn wild_answers_are_drawn() {
    let wild = Answers {
        set_keyframes: |_, floats| Err(format!("{} are too many", floats.len())),
        segment: |_, _, _| Segment { from: 3, to: 99, alpha: f32::NAN },
        wrap_time: |_, _, _| f32::INFINITY,
        ..REFERENCE
    };
    let said = [
        "05.1 set_keyframes: \"hips\": 144 are too many",
        "05.2 segment: key 99, where the last one is 8",
    ];
    testing::wild_answers_are_drawn::<Scene>(&wild, &said);
}
