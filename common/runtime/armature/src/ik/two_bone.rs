//! Two bones, solved exactly: an arm or a leg whose tip is put on a target.

use super::chain::{bend_to, position, slerp_clamped};
use crate::skeleton::{Pose, Skeleton};
use glam::Vec3;
use std::f32::consts::FRAC_PI_2;

/// Returns the angle between the sides `a` and `b` of a triangle, in radians from 0 to pi, from the lengths of all
/// three sides: `c^2 = a^2 + b^2 - 2 a b cos(angle)`.
///
/// If there is no such triangle, the result is 0 for a side `c` that is too short and pi for one that is too long. If
/// `a` or `b` is 0, any angle fits, and the result is a right angle.
fn law_of_cosines(a: f32, b: f32, c: f32) -> f32 {
    let product = 2.0 * a * b;
    if product <= 0.0 {
        return FRAC_PI_2;
    }
    let cosine = (a * a + b * b - c * c) / product;
    cosine.clamp(-1.0, 1.0).acos() // acos of 1.0000001 would be NaN
}

/// Returns the interior angle of an elbow, in radians, from 0 for a folded arm to pi for a straight one, where shoulder
/// and wrist are `distance` apart, or as near to that as the lengths of the bones allow.
pub fn elbow_angle(upper: f32, lower: f32, distance: f32) -> f32 {
    law_of_cosines(upper, lower, distance)
}

/// Returns root, middle and tip of two bones whose tip is on `target`, or as near to it as their lengths allow, on the
/// line to it. `points` are root, middle and tip before.
///
/// The middle joint is in the plane of root, target and `pole`, a point, on the pole's side. If the pole is on the line
/// to the target, the middle joint stays on its own side, and if the bones are on that line too, the side is any. If
/// the target is in the root, the bones keep the direction from root to tip; one that is not finite counts as the tip.
///
/// Source of the formulas: Ryan Juckett, "Analytic Two-Bone IK in 2D", 2008.
pub fn two_bone_points(points: [Vec3; 3], target: Vec3, pole: Vec3) -> [Vec3; 3] {
    let [root, middle, tip] = points;
    let target = if target.is_finite() { target } else { tip };
    let upper = root.distance(middle);
    let lower = middle.distance(tip);
    let current = (tip - root).try_normalize().or((middle - root).try_normalize());
    let along = (target - root).try_normalize().or(current).unwrap_or(Vec3::X);
    let distance = root.distance(target).clamp((upper - lower).abs(), upper + lower);

    let side = side_of(pole - root, along).or(side_of(middle - root, along));
    let side = side.unwrap_or_else(|| along.any_orthonormal_vector());

    let angle = law_of_cosines(upper, distance, lower); // at the root
    let middle = root + upper * (angle.cos() * along + angle.sin() * side);
    [root, middle, root + distance * along]
}

/// Returns the unit vector at right angles to `along` in the plane of both vectors, on the side of `direction`, or
/// `None` if they are parallel.
fn side_of(direction: Vec3, along: Vec3) -> Option<Vec3> {
    let across = direction.reject_from_normalized(along);
    // A smaller length is the rounding of a parallel vector.
    if across.length() > 1e-5 * direction.length() { across.try_normalize() } else { None }
}

/// Largest distance of a limb's tip from a target that it has reached, as a fraction of the limb's length.
const REACHED: f32 = 1e-3;

