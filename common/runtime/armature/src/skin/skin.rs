//! Bindings of a mesh to a skeleton.

use crate::skeleton::{Skeleton, no_joint};
use glam::Affine3A;

/// Joint of one entry of the palette.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Binding {
    /// Index of the joint in the skeleton; `None` for an entry that leaves vertices as modelled (Collada's joint index
    /// -1, or a joint that the file does not have).
    pub joint: Option<usize>,
    /// The inverse bind matrix: from the space in which the mesh was bound into the joint's own.
    pub joint_from_bind: Affine3A,
}

/// Joints that a mesh follows, in the mesh's own order, and their transforms when the mesh was bound.
///
/// Several skins may share a skeleton, each with its own joints in its own order: a vertex's joints are indices in
/// `bindings`, not in the skeleton.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Skin {
    /// Bindings, one for each matrix of the palette.
    pub bindings: Vec<Binding>,
    /// The bind shape matrix: from the mesh's own space into the one in which it was bound.
    pub bind_from_mesh: Affine3A,
}

impl Skin {
    /// Makes a skin for a mesh that follows a single joint rigidly, in the joint's own space.
    pub fn rigid(joint: usize) -> Self {
        let binding = Binding { joint: Some(joint), joint_from_bind: Affine3A::IDENTITY };
        Self { bindings: vec![binding], bind_from_mesh: Affine3A::IDENTITY }
    }

    /// Makes a skin of all joints of a skeleton, in its order, bound in its bind pose.
    pub fn bound(skeleton: &Skeleton) -> Self {
        let bindings = skeleton.inverse_binds().into_iter().enumerate();
        let bindings = bindings.map(|(joint, joint_from_bind)| Binding { joint: Some(joint), joint_from_bind });
        Self { bindings: bindings.collect(), bind_from_mesh: Affine3A::IDENTITY }
    }

    /// Writes the skinning matrices into `palette`, `model_from_mesh` for each binding:
    ///
    /// ```text
    /// model_from_mesh = model_from_joint * joint_from_bind * bind_from_mesh
    /// ```
    ///
    /// They map a vertex as modelled to its position in the pose. Allocates nothing. Source: COLLADA 1.4.1
    /// specification, chapter 4, "Skin deformation (or skinning)".
    ///
    /// # Panics
    /// If `palette` is shorter than the skin, or `model_from_joint` does not have one of its joints.
    pub fn write_palette(&self, model_from_joint: &[Affine3A], palette: &mut [Affine3A]) {
        assert!(palette.len() >= self.bindings.len(), "room for every matrix of the palette");
        // Most meshes are bound as they were modelled, which saves half of the products.
        let modelled_in_place = self.bind_from_mesh == Affine3A::IDENTITY;
        for (binding, model_from_mesh) in self.bindings.iter().zip(palette) {
            let Some(joint) = binding.joint else {
                *model_from_mesh = self.bind_from_mesh;
                continue;
            };
            let Some(model_from_joint) = model_from_joint.get(joint) else { no_joint(joint, model_from_joint.len()) };
            let model_from_bind = *model_from_joint * binding.joint_from_bind;
            *model_from_mesh = if modelled_in_place { model_from_bind } else { model_from_bind * self.bind_from_mesh };
        }
    }

    /// Returns the skinning matrices, as [`write_palette`](Self::write_palette) writes them, in a new list.
    ///
    /// # Panics
    /// If `model_from_joint` does not have one of the skin's joints.
    pub fn palette(&self, model_from_joint: &[Affine3A]) -> Vec<Affine3A> {
        let mut palette = vec![Affine3A::IDENTITY; self.bindings.len()];
        self.write_palette(model_from_joint, &mut palette);
        palette
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::skeletons::skeleton;
    use glam::Vec3;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn matrices_are_in_the_order_of_the_bindings(s in skeleton(8), turn in 0usize..8) {
            let plain = Skin::bound(&s);
            let mut turned = plain.clone();
            let count = s.len();
            turned.bindings.rotate_left(turn % count);
            let models = s.model_from_joint(&s.bind_pose());
            let a = plain.palette(&models);
            let b = turned.palette(&models);
            for index in 0..count {
                prop_assert_eq!(b[index], a[(index + turn) % count]);
            }
        }
    }

    #[test]
    fn a_binding_without_a_joint_leaves_vertices_as_modelled() {
        let bind_from_mesh = Affine3A::from_translation(Vec3::new(0.0, 3.0, 0.0));
        let binding = Binding { joint: None, joint_from_bind: Affine3A::from_scale(Vec3::splat(9.0)) };
        let skin = Skin { bindings: vec![binding], bind_from_mesh };
        assert_eq!(skin.palette(&[]), [bind_from_mesh]);
    }

    #[test]
    fn the_bind_shape_comes_first() {
        let turn = Affine3A::from_rotation_z(90f32.to_radians());
        let skin = Skin { bind_from_mesh: Affine3A::from_translation(Vec3::X), ..Skin::rigid(0) };
        let got = skin.palette(&[turn])[0].transform_point3(Vec3::ZERO);
        assert!((got - Vec3::Y).length() < 1e-6, "moved along x, then turned: {got}");
    }
}
