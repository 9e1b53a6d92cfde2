//! Several poses blended at once, by weights.

use super::Mask;
use crate::math::Transform;
use crate::skeleton::Pose;
use glam::{Quat, Vec3, Vec4};
use std::cmp::Ordering;

/// Usual threshold of [`blend_layers`], the default of ozz-animation's blending job.
pub const REST_THRESHOLD: f32 = 0.1;

/// Largest weight: the sum of two of `f32::MAX` would be infinite.
const LARGEST_WEIGHT: f32 = 1e30;

/// One of several poses to blend.
#[derive(Clone, Copy, Debug)]
pub struct Layer<'a> {
    /// Pose to blend.
    pub pose: &'a Pose,
    /// Weight of the pose, up to 1e30; negative or not finite counts as 0. The weights of all layers need not sum to 1.
    pub weight: f32,
    /// Factors of the weight, one for each joint; `None` is 1 for all.
    pub mask: Option<&'a Mask>,
}

impl<'a> Layer<'a> {
    /// Makes a layer of all joints of a pose.
    pub fn new(pose: &'a Pose, weight: f32) -> Self {
        Self { pose, weight, mask: None }
    }

    fn joint_weight(&self, joint: usize) -> f32 {
        let weight = self.weight * self.mask.map_or(1.0, |mask| mask.weights()[joint]);
        if weight > 0.0 && weight.is_finite() { weight.min(LARGEST_WEIGHT) } else { 0.0 }
    }
}

