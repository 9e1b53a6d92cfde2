//! Root motion of random clips, and of clips of known motion.

use super::*;
use crate::{
    animation::{Fade, LoopMode},
    math::Transform,
    testing::{
        clips::skeleton_and_clip,
        skeletons::{chain, straight},
    },
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

/// With too many joints times key times, some of the times are left out, but not the ends.
#[test]
fn a_long_chain_is_sampled_at_fewer_times() {
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

fn model_from_joint(skeleton: &Skeleton, clip: &Clip, joint: usize, time: f32) -> Affine3A {
    Chain::new(skeleton, clip, joint).sample(time).1
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

fn axes() -> impl Strategy<Value = RootAxes> {
    any::<[bool; 4]>().prop_map(|[ground, height, turn, from_bind]| RootAxes { ground, height, turn, from_bind })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// For any joint and axes, with jumps, far turns and somersaults.
    #[test]
    fn in_place_and_motion_are_the_clip(
        (skeleton, clip) in even_scales(),
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
            let exact = model_from_joint(&skeleton, &clip, joint, time);
            let root = motion.origin().compose(&motion.at(time)).to_affine();
            let got = root * model_from_joint(&skeleton, &in_place, joint, time);
            let distance = shell_distance(&got, &exact, reach / exact.matrix3.x_axis.length());
            prop_assert!(distance <= BOUND * reach, "{distance} of {reach} at {time}");
            // The axes that are taken out stay, but for the bounds of motion and pose.
            let [now, first] =
                [time, clip.start].map(|time| model_from_joint(&skeleton, &in_place, joint, time).translation);
            let moved = Vec3::from(now - first);
            let height = up * Vec3::Y * moved.dot(up * Vec3::Y);
            let near = 2.0 * BOUND * reach;
            prop_assert!(!axes.ground || (moved - height).length() <= near, "{moved} {near}");
            prop_assert!(!axes.height || height.length() <= near, "{height} {near}");
        }
    }

    /// A hundred cycles at 20 and 200 frames a second, forwards and backwards: the product of all steps is the
    /// hundredth power of a cycle.
    #[test]
    fn loops_do_not_drift(radius in 0.0f32..9.0, angle in -3.0f32..3.0, speed in prop_oneof![-2.0f32..-0.3, 0.3f32..2.0]) {
        let clip = arc(radius, angle);
        let motion = RootMotion::new(&body(), &clip, 0, Vec3::Y, RootAxes::default());
        let path = f64::from(100.0 * (radius * angle).abs().max(0.01));
        for rate in [20, 200] {
            let (product, playback) = walk(&motion, &clip, LoopMode::Loop, speed, rate, 100.0 / speed.abs());
            let power = motion.after(playback.cycles(), playback.time());
            prop_assert!(product.translation.distance(power.translation) < 1e-4 * path, "{product:?} {power:?}");
            let cycles = playback.cycles() + i32::from(speed < 0.0);
            prop_assert!(cycles.abs().abs_diff(100) <= 1, "{cycles}");
        }
        for mode in [LoopMode::Loop, LoopMode::PingPong, LoopMode::Clamp] {
            let [few, many] = [20, 200].map(|rate| walk(&motion, &clip, mode, speed, rate, 5.0));
            prop_assert!(few.0.translation.distance(many.0.translation) < 1e-3, "{mode:?}: {few:?} {many:?}");
            if mode != LoopMode::Loop {
                let expected = motion.at(few.1.time()).translation;
                prop_assert!(few.0.translation.distance(expected) < 1e-3, "{mode:?}");
            }
        }
    }

    #[test]
    fn blending_keeps_the_direction(slow in 0.1f32..2.0, fast in 2.0f32..9.0, heading in -3.0f32..3.0, u in 0.0f32..1.0) {
        let ahead = Quat::from_rotation_y(heading) * Vec3::Z;
        let steps = [slow, fast].map(|speed| {
            let clip = clip_of_motion(0, 30, |t| (Vec3::Y + ahead * speed * t, heading));
            RootMotion::new(&body(), &clip, 0, Vec3::Y, RootAxes::default()).at(0.6)
        });
        let mixed = RootDelta::blend([(steps[0], 2.0 * (1.0 - u)), (steps[1], 2.0 * u), (steps[1], -1.0)]);
        let want = ahead * 0.1 * (slow + (fast - slow) * u);
        prop_assert!(near(mixed, want, 0.0), "{mixed:?} {want}");
    }

    /// A fade from walking straight on to walking along an arc moves the figure as far at any frame rate, and its speed
    /// stays between theirs.
    #[test]
    fn fades_blend_steps(angle in -2.0f32..2.0, duration in 0.1f32..0.5, eased: bool) {
        let straight = clip_of_motion(0, 30, |t| (Vec3::new(0.0, 1.0, 2.0 * t), 0.0));
        let clips = [straight, arc(angle.signum(), angle)];
        let motions = clips.each_ref().map(|clip| RootMotion::new(&body(), clip, 0, Vec3::Y, RootAxes::default()));
        let [few, many] = [20, 200].map(|rate| {
            let mut playback = Playback::for_clip(&clips[0]);
            let mut motion = &motions[0];
            let pose = body().bind_pose();
            let mut moved = RootDelta::IDENTITY;
            let mut fade = Fade::new(&pose);
            if eased {
                fade = fade.eased();
            }
            let mut speeds = Vec::new();
            for frame in 0..2 * rate {
                if frame == rate / 2 {
                    playback = Playback::for_clip(&clips[1]);
                    motion = &motions[1];
                    fade.begin(duration);
                }
                let before = playback.clone();
                playback.advance(1.0 / rate as f32);
                fade.advance(1.0 / rate as f32, &pose);
                let step = fade.root_step(motion.step(&before, &playback));
                moved = moved.compose(&step);
                speeds.push(step.translation.length() * f64::from(rate));
            }
            (moved, speeds)
        });
        prop_assert!(few.0.translation.distance(many.0.translation) < 5e-3, "{:?} {:?}", few.0, many.0);
        prop_assert!((few.0.turn - many.0.turn).length() < 2e-3, "{:?} {:?}", few.0, many.0);
        let slower = f64::from(angle.abs().min(2.0));
        prop_assert!(many.1.iter().all(|speed| *speed > slower - 0.05 && *speed < 2.05), "{:?}", many.1);
    }
}

/// Plays a clip for some seconds, and returns the product of its steps and the playback at the end.
fn walk(
    motion: &RootMotion,
    clip: &Clip,
    mode: LoopMode,
    speed: f32,
    rate: usize,
    seconds: f32,
) -> (RootDelta, Playback) {
    let mut playback = Playback::for_clip(clip);
    playback.set_loop_mode(mode);
    playback.set_speed(speed);
    let mut moved = RootDelta::IDENTITY;
    for _ in 0..(seconds * rate as f32).round() as usize {
        let before = playback.clone();
        playback.advance(1.0 / rate as f32);
        moved = moved.compose(&motion.step(&before, &playback));
    }
    (moved, playback)
}

/// Returns whether a movement is a translation and a turn about y, up to rounding.
fn near(delta: RootDelta, translation: Vec3, turn: f32) -> bool {
    delta.translation.as_vec3().distance(translation) < 2e-4 && (delta.turn.as_vec3() - Vec3::Y * turn).length() < 2e-4
}

#[test]
fn a_quarter_circle_and_its_axes() {
    let skeleton = body();
    let clip = arc(2.0, FRAC_PI_2);
    let motion = RootMotion::new(&skeleton, &clip, 0, Vec3::Y, RootAxes::default());
    assert!(near(motion.cycle(), Vec3::new(2.0, 0.0, 2.0), FRAC_PI_2), "{:?}", motion.cycle());
    assert!(near(motion.after(3, 0.5), Vec3::new(2.0, 0.0, -2.0), -FRAC_PI_2));
    assert!(near(motion.after(-1, 0.5), Vec3::new(2.0, 0.0, -2.0), -FRAC_PI_2));
    let in_place = motion.without(&skeleton, &clip);
    for key in 0..=10 {
        let time = 0.5 + 0.1 * key as f32;
        let [original, got] = [&clip, &in_place].map(|clip| model_from_joint(&skeleton, clip, 0, time));
        let want = Affine3A::from_translation(Vec3::Y * original.translation.y);
        assert!(got.abs_diff_eq(want, 1e-3), "{got:?} at {time}");
    }
    let axes = RootAxes { turn: false, height: true, ..RootAxes::default() };
    let upright = RootMotion::new(&skeleton, &clip, 0, Vec3::Y, axes);
    let want = Vec3::new(2.0, 0.05 * 9f32.sin(), 2.0);
    assert!(near(upright.cycle(), want, 0.0), "{:?}", upright.cycle());
    let kept = upright.without(&skeleton, &clip);
    assert_eq!(kept.tracks[0].rotation, clip.tracks[0].rotation);
    assert!(near(motion.closed().cycle(), Vec3::ZERO, 0.0) && motion.closed().turn().abs() < 1e-5);
    assert_eq!(motion.words(0.5), "travels 1.41 m a cycle and turns 90 degrees to the left");
    for (radius, angle, expected) in [
        (-2.0, -TAU, "moves 4.00 m away and returns and turns 360 degrees to the right"),
        (0.01, 0.0, "stays in place"),
    ] {
        let motion = RootMotion::new(&skeleton, &arc(radius, angle), 0, Vec3::Y, RootAxes::default());
        assert_eq!(motion.words(1.0), expected);
    }
}

/// A figure as Blender writes it, with z up and centimetres on a node above the hips, and a clip that begins elsewhere
/// in another direction.
#[test]
fn from_the_bind_pose_below_a_node() {
    let armature = Transform {
        rotation: Quat::from_rotation_x(-FRAC_PI_2),
        scale: Vec3::splat(0.01),
        translation: Vec3::new(0.0, 0.0, 3.0),
    };
    let hips = below_node(&armature, Vec3::Y, 0.0);
    let skeleton = chain([armature, hips, hips]);
    let mut clip = clip_of_motion(1, 30, |_| (Vec3::ZERO, 0.0));
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
    assert!(near(motion.cycle(), Vec3::Z, 0.0), "straight ahead: {:?}", motion.cycle());
    let in_place = motion.without(&skeleton, &clip);
    let [got, bind] = [&in_place, &Clip::of_tracks("", vec![])].map(|clip| model_from_joint(&skeleton, clip, 1, 1.2));
    assert!(got.abs_diff_eq(bind, 1e-4), "{got:?} {bind:?}");
    let motion = RootMotion::new(&skeleton, &clip, root, Vec3::Y, RootAxes::default());
    assert!(near(motion.cycle(), Vec3::X, 0.0), "as recorded: {:?}", motion.cycle());
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
    let spin = clip_of_motion(0, 8, |t| (Vec3::Y, -2.0 * TAU * t));
    let motion = RootMotion::new(&body(), &spin, 0, Vec3::Y, RootAxes::default());
    assert!((motion.turn() + 2.0 * TAU).abs() < 1e-4 && near(motion.cycle(), Vec3::ZERO, 0.0));
    // A somersault with the head turned a little is no turn about up.
    let times: Vec<f32> = (0..=20).map(|key| key as f32 / 20.0).collect();
    let aside = Quat::from_rotation_y(0.05);
    let turns = times.iter().map(|t| Quat::from_rotation_x(TAU * t) * aside).collect();
    let rotation = RotationTrack::new(times, turns).ok();
    let clip = Clip::of_tracks("flip", vec![JointTracks { rotation, ..JointTracks::default() }]);
    let motion = RootMotion::new(&body(), &clip, 0, Vec3::Y, RootAxes::default());
    assert!(motion.turn().abs() < 1e-3, "{}", motion.turn());
}

#[test]
fn up_may_have_any_length_and_is_y_without_a_direction() {
    let skeleton = body();
    let clip = arc(2.0, FRAC_PI_2);
    let about_y = RootMotion::new(&skeleton, &clip, 0, Vec3::Y, RootAxes::default());
    for up in [2.0 * Vec3::Y, Vec3::ZERO, Vec3::NAN, Vec3::INFINITY, Vec3::new(0.0, f32::NAN, 1.0)] {
        assert_eq!(RootMotion::new(&skeleton, &clip, 0, up, RootAxes::default()), about_y, "{up}");
    }
    assert_ne!(RootMotion::new(&skeleton, &clip, 0, Vec3::X, RootAxes::default()), about_y);
}

#[test]
fn odd_clips_do_not_panic() {
    let skeleton = body();
    let mut clip = arc(1e38, 1.0);
    for end in [f32::NAN, f32::INFINITY, -9.0] {
        let motion = RootMotion::new(&skeleton, &clip, 1, Vec3::Y, RootAxes::default());
        let _ = (motion.closed(), motion.without(&skeleton, &clip), motion.after(i32::MIN, f32::NAN));
        clip.end = end;
    }
    let empty = Clip::of_tracks("", vec![]);
    assert_eq!(root_joint(&skeleton, &empty), None);
    let motion = RootMotion::new(&skeleton, &empty, 0, Vec3::Y, RootAxes::default());
    assert_eq!(motion.cycle(), RootDelta::IDENTITY);
}
