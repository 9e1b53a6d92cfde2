//! The knight in steps: on floors, slopes and stairs, at walls, over gaps, in both forms of his poses.

use crate::{pass, readme_says};
use common::check::Random;
use glam::{Affine3A, DVec2, Vec3};
use lesson_14::Planted;
use lesson_18::{
    Answers, BUFFER, Body, COYOTE, Gait, IDLE_BELOW, Keys, Now, RUN_FROM, RUN_STRIDE, SideScroller, State, TURN,
    TURN_FROM, WALK_STRIDE,
    checks::REFERENCE,
    fight::BlowKind,
    finished::ANSWERS,
    ground::{self, Mesh},
    knight::{self, ANYWHERE, COLLIDER, Cast, Knight, Mine, Poser, RUN, WALK, part},
    run_weight,
};

const STEP: f64 = 1.0 / 60.0;

fn box_of(low: (f64, f64), high: (f64, f64)) -> Vec<DVec2> {
    [low, (high.0, low.1), high, (low.0, high.1)].map(DVec2::from).to_vec()
}

struct World {
    obstacles: Vec<Vec<DVec2>>,
    mesh: Mesh,
}

impl World {
    fn new(obstacles: Vec<Vec<DVec2>>) -> Self {
        let expanded = ground::expanded(&REFERENCE.side_scroller, &obstacles, &COLLIDER).unwrap();
        let bounds = (DVec2::splat(-60.0), DVec2::splat(60.0));
        World { obstacles, mesh: ground::mesh_of(&expanded, bounds).unwrap() }
    }

    fn knight(&self, x: f64, y: f64) -> Knight {
        Knight::new(DVec2::new(x, y), &self.mesh).unwrap()
    }

    fn step(&self, knight: &mut Knight, keys: Keys) {
        knight.step(&REFERENCE, &self.mesh, keys, STEP, ANYWHERE).unwrap();
    }
}

const RIGHT: Keys = Keys { right: 1.0, runs: false, jump: false, jump_held: false, punch: false, swing: false };

const LEFT: Keys = Keys { right: -1.0, ..RIGHT };
const RUN_RIGHT: Keys = Keys { runs: true, ..RIGHT };
const WAIT: Keys = Keys { right: 0.0, ..RIGHT };
const SWING: Keys = Keys { swing: true, ..WAIT };
const JUMP: Keys = Keys { jump: true, jump_held: true, ..WAIT };

/// Holds the same keys for some seconds. Returns his greatest height.
fn play(world: &World, knight: &mut Knight, keys: Keys, seconds: f64) -> f64 {
    let mut highest = knight.body.position.y;
    for step in 0..(seconds / STEP).round() as usize {
        // Jump, punch and swing go down in the first step.
        let is_first = step == 0;
        let keys =
            Keys { jump: keys.jump && is_first, punch: keys.punch && is_first, swing: keys.swing && is_first, ..keys };
        world.step(knight, keys);
        highest = highest.max(knight.body.position.y);
    }
    highest
}

fn near(a: f64, b: f64, most: f64) {
    assert!((a - b).abs() <= most, "{a} is not {b} within {most}");
}

#[test]
fn he_walks_runs_jumps_strikes_and_stops_at_walls() {
    let world = World::new(vec![box_of((-50.0, -1.0), (8.0, 0.0)), box_of((6.0, 0.0), (7.0, 3.0))]);
    let mut knight = world.knight(0.0, 0.2);
    play(&world, &mut knight, WAIT, 1.0);
    assert_eq!((knight.state, knight.body.position.y), (State::Idle, 0.0));

    play(&world, &mut knight, RIGHT, 1.0);
    assert_eq!(knight.state, State::Walk);
    near(f64::from(knight.speed), WALK, 1e-5);
    play(&world, &mut knight, RUN_RIGHT, 0.5);
    assert_eq!(knight.state, State::Run);
    near(f64::from(knight.speed), RUN, 1e-5);
    // At the wall, with the keys still held, he stands.
    play(&world, &mut knight, RUN_RIGHT, 3.0);
    assert_eq!((knight.state, knight.speed), (State::Idle, 0.0));
    near(knight.body.position.x, 5.78, 1e-3);

    // A long jump and a short one; back on the ground he walks on at once.
    near(play(&world, &mut knight, Keys { right: -1.0, ..JUMP }, 1.5), 1.2, 0.06);
    assert_eq!(knight.state, State::Walk);
    let hop = Keys { jump: true, ..LEFT };
    near(play(&world, &mut knight, hop, 1.0), 0.25, 0.1);
    assert!(knight.speed < -1.0);

    // He punches walking, and stands to swing, but for a step ahead.
    play(&world, &mut knight, Keys { punch: true, ..LEFT }, 0.07);
    assert_eq!(knight.state, State::Punch);
    near(f64::from(knight.speed), -WALK, 1e-5);
    play(&world, &mut knight, Keys { swing: true, ..LEFT }, 0.03);
    assert_eq!(knight.state, State::Punch, "not in the middle of a punch");
    play(&world, &mut knight, WAIT, 1.2);
    play(&world, &mut knight, Keys { swing: true, ..LEFT }, 0.07);
    assert_eq!((knight.state, knight.speed), (State::Swing, 0.0));
    play(&world, &mut knight, LEFT, 0.13);
    assert!(knight.state == State::Swing && knight.speed < -1.0, "{}", knight.speed);
    play(&world, &mut knight, WAIT, 0.2);
    assert_eq!((knight.state, knight.speed), (State::Swing, 0.0));
}

