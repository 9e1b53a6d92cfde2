//! A model that one can look through, so that what is inside it is seen: its joints.

use armature::model::{Material, Model};

/// Multiplies the opacity of all materials of a model. Parts without a material get a grey one with that opacity.
pub fn make_see_through(model: &mut Model, opacity: f32) {
    for part in &mut model.parts {
        part.material.get_or_insert(model.materials.len());
    }
    model.materials.push(Material::default());
    for material in &mut model.materials {
        material.diffuse.w *= opacity;
    }
}
