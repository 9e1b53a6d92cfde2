//! The solution passes, and the starter is what its regions make of it. Goes away together with `src/solution.rs`.

use common::check::{Probe, Submission, three_way};
use common::graphics::ShaderFile;
use lesson_09::checks::{LESSON, REFERENCE};
use lesson_09::worm::{LEANS, heights};
use lesson_09::{Answers, Swing, probes};

#[path = "../src/solution.rs"]
#[allow(unreachable_pub)] // in the lesson the table is public, and this is the same text
mod solution;

// The included file names its lesson's things as `crate::`.
use lesson_09::wave;

#[test]
fn the_solution_passes() {
    let vertex = ShaderFile("09-smooth-skin/solution/smooth.vert");
    let answers = Answers { vertex, ..solution::ANSWERS };
    let text = include_str!("../src/solution.rs");
    let shaders = "09-smooth-skin/solution";
    three_way::passes(&LESSON, &Submission { answers: &answers, text: Some(text), shaders });
}

#[test]
fn the_starter_is_generated() {
    three_way::starter_is_generated(
        &LESSON,
        include_str!("../src/solution.rs"),
        include_str!("../src/starter.rs"),
    );
    three_way::starter_is_generated(
        &LESSON,
        include_str!("../../../shaders/09-smooth-skin/solution/smooth.vert"),
        include_str!("../../../shaders/09-smooth-skin/starter/smooth.vert"),
    );
}

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
