//! A limit on memory that works on every system. In the processes of a check allocation fails beyond it, which ends them with
//! a message. In a window it waits: see [`allow`].
//!
//! [`program!`](crate::program) installs the allocator in every lesson, as a program of its own does like this:
//!
//! ```no_run
//! #[global_allocator]
//! static MEMORY: common::memory::Limited = common::memory::Limited;
//! # fn main() {}
//! ```

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

static MEMORY: Memory = Memory {
    limit: AtomicUsize::new(usize::MAX),
    used: AtomicUsize::new(0),
    allowed: AtomicUsize::new(usize::MAX),
    is_exceeded: AtomicBool::new(false),
};

/// The system's allocator with a counter in front. What C code allocates (a software OpenGL, say) is not counted.
pub struct Limited;

/// From now on the process may hold `bytes` at most. Does nothing unless [`Limited`] is the global allocator. Not for
/// code that is checked: it could lift its own limit.
pub(crate) fn limit(bytes: usize) {
    MEMORY.limit.store(bytes, Relaxed);
}

/// What `call` returns, in which the process may not hold more than it does now. Does nothing unless [`Limited`] is the
/// global allocator.
pub fn without_more<R>(call: impl FnOnce() -> R) -> R {
    let before = MEMORY.limit.fetch_min(used(), Relaxed);
    let result = call();
    limit(before);
    result
}

/// From now on, while a student's answers run, the process may hold so many bytes more than it does now. What allocates more
/// then waits until [`go_on`]: a window may not end, and no allocator can unwind the stack. Does nothing unless [`Limited`]
/// is the global allocator.
pub fn allow(bytes: usize) {
    MEMORY.allow(bytes);
}

/// What `call` returns, which runs a student's answers: see [`allow`].
pub fn within_allowance<R>(call: impl FnOnce() -> R) -> R {
    MEMORY.within_allowance(call)
}

/// Whether an allocation waits.
pub fn is_exceeded() -> bool {
    MEMORY.is_exceeded.load(Relaxed)
}

/// What waits goes on, and nothing waits again until more is [allowed](allow).
pub fn go_on() {
    MEMORY.go_on();
}

/// Bytes held now; 0 unless [`Limited`] is the global allocator.
pub fn used() -> usize {
    MEMORY.used.load(Relaxed)
}

/// What a process holds, and may hold.
struct Memory {
    limit: AtomicUsize,
    used: AtomicUsize,
    /// In a window: the limit while a student's answers run.
    allowed: AtomicUsize,
    is_exceeded: AtomicBool,
}

impl Memory {
    /// What `allocate` returns, which counts `size` bytes more; null, and nothing more counted, beyond the limit or if it
    /// fails.
    fn counted(&self, size: usize, allocate: impl FnOnce() -> *mut u8) -> *mut u8 {
        let more = |used: usize| used.checked_add(size).filter(|&used| used <= self.limit.load(Relaxed));
        while self.used.fetch_update(Relaxed, Relaxed, more).is_err() {
            if self.allowed.load(Relaxed) == usize::MAX {
                return std::ptr::null_mut();
            }
            self.wait();
        }
        let pointer = allocate();
        if pointer.is_null() {
            self.used.fetch_sub(size, Relaxed);
        }
        pointer
    }

    /// All others may go on.
    fn wait(&self) {
        self.limit.store(usize::MAX, Relaxed);
        self.is_exceeded.store(true, Relaxed);
        while self.is_exceeded.load(Relaxed) {
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn allow(&self, bytes: usize) {
        self.allowed.store(self.used.load(Relaxed).saturating_add(bytes), Relaxed);
    }

    fn within_allowance<R>(&self, call: impl FnOnce() -> R) -> R {
        let before = self.limit.swap(self.allowed.load(Relaxed), Relaxed);
        let result = call();
        self.limit.store(before, Relaxed);
        result
    }

    fn go_on(&self) {
        self.allowed.store(usize::MAX, Relaxed);
        self.is_exceeded.store(false, Relaxed);
    }
}

#[allow(unsafe_code)]
// SAFETY: every call is handed to `System` unchanged, or refused with null as the trait allows. Counters only count.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise about `layout` is passed on.
        MEMORY.counted(layout.size(), || unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise about `layout` is passed on.
        MEMORY.counted(layout.size(), || unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promise about `pointer`, `layout` and `size` is passed on.
        let new = MEMORY.counted(size, || unsafe { System.realloc(pointer, layout, size) });
        // The old block counts until the new one is there: both may exist for a moment. If there is no new one, the old
        // one is still there.
        if !new.is_null() {
            MEMORY.used.fetch_sub(layout.size(), Relaxed);
        }
        new
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        MEMORY.used.fetch_sub(layout.size(), Relaxed);
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

    /// A window goes on without it: an answer that wants more than it may have is named, and nothing fails.
    #[test]
    fn what_wants_more_in_a_window_waits() {
        let zero = || AtomicUsize::new(0);
        let memory = Memory { limit: zero(), used: zero(), allowed: zero(), is_exceeded: AtomicBool::new(false) };
        memory.limit.store(usize::MAX, Relaxed);
        let block = || std::ptr::dangling_mut();
        memory.counted(64, block);
        memory.allow(32);
        thread::scope(|scope| {
            let answer =
                scope.spawn(|| memory.within_allowance(|| [32, 1].map(|size| memory.counted(size, block).is_null())));
            while !memory.is_exceeded.load(Relaxed) {
                assert!(!answer.is_finished(), "it has had more than it may");
                thread::yield_now();
            }
            assert_eq!(memory.used.load(Relaxed), 96, "the first is there, and the second waits");
            assert!(!memory.counted(1000, block).is_null(), "no other does");
            memory.go_on();
            assert_eq!(answer.join().unwrap(), [false; 2]);
        });
        assert_eq!(memory.limit.load(Relaxed), usize::MAX);
    }
}
