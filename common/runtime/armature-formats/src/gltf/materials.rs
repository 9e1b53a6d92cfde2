//! Materials, and their pictures: in buffers, in the text, or in the model's own folder.

use super::{
    data::{Data, decode_data},
    json::{Item, Text},
    limits::MAX_MADE_BYTES,
};
use crate::loading::{address::embedded_data, files::Files, foreign::describe_foreign};
use armature::model::{Material, Opacity, Sampling, Texture, Wrap};
use glam::{Affine2, Mat2, Vec2, Vec3, Vec4};

/// Mapping of a picture onto a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mapping {
    /// The set of texture coordinates.
    pub(super) set: usize,
    /// Applied to the texture coordinates as the file has them, v downward.
    pub(super) transform: Affine2,
}

/// A texture of a material: its picture, or a message, and how the picture is mapped and sampled.
struct TextureUse {
    picture: Result<Option<Texture>, String>,
    mapping: Mapping,
    sampling: Sampling,
}

const ALPHA_MODES: [&str; 3] = ["OPAQUE", "MASK", "BLEND"];

/// Reads all materials, each with the mapping of its picture. `name` is the file's name; `beside` are the files beside the
/// model.
pub(super) fn read_materials(
    text: &Text,
    data: &Data<'_>,
    name: &str,
    beside: Files<'_>,
) -> Vec<(Material, Option<Mapping>)> {
    let mut pictures = Pictures {
        text,
        data,
        name,
        beside,
        loaded: vec![None; text.count("images")],
        left: data.declared + MAX_MADE_BYTES,
    };
    let materials = text.root().objects("materials").iter().map(|item| read_material(item, &mut pictures)).collect();
    let is_used: Vec<bool> = pictures.loaded.iter().map(Option::is_some).collect();
    text.leave_out("images", &is_used, "neither of a colour nor of what shines, which alone are drawn");
    materials
}

fn read_material(item: &Item<'_>, pictures: &mut Pictures<'_>) -> (Material, Option<Mapping>) {
    let mut material = Material { name: item.name(), diffuse: Vec4::ONE, ..Material::default() };
    let gloss = item.extension("KHR_materials_pbrSpecularGlossiness");
    let (base, color, texture) = match gloss {
        Some(gloss) => (Some(gloss), "diffuseFactor", "diffuseTexture"),
        None => (item.object("pbrMetallicRoughness"), "baseColorFactor", "baseColorTexture"),
    };
    let mut mapping = None;
    if let Some(base) = base {
        material.diffuse = encode_srgb(base.numbers(color).map_or(Vec4::ONE, Vec4::from));
        if let Some(texture) = pictures.read_use(&base, texture) {
            mapping = Some(texture.mapping);
            material.sampling = texture.sampling;
            material.texture = texture.picture.unwrap_or_else(|reason| {
                item.warn("", format!("{reason}: drawn in grey"));
                material.diffuse = Material::default().diffuse.truncate().extend(material.diffuse.w);
                None
            });
        }
    }
    material.unlit = item.extension("KHR_materials_unlit").is_some();
    if !material.unlit {
        let color = item.numbers("emissiveFactor").map_or(Vec3::ZERO, Vec3::from);
        material.emission = encode_srgb(color.extend(1.0)).truncate();
        if let Some(texture) = pictures.read_use(item, "emissiveTexture") {
            // The two pictures of a model's material have the same texture coordinates.
            let picture = match mapping {
                Some(mapping) if mapping != texture.mapping => {
                    Err("it has other texture coordinates than the picture of its colour".into())
                }
                _ => texture.picture,
            };
            if mapping.is_none() {
                mapping = Some(texture.mapping);
                material.sampling = texture.sampling;
            }
            material.emission_texture = picture.unwrap_or_else(|reason| {
                item.warn("", format!("a picture of what shines by itself: {reason}: left out"));
                None
            });
            if material.emission_texture.is_none() {
                material.emission = Vec3::ZERO; // or all of the surface would shine
            }
        }
    }
    let cutoff = item.get("alphaCutoff").unwrap_or(0.5);
    let alpha = std::mem::replace(&mut material.diffuse.w, 1.0);
    material.opacity = match ALPHA_MODES[item.choice("alphaMode", &ALPHA_MODES).unwrap_or(0)] {
        // Compared with the product of all alphas: the material's own goes to the other side.
        "MASK" if cutoff > 0.0 => Opacity::Mask((cutoff / alpha).min(f32::MAX)),
        "BLEND" => {
            material.diffuse.w = alpha;
            Opacity::Blend
        }
        _ => Opacity::Opaque,
    };
    material.double_sided = item.get("doubleSided").unwrap_or(false);
    (material, mapping)
}

