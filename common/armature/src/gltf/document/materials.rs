//! Materials, and the pictures that they ask for.

use crate::gltf::json::Item;
use crate::loading::{Error, ErrorKind};
use crate::model::Opacity;
use glam::{Affine2, Mat2, Vec2, Vec3, Vec4};

/// A picture on a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextureUse {
    /// Index in the document's pictures; `None` where only an extension has one.
    pub image: Option<usize>,
    /// The set of texture coordinates.
    pub set: usize,
    /// Applied to the texture coordinates as the file has them, v downward.
    pub transform: Affine2,
}

/// A material.
#[derive(Clone, Debug, PartialEq)]
pub struct MaterialData {
    /// What the file calls it; empty without a name.
    pub name: String,
    /// Linear, with opacity.
    pub base_color: Vec4,
    /// Multiplied with the base colour.
    pub texture: Option<TextureUse>,
    /// Linear.
    pub emission: Vec3,
    /// How much shows through.
    pub opacity: Opacity,
    /// Seen from behind too.
    pub double_sided: bool,
    /// Not lit.
    pub unlit: bool,
}

/// Where a picture is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Image {
    /// In a buffer view.
    View(usize),
    /// A file beside the model, or base64.
    Address(String),
}

pub(super) fn read(root: &Item<'_>) -> Result<Vec<MaterialData>, Error> {
    let images = root.count("images")?;
    let textures = root.objects("textures", |_, item| item.index("source", images))?;
    root.objects("materials", |_, item| {
        let metal = item.object("pbrMetallicRoughness")?;
        let gloss = item.extension("KHR_materials_pbrSpecularGlossiness")?;
        let (base, color, texture) = match (gloss, metal) {
            (Some(gloss), _) => (Some(gloss), "diffuseFactor", "diffuseTexture"),
            (None, metal) => (metal, "baseColorFactor", "baseColorTexture"),
        };
        let mut base_color = Vec4::ONE;
        let mut used = None;
        if let Some(base) = base {
            base_color = base.vector(color)?.map_or(Vec4::ONE, Vec4::from);
            used = base.object(texture)?.map(|item| texture_use(&item, &textures)).transpose()?;
        }
        let cutoff = item.number("alphaCutoff")?.unwrap_or(0.5);
        let opacity = match item.text("alphaMode")?.unwrap_or("OPAQUE") {
            "OPAQUE" => Opacity::Opaque,
            "MASK" => Opacity::Mask(cutoff),
            "BLEND" => Opacity::Blend,
            _ => {
                let message = "OPAQUE, MASK or BLEND was expected here";
                return Err(item.error_at("alphaMode", ErrorKind::Structure, message));
            }
        };
        Ok(MaterialData {
            name: item.name()?,
            base_color,
            texture: used,
            emission: item.vector("emissiveFactor")?.map_or(Vec3::ZERO, Vec3::from),
            opacity,
            double_sided: item.flag("doubleSided")?,
            unlit: item.extension("KHR_materials_unlit")?.is_some(),
        })
    })
}

fn texture_use(item: &Item<'_>, textures: &[Option<usize>]) -> Result<TextureUse, Error> {
    let index = item.index("index", textures.len())?;
    let image = textures[item.required("index", index)?];
    let mut used = TextureUse {
        image,
        set: item.whole("texCoord")?.unwrap_or(0),
        transform: Affine2::IDENTITY,
    };
    if let Some(moved) = item.extension("KHR_texture_transform")? {
        let offset = moved.vector("offset")?.map_or(Vec2::ZERO, Vec2::from);
        let scale = moved.vector("scale")?.map_or(Vec2::ONE, Vec2::from);
        // The extension's angle turns counter-clockwise in a picture whose v points down.
        let angle = -moved.number("rotation")?.unwrap_or(0.0);
        let turned = Mat2::from_angle(angle) * Mat2::from_diagonal(scale);
        used.transform = Affine2::from_mat2_translation(turned, offset);
        used.set = moved.whole("texCoord")?.unwrap_or(used.set);
    }
    Ok(used)
}

pub(super) fn images(root: &Item<'_>) -> Result<Vec<Image>, Error> {
    let views = root.count("bufferViews")?;
    root.objects("images", |_, item| {
        if let Some(address) = item.text("uri")? {
            return Ok(Image::Address(address.into()));
        }
        let view = item.index("bufferView", views)?;
        Ok(Image::View(item.required("uri", view)?))
    })
}