/// He can leave a blow that no longer hurts before its clip ends; and he turns.
#[test]
fn a_blow_s_recovery_can_be_left() {
    let world = floor();
    let mut durations = [0; 2];
    for (duration, keys) in durations.iter_mut().zip([WAIT, LEFT]) {
        let mut knight = world.knight(0.0, 0.0);
        play(&world, &mut knight, WAIT, 0.5);
        play(&world, &mut knight, SWING, STEP);
        while knight.state == State::Swing {
            world.step(&mut knight, keys);
            *duration += 1;
            assert!(*duration < 60);
        }
        play(&world, &mut knight, keys, 0.3);
        assert_eq!(knight.gait.heading < -1.5, keys == LEFT);
    }
    let [whole, left] = durations;
    assert!(left + 10 < whole && left > 12, "{left} of {whole} steps");
}

/// Somebody who presses the same key ten times a second gets blow after blow, each to its end.
#[test]
fn who_asks_again_strikes_again() {
    let world = floor();
    for (key, state) in [(Keys { punch: true, ..WAIT }, State::Punch), (SWING, State::Swing)] {
        for right in [0.0, 1.0] {
            let mut knight = world.knight(0.0, 0.0);
            play(&world, &mut knight, WAIT, 0.5);
            let (from, to, rate) = part(state);
            let mut blows = 0;
            let mut longest = 0.0_f32;
            for step in 0..180 {
                let is_pressed = step % 6 == 0;
                world.step(&mut knight, Keys { right, ..if is_pressed { key } else { WAIT } });
                let begins = knight.state == state && knight.begins.is_some();
                blows += usize::from(begins);
                longest = longest.max(if knight.state == state { knight.since } else { 0.0 });
            }
            let lasts = (to - from) / rate;
            assert!(longest < lasts + 0.02, "{state:?}: stuck for {longest} s");
            assert!(blows as f32 > 2.6 / lasts, "{state:?}: {blows} in 3 s");
        }
    }
}

/// He jumps as soon as the swing has hit, however early the key was pressed.
#[test]
fn a_jump_is_remembered_in_a_swing() {
    let world = floor();
    for wait in [0.05, 0.15, 0.3, 0.45] {
        let mut knight = world.knight(0.0, 0.0);
        play(&world, &mut knight, WAIT, 0.5);
        play(&world, &mut knight, SWING, wait);
        let highest = play(&world, &mut knight, JUMP, 0.8);
        assert!(highest > 1.0, "{wait}: {highest}");
    }
}

/// He strikes over a jump or a fall, to the end, also where he lands meanwhile.
#[test]
fn he_strikes_in_the_air() {
    let world = floor();
    for (wait, lands) in [(0.1, false), (0.55, true)] {
        let mut knight = world.knight(0.0, 0.0);
        play(&world, &mut knight, WAIT, 0.5);
        play(&world, &mut knight, JUMP, wait);
        let mut states = Vec::new();
        world.step(&mut knight, Keys { jump_held: true, ..SWING });
        while let Some((kind, _)) = knight.blow() {
            assert_eq!(kind, BlowKind::Swing);
            states.push(knight.state);
            world.step(&mut knight, Keys { jump_held: true, ..WAIT });
        }
        let (from, to, rate) = part(State::Swing);
        assert!((states.len() as f32 / 60.0 - (to - from) / rate).abs() < 0.03, "{} steps", states.len());
        assert!(!states.contains(&State::Swing), "{states:?}");
        assert_eq!(states.contains(&State::Land), lands, "{states:?}");
    }
    // Over an edge a swing goes on.
    let world = World::new(vec![box_of((-50.0, -1.0), (0.0, 0.0)), box_of((-50.0, -9.0), (50.0, -4.0))]);
    let mut knight = world.knight(-2.0, 0.0);
    while knight.body.position.x < 0.05 {
        world.step(&mut knight, RUN_RIGHT);
    }
    play(&world, &mut knight, SWING, 0.25);
    assert!(knight.state == State::Fall && knight.blow().is_some(), "{:?}", knight.state);
}