/// Reads wrapping and filter of a sampler from OpenGL's numbers. Unknown and missing numbers repeat.
fn read_sampling(item: &Item<'_>) -> Sampling {
    let wrap = ["wrapS", "wrapT"].map(|key| match item.get::<usize>(key) {
        Some(33071) => Wrap::Clamp,
        Some(33648) => Wrap::Mirror,
        _ => Wrap::Repeat,
    });
    Sampling { wrap, square: item.get::<usize>("magFilter") == Some(9728) }
}

fn read_mapping(item: &Item<'_>) -> Mapping {
    let mut mapping = Mapping { set: item.get("texCoord").unwrap_or(0), transform: Affine2::IDENTITY };
    if let Some(moved) = item.extension("KHR_texture_transform") {
        let offset = moved.numbers("offset").map_or(Vec2::ZERO, Vec2::from);
        let scale = moved.numbers("scale").map_or(Vec2::ONE, Vec2::from);
        // The extension's angle turns counter-clockwise in a picture whose v points down.
        let angle = -moved.get("rotation").unwrap_or(0.0);
        let turned = Mat2::from_angle(angle) * Mat2::from_diagonal(scale);
        mapping.transform = Affine2::from_mat2_translation(turned, offset);
        mapping.set = moved.get("texCoord").unwrap_or(mapping.set);
    }
    mapping
}

/// The pictures of a file, each loaded on first use.
struct Pictures<'a> {
    text: &'a Text,
    data: &'a Data<'a>,
    name: &'a str,
    beside: Files<'a>,
    /// Result of each image that has been used; `None` in a result where no other files are read.
    loaded: Vec<Option<Result<Option<Texture>, String>>>,
    /// Bytes that may still be copied: images may share theirs.
    left: usize,
}

impl Pictures<'_> {
    /// Reads which texture a material uses, and how.
    fn read_use(&mut self, item: &Item<'_>, key: &str) -> Option<TextureUse> {
        let texture_use = item.object(key)?;
        let texture = texture_use.need("index", texture_use.index("index", "textures"))?;
        let texture = self.text.item("textures", texture);
        let sampler = texture.index("sampler", "samplers").map(|sampler| self.text.item("samplers", sampler));
        Some(TextureUse {
            picture: self.picture(&texture),
            mapping: read_mapping(&texture_use),
            sampling: sampler.map_or(Sampling::default(), |sampler| read_sampling(&sampler)),
        })
    }

    /// Returns the picture of a texture. Extensions have others, of the kinds that they are called after. The error is the
    /// reason, for people.
    fn picture(&mut self, texture: &Item<'_>) -> Result<Option<Texture>, String> {
        let extensions = texture.object("extensions");
        let mut others = extensions.iter().flat_map(|all| all.keys().filter_map(|name| all.object(name)));
        let image =
            texture.index("source", "images").or_else(|| others.find_map(|other| other.index("source", "images")));
        let image = image.ok_or("its texture has no picture that is read here")?;
        if self.loaded[image].is_none() {
            self.loaded[image] = Some(self.load(image));
        }
        self.loaded[image].clone().unwrap_or(Ok(None))
    }

    /// Copies a picture from a buffer or the text, or finds its file.
    fn load(&mut self, image: usize) -> Result<Option<Texture>, String> {
        let item = self.text.item("images", image);
        let decoded;
        let bytes: &[u8] = if let Some(address) = item.get::<String>("uri") {
            let Some(data) = embedded_data(&address) else {
                return self.beside.picture(self.name, &address, |message| item.warn("uri", message));
            };
            decoded = decode_data(data)?;
            &decoded
        } else {
            let view = item.need("bufferView", item.index("bufferView", "bufferViews"));
            view.and_then(|view| self.data.view_bytes(view)).ok_or("its picture cannot be read")?
        };
        if let Some(message) = describe_foreign(bytes) {
            return Err(message.into());
        }
        self.left = self.left.checked_sub(bytes.len()).ok_or("its pictures are too large together")?;
        let name = format!("{}/images/{image}", self.name).into();
        Ok(Some(Texture::Bytes { name, bytes: bytes.into() }))
    }
}

/// Encodes a linear colour as sRGB, from 0 to 1. The opacity is only clamped.
pub(super) fn encode_srgb(linear: Vec4) -> Vec4 {
    let [r, g, b] = linear.truncate().to_array().map(|number| {
        let encoded = if number <= 0.003_130_8 { number * 12.92 } else { 1.055 * number.powf(1.0 / 2.4) - 0.055 };
        if number >= 1.0 { 1.0 } else { encoded.max(0.0) }
    });
    Vec4::new(r, g, b, linear.w.clamp(0.0, 1.0))
}
