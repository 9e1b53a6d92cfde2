//! Materials, and the pictures that they ask for.

use crate::gltf::json::Item;
use crate::loading::{Error, ErrorKind};
use crate::model::{Material, Opacity, Sampling, Wrap};
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
    /// All but the picture.
    pub material: Material,
    /// Multiplied with the base colour.
    pub texture: Option<TextureUse>,
    /// Whether a picture says where the surface shines by itself.
    pub emission_texture: bool,
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
    let samplers = root.objects("samplers", |_, item| sampling(&item))?;
    let textures = root.objects("textures", |_, item| {
        let sampler = item.index("sampler", samplers.len())?;
        let sampling = sampler.map_or(Sampling::default(), |index| samplers[index]);
        Ok((item.index("source", images)?, sampling))
    })?;
    root.objects("materials", |_, item| {
        let metal = item.object("pbrMetallicRoughness")?;
        let gloss = item.extension("KHR_materials_pbrSpecularGlossiness")?;
        let (base, color, texture) = match (gloss, metal) {
            (Some(gloss), _) => (Some(gloss), "diffuseFactor", "diffuseTexture"),
            (None, metal) => (metal, "baseColorFactor", "baseColorTexture"),
        };
        let mut base_color = Vec4::ONE;
        let mut used = None;
        let mut sampling = Sampling::default();
        if let Some(base) = base {
            base_color = base.vector(color)?.map_or(Vec4::ONE, Vec4::from);
            if let Some(item) = base.object(texture)? {
                let index = item.index("index", textures.len())?;
                let image;
                (image, sampling) = textures[item.required("index", index)?];
                used = Some(texture_use(&item, image)?);
            }
        }
        let diffuse = encoded(base_color);
        let cutoff = item.number("alphaCutoff")?.unwrap_or(0.5);
        let (opacity, alpha) = match item.text("alphaMode")?.unwrap_or("OPAQUE") {
            // Compared with the product of all alphas: the material's own goes to the other side.
            "MASK" if cutoff > 0.0 => (Opacity::Mask((cutoff / diffuse.w).min(f32::MAX)), 1.0),
            "OPAQUE" | "MASK" => (Opacity::Opaque, 1.0),
            "BLEND" => (Opacity::Blend, diffuse.w),
            _ => {
                let message = "OPAQUE, MASK or BLEND was expected here";
                return Err(item.error_at("alphaMode", ErrorKind::Structure, message));
            }
        };
        let unlit = item.extension("KHR_materials_unlit")?.is_some();
        let emission_texture = !unlit && item.has("emissiveTexture");
        let emission = item.vector("emissiveFactor")?.map_or(Vec3::ZERO, Vec3::from);
        let emission = if unlit || emission_texture { Vec3::ZERO } else { emission };
        let material = Material {
            name: item.name()?,
            diffuse: diffuse.truncate().extend(alpha),
            emission: encoded(emission.extend(1.0)).truncate(),
            sampling,
            opacity,
            double_sided: item.flag("doubleSided")?,
            unlit,
            ..Material::default()
        };
        Ok(MaterialData { material, texture: used, emission_texture })
    })
}

/// By OpenGL's numbers; a number that is none of them repeats, as without one.
fn sampling(item: &Item<'_>) -> Result<Sampling, Error> {
    let wrap = |key| {
        Ok(match item.whole(key)? {
            Some(33071) => Wrap::Clamp,
            Some(33648) => Wrap::Mirror,
            _ => Wrap::Repeat,
        })
    };
    let square = item.whole("magFilter")? == Some(9728);
    Ok(Sampling { wrap: [wrap("wrapS")?, wrap("wrapT")?], square })
}

fn texture_use(item: &Item<'_>, image: Option<usize>) -> Result<TextureUse, Error> {
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

/// A linear colour as materials have it: sRGB-encoded, its opacity unchanged; from 0 to 1.
pub(in crate::gltf) fn encoded(linear: Vec4) -> Vec4 {
    let encode = |number: f32| {
        let curve = |number: f32| 1.055 * number.powf(1.0 / 2.4) - 0.055;
        let encoded = if number <= 0.003_130_8 { number * 12.92 } else { curve(number) };
        if number >= 1.0 { 1.0 } else { encoded.max(0.0) }
    };
    let [r, g, b, a] = linear.to_array();
    Vec3::new(encode(r), encode(g), encode(b)).extend(a.clamp(0.0, 1.0))
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
