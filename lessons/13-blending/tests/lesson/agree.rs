//! The finished answers are what `common` does, whatever happens.

use common::animation::{self, Fade as CoreFade, StateMachine};
use common::check::Random;
use common::skeleton::Pose;
use glam::{Quat, Vec3};
use lesson_13::checks::REFERENCE;
use lesson_13::finished::{TOOLS, events, rules};
use lesson_13::motion::{Controls, Motion};
use lesson_13::{Fade, Now, State, Transform};

fn pose(random: &mut Random) -> Vec<Transform> {
    (0..5).map(|_| random.rigid()).collect()
}

fn farthest(a: &[Transform], b: &[Transform]) -> f32 {
    let apart = |(a, b): (&Transform, &Transform)| {
        let near = common::math::shortest(a.rotation, b.rotation);
        a.translation.distance(b.translation).max((a.rotation - near).length())
    };
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(apart).fold(0.0, f32::max)
}

/// Fades that interrupt one another, by the lesson's function and by `common`'s: the same, at 20 and at 200 frames a
/// second, and nowhere a jump but where a cut is asked for.
#[test]
fn fades_are_those_of_common_at_every_frame_rate() {
    for seed in 0..20 {
        let script = |rate: usize| {
            let random = &mut Random::new(seed);
            let (first, mut target) = (pose(random), pose(random));
            let of = |locals: &[Transform]| Pose { locals: locals.to_vec(), ..Pose::default() };
            let mut mine = Fade::new(&first);
            let mut core = CoreFade::new(&of(&first));
            let mut shown = Vec::new();
            let mut before = first;
            for frame in 0..2 * rate {
                // Another animation every 0.3 s; the fades take up to 0.5 s. The third is a cut.
                let number = frame / (3 * rate / 10);
                let is_new = frame % (3 * rate / 10) == 0;
                let duration = if number == 3 { 0.0 } else { random_time(seed, number) };
                if is_new {
                    target = pose(random);
                    core.begin(duration);
                }
                let dt = 1.0 / rate as f32;
                let begins = is_new.then_some(duration);
                (REFERENCE.fade)(&mut mine, &target, begins, dt, &TOOLS);
                let apart = farthest(&mine.shown, &core.advance(dt, &of(&target)).locals);
                assert!(apart < 1e-4, "seed {seed}, frame {frame}: {apart}");
                // 5 m and half a turn in the shortest fade.
                let most = 8.0 * dt / duration.max(dt);
                let step = farthest(&before, &mine.shown);
                assert!(step <= most, "seed {seed}, frame {frame}: {step} of {most}");
                before.clone_from(&mine.shown);
                if (frame + 1) % (rate / 20) == 0 {
                    shown.push(mine.shown.clone());
                }
            }
            shown
        };
        for (at, (slow, fast)) in script(20).iter().zip(&script(200)).enumerate() {
            assert!(farthest(slow, fast) < 5e-3, "seed {seed}, after {at} twentieths");
        }
    }
}

fn random_time(seed: u64, number: usize) -> f32 {
    Random::new(seed * 100 + number as u64).between(0.1, 0.5)
}

/// Whatever happens: the function, the table of rules and the state machine of `common` agree, and no rule of the game
/// is broken.
#[test]
fn states_by_random_scripts() {
    use State::{Fall, Jump, Land, Punch, Swing, Walk};
    let all = [State::Idle, Walk, State::Run, Jump, Punch, Swing];
    for seed in 0..200 {
        let random = &mut Random::new(seed);
        let mut machine = StateMachine::new(rules(), State::Idle);
        let mut state = State::Idle;
        for frame in 0..200 {
            let now = Now {
                supported: random.below(4) > 0,
                ended: state.is_played_once() && random.below(3) == 0,
                wanted: all[random.below(6)],
            };
            let next = (REFERENCE.next_state)(state, now);
            let happened = events(now);
            assert_eq!(
                next,
                animation::next_state(&rules(), state, &happened),
                "{state:?} {now:?}"
            );
            assert_eq!(next, machine.advance(&happened, 0.1), "seed {seed}, frame {frame}");
            assert_ne!(next, Some(state), "nothing begins anew");
            let in_the_air = matches!(state, Jump | Fall);
            if in_the_air {
                assert!(matches!(next, None | Some(Land | Fall)), "{state:?} {next:?}");
            } else if !now.supported {
                assert_eq!(next, Some(Fall), "{state:?} {now:?}");
            } else if state.is_played_once() && !now.ended {
                assert_eq!(next, None, "{state:?} {now:?}");
            }
            state = next.unwrap_or(state);
        }
    }
}

/// A minute of random keys: he stays on the stage and on the ground, whatever the frame rate, and does everything.
#[test]
fn random_keys() {
    let mut met = Vec::new();
    for (seed, rate) in [(1, 20.0), (2, 60.0), (3, 200.0)] {
        let random = &mut Random::new(seed);
        let mut motion = Motion::default();
        let mut controls = Controls::default();
        while motion.time < 60.0 {
            controls.pressed = None;
            if random.below(rate as usize / 3) == 0 {
                let mut side = || random.below(3) as f32 - 1.0;
                controls.arrows = glam::Vec2::new(side(), side());
                controls.runs = random.below(2) == 0;
                let deeds = [State::Jump, State::Punch, State::Swing];
                controls.pressed = deeds.get(random.below(5)).copied();
            }
            motion.step(REFERENCE.next_state, &controls, 1.0 / rate);
            let Motion { place, state, .. } = motion;
            assert!(place.is_finite() && place.y >= -1e-3 && place.y < 1.5, "{motion:?}");
            assert!(place.abs().x <= 4.3 && place.abs().z <= 1.4, "{motion:?}");
            if !met.contains(&state) {
                met.push(state);
            }
        }
    }
    assert_eq!(met.len(), State::ALL.len(), "{met:?}");
}

/// The tools take what they are given: the long way too.
#[test]
fn the_tools_are_those_of_lesson_06() {
    let [a, b] = [Quat::from_rotation_y(0.2), -Quat::from_rotation_y(1.4)];
    let near = TOOLS.shortest(a, b);
    let there = Quat::from_rotation_y(0.8) * Vec3::X;
    for half in [TOOLS.nlerp(a, near, 0.5), TOOLS.slerp(a, near, 0.5)] {
        assert!((half * Vec3::X).distance(there) < 1e-5);
    }
    assert!((TOOLS.slerp(a, b, 0.5) * Vec3::X).distance(there) > 1.0);
}
