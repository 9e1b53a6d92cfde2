//! The lesson's picture, and that every TODO changes it.

use common::graphics::{Picture, testing::headless_or_skip};
use lesson_00::checks::{LESSON, REFERENCE};
use lesson_00::{Answers, picture};
use std::path::Path;

fn draw(answers: &Answers, size: (u32, u32)) -> (Picture, Vec<String>) {
    picture::draw(answers, picture::TIME, size).expect("OpenGL is there")
}

/// Share of pixels that differ clearly.
fn changed(a: &Picture, b: &Picture) -> f32 {
    let pixels = a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4));
    let apart = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 60);
    pixels.filter(apart).count() as f32 / (a.width * a.height) as f32
}

/// To renew it after a change that is meant:
/// `cargo run -p lesson-00 -- --solution --size 960x540 --screenshot lessons/00-first-frame/picture.png`
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
    // On average half a colour step; in an 8 x 8 block, where drivers sample a texture elsewhere, 24.
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
    let without = [
        ("00.1", Answers { paint: LESSON.starter.paint, ..REFERENCE }),
        ("00.2", Answers { clip_from_camera: LESSON.starter.clip_from_camera, ..REFERENCE }),
    ];
    for (todo, answers) in without {
        let (picture, said) = draw(&answers, size);
        assert_eq!(said, [""; 0], "{todo}: an unfinished answer is an answer");
        // The crate covers about 1 pixel in 6, its paint a third of that.
        let share = changed(&picture, &finished);
        assert!(share > 0.03, "{todo}: {share} of the pixels change");
    }
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
        paint: || panic!("no paint"),
        clip_from_camera: |width, _| {
            glam::Mat4::from_diagonal(glam::Vec4::splat((1 / (width - width)) as f32))
        },
    };
    let (picture, said) = draw(&bad, size);
    assert!(picture == finished, "the finished answers draw");
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(
        said[0].contains("00.1 paint: panicked at") && said[0].contains("no paint"),
        "{said:?}"
    );
    assert!(
        said[1].contains("00.2 clip_from_camera") && said[1].contains("divide by zero"),
        "{said:?}"
    );

    let nonsense = Answers {
        paint: || glam::Vec3::splat(f32::NAN),
        clip_from_camera: |_, _| glam::Mat4::from_cols_array(&[f32::NAN; 16]),
    };
    let (_, said) = draw(&nonsense, size);
    assert_eq!(said, [""; 0], "drawn as it is");
}
