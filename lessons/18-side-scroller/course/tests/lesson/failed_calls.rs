//! Answers that cannot be used: each is named, and the finished one plays.

use super::game::{FIGURES, WAIT, all_of};
use super::knight::{RIGHT, STEP, floor, play};
use super::styles::Fly;
use anyhow::{Error, Result};
use given::{CallError, Course};
use glam::{DVec2, Mat4, Vec3};
use lesson_14::Planted;
use lesson_18::mine;
use lesson_18::{
    Body, Gait, Keys, PlacedSphere, SideScroller, Sphere,
    checks::{LESSON, REFERENCE},
    game::Game,
    ground::{advance, mesh_of},
    knight::Poser,
    level::Level,
};

/// An answer that goes wrong is named, and harms no other.
#[test]
fn a_broken_answer_is_named() {
    let mesh = mesh_of(&[], (DVec2::splat(-8.0), DVec2::splat(8.0))).unwrap();
    let cases: [(Fly, &str); 7] = [
        (|_, body, _| Ok([body.position.x = f64::NAN].len() as f64), "finite"),
        (|_, body, _| Ok([body.triangle = 1000].len() as f64), "number 1000"),
        (|_, body, _| Ok([body.position.x = 100.0].len() as f64), "outside its triangle"),
        (|_, body, _| Ok([body.support = Some(3)].len() as f64), "no edge 3"),
        (|_, _, seconds| Ok(seconds + 1.0), "are left"),
        (|_, _, seconds| Ok(seconds), "after 64 turns"),
        (
            |mesh, body, _| {
                given::answer(&"18.2", || {
                    loop {
                        let _ = mesh.normal(body.triangle, 0);
                    }
                })
            },
            "comes to no end",
        ),
    ];
    for (fly, words) in cases {
        let mut body = Body::new(&mesh, DVec2::ZERO).unwrap();
        let answers = SideScroller { fly, ..REFERENCE.side_scroller };
        let error = advance(&answers, &mesh, &mut body, STEP).unwrap_err();
        assert!(error.todo == "18.2" && error.to_string().contains(words), "{error:?}");
    }
}

#[test]
fn what_an_answer_breaks_is_named() {
    let world = floor();
    let cast = mine::default_characters().expect("the figures").cast;
    let mut course = REFERENCE;
    course.blending.masked = |base, _, _, _| Ok(base[1..].to_vec());
    course.inverse_kinematics.plant = |_, _, _| Ok(Planted::default());
    let mine = mine::StudentKnight::new(&cast, course).unwrap();
    let mut knight = world.knight(0.0, 0.0);
    for (keys, message) in
        [(WAIT, "14.4 0 stances for 2 legs"), (Keys { punch: true, ..RIGHT }, "13.4 36 for 37 joints")]
    {
        play(&world, &mut knight, keys, 0.1);
        let mut poser = Poser::new(&cast);
        let error = poser.step(&cast, &knight, &world.obstacles, STEP as f32, Some(&mine)).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

/// A second of play in the ruins by these answers, and by the finished ones where a call fails; the errors are returned:
/// as the window does it, but from the beginning.
fn run_by(mut course: Course) -> (Game, Vec<CallError>) {
    let level = Level::ruins().expect("the level");
    let mut errors = Vec::new();
    loop {
        match second_of_play(&level, &course) {
            Ok(game) => return (game, errors),
            Err(error) => {
                let error = error.downcast::<CallError>().expect("an answer");
                course.take(error.todo, &LESSON.reference);
                errors.push(error);
            }
        }
        assert!(errors.len() < 5, "{errors:?}");
    }
}

fn second_of_play(level: &Level, course: &Course) -> Result<Game> {
    let stage = mine::stage(level, &FIGURES, &course.side_scroller)?;
    let players = mine::posing_players(course, &FIGURES.cast)?;
    let mut game = Game::new(&stage).map_err(Error::msg)?;
    for step in 0..60 {
        let keys = Keys { right: 1.0, jump: step == 20, swing: step == 0, ..WAIT };
        game.step(&stage, &players, keys)?;
    }
    Ok(game)
}

const NOWHERE: PlacedSphere = PlacedSphere { center: Vec3::NAN, radius: f32::INFINITY };

fn place_one(_: &[Sphere], _: &[Mat4], _: Mat4, placed: &mut Vec<PlacedSphere>) -> Result<(), CallError> {
    placed.push(NOWHERE);
    Ok(())
}

fn place_nowhere(spheres: &[Sphere], _: &[Mat4], _: Mat4, placed: &mut Vec<PlacedSphere>) -> Result<(), CallError> {
    *placed = vec![NOWHERE; spheres.len()];
    Ok(())
}

/// Answers that panic are tested by `unusable_answers_are_replaced_and_named`.
#[test]
fn wild_answers_are_named_and_replaced() {
    let ours = LESSON.reference.side_scroller;
    let (right, errors) = run_by(LESSON.reference);
    assert_eq!(errors, []);
    for (side_scroller, name) in [
        (SideScroller { minkowski: |_, _| Ok(vec![DVec2::NAN; 3]), ..ours }, "18.1 "),
        (SideScroller { fly: |_, _, seconds| Ok(seconds), ..ours }, "18.2 "),
        (SideScroller { walk: |_, body, _| Ok([body.velocity.x = f64::NAN].len() as f64), ..ours }, "18.3 "),
        (SideScroller { face: |gait, _, _| Ok(Gait { heading: f32::NAN, ..gait }), ..ours }, "18.5 "),
        (SideScroller { sword: |_| Ok(Mat4::NAN), ..ours }, "18.6 "),
        (SideScroller { spheres_at: place_one, ..ours }, "18.7 1 of "),
        (SideScroller { spheres_at: place_nowhere, ..ours }, "18.7 "),
        (SideScroller { swept_hit: |_, _| Ok(Some(f32::NAN)), ..ours }, "18.8 at NaN"),
    ] {
        let (game, errors) = run_by(Course { side_scroller, ..LESSON.reference });
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(errors[0].to_string().starts_with(name), "{name}: {errors:?}");
        assert!(all_of(&game) == all_of(&right), "{name}: the finished one plays");
    }
}

#[test]
fn earlier_answers_that_panic_are_named_and_replaced() {
    let mut course = LESSON.reference;
    course.blending.fade = |fade, _, _, _, _| given::answer(&"13.2", || fade.shown = vec![fade.from[99_999]]);
    course.inverse_kinematics.plant = |legs, _, _| given::answer(&"14.4", || panic!("{} legs", legs.len()));
    let (game, mut errors) = run_by(course);
    errors.sort_by_key(|error| error.todo);
    assert_eq!((game.steps, errors.len()), (60, 2), "{errors:?}");
    assert!(errors[0].to_string().starts_with("13.2 panicked at"), "{errors:?}");
    assert!(errors[1].to_string().starts_with("14.4 panicked at"), "{errors:?}");
}
