//! A wrong answer as the report shows it.

use check::{Submission, verdict};
use lesson_03::{MAX_JOINTS, checks::LESSON};
use verdict::brief;

/// A matrix for every element of the shader's array, of a list that has none for most of them.
#[test]
fn a_list_that_is_read_beyond_its_end() {
    let mut answers = LESSON.reference;
    answers.joint_lines.matrices =
        |_, locals, _| given::answer(&"03.2", || (0..MAX_JOINTS).map(|joint| locals[joint]).collect());
    let report = brief(&verdict(&LESSON, 1, &Submission { answers: &answers, text: None, shaders: "" }, 41));
    assert!(report.contains("\n     BEYOND-THE-JOINTS: your code reads one matrix more"), "{report}");
    assert!(report.contains("your code panics.\n"), "{report}");
}
