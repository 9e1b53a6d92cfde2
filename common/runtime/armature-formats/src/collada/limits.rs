//! Limits for untrusted files. Each is far above what real models contain, and keeps a hostile file from taking
//! unbounded time or memory.

pub use crate::loading::limits::{
    MAX_ADDED_KEYS, MAX_ADDRESS_BYTES, MAX_EVALUATIONS, MAX_FILE_BYTES, MAX_INSTANCED_CORNERS, MAX_KEYS,
    MAX_NODE_DEPTH, MAX_WARNINGS,
};

/// Elements inside elements. Also bounds how long a walk from a node up to its root can be.
pub const MAX_DEPTH: usize = 1_000;

/// Bytes in one tag, attributes included: finding duplicate attributes takes the square of their number.
pub const MAX_TAG_BYTES: usize = 64 << 10;

/// Attributes in one tag, for the same reason.
pub const MAX_ATTRIBUTES: usize = 256;

/// Namespaces that are in force at one place: each element that declares one copies the list.
pub const MAX_NAMESPACES: usize = 64;

/// XML nodes (elements, texts, comments) in a file.
pub const MAX_XML_NODES: u32 = 8_000_000;

/// Elements of each of the kinds that make things: animations, clips, materials, geometries.
pub const MAX_ITEMS: usize = 500_000;

/// Nodes in the scene once every `<instance_node>` is followed: a few lines can ask for 2^40.
pub const MAX_NODE_INSTANCES: usize = 200_000;

/// Joint places in all skins together, counted for each instance.
pub const MAX_BINDINGS: usize = 1_000_000;

/// Transform elements of one node.
pub const MAX_TRANSFORMS: usize = 256;

/// Inputs of one primitive.
pub const MAX_INPUTS: usize = 64;

/// Offset of an input: no exporter writes as many indices for a corner.
pub const MAX_OFFSET: usize = 255;

/// Corners of faces that are cut into triangles, squared, all such faces together: the work grows with the square. Every
/// face counts as eight corners more than it has.
pub const MAX_CUT_CORNERS_SQUARED: usize = 64_000_000;

/// Keys, in all clips together, that are written into a file: each is some 150 bytes of text.
pub const MAX_WRITTEN_KEYS: usize = 2_000_000;
