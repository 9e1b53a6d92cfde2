//! `common` and all below it as one shared library: see the crate `linked`.

/// Limits the memory of a check; changes nothing otherwise. A program may have one allocator, and where a
/// shared library is among its parts it must be there.
#[cfg(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"))]
#[global_allocator]
static MEMORY: common::check::memory::Limited = common::check::memory::Limited;
