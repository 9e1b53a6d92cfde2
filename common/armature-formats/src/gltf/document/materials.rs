//! Materials, and the pictures that exist: in buffers, in the text, or in the model's own folder.

use crate::gltf::{
    accessors::Accessors,
    buffers::embedded,
    json::Item,
    limits::{MAX_ADDRESS_BYTES, MAX_MADE_BYTES},
};
use crate::loading::{Error, files::Files};
use armature::model::{Material, Opacity, Sampling, Texture, Wrap};
use glam::{Affine2, Mat2, Vec2, Vec3, Vec4};

/// Mapping of a picture onto a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextureUse {
    /// The set of texture coordinates.
    pub set: usize,
    /// Applied to the texture coordinates as the file has them, v downward.
    pub transform: Affine2,
}

/// A material.
#[derive(Clone, Debug, PartialEq)]
pub struct MaterialData {
    /// The material as it is drawn.
    pub material: Material,
    /// Mapping of its picture.
    pub texture: Option<TextureUse>,
}

const ALPHA_MODES: [(&str, ()); 3] = [("OPAQUE", ()), ("MASK", ()), ("BLEND", ())];

/// All materials. `name` is the file's; `files` are those beside the model.
pub(super) fn read(
    root: &Item<'_>,
    accessors: &Accessors,
    name: &str,
    files: Files<'_>,
) -> Result<Vec<MaterialData>, Error> {
    let images = root.objects("images", |item| {
        Ok(match item.get("uri")? {
            Some(address) => Image::Address(address),
            None => Image::View(item.need_index("bufferView", "bufferViews")?),
        })
    })?;
    let found = vec![None; images.len()];
    let left = accessors.bytes() + MAX_MADE_BYTES;
    let mut pictures = Pictures { accessors, name, files, images, found, left };
    let samplers = root.objects("samplers", |item| sampling(&item))?;
    let textures = root.objects("textures", |item| {
        let sampler = item.index("sampler", "samplers")?;
        let sampling = sampler.map_or(Sampling::default(), |index| samplers[index]);
        // Beside a picture of another kind, for programs that do not read it.
        let webp = item.extension("EXT_texture_webp")?.map_or(Ok(None), |webp| webp.index("source", "images"));
        Ok((item.index("source", "images")?.or(webp?), sampling))
    })?;
    root.objects("materials", |item| {
        let metal = item.object("pbrMetallicRoughness")?;
        let gloss = item.extension("KHR_materials_pbrSpecularGlossiness")?;
        let (base, color, texture) = match (gloss, metal) {
            (Some(gloss), _) => (Some(gloss), "diffuseFactor", "diffuseTexture"),
            (None, metal) => (metal, "baseColorFactor", "baseColorTexture"),
        };
        let plain = Material::default();
        let mut diffuse = Vec4::ONE;
        let mut used = None;
        let mut texture_found = None;
        let mut sampling = plain.sampling;
        if let Some(base) = base {
            diffuse = encoded(base.vector(color)?.map_or(Vec4::ONE, Vec4::from));
            if let Some(of) = base.object(texture)? {
                let image;
                (image, sampling) = textures[of.need_index("index", "textures")?];
                used = Some(texture_use(&of)?);
                texture_found = image
                    .map_or_else(
                        || Err("its picture is of a kind that is not read here".into()),
                        |image| pictures.get(image),
                    )
                    .unwrap_or_else(|why| {
                        item.warn("", format!("{why}: drawn in grey"));
                        diffuse = plain.diffuse.truncate().extend(diffuse.w);
                        None
                    });
            }
        }
        let cutoff = item.get("alphaCutoff")?.unwrap_or(0.5);
        let mode = item.choice("alphaMode", &ALPHA_MODES)?.map_or("OPAQUE", |(mode, ())| mode);
        let (opacity, alpha) = match mode {
            // Compared with the product of all alphas: the material's own goes to the other side.
            "MASK" if cutoff > 0.0 => (Opacity::Mask((cutoff / diffuse.w).min(f32::MAX)), 1.0),
            "BLEND" => (Opacity::Blend, diffuse.w),
            _ => (Opacity::Opaque, 1.0),
        };
        let unlit = item.extension("KHR_materials_unlit")?.is_some();
        let mut emission = item.vector("emissiveFactor")?.map_or(Vec3::ZERO, Vec3::from);
        let mut emission_texture = None;
        if unlit {
            emission = Vec3::ZERO;
        } else if let Some(of) = item.object("emissiveTexture")? {
            let (image, own) = textures[of.need_index("index", "textures")?];
            let lies = texture_use(&of)?;
            if used.is_none() {
                (used, sampling) = (Some(lies), own);
            }
            let found = match image {
                _ if used != Some(lies) => {
                    Err("it has other texture coordinates than the picture of its colour".into())
                }
                Some(image) => pictures.get(image),
                None => Err("it is of a kind that is not read here".into()),
            };
            emission_texture = found.unwrap_or_else(|why| {
                item.warn("", format!("a picture of what shines by itself: {why}: left out"));
                None
            });
            if emission_texture.is_none() {
                emission = Vec3::ZERO;
            }
        }
        let material = Material {
            name: item.name()?,
            diffuse: diffuse.truncate().extend(alpha),
            emission: encoded(emission.extend(1.0)).truncate(),
            texture: texture_found,
            emission_texture,
            sampling,
            opacity,
            double_sided: item.get("doubleSided")?.unwrap_or(false),
            unlit,
            ..plain
        };
        Ok(MaterialData { material, texture: used })
    })
}