/// He turns before his speed does.
#[test]
fn he_turns_in_a_fifth_of_a_second() {
    let world = floor();
    let mut knight = world.knight(0.0, 0.0);
    play(&world, &mut knight, RUN_RIGHT, 1.0);
    for _ in 0..13 {
        world.step(&mut knight, Keys { runs: true, ..LEFT });
    }
    assert!(knight.gait.heading <= -1.5);
}

#[test]
fn he_jumps_a_moment_too_late_and_a_moment_too_early() {
    let world = World::new(vec![box_of((-50.0, -1.0), (0.0, 0.0)), box_of((-50.0, -9.0), (50.0, -4.0))]);
    let jump = Keys { jump: true, jump_held: true, ..RIGHT };
    for (late, jumps) in [(3, true), (8, false)] {
        let mut knight = world.knight(-1.0, 0.0);
        while knight.body.support.is_none() || knight.body.position.x < -0.3 {
            world.step(&mut knight, RIGHT);
        }
        while knight.body.support.is_some() {
            world.step(&mut knight, RIGHT);
        }
        play(&world, &mut knight, RIGHT, f64::from(late) * STEP);
        let before = knight.body.position.y;
        let rises = play(&world, &mut knight, jump, 0.5) > before + 0.5;
        assert_eq!(rises, jumps, "{late} steps after the edge");
    }
    for (early, jumps) in [(4, true), (10, false)] {
        let mut knight = world.knight(-5.0, 1.5);
        let mut other = knight;
        let mut steps = 0;
        while other.body.support.is_none() {
            world.step(&mut other, RIGHT);
            steps += 1;
        }
        play(&world, &mut knight, RIGHT, f64::from(steps - early) * STEP);
        play(&world, &mut knight, jump, 0.1);
        let highest = play(&world, &mut knight, Keys { jump_held: true, ..RIGHT }, 0.6);
        assert_eq!(highest > 0.9, jumps, "{early} steps before the ground");
    }
}

#[test]
fn what_hurts_him_knocks_him_back_and_leaves_him_alone_for_a_while() {
    let world = floor();
    let mut knight = world.knight(0.0, 0.0);
    play(&world, &mut knight, RIGHT, 1.0);
    let x = knight.body.position.x;
    let heading = knight.gait.heading;
    assert!(knight.knock(&REFERENCE.side_scroller, &world.mesh, -1.0).unwrap());
    assert!(!knight.knock(&REFERENCE.side_scroller, &world.mesh, -1.0).unwrap());
    play(&world, &mut knight, RIGHT, 0.2);
    // He bends back; not so, were he not stunned.
    let cast = Cast::load().unwrap();
    let head = cast.joint("head").unwrap();
    let [bent, straight] = [knight, Knight { stunned_for: 0.0, ..knight }].map(|knight| {
        let mut poser = Poser::new(&cast);
        poser.step(&cast, &knight, &world.obstacles, STEP as f32, None).unwrap();
        (poser.world_from_model() * poser.model_from_joint()[head]).w_axis.x
    });
    assert!(bent < straight - 0.1, "{bent} {straight}");
    play(&world, &mut knight, RIGHT, 0.08);
    assert!(knight.body.position.x < x - 0.4, "the keys are not heard");
    assert_eq!(knight.gait.heading, heading, "he looks at what has hurt him");
    play(&world, &mut knight, RIGHT, 0.8);
    assert!(knight.speed > 1.0 && !knight.knock(&REFERENCE.side_scroller, &world.mesh, 1.0).unwrap());
    play(&world, &mut knight, RIGHT, 0.2);
    assert!(knight.knock(&REFERENCE.side_scroller, &world.mesh, 1.0).unwrap());
}

/// A hit from behind turns him, too; while he slides back, no key turns him away but the one that leads there.
#[test]
fn who_is_hurt_looks_at_what_hurts_him() {
    let world = floor();
    for keys in [WAIT, LEFT] {
        let mut knight = world.knight(0.0, 0.0);
        play(&world, &mut knight, RIGHT, 0.5);
        knight.knock(&REFERENCE.side_scroller, &world.mesh, 1.0).unwrap();
        for _ in 0..60 {
            world.step(&mut knight, keys);
            assert!(knight.gait.heading < -1.5, "{keys:?}: {}", knight.gait.heading);
        }
        play(&world, &mut knight, RIGHT, 0.5);
        assert!(knight.gait.heading > 1.5);
    }
}

