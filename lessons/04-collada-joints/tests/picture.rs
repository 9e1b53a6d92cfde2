//! The lesson's picture, and that every TODO changes it.

use common::graphics::{Picture, testing::headless_or_skip};
use lesson_04::checks::{REFERENCE, STARTER};
use lesson_04::{Answers, Side, picture};
use std::path::Path;

fn draw(answers: &Answers, size: (u32, u32)) -> (Picture, Vec<String>) {
    let drawn = picture::draw(answers, &picture::knight(), size).expect("OpenGL is there");
    (drawn.picture, drawn.said)
}

/// Share of pixels that differ clearly.
fn changed(a: &Picture, b: &Picture) -> f32 {
    let pixels = a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4));
    let apart = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 60);
    pixels.filter(apart).count() as f32 / (a.width * a.height) as f32
}

/// To renew it after a change that is meant:
/// `cargo run -p lesson-04 -- --solution --screenshot lessons/04-collada-joints/picture.png`
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
        ("04.1", Answers { matrix_from_text: STARTER.matrix_from_text, ..REFERENCE }),
        ("04.2", Answers { joint_name: STARTER.joint_name, ..REFERENCE }),
        ("04.3", Answers { add_joints: STARTER.add_joints, ..REFERENCE }),
        ("04.4", Answers { to_our_axes: STARTER.to_our_axes, ..REFERENCE }),
    ];
    for (todo, answers) in without {
        let (picture, said) = draw(&answers, size);
        assert_eq!(said, [""; 0], "{todo}: an unfinished answer is an answer");
        let share = changed(&picture, &finished);
        // The lines cover about 1 pixel in 100, those of the two sides about 1 in 250.
        assert!(share > 0.003, "{todo}: {share} of the pixels change");
    }
}

/// A picture comes out, and a word about what is missing in it.
#[test]
fn bad_answers_are_named() {
    if headless_or_skip("bad_answers_are_named").is_none() {
        return;
    }
    let size = (320, 180);
    let (finished, _) = draw(&REFERENCE, size);
    let (nothing, _) = draw(&Answers { add_joints: |_, _, _, _, _| Ok(()), ..REFERENCE }, size);

    let panics = Answers { joint_name: |_| panic!("no name"), ..REFERENCE };
    let (picture, said) = draw(&panics, size);
    assert!(picture == finished, "the finished answers read");
    assert!(said.len() == 1 && said[0].contains("no name"), "{said:?}");

    let refuses = Answers { matrix_from_text: |_| Err("I will not".into()), ..REFERENCE };
    let (picture, said) = draw(&refuses, size);
    assert!(picture == nothing, "a file that is refused has no joints");
    assert!(said.len() == 1 && said[0].ends_with("<matrix>: I will not"), "{said:?}");

    let orphan = Answers { to_our_axes: |_, _, joints| joints[3].parent = Some(7), ..REFERENCE };
    let (picture, said) = draw(&orphan, size);
    assert!(picture == nothing && said.len() == 1, "{said:?}");
    assert!(said[0].contains("joint 3 \"neck\""), "{said:?}");
}

#[test]
fn left_and_right_by_name() {
    let sides = ["hand_l", "Hand.R", "left_foot", "foot_right_1", "tail", "left_right", "pearl"];
    let (left, right, middle) = (Side::Left, Side::Right, Side::Middle);
    assert_eq!(sides.map(Side::of), [left, right, left, right, middle, middle, middle]);
}
