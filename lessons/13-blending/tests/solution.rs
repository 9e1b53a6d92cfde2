//! The solution passes, the starter is what its regions make of it, and a knight who is played by the solutions of all
//! lessons is the finished one. Removed with `src/solution.rs` on the student branch.

use common::app::exercise::testing;
use common::graphics::testing::headless_or_skip;
use lesson_13::earlier::Earlier;
use lesson_13::scene::{Options, Scene};

common::solution_tests!(lesson_13);

/// What build.rs has made of the earlier lessons' solutions.
macro_rules! solution_of {
    ($module:ident, $file:literal) => {
        #[allow(unreachable_pub, clippy::all, clippy::pedantic)] // looked at in its own lesson
        mod $module {
            include!(concat!(env!("OUT_DIR"), "/", $file));
        }
    };
}
solution_of!(of_02, "solution_02.rs");
solution_of!(of_05, "solution_05.rs");
solution_of!(of_06, "solution_06.rs");
solution_of!(of_12, "solution_12.rs");

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
    let options = Options { earlier: Some(Box::new(solved)) };
    let (mine, said) = testing::draw_with::<Scene>(&solution::ANSWERS, &options, (320, 180));
    assert_eq!(said, [""; 0]);
    let (right, _) = testing::draw::<Scene>(&lesson_13::checks::REFERENCE, (320, 180));
    // A quaternion's last digit: a sample of four here and there at an edge.
    let apart = mine.difference(&right);
    assert!(apart.within(0.05, 4.0), "{apart:?}");
}
