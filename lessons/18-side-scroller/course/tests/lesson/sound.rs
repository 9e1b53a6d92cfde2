//! Sounds are what a loudspeaker can play, and each thing that happens has one.

use glam::Vec3;
use lesson_18::game::{Event, EventKind};
use lesson_18::sound::{ONCE, Place, effects, music, synth::RATE};

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
    for (name, samples) in [("wind", effects::wind()), ("torches", effects::torches()), ("music", music::music())] {
        assert!(samples.iter().all(|sample| sample.abs() <= 1.0), "{name}");
        let step = |[a, b]: [f32; 2]| (b - a).abs();
        let steps = samples.windows(2).map(|pair| step([pair[0], pair[1]]));
        let largest = steps.fold(0.0, f32::max);
        let seam = step([samples[samples.len() - 1], samples[0]]);
        assert!(seam <= largest, "{name}: a step of {seam} where it begins again, of {largest} within");
    }
}

#[test]
fn ears_hear_from_where() {
    let place = Place::new(Vec3::ZERO, None, 1.0);
    let ears = |x: f32| place.ears(&Event { kind: EventKind::Hit, at: Vec3::X * x, strength: 1.0 });
    let [[left, right], [far_left, far_right]] = [3.0, 12.0].map(ears);
    assert!(left < right && far_left < far_right, "it is to the right");
    assert!(far_right < right, "and softer from far away");
    let [a, b] = ears(0.0);
    assert!((a - b).abs() < 1e-6);
}