/// A jump that is asked for while he hears nothing is made when he stands again.
#[test]
fn a_jump_is_remembered_while_he_is_stunned() {
    let world = floor();
    for wait in [0.05, 0.15, 0.24] {
        let mut knight = world.knight(0.0, 0.0);
        play(&world, &mut knight, RIGHT, 0.5);
        knight.knock(&REFERENCE.side_scroller, &world.mesh, -1.0).unwrap();
        play(&world, &mut knight, WAIT, wait);
        let highest = play(&world, &mut knight, JUMP, 0.1);
        assert!(highest < 0.3, "not in the air");
        let highest = play(&world, &mut knight, Keys { jump: false, ..JUMP }, 0.6);
        assert!(highest > 1.0, "{wait}: {highest}");
    }
}

#[test]
fn a_blow_is_remembered_while_he_is_stunned() {
    let world = floor();
    let mut knight = world.knight(0.0, 0.0);
    play(&world, &mut knight, WAIT, 0.2);
    knight.knock(&REFERENCE.side_scroller, &world.mesh, -1.0).unwrap();
    play(&world, &mut knight, SWING, 0.1);
    play(&world, &mut knight, WAIT, 0.3);
    assert!(knight.blow().is_some_and(|(kind, _)| kind == BlowKind::Swing));
}

/// However short a key is pressed, he turns to its side and not half way.
#[test]
fn a_tap_turns_him() {
    let world = floor();
    let mut knight = world.knight(0.0, 0.0);
    play(&world, &mut knight, WAIT, 0.2);
    for (right, steps) in [(-1.0, 2), (1.0, 3)] {
        play(&world, &mut knight, Keys { right, ..RIGHT }, 0.016 * f64::from(steps));
        play(&world, &mut knight, WAIT, 0.5);
        assert!(knight.gait.heading * right > 1.5, "{right}: {}", knight.gait.heading);
        assert_eq!(knight.state, State::Idle);
    }
}

/// Whether he stands or jumps, and goes there or back.
#[test]
fn nothing_throws_him_over_an_edge() {
    let world = World::new(vec![box_of((-3.0, -9.0), (3.0, 0.0)), box_of((4.2, -9.0), (9.0, 0.0))]);
    for place in 0..20 {
        for (away, jumps, right) in [(1.0, false, 0.0), (1.0, true, 0.0), (1.0, true, -1.0), (-1.0, false, 0.0)] {
            let mut knight = world.knight(away * (0.15 * f64::from(place)), 0.0);
            play(&world, &mut knight, WAIT, 0.2);
            play(&world, &mut knight, Keys { jump: jumps, right, ..WAIT }, 0.1);
            assert!(knight.knock(&REFERENCE.side_scroller, &world.mesh, away).unwrap());
            play(&world, &mut knight, WAIT, 1.0);
            let at = knight.body.position;
            assert!(at.y > -0.2, "{place}, {away}, {jumps}: {at}");
        }
    }
    // Over the gap he comes to one of its sides, without a key or with the one that he has held.
    for wait in 0..8 {
        let mut knight = world.knight(2.8, 0.0);
        play(&world, &mut knight, RUN_RIGHT, 0.05);
        play(&world, &mut knight, Keys { jump: true, jump_held: true, ..RUN_RIGHT }, 0.05 * f64::from(wait));
        knight.knock(&REFERENCE.side_scroller, &world.mesh, -1.0).unwrap();
        let lowest = [WAIT, RUN_RIGHT].map(|keys| {
            let mut thrown = knight;
            play(&world, &mut thrown, keys, 0.7);
            thrown.body.position.y
        });
        assert!(lowest[0].max(lowest[1]) > -0.2, "{wait}: {lowest:?}");
    }
}

/// He strikes to the side whose key is held, whichever way he goes and looks.
#[test]
fn a_key_that_is_held_aims_a_blow() {
    let world = floor();
    for (blow, state) in [(Keys { punch: true, ..LEFT }, State::Punch), (Keys { swing: true, ..LEFT }, State::Swing)] {
        let mut knight = world.knight(0.0, 0.0);
        play(&world, &mut knight, RUN_RIGHT, 1.0);
        play(&world, &mut knight, blow, 0.1);
        assert!(knight.state == state && knight.gait.heading < -1.5, "{state:?}: {}", knight.gait.heading);
        let speed = knight.speed;
        assert!(speed > 0.5, "he still slides to the right: {speed}");
    }
}

