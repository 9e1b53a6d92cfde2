//! Animated models: a skeleton, the skins and meshes on it, materials and clips; and instances in a pose.
//!
//! Every node of the file is a joint of the skeleton, whether the file calls it a joint or not.
//! That way a joint can be a child of any node, meshes without a skin follow a joint, and a moving
//! node outside the skeleton proper moves its descendants.

mod instance;
mod texture;

pub use instance::ModelInstance;
pub use texture::{Sampling, Texture, Wrap};

use crate::{
    animation::{
        Clip,
        reduce::{Bound, reduce},
    },
    math::largest_scale,
    mesh::{Displacement, Mesh, SkinnedVertex},
    skeleton::Skeleton,
    skin::Skin,
};
use glam::{Affine3A, Vec3, Vec4};
use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};

/// A model, ready to be posed and drawn.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Usually the file's name without its ending.
    pub name: String,
    /// Transform from the file's own axes and unit to ours: y up, metres. The only place where either is applied.
    pub world_from_model: Affine3A,
    /// Every node of the file, parents first.
    pub skeleton: Skeleton,
    /// Whether the file calls each node a joint.
    pub is_joint: Vec<bool>,
    /// Joints that the file says are parts of a body, and which, as VRM calls them, fingers by numbers: `leftUpperArm`,
    /// `leftIndex1`. Retargeting believes it over the joints' names.
    pub humanoid: Vec<(usize, String)>,
    /// Bindings of the meshes.
    pub skins: Vec<Skin>,
    /// Meshes to draw.
    pub parts: Vec<Part>,
    /// Materials of the parts.
    pub materials: Vec<Material>,
    /// The weights that its meshes are morphed by.
    pub morph_sets: Vec<MorphSet>,
    /// Its animations.
    pub clips: Vec<Clip>,
    /// Pairs of another name of a clip, from the file from which it was merged, and the clip's name.
    pub clip_aliases: Vec<(String, String)>,
}

/// One mesh of one material on one skin. A rigid part has a skin with one binding.
#[derive(Clone, Debug)]
pub struct Part {
    /// Name in the file.
    pub name: String,
    /// Vertices in the mesh's own space; their joint numbers are indices of the skin's bindings.
    pub mesh: Mesh<SkinnedVertex>,
    /// Colour of each vertex (sRGB-encoded, with opacity), which the material's is multiplied with; empty without.
    pub colors: Vec<[u8; 4]>,
    /// Index in [`Model::skins`].
    pub skin: usize,
    /// Index in [`Model::materials`]; `None` draws in a neutral grey.
    pub material: Option<usize>,
    /// Morph targets of the part.
    pub morphs: Option<PartMorphs>,
}

/// The morph targets of a mesh at one place of the model, which have their weights together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MorphSet {
    /// Name of the mesh in the file.
    pub name: String,
    /// The file's name of each target; `target 3` if it has none.
    pub targets: Vec<String>,
    /// The weight of each target at rest.
    pub at_rest: Vec<f32>,
}

/// The morph targets of a part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartMorphs {
    /// Index of its weights in [`Model::morph_sets`].
    pub set: usize,
    /// Displacements by each target on the part's mesh, which has the weights at rest.
    pub targets: Vec<Vec<Displacement>>,
}

/// Meaning of the alpha of a texture and of vertices. In any case, the background shows through as far as the alpha of
/// the material's colour is below 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Opacity {
    /// Holes where it is below a half; on a surface that shows through anyway, how much.
    #[default]
    OfColor,
    /// Ignored: the surface is opaque.
    Opaque,
    /// Holes where it is below this.
    Mask(f32),
    /// The opacity of each point.
    Blend,
}

/// A surface under a light (Phong). Colours are as in the file: sRGB-encoded, 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// Name in the file.
    pub name: String,
    /// Colour and opacity; multiplied with the texture where there is one.
    pub diffuse: Vec4,
    /// Colour of highlights.
    pub specular: Vec3,
    /// Phong's exponent.
    pub shininess: f32,
    /// Colour that needs no light.
    pub emission: Vec3,
    /// A picture on it.
    pub texture: Option<Texture>,
    /// A picture of what needs no light: `emission` is multiplied with it. It lies on the surface as `texture` does.
    pub emission_texture: Option<Texture>,
    /// Reading of the pictures.
    pub sampling: Sampling,
    /// Holes, and what shows through.
    pub opacity: Opacity,
    /// Whether its back is seen as well. The front's triangles are wound counter-clockwise as modelled.
    pub double_sided: bool,
    /// Whether its colour needs no light.
    pub unlit: bool,
}

impl Material {
    /// Its pictures.
    pub fn textures(&self) -> impl Iterator<Item = &Texture> {
        self.texture.iter().chain(&self.emission_texture)
    }
}

impl Default for Material {
    /// Neutral grey without highlights.
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

    /// Returns the index of the clip of this name or alias: the argument of [`ModelInstance::pose_at`].
    pub fn clip_index(&self, name: &str) -> Option<usize> {
        self.clips.iter().position(|clip| clip.name == name).or_else(|| {
            let (_, renamed) = self.clip_aliases.iter().find(|(alias, _)| alias == name)?;
            self.clips.iter().position(|clip| clip.name == *renamed)
        })
    }

    /// The world's y axis in model space, a unit vector: what [`RootMotion`](crate::animation::RootMotion) and
    /// [`plant`](crate::ik::plant) take. y where `world_from_model` has no inverse.
    ///
    /// What is loaded keeps the axes of its file, so in a Collada file with `Z_UP` this is z.
    pub fn up(&self) -> Vec3 {
        self.world_from_model.inverse().transform_vector3(Vec3::Y).normalize_or(Vec3::Y)
    }

    /// Returns the length of model space's unit in metres: 0.01 for a file in centimetres. `world_from_model` scales
    /// evenly, as every file's unit does; of another its longest axis counts. 1 where it scales by 0.
    pub fn metres_per_unit(&self) -> f32 {
        Some(largest_scale(&self.world_from_model)).filter(|scale| *scale > 0.0).unwrap_or(1.0)
    }

    /// Leaves keys out of all clips, as long as no point 3 cm from a joint is off by more than `distance`, in metres:
    /// [`reduce`]. For whoever plays clips; an editor shows the keys that are left.
    ///
    /// Loading has left out the keys that can go without a look at other joints. This compares whole poses at all key
    /// times and half way between them, 3 to 20 times, so it takes longer than loading a file. Clips are shared out over
    /// rayon's threads. `figure inspect --reduce 0.1mm FILE` shows what it brings.
    ///
    /// ```
    /// # let mut model = armature::model::Model::default();
    /// model.reduce_clips(0.0001); // 0.1 mm
    /// ```
    pub fn reduce_clips(&mut self, distance: f32) {
        let bound = Bound::in_metres(self.metres_per_unit(), distance);
        self.clips.par_iter_mut().for_each(|clip| *clip = reduce(&self.skeleton, clip, bound));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Mat3, Quat};

    /// A file in centimetres with z up, which someone has turned and moved as well.
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
