//! Masks: weights of a skeleton's joints, for a blend of poses.

use crate::{
    math::clamp_weight,
    skeleton::{Pose, Skeleton, no_joint},
};

/// A weight from 0 to 1 for each joint of a skeleton.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mask {
    weights: Vec<f32>,
}

impl Mask {
    /// Makes a mask from the weight of each joint, clamped by [`clamp_weight`].
    pub fn new(mut weights: Vec<f32>) -> Self {
        for weight in &mut weights {
            *weight = clamp_weight(*weight);
        }
        Self { weights }
    }

    /// Makes a mask of weight 1 for `top` and all its descendants, 0 for the other joints.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn descendants(skeleton: &Skeleton, top: usize) -> Self {
        let mut weights = vec![0.0; skeleton.len()];
        let Some(weight) = weights.get_mut(top) else { no_joint(top, skeleton.len()) };
        *weight = 1.0;
        for (index, joint) in skeleton.joints().iter().enumerate().skip(top + 1) {
            weights[index] = joint.parent.map_or(0.0, |parent| weights[parent]);
        }
        Self { weights }
    }

    /// Returns the weight of each joint.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }
}

/// Writes the blend of `base` with `over` into `out`. Each joint has `u` times the mask's weight of `over`; with 0 it
/// is copied from `base` bit by bit, with 1 from `over`. `u` is clamped by [`clamp_weight`]. Allocates nothing once `out` has grown to size.
///
/// ```
/// use armature::animation::{Mask, blend_masked};
/// # use armature::{math::Transform, skeleton::{Joint, Pose, Skeleton}};
/// # let joint = |name: &str, parent| Joint { name: name.into(), parent, bind_local: Transform::IDENTITY };
/// # let skeleton = Skeleton::new(vec![joint("hips", None), joint("spine", Some(0))]).unwrap();
/// # let (walking, punching, mut shown) = (skeleton.bind_pose(), skeleton.bind_pose(), Pose::default());
/// let upper_body = Mask::descendants(&skeleton, skeleton.find("spine").unwrap());
/// blend_masked(&walking, &punching, &upper_body, 1.0, &mut shown);
/// ```
///
/// # Panics
/// If the poses and the mask differ in length.
pub fn blend_masked(base: &Pose, over: &Pose, mask: &Mask, u: f32, out: &mut Pose) {
    let count = base.locals.len();
    assert!(over.locals.len() == count && mask.weights.len() == count, "poses and a mask of one skeleton");
    out.set(base);
    if !over.shears.is_empty() {
        out.shears.resize(count, glam::Vec3::ZERO);
    }
    for (joint, weight) in mask.weights.iter().enumerate() {
        let u = clamp_weight(u) * weight;
        if u > 0.0 {
            out.locals[joint] = match u {
                1.0 => over.locals[joint],
                _ => base.locals[joint].blend(&over.locals[joint], u),
            };
            if let Some(shear) = out.shears.get_mut(joint) {
                *shear = shear.lerp(over.shears.get(joint).copied().unwrap_or_default(), u);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::poses::poses;
    use crate::testing::skeletons::skeleton;
    use proptest::prelude::*;

    #[test]
    fn weights_stay_between_0_and_1() {
        let mask = Mask::new(vec![-1.0, 0.25, 7.0, f32::NAN]);
        assert_eq!(mask.weights(), [0.0, 0.25, 1.0, 0.0]);
    }

    proptest! {
        #[test]
        fn descendants_pass_the_joint_to_the_root(s in skeleton(12), top in any::<prop::sample::Index>()) {
            let top = top.index(s.len());
            let mask = Mask::descendants(&s, top);
            for joint in 0..s.len() {
                let is_below = s.path_to_root(joint).any(|joint| joint == top);
                prop_assert_eq!(mask.weights()[joint], f32::from(u8::from(is_below)));
            }
        }

        /// Weights of 0 and 1 copy bit by bit. Swapping the poses and taking the mask's complement gives the same pose.
        #[test]
        fn complements_swap_the_poses(pair in poses(2, 5), weights in prop::collection::vec(0.0f32..=1.0, 5)) {
            let [a, b] = [&pair[0], &pair[1]];
            let mut out = Pose::default();
            let mut other = Pose::default();
            let hard = Mask::new(weights.iter().map(|weight| weight.round()).collect());
            blend_masked(a, b, &hard, 1.0, &mut out);
            for joint in 0..5 {
                let from = if hard.weights()[joint] == 1.0 { b } else { a };
                prop_assert_eq!(out.locals[joint], from.locals[joint]);
            }
            let soft = Mask::new(weights);
            blend_masked(a, b, &soft, 1.0, &mut out);
            let complement = Mask::new(soft.weights().iter().map(|weight| 1.0 - weight).collect());
            blend_masked(b, a, &complement, 1.0, &mut other);
            for (local, swapped) in out.locals.iter().zip(&other.locals) {
                prop_assert!(local.translation.distance(swapped.translation) < 1e-4);
                // Between rotations half a turn apart there are two short ways.
                prop_assert!(local.rotation.dot(swapped.rotation).abs() > 0.9999 || crate::testing::poses::far(&pair));
            }
        }
    }
}