/// Knees at an edge are enough, where he steers to it; a higher wall stays one.
#[test]
fn he_climbs_an_edge_that_he_almost_reaches() {
    for (height, right, stands) in [(1.1, 1.0, true), (1.45, 1.0, true), (1.45, 0.0, false), (1.7, 1.0, false)] {
        let world = World::new(vec![box_of((-50.0, -1.0), (50.0, 0.0)), box_of((1.0, 0.0), (9.0, height))]);
        let mut knight = world.knight(0.5, 0.0);
        let keys = Keys { jump: true, jump_held: true, right, ..RIGHT };
        let highest = play(&world, &mut knight, keys, 1.5);
        let at = knight.body.position;
        assert_eq!(at.y > height - 0.01, stands, "{height}: {at}");
        assert!(highest < height + 0.25 || height < 1.2, "{height}: {highest}");
    }
}

/// He jumps below a ceiling for which the blade is too long to stand upright.
#[test]
fn his_blade_stays_out_of_a_low_ceiling() {
    let world = World::new(vec![box_of((-50.0, -1.0), (50.0, 0.0)), box_of((-50.0, 2.2), (50.0, 4.0))]);
    let cast = Cast::load().unwrap();
    let mut knight = world.knight(0.0, 0.0);
    let mut poser = Poser::new(&cast);
    let mut steps_in_stone = 0;
    for step in 0..120 {
        world.step(&mut knight, Keys { jump: step == 40, jump_held: true, ..WAIT });
        poser.step(&cast, &knight, &world.obstacles, STEP as f32, None).unwrap();
        let sword = (ANSWERS.sword)(&poser.hand(&cast));
        steps_in_stone += usize::from(sword.transform_point3(Vec3::new(0.0, 0.64, 0.0)).y > 2.2);
    }
    assert_eq!(steps_in_stone, 0);
}

/// He lies along a slope, not into a wall, and not far beyond an edge.
#[test]
fn he_lies_on_the_ground_when_he_has_died() {
    let slope = [[(0.0, -1.0), (6.0, -1.0), (6.0, 3.0), (0.0, 0.0)].map(DVec2::from).to_vec()];
    let up = knight::lies(&slope, DVec2::new(3.0, 1.5), 1.0).expect("there is room");
    let down = knight::lies(&slope, DVec2::new(3.0, 1.5), -1.0).expect("there is room");
    assert!((up - 0.5_f32.atan()).abs() < 1e-6 && (up + down).abs() < 1e-6, "{up} {down}");
    let floor = box_of((0.0, -1.0), (6.0, 0.0));
    assert_eq!(knight::lies(std::slice::from_ref(&floor), DVec2::new(3.0, 0.0), 1.0), Some(0.0));
    let at_the_edge = knight::lies(std::slice::from_ref(&floor), DVec2::new(5.8, 0.0), 1.0);
    assert!(at_the_edge.is_some_and(|angle| angle < -0.5), "beyond the edge");
    let wall = box_of((4.0, 0.0), (5.0, 3.0));
    assert_eq!(knight::lies(&[floor, wall], DVec2::new(3.0, 0.0), 1.0), None, "a wall");
}

fn floor() -> World {
    World::new(vec![box_of((-50.0, -1.0), (50.0, 0.0))])
}

/// Slopes of 30 degrees, up and down, a stair, and a crest.
fn hills() -> World {
    let rise = 4.0 * 30f64.to_radians().tan();
    let mut obstacles = vec![
        box_of((-50.0, -1.0), (50.0, 0.0)),
        [(2.0, 0.0), (6.0, 0.0), (6.0, rise)].map(DVec2::from).to_vec(),
        [(6.0, 0.0), (10.0, 0.0), (6.0, rise)].map(DVec2::from).to_vec(),
    ];
    for step in 0..8 {
        let x = -3.0 - 0.3 * f64::from(step);
        let top = 0.11 * f64::from(step + 1);
        obstacles.push(box_of((-20.0, 0.0), (x, top)));
    }
    World::new(obstacles)
}

