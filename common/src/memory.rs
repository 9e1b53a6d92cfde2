//! A limit on memory that works on every system: beyond it allocation fails, which ends the process with a message.
//!
//! [`program!`](crate::program) installs the allocator in every lesson, as a program of its own does like this; only the
//! child process that runs a check arms it:
//!
//! ```no_run
//! #[global_allocator]
//! static MEMORY: common::memory::Limited = common::memory::Limited;
//! # fn main() {}
//! ```

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

static LIMIT: AtomicUsize = AtomicUsize::new(usize::MAX);
static USED: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator with a counter in front. What C code allocates (a software OpenGL, say) is not counted.
pub struct Limited;

/// From now on the process may hold `bytes` at most. Does nothing unless [`Limited`] is the global allocator. Not for
/// code that is checked: it could lift its own limit.
pub(crate) fn limit(bytes: usize) {
    LIMIT.store(bytes, Relaxed);
}

/// What `call` returns, in which the process may not hold more than it does now. Does nothing unless [`Limited`] is the
/// global allocator.
pub fn without_more<R>(call: impl FnOnce() -> R) -> R {
    let before = LIMIT.fetch_min(used(), Relaxed);
    let result = call();
    limit(before);
    result
}

/// Bytes held now; 0 unless [`Limited`] is the global allocator.
pub fn used() -> usize {
    USED.load(Relaxed)
}

/// Counts `size` bytes more, or refuses and counts nothing.
fn reserve(size: usize) -> bool {
    let before = USED.fetch_add(size, Relaxed);
    if before.saturating_add(size) <= LIMIT.load(Relaxed) {
        return true;
    }
    USED.fetch_sub(size, Relaxed);
    false
}

#[allow(unsafe_code)]
// SAFETY: every call is handed to `System` unchanged, or refused with null as the trait allows. Counters only count.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !reserve(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promise about `layout` is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !reserve(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promise about `layout` is passed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // The old block counts until the new one is there: both may exist for a moment.
        if !reserve(size) {
            return std::ptr::null_mut();
        }
        USED.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's promise about `pointer`, `layout` and `size` is passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's promise about `pointer` and `layout` is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}
