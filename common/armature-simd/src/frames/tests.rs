//! Frames against the tracks they were baked from.

use super::*;
use crate::{
    FastSkeleton, SimdLevel,
    testing::{clips::skeleton_and_clip, skeletons::straight},
};
use armature::{
    animation::{Clip, Cursors, JointTracks, RotationTrack, Track, nlerp_parts},
    math::{Transform, shortest},
    skeleton::{Pose, Skeleton},
};
use glam::{Quat, Vec3, Vec4};
use proptest::prelude::*;

/// The angle between two rotations, in radians, and whether the first has unit length.
fn angle(a: Quat, b: Quat) -> f32 {
    assert!((a.length() - 1.0).abs() < 1e-5, "{a}");
    2.0 * (Vec4::from(a) - Vec4::from(shortest(a, b))).length()
}

/// Every joint at `time`: kernel and plain form, side by side.
fn both(
    simd: SimdLevel,
    fast: &FastSkeleton,
    frames: &Frames,
    clip: &Clip,
    bind: &Pose,
    time: f32,
) -> Vec<[Transform; 2]> {
    let mut blocks = fast.rest().to_vec();
    frames.sample(simd, time, &mut blocks);
    let mut got = Pose::default();
    let mut want = Pose::default();
    fast.write_pose(&blocks, &mut got);
    clip.sample(time, bind, &mut Cursors::default(), &mut want);
    got.locals.into_iter().zip(want.locals).map(|(a, b)| [a, b]).collect()
}

proptest! {
    /// Tracks that share their times: the same motion. Translations up to 10 are mixed with a few
    /// roundings of 6e-8 each, in another order than in the plain form, and what rests is kept to
    /// 1e-6: 3e-5 for translation, 1e-5 for scale and rotation. Where slerp asks for frames in between,
    /// 1e-4 rad more; and the times of those are rounded, by 2.4e-7 s at 8 s, which a joint that
    /// moves 20 (1.7 in scale, 3.1 rad) in the shortest segment of 0.02 s turns into 2.4e-4, 2.1e-5
    /// and 3.8e-5.
    #[test]
    fn exact_where_tracks_share_their_times(
        (skeleton, clip) in skeleton_and_clip(20, true),
        times in prop::collection::vec(0.0f32..8.0, 8),
    ) {
        let fast = FastSkeleton::new(&skeleton);
        let bind = skeleton.bind_pose();
        let frames = Frames::bake(&fast, &clip, 30.0).unwrap();
        let keys = frames.times().to_vec();
        let mut rotations = clip.tracks.iter().filter_map(|tracks| tracks.rotation.as_ref());
        let in_between = rotations.any(|track| track.track().values().windows(2).any(|keys| nlerp_parts(keys[0], keys[1]) > 1));
        let [translation, rotation, scale] =
            if in_between { [2.7e-4, 1.5e-4, 3.1e-5] } else { [3e-5, 1e-5, 1e-5] };
        for time in times.into_iter().chain(keys) {
            for simd in SimdLevel::all() {
                for [got, want] in both(simd, &fast, &frames, &clip, &bind, time) {
                    prop_assert!(got.translation.distance(want.translation) < translation, "{simd} at {time}: {got:?} {want:?}");
                    prop_assert!(got.scale.distance(want.scale) < scale, "{simd} at {time}: {got:?} {want:?}");
                    prop_assert!(angle(got.rotation, want.rotation) < rotation, "{simd} at {time}: {got:?} {want:?}");
                }
            }
        }
    }

    /// The look-up that guesses is the search that does not.
    #[test]
    fn any_time_finds_its_frame(
        gaps in prop::collection::vec(prop_oneof![4 => 0.01f32..1.0, 1 => Just(0.0), 1 => Just(20.0)], 0..40),
        times in prop::collection::vec(-1.0f32..60.0, 1..40),
    ) {
        let mut at = 0.25;
        let mut keys = vec![at];
        keys.extend(gaps.iter().map(|gap| { at += gap; at }));
        let timeline = Timeline::new(keys.clone());
        let frames = Frames { timeline, moving: vec![], at_rest: vec![], rest: vec![], stride: 0, rows: vec![] };
        let track = Track::new(keys.clone(), (0..keys.len()).map(|k| Vec3::splat(k as f32)).collect()).unwrap();
        for time in times.into_iter().chain(keys.clone()) {
            let (frame, u) = frames.locate(time);
            let got = frame as f32 + u;
            let want = track.sample_vector(time, &mut 0).x;
            prop_assert!((got - want).abs() < 1e-4, "at {time}: {got} {want} in {keys:?}");
        }
    }
}

