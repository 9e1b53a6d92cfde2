//! Mirror images of poses, left to right.

use crate::names::partners;
use armature::skeleton::{Joint, Pose, Skeleton};
use armature::{math::Transform, skin::Skin};
use glam::{Affine3A, Mat3, Quat, Vec3};

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
/// ```
///
/// A pose that is mirrored twice is unchanged, and the symmetric pose is its own mirror image. Bones keep their
/// lengths, even where those of the two sides differ. Scale moves to the nearest axis of the partner; shear is not
/// mirrored.
#[derive(Clone, Debug)]
pub struct Mirror {
    normal: Vec3,
    /// Mean distance of partners from the line along the normal, as a part of their mean distance from each other.
    asymmetry: f32,
    symmetric: Pose,
    joints: Vec<PartnerMap>,
}

/// The map from a partner's local transform to that of the joint in the mirror image.
#[derive(Clone, Debug)]
struct PartnerMap {
    partner: usize,
    /// `L`, for vectors.
    parent_from_parent: Mat3,
    /// The rotation of `L`, which multiplies the partner's rotation from the left.
    left: Quat,
    /// Multiplies it from the right.
    right: Quat,
    /// The partner's axis from which each axis takes its scale.
    axes: [usize; 3],
}

impl PartnerMap {
    /// Makes the map of a joint that stays as it is.
    fn unchanged(joint: usize) -> Self {
        let [left, right] = [Quat::IDENTITY; 2];
        Self { partner: joint, parent_from_parent: Mat3::IDENTITY, left, right, axes: [0, 1, 2] }
    }
}

/// A normal within 20 degrees of an axis is replaced by the axis. This is the cosine.
const ALONG_AXIS: f32 = 0.94;

/// Largest [`asymmetry`](Mirror::asymmetry) of a symmetric pose.
const MAX_ASYMMETRY: f32 = 1e-3;

/// Largest asymmetry about a normal that is kept although it is near an axis.
const MAX_ASYMMETRY_ASIDE: f32 = 0.01;

impl Mirror {
    /// Makes the mirror of a loaded figure. Its symmetric pose is the bind pose, or the pose in which its skins were
    /// bound if that is more symmetric: many files have the first frame of a clip in place of a bind pose.
    pub fn of_figure(skeleton: &Skeleton, skins: &[Skin]) -> Self {
        let rest = Self::new(skeleton);
        let bound = Self::bound(skeleton, skins);
        bound.filter(|bound| rest.asymmetry > MAX_ASYMMETRY && bound.asymmetry < 0.5 * rest.asymmetry).unwrap_or(rest)
    }

    /// Makes the mirror about the pose in which the skins were bound; `None` without a skin of several joints.
    pub(crate) fn bound(skeleton: &Skeleton, skins: &[Skin]) -> Option<Self> {
        let has_pose = skins.iter().any(|skin| skin.bindings.len() > 1);
        has_pose.then(|| Self::with(skeleton, &bound_pose(skeleton, skins, &partners(skeleton.joints()))))
    }

    /// Returns the symmetric pose, and the mean distance of partners from the line along the normal in it, as a part of
    /// their mean distance from each other: far more than 0 where no pose of the file is symmetric.
    pub(crate) fn into_symmetric_pose(self) -> (Pose, f32) {
        (self.symmetric, self.asymmetry)
    }

    /// Makes the mirror of a figure whose bind pose is symmetric.
    pub fn new(skeleton: &Skeleton) -> Self {
        Self::with(skeleton, &skeleton.bind_pose())
    }

