//! Tracks in blocks against the plain ones.

use super::*;
use crate::{
    animation::Cursors,
    fast::testing::skeleton_and_clip,
    math::shortest,
    skeleton::{Pose, Skeleton},
};
use glam::Vec4;
use proptest::prelude::*;

fn agree(skeleton: &Skeleton, clip: &Clip, times: &[f32]) -> Result<(), TestCaseError> {
    let fast = FastSkeleton::new(skeleton);
    let bind = skeleton.bind_pose();
    let tracks = Tracks::new(&fast, clip);
    for simd in SimdLevel::all() {
        let mut cursors = tracks.cursors();
        let mut blocks = vec![TransformBlock::REST; fast.blocks()];
        let (mut got, mut want) = (Pose::default(), Pose::default());
        for &time in times {
            tracks.sample(simd, time, &mut cursors, &mut blocks);
            fast.write_pose(&blocks, &mut got);
            clip.sample(time, &bind, &mut Cursors::default(), &mut want);
            for (joint, (got, want)) in got.locals.iter().zip(&want.locals).enumerate() {
                let off = got.translation.distance(want.translation);
                // Up to 20 on a segment of 0.02 s and more: a slope of 1000 times a time with a
                // rounding of 6e-8 * 8.
                prop_assert!(off < 1e-3, "{simd}, joint {joint} at {time}: {got:?} {want:?}");
                prop_assert!(got.scale.distance(want.scale) < 1e-4, "{simd}, {joint} at {time}: {got:?} {want:?}");
                let (a, b) = (got.rotation, want.rotation);
                prop_assert!((a.length() - 1.0).abs() < 1e-5);
                // 1e-4 rad between nlerp and slerp, and a slope's roundings as above.
                let angle = 2.0 * (Vec4::from(a) - Vec4::from(shortest(a, b))).length();
                prop_assert!(angle < 3e-4, "{simd}, joint {joint} at {time}: {got:?} {want:?}");
            }
        }
    }
    Ok(())
}

/// Small steps forward, a seek now and then, and the keys themselves.
fn playing() -> impl Strategy<Value = Vec<f32>> {
    let step = prop_oneof![8 => 0.0f32..0.1, 1 => -4.0f32..4.0];
    prop::collection::vec(step, 1..60).prop_map(|steps| {
        let mut time = 0.4;
        let next = |step: &f32| {
            time = (time + step).clamp(-1.0, 8.0);
            time
        };
        steps.iter().map(next).collect()
    })
}

proptest! {
    #[test]
    fn as_the_plain_tracks((skeleton, clip) in skeleton_and_clip(20, false), times in playing()) {
        agree(&skeleton, &clip, &times)?;
    }

    #[test]
    fn as_plain_tracks_that_share_their_times((skeleton, clip) in skeleton_and_clip(20, true), times in playing()) {
        agree(&skeleton, &clip, &times)?;
    }

    /// At a key itself, where a track may jump.
    #[test]
    fn at_keys((skeleton, clip) in skeleton_and_clip(10, false)) {
        let keys = clip.tracks.iter().filter_map(|tracks| tracks.translation.as_ref());
        let times: Vec<f32> = keys.flat_map(|track| track.times().iter().copied()).collect();
        agree(&skeleton, &clip, &times)?;
    }
}

/// Infinitely late, or at no time at all, after any other time: where the plain tracks are then.
#[test]
fn times_that_are_not_finite() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let plays = (skeleton_and_clip(20, false), playing());
    let run = runner.run(&plays, |((skeleton, clip), mut times)| {
        let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN];
        agree(&skeleton, &clip, &odd)?;
        for odd in odd {
            times.insert(times.len() / 2, odd);
        }
        agree(&skeleton, &clip, &times)
    });
    run.unwrap();
}

#[test]
#[should_panic(expected = "cursors of these tracks")]
fn cursors_of_other_tracks() {
    let fast = FastSkeleton::default();
    let tracks = Tracks::new(&fast, &Clip::of_tracks("none", vec![]));
    let mut cursors = TrackCursors { current: vec![Segment::UNKNOWN] };
    tracks.sample(SimdLevel::best(), 0.0, &mut cursors, &mut []);
}