/// The largest difference from the tracks while there are frames: at all keys and frames and between them.
#[derive(Debug, Default, PartialEq)]
struct Largest {
    translation: f32,
    rotation: f32,
    scale: f32,
}

fn error(frames: &Frames, fast: &FastSkeleton, clip: &Clip) -> Largest {
    let mut bind = Pose::default();
    fast.write_pose(fast.rest(), &mut bind);
    let of_frames = frames.times();
    let span = of_frames[0]..=of_frames[of_frames.len() - 1];
    let keys = fast.joints().iter().flat_map(|joint| clip.key_times(*joint));
    let mut times: Vec<f32> = keys.filter(|time| span.contains(time)).chain(of_frames.iter().copied()).collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    // Up to just before the next one, where a track may jump.
    let steps = times.windows(2).flat_map(|pair| {
        let [start, end] = [pair[0], pair[1].next_down()];
        (0..=8).map(move |step| start + (end - start) * (step as f32 / 8.0))
    });
    let mut largest = Largest::default();
    for time in steps.chain(times.last().copied()) {
        for [got, want] in both(SimdLevel::best(), fast, frames, clip, &bind, time) {
            let Largest { translation, rotation, scale } = &mut largest;
            *translation = translation.max(got.translation.distance(want.translation));
            *rotation = rotation.max(angle(got.rotation, want.rotation));
            *scale = scale.max(got.scale.distance(want.scale));
        }
    }
    largest
}

fn slide(times: &[f32], to: f32) -> JointTracks {
    let values = (0..times.len()).map(|k| Vec3::X * to * (k % 2) as f32).collect();
    let translation = Some(Track::new(times.to_vec(), values).unwrap());
    JointTracks { joint: 0, translation, ..JointTracks::default() }
}

fn joints(count: usize) -> Skeleton {
    straight(count, Vec3::Y)
}

/// A key that falls between two frames is cut off, by as much as it is high.
#[test]
fn the_error_is_what_resampling_cuts_off() {
    let fast = FastSkeleton::new(&joints(2));
    // Up and down within a fifth of a second; joint 1 has so many other times that no frame can be at
    // each.
    let many: Vec<f32> = (0..=100).map(|k| k as f32 / 100.0).collect();
    let other = JointTracks { joint: 1, ..slide(&many, 0.0) };
    let clip = Clip::of_tracks("peak", vec![slide(&[0.0, 0.25, 0.5, 1.0], 8.0), other]);
    // Frames at 0, 0.2, 0.4, ...: at 0.25 they show a quarter of the way from 6.4 to 3.2, not 8.
    let [coarse, fine] = [5.0, 20.0].map(|rate| error(&Frames::bake(&fast, &clip, rate).unwrap(), &fast, &clip));
    assert!((coarse.translation - 2.4).abs() < 1e-4, "{coarse:?}");
    assert_eq!((coarse.rotation, coarse.scale), (0.0, 0.0));
    // Twenty a second hit every key.
    assert!(fine.translation < 1e-4, "{fine:?}");
}

