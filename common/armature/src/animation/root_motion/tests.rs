//! Root motion of random clips and of ones whose motion is known.

use super::*;
use crate::{
    animation::{Fade, LoopMode, reduce::apart},
    testing::{
        clips::skeleton_and_clip,
        skeletons::{chain, straight},
    },
};
use proptest::prelude::*;
use std::f32::consts::FRAC_PI_2;

/// Hips a metre above the ground, which are `at` and look there (from +z towards +x) at `rate` keys a second.
fn hips(joint: usize, rate: u16, seconds: f32, at: impl Fn(f32) -> (Vec3, f32)) -> Clip {
    let keys = (seconds * f32::from(rate)).round() as usize;
    let times: Vec<f32> = (0..=keys).map(|key| 0.5 + key as f32 / f32::from(rate)).collect();
    let values: Vec<(Vec3, f32)> = times.iter().map(|time| at(time - 0.5)).collect();
    let places = values.iter().map(|(at, _)| *at).collect();
    let turns = values.iter().map(|(_, turn)| Quat::from_rotation_y(*turn)).collect();
    let tracks = JointTracks {
        joint,
        translation: Some(Track::new(times.clone(), places).unwrap()),
        rotation: Some(RotationTrack::new(times, turns).unwrap()),
        ..JointTracks::default()
    };
    Clip::of_tracks("walk", vec![tracks])
}

/// A walk on a circle of this radius, about its middle, with hips that bob.
fn circle(radius: f32, angle: f32) -> Clip {
    hips(0, 30, 1.0, move |t| {
        let (sin, cos) = (angle * t).sin_cos();
        (Vec3::new(radius * (1.0 - cos), 1.0 + 0.05 * (9.0 * t).sin(), radius * sin), angle * t)
    })
}

fn body() -> Skeleton {
    chain([1.0, 0.8].map(|up| Transform::from_translation(Vec3::Y * up)))
}

/// A clip with too many joints times key times has keys at some of these times, among them the ends.
#[test]
fn of_a_long_chain_few_keys_are_sampled() {
    const DEPTH: usize = 1 << 14;
    let skeleton = straight(DEPTH, Vec3::ZERO);
    let times: Vec<f32> = (0..=200).map(|key| key as f32 / 200.0).collect();
    let translation = Track::new(times.clone(), vec![Vec3::ZERO; times.len()]).ok();
    let tracks = JointTracks { joint: DEPTH - 1, translation, ..JointTracks::default() };
    let clip = Clip::of_tracks("", vec![tracks]);
    let motion = RootMotion::new(&skeleton, &clip, DEPTH - 1, Vec3::Y, RootAxes::default());
    let some = motion.keys.times();
    let most = MAX_SAMPLED / DEPTH;
    assert!(some.len() <= most + 1 && some.len() > most / 2, "{some:?}");
    assert_eq!((some[0], some.last()), (0.0, Some(&1.0)));
}

/// The joint's matrix in a clip.
fn model(skeleton: &Skeleton, clip: &Clip, joint: usize, time: f32) -> Affine3A {
    Chain::new(skeleton, clip, joint).at(time).1
}

/// Makes a clip without skew: what is above the root joint scales evenly.
fn even() -> impl Strategy<Value = (Skeleton, Clip)> {
    skeleton_and_clip(5, false).prop_map(|(skeleton, mut clip)| {
        let mut joints = skeleton.joints().to_vec();
        for joint in &mut joints {
            joint.bind_local.scale = Vec3::splat(joint.bind_local.scale.x);
        }
        for tracks in &mut clip.tracks {
            tracks.scale = None;
            // Not farther than the skeleton is large.
            if let Some(track) = &mut tracks.translation {
                let values = track.values().iter().map(|value| *value * 0.1).collect();
                *track = Track::new(track.times().to_vec(), values).unwrap();
            }
        }
        (Skeleton::new(joints).unwrap(), clip)
    })
}

