//! `common` as the lessons link it, with the allocator that limits what a check may take.
//!
//! A lesson's library says `use linked as _;`, and nothing else of it is used. On Linux (x86-64) the whole
//! of `common` and all below it is then one shared library, `linked-once`, which is linked when it is
//! built; what is linked after every save of `exercise.rs` is the lesson alone. Elsewhere `common` is
//! linked into each program, as Rust does it by itself.

#[cfg(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"))]
use linked_once as _;

/// Limits the memory of a check; changes nothing otherwise.
#[cfg(not(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu")))]
#[global_allocator]
static MEMORY: common::check::memory::Limited = common::check::memory::Limited;
