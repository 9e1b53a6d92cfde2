//! Comparison of reduced clips with the original ones.

use super::*;
use crate::testing::{clips::skeleton_and_clip, skeletons::straight};
use glam::{Quat, Vec3};
use proptest::prelude::*;

/// Returns a hundred evenly spaced times, from just before a clip to just after it.
fn hundred_times(clip: &Clip) -> impl Iterator<Item = f32> + use<> {
    let start = clip.start - 0.01;
    let step = (clip.duration() + 0.02) / 99.0;
    (0..100).map(move |k| start + step * k as f32)
}

fn chain(count: usize) -> Skeleton {
    straight(count, Vec3::X)
}

/// Makes rotations about z with 30 keys a second, for three seconds.
fn turning(joint: usize, angle: impl Fn(f32) -> f32) -> JointTracks {
    let times: Vec<f32> = (0..=90).map(|frame| frame as f32 / 30.0).collect();
    let keys = times.iter().map(|time| Quat::from_rotation_z(angle(*time))).collect();
    let rotation = Some(RotationTrack::new(times, keys).unwrap());
    JointTracks { joint, rotation, ..JointTracks::default() }
}

proptest! {
    /// Any clip, with jumps and turns of any size, within any bound.
    #[test]
    fn poses_stay_within_the_bound(
        (skeleton, clip) in skeleton_and_clip(8, false),
        exponent in -4.0f32..1.0,
    ) {
        let bound = Bound { distance: 10.0f32.powf(exponent), shell: 0.5 };
        let fewer = reduce(&skeleton, &clip, bound);
        let error = pose_error(&skeleton, [&clip, &fewer], bound.shell, hundred_times(&clip));
        prop_assert!(error.distance <= bound.distance, "{error:?} {bound:?}");
        prop_assert!(fewer.key_count() <= clip.key_count());
    }
}

/// Ten joints, each within the bound alone.
#[test]
fn errors_of_a_chain_add_up() {
    let skeleton = chain(10);
    let tracks = (0..10).map(|joint| turning(joint, |time| 0.3 * (2.0 * time).sin())).collect();
    let clip = Clip::of_tracks("chain", tracks);
    let bound = Bound { distance: 0.1, shell: 0.1 };
    let fewer = reduce(&skeleton, &clip, bound);
    let error = pose_error(&skeleton, [&clip, &fewer], bound.shell, hundred_times(&clip));
    assert!(error.distance <= bound.distance, "{error:?}");
    assert!(fewer.key_count() < clip.key_count() / 2, "{}", fewer.key_count());
    // The joint that moves nine others keeps more keys than the one that moves only itself.
    let [first, last] = [0, 9].map(|joint| fewer.tracks[joint].key_count());
    assert!(first > 2 * last, "{first} {last}");
}

/// Tremors smaller than the bound: one about a constant rotation, one about the bind pose.
#[test]
fn tremors_within_the_bound_are_left_out() {
    let skeleton = chain(2);
    let trembling = turning(1, |time| 0.5 + 1e-3 * (70.0 * time).sin());
    let at_rest = turning(0, |time| 1e-3 * (60.0 * time).sin());
    let clip = Clip::of_tracks("still", vec![at_rest, trembling]);
    let fewer = reduce(&skeleton, &clip, Bound { distance: 0.02, shell: 1.0 });
    assert_eq!((fewer.tracks.len(), fewer.key_count()), (1, 1), "{fewer:?}");
    let exact = reduce(&skeleton, &clip, Bound { distance: 1e-7, shell: 1.0 });
    assert!(exact.key_count() > 170, "{}", exact.key_count());
}

#[test]
fn kept_keys_are_untouched() {
    let clip = Clip::of_tracks("wave", vec![turning(1, |time| 2.0 * (3.0 * time).sin())]);
    let fewer = reduce(&chain(3), &clip, Bound { distance: 1e-3, shell: 0.1 });
    let [all, kept] = [&clip, &fewer].map(|clip| clip.tracks[0].rotation.as_ref().unwrap().track());
    assert!(kept.len() < all.len() && kept.len() > 10, "{}", kept.len());
    for (time, value) in kept.times().iter().zip(kept.values()) {
        let at = all.times().iter().position(|key| key == time).expect("one of its times");
        assert_eq!(all.values()[at], *value);
    }
    assert_eq!((fewer.start, fewer.end), (clip.start, clip.end));
}

