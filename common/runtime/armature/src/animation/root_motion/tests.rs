//! Root motion of random clips, and of clips of known motion.

use super::*;
use crate::animation::reduce::shell_distance;
use crate::{
    math::Transform,
    testing::{clips::skeleton_and_clip, skeletons::chain},
};
use proptest::prelude::*;
use std::f32::consts::FRAC_PI_2;

/// Makes a clip of one second that moves a joint with `rate` keys a second. `motion` returns the position and the
/// heading, in radians from +z towards +x, at a time since the clip's start, which is at 0.5 s.
fn clip_of_motion(joint: usize, rate: u16, motion: impl Fn(f32) -> (Vec3, f32)) -> Clip {
    let mut times = Vec::new();
    let mut positions = Vec::new();
    let mut rotations = Vec::new();
    for key in 0..=rate {
        let time = 0.5 + f32::from(key) / f32::from(rate);
        let (position, heading) = motion(time - 0.5);
        times.push(time);
        positions.push(position);
        rotations.push(Quat::from_rotation_y(heading));
    }
    let tracks = JointTracks {
        joint,
        translation: Some(Track::new(times.clone(), positions).unwrap()),
        rotation: Some(RotationTrack::new(times, rotations).unwrap()),
        ..JointTracks::default()
    };
    Clip::of_tracks("walk", vec![tracks])
}

/// Makes a walk of one second along an arc about a point at `radius` to the left, with hips that bob a metre up.
fn arc(radius: f32, angle: f32) -> Clip {
    clip_of_motion(0, 30, move |t| {
        let (sin, cos) = (angle * t).sin_cos();
        (Vec3::new(radius * (1.0 - cos), 1.0 + 0.05 * (9.0 * t).sin(), radius * sin), angle * t)
    })
}

fn body() -> Skeleton {
    chain([1.0, 0.8].map(|up| Transform::from_translation(Vec3::Y * up)))
}

fn model_from_joint(skeleton: &Skeleton, clip: &Clip, joint: usize, time: f32) -> Affine3A {
    ClipSampler::new(skeleton, clip).model_from_joint(time)[joint]
}

