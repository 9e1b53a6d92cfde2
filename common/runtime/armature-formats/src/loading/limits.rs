//! Limits for untrusted files that all formats have in common.

/// Bytes in a file, before unpacking.
pub const MAX_FILE_BYTES: u64 = 512 << 20;

/// Bytes of an address: no system has longer paths, and every material that asks for a picture may say its address again.
/// Data that is written as an address may be longer.
pub const MAX_ADDRESS_BYTES: usize = 4096;

/// Nodes inside nodes. A written document has ten more levels of elements, and at most a thousand.
pub const MAX_NODE_DEPTH: usize = 990;

/// Corners of faces (and skinned positions) that instances may add to those that the file has itself.
pub const MAX_INSTANCED_CORNERS: usize = 4_000_000;

/// About the memory of a vertex: so much of a name counts as a corner.
pub(crate) const BYTES_OF_A_VERTEX: usize = 64;

/// Keys in all clips together, counted for each instance; a moving joint counts as some more.
pub const MAX_KEYS: usize = 8_000_000;

/// Samples of a file's curves, besides its own keys, that adaptive sampling may take.
pub const MAX_ADDED_KEYS: usize = 1_000_000;

/// Numbers of curves that are computed at the file's own keys and between them: keys of a node times its
/// channels, five times; all keys of what a clip plays, and all nodes, once for each clip.
pub const MAX_EVALUATIONS: usize = 250_000_000;

/// Warnings that are kept; the last one gives the number of the others.
pub const MAX_WARNINGS: usize = 500;
