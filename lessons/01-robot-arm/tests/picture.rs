//! The lesson's picture, and that every TODO changes it.

use common::graphics::{Picture, testing::headless_or_skip};
use glam::{Mat3, Vec3};
use lesson_01::asked::{Asked, Sliders};
use lesson_01::checks::{LESSON, REFERENCE};
use lesson_01::{Answers, Placed, Rigid, picture, robot};
use std::path::Path;

fn draw(answers: &Answers, size: (u32, u32)) -> (Picture, Vec<String>) {
    picture::draw(answers, Sliders::START, size).expect("OpenGL is there")
}

/// Share of pixels that differ clearly.
fn changed(a: &Picture, b: &Picture) -> f32 {
    let pixels = a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4));
    let apart = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 60);
    pixels.filter(apart).count() as f32 / (a.width * a.height) as f32
}

/// To renew it after a change that is meant:
/// `cargo run -p lesson-01 -- --solution --size 960x540 --screenshot lessons/01-robot-arm/picture.png`
#[test]
fn the_finished_lesson_looks_like_its_picture() {
    if headless_or_skip("the_finished_lesson_looks_like_its_picture").is_none() {
        return;
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("picture.png");
    let expected = Picture::read_png(&file).expect("picture.png");
    let (got, said) = draw(&REFERENCE, (expected.width, expected.height));
    assert_eq!(said, [""; 0]);
    let difference = got.difference(&expected);
    // On average half a colour step; in an 8 x 8 block, where drivers place an edge elsewhere, 24.
    assert!(difference.within(0.5, 24.0), "{difference:?}");
    let (begin, _) = draw(&LESSON.starter, (expected.width, expected.height));
    assert!(
        !begin.difference(&expected).within(0.5, 24.0),
        "the tolerance tells before from after"
    );
}

/// Each TODO alone back to its first day, the other finished.
#[test]
fn every_todo_changes_the_picture() {
    if headless_or_skip("every_todo_changes_the_picture").is_none() {
        return;
    }
    let size = (640, 360);
    let (finished, _) = draw(&REFERENCE, size);
    let starter = LESSON.starter;
    let without = [
        ("01.1", Answers { matrix: starter.matrix, ..REFERENCE }),
        ("01.2", Answers { compose: starter.compose, ..REFERENCE }),
        ("01.3", Answers { inverse: starter.inverse, ..REFERENCE }),
        ("01.4", Answers { place: starter.place, ..REFERENCE }),
    ];
    for (todo, answers) in without {
        let (picture, said) = draw(&answers, size);
        assert_eq!(said, [""; 0], "{todo}: an unfinished answer is an answer");
        // The robot covers about 1 pixel in 15, the small picture 1 in 10.
        let share = changed(&picture, &finished);
        assert!(share > 0.04, "{todo}: {share} of the pixels change");
    }
}

/// A moves all that stands on the base; B moves only what hangs on the elbow.
#[test]
fn the_sliders_move_what_they_should() {
    let parts = robot::parts();
    let at = |a: f32, b: f32| Asked::of(&REFERENCE, &parts, Sliders { a, b });
    let before = at(-30.0, -40.0);
    let moved = |after: &Asked| -> Vec<robot::Frame> {
        let pairs = before.world_from_part.iter().zip(&after.world_from_part).zip(&parts);
        let mut frames: Vec<_> = pairs
            .filter(|((a, b), _)| !a.abs_diff_eq(**b, 1e-5))
            .map(|(_, part)| part.frame)
            .collect();
        frames.dedup();
        frames
    };
    assert_eq!(moved(&at(10.0, -40.0)), [robot::Frame::Upper, robot::Frame::Forearm]);
    assert_eq!(moved(&at(-30.0, 0.0)), [robot::Frame::Forearm]);
    assert_eq!(moved(&at(-30.0, -40.0)), []);
}

/// A picture comes out, with the finished answer in place of the bad one, and a word about it.
#[test]
fn bad_answers_are_replaced_and_named() {
    if headless_or_skip("bad_answers_are_replaced_and_named").is_none() {
        return;
    }
    let size = (320, 180);
    let (finished, _) = draw(&REFERENCE, size);
    let bad = Answers {
        matrix: |_| panic!("no matrix"),
        compose: |_, _| panic!("no composition"),
        inverse: |_| panic!("no way back"),
        place: |_, _, _| panic!("no place"),
    };
    let (picture, said) = draw(&bad, size);
    assert!(picture == finished, "the finished answers draw");
    let names = ["01.4 place", "01.2 compose", "01.3 inverse", "01.1 matrix"];
    assert_eq!(said.len(), names.len(), "{said:?}");
    for (line, name) in said.iter().zip(names) {
        assert!(line.starts_with(&format!("{name}: panicked at")), "{said:?}");
    }

    let place = |_: &_, _, _| Placed {
        world_from_upper: Rigid { translation: Vec3::splat(1e30), ..Rigid::IDENTITY },
        world_from_forearm: Rigid { rotation: Mat3::ZERO, ..Rigid::IDENTITY },
        claw_in_upper: Vec3::NAN,
        claw_in_base: Vec3::INFINITY,
        claw_in_world: Vec3::NAN,
    };
    let nonsense = Answers {
        place,
        inverse: |_| Rigid { rotation: Mat3::ZERO, translation: Vec3::NAN },
        ..REFERENCE
    };
    let (_, said) = draw(&nonsense, size);
    assert_eq!(said, [""; 0], "drawn as it is");
}
