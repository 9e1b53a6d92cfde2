//! The pose in which a figure's skins were bound.

use armature::math::Transform;
use armature::skeleton::{Joint, Pose, Skeleton};
use armature::skin::Skin;
use glam::{Affine3A, Mat3, Quat, Vec3};

/// A direction within 20 degrees of an axis is replaced by the axis. This is the cosine.
pub(crate) const ALONG_AXIS: f32 = 0.94;
/// Smallest dot product of rotations of the same pose: the cosine of half an angle of a degree and a half.
const SAME_ROTATION: f32 = 0.9999;

/// Returns the pose of the joints when the first skin that has them was bound, or `None` without a skin of several
/// joints. Joints without a skin are as in the bind pose, and so are those that hardly differ. `partners` has the joint on
/// the other side for each.
///
/// A mesh may have been made in other axes and units, and at another place, than its joints rest. So the result is
/// turned and scaled, and its first joint is where it rests.
pub(crate) fn bound_pose(skeleton: &Skeleton, skins: &[Skin], partners: &[usize]) -> Option<Pose> {
    let mut bound: Vec<Option<Affine3A>> = vec![None; skeleton.len()];
    for skin in skins.iter().rev().filter(|skin| skin.bindings.len() > 1) {
        for binding in &skin.bindings {
            if let Some(joint) = binding.joint {
                bound[joint] = Some(binding.joint_from_bind.inverse()).filter(Affine3A::is_finite);
            }
        }
    }
    let rest = skeleton.bind_pose();
    let resting = skeleton.model_from_joint(&rest);
    // A joint in the middle turns least in the frame of a clip in which a file may rest.
    let is_bound = |joint: &usize| bound[*joint].is_some();
    let middle = (0..bound.len()).filter(is_bound).find(|joint| partners[*joint] == *joint);
    let first = middle.or((0..bound.len()).find(is_bound))?;
    let own = bound[first]?;
    let ratio = size(&resting[first]) / size(&own);
    let is_scaled = ratio.is_finite() && ratio > 0.0 && !(0.99..1.01).contains(&ratio);
    let scale = Affine3A::from_scale(Vec3::splat(if is_scaled { ratio } else { 1.0 }));
    let turn = Transform::from_matrix(&resting[first]).rotation * Transform::from_matrix(&own).rotation.inverse();
    let positions: Vec<Vec3> =
        (0..bound.len()).map(|joint| bound[joint].unwrap_or(resting[joint]).translation.into()).collect();
    let normal = mean_direction(&positions, partners);
    let axis_turn = nearest_axis_turn(turn);
    let turn = Quat::from_rotation_arc(axis_turn * normal, along_axis(turn * normal)) * axis_turn;
    let change = Affine3A::from_quat(turn) * scale;
    let shift = Vec3::from(resting[first].translation) - change.transform_point3(own.translation.into());
    Some(place(skeleton, rest, &bound, &(Affine3A::from_translation(shift) * change)))
}

/// Returns the pose `rest`, but with joints where they were bound, after the transform `change` of the whole figure.
fn place(skeleton: &Skeleton, rest: Pose, bound: &[Option<Affine3A>], change: &Affine3A) -> Pose {
    let mut pose = rest;
    let mut model_from_joint: Vec<Affine3A> = Vec::with_capacity(bound.len());
    for (index, Joint { parent, .. }) in skeleton.joints().iter().enumerate() {
        let above = parent.map_or(Affine3A::IDENTITY, |parent| model_from_joint[parent]);
        let local = bound[index].map(|bound| above.inverse() * *change * bound).filter(Affine3A::is_finite);
        if let Some(local) = local.map(|local| Transform::from_matrix(&local)) {
            let own = pose.locals[index];
            let is_same = local.rotation.dot(own.rotation).abs() > SAME_ROTATION
                && local.translation.distance(own.translation) <= 0.01 * own.translation.length()
                && (local.scale - own.scale).abs().max_element() < 0.01 * own.scale.abs().max_element();
            if !is_same {
                pose.locals[index] = local;
            }
        }
        model_from_joint.push(above * pose.local(index));
    }
    pose
}

fn size(matrix: &Affine3A) -> f32 {
    matrix.matrix3.determinant().abs().cbrt()
}

/// Returns the mean direction from joints to their partners, whichever way it points; x without partners.
pub(crate) fn mean_direction(positions: &[Vec3], partners: &[usize]) -> Vec3 {
    let pairs = partners.iter().enumerate().filter(|(joint, partner)| joint < *partner);
    let mut differences: Vec<Vec3> = pairs.map(|(joint, partner)| positions[joint] - positions[*partner]).collect();
    differences.sort_by(|a, b| b.length_squared().total_cmp(&a.length_squared()));
    let mut sum = Vec3::ZERO;
    for difference in differences {
        sum += if sum.dot(difference) < 0.0 { -difference } else { difference };
    }
    sum.try_normalize().unwrap_or(Vec3::X)
}

/// Returns the rotation nearest to `turn` among those that map axes to axes.
fn nearest_axis_turn(turn: Quat) -> Quat {
    let x = nearest_axis(turn * Vec3::X);
    let y = nearest_axis(turn * Vec3::Y);
    if x.dot(y) == 0.0 { Quat::from_mat3(&Mat3::from_cols(x, y, x.cross(y))) } else { Quat::IDENTITY }
}

/// Returns the axis, or the opposite of one, that is nearest to a direction.
fn nearest_axis(direction: Vec3) -> Vec3 {
    let axes = [Vec3::X, Vec3::Y, Vec3::Z].into_iter();
    let nearest = axes.max_by(|a, b| direction.dot(*a).abs().total_cmp(&direction.dot(*b).abs()));
    nearest.map_or(direction, |axis| axis * direction.dot(axis).signum())
}

/// Returns the axis that a direction of unit length is nearly along, or the direction.
pub(crate) fn along_axis(direction: Vec3) -> Vec3 {
    let axis = nearest_axis(direction);
    if direction.dot(axis) > ALONG_AXIS { axis } else { direction.normalize() }
}