    /// Makes the mirror of a figure that is symmetric in another pose than its bind pose.
    ///
    /// # Panics
    /// If the pose is not one of this skeleton.
    pub fn with(skeleton: &Skeleton, symmetric: &Pose) -> Self {
        let partners = partners(skeleton.joints());
        let (normal, asymmetry) = find_normal(skeleton, symmetric, &partners);
        let reflection = Mat3::from_cols(Vec3::X.reflect(normal), Vec3::Y.reflect(normal), Vec3::Z.reflect(normal));
        let mut axes_of: Vec<Mat3> = Vec::with_capacity(skeleton.len());
        let mut parent_axes: Vec<Mat3> = Vec::with_capacity(skeleton.len());
        let mut signs: Vec<Mat3> = Vec::with_capacity(skeleton.len());
        for (joint, local) in skeleton.joints().iter().zip(&symmetric.locals) {
            let above = joint.parent.map_or(Mat3::IDENTITY, |parent| axes_of[parent]);
            let signs_of_scale = Mat3::from_diagonal(Vec3::ONE.copysign(local.scale));
            axes_of.push(above * Mat3::from_quat(local.rotation.normalize()) * signs_of_scale);
            parent_axes.push(above);
            signs.push(signs_of_scale);
        }
        let is_middle = mark_middle(skeleton, &partners);
        let mut joints = Vec::with_capacity(skeleton.len());
        for (joint, &partner) in partners.iter().enumerate() {
            if partner == joint && !is_middle[joint] {
                joints.push(PartnerMap::unchanged(joint));
                continue;
            }
            let parent_from_parent = parent_axes[joint].transpose() * reflection * parent_axes[partner];
            let partner_from_joint = axes_of[partner].transpose() * reflection * axes_of[joint];
            let left = rotation_part(parent_from_parent);
            let right = rotation_part(signs[partner] * partner_from_joint * signs[joint]);
            // Of q and -q take the one that maps the symmetric pose to itself.
            let [own, other] = [joint, partner].map(|joint| symmetric.locals[joint].rotation);
            let right = if (left * other * right).dot(own) < 0.0 { -right } else { right };
            let axes = matching_axes(partner_from_joint, joint, partner);
            joints.push(PartnerMap { partner, parent_from_parent, left, right, axes });
        }
        Self { normal, asymmetry, symmetric: symmetric.clone(), joints }
    }

