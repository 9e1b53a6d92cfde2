//! Materials, and the pictures that exist: in buffers, in the text, or in the model's own folder.

use crate::{
    gltf::{
        buffers::embedded,
        document::{Document, Image, place},
        limits::MAX_ADDRESS_BYTES,
    },
    loading::{Reporter, files::beside},
    model::{Material, Texture},
};
use glam::{Vec3, Vec4};

pub(super) fn materials(document: &Document, reporter: &mut Reporter) -> Vec<Material> {
    let mut pictures: Vec<Option<Result<Option<Texture>, String>>> =
        vec![None; document.images.len()];
    let mut all = Vec::with_capacity(document.materials.len());
    for (index, data) in document.materials.iter().enumerate() {
        let plain = Material::default();
        let mut diffuse = encoded(data.base_color);
        let mut texture = None;
        if let Some(used) = data.texture {
            let found = match used.image {
                Some(image) => pictures[image]
                    .get_or_insert_with(|| picture(document, image, reporter))
                    .clone(),
                None => Err("its picture is of a kind that is not read here".into()),
            };
            match found {
                Ok(found) => texture = found,
                Err(why) => {
                    diffuse = plain.diffuse.truncate().extend(diffuse.w);
                    let message = format!("{why}: drawn in grey");
                    reporter.warn(Some(&place("materials", index)), message);
                }
            }
        }
        all.push(Material {
            name: data.name.clone(),
            diffuse,
            emission: encoded(data.emission.extend(1.0)).truncate(),
            texture,
            opacity: data.opacity,
            double_sided: data.double_sided,
            unlit: data.unlit,
            ..plain
        });
    }
    all
}

/// The picture with this number; `None` if there is no folder to look into. The error is why there is none, for
/// people.
fn picture(
    document: &Document,
    image: usize,
    reporter: &Reporter,
) -> Result<Option<Texture>, String> {
    let packed = |bytes: &[u8]| {
        let name = format!("{}/images/{image}", document.name);
        Ok(Some(Texture::Bytes { name: name.into(), bytes: bytes.into() }))
    };
    match &document.images[image] {
        Image::View(view) => {
            let bytes = document.accessors.view(*view, reporter);
            packed(bytes.map_err(|error| error.message)?)
        }
        Image::Address(address) => {
            if let Some(data) = address.strip_prefix("data:") {
                return packed(&embedded(data)?);
            }
            if address.len() > MAX_ADDRESS_BYTES {
                return Err(format!("a picture with an address of {} bytes", address.len()));
            }
            let Some(folder) = &document.folder else { return Ok(None) };
            let shown = address.replace(char::is_control, " ");
            let found = beside(folder, address);
            found
                .map(|path| Some(Texture::File(path)))
                .ok_or_else(|| format!("no picture \"{shown}\" beside the model"))
        }
    }
}

/// A linear colour as materials have it: sRGB-encoded, its opacity unchanged; from 0 to 1.
pub(super) fn encoded(linear: Vec4) -> Vec4 {
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
