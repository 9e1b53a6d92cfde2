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

/// What `allocate` returns, which counts `size` bytes more; null, and nothing more counted, beyond the limit or if it
/// fails.
fn counted(size: usize, allocate: impl FnOnce() -> *mut u8) -> *mut u8 {
    let more = |used: usize| used.checked_add(size).filter(|&used| used <= LIMIT.load(Relaxed));
    if USED.fetch_update(Relaxed, Relaxed, more).is_err() {
        return std::ptr::null_mut();
    }
    let pointer = allocate();
    if pointer.is_null() {
        USED.fetch_sub(size, Relaxed);
    }
    pointer
}

#[allow(unsafe_code)]
// SAFETY: every call is handed to `System` unchanged, or refused with null as the trait allows. Counters only count.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise about `layout` is passed on.
        counted(layout.size(), || unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise about `layout` is passed on.
        counted(layout.size(), || unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promise about `pointer`, `layout` and `size` is passed on.
        let new = counted(size, || unsafe { System.realloc(pointer, layout, size) });
        // The old block counts until the new one is there: both may exist for a moment. If there is no new one, the old
        // one is still there.
        if !new.is_null() {
            USED.fetch_sub(layout.size(), Relaxed);
        }
        new
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's promise about `pointer` and `layout` is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In this program nothing but this test counts: [`Limited`] is not its allocator.
    #[test]
    #[allow(unsafe_code)]
    fn a_failed_call_counts_nothing() {
        let small = Layout::new::<[u64; 4]>();
        let huge = Layout::array::<u8>(isize::MAX as usize).unwrap(); // within the limit, but no system has it
        // SAFETY: no layout is empty; each block is freed once, with the layout it has then.
        unsafe {
            assert!(Limited.alloc(huge).is_null() && Limited.alloc_zeroed(huge).is_null());
            assert_eq!(used(), 0);
            let block = Limited.alloc(small);
            assert_eq!(used(), 32);
            assert!(Limited.realloc(block, small, isize::MAX as usize - 7).is_null());
            assert_eq!(used(), 32, "the block is still there");
            let block = Limited.realloc(block, small, 64);
            assert_eq!(used(), 64);
            assert!(without_more(|| Limited.alloc(small)).is_null());
            assert_eq!(used(), 64);
            Limited.dealloc(block, Layout::new::<[u64; 8]>());
        }
        assert_eq!(used(), 0);
    }
}
