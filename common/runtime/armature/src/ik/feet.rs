//! Feet on uneven ground.

use super::chain::{model_from_parent, position, slerp_clamped, turn_between};
use super::two_bone::two_bone;
use crate::{
    math::clamp_weight,
    skeleton::{Pose, Skeleton},
};
use glam::{Quat, Vec3};

/// A leg, and the ground below its foot. Points, directions and lengths are in model space: its unit is that of the file,
/// of which [`Model::metres_per_unit`](crate::model::Model::metres_per_unit) is the length. The inverse of the matrix by which
/// the figure is drawn leads from the world to it.
///
/// `JointRoles::foot` of the crate `armature-offline` makes it for a side of a figure with two legs. The default stands on flat
/// ground at the origin, with y up and the knee bent towards z; a leg must be set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foot {
    /// Hip, knee and ankle, as for [`bend_to`](super::bend_to).
    pub leg: [usize; 3],
    /// Direction (not a point, as the `pole` of [`two_bone`]) in which the knee bends, as long as a leg or longer: usually
    /// the figure's forward.
    pub pole: Vec3,
    /// Point of the ground below or above the ankle.
    pub hit: Vec3,
    /// Normal of the ground at that point; one that is 0 or not finite counts as up.
    pub normal: Vec3,
    /// Height of the ankle's joint over the sole, along the ground's normal.
    pub ankle_height: f32,
    /// Fraction of the way from the pose to the ground, from 0 to 1; 0 for a foot in the air.
    pub weight: f32,
}

impl Default for Foot {
    fn default() -> Self {
        Self { leg: [0; 3], pole: Vec3::Z, hit: Vec3::ZERO, normal: Vec3::Y, ankle_height: 0.0, weight: 1.0 }
    }
}

/// Returns the position of the ankle of a foot on the ground: `ankle_height` from `hit` along the ground's normal, not
/// straight up, so that on a slope the whole sole touches.
pub fn ankle_target(hit: Vec3, normal: Vec3, ankle_height: f32) -> Vec3 {
    hit + ankle_height * normal
}

/// Returns the offset of the hips along up by which the lowest foot reaches the ground: the lowest of `offsets` from
/// feet to ground, or 0 if all are positive, since legs can bend but not grow.
pub fn hips_drop(offsets: &[f32]) -> f32 {
    offsets.iter().fold(0.0, |lowest, offset| lowest.min(*offset))
}

