//! The glTF loader on small files of our own: what it reads, what it assumes, what it refuses.

mod animation;
mod broken;
mod files;
mod materials;
mod meshes;
mod morphs;
mod mutations;
mod skins;
mod support;
