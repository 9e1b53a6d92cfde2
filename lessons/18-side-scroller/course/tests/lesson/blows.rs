//! Blows that the knight strikes, and those that throw him back.

use super::knight::{RUN_RIGHT, SWING, WAIT, World, box_of, floor, play};
use lesson_18::{
    Keys, State,
    knight::{ClipPart, part},
};

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

#[test]
fn who_is_thrown_over_a_gap_comes_to_one_of_its_sides() {
    let world = World::new(vec![box_of((-3.0, -9.0), (3.0, 0.0)), box_of((4.2, -9.0), (9.0, 0.0))]);
    // Without a key, or with the one that he has held.
    for wait in 0..8 {
        let mut knight = world.knight(2.8, 0.0);
        play(&world, &mut knight, RUN_RIGHT, 0.05);
        play(&world, &mut knight, Keys { jump: true, jump_held: true, ..RUN_RIGHT }, 0.05 * f64::from(wait));
        knight.knock(&world.mesh, -1.0);
        let lowest = [WAIT, RUN_RIGHT].map(|keys| {
            let mut thrown = knight;
            play(&world, &mut thrown, keys, 0.7);
            thrown.body.position.y
        });
        assert!(lowest[0].max(lowest[1]) > -0.2, "{wait}: {lowest:?}");
    }
}
