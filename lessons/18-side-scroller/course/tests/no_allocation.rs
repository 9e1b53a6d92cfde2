//! A step of the game allocates nothing, by our answers and posed by armature.
#![allow(unsafe_code)] // a counting allocator is the only way to see an allocation

use lesson_18::{
    checks::REFERENCE,
    game::{Characters, Game, Players, Run, Stage},
    level::Level,
};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
    path::Path,
    sync::Arc,
};

struct Counting;

thread_local! { static ALLOCATIONS: Cell<usize> = const { Cell::new(0) } }

// SAFETY: every call is passed on to `System` unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
    // `realloc` and `alloc_zeroed` are the trait's own, which call `alloc`.
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Number of steps after which every list has the room that it needs.
const FIRST: usize = 30;

#[test]
fn a_step_allocates_nothing() {
    let (level, figures) = (Level::ruins().expect("the level"), Characters::load().expect("the figures"));
    let stage = Stage::new(&level, &Arc::new(figures), &REFERENCE.side_scroller).expect("a ground");
    let run = Run::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../runs/door.run")).expect("a run");
    let players = Players::new(REFERENCE);
    let mut game = Game::new(&stage).expect("a start");
    for (step, keys) in run.steps.iter().enumerate() {
        let before = ALLOCATIONS.get();
        game.step(&stage, &players, *keys).unwrap();
        let allocated = ALLOCATIONS.get() - before;
        assert!(step < FIRST || allocated == 0, "step {step} allocates {allocated} times");
    }
    let before = ALLOCATIONS.get();
    drop(std::hint::black_box(Box::new(before)));
    assert_eq!(ALLOCATIONS.get() - before, 1, "the counter counts");
}
