//! Comparison of frames with the tracks from which they were baked.

use super::*;
use crate::{
    SimdSkeleton,
    pose::{LANES, PARTS},
    testing::{clips::skeleton_and_clip, skeletons::straight},
};
use armature::{
    animation::{Clip, Cursors, JointTracks, RotationTrack, Track, nlerp_parts},
    math::{Transform, shortest},
    skeleton::{Pose, Skeleton},
};
use glam::{Quat, Vec3, Vec4};
use proptest::prelude::*;

/// Returns the angle between two rotations, in radians, and asserts that the first has unit length.
fn angle(a: Quat, b: Quat) -> f32 {
    assert!((a.length() - 1.0).abs() < 1e-5, "{a}");
    2.0 * (Vec4::from(a) - Vec4::from(shortest(a, b))).length()
}

/// Returns the local transforms of each joint at `time`, by frames and by the plain form.
fn sample_both_ways(frames: &Frames, clip: &Clip, bind: &Pose, time: f32) -> Vec<[Transform; 2]> {
    let mut want = Pose::default();
    clip.sample(time, bind, &mut Cursors::default(), &mut want);
    let (frame, u) = frames.find_segment(time);
    let [before, after] = [frame, frame + 1].map(|frame| frames.blocks(frame));
    let mut all = Vec::new();
    for (joint, want) in want.locals.into_iter().enumerate() {
        let [a, b] = [&before, &after].map(|blocks| blocks[joint / LANES].get(joint % LANES));
        let rotation = Quat::from_vec4(Vec4::from(a.rotation).lerp(b.rotation.into(), u)).normalize();
        let translation = a.translation.lerp(b.translation, u);
        all.push([Transform { translation, rotation, scale: a.scale.lerp(b.scale, u) }, want]);
    }
    all
}

impl Frames {
    /// Returns the blocks of a frame, or of the last frame if `index` is too large.
    fn blocks(&self, index: usize) -> Vec<TransformBlock> {
        let mut blocks = self.rest.clone();
        let mut rows = self.frame(index).iter();
        for (block, moving) in blocks.iter_mut().zip(&self.moving) {
            for (part, _) in PARTS.into_iter().zip(moving).filter(|(_, moves)| **moves) {
                for number in &mut block.numbers[part] {
                    *number = rows.next().unwrap().0;
                }
            }
        }
        blocks
    }
}

proptest! {
    /// The tolerances: translations up to 10 are interpolated with a few roundings of 6e-8, and parts that do not move
    /// are within 1e-6, together 3e-5 for translation and 1e-5 for scale and rotation. Frames between keys, instead of
    /// slerp, add 1e-4 rad. Their times are rounded by 2.4e-7 s at 8 s: a joint that moves by 20 (1.7 in scale, 3.1
    /// rad) in the shortest segment of 0.02 s is then off by 2.4e-4, 2.1e-5 and 3.8e-5.
    #[test]
    fn exact_where_tracks_share_their_times(
        (skeleton, clip) in skeleton_and_clip(20, true),
        times in prop::collection::vec(0.0f32..8.0, 8),
    ) {
        let bind = skeleton.bind_pose();
        let frames = bake(&skeleton, &clip, 30.0);
        let keys = frames.times().to_vec();
        let mut rotations = clip.tracks.iter().filter_map(|tracks| tracks.rotation.as_ref());
        let in_between = rotations.any(|track| track.track().values().windows(2).any(|keys| nlerp_parts(keys[0], keys[1]) > 1));
        let [translation, rotation, scale] =
            if in_between { [2.7e-4, 1.5e-4, 3.1e-5] } else { [3e-5, 1e-5, 1e-5] };
        for time in times.into_iter().chain(keys) {
            for [got, want] in sample_both_ways(&frames, &clip, &bind, time) {
                prop_assert!(got.translation.distance(want.translation) < translation, "{time}: {got:?} {want:?}");
                prop_assert!(got.scale.distance(want.scale) < scale, "{time}: {got:?} {want:?}");
                prop_assert!(angle(got.rotation, want.rotation) < rotation, "{time}: {got:?} {want:?}");
            }
        }
    }

}

/// Largest differences of local transforms.
#[derive(Debug, Default, PartialEq)]
struct Errors {
    translation: f32,
    rotation: f32,
    scale: f32,
}

