//! The solution passes, the starter is what its regions make of it, and a figure that is played by the
//! solutions of all lessons is the finished one. Removed with `src/solution.rs` on the student branch.

use common::app::exercise::{EarlierTable, testing};
use common::graphics::ShaderFile;
use common::graphics::testing::headless_or_skip;
use lesson_12::checks::REFERENCE;
use lesson_12::earlier::Earlier;
use lesson_12::scene::{Options, Scene};

common::solution_tests!(lesson_12);

common::earlier_solutions!(
    of_02 "solution_02.rs",
    of_05 "solution_05.rs",
    of_06 "solution_06.rs",
    of_08 "solution_08.rs",
    of_09 "solution_09.rs",
    of_10 "solution_10.rs",
    of_11 "solution_11.rs",
);

/// What a student has on `solution/all`.
fn solved() -> Earlier {
    Earlier {
        hierarchy: of_02::ANSWERS,
        keyframes: of_05::ANSWERS,
        rotations: of_06::ANSWERS,
        bind_pose: lesson_08::Answers {
            vertex: ShaderFile("08-bind-pose/solution/rigid.vert"),
            ..of_08::ANSWERS
        },
        smooth_skin: lesson_09::Answers {
            vertex: ShaderFile("09-smooth-skin/solution/smooth.vert"),
            ..of_09::ANSWERS
        },
        normals: lesson_10::Answers {
            vertex: ShaderFile("10-normals/solution/lit.vert"),
            fragment: ShaderFile("10-normals/solution/phong.frag"),
            ..of_10::ANSWERS
        },
        skin: of_11::ANSWERS,
    }
}

/// A mesh without joints.
const SWORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/sword.dae");

/// The milestone: every function of a student who has solved all lessons, and the same figure.
#[test]
fn the_solutions_of_all_lessons_play_the_finished_figure() {
    if headless_or_skip("the_solutions_of_all_lessons_play_the_finished_figure").is_none() {
        return;
    }
    for (file, clip) in [("knight", "walk"), ("knight", "dance"), ("creature", "walk"), (SWORD, "")]
    {
        let clip = (!clip.is_empty()).then_some(clip);
        for time in [0.55, 1.9] {
            let (file_of, clip) = (Some(file.into()), clip.map(str::to_owned));
            let options = Options { file: file_of, clip, time: Some(time) };
            let draw = |answers, earlier| {
                testing::draw_with_earlier::<Scene, _>(answers, earlier, &options, (320, 180))
            };
            let (mine, said) = draw(&solution::ANSWERS, solved());
            assert_eq!(said, [""; 0], "{file}, {time} s");
            let (right, _) = draw(&REFERENCE, Earlier::REFERENCE);
            // A quaternion's last digit: a sample of four here and there at an edge.
            let apart = mine.difference(&right);
            assert!(apart.within(0.05, 4.0), "{file}, {time} s: {apart:?}");
        }
    }
}