/// Random keys, held for a third of a second each, among jumps, blows and pain: the two forms of his poses agree.
#[test]
fn both_forms_of_his_poses_agree() {
    let world = hills();
    let cast = Cast::load().unwrap();
    let mine = Mine::new(&cast, REFERENCE).unwrap();
    let knees = ["shin_l", "shin_r"].map(|name| cast.joint(name).unwrap());
    let mut random = Random::new(18);
    let mut seen = [0; 8];
    for start in [-4.0, 4.0] {
        let mut knight = world.knight(start, 3.0);
        let mut one = Poser::new(&cast);
        let mut other = Poser::new(&cast);
        let mut keys = WAIT;
        for step in 0..1200 {
            if step % 20 == 0 {
                keys = Keys {
                    right: random.below(3) as f32 - 1.0,
                    runs: random.below(2) == 0,
                    jump_held: random.below(3) > 0,
                    ..WAIT
                };
                // Among the steps of the stair, then of the hill.
                if (knight.body.position.x - start).abs() > 4.0 {
                    keys.right = (start - knight.body.position.x).signum() as f32;
                }
            }
            let deed = if step % 20 == 0 { random.below(6) } else { 6 };
            let keys = Keys { jump: deed == 0, punch: deed == 1, swing: deed == 2, ..keys };
            world.step(&mut knight, keys);
            if random.below(200) == 0 {
                knight.knock(&REFERENCE.side_scroller, &world.mesh, 1.0).unwrap();
            }
            seen[knight.state as usize] += 1;
            one.step(&cast, &knight, &world.obstacles, STEP as f32, None).unwrap();
            other.step(&cast, &knight, &world.obstacles, STEP as f32, Some(&mine)).unwrap();
            let pairs = one.model_from_joint().iter().zip(other.model_from_joint());
            for (joint, (a, b)) in pairs.enumerate() {
                // A straight leg's knee is known only to the root of a rounding.
                let most = if knees.contains(&joint) { 3e-4 } else { 1e-4 };
                let is_near = (a.w_axis - b.w_axis).length() < most && a.abs_diff_eq(*b, 1e-3);
                assert!(is_near, "step {step}, joint {joint}, {knight:?}");
            }
            assert!(one.world_from_model().abs_diff_eq(other.world_from_model(), 1e-5));
        }
    }
    assert!(!seen.contains(&0), "a state was never asked: {seen:?}");
}

/// While a foot is on the ground, the ground takes it along: at every speed it goes back below him as fast as he goes
/// ahead, within 6 %. By the clock of the clip it would not.
#[test]
fn planted_feet_do_not_slide() {
    let world = floor();
    let cast = Cast::load().unwrap();
    let toes = cast.joint("toes_l").unwrap();
    for speed in [0.2, 0.5, 0.75, 1.0, 1.3, 1.5, 1.93, 2.4, 3.6f32] {
        let mut knight = world.knight(0.0, 0.0);
        play(&world, &mut knight, WAIT, 0.5);
        knight.state = State::Walk;
        knight.speed = speed;
        let mut poser = Poser::new(&cast);
        let dt = 0.01 / speed;
        let mut places = Vec::new();
        let mut lowest = f32::INFINITY;
        for _ in 0..400 {
            knight.gait = (ANSWERS.face)(knight.gait, speed, dt);
            knight.body.position.x += f64::from(speed * dt);
            poser.step(&cast, &knight, &world.obstacles, dt, None).unwrap();
            let toe = (poser.world_from_model() * poser.model_from_joint()[toes]).w_axis;
            lowest = lowest.min(toe.y);
            places.push(toe);
        }
        let mut slips = Vec::new();
        for pair in places.windows(2) {
            if pair.iter().all(|toe| toe.y < lowest + 0.008) {
                slips.push((pair[1].x - pair[0].x) / (speed * dt));
            }
        }
        let mean = slips.iter().sum::<f32>() / slips.len() as f32;
        assert!(slips.len() > 30 && mean.abs() < 0.06, "{speed} m/s: {mean} of {}", slips.len());
    }
}

/// `rem_euclid` rounds a number just below 0 to 1.
#[test]
fn a_phase_of_1_is_that_of_0() {
    let world = floor();
    let cast = Cast::load().unwrap();
    let mine = Mine::new(&cast, REFERENCE).unwrap();
    let mut knight = world.knight(0.0, 0.0);
    play(&world, &mut knight, RIGHT, 1.0);
    for mine in [None, Some(&mine)] {
        let [end, beginning] = [(-1e-9f32).rem_euclid(1.0), 0.0].map(|phase| {
            knight.gait.phase = phase;
            let mut poser = Poser::new(&cast);
            poser.step(&cast, &knight, &world.obstacles, STEP as f32, mine).unwrap();
            poser.model_from_joint().to_vec()
        });
        assert!(end.iter().zip(&beginning).all(|(a, b)| a.abs_diff_eq(*b, 1e-4)));
    }
    assert_eq!((-1e-9f32).rem_euclid(1.0), 1.0);
}

