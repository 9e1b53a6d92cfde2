//! Sounds are what a loudspeaker can play, and each thing that happens has one.

use glam::Vec3;
use lesson_18::game::{Event, EventKind};
use lesson_18::sound::{Listener, ONCE, effects, music, synth::RATE};

fn loudest(samples: &[f32]) -> f32 {
    samples.iter().fold(0.0, |most, sample| most.max(sample.abs()))
}

#[test]
fn what_happens_is_heard_and_ends() {
    for (kind, make) in ONCE {
        let samples = make();
        assert!(samples.iter().all(|sample| sample.is_finite()), "{kind:?}");
        let loudest = loudest(&samples);
        assert!((0.15..=1.0).contains(&loudest), "{kind:?}: {loudest}");
        let end = samples.len() - RATE as usize / 100;
        assert!(self::loudest(&samples[end..]) < 0.05, "{kind:?} ends all at once");
        assert_eq!(make(), samples, "{kind:?}: the same at each start");
    }
}

#[test]
fn what_goes_round_has_no_seam() {
    for (name, samples) in [
        ("wind", effects::wind()),
        ("torches", effects::torches()),
        ("music", music::music()),
        ("march", music::march()),
    ] {
        assert!(samples.iter().all(|sample| sample.abs() <= 1.0), "{name}");
        let largest = samples.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
        let seam = (samples[0] - samples[samples.len() - 1]).abs();
        assert!(seam <= largest, "{name}: a step of {seam} where it begins again, of {largest} within");
    }
}

/// The guard has a music of its own, in place of the other.
#[test]
fn a_guard_is_heard_near_it() {
    let [far, near] = [0.0, 1.0].map(|guard| Listener::new(Vec3::ZERO, None, 1.0, guard).surroundings());
    assert_eq!((far[3], near[2]), (0.0, 0.0));
    assert!(far[2] > 0.2 && near[3] > 0.2 && music::march() != music::music());
}

#[test]
fn ears_hear_from_where() {
    let place = Listener::new(Vec3::ZERO, None, 1.0, 0.0);
    let [middle, near, far] =
        [0.0, 3.0, 12.0].map(|x| place.ears(&Event { kind: EventKind::Hit, at: Vec3::X * x, strength: 1.0 }));
    assert!(near[0] < near[1] && far[0] < far[1], "it is to the right");
    assert!(far[1] < near[1], "and softer from far away");
    assert!((middle[0] - middle[1]).abs() < 1e-6);
}
