//! The Collada loader on small files of our own: what it reads, assumes and refuses.

mod banner;
mod broken;
mod encodings;
mod exporters;
mod materials;
mod mutations;
mod shapes;
mod skins;
mod support;
