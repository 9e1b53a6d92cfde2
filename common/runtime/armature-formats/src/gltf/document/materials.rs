//! Materials, and the pictures that exist: in buffers, in the text, or in the model's own folder.

use crate::gltf::{
    accessors::Accessors,
    buffers::decode_data,
    json::Item,
    limits::{MAX_ADDRESS_BYTES, MAX_MADE_BYTES},
};
use crate::loading::{
    Error,
    address::embedded_data,
    balance::{Kind, MATERIALS, REPORTED},
    files::Files,
};
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

/// A picture, with the reason why it is not in the model.
type Counted = (String, Option<&'static str>);

const TEXTURES: Kind = ("texture", "textures");
const SAMPLERS: Kind = ("sampler", "samplers");
const SOURCE: Kind = ("texture's source", "");

/// Reads all materials, and counts the pictures. `name` is the file's name; `files` are the files beside the model.
pub(super) fn read_materials(
    root: &Item<'_>,
    accessors: &Accessors,
    name: &str,
    files: Files<'_>,
) -> Result<(Vec<MaterialData>, Vec<Counted>), Error> {
    let (images, names) = read_images(root)?;
    let loaded = vec![None; images.len()];
    let left = accessors.bytes() + MAX_MADE_BYTES;
    let mut pictures = Pictures { accessors, name, files, images, loaded, left };
    let samplers = root.objects("samplers", |item| read_sampling(&item))?;
    let textures = root.objects("textures", |item| {
        let sampler = item.part(SAMPLERS, item.index("sampler", "samplers"))?.flatten();
        let sampling = sampler.map_or(Sampling::default(), |index| samplers[index]);
        // The other picture is for programs that do not read WebP.
        let webp = item.extension("EXT_texture_webp")?.map_or(Ok(None), |webp| webp.index("source", "images"));
        Ok((item.part(SOURCE, item.index("source", "images"))?.flatten().or(webp?), sampling))
    })?;
    let mut read_material = |item: &Item<'_>| {
        let metal = item.object("pbrMetallicRoughness")?;
        let gloss = item.extension("KHR_materials_pbrSpecularGlossiness")?;
        let (base, color, texture) = match (gloss, metal) {
            (Some(gloss), _) => (Some(gloss), "diffuseFactor", "diffuseTexture"),
            (None, metal) => (metal, "baseColorFactor", "baseColorTexture"),
        };
        let plain = Material::default();
        let mut diffuse = Vec4::ONE;
        let mut mapping = None;
        let mut picture = None;
        let mut sampling = plain.sampling;
        if let Some(base) = base {
            diffuse = encode_srgb(base.vector(color)?.map_or(Vec4::ONE, Vec4::from));
            if let Some((texture, index)) = read_use(&base, texture)? {
                let image;
                (image, sampling) = textures[index];
                mapping = Some(read_mapping(&texture)?);
                let result = match image {
                    Some(image) => pictures.get(image),
                    None => Err("its picture is of a kind that is not read here".into()),
                };
                picture = result.unwrap_or_else(|reason| {
                    item.warn("", format!("{reason}: drawn in grey"));
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
        } else if let Some((texture, index)) = read_use(item, "emissiveTexture")? {
            let (image, emission_sampling) = textures[index];
            let emission_mapping = read_mapping(&texture)?;
            if mapping.is_none() {
                mapping = Some(emission_mapping);
                sampling = emission_sampling;
            }
            let result = match image {
                _ if mapping != Some(emission_mapping) => {
                    Err("it has other texture coordinates than the picture of its colour".into())
                }
                Some(image) => pictures.get(image),
                None => Err("it is of a kind that is not read here".into()),
            };
            emission_texture = result.unwrap_or_else(|reason| {
                item.warn("", format!("a picture of what shines by itself: {reason}: left out"));
                None
            });
            if emission_texture.is_none() {
                emission = Vec3::ZERO;
            }
        }
        let material = Material {
            name: item.name()?,
            diffuse: diffuse.truncate().extend(alpha),
            emission: encode_srgb(emission.extend(1.0)).truncate(),
            texture: picture,
            emission_texture,
            sampling,
            opacity,
            double_sided: item.get("doubleSided")?.unwrap_or(false),
            unlit,
            ..plain
        };
        Ok(MaterialData { material, texture: mapping })
    };
    let materials = root.objects("materials", |item| {
        let material = item.part(MATERIALS, read_material(&item))?;
        Ok(material.unwrap_or_else(|| MaterialData { material: Material::default(), texture: None }))
    })?;
    Ok((materials, count_pictures(names, &pictures)))
}

/// Reads where pictures are, and their names.
fn read_images<'a>(root: &Item<'a>) -> Result<(Vec<Image<'a>>, Vec<String>), Error> {
    let mut names = Vec::new();
    let images = root.objects("images", |item| {
        names.push(item.name()?);
        Ok(match item.get("uri")? {
            Some(address) => Image::Address(address),
            None => Image::View(item.need_index("bufferView", "bufferViews")?),
        })
    })?;
    Ok((images, names))
}

/// Returns the pictures by their names, each with the reason why it is not in the model.
fn count_pictures(names: Vec<String>, pictures: &Pictures<'_>) -> Vec<Counted> {
    let reasons = pictures.loaded.iter().map(|picture| match picture {
        Some(Ok(Some(_))) => None,
        Some(_) => Some(REPORTED),
        None => Some("neither of a colour nor of what shines, which alone are drawn"),
    });
    names.into_iter().zip(reasons).collect()
}

/// Reads which texture a material uses: the object with its mapping, and its number.
fn read_use<'a>(item: &Item<'a>, key: &str) -> Result<Option<(Item<'a>, usize)>, Error> {
    let read = item.object(key).and_then(|texture| {
        let Some(texture) = texture else { return Ok(None) };
        let index = texture.need_index("index", "textures")?;
        Ok(Some((texture, index)))
    });
    Ok(item.part(TEXTURES, read)?.flatten())
}

/// Reads wrapping and filter of a sampler from OpenGL's numbers. Unknown and missing numbers repeat.
fn read_sampling(item: &Item<'_>) -> Result<Sampling, Error> {
    let wrap = [item.get::<usize>("wrapS")?, item.get("wrapT")?].map(|mode| match mode {
        Some(33071) => Wrap::Clamp,
        Some(33648) => Wrap::Mirror,
        _ => Wrap::Repeat,
    });
    Ok(Sampling { wrap, square: item.get::<usize>("magFilter")? == Some(9728) })
}

fn read_mapping(item: &Item<'_>) -> Result<TextureUse, Error> {
    let mut mapping = TextureUse { set: item.get("texCoord")?.unwrap_or(0), transform: Affine2::IDENTITY };
    if let Some(moved) = item.extension("KHR_texture_transform")? {
        let offset = moved.vector("offset")?.map_or(Vec2::ZERO, Vec2::from);
        let scale = moved.vector("scale")?.map_or(Vec2::ONE, Vec2::from);
        // The extension's angle turns counter-clockwise in a picture whose v points down.
        let angle = -moved.get("rotation")?.unwrap_or(0.0);
        let turned = Mat2::from_angle(angle) * Mat2::from_diagonal(scale);
        mapping.transform = Affine2::from_mat2_translation(turned, offset);
        mapping.set = moved.get("texCoord")?.unwrap_or(mapping.set);
    }
    Ok(mapping)
}

enum Image<'a> {
    /// A buffer view.
    View(usize),
    /// The address of a file beside the model, or data as base64.
    Address(&'a str),
}

/// The pictures of a file, each loaded on first use.
struct Pictures<'a> {
    accessors: &'a Accessors,
    name: &'a str,
    files: Files<'a>,
    images: Vec<Image<'a>>,
    /// Result of each image that has been used.
    loaded: Vec<Option<Result<Option<Texture>, String>>>,
    /// Bytes that may still be copied: images may share theirs.
    left: usize,
}

