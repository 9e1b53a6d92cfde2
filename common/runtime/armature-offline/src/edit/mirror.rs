//! Mirror images of poses, left to right.

use crate::bound::{along_axis, bound_pose, mean_direction};
use crate::names::partners;
use armature::math::Transform;
use armature::skeleton::{Joint, Pose, Skeleton};
use armature::skin::Skin;
use glam::{Mat3, Quat, Vec3};

/// A mirror between the left and the right side of a figure.
///
/// The names of joints say which are partners, on the two sides. A joint in the middle is its own partner; one that
/// only one side has (a socket in the right hand) stays as it is. The axes of partners may differ in any way: a
/// rotation is converted from the axes of the one joint to model space and on to the axes of the other, as they are in
/// a pose in which the figure is symmetric.
///
/// ```text
/// S            the reflection, in model space
/// j, p         a joint and its partner; with _ their parents
/// O            model_from_joint, rotation only, in the symmetric pose
/// L            O_j_⁻¹ S O_p_       from the axes of the partner's parent to those of the joint's parent
/// rotation     L rotation_p (O_p⁻¹ S O_j)
/// translation  symmetric_j + L (translation_p - symmetric_p)
/// scale        that of the joint
/// ```
///
/// A pose that is mirrored twice is unchanged, but for scale, and the symmetric pose is its own mirror image. Bones keep
/// their lengths, even where those of the two sides differ. Scale and shear are not mirrored.
#[derive(Clone, Debug)]
pub struct Mirror {
    normal: Vec3,
    symmetric: Pose,
    joints: Vec<PartnerMap>,
}

/// The map from a partner's local transform to that of the joint in the mirror image.
#[derive(Clone, Copy, Debug)]
struct PartnerMap {
    partner: usize,
    /// `L`, for vectors.
    parent_from_parent: Mat3,
    /// The rotation of `L`, which multiplies the partner's rotation from the left.
    left: Quat,
    /// Multiplies it from the right.
    right: Quat,
}

impl Mirror {
    /// Makes the mirror of a loaded figure. Its symmetric pose is the one in which its skins were bound, or else the bind
    /// pose: many files have the first frame of a clip in place of a bind pose.
    pub fn of_figure(skeleton: &Skeleton, skins: &[Skin]) -> Self {
        match bound_pose(skeleton, skins, &partners(skeleton.joints())) {
            Some(bound) => Self::with(skeleton, &bound),
            None => Self::with(skeleton, &skeleton.bind_pose()),
        }
    }

    /// Makes the mirror of a figure that is symmetric in a pose.
    ///
    /// # Panics
    /// If the pose is not one of this skeleton.
    pub fn with(skeleton: &Skeleton, symmetric: &Pose) -> Self {
        let partners = partners(skeleton.joints());
        let model_from_joint = skeleton.model_from_joint(symmetric);
        let positions: Vec<Vec3> = model_from_joint.iter().map(|matrix| matrix.translation.into()).collect();
        let normal = along_axis(mean_direction(&positions, &partners));
        let reflection = Mat3::from_cols(Vec3::X.reflect(normal), Vec3::Y.reflect(normal), Vec3::Z.reflect(normal));
        let mut axes: Vec<Mat3> = Vec::with_capacity(skeleton.len());
        let mut parent_axes: Vec<Mat3> = Vec::with_capacity(skeleton.len());
        let mut signs: Vec<Mat3> = Vec::with_capacity(skeleton.len());
        for (joint, local) in skeleton.joints().iter().zip(&symmetric.locals) {
            let above = joint.parent.map_or(Mat3::IDENTITY, |parent| axes[parent]);
            let signs_of_scale = Mat3::from_diagonal(Vec3::ONE.copysign(local.scale));
            axes.push(above * Mat3::from_quat(local.rotation.normalize()) * signs_of_scale);
            parent_axes.push(above);
            signs.push(signs_of_scale);
        }
        let is_middle = mark_middle(skeleton, &partners);
        let mut joints = Vec::with_capacity(skeleton.len());
        for (joint, &partner) in partners.iter().enumerate() {
            if partner == joint && !is_middle[joint] {
                let [left, right] = [Quat::IDENTITY; 2];
                joints.push(PartnerMap { partner, parent_from_parent: Mat3::IDENTITY, left, right });
                continue;
            }
            let parent_from_parent = parent_axes[joint].transpose() * reflection * parent_axes[partner];
            let partner_from_joint = axes[partner].transpose() * reflection * axes[joint];
            let left = rotation_part(parent_from_parent);
            let right = rotation_part(signs[partner] * partner_from_joint * signs[joint]);
            // Of q and -q take the one that maps the symmetric pose to itself.
            let [own, other] = [joint, partner].map(|joint| symmetric.locals[joint].rotation);
            let right = if (left * other * right).dot(own) < 0.0 { -right } else { right };
            joints.push(PartnerMap { partner, parent_from_parent, left, right });
        }
        Self { normal, symmetric: symmetric.clone(), joints }
    }

