//! Poses mirrored left to right.

use super::names::partners;
use crate::{
    math::Transform,
    skeleton::{Pose, Skeleton, local_to_model},
};
use glam::{Affine3A, Mat3, Quat, Vec3};

/// A mirror between the left and the right side of a figure.
///
/// Which joints are across from each other their names say; a joint without another is mirrored into itself. The axes
/// of the two sides' joints may differ in any way: a rotation goes through the model's space, from the axes of the one
/// joint to those of the other, as they are in a pose in which the figure is symmetric.
///
/// ```text
/// S            the reflection, in the model's space
/// j, p         a joint and the one across; the lower index _ stands for a parent's
/// O            model_from_joint, rotation only, in the symmetric pose
/// L            O_j_⁻¹ S O_p_       from the parent's axes there to the parent's here
/// rotation     L rotation_p (O_p⁻¹ S O_j)
/// translation  symmetric_j + L (translation_p - symmetric_p)
/// ```
///
/// Mirrored twice a pose is what it was, and the symmetric pose is its own mirror image. Bones keep their length, even
/// where the two sides' lengths differ. Scale goes with its axis; shear stays where it is.
#[derive(Clone, Debug)]
pub struct Mirror {
    normal: Vec3,
    symmetric: Pose,
    joints: Vec<Across>,
}

/// How one joint takes its transform from the one across.
#[derive(Clone, Debug)]
struct Across {
    partner: usize,
    /// `L`, for vectors, and as what it does to a rotation from the left.
    parent_from_parent: Mat3,
    left: Quat,
    /// The same from the right.
    right: Quat,
    /// For each axis the partner's that it takes its scale from.
    axes: [usize; 3],
}

/// A plane's normal nearer than this to an axis (as a cosine, 20 degrees) is that axis.
const ALONG_AXIS: f32 = 0.94;

impl Mirror {
    /// For a figure whose bind pose is symmetric.
    pub fn new(skeleton: &Skeleton) -> Self {
        Self::with(skeleton, &skeleton.bind_pose())
    }

    /// For a figure that is symmetric in another pose than its bind pose: some files hold the first frame of a clip there.
    ///
    /// # Panics
    /// If the pose is not one of this skeleton.
    pub fn with(skeleton: &Skeleton, symmetric: &Pose) -> Self {
        let partners = partners(skeleton.joints());
        let normal = normal(skeleton, symmetric, &partners);
        let reflection = Mat3::IDENTITY - 2.0 * outer(normal, normal);
        let mut axes_of: Vec<Mat3> = Vec::with_capacity(skeleton.len());
        let mut signs: Vec<Mat3> = Vec::with_capacity(skeleton.len());
        let above = |axes_of: &[Mat3], joint: usize| {
            skeleton.joints()[joint].parent.map_or(Mat3::IDENTITY, |parent| axes_of[parent])
        };
        for (joint, local) in symmetric.locals.iter().enumerate().take(skeleton.len()) {
            signs.push(Mat3::from_diagonal(Vec3::ONE.copysign(local.scale)));
            let rotation = Mat3::from_quat(local.rotation.normalize());
            axes_of.push(above(&axes_of, joint) * rotation * signs[joint]);
        }
        let across = |joint: usize| {
            let partner = partners[joint];
            let parents = [joint, partner].map(|joint| above(&axes_of, joint));
            let parent_from_parent = parents[0].transpose() * reflection * parents[1];
            let partner_from_joint = axes_of[partner].transpose() * reflection * axes_of[joint];
            Across {
                partner,
                parent_from_parent,
                left: turn(parent_from_parent),
                right: turn(signs[partner] * partner_from_joint * signs[joint]),
                axes: matching_axes(partner_from_joint, joint, partner),
            }
        };
        let joints = (0..skeleton.len()).map(across).collect();
        Self { normal, symmetric: symmetric.clone(), joints }
    }

    /// The joint across; itself for one in the middle.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn partner(&self, joint: usize) -> usize {
        self.joints[joint].partner
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> usize {
        self.joints.iter().enumerate().filter(|(joint, across)| *joint < across.partner).count()
    }

    /// The normal of the plane between the two sides, in the model's space.
    pub fn normal(&self) -> Vec3 {
        self.normal
    }

