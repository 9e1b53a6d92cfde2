//! Tests of the solution's answers.

use crate::SOLUTION;
use crate::game::Play;
use crate::movement::RECORDED;
use common::exercise::testing;
use common::graphics::{ShaderFile, testing::headless_or_skip};
use given::Course;
use lesson_08::BindPose;
use lesson_09::SmoothSkin;
use lesson_10::Normals;
use lesson_18::{checks::LESSON, game::GameOutcome, scene::GameScene};

common::earlier_solutions!(
    of_02 "solution_02.rs",
    of_06 "solution_06.rs",
    of_07 "solution_07.rs",
    of_08 "solution_08.rs",
    of_09 "solution_09.rs",
    of_10 "solution_10.rs",
    of_11 "solution_11.rs",
    of_12 "solution_12.rs",
    of_13 "solution_13.rs",
    of_14 "solution_14.rs",
    of_16 "solution_16.rs",
);

/// The answers on `solution/all`.
const SOLVED: Course = Course {
    hierarchy: given::table!(lesson_02::Hierarchy, of_02::ANSWERS),
    keyframes: given::table!(lesson_06::Keyframes, of_06::ANSWERS),
    rotations: given::table!(lesson_07::Rotations, of_07::ANSWERS),
    bind_pose: BindPose {
        vertex: ShaderFile("08-bind-pose/solution/rigid.vert"),
        ..given::table!(lesson_08::BindPose, of_08::ANSWERS)
    },
    smooth_skin: SmoothSkin {
        vertex: ShaderFile("09-smooth-skin/solution/smooth.vert"),
        ..given::table!(lesson_09::SmoothSkin, of_09::ANSWERS)
    },
    normals: Normals {
        vertex: ShaderFile("10-normals/solution/lit.vert"),
        fragment: ShaderFile("10-normals/solution/phong.frag"),
        ..given::table!(lesson_10::Normals, of_10::ANSWERS)
    },
    collada_skin: given::table!(lesson_11::ColladaSkin, of_11::ANSWERS),
    playback: given::table!(lesson_12::Playback, of_12::ANSWERS),
    blending: given::table!(lesson_13::Blending, of_13::ANSWERS),
    inverse_kinematics: given::table!(lesson_14::InverseKinematics, of_14::ANSWERS),
    pose_editor: given::table!(lesson_16::PoseEditor, of_16::ANSWERS),
    ..SOLUTION
};

/// The level is read, the knight played and drawn by them: he is where he was, in lesson 10's light.
#[test]
fn the_solutions_of_all_lessons_draw_the_game() {
    if headless_or_skip("the_solutions_of_all_lessons_draw_the_game").is_none() {
        return;
    }
    let (mine, message) = testing::draw::<GameScene>(&SOLVED, (640, 360));
    assert_eq!(message, [""; 0]);
    let (right, _) = testing::draw::<GameScene>(&LESSON.reference, (640, 360));
    let fraction = testing::changed(&mine, &right);
    assert!(fraction < 0.01, "{fraction} of the pixels are clearly different");
    assert!(mine != right, "lesson 10 draws it");
}

#[test]
fn the_recorded_run_ends_at_the_door_by_the_solutions_of_all_lessons() {
    let right = &RECORDED.play.game;
    let mine = Play::replayed(&SOLVED).game;
    assert_eq!((mine.outcome, mine.steps), (GameOutcome::Won, right.steps));
    assert_eq!((mine.health, mine.beaten, mine.falls), (right.health, right.beaten, right.falls));
    // Last digits, added up over half a minute.
    let off = mine.knight.body.position.distance(right.knight.body.position);
    assert!(off < 1e-3, "{off} m from the finished end");
}