/// Returns the largest differences of frames from the clip's tracks, at and between all keys and frames.
fn errors(frames: &Frames, skeleton: &Skeleton, clip: &Clip) -> Errors {
    let frame_times = frames.times();
    let span = frame_times[0]..=frame_times[frame_times.len() - 1];
    let keys = (0..skeleton.len()).flat_map(|joint| clip.key_times(joint));
    let mut times: Vec<f32> = keys.filter(|time| span.contains(time)).chain(frame_times.iter().copied()).collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    let mut compared = vec![times[times.len() - 1]];
    for pair in times.windows(2) {
        let [start, end] = [pair[0], pair[1].next_down()]; // just before a jump
        compared.extend((0..=8).map(|step| start + (end - start) * (step as f32 / 8.0)));
    }
    let mut largest = Errors::default();
    for time in compared {
        for [got, want] in sample_both_ways(frames, clip, &skeleton.bind_pose(), time) {
            largest.translation = largest.translation.max(got.translation.distance(want.translation));
            largest.rotation = largest.rotation.max(angle(got.rotation, want.rotation));
            largest.scale = largest.scale.max(got.scale.distance(want.scale));
        }
    }
    largest
}

/// Makes a track that moves joint 0 to and fro along x, by `distance` from key to key.
fn slide(times: &[f32], distance: f32) -> JointTracks {
    let values = (0..times.len()).map(|k| Vec3::X * distance * (k % 2) as f32).collect();
    let translation = Some(Track::new(times.to_vec(), values).unwrap());
    JointTracks { joint: 0, translation, ..JointTracks::default() }
}

fn joints(count: usize) -> Skeleton {
    straight(count, Vec3::Y)
}

fn bake(skeleton: &Skeleton, clip: &Clip, rate: f32) -> Frames {
    Frames::bake(&SimdSkeleton::new(skeleton), clip, rate).unwrap()
}

/// Resampling loses a key between two frames.
#[test]
fn the_error_of_resampling_is_that_of_a_lost_key() {
    let skeleton = joints(2);
    // Joint 1 has so many key times that the clip is resampled.
    let many: Vec<f32> = (0..=100).map(|k| k as f32 / 100.0).collect();
    let other = JointTracks { joint: 1, ..slide(&many, 0.0) };
    let clip = Clip::of_tracks("peak", vec![slide(&[0.0, 0.25, 0.5, 1.0], 8.0), other]);
    // With frames at 0, 0.2, 0.4, ..., the value at 0.25 is a quarter of the way from 6.4 to 3.2 instead of 8.
    let [coarse, fine] = [5.0, 20.0].map(|rate| errors(&bake(&skeleton, &clip, rate), &skeleton, &clip));
    assert!((coarse.translation - 2.4).abs() < 1e-4, "{coarse:?}");
    assert_eq!((coarse.rotation, coarse.scale), (0.0, 0.0));
    // With twenty a second there is a frame at each of joint 0's keys.
    assert!(fine.translation < 1e-4, "{fine:?}");
}

/// Makes a clip in which joints 0 and 1 turn, with keys at the first and last of `frames` thirtieths of a second and at
/// those that their predicate keeps.
fn turns_on_a_grid(frames: usize, keeps: [fn(usize) -> bool; 2]) -> Clip {
    let mut tracks = Vec::new();
    for (joint, keeps) in keeps.into_iter().enumerate() {
        let mut times = Vec::new();
        let mut rotations = Vec::new();
        for k in (0..=frames).filter(|&k| k == 0 || k == frames || keeps(k)) {
            times.push(k as f32 / 30.0);
            rotations.push(Quat::from_rotation_z(0.14 * (0.9 * k as f32).sin()));
        }
        let rotation = Some(RotationTrack::new(times, rotations).unwrap());
        tracks.push(JointTracks { joint, rotation, ..JointTracks::default() });
    }
    Clip::of_tracks("on a grid", tracks)
}

/// 40 frames are 1.3333334 s as an `f32`, a little more than 40 thirtieths.
#[test]
fn few_keys_have_a_frame_each() {
    let skeleton = joints(2);
    let clip = turns_on_a_grid(40, [|k| k % 3 == 1, |k| k % 4 == 3]);
    for rate in [30.0, 20.0] {
        let frames = bake(&skeleton, &clip, rate);
        assert!(frames.times().len() <= 41, "{rate}: {:?}", frames.times());
        let errors = errors(&frames, &skeleton, &clip);
        assert!(errors.rotation < 1e-4, "{rate}: {errors:?}");
    }
}

