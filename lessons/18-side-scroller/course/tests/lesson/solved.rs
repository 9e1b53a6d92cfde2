//! What else is true of the solution's answers.

use crate::solution;
use common::exercise::{EarlierTable, testing};
use common::graphics::{ShaderFile, testing::headless_or_skip};
use lesson_18::*;
use lesson_18::{
    checks::REFERENCE,
    earlier::Earlier,
    game::{Characters, Game, Outcome, Players, Run, Stage},
    knight::Mine,
    level::Level,
    scene::{Options, Scene},
};
use std::{path::Path, sync::Arc};

common::earlier_solutions!(
    of_02 "solution_02.rs",
    of_05 "solution_05.rs",
    of_06 "solution_06.rs",
    of_08 "solution_08.rs",
    of_09 "solution_09.rs",
    of_10 "solution_10.rs",
    of_11 "solution_11.rs",
    of_12 "solution_12.rs",
    of_13 "solution_13.rs",
    of_14 "solution_14.rs",
    of_16 "solution_16.rs",
);

/// What a student has on `solution/all`.
fn solved() -> Earlier {
    Earlier {
        hierarchy: of_02::ANSWERS,
        keyframes: of_05::ANSWERS,
        rotations: of_06::ANSWERS,
        bind_pose: lesson_08::Answers { vertex: ShaderFile("08-bind-pose/solution/rigid.vert"), ..of_08::ANSWERS },
        smooth_skin: lesson_09::Answers { vertex: ShaderFile("09-smooth-skin/solution/smooth.vert"), ..of_09::ANSWERS },
        normals: lesson_10::Answers {
            vertex: ShaderFile("10-normals/solution/lit.vert"),
            fragment: ShaderFile("10-normals/solution/phong.frag"),
            ..of_10::ANSWERS
        },
        skin: of_11::ANSWERS,
        playback: of_12::ANSWERS,
        blending: of_13::ANSWERS,
        kinematics: of_14::ANSWERS,
        container: of_16::ANSWERS,
    }
}

/// The level is read, the knight played and drawn by them: he is where he was, in lesson 10's light.
#[test]
fn the_solutions_of_all_lessons_draw_the_game() {
    if headless_or_skip("the_solutions_of_all_lessons_draw_the_game").is_none() {
        return;
    }
    let draw =
        |answers, earlier| testing::draw_with_earlier::<Scene>(answers, earlier, &Options::default(), (640, 360));
    let (mine, message) = draw(&solution::ANSWERS, solved());
    assert_eq!(message, [""; 0]);
    let (right, _) = draw(&REFERENCE, Earlier::REFERENCE);
    let fraction = testing::changed(&mine, &right);
    assert!(fraction < 0.01, "{fraction} of the pixels are clearly different");
    assert!(mine != right, "lesson 10 draws it");
}

/// The game at the end of the recorded run.
fn replayed(figures: &Arc<Characters>, answers: Answers, earlier: &Earlier) -> Game {
    let level = Level::ruins().expect("the level");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runs/door.run");
    let run = Run::read(&file).expect("a run");
    let stage = Stage::new(&level, figures, &answers).expect("a ground");
    let mine = (*earlier != Earlier::REFERENCE).then(|| Arc::new(Mine::new(&figures.cast, earlier)));
    let players = Players::with_earlier(answers, earlier, mine);
    let mut game = Game::new(&stage).expect("a start");
    for keys in &run.steps {
        game.step(&stage, &players, *keys);
    }
    game
}

#[test]
fn the_recorded_run_ends_at_the_door_by_the_solutions_of_all_lessons() {
    let figures = Arc::new(Characters::load().expect("the figures"));
    let solved = solved();
    let right = replayed(&figures, REFERENCE, &Earlier::REFERENCE);
    for (answers, earlier) in
        [(solution::ANSWERS, &Earlier::REFERENCE), (REFERENCE, &solved), (solution::ANSWERS, &solved)]
    {
        let mine = replayed(&figures, answers, earlier);
        let off = mine.knight.body.position.distance(right.knight.body.position);
        assert_eq!((mine.outcome, mine.steps), (Outcome::Won, right.steps));
        assert_eq!((mine.health, mine.beaten, mine.falls), (right.health, right.beaten, right.falls));
        // Last digits, added up over half a minute.
        assert!(off < 1e-3, "{off} m from the finished end");
    }
}
