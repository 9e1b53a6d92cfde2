//! Limits for untrusted files that all formats have in common.

/// Bytes in a file, before unpacking.
pub const MAX_FILE_BYTES: u64 = 512 << 20;

/// Corners of faces (and skinned positions) that instances may add to those that the file has itself.
pub const MAX_INSTANCED_CORNERS: usize = 4_000_000;

/// Keys in all clips together, counted for each instance; a moving joint counts as some more.
pub const MAX_KEYS: usize = 8_000_000;

/// Samples of a file's curves, besides its own keys, that adaptive sampling may take.
pub const MAX_ADDED_KEYS: usize = 1_000_000;

/// How often the interval between two keys is halved at most by adaptive sampling.
pub const MAX_HALVINGS: usize = 14;

/// Warnings that are kept; the last one gives the number of the others.
pub const MAX_WARNINGS: usize = 500;