    /// Where `joint` is in the mirror image of `pose`.
    ///
    /// # Panics
    /// If there is no such joint, or the pose is not one of this figure.
    pub fn local(&self, pose: &Pose, joint: usize) -> Transform {
        let Across { partner, parent_from_parent, left, right, axes } = self.joints[joint];
        let [own, other] = [joint, partner].map(|joint| self.symmetric.locals[joint]);
        let posed = pose.locals[partner];
        let scale = |axis: usize| {
            let (now, then) = (posed.scale[axes[axis]], other.scale[axes[axis]]);
            if then == 0.0 || now == then { own.scale[axis] } else { own.scale[axis] * now / then }
        };
        Transform {
            translation: own.translation
                + parent_from_parent * (posed.translation - other.translation),
            rotation: (left * posed.rotation * right).normalize(),
            scale: Vec3::new(scale(0), scale(1), scale(2)),
        }
    }

    /// The mirror image of a pose. To bring one side to the other only, take the locals of the joints that are to change.
    ///
    /// # Panics
    /// If the pose is not one of this figure.
    pub fn pose(&self, pose: &Pose) -> Pose {
        let locals = (0..self.joints.len()).map(|joint| self.local(pose, joint)).collect();
        Pose { locals, shears: pose.shears.clone() }
    }
}

/// From one side to the other: the mean direction from each joint to its partner, or x where there are none.
fn normal(skeleton: &Skeleton, symmetric: &Pose, partners: &[usize]) -> Vec3 {
    let mut model_from_joint = vec![Affine3A::IDENTITY; skeleton.len()];
    local_to_model(skeleton, symmetric, Affine3A::IDENTITY, &mut model_from_joint);
    let place = |joint: usize| Vec3::from(model_from_joint[joint].translation);
    let pairs = partners.iter().enumerate().filter(|(joint, partner)| joint < *partner);
    let mut ways: Vec<Vec3> = pairs.map(|(joint, &other)| place(joint) - place(other)).collect();
    ways.sort_by(|a, b| b.length_squared().total_cmp(&a.length_squared()));
    let mut sum = Vec3::ZERO;
    for way in ways {
        sum += if sum.dot(way) < 0.0 { -way } else { way };
    }
    let mean = sum.try_normalize().unwrap_or(Vec3::X);
    let is_along = |axis: &Vec3| mean.dot(*axis).abs() > ALONG_AXIS;
    [Vec3::X, Vec3::Y, Vec3::Z].into_iter().find(is_along).unwrap_or(mean)
}

/// `a bᵀ`.
fn outer(a: Vec3, b: Vec3) -> Mat3 {
    Mat3::from_cols(a * b.x, a * b.y, a * b.z)
}

/// The rotation that is left of an orthogonal matrix when a reflection of all three axes is taken out: two of them
/// cancel, one on each side of what they are multiplied with.
fn turn(matrix: Mat3) -> Quat {
    Quat::from_mat3(&(matrix * matrix.determinant().signum())).normalize()
}

/// Which axis of the partner each axis of the joint comes nearest to: a permutation, and the inverse of it for the
/// partner.
fn matching_axes(partner_from_joint: Mat3, joint: usize, partner: usize) -> [usize; 3] {
    const ORDERS: [[usize; 3]; 6] =
        [[0, 1, 2], [1, 0, 2], [2, 1, 0], [0, 2, 1], [1, 2, 0], [2, 0, 1]];
    // A joint across from itself must come back after two: no cycles of three.
    let orders = if joint == partner { &ORDERS[..4] } else { &ORDERS[..] };
    let joint_first =
        if joint <= partner { partner_from_joint } else { partner_from_joint.transpose() };
    let fit = |order: &[usize; 3]| -> f32 {
        (0..3).map(|axis| joint_first.col(axis)[order[axis]].powi(2)).sum()
    };
    let mut best = ORDERS[0];
    for order in orders {
        if fit(order) > fit(&best) + 1e-3 {
            best = *order;
        }
    }
    if joint <= partner {
        return best;
    }
    let mut inverse = [0; 3];
    for (axis, other) in best.into_iter().enumerate() {
        inverse[other] = axis;
    }
    inverse
}
