//! The Collada loader on small files of our own: what it reads, assumes and refuses.

mod archives;
mod banner;
mod broken;
mod curves;
#[path = "../support/dice.rs"]
mod dice;
mod encodings;
mod exporters;
mod files;
mod golden;
mod materials;
mod mutations;
mod shapes;
mod skins;
mod support;

/// Archives, as the loader's own tests make them.
#[path = "../../armature-formats/src/collada/archive/testing.rs"]
mod zip;
