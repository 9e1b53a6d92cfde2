//! Limits for untrusted files. Each is far above what real models contain, and keeps a hostile file from taking
//! unbounded time or memory.

pub use crate::loading::limits::{
    MAX_ADDED_KEYS, MAX_ADDRESS_BYTES, MAX_FILE_BYTES, MAX_INSTANCED_CORNERS, MAX_KEYS, MAX_WARNINGS,
};

/// Values in the JSON text: each becomes 32 bytes or more. An object counts as eight, though it may take 80 times as much.
pub const MAX_JSON_VALUES: usize = 4_000_000;

/// Items in one of the file's lists: accessors, meshes, materials and so on.
pub const MAX_ITEMS: usize = 500_000;

/// Nodes.
pub const MAX_NODES: usize = 200_000;

/// Nodes inside nodes.
pub const MAX_DEPTH: usize = crate::loading::limits::MAX_NODE_DEPTH;

/// Bytes that sparse accessors, and accessors without data of their own (which are zeros), make together: a few
/// bytes of text can ask for any number.
pub const MAX_MADE_BYTES: usize = 64 << 20;