fn axes() -> impl Strategy<Value = RootAxes> {
    any::<[bool; 4]>().prop_map(|[ground, height, turn, from_bind]| RootAxes { ground, height, turn, from_bind })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Any joint, any axes, jumps, far turns and somersaults: motion and pose together are the clip at any time.
    #[test]
    fn in_place_and_motion_are_the_clip(
        (skeleton, clip) in even(),
        axes in axes(),
        joint in any::<prop::sample::Index>(),
        up in crate::testing::values::unit_quat(),
        fractions in prop::collection::vec(0.0f32..1.0, 20),
    ) {
        let joint = joint.index(skeleton.len());
        let motion = RootMotion::new(&skeleton, &clip, joint, up * Vec3::Y, axes);
        let in_place = motion.without(&skeleton, &clip);
        let reach = reach(&skeleton, joint);
        for fraction in fractions {
            let time = clip.start + clip.duration() * fraction;
            let exact = model(&skeleton, &clip, joint, time);
            let root = motion.origin().compose(&motion.at(time)).to_affine();
            let got = root * model(&skeleton, &in_place, joint, time);
            let off = apart(&got, &exact, reach / exact.matrix3.x_axis.length());
            prop_assert!(off <= BOUND * reach, "{off} of {reach} at {time}");
            // What is taken out does not move, as far as motion and pose are each within the bound.
            let [now, first] = [time, clip.start].map(|time| model(&skeleton, &in_place, joint, time).translation);
            let moved = Vec3::from(now - first);
            let height = up * Vec3::Y * moved.dot(up * Vec3::Y);
            let near = 2.0 * BOUND * reach;
            prop_assert!(!axes.ground || (moved - height).length() <= near, "{moved} {near}");
            prop_assert!(!axes.height || height.length() <= near, "{height} {near}");
        }
    }

    /// A hundred rounds, summed up step by step at 20 and 200 frames a second, forwards and backwards: nowhere
    /// else than the hundredth power of one round, and from frame to frame the same.
    #[test]
    fn loops_do_not_drift(radius in 0.0f32..9.0, angle in -3.0f32..3.0, speed in prop_oneof![-2.0f32..-0.3, 0.3f32..2.0]) {
        let clip = circle(radius, angle);
        let motion = RootMotion::new(&body(), &clip, 0, Vec3::Y, RootAxes::default());
        let walked = |rate: usize, mode, seconds: f32| {
            let mut player = Player::for_clip(&clip);
            player.set_loop_mode(mode);
            player.set_speed(speed);
            let mut place = RootDelta::IDENTITY;
            for _ in 0..(seconds * rate as f32).round() as usize {
                let before = player.clone();
                player.advance(1.0 / rate as f32);
                place = place.compose(&motion.step(&before, &player));
            }
            (place, motion.after(player.rounds(), player.time()), player)
        };
        let path = f64::from(100.0 * (radius * angle).abs().max(0.01));
        for rate in [20, 200] {
            let (summed, at_once, player) = walked(rate, LoopMode::Loop, 100.0 / speed.abs());
            prop_assert!(summed.translation.distance(at_once.translation) < 1e-4 * path, "{summed:?} {at_once:?}");
            let rounds = player.rounds() + i32::from(speed < 0.0);
            prop_assert!(rounds.abs().abs_diff(100) <= 1, "{rounds}");
        }
        for mode in [LoopMode::Loop, LoopMode::PingPong, LoopMode::Clamp] {
            let [few, many] = [20, 200].map(|rate| walked(rate, mode, 5.0));
            prop_assert!(few.0.translation.distance(many.0.translation) < 1e-3, "{mode:?}: {few:?} {many:?}");
            let there = few.0;
            let time = few.2.time();
            if mode != LoopMode::Loop {
                prop_assert!(there.translation.distance(motion.at(time).translation) < 1e-3, "{mode:?}");
            }
        }
    }

    /// Weights mix speeds; what has one direction keeps it.
    #[test]
    fn blending_keeps_the_direction(slow in 0.1f32..2.0, fast in 2.0f32..9.0, heading in -3.0f32..3.0, u in 0.0f32..1.0) {
        let ahead = Quat::from_rotation_y(heading) * Vec3::Z;
        let steps = [slow, fast].map(|speed| {
            let clip = hips(0, 30, 1.0, |t| (Vec3::Y + ahead * speed * t, heading));
            RootMotion::new(&body(), &clip, 0, Vec3::Y, RootAxes::default()).at(0.6)
        });
        let mixed = RootDelta::blend([(steps[0], 2.0 * (1.0 - u)), (steps[1], 2.0 * u), (steps[1], -1.0)]);
        let want = ahead * 0.1 * (slow + (fast - slow) * u);
        prop_assert!(near(mixed, want, 0.0), "{mixed:?} {want}");
    }

    /// A fade from walking ahead to walking in a curve leads to one place at any frame rate, without a jump of speed.
    #[test]
    fn fades_mix_steps(angle in -2.0f32..2.0, duration in 0.1f32..0.5) {
        let (ahead, curve) = (hips(0, 30, 1.0, |t| (Vec3::new(0.0, 1.0, 2.0 * t), 0.0)), circle(angle.signum(), angle));
        let motions = [&ahead, &curve].map(|clip| RootMotion::new(&body(), clip, 0, Vec3::Y, RootAxes::default()));
        let walked = |rate: usize| {
            let mut player = Player::for_clip(&ahead);
            let mut playing = 0;
            let pose = body().bind_pose();
            let mut place = RootDelta::IDENTITY;
            let mut fade = Fade::new(&pose);
            let mut fastest = (f64::MAX, 0.0f64);
            for frame in 0..2 * rate {
                if frame == rate / 2 {
                    (player, playing) = (Player::for_clip(&curve), 1);
                    fade.begin(duration);
                }
                let before = player.clone();
                player.advance(1.0 / rate as f32);
                fade.advance(1.0 / rate as f32, &pose);
                let step = fade.root_step(motions[playing].step(&before, &player));
                place = place.compose(&step);
                let speed = step.translation.length() * rate as f64;
                fastest = (fastest.0.min(speed), fastest.1.max(speed));
            }
            (place, fastest)
        };
        let ((few, _), (many, speeds)) = (walked(20), walked(200));
        prop_assert!(few.translation.distance(many.translation) < 5e-3, "{few:?} {many:?}");
        prop_assert!((few.turn - many.turn).length() < 2e-3, "{few:?} {many:?}");
        prop_assert!(speeds.0 > f64::from(angle.abs().min(2.0)) - 0.05 && speeds.1 < 2.05, "{speeds:?}");
    }
}

