//! A pose, and where it puts every joint.

use super::Skeleton;
use crate::math::{Decomposition, Transform};
use glam::{Affine3A, Vec3};

/// One transform for each joint, each in its parent's space.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    /// `parent_from_joint`, in the skeleton's joint order.
    pub locals: Vec<Transform>,
    /// What a [`Transform`] cannot hold: how far each joint's axes lean
    /// ([`Decomposition::shear`]). Empty for figures without shear, which are nearly all; otherwise as
    /// long as `locals`.
    pub shears: Vec<Vec3>,
}

impl Pose {
    /// `parent_from_joint` of one joint, shear included.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn local(&self, joint: usize) -> Affine3A {
        let transform = self.locals[joint];
        match self.shears.get(joint) {
            Some(&shear) => Decomposition { transform, shear }.to_affine(),
            None => transform.to_affine(),
        }
    }

    /// Writes the mix of `a` and `b` into `self`, joint by joint: `a` at `u = 0`, `b` at `u = 1`.
    /// Keeps its memory.
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
            self.shears.push(from.lerp(to, u));
        }
    }

    /// Copies `other` into `self`. Keeps its memory.
    pub fn set(&mut self, other: &Pose) {
        self.locals.clone_from(&other.locals);
        self.shears.clone_from(&other.shears);
    }
}

/// Local to model: `model_from_joint = model_from_parent * parent_from_joint`, one forward pass,
/// since parents come before their children. `model_from_root` stands in for the parent of a root.
///
/// Writes one matrix for each joint and allocates nothing.
///
/// # Panics
/// If `pose` or `model_from_joint` is shorter than the skeleton.
pub fn local_to_model(
    skeleton: &Skeleton,
    pose: &Pose,
    model_from_root: Affine3A,
    model_from_joint: &mut [Affine3A],
) {
    let count = skeleton.len();
    assert!(
        pose.locals.len() >= count && model_from_joint.len() >= count,
        "{count} joints, but {} transforms and room for {} matrices",
        pose.locals.len(),
        model_from_joint.len()
    );
    for (index, joint) in skeleton.joints().iter().enumerate() {
        let model_from_parent =
            joint.parent.map_or(model_from_root, |parent| model_from_joint[parent]);
        model_from_joint[index] = model_from_parent * pose.local(index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        math::testing::transform,
        skeleton::{Joint, testing::skeleton},
    };
    use glam::{Mat4, Quat, Vec3};
    use proptest::prelude::*;

    /// The definition, by recursion and 4x4 matrices.
    fn by_definition(s: &Skeleton, pose: &Pose, root: Mat4, joint: usize) -> Mat4 {
        let above =
            s.joints()[joint].parent.map_or(root, |parent| by_definition(s, pose, root, parent));
        above * pose.locals[joint].to_mat4()
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
    fn an_elbow_by_hand() {
        let joint = |parent, x, degrees: f32| Joint {
            name: String::new(),
            parent,
            bind_local: Transform {
                translation: Vec3::new(x, 0.0, 0.0),
                rotation: Quat::from_rotation_z(degrees.to_radians()),
                scale: Vec3::ONE,
            },
        };
        // Upper arm 2 long, raised by 90 degrees; the elbow bends 90 degrees more; the hand is 1 further.
        let arm = Skeleton::new(vec![
            joint(None, 0.0, 90.0),
            joint(Some(0), 2.0, 90.0),
            joint(Some(1), 1.0, 0.0),
        ]);
        let arm = arm.unwrap();
        let mut model_from_joint = [Affine3A::IDENTITY; 3];
        local_to_model(&arm, &arm.bind_pose(), Affine3A::IDENTITY, &mut model_from_joint);
        let hand: Vec3 = model_from_joint[2].translation.into();
        assert!((hand - Vec3::new(-1.0, 2.0, 0.0)).length() < 1e-6, "{hand}");
    }

    #[test]
    fn sheared_by_hand() {
        // y leans by 1 towards x, twice as long: (0, 1, 0) comes to (2, 2, 0). The child is 1 up.
        let joint = |parent, scale, y| Joint {
            name: String::new(),
            parent,
            bind_local: Transform {
                scale: Vec3::new(1.0, scale, 1.0),
                ..Transform::from_translation(Vec3::Y * y)
            },
        };
        let joints = vec![joint(None, 2.0, 0.0), joint(Some(0), 1.0, 1.0)];
        let s = Skeleton::sheared(joints, vec![Vec3::X, Vec3::ZERO]).unwrap();
        let mut model_from_joint = [Affine3A::IDENTITY; 2];
        local_to_model(&s, &s.bind_pose(), Affine3A::IDENTITY, &mut model_from_joint);
        assert_eq!(Vec3::from(model_from_joint[1].translation), Vec3::new(2.0, 2.0, 0.0));
        // Half way to a pose without shear it leans half as much.
        let straight = Pose { locals: s.bind_pose().locals, ..Pose::default() };
        let mut half = Pose::default();
        half.set_blend(&s.bind_pose(), &straight, 0.5);
        assert_eq!(half.shears, [Vec3::X * 0.5, Vec3::ZERO]);
    }

    #[test]
    fn blending_keeps_its_memory() {
        let joint = Joint { name: "a".into(), parent: None, bind_local: Transform::IDENTITY };
        let s = Skeleton::new(vec![joint]).unwrap();
        let (a, mut b) = (s.bind_pose(), s.bind_pose());
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
