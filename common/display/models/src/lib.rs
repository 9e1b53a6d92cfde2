//! Models of files on the screen: their textures, skinning by the processor, crowds, and what lessons share that draw them.

pub mod collada_file;
pub mod crowd;
pub mod pictures;
mod renderer;

pub use renderer::ActorRenderer;
