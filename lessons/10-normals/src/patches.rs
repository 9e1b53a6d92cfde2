//! A fragment shader on a few pixels of known surroundings, in a check and in the window.

use crate::probes::{self, Pixels};
use common::check::Probe;
use common::graphics::{Gl, ShaderError, ShaderFile, ShaderSource, Uniforms, patch};
use glam::Vec4;
use glium::texture::{MipmapsOption, RawImage2d, SrgbTexture2d};
use glium::uniforms::SamplerBehavior;

/// The texture of a patch: one pixel, sRGB. All that is drawn in a check is of this colour.
const TEXEL: [u8; 4] = [235, 215, 195, 255];

/// The texture that [`uniforms`] wants.
pub(crate) fn texture(gl: &Gl) -> Result<SrgbTexture2d, String> {
    let image = RawImage2d::from_raw_rgba(TEXEL.to_vec(), (1, 1));
    SrgbTexture2d::with_mipmaps(gl, image, MipmapsOption::NoMipmap).map_err(|e| e.to_string())
}

/// What `phong.frag` is given for these pixels.
pub(crate) fn uniforms<'t>(pixels: &Pixels, texture: &'t SrgbTexture2d) -> Uniforms<'t> {
    Uniforms::new()
        .vec3("u_eye", pixels.eye)
        .vec3("u_to_light", pixels.to_light)
        .vec3("u_lamp", pixels.lamp)
        .vec3("u_ambient", pixels.ambient)
        .vec3("u_diffuse", pixels.diffuse)
        .vec3("u_specular", pixels.specular)
        .float("u_shininess", pixels.shininess)
        .texture("u_texture", texture, SamplerBehavior::default())
}

/// Pixels to try a fragment shader on in the window.
pub(crate) fn samples() -> [Pixels; 4] {
    probes::pixels(&Probe { seed: 10, index: 0 })
}

/// What a fragment shader makes of these pixels.
pub(crate) fn colors(
    gl: &Gl,
    fragment: ShaderFile,
    pixels: &Pixels,
    texture: &SrgbTexture2d,
) -> Result<Vec<Vec4>, ShaderError> {
    let source = ShaderSource::read(fragment)?;
    Ok(patch::draw(gl, &source, &uniforms(pixels, texture), &pixels.corners)?.colors)
}
