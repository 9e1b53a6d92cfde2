//! The starter is recognised, and each known mistake fails with its own name.

use check::three_way;
use lesson_19::checks::LESSON;

#[test]
fn starter_and_mistakes() {
    three_way::verify(&LESSON);
}