    /// Returns the same joint of the other side; the joint itself if there is none.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn partner(&self, joint: usize) -> usize {
        self.joints[joint].partner
    }

    /// Returns the number of pairs.
    #[cfg(test)]
    fn pairs(&self) -> usize {
        self.joints.iter().enumerate().filter(|(joint, map)| *joint < map.partner).count()
    }

    /// Returns the normal of the plane between the two sides, in model space.
    pub fn normal(&self) -> Vec3 {
        self.normal
    }

    /// Returns the transform of `joint` in the mirror image of `pose`.
    ///
    /// # Panics
    /// If there is no such joint, or the pose is not one of this figure.
    pub fn local(&self, pose: &Pose, joint: usize) -> Transform {
        let PartnerMap { partner, parent_from_parent, left, right, axes } = self.joints[joint];
        let [own, other] = [joint, partner].map(|joint| self.symmetric.locals[joint]);
        let posed = pose.locals[partner];
        let mut scale = own.scale;
        for (axis, other_axis) in axes.into_iter().enumerate() {
            let now = posed.scale[other_axis];
            let then = other.scale[other_axis];
            if then != 0.0 && now != then {
                scale[axis] = scale[axis] * now / then;
            }
        }
        Transform {
            translation: own.translation + parent_from_parent * (posed.translation - other.translation),
            rotation: (left * posed.rotation * right).normalize(),
            scale,
        }
    }

    /// Returns the mirror image of a pose. To copy only one side to the other, use [`local`](Self::local) for the
    /// joints of that side.
    ///
    /// # Panics
    /// If the pose is not one of this figure.
    pub fn pose(&self, pose: &Pose) -> Pose {
        let locals = (0..self.joints.len()).map(|joint| self.local(pose, joint)).collect();
        Pose { locals, shears: pose.shears.clone() }
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

/// Returns the pose of the joints when the first skin that has them was bound. Joints without a skin are as in the bind
/// pose.
///
/// If the mesh was made in other axes or units, the figure looks in another direction when it was bound than in its
/// bind pose, or has another size. The result is then turned and scaled to match the bind pose.
fn bound_pose(skeleton: &Skeleton, skins: &[Skin], partners: &[usize]) -> Pose {
    let mut bound: Vec<Option<Affine3A>> = vec![None; skeleton.len()];
    for skin in skins.iter().rev().filter(|skin| skin.bindings.len() > 1) {
        for binding in &skin.bindings {
            if let Some(joint) = binding.joint {
                let model_from_bind = binding.joint_from_bind.inverse();
                bound[joint] = Some(model_from_bind).filter(Affine3A::is_finite);
            }
        }
    }
    let rest = skeleton.bind_pose();
    let middle = (0..bound.len()).find(|&joint| partners[joint] == joint && bound[joint].is_some());
    let Some(middle) = middle else { return place_bound(skeleton, &rest, &bound, Affine3A::IDENTITY) };
    let model_from_joint = skeleton.model_from_joint(&rest);
    let [rest_size, bound_size] = [Some(model_from_joint[middle]), bound[middle]]
        .map(|matrix| matrix.map_or(1.0, |matrix| matrix.matrix3.determinant().abs().cbrt()));
    let ratio = rest_size / bound_size;
    let is_scaled = ratio.is_finite() && ratio > 0.0 && !(0.99..1.01).contains(&ratio);
    let scale = Affine3A::from_scale(Vec3::splat(if is_scaled { ratio } else { 1.0 }));
    let pose = place_bound(skeleton, &rest, &bound, scale);
    let [rest_rotation, rotation] = [&rest, &pose].map(|pose| pose.model_rotation(skeleton, middle).normalize());
    let turn = rest_rotation * rotation.inverse();
    let (normal, _) = find_normal(skeleton, &pose, partners);
    let axis_turn = nearest_axis_turn(turn);
    let turn = Quat::from_rotation_arc(axis_turn * normal, along_axis(turn * normal)) * axis_turn;
    place_bound(skeleton, &rest, &bound, Affine3A::from_quat(turn) * scale)
}

/// Returns the rotation nearest to `turn` among those that map axes to axes.
fn nearest_axis_turn(turn: Quat) -> Quat {
    let x = nearest_axis(turn * Vec3::X);
    let y = nearest_axis(turn * Vec3::Y);
    if x.dot(y) == 0.0 { Quat::from_mat3(&Mat3::from_cols(x, y, x.cross(y))) } else { Quat::IDENTITY }
}

/// Returns the pose `rest`, but with joints where they were bound, after the transform `change` of the whole figure.
fn place_bound(skeleton: &Skeleton, rest: &Pose, bound: &[Option<Affine3A>], change: Affine3A) -> Pose {
    let mut pose = rest.clone();
    let mut model_from_joint: Vec<Affine3A> = Vec::with_capacity(bound.len());
    for (joint, bound) in bound.iter().enumerate() {
        let parent = skeleton.joints()[joint].parent;
        let model_from_parent = parent.map_or(Affine3A::IDENTITY, |parent| model_from_joint[parent]);
        let local = bound.map(|bound| model_from_parent.inverse() * change * bound);
        if let Some(local) = local.filter(Affine3A::is_finite) {
            pose.locals[joint] = Transform::from_matrix(&local);
        }
        model_from_joint.push(model_from_parent * pose.local(joint));
    }
    pose
}

/// Returns the axis, or the opposite of one, that is nearest to a direction.
fn nearest_axis(direction: Vec3) -> Vec3 {
    let axes = [Vec3::X, Vec3::Y, Vec3::Z].into_iter();
    let nearest = axes.max_by(|a, b| direction.dot(*a).abs().total_cmp(&direction.dot(*b).abs()));
    nearest.map_or(direction, |axis| axis * direction.dot(axis).signum())
}

/// Returns the axis that a normal is nearly along, or the normal.
fn along_axis(normal: Vec3) -> Vec3 {
    let axis = nearest_axis(normal);
    if normal.dot(axis) > ALONG_AXIS { axis } else { normal }
}

/// Returns the mean direction from joints to their partners, or the axis near it, or x without partners, and the
/// asymmetry of the pose about it.
fn find_normal(skeleton: &Skeleton, symmetric: &Pose, partners: &[usize]) -> (Vec3, f32) {
    let model_from_joint = skeleton.model_from_joint(symmetric);
    let mut differences: Vec<Vec3> = Vec::new();
    for (joint, &partner) in partners.iter().enumerate().filter(|(joint, partner)| joint < *partner) {
        differences.push((model_from_joint[joint].translation - model_from_joint[partner].translation).into());
    }
    differences.sort_by(|a, b| b.length_squared().total_cmp(&a.length_squared()));
    let mut sum = Vec3::ZERO;
    for &difference in &differences {
        sum += if sum.dot(difference) < 0.0 { -difference } else { difference };
    }
    let total: f32 = differences.iter().map(|difference| difference.length()).sum();
    let mean = sum.try_normalize().unwrap_or(Vec3::X);
    let axis = along_axis(mean).normalize();
    let [of_mean, of_axis] = [mean, axis].map(|normal| {
        let aside: f32 = differences.iter().map(|difference| difference.reject_from_normalized(normal).length()).sum();
        if total > 0.0 { aside / total } else { 0.0 }
    });
    // If the mean direction fits far better than the axis, the figure looks a little aside.
    if of_mean < MAX_ASYMMETRY_ASIDE && of_mean < 0.25 * of_axis { (mean, of_mean) } else { (axis, of_axis) }
}

/// Returns the rotation of an orthogonal matrix; one that reflects is first negated. A rotation between two such
/// matrices is multiplied by both, so that the negations cancel.
fn rotation_part(matrix: Mat3) -> Quat {
    Quat::from_mat3(&(matrix * matrix.determinant().signum())).normalize()
}

/// Returns the partner's axis that is nearest to each axis of the joint, as a permutation. That of the partner is its
/// inverse.
fn matching_axes(partner_from_joint: Mat3, joint: usize, partner: usize) -> [usize; 3] {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [2, 1, 0], [0, 2, 1], [1, 2, 0], [2, 0, 1]];
    // For a joint that is its own partner the permutation must be its own inverse, so none of the cycles of three.
    let orders = if joint == partner { &ORDERS[..4] } else { &ORDERS[..] };
    let joint_first = if joint <= partner { partner_from_joint } else { partner_from_joint.transpose() };
    let mut best = ORDERS[0];
    let mut best_fit = f32::NEG_INFINITY;
    for order in orders {
        let fit: f32 = (0..3).map(|axis| joint_first.col(axis)[order[axis]].powi(2)).sum();
        if fit > best_fit + 1e-3 {
            best = *order;
            best_fit = fit;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::load_asset;
    use crate::testing::poses::are_near;
    use crate::testing::values::{transform, unit_quat};
    use armature::{animation::Cursors, model::Model};
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
        for (joint, &partner) in
            partners.iter().enumerate().filter(|(joint, partner)| is_middle[*joint] || *partner != joint)
        {
            let reflected = Vec3::from(from[partner].translation).reflect(mirror.normal);
            error = error.max(reflected.distance(to[joint].translation.into()));
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
            Just(Quat::from_rotation_y(-std::f32::consts::FRAC_PI_2)),
            unit_quat().prop_filter("tilted", is_tilted),
        ]
    }

    proptest! {
        /// The joints have any axes, and the figure looks in any direction.
        #[test]
        fn a_pose_becomes_its_reflection(
            axes in prop::collection::vec(unit_quat(), 8), posed in prop::collection::vec(unit_quat(), 8),
            turn in figure_turn(), mirrored: bool, moved in prop::array::uniform3(-1.0f32..1.0),
        ) {
            let skeleton = figure(&axes, turn, mirrored);
            let mirror = Mirror::new(&skeleton);
            prop_assert_eq!(mirror.pairs(), 3);
            let mut pose = skeleton.bind_pose();
            for (local, rotation) in pose.locals.iter_mut().zip(&posed) {
                local.rotation *= *rotation;
            }
            pose.locals[0].translation += Vec3::from(moved);
            let image = mirror.pose(&pose);
            prop_assert!(mirror.normal.dot(turn * Vec3::X).abs() > 1.0 - 1e-5);
            let error = error(&mirror, &skeleton, &pose, &image);
            prop_assert!(error < 1e-4, "{error}");
            prop_assert!(are_near(&mirror.pose(&image), &pose, 1e-5));
            prop_assert!(are_near(&mirror.pose(&skeleton.bind_pose()), &skeleton.bind_pose(), 1e-5));
        }

        /// On any skeleton, symmetric or not, and the mirror image of the mirror image is the pose.
        #[test]
        fn bones_keep_their_lengths(
            bind_locals in prop::collection::vec(transform(), 8), posed in prop::collection::vec(unit_quat(), 8),
            scaled in prop::array::uniform3(0.5f32..2.0),
        ) {
            let joints = FIGURE.iter().zip(&bind_locals).map(|(&(name, parent, _), &bind_local)| {
                Joint { name: name.into(), parent, bind_local }
            });
            let skeleton = Skeleton::new(joints.collect()).unwrap();
            let mirror = Mirror::new(&skeleton);
            let mut pose = skeleton.bind_pose();
            for (local, rotation) in pose.locals.iter_mut().zip(&posed) {
                local.rotation = *rotation;
            }
            let image = mirror.pose(&pose);
            for (image, rest) in image.locals.iter().zip(&skeleton.bind_pose().locals) {
                prop_assert_eq!((image.translation, image.scale), (rest.translation, rest.scale));
            }
            pose.locals[6].scale *= Vec3::from(scaled);
            pose.locals[0].scale *= Vec3::from(scaled);
            pose.locals[3].translation += Vec3::from(scaled);
            prop_assert!(are_near(&mirror.pose(&mirror.pose(&pose)), &pose, 1e-5));
        }
    }

    /// A foot that is scaled along an axis is scaled along the nearest axis on the other side.
    #[test]
    fn scale_goes_with_its_axis() {
        let mut turns = [Quat::IDENTITY; 8];
        turns[7] = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2); // its x is what y is on the left
        let skeleton = figure(&turns, Quat::IDENTITY, false);
        let mut pose = skeleton.bind_pose();
        pose.locals[6].scale = Vec3::new(1.0, 2.0, 3.0);
        let image = Mirror::new(&skeleton).pose(&pose);
        assert_eq!(image.locals[7].scale, Vec3::new(2.0, 1.0, 3.0));
        assert_eq!(image.locals[6].scale, Vec3::ONE);
    }

    /// A figure whose bind pose is the first frame of a walk is mirrored about a pose in which it is symmetric.
    #[test]
    fn about_another_pose() {
        let standing = figure(&[Quat::IDENTITY; 8], Quat::IDENTITY, false);
        let mut joints = standing.joints().to_vec();
        joints[1].bind_local.rotation = Quat::from_rotation_x(0.5);
        let walking = Skeleton::new(joints).unwrap();
        let mirror = Mirror::with(&walking, &standing.bind_pose());
        let image = mirror.pose(&walking.bind_pose());
        assert!(error(&mirror, &walking, &walking.bind_pose(), &image) < 1e-6);
        assert!(image.locals[3].rotation.dot(Quat::from_rotation_x(0.5)) > 1.0 - 1e-6);
        assert!(image.locals[1].rotation.dot(Quat::IDENTITY) > 1.0 - 1e-6);
    }

    /// A file may have a frame of a clip in place of the bind pose, while its skin has the pose in which it was bound.
    #[test]
    fn about_the_pose_of_its_skin() {
        let standing = figure(&[Quat::from_rotation_y(0.4); 8], Quat::IDENTITY, true);
        let mut joints = standing.joints().to_vec();
        for (joint, angle) in [(1, 0.5), (3, -0.4), (5, 0.3), (6, 0.9), (7, -0.8)] {
            joints[joint].bind_local.rotation *= Quat::from_rotation_x(angle);
        }
        let skeleton = Skeleton::new(joints).unwrap();
        let model = Model { skins: vec![Skin::bound(&standing)], skeleton, ..Model::default() };
        let mirror = Mirror::of_figure(&model.skeleton, &model.skins);
        let image = mirror.pose(&model.skeleton.bind_pose());
        assert!(error(&mirror, &model.skeleton, &model.skeleton.bind_pose(), &image) < 1e-5);
        let plain = Mirror::new(&model.skeleton);
        let image = plain.pose(&model.skeleton.bind_pose());
        assert!(error(&plain, &model.skeleton, &model.skeleton.bind_pose(), &image) > 0.1);
        // Turned about the vertical, the figure is mirrored between its sides there as well.
        let about_y = Quat::from_rotation_y(1.1);
        let mut joints = model.skeleton.joints().to_vec();
        joints[0].bind_local.rotation = about_y * joints[0].bind_local.rotation;
        joints[0].bind_local.translation = about_y * joints[0].bind_local.translation;
        let turned = Model { skeleton: Skeleton::new(joints).unwrap(), ..model.clone() };
        let mirror = Mirror::of_figure(&turned.skeleton, &turned.skins);
        assert!(mirror.normal.dot(about_y * Vec3::X).abs() > 1.0 - 1e-5, "{}", mirror.normal);
        let image = mirror.pose(&turned.skeleton.bind_pose());
        assert!(error(&mirror, &turned.skeleton, &turned.skeleton.bind_pose(), &image) < 1e-5);
        // Where both are as good the bind pose is taken.
        let model = Model { skeleton: standing, ..model };
        assert_eq!(Mirror::of_figure(&model.skeleton, &model.skins).symmetric, model.skeleton.bind_pose());
    }

    #[test]
    fn own_figures_become_their_reflections() {
        for (name, pairs) in [("knight", 12), ("creature", 13), ("arm", 0)] {
            let Some(model) = load_asset(name) else { continue };
            let mirror = Mirror::of_figure(&model.skeleton, &model.skins);
            assert_eq!((mirror.pairs(), mirror.normal()), (pairs, Vec3::X), "{name}");
            let bind = model.skeleton.bind_pose();
            assert!(are_near(&mirror.pose(&bind), &bind, 1e-5));
            for clip in &model.clips {
                for frame in 0..8u8 {
                    let time = clip.start + f32::from(frame) / 8.0 * clip.duration();
                    let mut pose = Pose::default();
                    clip.sample(time, &bind, &mut Cursors::default(), &mut pose);
                    let image = mirror.pose(&pose);
                    let error = error(&mirror, &model.skeleton, &pose, &image);
                    assert!(error < 1e-4, "{name} {} {frame}: {error}", clip.name);
                    assert!(are_near(&mirror.pose(&image), &pose, 1e-5));
                }
            }
        }
    }
}
