//! Draws figures of one model, one or a thousand: their meshes skinned on the graphics card, lit, textured.
//!
//! # What the shader reads
//! Palettes lie in a texture, three texels an entry, so that neither the number of joints nor that of figures has a
//! limit of its own. Texels are RGBA32F and form a list: texel `i` is at x = `i % width`, y = `i / width`, and is read
//! with `texelFetch`, which filters nothing. Those of an entry begin at `(figure * joints + joint) * 3`: the rows of
//! `model_from_mesh` ([`Affine3x4`](armature::math::Affine3x4)), or a real part, a dual part and a scale
//! ([`Skinning`]). `joints` are the bindings of all skins of the model, one skin behind the other. What else differs
//! between figures reaches the shader as attributes that advance once a figure: [`FigureInstance`].

pub mod culling;
mod drawing;
mod instance;
mod model;
#[cfg(test)]
mod read_back;
#[cfg(test)]
mod tests;
mod texels;
mod texture;

pub use culling::{Mirroring, culling};
pub use drawing::{DrawMode, Look, Viewpoint};
pub use instance::FigureInstance;
pub use model::{FIGURE_SHADER, LIGHT_SHADER, ModelRenderer, Skinning, check};
pub use texels::TexelTexture;
pub use texture::{CLAMPED, Decode, SAMPLER, load_texture, png, read_picture, sampler, upload_texture, white_texture};
