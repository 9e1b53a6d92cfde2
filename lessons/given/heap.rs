//! What a library calls of the program that has loaded it: memory, above all.
//!
//! A `Vec` in an answer is allocated in the library and freed in the program. So a library has no allocator of its own: it
//! calls the program's, which also counts the memory of a check.

use crate::{endless, panics, panics::Record};
use std::alloc::{self, GlobalAlloc, Layout, System};
use std::sync::OnceLock;

/// A program's functions, for a library.
#[derive(Debug)]
pub struct Program {
    alloc: unsafe fn(Layout) -> *mut u8,
    alloc_zeroed: unsafe fn(Layout) -> *mut u8,
    realloc: unsafe fn(*mut u8, Layout, usize) -> *mut u8,
    dealloc: unsafe fn(*mut u8, Layout),
    /// What is recorded about a panic now.
    pub(crate) record: fn() -> Record,
    /// Whether an answer may ask once more.
    pub(crate) may_ask: fn() -> bool,
}

/// Where this is compiled into a program: its own.
pub(crate) static THIS_PROGRAM: Program = Program {
    alloc: alloc::alloc,
    alloc_zeroed: alloc::alloc_zeroed,
    realloc: alloc::realloc,
    dealloc: alloc::dealloc,
    record: panics::record,
    may_ask: endless::may_ask,
};

/// Where this is compiled into a library: the program that has loaded it, once it has.
static PROGRAM: OnceLock<&'static Program> = OnceLock::new();

/// The program that has loaded this library; `None` in a program.
pub(crate) fn program() -> Option<&'static Program> {
    PROGRAM.get().copied()
}

/// From now on this library has that program's memory.
pub(crate) fn begin(program: &'static Program) {
    let _ = PROGRAM.set(program); // it is loaded once
}

/// The allocator of a student's library. Nothing is allocated before the library has begun.
#[derive(Debug)]
pub struct ProgramsHeap;

#[allow(unsafe_code)]
// SAFETY: every call is handed to one allocator unchanged: to the program's, and to the system's as long as there is
// none. The program's own is the system's with a counter in front, so either may free what the other has allocated.
unsafe impl GlobalAlloc for ProgramsHeap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise about `layout` is passed on; so below.
        unsafe { program().map_or_else(|| System.alloc(layout), |program| (program.alloc)(layout)) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: see `alloc`.
        unsafe { program().map_or_else(|| System.alloc_zeroed(layout), |program| (program.alloc_zeroed)(layout)) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: see `alloc`.
        unsafe {
            program().map_or_else(
                || System.realloc(pointer, layout, size),
                |program| (program.realloc)(pointer, layout, size),
            )
        }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: see `alloc`.
        unsafe {
            program().map_or_else(|| System.dealloc(pointer, layout), |program| (program.dealloc)(pointer, layout));
        }
    }
}
