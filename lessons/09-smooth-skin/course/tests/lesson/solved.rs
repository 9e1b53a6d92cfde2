//! What else is true of the solution's answers.

use crate::solution;
use common::check::Probe;
use lesson_09::checks::REFERENCE;
use lesson_09::probes;
use lesson_09::tube_worm::heights;
use lesson_09::*;

fn asked<T>(of: fn(&Probe) -> Vec<T>) -> impl Iterator<Item = T> {
    let probes = (0..25).flat_map(|seed| (0..=Probe::COUNT).map(move |index| Probe { seed, index }));
    probes.flat_map(move |probe| of(&probe))
}

/// What a student writes and what `common` has are one: for every ring and many margins, up to where
/// the ramps touch.
#[test]
fn the_weights_are_the_core() {
    let rings = [0.01, 1.0 / 24.0, 0.1, 1.0 / 6.0]
        .into_iter()
        .flat_map(|margin| heights().into_iter().map(move |height| (height, margin)));
    for (height, margin) in rings.chain(asked(probes::places)) {
        let mine = (solution::ANSWERS.weights)(height, margin);
        // The slope is at most 250, and heights are right to 1e-7.
        assert_near(&mine, &(REFERENCE.weights)(height, margin), 5e-5);
        assert!((mine.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{height} {margin}: {mine:?}");
    }
}

#[test]
fn the_angles_are_the_core() {
    for (time, leans) in asked(probes::leans) {
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
