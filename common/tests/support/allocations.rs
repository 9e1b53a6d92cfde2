//! A global allocator that counts the allocations of a thread.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
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

/// The number of allocations in `call`.
pub(crate) fn allocations(call: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.get();
    call();
    ALLOCATIONS.get() - before
}
