//! Tests of `src/solution.rs`; removed with it on the student branch.

use common::check::Probe;
use glam::Quat;
use lesson_15::checks::REFERENCE;
use lesson_15::{DualQuat, probes};

common::solution_tests!(lesson_15);

fn asked<T>(of: fn(&Probe) -> Vec<T>) -> impl Iterator<Item = T> {
    let probes =
        (0..25).flat_map(|seed| (0..=Probe::COUNT).map(move |index| Probe { seed, index }));
    probes.flat_map(move |probe| of(&probe))
}

/// What a student writes and what `common` has are one.
#[test]
fn the_thickness_is_the_core() {
    for (theta, weight) in asked(probes::rings) {
        let [mine, core] = [solution::ANSWERS, REFERENCE].map(|a| (a.thickness)(theta, weight));
        assert!((mine - core).abs() < 1e-4, "{theta} {weight}: {mine} {core}");
    }
}

#[test]
fn the_dual_quaternion_is_the_core() {
    for (rotation, translation) in asked(probes::rigid) {
        let [mine, core] =
            [solution::ANSWERS, REFERENCE].map(|a| (a.from_rigid)(rotation, translation));
        assert_eq!(mine, core);
    }
}

/// With the strongest first it is one which motion the core compares with: the first or the heaviest.
#[test]
fn the_blend_is_the_core() {
    for probes::Blend { weights, motions } in asked(probes::blends) {
        assert!(weights.iter().all(|weight| *weight <= weights[0]), "{weights:?}");
        let [mine, core] = [solution::ANSWERS, REFERENCE].map(|a| (a.blend)(&weights, &motions));
        let near = |a: Quat, b: Quat| (a - b).length() < 2e-5;
        let other = DualQuat { real: -core.real, dual: -core.dual };
        let agrees =
            [core, other].iter().any(|c| near(mine.real, c.real) && near(mine.dual, c.dual));
        assert!(agrees, "{mine:?} {core:?}");
    }
}
