//! A model's materials with their textures, for a fragment shader like lesson 10's: it reads `u_diffuse`,
//! `u_specular`, `u_shininess`, `u_texture`, and the light `u_lamp` and `u_ambient`.

use crate::renderer::{Decode, load_texture, sampler, white_texture};
use crate::{Gl, Uniforms, linear};
use armature::model::Material;
use glam::Vec3;
use glium::texture::SrgbTexture2d;

/// Highlights are at least this sharp: some files say 0, and mean none.
const MIN_SHININESS: f32 = 4.0;
/// The lamp's light and the ambient light.
const LAMP: Vec3 = Vec3::new(0.80, 0.78, 0.74);
const AMBIENT: Vec3 = Vec3::new(0.30, 0.32, 0.35);

/// Materials and their textures on the graphics card.
pub struct PhongMaterials {
    /// A model's, and at the end the neutral one.
    materials: Vec<(Material, Option<SrgbTexture2d>)>,
    white: SrgbTexture2d,
}

impl PhongMaterials {
    /// # Errors
    /// If the graphics card has no room.
    pub fn new(gl: &Gl, materials: &[Material], decode: Decode) -> Result<Self, String> {
        let mut loaded = Vec::new();
        for material in materials.iter().chain([&Material::default()]) {
            let texture = match &material.texture {
                Some(texture) => Some(load_texture(gl, texture, material.opacity, decode)?.0),
                None => None,
            };
            loaded.push((material.clone(), texture));
        }
        let white = white_texture(gl)?;
        Ok(PhongMaterials { materials: loaded, white })
    }

    /// Material and light for a part; `None` and what does not exist is the neutral grey material.
    pub fn uniforms(&self, index: Option<usize>) -> Uniforms<'_> {
        let neutral = &self.materials[self.materials.len() - 1];
        let found = index.and_then(|index| self.materials.get(index));
        let (material, texture) = found.unwrap_or(neutral);
        Uniforms::new()
            .vec3("u_lamp", LAMP)
            .vec3("u_ambient", AMBIENT)
            .vec3("u_diffuse", linear(material.diffuse.truncate()))
            .vec3("u_specular", linear(material.specular))
            .float("u_shininess", material.shininess.max(MIN_SHININESS))
            .texture("u_texture", texture.as_ref().unwrap_or(&self.white), sampler(material.sampling))
    }
}
