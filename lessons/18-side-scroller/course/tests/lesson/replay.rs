//! The keys of a run, played again.

use super::game::door_run;
use armature_formats::container::checksum;
use common::exercise::Exercise;
use common::graphics::{Gl, OrbitCamera, testing::headless_or_skip};
use common::player::clock::scene_clock;
use common::ui::{DisplayOptions, Input, KeyCode, View};
use given::Course;
use lesson_18::{
    SideScroller,
    checks::LESSON,
    game::{GameOutcome, Run},
    scene::{GameFrame, GameOptions, GameScene},
};

const STEP: f32 = 1.0 / 60.0;
const RIGHT: KeyCode = KeyCode::ArrowRight;
const LEFT: KeyCode = KeyCode::ArrowLeft;

/// Somebody at the keys of a scene that nobody sees.
pub(crate) struct Hand {
    pub(crate) scene: GameScene,
    seconds: f32,
    is_won: bool,
}

impl Hand {
    fn new(gl: &Gl) -> Self {
        Self::with(gl, &GameOptions::default())
    }

    pub(crate) fn with(gl: &Gl, options: &GameOptions) -> Self {
        let scene = GameScene::open(gl, &mut scene_clock(0.0), options).expect("a scene");
        Hand { scene, seconds: 0.0, is_won: false }
    }

    /// A frame in which some keys are held and some go down: a checksum of every number of the game after it.
    pub(crate) fn frame(&mut self, held: &[KeyCode], pressed: &[KeyCode]) -> u32 {
        let mut input = Input::default();
        for key in held {
            input.key_down(*key, true);
        }
        for key in pressed {
            input.key_down(*key, false);
        }
        self.scene.update(&input, STEP);
        self.seconds += STEP;
        self.game()
    }

    fn speed(&mut self) -> f32 {
        self.evaluated(|frame| frame.game.knight.speed)
    }

    fn steps(&mut self) -> usize {
        self.evaluated(|frame| frame.game.steps)
    }

    pub(crate) fn frames(&mut self, count: usize, held: &[KeyCode]) -> u32 {
        (0..count).map(|_| self.frame(held, &[])).last().unwrap_or_default()
    }

    fn game(&mut self) -> u32 {
        let (is_won, sum) = self.evaluated(|frame| {
            (frame.game.outcome == GameOutcome::Won, checksum(format!("{:?}", frame.game).as_bytes()))
        });
        self.is_won = is_won;
        sum
    }

    fn evaluated<T>(&mut self, value: impl Fn(&GameFrame) -> T) -> T {
        value(&self.evaluate())
    }

    pub(crate) fn evaluate(&mut self) -> GameFrame {
        self.evaluate_by(&LESSON.reference)
    }

    fn evaluate_by(&mut self, course: &Course) -> GameFrame {
        let camera = OrbitCamera::default();
        let options = DisplayOptions::default();
        let view = View { camera, aspect: 1.6, size: (16, 10), options, seconds: self.seconds };
        self.scene.evaluate(course, &view).expect("a game")
    }

    /// 92 steps: to the right, a jump, and a blow.
    fn play(&mut self) -> u32 {
        self.frame(&[RIGHT], &[RIGHT]); // the title goes
        self.frames(40, &[RIGHT, KeyCode::ShiftLeft]);
        self.frame(&[RIGHT], &[KeyCode::Space]);
        self.frames(30, &[RIGHT, KeyCode::Space]);
        self.frame(&[], &[KeyCode::KeyL]);
        self.frames(20, &[LEFT])
    }
}

#[test]
fn the_same_keys_lead_to_the_same_place_and_on_from_there() {
    let Some(gl) = headless_or_skip("the_same_keys_lead_to_the_same_place_and_on_from_there") else { return };
    let mut hand = Hand::new(&gl);
    let played = hand.play();
    let begun = hand.frame(&[], &[KeyCode::KeyY]);
    assert!(begun != played);
    assert!(hand.frames(91, &[LEFT]) != played, "nobody steers meanwhile");
    assert_eq!(hand.frames(1, &[LEFT]), played);
    let mut other = Hand::new(&gl);
    other.play();
    assert_eq!(hand.frames(30, &[RIGHT]), other.frames(30, &[RIGHT]), "by hand");
    // What was done by hand since belongs to it; R begins a new run in the middle of it.
    let longer = hand.game();
    hand.frame(&[], &[KeyCode::KeyY]);
    assert_eq!(hand.frames(122, &[]), longer);
    hand.frame(&[], &[KeyCode::KeyY]);
    hand.frames(50, &[]);
    assert_eq!(hand.frame(&[], &[KeyCode::KeyR]), begun);
}

