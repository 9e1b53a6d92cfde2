//! The lesson's picture, and that every TODO changes it.

use common::graphics::{Picture, testing::headless_or_skip};
use glam::{Mat4, Vec3};
use lesson_02::checks::{REFERENCE, STARTER};
use lesson_02::{Answers, picture};
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

/// Finished but for the order, which is the array's.
const ARRAY_ORDER: Answers = Answers { depth_first_order: STARTER.depth_first_order, ..REFERENCE };

/// The README's pictures. To renew them after a change that is meant, run this test with the
/// environment variable `ARMATURE_RENEW_PICTURES` set, and look at them.
#[test]
fn the_lesson_looks_like_its_pictures() {
    if headless_or_skip("the_lesson_looks_like_its_pictures").is_none() {
        return;
    }
    let pictures =
        [("picture.png", REFERENCE, (960, 540)), ("array-order.png", ARRAY_ORDER, (640, 360))];
    for (name, answers, size) in pictures {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let (got, said) = draw(&answers, size);
        assert_eq!(said, [""; 0]);
        if std::env::var_os("ARMATURE_RENEW_PICTURES").is_some() {
            got.write_png(&file).expect(name);
        }
        let expected = Picture::read_png(&file).expect(name);
        let difference = got.difference(&expected);
        // On average half a colour step; in an 8 x 8 block, where drivers place a line's edge elsewhere, 24.
        assert!(difference.within(0.5, 24.0), "{name}: {difference:?}");
        let (begin, _) = draw(&STARTER, size);
        assert!(
            !begin.difference(&expected).within(0.5, 24.0),
            "the tolerance tells before from after"
        );
    }
}

/// Each TODO alone back to its first day, the others finished.
#[test]
fn every_todo_changes_the_picture() {
    if headless_or_skip("every_todo_changes_the_picture").is_none() {
        return;
    }
    let size = (640, 360);
    let (finished, _) = draw(&REFERENCE, size);
    // The creature covers about 1 pixel in 20, the marks at her tips 1 in 200.
    let without = [
        ("02.1", ARRAY_ORDER, 0.03),
        ("02.2", Answers { model_poses: STARTER.model_poses, ..REFERENCE }, 0.03),
        ("02.3", Answers { tip: STARTER.tip, ..REFERENCE }, 0.003),
    ];
    for (todo, answers, least) in without {
        let (picture, said) = draw(&answers, size);
        assert_eq!(said, [""; 0], "{todo}: an unfinished answer is an answer");
        let share = changed(&picture, &finished);
        assert!(share > least, "{todo}: {share} of the pixels change");
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
        depth_first_order: |_| panic!("no order"),
        model_poses: |_, _, locals, _| vec![locals[9999]],
        tip: |joints, poses, joint| poses[joints.len() + joint].w_axis.truncate(),
    };
    let (picture, said) = draw(&bad, size);
    assert!(picture == finished, "the finished answers draw");
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(
        said[0].contains("02.1 depth_first_order: panicked at") && said[0].contains("no order"),
        "{said:?}"
    );
    assert!(said[1].contains("02.2 model_poses") && said[2].contains("02.3 tip"), "{said:?}");

    let wild = Answers {
        depth_first_order: |_| vec![60000, 0, 0, 1, usize::MAX],
        model_poses: |_, _, _, _| vec![Mat4::NAN; 3],
        tip: |_, _, _| Vec3::NAN,
    };
    let (_, said) = draw(&wild, size);
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].contains("2 numbers of joints that do not exist"), "{said:?}");
    assert!(said[1].contains("3 matrices for 34 joints"), "{said:?}");
}
