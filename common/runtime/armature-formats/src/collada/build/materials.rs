//! Materials, and the pictures that exist in the model's own folder.

use crate::{
    collada::{document::Document, error::Reporter},
    loading::files::Files,
};
use armature::model::Material;
use glam::{Vec3, Vec4};

/// Returns the materials as they are drawn, with the pictures that exist.
pub(super) fn build_materials(document: &Document, files: Files<'_>, reporter: &mut Reporter) -> Vec<Material> {
    let mut all = Vec::new();
    for data in &document.materials {
        let plain = Material::default();
        let rgb = |[r, g, b, _]: [f32; 4]| Vec3::new(r, g, b);
        let effect = &data.effect;
        let mut diffuse = match (effect.diffuse, effect.emission) {
            (Some(diffuse), _) => rgb(diffuse),
            (None, Some(_)) => Vec3::ZERO, // <constant> shines by itself alone
            (None, None) => plain.diffuse.truncate(),
        };
        let mut texture = None;
        if let Some(reference) = effect.texture.as_ref().filter(|texture| !texture.address.is_empty()) {
            diffuse = effect.extra.tint.map_or(Vec3::ONE, rgb);
            match files.picture(&document.name, &reference.address) {
                Ok(picture) => texture = picture,
                Err(address) => {
                    diffuse = plain.diffuse.truncate();
                    let message =
                        format!("material \"{}\": no picture \"{address}\" beside the model: drawn in grey", data.name);
                    reporter.warn(Some(&reference.location), message);
                }
            }
        } else if effect.texture.is_some() {
            diffuse = plain.diffuse.truncate();
        }
        all.push(Material {
            name: data.name.clone(),
            diffuse: Vec4::from((diffuse, effect.opacity)),
            specular: effect.specular.map_or(plain.specular, rgb),
            shininess: effect.shininess.unwrap_or(plain.shininess),
            emission: effect.emission.map_or(plain.emission, rgb),
            texture,
            emission_texture: None,
            sampling: effect.texture.as_ref().map_or_else(Default::default, |texture| texture.sampling),
            opacity: effect.extra.opacity,
            double_sided: !effect.extra.one_sided,
            unlit: effect.extra.unlit,
        });
    }
    all
}
