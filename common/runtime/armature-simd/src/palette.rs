//! Palettes in rows of four: the skinning matrices of all of a model's skins.
//!
//! # The idea
//! The bind shape matrix is multiplied into each inverse bind matrix once, at load. In a frame, each matrix is one
//! product of 3x4 matrices instead of 4x4: 36 multiplications instead of 64, and 48 bytes to upload instead of 64. The
//! matrices of all skins of a model are in one list, for one call and one upload.
//!
//! ```text
//! bindings:            skin 0                     skin 1
//!               | 0 | 1 | 2 | ... | 18 |   | 0 | 1 | ... |      a vertex's joint + its skin's start
//! palette[p]  =  model[slot_of[p]] * joint_from_mesh[p]          48 bytes each
//! ```
//!
//! # What it costs
//! For each matrix: 6 multiply-adds and 8 shuffles, rows 0 and 1 in one register and row 2 in another; 96 bytes in, 48
//! out. No product depends on another. A thousand palettes take longer if other data is between the matrices of one
//! character and the next, because bindings access slots in any order, and the prefetcher needs matrices beside each
//! other.

use super::{
    Affine3x4, SimdSkeleton, lanes,
    simd_level::{Kernel, SimdLevel},
};
use armature::skin::Skin;
use fearless_simd::Simd;
use std::ops::Range;

/// Joints and inverse bind matrices of all matrices of a palette, for all skins of a model, one after another.
///
/// ```
/// use armature_simd::{Affine3x4, PaletteBindings, SimdLevel, SimdSkeleton, local_to_model, model_len, write_palette};
/// use glam::Affine3A;
/// # let model = armature::model::Model::default();
///
/// let simd = SimdLevel::best();
/// let skeleton = SimdSkeleton::new(&model.skeleton); // once
/// let bindings = PaletteBindings::new(&skeleton, &model.skins);
/// let mut joints = vec![Affine3x4::IDENTITY; model_len(&skeleton)];
/// let mut palette = vec![Affine3x4::IDENTITY; bindings.len()];
///
/// let pose = skeleton.rest(); // in each frame: of `Frames::sample`
/// local_to_model(simd, &skeleton, pose, Affine3A::IDENTITY, &mut joints);
/// write_palette(simd, &bindings, &joints, &mut palette);
/// for part in &model.parts {
///     let matrices = &palette[bindings.of_skin(part.skin)]; // for `VertexBlocks::skin`, or a shader
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct PaletteBindings {
    /// [`SimdSkeleton::id`] of their skeleton.
    pub(super) skeleton: u64,
    /// Index in the list of model matrices, the joint's slot + 1, for each matrix; or `NO_JOINT`.
    model: Vec<u32>,
    /// Inverse bind matrix times bind shape matrix.
    joint_from_mesh: Vec<Affine3x4>,
    /// Number of model matrices that a palette needs: one more than the highest of `model`.
    models: usize,
    /// End of each skin's bindings.
    ends: Vec<usize>,
}

/// Index of a binding without a joint, which leaves vertices as modelled.
const NO_JOINT: u32 = u32::MAX;

impl PaletteBindings {
    /// Makes the bindings of `skins`, skins of the same skeleton.
    ///
    /// # Panics
    /// If a skin has a joint that the skeleton does not have.
    pub fn new(skeleton: &SimdSkeleton, skins: &[Skin]) -> Self {
        let mut bindings = Self { skeleton: skeleton.id(), ..Self::default() };
        for skin in skins {
            for binding in &skin.bindings {
                let (model, matrix) = match binding.joint {
                    Some(joint) => {
                        let model = skeleton.slot(joint) + 1;
                        bindings.models = bindings.models.max(model + 1);
                        (model as u32, binding.joint_from_bind * skin.bind_from_mesh)
                    }
                    None => (NO_JOINT, skin.bind_from_mesh),
                };
                bindings.model.push(model);
                bindings.joint_from_mesh.push(matrix.into());
            }
            bindings.ends.push(bindings.model.len());
        }
        bindings
    }

    /// Returns the number of bindings of all skins together.
    pub fn len(&self) -> usize {
        self.model.len()
    }

    /// Returns whether there are no bindings.
    pub fn is_empty(&self) -> bool {
        self.model.is_empty()
    }

