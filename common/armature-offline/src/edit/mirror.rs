//! Poses mirrored left to right.

use crate::names::partners;
use armature::{
    math::Transform,
    skeleton::{Joint, Pose, Skeleton},
    skin::Skin,
};
use glam::{Affine3A, Mat3, Quat, Vec3};

/// A mirror between the left and the right side of a figure.
///
/// Which joints are across from each other their names say. A joint in the middle is mirrored into itself; one that only
/// one side has (a socket in the right hand) stays as it is. The axes
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
    /// Distance of joints from straight across each other, as a part of their distance.
    askew: f32,
    symmetric: Pose,
    joints: Vec<Across>,
}

/// The transform that one joint takes from the one across.
#[derive(Clone, Debug)]
struct Across {
    partner: usize,
    /// `L`, for vectors, and as what it does to a rotation from the left.
    parent_from_parent: Mat3,
    left: Quat,
    /// Rotation that is applied from the right.
    right: Quat,
    /// The partner's axis from which each axis takes its scale.
    axes: [usize; 3],
}

impl Across {
    fn unchanged(joint: usize) -> Self {
        let [left, right] = [Quat::IDENTITY; 2];
        Self { partner: joint, parent_from_parent: Mat3::IDENTITY, left, right, axes: [0, 1, 2] }
    }
}

/// A plane's normal nearer than this to an axis (as a cosine, 20 degrees) is that axis.
const ALONG_AXIS: f32 = 0.94;

/// A pose whose joints are less than this part of their distance from straight across each other is symmetric.
const ASKEW: f32 = 1e-3;

/// Nor is one whose joints are about as near to straight across a normal that is no axis, and far from it across the axis.
const FACES_ASIDE: f32 = 0.01;

impl Mirror {
    /// Makes the mirror of a loaded figure: about its bind pose, or the pose in which its skins were bound if that is
    /// more symmetric (many files hold the first frame of a clip instead of a bind pose).
    pub fn of_figure(skeleton: &Skeleton, skins: &[Skin]) -> Self {
        let rest = Self::new(skeleton);
        let bound = Self::bound(skeleton, skins);
        bound.filter(|bound| rest.askew > ASKEW && bound.askew < 0.5 * rest.askew).unwrap_or(rest)
    }

    /// About the pose in which its skins were bound; `None` without a skin of several joints.
    pub(crate) fn bound(skeleton: &Skeleton, skins: &[Skin]) -> Option<Self> {
        let has_pose = skins.iter().any(|skin| skin.bindings.len() > 1);
        has_pose.then(|| Self::with(skeleton, &bound_pose(skeleton, skins, &partners(skeleton.joints()))))
    }

    /// The pose about which it mirrors, and how far joints are from straight across each other in it, as a part of
    /// how far they are apart: far more than 0 where no pose of the file is symmetric.
    pub(crate) fn symmetric(self) -> (Pose, f32) {
        (self.symmetric, self.askew)
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
        let (normal, askew) = normal(skeleton, symmetric, &partners);
        let reflection = Mat3::IDENTITY - 2.0 * outer(normal, normal);
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
        let in_the_middle = in_the_middle(skeleton, &partners);
        let mut joints = Vec::with_capacity(skeleton.len());
        for (joint, &partner) in partners.iter().enumerate() {
            if partner == joint && !in_the_middle[joint] {
                joints.push(Across::unchanged(joint));
                continue;
            }
            let parent_from_parent = parent_axes[joint].transpose() * reflection * parent_axes[partner];
            let partner_from_joint = axes_of[partner].transpose() * reflection * axes_of[joint];
            let left = turn(parent_from_parent);
            let right = turn(signs[partner] * partner_from_joint * signs[joint]);
            // Of q and -q the one that takes the symmetric pose to itself.
            let [own, other] = [joint, partner].map(|joint| symmetric.locals[joint].rotation);
            let right = if (left * other * right).dot(own) < 0.0 { -right } else { right };
            let axes = matching_axes(partner_from_joint, joint, partner);
            joints.push(Across { partner, parent_from_parent, left, right, axes });
        }
        Self { normal, askew, symmetric: symmetric.clone(), joints }
    }

