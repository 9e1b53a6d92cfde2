//! Blows that the knight strikes, and those that throw him back.

use super::game::{PUNCH, Play, stage};
use super::knight::{JUMP, LEFT, RIGHT, RUN_RIGHT, STEP, SWING, WAIT, World, box_of, floor, play};
use glam::DVec2;
use lesson_18::mine;
use lesson_18::{
    Keys, State,
    checks::REFERENCE,
    fight::BlowKind,
    game::EventKind,
    knight::{ClipPart, Knight, Poser, part},
    level::{Level, Piece, PieceKind},
};

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

/// He jumps at once, before the blow hurts and while it does, and the blow continues above the ground.
#[test]
fn a_jump_takes_a_blow_along() {
    let world = floor();
    for (kind, key, waits) in [(BlowKind::Swing, SWING, [0.05, 0.22]), (BlowKind::Punch, PUNCH, [0.05, 0.12])] {
        for wait in waits {
            let mut knight = world.knight(0.0, 0.0);
            play(&world, &mut knight, WAIT, 0.5);
            play(&world, &mut knight, key, STEP);
            play(&world, &mut knight, WAIT, wait);
            let (_, before) = knight.blow().expect("a blow");
            play(&world, &mut knight, JUMP, STEP);
            assert!(knight.body.support.is_none() && knight.state == State::Jump, "{kind:?}, {wait} s");
            let (still, after) = knight.blow().expect("the same blow");
            assert!(still == kind && before < after && after < before + 0.05, "{kind:?}, {before} s, {after} s");
        }
    }
}

/// Somebody who presses the same key ten times a second gets blow after blow, each to its end.
#[test]
fn who_asks_again_strikes_again() {
    let world = floor();
    for (key, state) in [(Keys { punch: true, ..WAIT }, State::Punch), (SWING, State::Swing)] {
        for right in [0.0, 1.0] {
            let mut knight = world.knight(0.0, 0.0);
            play(&world, &mut knight, WAIT, 0.5);
            let ClipPart { begin, end, rate } = part(state);
            let mut blows = 0;
            let mut longest = 0.0_f32;
            for step in 0..180 {
                let is_pressed = step % 6 == 0;
                world.step(&mut knight, Keys { right, ..if is_pressed { key } else { WAIT } });
                let begins = knight.state == state && knight.new_fade.is_some();
                blows += usize::from(begins);
                longest = longest.max(if knight.state == state { knight.since } else { 0.0 });
            }
            let lasts = (end - begin) / rate;
            assert!(longest < lasts + 0.02, "{state:?}: stuck for {longest} s");
            assert!(blows as f32 > 2.6 / lasts, "{state:?}: {blows} in 3 s");
        }
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
        let ClipPart { begin, end, rate } = part(State::Swing);
        assert!((states.len() as f32 / 60.0 - (end - begin) / rate).abs() < 0.03, "{} steps", states.len());
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
    let cast = mine::default_characters().expect("the figures").cast;
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

/// A jump or a blow that is asked for while he hears nothing is made when he stands again.
#[test]
fn a_key_is_remembered_while_he_is_stunned() {
    let world = floor();
    for wait in [0.05, 0.15, 0.24] {
        let mut knight = world.knight(0.0, 0.0);
        play(&world, &mut knight, RIGHT, 0.5);
        knight.knock(&REFERENCE.side_scroller, &world.mesh, -1.0).unwrap();
        play(&world, &mut knight, WAIT, wait);
        let mut swings = knight;
        let highest = play(&world, &mut knight, JUMP, 0.1);
        assert!(highest < 0.3, "not in the air");
        let highest = play(&world, &mut knight, Keys { jump: false, ..JUMP }, 0.6);
        assert!(highest > 1.0, "{wait}: {highest}");
        play(&world, &mut swings, SWING, 0.35);
        assert!(swings.blow().is_some_and(|(kind, _)| kind == BlowKind::Swing), "{wait}");
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

/// He swings and punches at a wall: he steps back from it, so that his head stays out of the stone, but not over an edge.
#[test]
fn a_blow_at_a_wall_does_not_put_his_head_in_it() {
    for side in [-1.0, 1.0] {
        for blow in [SWING, PUNCH] {
            for is_held in [false, true] {
                let mut level = Level { spawns: Vec::new(), ..Level::default() };
                level.start.x = 5.0;
                level.pieces.push(Piece::new(
                    PieceKind::Block,
                    DVec2::new(5.0 + 4.0 * f64::from(side), 2.0),
                    DVec2::new(4.0, 4.0),
                ));
                let mut play = Play::new(stage(&level));
                let keys = Keys { right: side, ..RUN_RIGHT };
                play.count(keys, 60, EventKind::Swing);
                let held = if is_held { keys } else { WAIT };
                let head = play.stage.figures.cast.joint("head").expect("a head");
                let mut deepest = f32::MIN;
                for step in 0..45 {
                    play.step(if step == 0 { Keys { right: held.right, runs: held.runs, ..blow } } else { held });
                    let place = play.game.poser.world_from_model() * play.game.poser.model_from_joint()[head].w_axis;
                    deepest = deepest.max((place.x - 5.0) * side - 2.0);
                }
                // With a key held he is back at it before the pose is.
                let limit = if is_held { 0.08 } else { 0.01 };
                assert!(deepest < limit, "{blow:?} to {side}, held {is_held}: his head is {deepest} m in the wall");
            }
        }
    }
    // Before the wall is a shelf that is 0.25 m wide.
    let wall = [box_of((0.0, -9.0), (2.0, 4.0)), box_of((-0.25, -9.0), (0.0, 0.0)), box_of((-50.0, -9.0), (0.0, -8.0))];
    let world = World::new(wall.into());
    let mut knight = world.knight(-0.24, 0.0);
    play(&world, &mut knight, WAIT, 0.3);
    play(&world, &mut knight, SWING, 1.0);
    assert!(knight.body.support.is_some() && knight.body.position.y > -0.01, "{}", knight.body.position);
}