/// Joint 0 turns, with keys at some frames of a grid of 30 a second; joint 1 likewise, at other ones.
fn on_a_grid(frames: usize, keep: [fn(usize) -> bool; 2]) -> Clip {
    let mut tracks = Vec::new();
    for (joint, keep) in keep.into_iter().enumerate() {
        let kept = (0..=frames).filter(|&k| k == 0 || k == frames || keep(k));
        let (times, keys) =
            kept.map(|k| (k as f32 / 30.0, Quat::from_rotation_z(0.14 * (0.9 * k as f32).sin()))).unzip();
        let rotation = Some(RotationTrack::new(times, keys).unwrap());
        tracks.push(JointTracks { joint, rotation, ..JointTracks::default() });
    }
    Clip::of_tracks("on a grid", tracks)
}

/// Few uneven keys: there is a frame at each. 40 frames are 1.3333334 s as an `f32`, which is a little
/// more than 40 thirtieths.
#[test]
fn a_frame_at_every_key_where_they_are_few() {
    let skeleton = FastSkeleton::new(&joints(2));
    let clip = on_a_grid(40, [|k| k % 3 == 1, |k| k % 4 == 3]);
    for rate in [30.0, 20.0] {
        let frames = Frames::bake(&skeleton, &clip, rate).unwrap();
        assert!(frames.times().len() <= 41, "{rate}: {:?}", frames.times());
        let error = error(&frames, &skeleton, &clip);
        assert!(error.rotation < 1e-4, "{rate}: {error:?}");
    }
}

/// Many keys: a grid of the rate, on which those lie that were sampled at it.
#[test]
fn the_grid_hits_keys_sampled_at_its_rate() {
    let skeleton = FastSkeleton::new(&joints(3));
    for frames in [40usize, 100] {
        let mut clip = on_a_grid(frames, [|k| k % 3 == 1, |k| k % 4 == 3]);
        // At a straight line nothing is lost, however many keys it has.
        let times: Vec<f32> = (0..=8 * frames).map(|k| k as f32 / 240.0).collect();
        let values = times.iter().map(|time| Vec3::X * *time).collect();
        let translation = Some(Track::new(times, values).unwrap());
        clip.tracks.push(JointTracks { joint: 2, translation, ..JointTracks::default() });
        for later in [0.0, 1e-6] {
            clip.end += later;
            let baked = Frames::bake(&skeleton, &clip, 30.0).unwrap();
            assert_eq!(baked.times().len(), frames + 1, "{later}");
            let error = error(&baked, &skeleton, &clip);
            assert!(error.rotation < 1e-4 && error.translation < 1e-5, "{later}: {error:?}");
        }
    }
}

/// Two keys at one time are a jump, also where other joints have keys elsewhere.
#[test]
fn jumps_stay_jumps() {
    let skeleton = FastSkeleton::new(&joints(2));
    let values = [0.0, 1.0, 5.0, 6.0].map(|x| Vec3::X * x).to_vec();
    let translation = Some(Track::new(vec![0.0, 0.5, 0.5, 1.0], values).unwrap());
    let jumping = JointTracks { joint: 0, translation, ..JointTracks::default() };
    let other = JointTracks { joint: 1, ..slide(&[0.0, 0.3, 1.0], 1.0) };
    let clip = Clip::of_tracks("jump", vec![jumping, other]);
    let frames = Frames::bake(&skeleton, &clip, 30.0).unwrap();
    let error = error(&frames, &skeleton, &clip);
    assert!(error.translation < 1e-5, "{error:?}");
}

/// A whole turn from one frame to the next: the last key is the first one's opposite, the same
/// rotation. Baked as it is, the line between the two would lead through zero.
#[test]
fn a_whole_turn_between_two_frames() {
    let fast = FastSkeleton::new(&joints(2));
    let keys = [0.0f32, 120.0, 240.0, 360.0].map(|d| Quat::from_rotation_z(d.to_radians()));
    let rotation = RotationTrack::new(vec![0.0, 0.1, 0.2, 0.3], keys.to_vec()).unwrap();
    assert!(rotation.track().values()[3].dot(Quat::IDENTITY) < -0.99);
    let turning = JointTracks { joint: 0, rotation: Some(rotation), ..JointTracks::default() };
    let other = JointTracks { joint: 1, ..slide(&[0.0, 0.3], 0.0) };
    let frames = Frames::bake(&fast, &Clip::of_tracks("turn", vec![turning, other]), 3.0).unwrap();
    assert_eq!(frames.times(), [0.0, 0.3]);
    for simd in SimdLevel::all() {
        let mut pose = fast.rest().to_vec();
        frames.sample(simd, 0.15, &mut pose);
        let got = pose[0].get(fast.slot(0)).rotation;
        assert!(angle(got, Quat::IDENTITY) < 1e-5, "{simd}: {got}");
    }
}

