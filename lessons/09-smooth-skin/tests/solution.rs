//! Tests of `src/solution.rs`; removed with it on the student branch.

use common::check::Probe;
use lesson_09::checks::REFERENCE;
use lesson_09::probes;
use lesson_09::worm::{LEANS, heights};

common::solution_tests!(lesson_09);

/// What a student writes and what `common` has are one: for every ring and many margins, up to where
/// the ramps touch.
#[test]
fn the_weights_are_the_core() {
    let mut asked: Vec<(f32, f32)> = Vec::new();
    for margin in [0.01, 1.0 / 24.0, 0.1, 1.0 / 6.0] {
        asked.extend(heights().into_iter().map(|height| (height, margin)));
    }
    for seed in 0..50 {
        let mut random = Probe { seed, index: 0 }.random();
        let margin = probes::margin(&mut random);
        asked.extend(probes::heights(&mut random, margin).into_iter().map(|h| (h, margin)));
    }
    for (height, margin) in asked {
        let mine = (solution::ANSWERS.weights)(height, margin);
        // The slope is at most 50, and heights are right to 1e-7.
        assert_near(&mine, &(REFERENCE.weights)(height, margin), 1e-5);
        assert!((mine.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{height} {margin}: {mine:?}");
    }
}

#[test]
fn the_angles_are_the_core() {
    let mut asked: Vec<(f32, [Swing; 2])> = (0..50).map(|k| (0.13 * k as f32, LEANS)).collect();
    for seed in 0..50 {
        let (leans, times) = probes::leans(&mut Probe { seed, index: 1 }.random());
        asked.extend(times.map(|time| (time, leans)));
    }
    for (time, leans) in asked {
        let mine = (solution::ANSWERS.joint_angles)(time, &leans);
        assert_near(&mine, &(REFERENCE.joint_angles)(time, &leans), 1e-6);
        // Added up, the angles are the leans again.
        assert!((mine[0] + mine[1] - wave(time, &leans[1])).abs() < 1e-6);
    }
}

fn assert_near(mine: &[f32], core: &[f32], within: f32) {
    assert_eq!(mine.len(), core.len());
    for (mine, core) in mine.iter().zip(core) {
        assert!((mine - core).abs() <= within, "{mine} {core}");
    }
}