    /// Returns the same joint of the other side; the joint itself if there is none.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn partner(&self, joint: usize) -> usize {
        self.joints[joint].partner
    }

    /// Returns the normal of the plane between the two sides, in model space.
    pub fn normal(&self) -> Vec3 {
        self.normal
    }

    /// Returns the mirror image of a pose.
    ///
    /// # Panics
    /// If the pose is not one of this figure.
    pub fn pose(&self, pose: &Pose) -> Pose {
        assert!(pose.locals.len() >= self.joints.len(), "a pose of {} joints", pose.locals.len());
        let mut mirrored = pose.clone();
        for (joint, map) in self.joints.iter().enumerate() {
            let [own, other] = [joint, map.partner].map(|joint| self.symmetric.locals[joint].translation);
            let posed = pose.locals[map.partner];
            mirrored.locals[joint] = Transform {
                translation: own + map.parent_from_parent * (posed.translation - other),
                rotation: (map.left * posed.rotation * map.right).normalize(),
                scale: pose.locals[joint].scale,
            };
        }
        mirrored
    }
}

/// Returns whether each joint is in the middle: its own partner, as are all its ancestors.
fn mark_middle(skeleton: &Skeleton, partners: &[usize]) -> Vec<bool> {
    let mut middle = Vec::with_capacity(skeleton.len());
    for (joint, Joint { parent, .. }) in skeleton.joints().iter().enumerate() {
        middle.push(partners[joint] == joint && parent.is_none_or(|parent| middle[parent]));
    }
    middle
}

