//! A pose: one local transform for each joint, and blending of two.

use super::{Skeleton, no_joint};
use crate::math::{Decomposition, Transform, clamp_weight};
use glam::{Affine3A, Quat, Vec3};

/// Transforms of all joints of a skeleton, each in its parent's space.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    /// `parent_from_joint`, in the skeleton's joint order.
    pub locals: Vec<Transform>,
    /// Shear of each joint, which is not in a [`Transform`] ([`Decomposition::shear`]). Empty for skeletons without
    /// shear, as nearly all are; otherwise as long as `locals`.
    pub shears: Vec<Vec3>,
}

impl Pose {
    /// Returns the matrix `parent_from_joint` of one joint, with its shear.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn local(&self, joint: usize) -> Affine3A {
        let Some(&transform) = self.locals.get(joint) else { no_joint(joint, self.locals.len()) };
        match self.shears.get(joint) {
            Some(&shear) => Decomposition { transform, shear }.to_affine(),
            None => transform.to_affine(),
        }
    }

    /// Returns the matrix `model_from_joint` of one joint: the product of the local matrices from its root down to it.
    /// [`Skeleton::model_from_joint`] computes the matrices of all joints in one pass.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn model_from_joint(&self, skeleton: &Skeleton, joint: usize) -> Affine3A {
        let path = skeleton.path_to_root(joint).map(|joint| self.local(joint));
        path.fold(Affine3A::IDENTITY, |product, parent| parent * product)
    }

    /// Returns a joint's rotation in model space: the product of the rotations from its root down to it, without
    /// scales.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn model_rotation(&self, skeleton: &Skeleton, joint: usize) -> Quat {
        let path = skeleton.path_to_root(joint).map(|joint| self.locals[joint].rotation);
        path.fold(Quat::IDENTITY, |product, parent| parent * product)
    }

    /// Sets `self` to the blend of `a` and `b`, joint by joint by [`Transform::blend`]: `a` at `u = 0`, `b` at `u = 1`.
    /// `u` is clamped by [`clamp_weight`].
    /// Allocates nothing once `self` has grown to size.
    ///
    /// # Panics
    /// If `a` and `b` differ in length.
    pub fn set_blend(&mut self, a: &Pose, b: &Pose, u: f32) {
        assert_eq!(a.locals.len(), b.locals.len(), "poses of one skeleton");
        self.locals.clear();
        for (from, to) in a.locals.iter().zip(&b.locals) {
            self.locals.push(from.blend(to, u));
        }
        self.shears.clear();
        for joint in 0..a.shears.len().max(b.shears.len()) {
            let [from, to] = [a, b].map(|pose| pose.shears.get(joint).copied().unwrap_or_default());
            self.shears.push(from.lerp(to, clamp_weight(u)));
        }
    }

    /// Copies `other` into `self`. Allocates nothing once `self` has grown to size.
    pub fn set(&mut self, other: &Pose) {
        self.locals.clone_from(&other.locals);
        self.shears.clone_from(&other.shears);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::Joint;

    #[test]
    fn blending_keeps_its_memory() {
        let joint = Joint { name: "a".into(), parent: None, bind_local: Transform::IDENTITY };
        let s = Skeleton::new(vec![joint]).unwrap();
        let a = s.bind_pose();
        let mut b = s.bind_pose();
        b.locals[0].translation = Vec3::X * 4.0;
        let mut mix = s.bind_pose();
        let memory = mix.locals.as_ptr();
        mix.set_blend(&a, &b, 0.25);
        assert_eq!(mix.locals[0].translation, Vec3::X);
        mix.set(&b);
        assert_eq!(mix, b);
        assert_eq!(mix.locals.as_ptr(), memory);
    }
}
