//! The solution passes, the starter is what its regions make of it, and a knight who is played by the solutions of all
//! lessons is the finished one. Removed with `src/solution.rs` on the student branch.

use common::app::NoOptions;
use common::app::exercise::testing;
use common::graphics::testing::headless_or_skip;
use lesson_13::earlier::Earlier;
use lesson_13::scene::Scene;

common::solution_tests!(lesson_13);

common::earlier_solutions!(
    of_02 "solution_02.rs",
    of_05 "solution_05.rs",
    of_06 "solution_06.rs",
    of_12 "solution_12.rs",
);

/// What a student has on `solution/all`.
#[test]
fn the_solutions_of_all_lessons_play_the_finished_knight() {
    if headless_or_skip("the_solutions_of_all_lessons_play_the_finished_knight").is_none() {
        return;
    }
    let solved = Earlier {
        hierarchy: of_02::ANSWERS,
        keyframes: of_05::ANSWERS,
        rotations: of_06::ANSWERS,
        playback: of_12::ANSWERS,
    };
    let (answers, size) = (&solution::ANSWERS, (320, 180));
    let (mine, said) = testing::draw_with_earlier::<Scene, _>(answers, solved, &NoOptions {}, size);
    assert_eq!(said, [""; 0]);
    let (right, _) = testing::draw::<Scene>(&lesson_13::checks::REFERENCE, size);
    // A quaternion's last digit: a sample of four here and there at an edge.
    let apart = mine.difference(&right);
    assert!(apart.within(0.05, 4.0), "{apart:?}");
}