/// Returns the rotation of an orthogonal matrix; one that reflects is first negated. A rotation between two such
/// matrices is multiplied by both, so that the negations cancel.
fn rotation_part(matrix: Mat3) -> Quat {
    Quat::from_mat3(&(matrix * matrix.determinant().signum())).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bound::ALONG_AXIS;
    use crate::testing::poses::are_near;
    use crate::testing::values::unit_quat;
    use glam::Affine3A;
    use proptest::prelude::*;

    /// Names of joints, their parents, and their positions in model space.
    const FIGURE: [(&str, Option<usize>, [f32; 3]); 8] = [
        ("hips", None, [0.0, 1.0, 0.0]),
        ("thigh_l", Some(0), [0.2, 0.9, 0.0]),
        ("foot_l", Some(1), [0.25, 0.1, 0.1]),
        ("thigh_r", Some(0), [-0.2, 0.9, 0.0]),
        ("foot_r", Some(3), [-0.25, 0.1, 0.1]),
        ("chest", Some(0), [0.0, 1.4, 0.05]),
        ("hand_l", Some(5), [0.7, 1.3, 0.2]),
        ("hand_r", Some(5), [-0.7, 1.3, 0.2]),
    ];

    /// Makes the figure, turned by `turn`, with the given local rotations. The right leg may be made by a scale of -1.
    fn figure(rotations: &[Quat], turn: Quat, mirrored: bool) -> Skeleton {
        let mut model_from_joint: Vec<Affine3A> = Vec::new();
        let joints = FIGURE.iter().zip(rotations).map(|(&(name, parent, position), &rotation)| {
            let scale = if mirrored && name == "thigh_r" { Vec3::new(-1.0, 1.0, 1.0) } else { Vec3::ONE };
            let above = parent.map_or(Affine3A::IDENTITY, |parent| model_from_joint[parent]);
            let translation = above.inverse().transform_point3(turn * Vec3::from(position));
            let bind_local = Transform { translation, rotation, scale };
            model_from_joint.push(above * bind_local.to_affine());
            Joint { name: name.into(), parent, bind_local }
        });
        Skeleton::new(joints.collect()).unwrap()
    }

    /// Returns the largest distance of a joint from the reflection of its partner in the other pose.
    fn error(mirror: &Mirror, skeleton: &Skeleton, pose: &Pose, image: &Pose) -> f32 {
        let [from, to] = [pose, image].map(|pose| skeleton.model_from_joint(pose));
        let partners: Vec<usize> = mirror.joints.iter().map(|map| map.partner).collect();
        let is_middle = mark_middle(skeleton, &partners);
        let mut error = 0.0f32;
        for (joint, &partner) in partners.iter().enumerate() {
            if is_middle[joint] || partner != joint {
                let reflected = Vec3::from(from[partner].translation).reflect(mirror.normal);
                error = error.max(reflected.distance(to[joint].translation.into()));
            }
        }
        error
    }

    /// Rotations by which the figure looks along an axis, or so far from one that its normal is not replaced by an
    /// axis.
    fn figure_turn() -> impl Strategy<Value = Quat> {
        let is_tilted = |turn: &Quat| (*turn * Vec3::X).abs().max_element() < ALONG_AXIS - 0.01;
        prop_oneof![
            Just(Quat::IDENTITY),
            Just(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2)),
            unit_quat().prop_filter("tilted", is_tilted),
        ]
    }

    proptest! {
        /// The joints have any axes, and the figure looks in any direction. Twice mirrored, the pose is unchanged, and the
        /// scale of a joint stays where it is.
        #[test]
        fn a_pose_becomes_its_reflection(
            axes in prop::collection::vec(unit_quat(), 8), posed in prop::collection::vec(unit_quat(), 8),
            turn in figure_turn(), mirrored: bool, moved in prop::array::uniform3(-1.0f32..1.0),
        ) {
            let skeleton = figure(&axes, turn, mirrored);
            let mirror = Mirror::of_figure(&skeleton, &[]);
            let mut pose = skeleton.bind_pose();
            for (local, rotation) in pose.locals.iter_mut().zip(&posed) {
                local.rotation *= *rotation;
            }
            pose.locals[0].translation += Vec3::from(moved);
            let image = mirror.pose(&pose);
            prop_assert!(mirror.normal.dot(turn * Vec3::X).abs() > 1.0 - 1e-5);
            let error = error(&mirror, &skeleton, &pose, &image);
            prop_assert!(error < 1e-4, "{error}");
            pose.locals[6].scale = Vec3::new(1.0, 2.0, 3.0);
            prop_assert_eq!(mirror.pose(&pose).locals[6].scale, pose.locals[6].scale);
            prop_assert!(are_near(&mirror.pose(&mirror.pose(&pose)), &pose, 1e-5));
            prop_assert!(are_near(&mirror.pose(&skeleton.bind_pose()), &skeleton.bind_pose(), 1e-5));
        }
    }

    /// A file may have a frame of a clip in place of the bind pose, while its skin has the pose in which it was bound. It
    /// may be turned about the vertical there.
    #[test]
    fn about_the_pose_of_its_skin() {
        let standing = figure(&[Quat::from_rotation_y(0.4); 8], Quat::IDENTITY, true);
        for angle in [0.0, 1.1] {
            let about_y = Quat::from_rotation_y(angle);
            let mut joints = standing.joints().to_vec();
            for (joint, angle) in [(1, 0.5), (3, -0.4), (5, 0.3), (6, 0.9), (7, -0.8)] {
                joints[joint].bind_local.rotation *= Quat::from_rotation_x(angle);
            }
            joints[0].bind_local.rotation = about_y * joints[0].bind_local.rotation;
            joints[0].bind_local.translation = about_y * joints[0].bind_local.translation;
            let skeleton = Skeleton::new(joints).unwrap();
            let posed = skeleton.bind_pose();
            let mirror = Mirror::of_figure(&skeleton, &[Skin::bound(&standing)]);
            assert!(mirror.normal.dot(about_y * Vec3::X).abs() > 1.0 - 1e-5, "{}", mirror.normal);
            assert!(error(&mirror, &skeleton, &posed, &mirror.pose(&posed)) < 1e-5);
            let plain = Mirror::of_figure(&skeleton, &[]);
            assert!(error(&plain, &skeleton, &posed, &plain.pose(&posed)) > 0.1);
        }
    }
}