/// Turns the first two joints of a limb by [`two_bone_points`], so that the third is at `target`, in model space. `limb` is
/// shoulder, elbow and wrist, or hip, knee and ankle, as for [`bend_to`]. The middle joint bends towards the point `pole`,
/// in model space: for an elbow behind the figure, for a knee in front of it.
///
/// `weight` is the fraction of the turns, clamped by [`clamp_weight`](crate::math::clamp_weight): at 0 the pose stays, at
/// 1 the tip is at the target. Returns whether the target is within the limb's reach, whatever the weight is. Allocates
/// nothing.
///
/// # Panics
/// If there is no such joint.
pub fn two_bone(skeleton: &Skeleton, pose: &mut Pose, limb: [usize; 3], target: Vec3, pole: Vec3, weight: f32) -> bool {
    let points = limb.map(|joint| position(skeleton, pose, joint));
    let before = limb.map(|joint| pose.locals[joint].rotation);
    bend_to(skeleton, pose, &limb, &two_bone_points(points, target, pole));
    let length = points[0].distance(points[1]) + points[1].distance(points[2]);
    let is_reached = position(skeleton, pose, limb[2]).distance(target) <= REACHED * length;
    for (joint, before) in limb.into_iter().zip(before) {
        let rotation = &mut pose.locals[joint].rotation;
        *rotation = slerp_clamped(before, *rotation, weight);
    }
    is_reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ik::{
            chain_points,
            testing::{self, lengths, worst},
        },
        testing::values as random,
    };
    use proptest::prelude::*;
    use std::f32::consts::PI;

    fn solve(points: &[Vec3], target: Vec3, pole: Vec3) -> Vec<Vec3> {
        two_bone_points([points[0], points[1], points[2]], target, pole).to_vec()
    }

    /// An independent table: bones of 0.45 and 0.40, degrees at the elbow by distance.
    #[test]
    fn elbows_by_distance() {
        for (distance, degrees) in [(0.06, 4.480), (0.40, 55.771), (0.80, 140.429), (0.84, 162.374), (0.849, 174.431)] {
            let got = elbow_angle(0.45, 0.40, distance).to_degrees();
            // Near full reach an f32 length decides about hundredths of a degree.
            assert!((got - degrees).abs() < 0.02, "{distance}: {got}");
        }
        assert_eq!(elbow_angle(0.45, 0.40, 0.90), PI, "too far");
        assert_eq!(elbow_angle(0.45, 0.40, 0.01), 0.0, "too near");
        for sides in [(0.0, 0.4, 0.4), (0.4, 0.0, 0.1), (0.0, 0.0, 0.0)] {
            assert_eq!(elbow_angle(sides.0, sides.1, sides.2), FRAC_PI_2, "{sides:?}");
        }
    }

    proptest! {
        #[test]
        fn reached_with_the_same_lengths_on_the_poles_side(
            points in testing::points(2..3), aim in random::unit_quat(), fraction in 0.05f32..1.4, pole in random::point(),
        ) {
            let bones = lengths(&points);
            let nearest = (bones[0] - bones[1]).abs();
            let farthest = bones[0] + bones[1];
            let target = points[0] + aim * Vec3::X * farthest * fraction;
            let got = solve(&points, target, pole);
            prop_assert_eq!(got[0], points[0]);
            prop_assert!(worst(&lengths(&got), &bones) < 1e-5, "{:?}", lengths(&got));
            let distance = (farthest * fraction).clamp(nearest, farthest);
            prop_assert!(got[2].distance(points[0] + aim * Vec3::X * distance) < 1e-4);
            // In the plane of root, target and pole, on the pole's side.
            let to_target = (target - points[0]).normalize();
            let to_pole = pole - points[0];
            let to_middle = got[1] - points[0];
            let [pole, middle] = [to_pole, to_middle].map(|v| v.reject_from_normalized(to_target));
            prop_assert!(middle.cross(pole).length() < 1e-4 * (1.0 + pole.length()));
            // If the pole counts as on the line, the middle joint stays on its own side.
            prop_assert!(middle.dot(pole) > -2e-5 * to_pole.length());
            // The angle at the middle is the one that the law of cosines gives.
            let [a, b] = [got[0], got[2]].map(|end| (end - got[1]).normalize());
            let cosine = elbow_angle(bones[0], bones[1], got[0].distance(got[2])).cos();
            prop_assert!((a.dot(b) - cosine).abs() < 1e-4);
        }

        #[test]
        fn a_limb_of_a_pose_reaches(
            (skeleton, chain) in testing::chain_in_a_skeleton(2..3, false),
            aim in random::unit_quat(), fraction in 0.0f32..1.4, pole in random::point(), weight in 0.0f32..1.0,
        ) {
            let mut pose = skeleton.bind_pose();
            let mut part = pose.clone();
            let before = chain_points(&skeleton, &pose, &chain);
            let target = before[0] + aim * Vec3::X * fraction;
            let limb = [chain[0], chain[1], chain[2]];
            let is_reached = two_bone(&skeleton, &mut pose, limb, target, pole, 1.0);
            let got = chain_points(&skeleton, &pose, &chain);
            let want = solve(&before, target, pole);
            prop_assert!(got.iter().zip(&want).all(|(got, want)| got.distance(*want) < 5e-5), "{got:?} {want:?}");
            let bones = lengths(&before);
            let distance = before[0].distance(target);
            let is_near = distance > (bones[0] - bones[1]).abs() && distance < bones[0] + bones[1];
            prop_assert!(is_reached == is_near || got[2].distance(target) < 5e-3, "{got:?} {target}");
            // With a weight, each joint makes that fraction of its turn; the result is the same.
            prop_assert_eq!(two_bone(&skeleton, &mut part, limb, target, pole, weight), is_reached);
            for (joint, local) in part.locals.iter().enumerate() {
                let turned = skeleton.joints()[joint].bind_local.rotation;
                let whole = turned.angle_between(pose.locals[joint].rotation);
                prop_assert!((turned.angle_between(local.rotation) - weight * whole).abs() < 2e-3, "{joint}");
            }
        }
    }

    /// Inputs without a direction, a plane or a triangle.
    #[test]
    fn inputs_without_a_unique_result_are_finite_and_keep_lengths() {
        let bent = [Vec3::ZERO, Vec3::new(0.3, 0.4, 0.0), Vec3::X];
        let straight = [Vec3::ZERO, Vec3::X, 2.0 * Vec3::X];
        let folded = [Vec3::ZERO, Vec3::X, Vec3::ZERO];
        let nothing = [Vec3::ZERO; 3];
        let no_upper = [Vec3::ZERO, Vec3::ZERO, Vec3::Y];
        let no_lower = [Vec3::ZERO, Vec3::Y, Vec3::Y];
        for points in [bent, straight, folded, nothing, no_upper, no_lower] {
            for target in [Vec3::ZERO, 0.5 * Vec3::X, -Vec3::X, 2.0 * Vec3::X, 9.0 * Vec3::Y] {
                for pole in [Vec3::ZERO, Vec3::X, -target, 2.0 * target, Vec3::Z] {
                    let got = solve(&points, target, pole);
                    assert!(got.iter().all(|point| point.is_finite()), "{points:?} {target} {pole}: {got:?}");
                    let off = worst(&lengths(&got), &lengths(&points));
                    assert!(off < 1e-5, "{points:?} {target} {pole}: {got:?}");
                }
            }
        }
        // With the pole on the line the knee stays on its side.
        let got = solve(&bent, 0.8 * Vec3::X, 5.0 * Vec3::X);
        assert!(got[1].y > 0.1 && got[1].z.abs() < 1e-6, "{got:?}");
    }
}
