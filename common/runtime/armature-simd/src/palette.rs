//! Joints of a palette: the skinning matrices of all of a model's skins.

use super::{Affine3x4, SimdSkeleton};
use armature::skin::Skin;
use std::ops::Range;

/// Joints and inverse bind matrices of all matrices of a palette, for all skins of a model, one after another.
///
/// The bind shape matrix is multiplied into each inverse bind matrix once, at load. In a frame, each matrix is one
/// product of 3x4 matrices: 36 multiplications instead of 64, and 48 bytes to upload instead of 64. The matrices of all
/// skins are in one list, for one upload.
///
/// ```text
/// bindings:            skin 0                     skin 1
///               | 0 | 1 | 2 | ... | 18 |   | 0 | 1 | ... |      a vertex's joint + its skin's start
/// palette[p]  =  model[joint_of[p]] * joint_from_mesh[p]          48 bytes each
/// ```
#[derive(Clone, Debug, Default)]
pub struct PaletteBindings {
    /// Id of their skeleton.
    pub(super) skeleton: u64,
    /// Index in the list of model matrices for each matrix: the joint's + 1, or 0, the identity, without a joint.
    models: Vec<usize>,
    /// Inverse bind matrix times bind shape matrix.
    joint_from_mesh: Vec<Affine3x4>,
    /// End of each skin's bindings.
    ends: Vec<usize>,
}

impl PaletteBindings {
    /// Makes the bindings of `skins`, skins of the same skeleton.
    ///
    /// # Panics
    /// If a skin has a joint that the skeleton does not have.
    pub fn new(skeleton: &SimdSkeleton, skins: &[Skin]) -> Self {
        let mut bindings = Self { skeleton: skeleton.id, ..Self::default() };
        for skin in skins {
            for binding in &skin.bindings {
                let (model, matrix) = match binding.joint {
                    Some(joint) => {
                        let joints = skeleton.len();
                        assert!(joint < joints, "joint {joint} of a skeleton that has {joints}");
                        (joint + 1, binding.joint_from_bind * skin.bind_from_mesh)
                    }
                    None => (0, skin.bind_from_mesh),
                };
                bindings.models.push(model);
                bindings.joint_from_mesh.push(matrix.into());
            }
            bindings.ends.push(bindings.models.len());
        }
        bindings
    }

    /// Returns the number of bindings of all skins together.
    pub fn len(&self) -> usize {
        self.models.len()
    }

    /// Returns whether there are no bindings.
    pub fn is_empty(&self) -> bool {
        self.models.is_empty()
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

    /// Returns the index in the list of model matrices and `joint_from_mesh` of each binding.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &Affine3x4)> {
        self.models.iter().copied().zip(&self.joint_from_mesh)
    }
}