/// Makes a skeleton whose joints scale evenly, and a clip that does not scale.
fn even_scales() -> impl Strategy<Value = (Skeleton, Clip)> {
    skeleton_and_clip(5, false).prop_map(|(skeleton, mut clip)| {
        let mut joints = skeleton.joints().to_vec();
        for joint in &mut joints {
            joint.bind_local.scale = Vec3::splat(joint.bind_local.scale.x);
        }
        for tracks in &mut clip.tracks {
            tracks.scale = None;
            // Translations as large as the skeleton's.
            if let Some(track) = &mut tracks.translation {
                let values = track.values().iter().map(|value| *value * 0.1).collect();
                *track = Track::new(track.times().to_vec(), values).unwrap();
            }
        }
        (Skeleton::new(joints).unwrap(), clip)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// For any joint and axes, with jumps, far turns and somersaults.
    #[test]
    fn in_place_and_motion_are_the_clip(
        (skeleton, clip) in even_scales(),
        (height, turn) in any::<(bool, bool)>(),
        joint in any::<prop::sample::Index>(),
        up in crate::testing::values::unit_quat(),
        fractions in prop::collection::vec(0.0f32..1.0, 20),
    ) {
        let joint = joint.index(skeleton.len());
        let motion = RootMotion::new(&skeleton, &clip, joint, up * Vec3::Y, RootAxes { height, turn });
        let in_place = motion.without(&skeleton, &clip);
        let reach = reach(&skeleton, joint);
        for fraction in fractions {
            let time = clip.start + clip.duration() * fraction;
            let exact = model_from_joint(&skeleton, &clip, joint, time);
            let got = motion.at(time).to_affine() * model_from_joint(&skeleton, &in_place, joint, time);
            let distance = shell_distance(&got, &exact, reach / exact.matrix3.x_axis.length());
            prop_assert!(distance <= 1e-4 * reach, "{distance} of {reach} at {time}");
            // The axes that are taken out stay, but for the bounds of motion and pose.
            let [now, first] =
                [time, clip.start].map(|time| model_from_joint(&skeleton, &in_place, joint, time).translation);
            let moved = Vec3::from(now - first);
            let risen = up * Vec3::Y * moved.dot(up * Vec3::Y);
            let near = 2e-4 * reach;
            prop_assert!((moved - risen).length() <= near, "{moved} {near}");
            prop_assert!(!height || risen.length() <= near, "{risen} {near}");
        }
    }
}

/// Returns whether a movement is a translation and a turn about y, up to rounding.
fn near(delta: RootDelta, translation: Vec3, turn: f32) -> bool {
    delta.translation.as_vec3().distance(translation) < 2e-4 && (delta.turn.as_vec3() - Vec3::Y * turn).length() < 2e-4
}

#[test]
fn a_quarter_circle_and_its_axes() {
    let skeleton = body();
    let clip = arc(2.0, FRAC_PI_2);
    let motion = RootMotion::new(&skeleton, &clip, 0, Vec3::Y * 2.0, RootAxes::default());
    assert!(near(motion.cycle(), Vec3::new(2.0, 0.0, 2.0), FRAC_PI_2), "{:?}", motion.cycle());
    assert!(near(motion.after(3, 0.5), Vec3::new(2.0, 0.0, -2.0), -FRAC_PI_2));
    assert!(near(motion.after(-1, 0.5), Vec3::new(2.0, 0.0, -2.0), -FRAC_PI_2));
    let axes = RootAxes { turn: false, height: true };
    let upright = RootMotion::new(&skeleton, &clip, 0, Vec3::Y, axes);
    let want = Vec3::new(2.0, 0.05 * 9f32.sin(), 2.0);
    assert!(near(upright.cycle(), want, 0.0), "{:?}", upright.cycle());
    assert_eq!(upright.without(&skeleton, &clip).tracks[0].rotation, clip.tracks[0].rotation);
    let half = RootDelta::blend([(motion.cycle(), 2.0), (RootDelta::IDENTITY, 2.0), (upright.cycle(), -1.0)]);
    assert!(near(half, Vec3::new(1.0, 0.0, 1.0), FRAC_PI_2 / 2.0), "{half:?}");
    assert_eq!(motion.words(0.5), "travels 1.41 m a cycle and turns 90 degrees to the left");
    for (radius, angle, expected) in [
        (-2.0, -TAU, "moves 4.00 m away and returns and turns 360 degrees to the right"),
        (0.01, 0.0, "stays in place"),
    ] {
        let motion = RootMotion::new(&skeleton, &arc(radius, angle), 0, Vec3::Y, RootAxes::default());
        assert_eq!(motion.words(1.0), expected);
    }
}

/// A hundred cycles at 20 and 200 frames a second, forwards and backwards.
#[test]
fn the_product_of_all_steps_does_not_drift() {
    let clip = arc(2.0, 1.3);
    let motion = RootMotion::new(&body(), &clip, 0, Vec3::Y, RootAxes::default());
    for (rate, speed) in [(20, 1.0), (200, 0.7), (200, -2.0)] {
        let mut playback = Playback::for_clip(&clip);
        playback.set_speed(speed);
        let mut product = RootDelta::IDENTITY;
        while playback.cycles().abs() < 100 {
            let before = playback.clone();
            playback.advance(1.0 / rate as f32);
            product = product.compose(&motion.step(&before, &playback));
        }
        let power = motion.after(playback.cycles(), playback.time());
        assert!(product.translation.distance(power.translation) < 0.02, "{product:?} {power:?}");
    }
}

#[test]
fn whole_turns_and_somersaults() {
    let spin = clip_of_motion(0, 8, |t| (Vec3::Y, -2.0 * TAU * t));
    let motion = RootMotion::new(&body(), &spin, 0, Vec3::Y, RootAxes::default());
    assert!(motion.words(1.0).ends_with("720 degrees to the right") && near(motion.cycle(), Vec3::ZERO, 0.0));
    // A somersault with the head turned a little is no turn about up.
    let times: Vec<f32> = (0..=20).map(|key| key as f32 / 20.0).collect();
    let aside = Quat::from_rotation_y(0.05);
    let turns = times.iter().map(|t| Quat::from_rotation_x(TAU * t) * aside).collect();
    let rotation = RotationTrack::new(times, turns).ok();
    let clip = Clip::of_tracks("flip", vec![JointTracks { rotation, ..JointTracks::default() }]);
    let motion = RootMotion::new(&body(), &clip, 0, Vec3::Y, RootAxes::default());
    assert!(motion.cycle().turn.length() < 1e-3, "{:?}", motion.cycle());
}

#[test]
fn odd_clips_do_not_panic() {
    let skeleton = body();
    let mut clip = arc(1e38, 1.0);
    for end in [f32::NAN, f32::INFINITY, -9.0] {
        let motion = RootMotion::new(&skeleton, &clip, 1, Vec3::NAN, RootAxes::default());
        let _ = (motion.without(&skeleton, &clip), motion.after(i32::MIN, f32::NAN));
        clip.end = end;
    }
    let empty = Clip::of_tracks("", vec![]);
    assert_eq!(root_joint(&skeleton, &empty), None);
    let motion = RootMotion::new(&skeleton, &empty, 0, Vec3::Y, RootAxes::default());
    assert_eq!(motion.cycle(), RootDelta::IDENTITY);
}