/// Standing on a slope or across two steps of a stair, each ankle is as high over the ground as on a floor.
#[test]
fn feet_stand_on_slopes_and_stairs() {
    let world = hills();
    let cast = Cast::load().unwrap();
    let feet = ["foot_l", "foot_r"].map(|name| cast.joint(name).unwrap());
    for (place, side) in [(3.0, 1.0), (4.0, -1.0), (8.0, 1.0), (9.0, -1.0), (-4.05, -1.0), (-4.9, 1.0), (1.0, 1.0)] {
        let mut knight = world.knight(place, 3.0);
        let mut poser = Poser::new(&cast);
        for step in 0..120 {
            let right = if step < 4 { side } else { 0.0 };
            world.step(&mut knight, Keys { right, ..WAIT });
            poser.step(&cast, &knight, &world.obstacles, STEP as f32, None).unwrap();
        }
        for foot in feet {
            let ankle = (poser.world_from_model() * poser.model_from_joint()[foot]).w_axis.truncate();
            let x = f64::from(ankle.x);
            let ground = if place > 0.0 {
                (6.0 - (x - 6.0).abs() - 2.0).max(0.0) * 30f64.to_radians().tan()
            } else {
                ((-2.7 - x) / 0.3).floor().clamp(0.0, 8.0) * 0.11
            };
            let cosine = if place > 2.0 { 30f64.to_radians().cos() } else { 1.0 };
            // 10.8 cm on the floor, in the bind pose, and along the normal.
            near((f64::from(ankle.y) - ground) * cosine, 0.108, 1e-3);
        }
        assert_eq!(knight.state, State::Idle);
    }
}

/// On a floor, while he walks and runs evenly, feet that keep their place change nothing above his legs.
#[test]
fn on_a_floor_only_his_legs_are_planted() {
    let world = floor();
    let cast = Cast::load().unwrap();
    let mut is_leg: Vec<bool> = Vec::new();
    for joint in &cast.file.joints {
        is_leg.push(joint.name.starts_with("thigh") || joint.parent.is_some_and(|parent| is_leg[parent]));
    }
    let mut knight = world.knight(0.0, 0.0);
    let mut planted = Poser::new(&cast);
    let mut free = Poser::new(&cast);
    for step in 0..240 {
        let keys = if step < 60 { WAIT } else { Keys { runs: step > 150, ..RIGHT } };
        world.step(&mut knight, keys);
        let is_even = (20..60).contains(&step) || (110..150).contains(&step) || step > 200;
        let in_the_air = Knight { body: Body { support: None, ..knight.body }, ..knight };
        planted.step(&cast, &knight, &world.obstacles, STEP as f32, None).unwrap();
        free.step(&cast, &in_the_air, &world.obstacles, STEP as f32, None).unwrap();
        for (joint, (a, b)) in planted.model_from_joint().iter().zip(free.model_from_joint()).enumerate() {
            let apart = (a.w_axis - b.w_axis).length();
            assert!(is_leg[joint] || !is_even || apart < 0.01, "step {step}: {apart} m");
        }
    }
}

#[test]
fn what_an_answer_breaks_is_named() {
    let world = floor();
    let mut knight = world.knight(0.0, 0.0);
    let mut course = REFERENCE;
    course.side_scroller.face = |gait, _, _| Ok(Gait { heading: f32::NAN, ..gait });
    assert_eq!(knight.step(&course, &world.mesh, RIGHT, STEP, ANYWHERE).unwrap_err().todo, "18.5");

    let cast = Cast::load().unwrap();
    let mut course = REFERENCE;
    course.blending.masked = |base, _, _, _| Ok(base[1..].to_vec());
    course.inverse_kinematics.plant = |_, _, _| Ok(Planted::default());
    let mine = Mine::new(&cast, course).unwrap();
    let mut knight = world.knight(0.0, 0.0);
    for (keys, message) in
        [(WAIT, "14.4 0 stances for 2 legs"), (Keys { punch: true, ..RIGHT }, "13.4 36 for 37 joints")]
    {
        play(&world, &mut knight, keys, 0.1);
        let mut poser = Poser::new(&cast);
        let lost = poser.step(&cast, &knight, &world.obstacles, STEP as f32, Some(&mine)).unwrap_err();
        assert_eq!(lost.to_string(), message);
    }
}

