//! A step of the game allocates nothing, by our answers and posed by armature.

use lesson_18::mine;
use lesson_18::{
    checks::REFERENCE,
    game::{Game, Run},
    level::Level,
};
use std::{path::Path, sync::Arc};
use testing::allocations::{Counting, allocations};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Number of steps after which every list has the room that it needs.
const FIRST: usize = 30;

#[test]
fn a_step_allocates_nothing() {
    let level = Level::ruins().expect("the level");
    let figures = mine::default_characters().expect("the figures");
    let stage = mine::stage(&level, &Arc::new(figures), &REFERENCE.side_scroller).expect("a ground");
    let run = Run::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../runs/door.run")).expect("a run");
    let players = mine::players(&REFERENCE);
    let mut game = Game::new(&stage).expect("a start");
    for (step, keys) in run.steps.iter().enumerate() {
        let allocated = allocations(|| game.step(&stage, &players, *keys).unwrap());
        assert!(step < FIRST || allocated == 0, "step {step} allocates {allocated} times");
    }
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(7)))), 1, "the counter counts");
}