fn near(delta: RootDelta, translation: Vec3, turn: f32) -> bool {
    delta.translation.as_vec3().distance(translation) < 2e-4 && (delta.turn.as_vec3() - Vec3::Y * turn).length() < 2e-4
}

/// A quarter of a circle about a point two metres to the left, and the hips bob where they were.
#[test]
fn a_curve_and_its_axes() {
    let skeleton = body();
    let clip = circle(2.0, FRAC_PI_2);
    let motion = RootMotion::new(&skeleton, &clip, 0, Vec3::Y, RootAxes::default());
    assert!(near(motion.round(), Vec3::new(2.0, 0.0, 2.0), FRAC_PI_2), "{:?}", motion.round());
    assert!(near(motion.after(3, 0.5), Vec3::new(2.0, 0.0, -2.0), -FRAC_PI_2));
    assert!(near(motion.after(-1, 0.5), Vec3::new(2.0, 0.0, -2.0), -FRAC_PI_2));
    let in_place = motion.without(&skeleton, &clip);
    for key in 0..=10 {
        let time = 0.5 + 0.1 * key as f32;
        let [was, is] = [&clip, &in_place].map(|clip| model(&skeleton, clip, 0, time));
        let want = Affine3A::from_translation(Vec3::Y * was.translation.y);
        assert!(is.abs_diff_eq(want, 1e-3), "{is:?} at {time}");
    }
    let axes = RootAxes { turn: false, height: true, ..RootAxes::default() };
    let upright = RootMotion::new(&skeleton, &clip, 0, Vec3::Y, axes);
    let want = Vec3::new(2.0, 0.05 * 9f32.sin(), 2.0);
    assert!(near(upright.round(), want, 0.0), "{:?}", upright.round());
    let kept = upright.without(&skeleton, &clip);
    assert_eq!(kept.tracks[0].rotation, clip.tracks[0].rotation);
    assert!(near(motion.closed().round(), Vec3::ZERO, 0.0) && motion.closed().turn().abs() < 1e-5);
    assert_eq!(motion.words(0.5), "travels 1.41 m a round and turns 90 degrees to the left");
    for (radius, angle, expected) in [
        (-2.0, -TAU, "moves 4.00 m away and returns and turns 360 degrees to the right"),
        (0.01, 0.0, "stays in place"),
    ] {
        let motion = RootMotion::new(&skeleton, &circle(radius, angle), 0, Vec3::Y, RootAxes::default());
        assert_eq!(motion.words(1.0), expected);
    }
}