/// Left and right held together: the one that went down last counts. R begins a new run.
#[test]
fn keys_do_what_a_player_expects() {
    let Some(gl) = headless_or_skip("keys_do_what_a_player_expects") else { return };
    let mut hand = Hand::new(&gl);
    hand.frame(&[RIGHT], &[RIGHT]);
    hand.frames(30, &[RIGHT]);
    let right = hand.speed();
    hand.frame(&[LEFT, RIGHT], &[LEFT]);
    hand.frames(30, &[LEFT, RIGHT]);
    assert!(right > 1.0 && hand.speed() < -1.0, "{right} {}", hand.speed());
    hand.frames(300, &[]);
    hand.frame(&[], &[KeyCode::KeyR]);
    assert!(hand.steps() < 3);
}

/// What was saved moves him from where he is: a verdict does not wait until the whole run has been played again.
#[test]
fn a_save_continues_the_run() {
    let Some(gl) = headless_or_skip("a_save_continues_the_run") else { return };
    let mut hand = Hand::new(&gl);
    hand.play();
    let before = hand.evaluate().game;
    let side_scroller = SideScroller { walk: |_, _, _| Ok(0.0), ..LESSON.reference.side_scroller };
    let after = hand.evaluate_by(&Course { side_scroller, ..LESSON.reference }).game;
    let come = before.knight.body.position.distance(hand.scene.level().start);
    assert!(come > 1.0, "{come} m");
    assert_eq!((after.knight.body.position, after.steps), (before.knight.body.position, before.steps));
}

/// After 15 s it begins again.
#[test]
fn the_title_does_not_show_the_end() {
    let Some(gl) = headless_or_skip("the_title_does_not_show_the_end") else { return };
    let mut hand = Hand::new(&gl);
    hand.frame(&[], &[]);
    hand.seconds = 20.0 - STEP;
    hand.frame(&[], &[]);
    assert_eq!(hand.steps(), 300);
}

/// It is not the player's, however good it is.
#[test]
fn a_run_of_a_file_begins_at_its_beginning() {
    let Some(gl) = headless_or_skip("a_run_of_a_file_begins_at_its_beginning") else {
        return;
    };
    let file = door_run();
    let run = Run::read(&file).expect("a run");
    let options = GameOptions { replay: Some(file), ..GameOptions::default() };
    assert_eq!((GameScene::begins_at(&options), GameScene::begins_at(&GameOptions::default())), (0.0, GameScene::TIME));
    let scene = GameScene::open(&gl, &mut scene_clock(0.0), &options).expect("a scene");
    let mut hand = Hand { scene, seconds: 0.0, is_won: false };
    hand.frame(&[], &[]);
    hand.seconds = run.steps.len() as f32 * STEP + 0.5;
    hand.frame(&[], &[]);
    assert!(hand.is_won);
}

/// Each run is written to the same file.
#[test]
fn runs_are_written() {
    let Some(gl) = headless_or_skip("runs_are_written") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("my.run");
    let mut hand = Hand::with(&gl, &GameOptions { record: Some(file.clone()), ..GameOptions::default() });
    hand.frame(&[], &[KeyCode::Enter]); // the title goes
    hand.frames(300, &[]);
    hand.frame(&[], &[KeyCode::KeyR]);
    assert_eq!(Run::read(&file).expect("a run").steps.len(), 300);
    hand.frames(20, &[RIGHT]);
    drop(hand);
    let steps = Run::read(&file).expect("a run").steps.len();
    assert!((15..25).contains(&steps), "{steps} steps");
}