    /// The joint across; itself for one in the middle.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn partner(&self, joint: usize) -> usize {
        self.joints[joint].partner
    }

    /// Returns the number of pairs.
    #[cfg(test)]
    fn pairs(&self) -> usize {
        self.joints.iter().enumerate().filter(|(joint, across)| *joint < across.partner).count()
    }

    /// The normal of the plane between the two sides, in the model's space.
    pub fn normal(&self) -> Vec3 {
        self.normal
    }

    /// Returns the transform of `joint` in the mirror image of `pose`.
    ///
    /// # Panics
    /// If there is no such joint, or the pose is not one of this figure.
    pub fn local(&self, pose: &Pose, joint: usize) -> Transform {
        let Across { partner, parent_from_parent, left, right, axes } = self.joints[joint];
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

    /// The mirror image of a pose. To bring one side to the other only, take the locals of the joints that are to change.
    ///
    /// # Panics
    /// If the pose is not one of this figure.
    pub fn pose(&self, pose: &Pose) -> Pose {
        let locals = (0..self.joints.len()).map(|joint| self.local(pose, joint)).collect();
        Pose { locals, shears: pose.shears.clone() }
    }
}

/// Whether each joint is its own partner, and so are all above it.
fn in_the_middle(skeleton: &Skeleton, partners: &[usize]) -> Vec<bool> {
    let mut middle = Vec::with_capacity(skeleton.len());
    for (joint, Joint { parent, .. }) in skeleton.joints().iter().enumerate() {
        middle.push(partners[joint] == joint && parent.is_none_or(|parent| middle[parent]));
    }
    middle
}

/// Returns the pose of the joints when the first skin that has them was bound; without a skin, as in the bind pose.
///
/// A figure that looks another way in its bind pose than when its skin was bound, or is larger there (the mesh was
/// made in other axes or units), is turned and scaled to that: it is to be mirrored between its own sides.
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
    let Some(middle) = middle else {
        return with_bound(skeleton, &rest, &bound, Affine3A::IDENTITY);
    };
    let at_rest = skeleton.model_from_joint(&rest);
    let volumes = [Some(at_rest[middle]), bound[middle]].map(|it| it.map_or(1.0, |it| it.matrix3.determinant().abs()));
    let larger = volumes[0].cbrt() / volumes[1].cbrt();
    let is_other = larger.is_finite() && !(0.99..1.01).contains(&larger) && larger > 0.0;
    let scaled = Affine3A::from_scale(Vec3::splat(if is_other { larger } else { 1.0 }));
    let pose = with_bound(skeleton, &rest, &bound, scaled);
    let rotations = [&rest, &pose].map(|pose| pose.model_rotation(skeleton, middle).normalize());
    let turn = rotations[0] * rotations[1].inverse();
    let (normal, _) = normal(skeleton, &pose, partners);
    let quarter = quarter(turn);
    let turn = Quat::from_rotation_arc(quarter * normal, along_axis(turn * normal)) * quarter;
    with_bound(skeleton, &rest, &bound, Affine3A::from_quat(turn) * scaled)
}

/// The rotation that takes axes to axes nearest to another.
fn quarter(turn: Quat) -> Quat {
    let x = nearest_axis(turn * Vec3::X);
    let y = nearest_axis(turn * Vec3::Y);
    if x.dot(y) == 0.0 { Quat::from_mat3(&Mat3::from_cols(x, y, x.cross(y))) } else { Quat::IDENTITY }
}