/// Just before a jump a joint is scaled by ten, and so is the error of its child.
#[test]
fn errors_just_before_a_jump_count() {
    let scales = [1.0, 1.0, 10.0, 1.0, 1.0].map(Vec3::splat).to_vec();
    let scale = Some(Track::new(vec![0.0, 1.9, 2.0, 2.0, 3.0], scales).unwrap());
    let positions = [0.0, 0.0, 0.015, 0.0, 0.0].map(|y| Vec3::new(1.0, y, 0.0)).to_vec();
    let translation = Some(Track::new(vec![0.0, 1.9, 2.0, 2.1, 3.0], positions).unwrap());
    let still = JointTracks::default();
    let tracks = vec![JointTracks { joint: 0, scale, ..still.clone() }, JointTracks { joint: 1, translation, ..still }];
    let clip = Clip::of_tracks("jump", tracks);
    let bound = Bound { distance: 0.1, shell: 0.01 };
    let fewer = reduce(&chain(2), &clip, bound);
    let error = pose_error(&chain(2), [&clip, &fewer], bound.shell, [1.95, 2.0f32.next_down(), 2.0]);
    assert!(error.distance <= bound.distance, "{error:?}");
}

#[test]
fn clips_that_move_to_infinity_stay() {
    let values = vec![Vec3::ZERO, Vec3::splat(1e38), Vec3::ZERO];
    let track = Some(Track::new(vec![0.0, 0.5, 1.0], values).unwrap());
    let still = JointTracks::default();
    let tracks = vec![
        JointTracks { joint: 0, translation: track.clone(), ..still.clone() },
        JointTracks { joint: 1, scale: track, ..still },
    ];
    let clip = Clip::of_tracks("far", tracks);
    let bound = Bound { distance: 1e-4, shell: 0.03 };
    assert_eq!(reduce(&chain(2), &clip, bound).tracks, clip.tracks);
    let empty = Clip::of_tracks("none", vec![]);
    assert_eq!(reduce(&chain(2), &empty, bound), empty);
}

/// Two turning joints move a third, which is far away only between their keys: there their errors add up.
#[test]
fn tracks_are_tightened_between_their_keys() {
    let keys = [0.0, 0.07, 0.07, 0.0].map(Quat::from_rotation_z).to_vec();
    let rotation = Some(RotationTrack::new(vec![0.0, 1.0, 2.0, 3.0], keys).unwrap());
    let sparse = JointTracks { joint: 0, rotation, ..JointTracks::default() };
    let times = vec![0.0, 1.1, 1.3, 1.7, 1.9, 3.0];
    let far_away = [0.1, 0.1, 10.0, 10.0, 0.1, 0.1].map(|far| Vec3::X * far).to_vec();
    let translation = Some(Track::new(times, far_away).unwrap());
    let tracks = vec![
        sparse.clone(),
        JointTracks { joint: 1, ..sparse },
        JointTracks { joint: 2, translation, ..JointTracks::default() },
        turning(3, |time| 1e-4 * (70.0 * time).sin()),
    ];
    let skeleton = chain(4);
    let clip = Clip::of_tracks("far away", tracks);
    for distance in [0.1, 0.5, 1.0] {
        let bound = Bound { distance, shell: 0.1 };
        let fewer = reduce(&skeleton, &clip, bound);
        let error = pose_error(&skeleton, [&clip, &fewer], bound.shell, hundred_times(&clip));
        assert!(error.distance <= distance, "{error:?} {bound:?}");
        assert!(fewer.key_count() <= clip.key_count() - 91, "{} keys, {bound:?}", fewer.key_count());
    }
}

#[test]
fn an_error_of_nan_is_reported() {
    let skeleton = chain(1);
    let [finite, nan] = [Vec3::X, Vec3::new(f32::NAN, 0.0, 0.0)].map(|position| {
        let tracks = JointTracks { translation: Some(Track::constant(position)), ..JointTracks::default() };
        Clip::of_tracks("constant", vec![tracks])
    });
    let error = pose_error(&skeleton, [&finite, &nan], 0.1, [0.0, 1.0]);
    assert!(error.distance.is_nan() && error.time == 0.0, "{error:?}");
    let mut bad = Affine3A::IDENTITY;
    bad.matrix3.x_axis.y = f32::NAN;
    assert!(shell_distance(&Affine3A::IDENTITY, &bad, 0.1).is_nan());
}
