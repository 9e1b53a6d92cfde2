//! The Collada loader on small files of our own: what it reads, assumes and refuses.

mod broken;
#[path = "../formats/gltf/digest.rs"]
mod digest;
mod encodings;
mod exporters;
mod materials;
mod mutations;
mod shapes;
mod support;