/// A file as Blender writes it: z up and centimetres on a node above the hips; and the clip begins elsewhere, turned
/// aside.
#[test]
fn from_the_bind_pose_below_a_node() {
    let armature = Transform {
        rotation: Quat::from_rotation_x(-FRAC_PI_2),
        scale: Vec3::splat(0.01),
        translation: Vec3::new(0.0, 0.0, 3.0),
    };
    let hips = below_node(&armature, Vec3::Y, 0.0);
    let skeleton = chain([armature, hips, hips]);
    let mut clip = self::hips(1, 30, 1.0, |_| (Vec3::ZERO, 0.0));
    let tracks = &mut clip.tracks[0];
    let positions = (0..=30).map(|key| Vec3::new(5.0 + key as f32 / 30.0, 1.0, 0.0));
    let locals: Vec<Transform> = positions.map(|position| below_node(&armature, position, FRAC_PI_2)).collect();
    let times = tracks.translation.as_ref().unwrap().times().to_vec();
    tracks.translation = Track::new(times.clone(), locals.iter().map(|it| it.translation).collect()).ok();
    tracks.rotation = RotationTrack::new(times, locals.iter().map(|it| it.rotation).collect()).ok();
    let root = root_joint(&skeleton, &clip).unwrap();
    assert_eq!(root, 1, "the node above it stands still");
    let from_bind = RootAxes { from_bind: true, ..RootAxes::default() };
    let motion = RootMotion::new(&skeleton, &clip, root, Vec3::Y, from_bind);
    assert!(near(motion.round(), Vec3::Z, 0.0), "straight ahead: {:?}", motion.round());
    let in_place = motion.without(&skeleton, &clip);
    let [at, bind] = [&in_place, &Clip::of_tracks("", vec![])].map(|c| model(&skeleton, c, 1, 1.2));
    assert!(at.abs_diff_eq(bind, 1e-4), "{at:?} {bind:?}");
    let motion = RootMotion::new(&skeleton, &clip, root, Vec3::Y, RootAxes::default());
    assert!(near(motion.round(), Vec3::X, 0.0), "as recorded: {:?}", motion.round());
}

/// Returns the local transform of hips that are at a position in metres and turned about y, below a node in centimetres.
fn below_node(node: &Transform, position: Vec3, turn: f32) -> Transform {
    let unturned = node.rotation.conjugate();
    Transform {
        translation: unturned * position * 100.0,
        rotation: unturned * Quat::from_rotation_y(turn) * node.rotation,
        scale: Vec3::ONE,
    }
}

#[test]
fn whole_turns_and_somersaults() {
    let spin = hips(0, 8, 1.0, |t| (Vec3::Y, -2.0 * TAU * t));
    let motion = RootMotion::new(&body(), &spin, 0, Vec3::Y, RootAxes::default());
    assert!((motion.turn() + 2.0 * TAU).abs() < 1e-4 && near(motion.round(), Vec3::ZERO, 0.0));
    // Head over heels, looking a little aside: no turn about up.
    let times: Vec<f32> = (0..=20).map(|key| key as f32 / 20.0).collect();
    let aside = Quat::from_rotation_y(0.05);
    let turns = times.iter().map(|t| Quat::from_rotation_x(TAU * t) * aside).collect();
    let rotation = RotationTrack::new(times, turns).ok();
    let clip = Clip::of_tracks("flip", vec![JointTracks { rotation, ..JointTracks::default() }]);
    let motion = RootMotion::new(&body(), &clip, 0, Vec3::Y, RootAxes::default());
    assert!(motion.turn().abs() < 1e-3, "{}", motion.turn());
}

/// Vectors of any length are directions; y stands for those that are none.
#[test]
fn up_is_a_direction() {
    let skeleton = body();
    let clip = circle(2.0, FRAC_PI_2);
    let about_y = RootMotion::new(&skeleton, &clip, 0, Vec3::Y, RootAxes::default());
    for up in [2.0 * Vec3::Y, Vec3::ZERO, Vec3::NAN, Vec3::INFINITY, Vec3::new(0.0, f32::NAN, 1.0)] {
        assert_eq!(RootMotion::new(&skeleton, &clip, 0, up, RootAxes::default()), about_y, "{up}");
    }
    assert_ne!(RootMotion::new(&skeleton, &clip, 0, Vec3::X, RootAxes::default()), about_y);
}

#[test]
fn odd_clips_do_not_panic() {
    let skeleton = body();
    let mut clip = circle(1e38, 1.0);
    for end in [f32::NAN, f32::INFINITY, -9.0] {
        let motion = RootMotion::new(&skeleton, &clip, 1, Vec3::Y, RootAxes::default());
        let _ = (motion.closed(), motion.without(&skeleton, &clip), motion.after(i32::MIN, f32::NAN));
        clip.end = end;
    }
    let empty = Clip::of_tracks("", vec![]);
    assert_eq!(root_joint(&skeleton, &empty), None);
    let motion = RootMotion::new(&skeleton, &empty, 0, Vec3::Y, RootAxes::default());
    assert_eq!(motion.round(), RootDelta::IDENTITY);
}
