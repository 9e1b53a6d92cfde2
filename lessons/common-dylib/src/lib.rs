//! Links `common` dynamically, to halve the wait after a save.
//!
//! `common` and its dependencies are linked once, as a shared library, so that each save of `exercise.rs` relinks
//! the lesson alone; Bevy's `dynamic_linking` does the same. A crate type cannot depend on the platform, so the
//! library is a package of its own, `common-dylib-linux`, and elsewhere than on x86-64 Linux this crate links
//! `common` statically.
//!
//! A lesson's library says `use common_dylib as _;`, which also installs the allocator that limits the memory of
//! a check.

#[cfg(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"))]
use common_dylib_linux as _;

/// Limits the memory of a check; changes nothing otherwise.
#[cfg(not(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu")))]
#[global_allocator]
static MEMORY: common::check::memory::Limited = common::check::memory::Limited;
