//! Masks: how much of a pose each joint takes.

use crate::skeleton::{Pose, Skeleton};

/// A weight from 0 to 1 for each joint of a skeleton.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mask {
    weights: Vec<f32>,
}

impl Mask {
    /// Element i is the weight of joint i. Weights outside of 0..1 become the nearer end, NaN becomes 0.
    pub fn new(mut weights: Vec<f32>) -> Self {
        for weight in &mut weights {
            *weight = if weight.is_nan() { 0.0 } else { weight.clamp(0.0, 1.0) };
        }
        Self { weights }
    }

    /// 1 for `joint` and all its descendants, 0 for the others. One pass, since parents come before their
    /// children.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn descendants(skeleton: &Skeleton, joint: usize) -> Self {
        let mut weights = vec![0.0; skeleton.len()];
        weights[joint] = 1.0;
        for (index, one) in skeleton.joints().iter().enumerate().skip(joint + 1) {
            weights[index] = one.parent.map_or(0.0, |parent| weights[parent]);
        }
        Self { weights }
    }

    /// Element i is the weight of joint i.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }
}

/// Writes `base` into `out`, blended into `over` by `u` times each joint's weight. Where that is 0 or 1, the joint
/// is copied bit by bit. Allocates nothing once `out` has grown to size.
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
/// If the poses and the mask are not of one length.
pub fn blend_masked(base: &Pose, over: &Pose, mask: &Mask, u: f32, out: &mut Pose) {
    let count = base.locals.len();
    assert!(over.locals.len() == count && mask.weights.len() == count, "poses and a mask of one skeleton");
    out.set(base);
    if !over.shears.is_empty() {
        out.shears.resize(count, glam::Vec3::ZERO);
    }
    for (joint, weight) in mask.weights.iter().enumerate() {
        let u = u * weight;
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
        fn descendants_are_those_whose_way_to_the_root_passes(s in skeleton(12), at in any::<prop::sample::Index>()) {
            let top = at.index(s.len());
            let mask = Mask::descendants(&s, top);
            for joint in 0..s.len() {
                let is_below = s.path_to_root(joint).any(|at| at == top);
                prop_assert_eq!(mask.weights()[joint], f32::from(u8::from(is_below)));
            }
        }

        /// A weight of 0 or 1 copies, bit by bit; a mask and its complement are the same from either side.
        #[test]
        fn masks(pair in poses(2, 5), weights in prop::collection::vec(0.0f32..=1.0, 5)) {
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
            for (one, two) in out.locals.iter().zip(&other.locals) {
                prop_assert!(one.translation.distance(two.translation) < 1e-4);
                // Rotations half a turn apart have two short ways: there either may be taken.
                prop_assert!(one.rotation.dot(two.rotation).abs() > 0.9999 || crate::testing::poses::far(&pair));
            }
        }
    }
}