/// Many keys are resampled, and frames of the same rate are at the keys.
#[test]
fn frames_are_at_keys_of_their_rate() {
    let skeleton = joints(3);
    for frames in [40usize, 100] {
        let mut clip = turns_on_a_grid(frames, [|k| k % 3 == 1, |k| k % 4 == 3]);
        // Many keys, but on a straight line.
        let times: Vec<f32> = (0..=8 * frames).map(|k| k as f32 / 240.0).collect();
        let values = times.iter().map(|time| Vec3::X * *time).collect();
        let translation = Some(Track::new(times, values).unwrap());
        clip.tracks.push(JointTracks { joint: 2, translation, ..JointTracks::default() });
        for later in [0.0, 1e-6] {
            clip.end += later;
            let baked = bake(&skeleton, &clip, 30.0);
            assert_eq!(baked.times().len(), frames + 1, "{later}");
            let errors = errors(&baked, &skeleton, &clip);
            assert!(errors.rotation < 1e-4 && errors.translation < 1e-5, "{later}: {errors:?}");
        }
    }
}

#[test]
fn jumps_stay_jumps() {
    let skeleton = joints(2);
    let values = [0.0, 1.0, 5.0, 6.0].map(|x| Vec3::X * x).to_vec();
    let translation = Some(Track::new(vec![0.0, 0.5, 0.5, 1.0], values).unwrap());
    let jumping = JointTracks { joint: 0, translation, ..JointTracks::default() };
    let other = JointTracks { joint: 1, ..slide(&[0.0, 0.3, 1.0], 1.0) };
    let clip = Clip::of_tracks("jump", vec![jumping, other]);
    let frames = bake(&skeleton, &clip, 30.0);
    let errors = errors(&frames, &skeleton, &clip);
    assert!(errors.translation < 1e-5, "{errors:?}");
}

/// After a whole turn the last key is the first, negated: without a change of sign, the line between the two frames
/// would pass through zero.
#[test]
fn a_whole_turn_between_two_frames() {
    let skeleton = joints(2);
    let keys = [0.0f32, 120.0, 240.0, 360.0].map(|d| Quat::from_rotation_z(d.to_radians()));
    let rotation = RotationTrack::new(vec![0.0, 0.1, 0.2, 0.3], keys.to_vec()).unwrap();
    assert!(rotation.track().values()[3].dot(Quat::IDENTITY) < -0.99);
    let turning = JointTracks { joint: 0, rotation: Some(rotation), ..JointTracks::default() };
    let other = JointTracks { joint: 1, ..slide(&[0.0, 0.3], 0.0) };
    let clip = Clip::of_tracks("turn", vec![turning, other]);
    let frames = bake(&skeleton, &clip, 3.0);
    assert_eq!(frames.times(), [0.0, 0.3]);
    let [got, _] = sample_both_ways(&frames, &clip, &skeleton.bind_pose(), 0.15)[0];
    assert!(angle(got.rotation, Quat::IDENTITY) < 1e-5, "{got:?}");
}

#[test]
fn a_frame_has_rows_for_numbers_that_move() {
    let times: Vec<f32> = (0..10).map(|k| k as f32).collect();
    let turns = times.iter().map(|degrees| Quat::from_rotation_z(degrees.to_radians())).collect();
    let rotation = RotationTrack::new(times.clone(), turns);
    // Joint 0 slides; joint 9, in the next block, turns; joint 17 has ten equal keys, which are not the bind pose.
    let still = JointTracks { joint: 17, ..slide(&times, 0.0) };
    let turning = JointTracks { joint: 9, rotation: rotation.ok(), ..JointTracks::default() };
    let clip = Clip::of_tracks("few", vec![slide(&times, 1.0), turning, still]);
    let frames = bake(&joints(20), &clip, 30.0);
    assert_eq!(frames.times(), times);
    assert_eq!(frames.moving, [[true, false, false], [false, true, false], [false; 3]]);
    assert_eq!(frames.at_rest, [[false, true, true], [true, false, true], [false, true, true]]);
    assert_eq!((frames.stride, frames.rows.len()), (3 + 4, 70));
    let fixed = size_of::<Frames>() + 10 * 4 + 2 * 3 * 3 + 3 * 320;
    assert_eq!(frames.bytes(), fixed + 70 * 32);
}

#[test]
fn long_clips_and_bad_rates_are_errors() {
    let fast = SimdSkeleton::new(&joints(80_000));
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
    for count in [0, 3] {
        let skeleton = joints(count);
        let frames = bake(&skeleton, &Clip::of_tracks("still", vec![]), 30.0);
        assert_eq!(frames.blocks(0), SimdSkeleton::new(&skeleton).rest);
    }
}

#[test]
#[should_panic(expected = "the clip \"walk\" moves joint 9, but the skeleton has 2 joints")]
fn a_foreign_clip_is_named() {
    let tracks = JointTracks { joint: 9, ..slide(&[0.0, 1.0], 1.0) };
    let _ = Frames::bake(&SimdSkeleton::new(&joints(2)), &Clip::of_tracks("walk", vec![tracks]), 30.0);
}