/// Resting numbers are kept once: a register for each number that moves, in each frame, and no more.
#[test]
fn bytes_are_those_of_what_moves() {
    let fast = FastSkeleton::new(&joints(20));
    let times: Vec<f32> = (0..10).map(|k| k as f32).collect();
    let turns = times.iter().map(|degrees| Quat::from_rotation_z(degrees.to_radians())).collect();
    let rotation = RotationTrack::new(times.clone(), turns);
    // Joint 0 slides; joint 9, in the next block, turns; joint 17 has ten keys and stands still, but not at rest.
    let still = JointTracks { joint: 17, ..slide(&times, 0.0) };
    let turning = JointTracks { joint: 9, rotation: rotation.ok(), ..JointTracks::default() };
    let clip = Clip::of_tracks("few", vec![slide(&times, 1.0), turning, still]);
    let frames = Frames::bake(&fast, &clip, 30.0).unwrap();
    assert_eq!(frames.times(), times);
    assert_eq!(frames.moving, [[true, false, false], [false, true, false], [false; 3]]);
    assert_eq!(frames.at_rest, [[false, true, true], [true, false, true], [false, true, true]]);
    assert_eq!((frames.stride, frames.rows.len()), (3 + 4, 70));
    let fixed = size_of::<Frames>() + 10 * 4 + 2 * 3 * 3 + 3 * 320;
    assert_eq!(frames.bytes(), fixed + 70 * 32);
}

#[test]
fn what_cannot_be_baked() {
    let fast = FastSkeleton::new(&joints(80_000));
    let times: Vec<f32> = (0..60).map(|k| 0.5 * k as f32).collect();
    let later: Vec<f32> = times.iter().map(|time| time + 0.1).collect();
    let other = JointTracks { joint: 1, ..slide(&later, 1.0) };
    let mut clip = Clip::of_tracks("long", vec![slide(&times, 1.0), other]);
    let error = Frames::bake(&fast, &clip, 30.0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "clip \"long\" would have 889 frames of 80000 joints when baked, more than fit 268435456 \
         bytes: play it by `Clip::sample`"
    );
    clip.end = f32::INFINITY;
    assert!(matches!(Frames::bake(&fast, &clip, 30.0), Err(BakeError::TooLarge { .. })));
    clip.end = f32::NAN;
    assert!(matches!(Frames::bake(&fast, &clip, 30.0), Err(BakeError::TooLarge { .. })));
    for rate in [0.0, -30.0, f32::NAN, f32::INFINITY] {
        assert!(matches!(Frames::bake(&fast, &clip, rate), Err(BakeError::Rate { .. })));
    }
}

#[test]
fn a_clip_without_tracks_rests() {
    let skeleton = joints(3);
    let fast = FastSkeleton::new(&skeleton);
    let frames = Frames::bake(&fast, &Clip::of_tracks("still", vec![]), 30.0).unwrap();
    let mut pose = vec![TransformBlock { numbers: [[9.0; 8]; 10] }; 1];
    frames.sample(SimdLevel::best(), 3.0, &mut pose);
    assert_eq!(pose, fast.rest());
    // And a skeleton without joints has nothing to write.
    let fast = FastSkeleton::new(&joints(0));
    let frames = Frames::bake(&fast, &Clip::of_tracks("none", vec![]), 30.0).unwrap();
    frames.sample(SimdLevel::best(), 0.0, &mut []);
}
