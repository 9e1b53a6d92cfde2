//! Tests of `src/solution.rs`; removed with it on the student branch.

use common::check::Random;
use lesson_05::checks::REFERENCE;

common::solution_tests!(lesson_05);

const MODES: [LoopMode; 3] = [LoopMode::Clamp, LoopMode::Loop, LoopMode::PingPong];

/// Frames of any length, forwards and backwards: the textbook's form and `common`'s are one.
#[test]
fn the_solution_plays_as_the_reference() {
    let mut random = Random::new(5);
    let (mine, right) = (solution::ANSWERS, REFERENCE);
    for _ in 0..200 {
        let mut times = vec![0.0];
        for _ in 0..=random.below(8) {
            times.push(times[times.len() - 1] + random.between(0.05, 0.9));
        }
        let closes_at = times[times.len() - 1] + random.between(0.05, 0.9);
        let keys = Keys { times, closes_at };
        for mode in MODES {
            let clip = |answers: &Answers| keys.clip(mode, answers);
            let (mut a, mut b) = (AnimationIndex::default(), AnimationIndex::default());
            for _ in 0..20 {
                let dt = random.between(-0.6, 1.0) * clip(&right).round();
                (mine.advance)(&mut a, dt, &clip(&mine));
                (right.advance)(&mut b, dt, &clip(&right));
                let Segment { from, to, alpha } = b.segment;
                assert_eq!((a.elapsed, a.segment.from, a.segment.to), (b.elapsed, from, to));
                assert!((a.segment.alpha - alpha).abs() < 1e-6, "{a:?} {b:?}");
            }
        }
    }
}