/// Puts the feet of a standing figure on the ground: lowers the hips by [`hips_drop`], bends each leg so that the ankle
/// is at its [`ankle_target`], and turns each foot from its orientation over flat ground to the slope.
///
/// `up` has unit length, in model space. A foot's orientation is the product of its joints' rotations, which is exact
/// for even scales. No two legs may have a joint in common. Returns whether the ankle target of every foot whose weight
/// is above 0 is within its leg's reach. Allocates nothing. Source of the steps: the foot IK sample of ozz-animation.
///
/// The hips follow the lowest foot however deep the ground is: over a cliff, lower that foot's weight, or move its `hit`
/// up to what a step may be.
///
/// # Panics
/// If there is no such joint.
pub fn plant(skeleton: &Skeleton, pose: &mut Pose, hips: usize, feet: &[Foot], up: Vec3) -> bool {
    let mut drop = 0.0;
    for foot in feet {
        let target = ankle_target(foot.hit, foot.normal.normalize_or(up), foot.ankle_height);
        let offset = (target - position(skeleton, pose, foot.leg[2])).dot(up);
        drop = hips_drop(&[drop, clamp_weight(foot.weight) * offset]);
    }
    let drop = model_from_parent(skeleton, pose, hips).inverse().transform_vector3(drop * up);
    if drop.is_finite() {
        pose.locals[hips].translation += drop;
    }
    let mut all_reached = true;
    for foot in feet {
        let [hip, _, ankle] = foot.leg;
        let normal = foot.normal.normalize_or(up);
        let target = ankle_target(foot.hit, normal, foot.ankle_height);
        let turned = turn_between(up, normal) * pose.model_rotation(skeleton, ankle);
        let pole = position(skeleton, pose, hip) + foot.pole;
        let is_reached = two_bone(skeleton, pose, foot.leg, target, pole, foot.weight);
        all_reached &= is_reached || clamp_weight(foot.weight) == 0.0;
        let parent = skeleton.joints()[ankle].parent;
        let model_from_parent = parent.map_or(Quat::IDENTITY, |parent| pose.model_rotation(skeleton, parent));
        let planted = (model_from_parent.inverse() * turned).normalize();
        let rotation = &mut pose.locals[ankle].rotation;
        *rotation = slerp_clamped(*rotation, planted, foot.weight);
    }
    all_reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ik::{
            chain_points,
            testing::{lengths, worst},
        },
        math::Transform,
        skeleton::{Joint, Skeleton},
        testing::values as random,
    };
    use proptest::prelude::*;

    const LEGS: [[usize; 3]; 2] = [[1, 2, 3], [4, 5, 6]];
    const HEIGHT: f32 = 0.1;

    /// Makes hips 1 m up and two legs with slightly bent knees and ankles 0.1 m up; the figure is turned about y.
    fn figure(turn: f32) -> Skeleton {
        let thigh = Vec3::NEG_Y * 0.4505;
        let bend = 0.05;
        let mut joints = vec![joint(None, Vec3::Y, Quat::from_rotation_y(turn))];
        for (first, side) in [(1, 0.1), (4, -0.1)] {
            joints.push(joint(Some(0), Vec3::X * side, Quat::from_rotation_x(-bend)));
            joints.push(joint(Some(first), thigh, Quat::from_rotation_x(2.0 * bend)));
            joints.push(joint(Some(first + 1), thigh, Quat::from_rotation_x(-bend)));
        }
        Skeleton::new(joints).unwrap()
    }

    fn joint(parent: Option<usize>, translation: Vec3, rotation: Quat) -> Joint {
        let bind_local = Transform { rotation, ..Transform::from_translation(translation) };
        Joint { name: String::new(), parent, bind_local }
    }

    proptest! {
        #[test]
        fn feet_stand_on_the_slope(
            turn in -3.0f32..3.0, tilt in prop::array::uniform2(-0.4f32..0.4), heights in prop::array::uniform2(-0.25f32..0.25),
        ) {
            let skeleton = figure(turn);
            let mut pose = skeleton.bind_pose();
            let bind = skeleton.bind_pose();
            let normal = Vec3::new(tilt[0], 1.0, tilt[1]).normalize();
            let ankles = LEGS.map(|leg| chain_points(&skeleton, &bind, &leg)[2]);
            let feet: [Foot; 2] = std::array::from_fn(|side| Foot {
                leg: LEGS[side],
                pole: Quat::from_rotation_y(turn) * Vec3::Z,
                hit: Vec3::new(ankles[side].x, heights[side], ankles[side].z),
                normal,
                ankle_height: HEIGHT,
                weight: 1.0,
            });
            plant(&skeleton, &mut pose, 0, &feet, Vec3::Y);
            let hips = pose.model_from_joint(&skeleton, 0).translation.y;
            prop_assert!(hips <= 1.0, "never up");
            for (foot, ankle) in feet.iter().zip(ankles) {
                let points = chain_points(&skeleton, &pose, &foot.leg);
                let target = ankle_target(foot.hit, foot.normal, HEIGHT);
                // On a slope the ankle also moves sideways, and may be out of reach.
                let bind_points = chain_points(&skeleton, &bind, &foot.leg);
                let is_too_far = points[0].distance(target) > lengths(&bind_points).iter().sum();
                prop_assert!(is_too_far || points[2].distance(target) < 1e-4, "{points:?} {target}");
                prop_assert!(worst(&lengths(&points), &lengths(&bind_points)) < 1e-5);
                prop_assert!((points[2] - ankle).dot(Vec3::Y) >= hips - 1.0 - 1e-4, "with the hips, or higher");
                // The sole is on the slope, and the foot has not turned about the normal.
                let [before, after] = [&bind, &pose].map(|pose| pose.model_rotation(&skeleton, foot.leg[2]));
                let turn = after * before.inverse();
                prop_assert!((turn * Vec3::Y).distance(normal) < 1e-5);
                prop_assert!(turn.angle_between(turn_between(Vec3::Y, normal)) < 2e-3);
                // The knee bends forward.
                let along = (points[2] - points[0]).normalize();
                let knee = (points[1] - points[0]).reject_from_normalized(along);
                prop_assert!(knee.dot(foot.pole) > -1e-4, "{knee}");
            }
        }

        #[test]
        fn feet_without_weight_stay_with_the_hips(depth in 0.0f32..0.2) {
            let skeleton = figure(0.0);
            let bind = skeleton.bind_pose();
            let mut feet = LEGS.map(|leg| {
                let hit = position(&skeleton, &bind, leg[2]) - (HEIGHT + 0.3) * Vec3::Y;
                Foot { leg, hit, normal: Vec3::X, ankle_height: HEIGHT, weight: 0.0, ..Foot::default() }
            });
            let mut pose = bind.clone();
            plant(&skeleton, &mut pose, 0, &feet, Vec3::Y);
            prop_assert_eq!(&pose, &bind);
            feet[0] = Foot { hit: position(&skeleton, &bind, 3) - (HEIGHT + depth) * Vec3::Y, normal: Vec3::Y, weight: 1.0, ..feet[0] };
            prop_assert!(plant(&skeleton, &mut pose, 0, &feet, Vec3::Y), "a foot in the air reaches nothing");
            prop_assert!((position(&skeleton, &pose, 3) - position(&skeleton, &bind, 3) + depth * Vec3::Y).length() < 1e-4);
            prop_assert_eq!(&pose.locals[4..], &bind.locals[4..]);
            feet[1].weight = 1e-3;
            prop_assert!(!plant(&skeleton, &mut pose, 0, &feet, Vec3::Y), "the other leg is too short");
        }

        #[test]
        fn feet_already_on_the_ground_do_not_move(turn in -3.0f32..3.0, kind in 0usize..4) {
            let normal = [Vec3::Y, 3.0 * Vec3::Y, Vec3::ZERO, Vec3::NAN][kind]; // the last two by a ray that hits an edge
            let skeleton = figure(turn);
            let mut pose = skeleton.bind_pose();
            let feet = LEGS.map(|leg| {
                let ankle = chain_points(&skeleton, &pose, &leg)[2];
                let pole = Quat::from_rotation_y(turn) * Vec3::Z;
                Foot { leg, pole, hit: ankle - HEIGHT * Vec3::Y, normal, ankle_height: HEIGHT, ..Foot::default() }
            });
            plant(&skeleton, &mut pose, 0, &feet, Vec3::Y);
            for (now, joint) in pose.locals.iter().zip(skeleton.joints()) {
                prop_assert!(now.translation.distance(joint.bind_local.translation) < 1e-6);
                prop_assert!(now.rotation.angle_between(joint.bind_local.rotation) < 2e-3, "{now:?}");
            }
        }
    }

    #[test]
    fn the_hips_go_down_by_the_lowest_and_never_up() {
        assert_eq!(hips_drop(&[0.1, -0.2, -0.05]), -0.2);
        assert_eq!(hips_drop(&[0.1, 0.3]), 0.0);
        assert_eq!(hips_drop(&[]), 0.0);
        let slope = Vec3::new(0.6, 0.8, 0.0);
        assert_eq!(ankle_target(Vec3::Z, slope, 0.5), Vec3::new(0.3, 0.4, 1.0));
    }

    proptest! {
        #[test]
        fn orientations_are_those_of_the_matrices(turns in prop::collection::vec(random::unit_quat(), 7)) {
            let skeleton = figure(0.0);
            let mut pose = skeleton.bind_pose();
            for (local, turn) in pose.locals.iter_mut().zip(turns) {
                local.rotation = turn;
            }
            for joint in 0..7 {
                let want = pose.model_from_joint(&skeleton, joint).matrix3;
                let point = Vec3::new(1.0, 2.0, 3.0);
                let got = pose.model_rotation(&skeleton, joint) * point;
                prop_assert!(got.distance(want * point) < 1e-5);
            }
        }
    }
}