    /// Returns the range of a skin's bindings.
    ///
    /// # Panics
    /// If there is no such skin.
    pub fn of_skin(&self, skin: usize) -> Range<usize> {
        assert!(skin < self.ends.len(), "skin {skin} of a model that has {}", self.ends.len());
        let start = if skin == 0 { 0 } else { self.ends[skin - 1] };
        start..self.ends[skin]
    }

    /// Returns the index in the list of model matrices, or `None` without a joint, and `joint_from_mesh` of each
    /// binding.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (Option<usize>, &Affine3x4)> {
        self.model.iter().map(|&model| (model != NO_JOINT).then_some(model as usize)).zip(&self.joint_from_mesh)
    }
}

/// Writes the skinning matrix of each binding, as [`Skin::write_palette`] does for one skin. `model` are the matrices
/// by [`local_to_model`](super::local_to_model). Allocates nothing.
///
/// # Panics
/// If `palette` is shorter than `bindings`, or `model` does not have one of their joints.
pub fn write_palette(simd: SimdLevel, bindings: &PaletteBindings, model: &[Affine3x4], palette: &mut [Affine3x4]) {
    let matrices = bindings.len();
    assert!(palette.len() >= matrices, "a palette of {} matrices for {matrices} bindings", palette.len());
    let palette = &mut palette[..matrices];
    assert!(model.len() >= bindings.models, "{} model matrices, but bindings need {}", model.len(), bindings.models);
    simd.run(WritePalette { bindings, model, palette });
}

struct WritePalette<'a> {
    bindings: &'a PaletteBindings,
    model: &'a [Affine3x4],
    palette: &'a mut [Affine3x4],
}

impl Kernel for WritePalette<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(&mut self, simd: S) {
        for ((model, joint_from_mesh), out) in self.bindings.iter().zip(&mut *self.palette) {
            match model {
                Some(model) => {
                    let joint_from_mesh = lanes::load_rows(simd, &joint_from_mesh.rows);
                    lanes::multiply(&self.model[model].rows, joint_from_mesh, &mut out.rows);
                }
                None => *out = *joint_from_mesh,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        hierarchy::{local_to_model, model_len},
        testing::{skeletons::skeleton, values::transform},
    };
    use armature::skin::Binding;
    use glam::Affine3A;
    use proptest::prelude::*;

    proptest! {
        /// With two skins, bindings in any order, some without a joint.
        #[test]
        fn as_the_plain_form(
            s in skeleton(12),
            bindings in prop::collection::vec((prop::option::weighted(0.9, any::<prop::sample::Index>()), transform()), 0..20),
            shapes in prop::array::uniform2(transform()),
            split in any::<prop::sample::Index>(),
        ) {
            let fast = SimdSkeleton::new(&s);
            let bindings: Vec<Binding> = bindings.iter().map(|(joint, inverse)| Binding {
                joint: joint.as_ref().map(|joint| joint.index(s.len())),
                joint_from_bind: inverse.to_affine(),
            }).collect();
            let (first, second) = bindings.split_at(split.index(bindings.len() + 1));
            let skins = [(first, shapes[0]), (second, shapes[1])].map(|(bindings, shape)| Skin {
                bindings: bindings.to_vec(),
                bind_from_mesh: shape.to_affine(),
            });
            let bindings = PaletteBindings::new(&fast, &skins);
            let models = s.model_from_joint(&s.bind_pose());
            let size = models.iter().map(|m| m.to_cols_array().iter().fold(1.0f32, |m, c| m.max(c.abs()))).fold(1.0, f32::max);

            for simd in SimdLevel::all() {
                let mut model = vec![Affine3x4::IDENTITY; model_len(&fast)];
                local_to_model(simd, &fast, fast.rest(), Affine3A::IDENTITY, &mut model);
                let mut palette = vec![Affine3x4::IDENTITY; bindings.len()];
                write_palette(simd, &bindings, &model, &mut palette);
                for (skin, plain) in skins.iter().enumerate() {
                    let want = plain.palette(&models);
                    let got = &palette[bindings.of_skin(skin)];
                    prop_assert_eq!(got.len(), want.len());
                    for (got, want) in got.iter().zip(&want) {
                        // Inverse binds and shapes have entries up to 10 and 3: 100 times those of the models.
                        let got = Affine3A::from(*got);
                        prop_assert!(got.abs_diff_eq(*want, size * 100.0 * 1e-5), "{simd}: {got:?} {want:?}");
                    }
                }
            }
        }
    }
}
