//! Draws a figure: its meshes skinned on the graphics card, lit, textured.
//!
//! The palette reaches the shader in one of two forms: as a uniform array of [`PALETTE_SIZE`] matrices, the plainest
//! way there is and what lessons write themselves; or in one block of memory, [`ROWS_PALETTE_SIZE`] matrices of three
//! rows. A figure with more joints is cut into batches of triangles that need no more than that each (a triangle needs
//! twelve at most), so that any skin draws with the one shader.
//!
//! A renderer may be told to skin by dual quaternions instead ([`Skinning`]); from either form of palette, they
//! then go to the card in a block of their own.

mod batch;
mod colors;
pub mod culling;
mod drawing;
mod model;
mod morphs;
mod palette;
#[cfg(test)]
mod read_back;
#[cfg(test)]
mod tests;
mod texture;

pub use colors::{LIGHT_SHADER, Programs, colors_beside, has_colors, upload_colors};
pub use culling::{Mirroring, culling};
pub use drawing::{DrawMode, Look, Viewpoint};
pub use model::{ModelRenderer, Skinning, check, drawn_parts};
pub use palette::{PALETTE_SIZE, ROWS_PALETTE_SIZE, ROWS_SHADER};
pub use texture::{Decode, SAMPLER, load_texture, png, read_picture, sampler, upload_texture, white_texture};
