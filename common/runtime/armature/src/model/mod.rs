//! Animated models: a skeleton, the skins and meshes on it, materials and clips; and instances in a pose.
//!
//! Every node of the file is a joint of the skeleton, whether the file calls it a joint or not. So a joint can be a
//! child of any node, meshes without a skin follow a joint, and a moving node moves its descendants.

mod instance;
mod texture;

pub use instance::{ModelInstance, PoseChange};
pub use texture::{Sampling, Texture, Wrap};

use crate::{
    animation::Clip,
    math::largest_scale,
    mesh::{Displacement, Mesh, SkinnedVertex},
    skeleton::Skeleton,
    skin::Skin,
};
use glam::{Affine3A, Vec3, Vec4};

/// A model, ready to be posed and drawn.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Name, usually that of the file without its ending.
    pub name: String,
    /// Transform from the file's own axes and unit to the world's: y up, metres. Nothing else applies axes and unit.
    pub world_from_model: Affine3A,
    /// Nodes of the file, parents first.
    pub skeleton: Skeleton,
    /// Whether the file calls each node a joint.
    pub is_joint: Vec<bool>,
    /// Joints with the parts of a body that the file gives them, in VRM's names with numbers for fingers:
    /// `leftUpperArm`, `leftIndex1`. Retargeting prefers them to the joints' names.
    pub humanoid: Vec<(usize, String)>,
    /// Bindings of the meshes.
    pub skins: Vec<Skin>,
    /// Meshes to draw.
    pub parts: Vec<Part>,
    /// Materials of the parts.
    pub materials: Vec<Material>,
    /// Morph targets of the meshes.
    pub morph_sets: Vec<MorphSet>,
    /// Animations.
    pub clips: Vec<Clip>,
    /// Other names of clips, as in the files from which they were merged: pairs of alias and name.
    pub clip_aliases: Vec<(String, String)>,
}

/// One mesh of one material on one skin. A rigid part has a skin with one binding.
#[derive(Clone, Debug)]
pub struct Part {
    /// Name in the file.
    pub name: String,
    /// Vertices in the mesh's own space; their joint numbers are indices of the skin's bindings.
    pub mesh: Mesh<SkinnedVertex>,
    /// Colour of each vertex (sRGB-encoded, with opacity), to multiply with the material's; empty without.
    pub colors: Vec<[u8; 4]>,
    /// Index in [`Model::skins`].
    pub skin: usize,
    /// Index in [`Model::materials`]; `None` draws in a neutral grey.
    pub material: Option<usize>,
    /// Morph targets of the part.
    pub morphs: Option<PartMorphs>,
}

/// Morph targets of a mesh in the model, for which a [`ModelInstance`] has weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MorphSet {
    /// Name of the mesh in the file.
    pub name: String,
    /// Name of each target in the file, or `target 3` without a name.
    pub targets: Vec<String>,
    /// Weight of each target at rest.
    pub at_rest: Vec<f32>,
}

/// Morph targets of a part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartMorphs {
    /// Index of the weights in [`Model::morph_sets`].
    pub set: usize,
    /// Displacements by each target of the part's mesh, which has the weights at rest.
    pub targets: Vec<Vec<Displacement>>,
}

/// Meaning of the alpha of a texture and of vertices. The alpha of the material's colour is always an opacity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Opacity {
    /// Opacity if the material's colour is transparent; otherwise a mask, with holes below a half.
    #[default]
    OfColor,
    /// Ignored: the surface is opaque.
    Opaque,
    /// Mask, with holes below this alpha.
    Mask(f32),
    /// Opacity.
    Blend,
}

/// A surface under a light (Phong). Colours are as in the file: sRGB-encoded, 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// Name in the file.
    pub name: String,
    /// Colour and opacity, multiplied with the texture if there is one.
    pub diffuse: Vec4,
    /// Colour of highlights.
    pub specular: Vec3,
    /// Phong's exponent.
    pub shininess: f32,
    /// Emitted light.
    pub emission: Vec3,
    /// Picture of the diffuse colour.
    pub texture: Option<Texture>,
    /// Picture of the emitted light, multiplied with `emission`, at the same texture coordinates.
    pub emission_texture: Option<Texture>,
    /// Sampling of the pictures.
    pub sampling: Sampling,
    /// Meaning of the pictures' alpha.
    pub opacity: Opacity,
    /// Whether the back is visible as well. Front faces are counter-clockwise as modelled.
    pub double_sided: bool,
    /// Whether the colour does not depend on lights.
    pub unlit: bool,
}

impl Material {
    /// Returns the pictures.
    pub fn textures(&self) -> impl Iterator<Item = &Texture> {
        self.texture.iter().chain(&self.emission_texture)
    }
}

impl Default for Material {
    /// Returns a neutral grey without highlights.
    fn default() -> Self {
        Self {
            name: String::new(),
            diffuse: Vec4::new(0.7, 0.7, 0.7, 1.0),
            specular: Vec3::ZERO,
            shininess: 20.0,
            emission: Vec3::ZERO,
            texture: None,
            emission_texture: None,
            sampling: Sampling::default(),
            opacity: Opacity::OfColor,
            double_sided: true,
            unlit: false,
        }
    }
}

impl Model {
    /// Returns the clip of this name, or else of this [alias](Self::clip_aliases).
    pub fn clip(&self, name: &str) -> Option<&Clip> {
        self.clip_index(name).map(|index| &self.clips[index])
    }

    /// Returns the index of the clip of this name or alias, for [`ModelInstance::sample_clip`].
    pub fn clip_index(&self, name: &str) -> Option<usize> {
        self.clips.iter().position(|clip| clip.name == name).or_else(|| {
            let (_, renamed) = self.clip_aliases.iter().find(|(alias, _)| alias == name)?;
            self.clips.iter().position(|clip| clip.name == *renamed)
        })
    }

    /// Returns the world's y axis in model space, of unit length, for [`RootMotion`](crate::animation::RootMotion) and
    /// [`plant`](crate::ik::plant); y if `world_from_model` has no inverse.
    ///
    /// A loaded model has the axes of its file: for a Collada file with `Z_UP` the result is z.
    pub fn up(&self) -> Vec3 {
        self.world_from_model.inverse().transform_vector3(Vec3::Y).normalize_or(Vec3::Y)
    }

    /// Returns the length of model space's unit in metres, 0.01 for a file in centimetres: the largest scale of
    /// `world_from_model`, or 1 if that is 0.
    pub fn metres_per_unit(&self) -> f32 {
        Some(largest_scale(&self.world_from_model)).filter(|scale| *scale > 0.0).unwrap_or(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Mat3, Quat};

    /// A file in centimetres with z up, turned and moved as well.
    #[test]
    fn up_and_metres_of_a_model_in_its_own_axes() {
        let y_from_z_up = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2);
        let turn = Quat::from_rotation_y(0.7);
        let scale = Vec3::splat(0.01);
        let at = Vec3::new(3.0, 4.0, 5.0);
        let world_from_model = Affine3A::from_scale_rotation_translation(scale, turn * y_from_z_up, at);
        let model = Model { world_from_model, ..Model::default() };
        assert!(model.up().abs_diff_eq(Vec3::Z, 1e-6), "{}", model.up());
        assert!((model.metres_per_unit() - 0.01).abs() < 1e-8, "{}", model.metres_per_unit());
        let flat = Model { world_from_model: Affine3A::from_mat3(Mat3::ZERO), ..Model::default() };
        assert_eq!((flat.up(), flat.metres_per_unit()), (Vec3::Y, 1.0));
    }
}
