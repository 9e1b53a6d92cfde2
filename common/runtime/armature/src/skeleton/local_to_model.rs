//! Forward kinematics: from local transforms to model matrices, in one pass.

use super::{Pose, Skeleton};
use glam::Affine3A;

/// Writes the matrix of each joint, `model_from_joint = model_from_parent * parent_from_joint`, in one forward pass,
/// since parents come before their children. `model_from_root` is the parent's matrix for a root. Allocates nothing.
///
/// # Panics
/// If `pose` or `model_from_joint` is shorter than the skeleton.
pub fn local_to_model(skeleton: &Skeleton, pose: &Pose, model_from_root: Affine3A, model_from_joint: &mut [Affine3A]) {
    let count = skeleton.len();
    assert!(
        pose.locals.len() >= count && model_from_joint.len() >= count,
        "{count} joints, but {} transforms and room for {} matrices",
        pose.locals.len(),
        model_from_joint.len()
    );
    for (index, joint) in skeleton.joints().iter().enumerate() {
        let model_from_parent = joint.parent.map_or(model_from_root, |parent| model_from_joint[parent]);
        model_from_joint[index] = model_from_parent * pose.local(index);
    }
}

impl Skeleton {
    /// Returns the matrix of each joint, as [`local_to_model`] writes it, in a new list.
    ///
    /// # Panics
    /// If `pose` is shorter than the skeleton.
    pub fn model_from_joint(&self, pose: &Pose) -> Vec<Affine3A> {
        let mut model_from_joint = vec![Affine3A::IDENTITY; self.len()];
        local_to_model(self, pose, Affine3A::IDENTITY, &mut model_from_joint);
        model_from_joint
    }

    /// Returns `joint_from_bind` of each joint: the inverse of its matrix in the bind pose, which maps a vertex as
    /// modelled into the joint's own space. The identity for a joint whose matrix has no inverse.
    ///
    /// For models built in code and for files without inverse bind matrices. Most files have them, because a mesh may
    /// have been bound in another pose.
    pub fn inverse_binds(&self) -> Vec<Affine3A> {
        let model_from_joint = self.model_from_joint(&self.bind_pose());
        model_from_joint
            .iter()
            .map(|m| {
                let inverse = m.inverse();
                if inverse.is_finite() { inverse } else { Affine3A::IDENTITY }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        math::Transform,
        testing::{
            skeletons::{chain, skeleton},
            values::transform,
        },
    };
    use glam::{Mat4, Vec3};
    use proptest::prelude::*;

    /// Returns the matrix of a joint by its definition, with recursion and 4x4 matrices.
    fn by_definition(s: &Skeleton, pose: &Pose, root: Mat4, joint: usize) -> Mat4 {
        let parent = s.joints()[joint].parent.map_or(root, |parent| by_definition(s, pose, root, parent));
        parent * pose.locals[joint].to_mat4()
    }

    proptest! {
        #[test]
        fn one_pass_is_the_recursion(s in skeleton(16), root in transform()) {
            let pose = s.bind_pose();
            let mut got = vec![Affine3A::IDENTITY; s.len()];
            local_to_model(&s, &pose, root.to_affine(), &mut got);
            for (joint, got) in got.iter().enumerate() {
                let want = by_definition(&s, &pose, root.to_mat4(), joint);
                let size = want.to_cols_array().iter().fold(1.0f32, |m, c| m.max(c.abs()));
                // Relative to the largest entry: 16 products of 4 terms, 6e-8 each, times 10.
                prop_assert!(Mat4::from(*got).abs_diff_eq(want, size * 5e-5), "{joint}: {got:?} {want:?}");
            }
        }
    }

    #[test]
    fn sheared_by_hand() {
        // y is twice as long and sheared by 1 towards x: the child's (0, 1, 0) is moved to (2, 2, 0).
        let long = Transform { scale: Vec3::new(1.0, 2.0, 1.0), ..Transform::IDENTITY };
        let joints = chain([long, Transform::from_translation(Vec3::Y)]).joints().to_vec();
        let s = Skeleton::sheared(joints, vec![Vec3::X, Vec3::ZERO]).unwrap();
        let model_from_joint = s.model_from_joint(&s.bind_pose());
        assert_eq!(Vec3::from(model_from_joint[1].translation), Vec3::new(2.0, 2.0, 0.0));
        // Halfway to a pose without shear it is halved.
        let straight = Pose { locals: s.bind_pose().locals, ..Pose::default() };
        let mut half = Pose::default();
        half.set_blend(&s.bind_pose(), &straight, 0.5);
        assert_eq!(half.shears, [Vec3::X * 0.5, Vec3::ZERO]);
    }

    proptest! {
        #[test]
        fn inverse_binds_undo_the_bind_pose(s in skeleton(12)) {
            let model_from_joint = s.model_from_joint(&s.bind_pose());
            for (model, inverse) in model_from_joint.iter().zip(s.inverse_binds()) {
                // Scales of 0.5..2 to the depth of the tree amplify rounding; 1e-3 of coordinates up to 100.
                let p = Vec3::new(1.0, 2.0, 3.0);
                prop_assert!(((*model * inverse).transform_point3(p) - p).length() < 1e-2);
            }
        }
    }
}
