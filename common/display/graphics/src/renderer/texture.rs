//! Textures, from files beside the model or out of its archive.

use crate::{Gl, Picture};
use armature::model::{Opacity, Sampling, Texture, Wrap};
use glium::{
    CapabilitiesSource,
    texture::{MipmapsOption, SrgbTexture2d},
    uniforms::{MagnifySamplerFilter, MinifySamplerFilter, SamplerBehavior, SamplerWrapFunction},
};
use std::collections::{HashMap, hash_map::Entry};
use std::path::Path;

/// A file that is larger is no texture, beside the model or in an archive.
const MAX_FILE_BYTES: u64 = 256 << 20;

/// Decodes the bytes of a picture. The ending of its name tells what has no magic number.
pub type Decode = fn(bytes: &[u8], name: &Path) -> Result<Picture, String>;

/// The [`Decode`] that reads PNG alone, as all pictures of the lessons are; `models` has one for the pictures of any file.
///
/// # Errors
/// If the bytes are no PNG.
pub fn png(bytes: &[u8], _: &Path) -> Result<Picture, String> {
    Picture::decode_png(bytes)
}

/// How surfaces are sampled: repeated, and smooth from near and far.
pub const SAMPLER: SamplerBehavior = SamplerBehavior {
    wrap_function: (SamplerWrapFunction::Repeat, SamplerWrapFunction::Repeat, SamplerWrapFunction::Repeat),
    minify_filter: MinifySamplerFilter::LinearMipmapLinear,
    magnify_filter: MagnifySamplerFilter::Linear,
    depth_texture_comparison: None,
    max_anisotropy: 1,
};

/// [`SAMPLER`] for what ends at the picture's edge.
pub const CLAMPED: SamplerBehavior = SamplerBehavior {
    wrap_function: (SamplerWrapFunction::Clamp, SamplerWrapFunction::Clamp, SamplerWrapFunction::Clamp),
    ..SAMPLER
};

/// The sampler of a material.
pub fn sampler(sampling: Sampling) -> SamplerBehavior {
    let [u, v] = sampling.wrap.map(|wrap| match wrap {
        Wrap::Repeat => SamplerWrapFunction::Repeat,
        Wrap::Mirror => SamplerWrapFunction::Mirror,
        Wrap::Clamp => SamplerWrapFunction::Clamp,
    });
    let near = MagnifySamplerFilter::Nearest;
    SamplerBehavior {
        wrap_function: (u, v, SamplerWrapFunction::Repeat),
        magnify_filter: if sampling.square { near } else { SAMPLER.magnify_filter },
        ..SAMPLER
    }
}

/// The textures of a model while it is uploaded, each once.
pub(super) struct Textures<'m> {
    gl: &'m Gl,
    decode: Decode,
    /// Indices into `uploaded`; a texture whose alpha means nothing is one of its own.
    known: HashMap<(&'m Texture, bool), usize>,
    /// The first is white.
    pub(super) uploaded: Vec<SrgbTexture2d>,
    pub(super) warnings: Vec<String>,
}

impl<'m> Textures<'m> {
    /// # Errors
    /// As [`white_texture`].
    pub(super) fn new(gl: &'m Gl, decode: Decode) -> Result<Self, String> {
        let uploaded = vec![white_texture(gl)?];
        Ok(Textures { gl, decode, known: HashMap::new(), uploaded, warnings: Vec::new() })
    }

    /// Returns the index of a texture, which is uploaded unless it is known; without a texture that of the white one.
    pub(super) fn index_of(&mut self, texture: Option<&'m Texture>, opacity: Opacity) -> Result<usize, String> {
        let Some(texture) = texture else { return Ok(0) };
        match self.known.entry((texture, opacity == Opacity::OfColor)) {
            Entry::Occupied(index) => Ok(*index.get()),
            Entry::Vacant(new) => {
                let (uploaded, note) = load_texture(self.gl, texture, opacity, self.decode)?;
                self.warnings.extend(note);
                self.uploaded.push(uploaded);
                Ok(*new.insert(self.uploaded.len() - 1))
            }
        }
    }
}

