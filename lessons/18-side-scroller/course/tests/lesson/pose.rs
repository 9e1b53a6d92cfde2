//! The knight's pose: its two forms, feet on the ground, and the blade.

use super::knight::{RIGHT, STEP, WAIT, World, box_of, floor, near, play};
use check::Random;
use glam::DVec2;
use lesson_18::knight::Poses;
use lesson_18::mine;
use lesson_18::{Keys, State, checks::REFERENCE, finished::ANSWERS, knight::Poser};

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
    let cast = mine::default_characters().expect("the figures").cast;
    let mine = mine::StudentKnight::new(&cast, REFERENCE).unwrap();
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
                knight.knock(&world.mesh, 1.0);
            }
            seen[knight.state as usize] += 1;
            one.step(&cast, &knight, &world.obstacles, STEP as f32, None).unwrap();
            other.step(&cast, &knight, &world.obstacles, STEP as f32, Some(&mine)).unwrap();
            let pairs = one.model_from_joint().iter().zip(other.model_from_joint());
            for (joint, (a, b)) in pairs.enumerate() {
                let is_near = (a.w_axis - b.w_axis).length() < 1e-4 && a.abs_diff_eq(*b, 1e-3);
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
    let cast = mine::default_characters().expect("the figures").cast;
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
    let cast = mine::default_characters().expect("the figures").cast;
    let mine = mine::StudentKnight::new(&cast, REFERENCE).unwrap();
    let mut knight = world.knight(0.0, 0.0);
    play(&world, &mut knight, RIGHT, 1.0);
    for mine in [None, Some(&mine as &dyn Poses)] {
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
    let cast = mine::default_characters().expect("the figures").cast;
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