/// Reads the sampling by OpenGL's numbers; an unknown number repeats, as a missing one does.
fn sampling(item: &Item<'_>) -> Result<Sampling, Error> {
    let wrap = [item.get::<usize>("wrapS")?, item.get("wrapT")?].map(|mode| match mode {
        Some(33071) => Wrap::Clamp,
        Some(33648) => Wrap::Mirror,
        _ => Wrap::Repeat,
    });
    Ok(Sampling { wrap, square: item.get::<usize>("magFilter")? == Some(9728) })
}

fn texture_use(item: &Item<'_>) -> Result<TextureUse, Error> {
    let mut used = TextureUse { set: item.get("texCoord")?.unwrap_or(0), transform: Affine2::IDENTITY };
    if let Some(moved) = item.extension("KHR_texture_transform")? {
        let offset = moved.vector("offset")?.map_or(Vec2::ZERO, Vec2::from);
        let scale = moved.vector("scale")?.map_or(Vec2::ONE, Vec2::from);
        // The extension's angle turns counter-clockwise in a picture whose v points down.
        let angle = -moved.get("rotation")?.unwrap_or(0.0);
        let turned = Mat2::from_angle(angle) * Mat2::from_diagonal(scale);
        used.transform = Affine2::from_mat2_translation(turned, offset);
        used.set = moved.get("texCoord")?.unwrap_or(used.set);
    }
    Ok(used)
}

enum Image<'a> {
    /// A buffer view.
    View(usize),
    /// A file beside the model, or the text as base64.
    Address(&'a str),
}

struct Pictures<'a> {
    accessors: &'a Accessors,
    name: &'a str,
    files: Files<'a>,
    images: Vec<Image<'a>>,
    /// Result of each image, so far.
    found: Vec<Option<Result<Option<Texture>, String>>>,
    /// Bytes that may still be copied: images may have the same ones.
    left: usize,
}

impl Pictures<'_> {
    /// `None` if no other files are read. The error is why there is none, for people.
    fn get(&mut self, image: usize) -> Result<Option<Texture>, String> {
        if self.found[image].is_none() {
            self.found[image] = Some(self.find(image));
        }
        self.found[image].clone().unwrap_or(Ok(None))
    }

    fn find(&mut self, image: usize) -> Result<Option<Texture>, String> {
        let (decoded, view);
        let bytes: &[u8] = match self.images[image] {
            Image::View(index) => {
                view = self.accessors.view(index).map_err(|error| error.message)?;
                view
            }
            Image::Address(address) => match address.strip_prefix("data:") {
                Some(data) => {
                    decoded = embedded(data)?;
                    &decoded
                }
                None => return self.file(address),
            },
        };
        self.left = self.left.checked_sub(bytes.len()).ok_or("its pictures are too large together")?;
        let name = format!("{}/images/{image}", self.name).into();
        Ok(Some(Texture::Bytes { name, bytes: bytes.into() }))
    }

    fn file(&self, address: &str) -> Result<Option<Texture>, String> {
        if address.len() > MAX_ADDRESS_BYTES {
            return Err(format!("a picture with an address of {} bytes", address.len()));
        }
        let picture = self.files.picture(self.name, address);
        picture.map_err(|shown| format!("no picture \"{shown}\" beside the model"))
    }
}

/// A linear colour as materials have it: sRGB-encoded, its opacity unchanged; from 0 to 1.
pub(in crate::gltf) fn encoded(linear: Vec4) -> Vec4 {
    let [r, g, b] = linear.truncate().to_array().map(|number| {
        let encoded = if number <= 0.003_130_8 { number * 12.92 } else { 1.055 * number.powf(1.0 / 2.4) - 0.055 };
        if number >= 1.0 { 1.0 } else { encoded.max(0.0) }
    });
    Vec4::new(r, g, b, linear.w.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_encoded() {
        let got = encoded(Vec4::new(0.0, 0.214_041, 2.0, 0.5));
        assert!(got.abs_diff_eq(Vec4::new(0.0, 0.5, 1.0, 0.5), 1e-4), "{got}");
        assert!((encoded(Vec4::splat(0.002)).x - 0.025_84).abs() < 1e-5);
    }
}