impl Pictures<'_> {
    /// Returns the picture of an image; `None` where no other files are read. The error is the reason, for people.
    fn get(&mut self, image: usize) -> Result<Option<Texture>, String> {
        if self.loaded[image].is_none() {
            self.loaded[image] = Some(self.load(image));
        }
        self.loaded[image].clone().unwrap_or(Ok(None))
    }

    /// Copies a picture from a buffer or the text, or finds its file.
    fn load(&mut self, image: usize) -> Result<Option<Texture>, String> {
        let (decoded, view);
        let bytes: &[u8] = match self.images[image] {
            Image::View(index) => {
                view = self.accessors.view_bytes(index).map_err(|error| error.message)?;
                view
            }
            Image::Address(address) => match embedded_data(address) {
                Some(data) => {
                    decoded = decode_data(data)?;
                    &decoded
                }
                None => return self.find_file(address),
            },
        };
        self.left = self.left.checked_sub(bytes.len()).ok_or("its pictures are too large together")?;
        let name = format!("{}/images/{image}", self.name).into();
        Ok(Some(Texture::Bytes { name, bytes: bytes.into() }))
    }

    fn find_file(&self, address: &str) -> Result<Option<Texture>, String> {
        if address.len() > MAX_ADDRESS_BYTES {
            return Err(format!("a picture with an address of {} bytes", address.len()));
        }
        let picture = self.files.picture(self.name, address);
        picture.map_err(|address| format!("no picture \"{address}\" beside the model"))
    }
}

/// Encodes a linear colour as sRGB, from 0 to 1. The opacity is only clamped.
pub(in crate::gltf) fn encode_srgb(linear: Vec4) -> Vec4 {
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
        let got = encode_srgb(Vec4::new(0.0, 0.214_041, 2.0, 0.5));
        assert!(got.abs_diff_eq(Vec4::new(0.0, 0.5, 1.0, 0.5), 1e-4), "{got}");
        assert!((encode_srgb(Vec4::splat(0.002)).x - 0.025_84).abs() < 1e-5);
    }
}