/// The constants in b-knight/README.md, and what follows from them.
#[test]
fn the_text_has_the_numbers_of_the_code() {
    readme_says(&format!("`COYOTE`, `BUFFER` | {COYOTE} s, {BUFFER} s"));
    readme_says(&format!("`IDLE_BELOW`, `RUN_FROM` | {IDLE_BELOW} m/s, {RUN_FROM} m/s"));
    readme_says(&format!("`TURN_FROM`, `TURN` | {TURN_FROM} m/s, {TURN} radians a second"));
    readme_says(&format!("`WALK_STRIDE`, `RUN_STRIDE` | {WALK_STRIDE} m, {RUN_STRIDE} m"));
    readme_says(&format!("For {COYOTE} s after he has lost the ground"));
    readme_says(&format!("a press counts for {BUFFER} s"));
    readme_says(&format!("the walk takes him {WALK_STRIDE} m, the run {RUN_STRIDE} m"));
    assert_eq!([0.75, 1.93].map(run_weight), [0.0, 1.0]);
    readme_says("0 up to 0.75 m/s, 1 from 1.93 m/s on");
    readme_says(&format!("{} m/s of feet", WALK_STRIDE / lesson_13::motion::CYCLES[0]));
    let (from, to, rate) = part(State::Land);
    assert!(((to - from) / rate - 1.0 / 3.0f32).abs() < 0.03);
    readme_says("A landing takes a third of a second");

    // How his velocity changes in one step, each second.
    let world = floor();
    let mut knight = world.knight(0.0, 0.0);
    play(&world, &mut knight, WAIT, 0.5);
    let mut rates = Vec::new();
    let mut rises = Vec::new();
    for keys in [RIGHT, LEFT, WAIT, JUMP, Keys { jump_held: true, ..RIGHT }] {
        let before = knight.body.velocity.x;
        world.step(&mut knight, keys);
        rates.push(((knight.body.velocity.x - before) / STEP).round());
        rises.push(knight.body.velocity.y);
    }
    let [push, brake, steer] = [rates[0], -rates[1], rates[4]];
    // Gravity has been at work for a step.
    let leap = rises[3] + (rises[3] - rises[4]);
    readme_says(&format!("({push} m/s more in a second, {brake} less, {steer} in the air; {leap:.2} m/s upwards"));
}

/// Answers that are right in another way: other limits at the edge, other orders, f64, matrices of another type.
#[test]
fn right_answers_of_other_styles_pass() {
    const BY_HAND: SideScroller = given::table!(
        lesson_18::SideScroller,
        Answers {
            state_for: |state, moved, keys, tools| {
                let mut wanted = State::Run;
                for (fits, state) in [
                    (moved.speed * moved.speed < RUN_FROM * RUN_FROM, State::Walk),
                    (moved.speed > -IDLE_BELOW && moved.speed < IDLE_BELOW, State::Idle),
                    (keys.swing, State::Swing),
                    (keys.punch, State::Punch),
                    (moved.since_jump_press < BUFFER, State::Jump),
                ] {
                    if fits {
                        wanted = state;
                    }
                }
                let mut now = Now { supported: moved.supported, ended: moved.ended, wanted };
                if moved.air_time < COYOTE && state != State::Jump && state != State::Fall {
                    now.supported = true;
                }
                if state == State::Land && wanted != State::Idle {
                    now.ended = true;
                }
                tools.next_state(state, now).unwrap_or(state)
            },
            face: |gait, speed, dt| {
                let mut heading = f64::from(gait.heading);
                let speed = f64::from(speed);
                let side = if speed.abs() > 0.05 { speed.signum() } else { heading.signum() };
                let side = side * std::f64::consts::FRAC_PI_2;
                let step = 12.5 * f64::from(dt);
                if (side - heading).abs() <= step {
                    heading = side;
                } else {
                    heading += step * (side - heading).signum();
                }
                let stride = 0.75 + 0.45 * ((speed.abs() - 0.75) / 1.18).clamp(0.0, 1.0);
                let mut phase = f64::from(gait.phase) + speed * heading.sin() * f64::from(dt) / stride;
                while phase < 0.0 {
                    phase += 1.0;
                }
                while phase >= 1.0 {
                    phase -= 1.0;
                }
                Gait { heading: heading as f32, phase: phase as f32 }
            },
            sword: |hand| {
                let [world, joint, sword] =
                    [hand.world_from_model, hand.model_from_joint[hand.socket], hand.socket_from_sword]
                        .map(Affine3A::from_mat4);
                (world * (joint * sword)).into()
            },
            ..ANSWERS
        }
    );
    pass(BY_HAND, 3..6, 20);
}