/// The pose `rest`, but with joints where they were bound, turned.
fn with_bound(skeleton: &Skeleton, rest: &Pose, bound: &[Option<Affine3A>], turn: Affine3A) -> Pose {
    let mut pose = rest.clone();
    let mut model_from_joint: Vec<Affine3A> = Vec::with_capacity(bound.len());
    for (joint, bound) in bound.iter().enumerate() {
        let parent = skeleton.joints()[joint].parent;
        let model_from_parent = parent.map_or(Affine3A::IDENTITY, |at| model_from_joint[at]);
        let local = bound.map(|bound| model_from_parent.inverse() * turn * bound);
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

/// Returns the direction from one side to the other: the mean direction from each joint to its partner, or x if there
/// are none. And their distance from it.
fn normal(skeleton: &Skeleton, symmetric: &Pose, partners: &[usize]) -> (Vec3, f32) {
    let model_from_joint = skeleton.model_from_joint(symmetric);
    let mut ways: Vec<Vec3> = Vec::new();
    for (joint, &partner) in partners.iter().enumerate().filter(|(joint, partner)| joint < *partner) {
        ways.push((model_from_joint[joint].translation - model_from_joint[partner].translation).into());
    }
    ways.sort_by(|a, b| b.length_squared().total_cmp(&a.length_squared()));
    let mut sum = Vec3::ZERO;
    for &way in &ways {
        sum += if sum.dot(way) < 0.0 { -way } else { way };
    }
    let apart: f32 = ways.iter().map(|way| way.length()).sum();
    let mean = sum.try_normalize().unwrap_or(Vec3::X);
    let axis = along_axis(mean).normalize();
    let [of_mean, of_axis] = [mean, axis].map(|normal| {
        let aside: f32 = ways.iter().map(|way| way.reject_from_normalized(normal).length()).sum();
        if apart > 0.0 { aside / apart } else { 0.0 }
    });
    // A figure that looks a little aside, and no pose that is askew.
    if of_mean < FACES_ASIDE && of_mean < 0.25 * of_axis { (mean, of_mean) } else { (axis, of_axis) }
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

/// Returns the partner's axis to which each axis of the joint comes nearest: a permutation, and the inverse of it for
/// the partner.
fn matching_axes(partner_from_joint: Mat3, joint: usize, partner: usize) -> [usize; 3] {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [2, 1, 0], [0, 2, 1], [1, 2, 0], [2, 0, 1]];
    // A joint across from itself must come back after two: no cycles of three.
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
    use crate::figures::of_assets;
    use crate::testing::{
        poses::are_near,
        values::{transform, unit_quat},
    };
    use armature::{animation::Cursors, model::Model};
    use proptest::prelude::*;

    /// Joints of a figure, where they are in the model, and the one above.
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

    /// The figure, each joint's axes turned in any way. The right side may be made by a scale of -1.
    fn figure(turns: &[Quat], place: Quat, mirrored: bool) -> Skeleton {
        let mut model_from_joint: Vec<Affine3A> = Vec::new();
        let joints = FIGURE.iter().zip(turns).map(|(&(name, parent, at), &turn)| {
            let scale = if mirrored && name == "thigh_r" { Vec3::new(-1.0, 1.0, 1.0) } else { Vec3::ONE };
            let above = parent.map_or(Affine3A::IDENTITY, |parent| model_from_joint[parent]);
            let local = Transform {
                translation: above.inverse().transform_point3(place * Vec3::from(at)),
                rotation: turn,
                scale,
            };
            model_from_joint.push(above * local.to_affine());
            Joint { name: name.into(), parent, bind_local: local }
        });
        Skeleton::new(joints.collect()).unwrap()
    }

    fn places(skeleton: &Skeleton, pose: &Pose) -> Vec<Vec3> {
        let model_from_joint = skeleton.model_from_joint(pose);
        model_from_joint.iter().map(|matrix| matrix.translation.into()).collect()
    }

    /// The furthest that a joint is from the reflection of its partner in the other pose.
    fn off(mirror: &Mirror, skeleton: &Skeleton, pose: &Pose, image: &Pose) -> f32 {
        let from = places(skeleton, pose);
        let to = places(skeleton, image);
        let reflect = |place: Vec3| place - 2.0 * mirror.normal * mirror.normal.dot(place);
        let partners: Vec<usize> = mirror.joints.iter().map(|across| across.partner).collect();
        let middle = in_the_middle(skeleton, &partners);
        let off = (0..skeleton.len()).filter(|&joint| middle[joint] || partners[joint] != joint);
        let off = off.map(|joint| to[joint].distance(reflect(from[partners[joint]])));
        off.fold(0.0, f32::max)
    }

    /// Rotations by which the figure looks along an axis, or so far from one that the plane between its sides is not
    /// taken for it.
    fn place() -> impl Strategy<Value = Quat> {
        let is_tilted = |place: &Quat| (*place * Vec3::X).abs().max_element() < ALONG_AXIS - 0.01;
        prop_oneof![
            Just(Quat::IDENTITY),
            Just(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2)),
            Just(Quat::from_rotation_y(-std::f32::consts::FRAC_PI_2)),
            unit_quat().prop_filter("tilted", is_tilted),
        ]
    }

    proptest! {
        /// Seen in a mirror, whatever the axes of the joints are, and whichever way the figure looks.
        #[test]
        fn a_pose_becomes_its_reflection(
            turns in prop::collection::vec(unit_quat(), 8), posed in prop::collection::vec(unit_quat(), 8),
            place in place(), mirrored: bool, moved in prop::array::uniform3(-1.0f32..1.0),
        ) {
            let skeleton = figure(&turns, place, mirrored);
            let mirror = Mirror::new(&skeleton);
            prop_assert_eq!(mirror.pairs(), 3);
            let mut pose = skeleton.bind_pose();
            for (local, turn) in pose.locals.iter_mut().zip(&posed) {
                local.rotation *= *turn;
            }
            pose.locals[0].translation += Vec3::from(moved);
            let image = mirror.pose(&pose);
            prop_assert!(mirror.normal.dot(place * Vec3::X).abs() > 1.0 - 1e-5);
            let off = off(&mirror, &skeleton, &pose, &image);
            prop_assert!(off < 1e-4, "{off}");
            prop_assert!(are_near(&mirror.pose(&image), &pose, 1e-5));
            prop_assert!(are_near(&mirror.pose(&skeleton.bind_pose()), &skeleton.bind_pose(), 1e-5));
        }

        /// Lengths stay, twice is back again, on any skeleton, symmetric or not.
        #[test]
        fn lengths_stay(
            turns in prop::collection::vec(transform(), 8), posed in prop::collection::vec(unit_quat(), 8),
            scaled in prop::array::uniform3(0.5f32..2.0),
        ) {
            let joints = FIGURE.iter().zip(&turns).map(|(&(name, parent, _), &bind_local)| {
                Joint { name: name.into(), parent, bind_local }
            });
            let skeleton = Skeleton::new(joints.collect()).unwrap();
            let mirror = Mirror::new(&skeleton);
            let mut pose = skeleton.bind_pose();
            for (local, turn) in pose.locals.iter_mut().zip(&posed) {
                local.rotation = *turn;
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

    /// A foot stretched along its axis: on the other side it is the axis that comes nearest.
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

    /// A figure whose file holds the first frame of a walk: mirrored about a pose in which it is symmetric.
    #[test]
    fn about_another_pose() {
        let standing = figure(&[Quat::IDENTITY; 8], Quat::IDENTITY, false);
        let mut joints = standing.joints().to_vec();
        joints[1].bind_local.rotation = Quat::from_rotation_x(0.5);
        let walking = Skeleton::new(joints).unwrap();
        let mirror = Mirror::with(&walking, &standing.bind_pose());
        let image = mirror.pose(&walking.bind_pose());
        assert!(off(&mirror, &walking, &walking.bind_pose(), &image) < 1e-6);
        assert!(image.locals[3].rotation.dot(Quat::from_rotation_x(0.5)) > 1.0 - 1e-6);
        assert!(image.locals[1].rotation.dot(Quat::IDENTITY) > 1.0 - 1e-6);
    }

    /// A file that holds a frame of a clip in place of the bind pose: the skin knows better.
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
        assert!(off(&mirror, &model.skeleton, &model.skeleton.bind_pose(), &image) < 1e-5);
        let plain = Mirror::new(&model.skeleton);
        let image = plain.pose(&model.skeleton.bind_pose());
        assert!(off(&plain, &model.skeleton, &model.skeleton.bind_pose(), &image) > 0.1);
        // Turned about the vertical, the figure is mirrored between its sides there as well.
        let about_y = Quat::from_rotation_y(1.1);
        let mut joints = model.skeleton.joints().to_vec();
        joints[0].bind_local.rotation = about_y * joints[0].bind_local.rotation;
        joints[0].bind_local.translation = about_y * joints[0].bind_local.translation;
        let turned = Model { skeleton: Skeleton::new(joints).unwrap(), ..model.clone() };
        let mirror = Mirror::of_figure(&turned.skeleton, &turned.skins);
        assert!(mirror.normal.dot(about_y * Vec3::X).abs() > 1.0 - 1e-5, "{}", mirror.normal);
        let image = mirror.pose(&turned.skeleton.bind_pose());
        assert!(off(&mirror, &turned.skeleton, &turned.skeleton.bind_pose(), &image) < 1e-5);
        // Where both are as good the bind pose is taken.
        let model = Model { skeleton: standing, ..model };
        assert_eq!(Mirror::of_figure(&model.skeleton, &model.skins).symmetric, model.skeleton.bind_pose());
    }

    /// Our own figures, in every clip: reflected joint by joint.
    #[test]
    fn the_cast() {
        for (name, pairs) in [("knight", 12), ("creature", 13), ("arm", 0)] {
            let Some(model) = of_assets(name) else { continue };
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
                    let off = off(&mirror, &model.skeleton, &pose, &image);
                    assert!(off < 1e-4, "{name} {} {frame}: {off}", clip.name);
                    assert!(are_near(&mirror.pose(&image), &pose, 1e-5));
                }
            }
        }
    }
}
