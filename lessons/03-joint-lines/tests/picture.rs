//! The lesson's picture, and that every TODO changes it.

use common::graphics::{Picture, ShaderFile, picture::Difference, testing::headless_or_skip};
use lesson_03::checks::{REFERENCE, STARTER};
use lesson_03::{Answers, picture};
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
/// `cargo run -p lesson-03 -- --solution --screenshot lessons/03-joint-lines/picture.png`
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
    // On average half a colour step; in an 8 x 8 block, where drivers place a line's edge elsewhere, 24.
    assert!(difference.within(0.5, 24.0), "{difference:?}");
    let (begin, _) = draw(&STARTER, (expected.width, expected.height));
    assert!(
        !begin.difference(&expected).within(0.5, 24.0),
        "the tolerance tells before from after"
    );
    assert!(matches!(difference, Difference::Blocks { .. }));
}

/// Each TODO alone back to its first day, the others finished.
#[test]
fn every_todo_changes_the_picture() {
    if headless_or_skip("every_todo_changes_the_picture").is_none() {
        return;
    }
    let size = (640, 360);
    let (finished, _) = draw(&REFERENCE, size);
    let without = [
        ("03.1", Answers { index_pairs: STARTER.index_pairs, ..REFERENCE }),
        ("03.2", Answers { vertex: STARTER.vertex, ..REFERENCE }),
        ("03.3", Answers { matrices: STARTER.matrices, ..REFERENCE }),
        ("03.4", Answers { chain_starts: STARTER.chain_starts, ..REFERENCE }),
    ];
    for (todo, answers) in without {
        let (picture, said) = draw(&answers, size);
        assert_eq!(said, [""; 0], "{todo}: an unfinished answer is an answer");
        let share = changed(&picture, &finished);
        // The lines cover about 1 pixel in 50, those of the young about 1 in 150.
        assert!(share > 0.004, "{todo}: {share} of the pixels change");
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
        index_pairs: |_| panic!("no pairs"),
        matrices: |_, locals, _| vec![locals[9999]],
        vertex: ShaderFile("03-joint-lines/joints.frag"),
        ..REFERENCE
    };
    let (picture, said) = draw(&bad, size);
    assert!(picture == finished, "the finished answers draw");
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(
        said[0].contains("03.1 index_pairs: panicked at") && said[0].contains("no pairs"),
        "{said:?}"
    );
    assert!(said[1].contains("03.3 matrices") && said[2].contains("joints.frag"), "{said:?}");

    let wild = Answers {
        index_pairs: |_| vec![0, 60000, 1],
        chain_starts: |_| vec![7, 3, 1000, 0],
        matrices: |_, _, _| Vec::new(),
        ..REFERENCE
    };
    let (_, said) = draw(&wild, size);
    assert!(
        said.iter().any(|line| line.contains("1 indices of joints that do not exist")),
        "{said:?}"
    );
}