/// Uploads a texture. A file that cannot be read becomes a checkerboard, with a note. If the
/// material does not define what alpha means, a picture whose alpha hides every pixel is made opaque, with a note.
///
/// # Errors
/// If the graphics memory is full: the driver's message.
pub fn load_texture(
    gl: &Gl,
    texture: &Texture,
    opacity: Opacity,
    decode: Decode,
) -> Result<(SrgbTexture2d, Option<String>), String> {
    let read = read_picture(texture, decode).and_then(|picture| {
        let most = gl.get_capabilities().max_texture_size.max(1) as u32;
        if picture.width.max(picture.height) > most {
            return Err(format!("the graphics driver takes {most} pixels a side at most"));
        }
        Ok(picture)
    });
    match read {
        Ok(mut picture) => {
            let unseen = opacity == Opacity::OfColor && opaque_if_unseen(&mut picture);
            let note = unseen.then(|| format!("{texture}: the texture is transparent everywhere: drawn opaque"));
            Ok((upload_texture(gl, &picture)?, note))
        }
        Err(reason) => {
            let note = format!("{texture}: no texture: {reason}: a checkerboard instead");
            Ok((upload_texture(gl, &checkerboard())?, Some(note)))
        }
    }
}

/// A single white pixel, for surfaces without a texture.
///
/// # Errors
/// If the graphics memory is full: the driver's message.
pub fn white_texture(gl: &Gl) -> Result<SrgbTexture2d, String> {
    upload_texture(gl, &Picture::filled(1, 1, [255; 4]))
}

/// Uploads a picture.
///
/// # Errors
/// If the graphics memory is full: the driver's message.
pub fn upload_texture(gl: &Gl, picture: &Picture) -> Result<SrgbTexture2d, String> {
    SrgbTexture2d::with_mipmaps(gl, picture.bottom_up(), MipmapsOption::AutoGeneratedMipmaps)
        .map_err(|error| error.to_string())
}

/// Reads and decodes a texture from its file or from the bytes of an archive.
///
/// # Errors
/// If there is no such file, it is too large, or `decode` cannot read it.
pub fn read_picture(texture: &Texture, decode: Decode) -> Result<Picture, String> {
    match texture {
        Texture::File(path) => {
            let about = std::fs::metadata(path).map_err(|error| error.to_string())?;
            if !about.is_file() {
                return Err("not a file".into()); // a device or a pipe might never end
            }
            check_size(about.len())?;
            decode(&std::fs::read(path).map_err(|error| error.to_string())?, path)
        }
        Texture::Bytes { name, bytes } => {
            check_size(bytes.len() as u64)?;
            decode(bytes, Path::new(&**name))
        }
    }
}

fn check_size(bytes: u64) -> Result<(), String> {
    if bytes > MAX_FILE_BYTES {
        return Err(format!("larger than {} MiB", MAX_FILE_BYTES >> 20));
    }
    Ok(())
}

/// Makes a picture opaque if its alpha channel hides every pixel, and returns whether it did: such a channel means
/// something else to the program that wrote the file.
fn opaque_if_unseen(picture: &mut Picture) -> bool {
    let pixels = picture.rgba.as_chunks_mut::<4>().0;
    let unseen = pixels.iter().all(|pixel| pixel[3] < 128);
    if unseen {
        for pixel in pixels {
            pixel[3] = 255;
        }
    }
    unseen
}

/// Eight by eight squares in two greys: plainly no texture, and shows how one would lie.
fn checkerboard() -> Picture {
    const SQUARES: u32 = 8;
    const SQUARE: u32 = 16;
    let side = SQUARES * SQUARE;
    let rgba = (0..side * side).flat_map(|i| {
        let dark = (i % side / SQUARE + i / side / SQUARE).is_multiple_of(2);
        if dark { [96, 96, 104, 255] } else { [200, 200, 204, 255] }
    });
    Picture { width: side, height: side, rgba: rgba.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fourth_channel_that_hides_all_is_left_out() {
        let mut hidden = Picture::filled(2, 2, [1, 2, 3, 0]);
        assert!(opaque_if_unseen(&mut hidden));
        assert_eq!(hidden, Picture::filled(2, 2, [1, 2, 3, 255]));
        let mut partly = Picture::filled(2, 2, [1, 2, 3, 0]);
        partly.rgba[3] = 255;
        assert!(!opaque_if_unseen(&mut partly));
    }
}
