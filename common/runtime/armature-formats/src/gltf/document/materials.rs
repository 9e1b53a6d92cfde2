//! Materials, and the pictures that exist: in buffers, in the text, or in the model's own folder.

use crate::gltf::{
    accessors::Accessors,
    buffers::decode_data,
    json::Item,
    limits::{MAX_ADDRESS_BYTES, MAX_MADE_BYTES},
};
use crate::loading::{
    Error, Reason,
    address::embedded_data,
    balance::{Kind, MATERIALS},
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
type Counted = (String, Option<Reason>);

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
    let pictures = Pictures { accessors, name, files, images, loaded, left };
    let samplers = root.objects("samplers", |item| read_sampling(&item))?;
    let textures = root.objects("textures", |item| {
        let sampler = item.part(SAMPLERS, item.index("sampler", "samplers"))?.flatten();
        let sampling = sampler.map_or(Sampling::default(), |index| samplers[index]);
        // The other picture is for programs that do not read WebP.
        let webp = item.extension("EXT_texture_webp")?.map_or(Ok(None), |webp| webp.index("source", "images"));
        Ok((item.part(SOURCE, item.index("source", "images"))?.flatten().or(webp?), sampling))
    })?;
    let mut reader = MaterialReader { pictures, textures };
    let materials = root.objects("materials", |item| {
        let material = item.part(MATERIALS, reader.read(&item))?;
        Ok(material.unwrap_or_else(|| MaterialData { material: Material::default(), texture: None }))
    })?;
    Ok((materials, count_pictures(names, &reader.pictures)))
}

/// Reads materials, with the pictures and textures of their file.
struct MaterialReader<'a> {
    pictures: Pictures<'a>,
    /// The image of each texture, `None` for one of a kind that is not read, and how it is sampled.
    textures: Vec<(Option<usize>, Sampling)>,
}

/// Colour of a surface, encoded, and its picture.
struct Colored {
    diffuse: Vec4,
    picture: Option<Texture>,
    /// Mapping and sampling of the picture, also of one that could not be read.
    texture: Option<(TextureUse, Sampling)>,
}

/// Colour of what shines by itself, linear, and its picture.
#[derive(Default)]
struct Emission {
    color: Vec3,
    picture: Option<Texture>,
    texture: Option<(TextureUse, Sampling)>,
}

impl MaterialReader<'_> {
    fn read(&mut self, item: &Item<'_>) -> Result<MaterialData, Error> {
        let colored = self.read_color(item)?;
        let (opacity, alpha) = read_opacity(item, colored.diffuse.w)?;
        let unlit = item.extension("KHR_materials_unlit")?.is_some();
        let mapping = colored.texture.map(|(mapping, _)| mapping);
        let emission = if unlit { Emission::default() } else { self.read_emission(item, mapping)? };
        let texture = colored.texture.or(emission.texture);
        let plain = Material::default();
        let material = Material {
            name: item.name()?,
            diffuse: colored.diffuse.truncate().extend(alpha),
            emission: encode_srgb(emission.color.extend(1.0)).truncate(),
            texture: colored.picture,
            emission_texture: emission.picture,
            sampling: texture.map_or(plain.sampling, |(_, sampling)| sampling),
            opacity,
            double_sided: item.get("doubleSided")?.unwrap_or(false),
            unlit,
            ..plain
        };
        Ok(MaterialData { material, texture: texture.map(|(mapping, _)| mapping) })
    }

    fn read_color(&mut self, item: &Item<'_>) -> Result<Colored, Error> {
        let metal = item.object("pbrMetallicRoughness")?;
        let gloss = item.extension("KHR_materials_pbrSpecularGlossiness")?;
        let (base, color, texture) = match (gloss, metal) {
            (Some(gloss), _) => (Some(gloss), "diffuseFactor", "diffuseTexture"),
            (None, metal) => (metal, "baseColorFactor", "baseColorTexture"),
        };
        let mut colored = Colored { diffuse: Vec4::ONE, picture: None, texture: None };
        let Some(base) = base else { return Ok(colored) };
        colored.diffuse = encode_srgb(base.vector(color)?.map_or(Vec4::ONE, Vec4::from));
        let Some((texture, index)) = read_use(&base, texture)? else { return Ok(colored) };
        let (image, sampling) = self.textures[index];
        colored.texture = Some((read_mapping(&texture)?, sampling));
        let picture = match image {
            Some(image) => self.pictures.get(image),
            None => Err("its picture is of a kind that is not read here".into()),
        };
        colored.picture = picture.unwrap_or_else(|reason| {
            item.warn("", format!("{reason}: drawn in grey"));
            colored.diffuse = Material::default().diffuse.truncate().extend(colored.diffuse.w);
            None
        });
        Ok(colored)
    }

    /// Reads what shines by itself. Its picture has the texture coordinates of the colour's picture, if there is one.
    fn read_emission(&mut self, item: &Item<'_>, mapping: Option<TextureUse>) -> Result<Emission, Error> {
        let color = item.vector("emissiveFactor")?.map_or(Vec3::ZERO, Vec3::from);
        let Some((texture, index)) = read_use(item, "emissiveTexture")? else {
            return Ok(Emission { color, ..Emission::default() });
        };
        let (image, sampling) = self.textures[index];
        let own = read_mapping(&texture)?;
        let picture = match image {
            _ if mapping.is_some_and(|mapping| mapping != own) => {
                Err("it has other texture coordinates than the picture of its colour".into())
            }
            Some(image) => self.pictures.get(image),
            None => Err("it is of a kind that is not read here".into()),
        };
        let picture = picture.unwrap_or_else(|reason| {
            item.warn("", format!("a picture of what shines by itself: {reason}: left out"));
            None
        });
        let color = if picture.is_some() { color } else { Vec3::ZERO };
        Ok(Emission { color, picture, texture: Some((own, sampling)) })
    }
}

/// Reads how a surface covers what is behind it, and its opacity, where `alpha` is that of its colour.
fn read_opacity(item: &Item<'_>, alpha: f32) -> Result<(Opacity, f32), Error> {
    let cutoff = item.get("alphaCutoff")?.unwrap_or(0.5);
    let mode = item.choice("alphaMode", &ALPHA_MODES)?.map_or("OPAQUE", |(mode, ())| mode);
    Ok(match mode {
        // Compared with the product of all alphas: the material's own goes to the other side.
        "MASK" if cutoff > 0.0 => (Opacity::Mask((cutoff / alpha).min(f32::MAX)), 1.0),
        "BLEND" => (Opacity::Blend, alpha),
        _ => (Opacity::Opaque, 1.0),
    })
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
        Some(_) => Some(Reason::Reported),
        None => Some(Reason::OtherPicture),
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
                view = self.accessors.view_bytes(index).map_err(|error| crate::gltf::reason(&error))?;
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
