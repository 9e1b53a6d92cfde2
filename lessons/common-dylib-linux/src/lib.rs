//! `common` and its dependencies as one shared library: see the crate `common-dylib`.

/// Limits the memory of a check; changes nothing otherwise. A program has one allocator, and where it links a Rust
/// shared library, that library must define it.
#[cfg(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"))]
#[global_allocator]
static MEMORY: common::check::memory::Limited = common::check::memory::Limited;