/// Writes the weighted mean of all layers into `out`, joint by joint: of the components of translation, scale and
/// shear, and of the quaternions, normalised. Where a joint's weights sum to less than `threshold`, `rest` has the
/// weight that is missing. To blend two poses, [`Pose::set_blend`] is simpler.
///
/// The order of the layers does not matter, up to rounding: before a joint's quaternions are summed, each is given the
/// sign that puts it on the side of the heaviest one. Pairwise blending depends on the order, and so do signs taken
/// from the running sum. A joint with a single layer is copied bit by bit.
///
/// Allocates nothing once `out` has grown to size.
///
/// Sources: ozz-animation, `BlendingJob` (weights per joint, threshold, rest pose); F. L. Markley et al., "Averaging
/// quaternions", *Journal of Guidance, Control, and Dynamics* 30 (2007): the normalised sum, and that the signs have
/// to be settled before it.
///
/// # Panics
/// If a pose or a mask is not as long as `rest`.
pub fn blend_layers(layers: &[Layer<'_>], rest: &Pose, threshold: f32, out: &mut Pose) {
    let count = rest.locals.len();
    for layer in layers {
        let mask = layer.mask.map_or(count, |mask| mask.weights().len());
        assert!(layer.pose.locals.len() == count && mask == count, "poses and masks of one skeleton");
    }
    out.set(rest);
    if layers.iter().any(|layer| !layer.pose.shears.is_empty()) {
        out.shears.resize(count, Vec3::ZERO);
    }
    for joint in 0..count {
        let sum: f32 = layers.iter().map(|layer| layer.joint_weight(joint)).sum();
        let missing = if sum < threshold { threshold - sum } else { 0.0 };
        let weighted = layers.iter().map(|layer| (layer.pose, layer.joint_weight(joint)));
        let weighted = weighted.chain([(rest, missing)]).filter(|(_, weight)| *weight > 0.0);
        let Some((heaviest, _)) = weighted.clone().max_by(|a, b| compare_weights(*a, *b, joint)) else {
            continue; // no weights, no threshold: the rest pose is there already
        };
        if weighted.clone().count() == 1 {
            out.locals[joint] = heaviest.locals[joint];
            if let Some(shear) = out.shears.get_mut(joint) {
                *shear = heaviest.shears.get(joint).copied().unwrap_or_default();
            }
            continue;
        }
        let reference = heaviest.locals[joint].rotation;
        let mut translation = Vec3::ZERO;
        let mut scale = Vec3::ZERO;
        let mut shear = Vec3::ZERO;
        let mut rotation = Vec4::ZERO;
        for (pose, weight) in weighted {
            let local = &pose.locals[joint];
            let fraction = weight / (sum + missing);
            translation += local.translation * fraction;
            scale += local.scale * fraction;
            shear += pose.shears.get(joint).copied().unwrap_or_default() * fraction;
            // With this sign no quaternion is at more than a right angle to the reference, and the sum is never 0.
            let sign = if reference.dot(local.rotation) < 0.0 { -fraction } else { fraction };
            rotation += Vec4::from(local.rotation) * sign;
        }
        let rotation = Quat::from_vec4(rotation.normalize());
        out.locals[joint] = Transform { translation, rotation, scale };
        if let Some(out) = out.shears.get_mut(joint) {
            *out = shear;
        }
    }
}

/// Compares two weighted poses by their weights, and where these are equal by the joint's rotations, so that the order
/// of the layers does not matter.
fn compare_weights(a: (&Pose, f32), b: (&Pose, f32), joint: usize) -> Ordering {
    a.1.total_cmp(&b.1).then_with(|| {
        let [a, b] = [a.0, b.0].map(|pose| {
            let q = pose.locals[joint].rotation.to_array();
            let last = q.into_iter().rev().find(|number| *number != 0.0);
            // q and -q are the same rotation.
            if last.is_some_and(|number| number < 0.0) { q.map(|number| -number) } else { q }
        });
        a.into_iter().zip(b).map(|(a, b)| a.total_cmp(&b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::poses::{are_near, far, negated, poses};
    use proptest::prelude::*;

    fn blended(layers: &[(&Pose, f32)], rest: &Pose) -> Pose {
        let layers: Vec<Layer<'_>> = layers.iter().map(|(pose, weight)| Layer::new(pose, *weight)).collect();
        let mut out = Pose::default();
        blend_layers(&layers, rest, REST_THRESHOLD, &mut out);
        out
    }

    #[test]
    fn the_rest_pose_fills_up() {
        let [rest, pose] =
            [0.0, 8.0].map(|x| Pose { locals: vec![Transform::from_translation(Vec3::X * x)], shears: Vec::new() });
        for (weights, expected) in
            [(&[0.0, f32::NAN, -1.0][..], 0.0), (&[REST_THRESHOLD, 0.5, 3.0], 8.0), (&[0.25 * REST_THRESHOLD], 2.0)]
        {
            for weight in weights {
                let x = blended(&[(&pose, *weight)], &rest).locals[0].translation.x;
                assert!((x - expected).abs() < 1e-5, "{weight}: {x}");
            }
        }
    }

    #[test]
    fn weights_of_any_size_are_a_mean() {
        let turned = |angle: f32| {
            let mut pose = Pose::default();
            let rotation = Quat::from_rotation_z(angle);
            pose.locals.push(Transform { translation: Vec3::X * angle, rotation, scale: Vec3::ONE });
            pose
        };
        let [a, b] = [0.0, 1.0].map(turned);
        let mean = blended(&[(&a, 1.0), (&b, 1.0)], &a);
        assert_eq!(blended(&[(&a, 3e38), (&b, 3e38)], &a), mean);
        assert_eq!(blended(&[(&a, f32::NAN), (&b, 2.0), (&a, -1.0), (&a, f32::INFINITY)], &a), b);
    }

    proptest! {
        /// Whatever the rotations are, also where the two heaviest weigh the same.
        #[test]
        fn order_and_signs_do_not_matter(all in poses(3, 4), weights in prop::array::uniform3(0.2f32..1.0), equal: bool) {
            let [a, b, c] = weights;
            let weights = if equal { [a, a, c * a] } else { [a, b, c] };
            let layers: Vec<(&Pose, f32)> = all.iter().zip(weights).collect();
            let one = blended(&layers, &all[0]);
            for order in [[2, 0, 1], [1, 0, 2], [2, 1, 0]] {
                let other = blended(&order.map(|index: usize| layers[index]), &all[0]);
                prop_assert!(are_near(&one, &other, 1e-4), "{one:?} {other:?}");
            }
            let negative = negated(&all[1]);
            let other = blended(&[layers[0], (&negative, weights[1]), layers[2]], &all[0]);
            prop_assert!(are_near(&one, &other, 1e-4), "{one:?} {other:?}");
        }

        /// Weights that are all k times as large, and a layer of weight 0, change nothing; rotations have unit length.
        #[test]
        fn factors_and_layers_without_weight_do_not_matter(
            all in poses(3, 4), weights in prop::array::uniform3(0.2f32..1.0), k in 1.0f32..9.0,
        ) {
            let [a, b, c] = [&all[0], &all[1], &all[2]];
            let one = blended(&[(a, weights[0]), (b, weights[1])], c);
            prop_assert!(are_near(&one, &blended(&[(a, k * weights[0]), (b, k * weights[1])], c), 1e-4));
            prop_assert_eq!(&one, &blended(&[(c, 0.0), (a, weights[0]), (b, weights[1])], c));
            for local in &one.locals {
                prop_assert!((local.rotation.length() - 1.0).abs() < 1e-5);
            }
            prop_assert_eq!(&blended(&[(a, weights[0])], c), a, "bit by bit");
        }

        /// Blending two layers equals `Pose::set_blend`, and both are symmetric.
        #[test]
        fn two_are_a_blend(pair in poses(2, 4), u in 0.15f32..0.85) {
            prop_assume!(!far(&pair));
            let [a, b] = [&pair[0], &pair[1]];
            let mut there = Pose::default();
            let mut back = Pose::default();
            there.set_blend(a, b, u);
            back.set_blend(b, a, 1.0 - u);
            prop_assert!(are_near(&there, &back, 1e-4));
            prop_assert!(are_near(&there, &blended(&[(a, 1.0 - u), (b, u)], a), 1e-4));
            there.set_blend(a, &negated(b), u);
            prop_assert!(are_near(&there, &back, 1e-4));
            there.set_blend(a, b, 0.0);
            prop_assert!(are_near(&there, a, 1e-5));
            there.set_blend(a, b, 1.0);
            prop_assert!(are_near(&there, b, 1e-5));
        }
    }
}
