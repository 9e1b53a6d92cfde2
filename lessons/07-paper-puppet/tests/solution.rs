//! Tests of `src/solution.rs`; removed with it on the student branch.

use common::check::Random;
use glam::Vec2;
use lesson_07::checks::REFERENCE;

common::solution_tests!(lesson_07);

/// The fox, in any pose and order of layers: the textbook's form and `common`'s are one.
#[test]
fn the_solution_is_the_reference() {
    let (mine, right) = (solution::ANSWERS, REFERENCE);
    let mut random = Random::new(7);
    let mut parts = Fox::read().expect("the fox").puppet.parts;
    for _ in 0..100 {
        let mut number = || random.between(-3.0, 3.0);
        let swing =
            Swing { middle: number(), reach: number(), period: 4.0 + number(), delay: number() };
        let t = number();
        // A radian of up to 20 in single precision, times a reach of 3.
        assert!(((mine.wave)(t, &swing) - (right.wave)(t, &swing)).abs() < 1e-4);
        let mut turns = Vec::new();
        for part in &mut parts {
            part.layer = random.below(LAYERS);
            let angle = random.between(-3.0, 3.0);
            turns.push((mine.rotate_about)(part.pivot, angle));
            // In pixels, up to 200.
            let same = (right.rotate_about)(part.pivot, angle);
            assert!(turns[turns.len() - 1].abs_diff_eq(same, 1e-3));
        }
        // The same products in the same order.
        assert_eq!(
            (mine.sprite_transforms)(&parts, &turns),
            (right.sprite_transforms)(&parts, &turns)
        );
        let corners: Vec<Corner> = (0..parts.len())
            .map(|bone| Corner { at: Vec2::new(random.between(-1.0, 1.0), 1.0), bone })
            .collect();
        let (a, b) =
            ((mine.segmented_arm)(&corners, &turns), (right.segmented_arm)(&corners, &turns));
        for (a, b) in a.into_iter().zip(b) {
            assert!(a.distance(b) < 1e-2, "{a} {b}");
        }
    }
}
