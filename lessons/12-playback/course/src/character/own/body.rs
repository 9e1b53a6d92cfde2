//! A skeleton with the knight's names and axes that has a figure's proportions.

use super::{roles::Roles, vertices::NeutralMeshes};
use armature::math::Transform;
use armature::mesh::Bounds;
use armature::model::{Model, ModelInstance, Part};
use armature::skeleton::{Joint, Skeleton};
use armature_offline::retarget::{Retarget, Rig};
use glam::{Affine3A, Quat, Vec3};
use std::collections::BTreeMap;

/// The knight's joint between hips and chest, which may be without a counterpart: a punch begins with it.
const SPINE: &str = "spine";
/// His collarbones, which may be without a counterpart, and the arms below them. Without them a fade of an arm by half a
/// turn would take the other way round than his.
const COLLARBONES: [[&str; 2]; 2] = [["shoulder_l", "upper_arm_l"], ["shoulder_r", "upper_arm_r"]];
/// The joint in his fist. It is larger where the arm is shorter than his, so that the sword reaches as far.
const SOCKET: &str = "sword_socket";
const ARM: [&str; 2] = ["upper_arm_r", "hand_r"];
/// Length from the knight's fist to the sword's tip, in metres.
const BLADE: f32 = 0.78;
/// The cosine of the largest angle between a trunk and the vertical.
const UPRIGHT: f32 = 0.75;
/// Parts of the body whose size is compared with the knight's, by the distance from one joint to another.
const SIZES: [(&str, [&str; 2]); 6] = [
    ("hips", ["hips", "head"]),
    ("chest", ["hips", "head"]),
    ("thigh_l", ["thigh_l", "shin_l"]),
    ("thigh_r", ["thigh_r", "shin_r"]),
    ("shin_l", ["shin_l", "foot_l"]),
    ("hand_r", ARM),
];

pub(super) struct Body {
    pub(super) skeleton: Skeleton,
    /// Bound to all joints of the skeleton, in their order.
    pub(super) parts: Vec<Part>,
    pub(super) sizes: BTreeMap<String, f32>,
    /// Names of the figure's joints that vertices follow and that nothing moves.
    pub(super) at_rest: Vec<String>,
    /// Names of its meshes that do not move with it.
    pub(super) left_out: Vec<String>,
    /// Names of the meshes that it holds.
    pub(super) in_hands: Vec<String>,
}

/// Returns `world_from_joint` of each joint of a rig in its neutral pose.
fn world_from_joints(rig: &Rig<'_>) -> Vec<Affine3A> {
    rig.skeleton.model_from_joint(&rig.neutral).iter().map(|joint| rig.world_from_model * *joint).collect()
}

fn rotation(place: &Affine3A) -> Quat {
    Transform::from_matrix(place).rotation
}

impl Body {
    /// `retarget` goes from the knight to the figure.
    ///
    /// # Errors
    /// What it lacks, as the rest of a sentence that begins with its name.
    pub(super) fn new(knight: &Model, figure: &Model, retarget: &Retarget<'_>) -> Result<Self, String> {
        let roles = Roles::new(knight, figure, retarget).map_err(|missing| {
            format!("has no joint that is found to be the knight's {} (--map can name it)", missing.join(", "))
        })?;
        let there = Rig::from_model(knight).0;
        let here = Rig::from_model(figure).0;
        let pair = Pair { knight, roles, knight_joints: world_from_joints(&there), ours: world_from_joints(&here) };
        if (pair.our_place("head") - pair.our_place("hips")).normalize_or_zero().y < UPRIGHT {
            return Err("does not stand upright on two legs".into());
        }
        let bounds = ModelInstance::new(knight).bounds(knight);
        let their_top = bounds.map_or(0.0, |bounds| bounds.transformed(&knight.world_from_model).max.y);
        let NeutralMeshes { mut parts, top, left_out, in_hands } =
            NeutralMeshes::new(figure, &here.neutral, &pair.roles, &|name| pair.our_place(name).y);
        let feet = [pair.find("foot_l"), pair.find("foot_r")];
        let (mut soles, highest) = extent(&parts, feet, knight).ok_or("has no mesh")?;
        if !here.is_neutral {
            // It sits or kneels: it is as tall as on straight legs.
            let bones = ["thigh_l", "shin_l", "foot_l"].map(|name| pair.our_place(name));
            let leg = bones[0].distance(bones[1]) + bones[1].distance(bones[2]) + (bones[2].y - soles).max(0.0);
            soles = soles.min(bones[0].y - leg);
        }
        let own_from_world = pair.fit_to_knight([soles, top.unwrap_or(highest)], their_top);
        for vertex in parts.iter_mut().flat_map(|part| &mut part.mesh.vertices) {
            vertex.position = own_from_world.transform_point3(vertex.position);
            vertex.normal = rotation(&own_from_world) * vertex.normal;
        }
        let own: Vec<Option<Vec3>> =
            (0..pair.knight_joints.len()).map(|joint| pair.own_place(&own_from_world, joint)).collect();
        let sizes = pair.sizes(&own, their_top);
        let arm = pair.size(&own, ARM);
        let shorter = (1.0 - arm) * pair.their_distance(ARM);
        let socket = [arm, 1.0 + shorter.max(0.0) / BLADE];
        let (skeleton, kept) = aligned_skeleton(&there, &pair, &own, socket);
        bind_to_kept(&mut parts, &kept, pair.knight_joints.len());
        let at_rest = pair.names_at_rest(figure, retarget);
        Ok(Body { skeleton, parts, sizes, at_rest, left_out, in_hands })
    }
}

/// Binds parts that follow `count` joints to the ones that are kept, whose old indices are `kept`.
fn bind_to_kept(parts: &mut [Part], kept: &[usize], count: usize) {
    let mut index = vec![0; count];
    kept.iter().enumerate().for_each(|(at, joint)| index[*joint] = at as u16);
    for joint in parts.iter_mut().flat_map(|part| &mut part.mesh.vertices).flat_map(|vertex| &mut vertex.joints) {
        *joint = index[usize::from(*joint)];
    }
}

/// The knight and a figure, each in its neutral pose. Places are in the world of each one's file.
struct Pair<'a> {
    knight: &'a Model,
    roles: Roles,
    /// `world_from_joint` of the knight's joints, and of the figure's.
    knight_joints: Vec<Affine3A>,
    ours: Vec<Affine3A>,
}

impl Pair<'_> {
    fn find(&self, name: &str) -> usize {
        self.knight.skeleton.find(name).unwrap_or(self.roles.hips)
    }

    fn their_place(&self, name: &str) -> Vec3 {
        self.knight_joints[self.find(name)].translation.into()
    }

    fn their_distance(&self, [from, to]: [&str; 2]) -> f32 {
        self.their_place(from).distance(self.their_place(to))
    }

    fn our_place(&self, name: &str) -> Vec3 {
        self.roles.figures[self.find(name)].map_or(Vec3::ZERO, |joint| self.ours[joint].translation.into())
    }

    /// Returns the distance of two joints of the figure, whose places are `own`, relative to the knight's.
    fn size(&self, own: &[Option<Vec3>], [from, to]: [&str; 2]) -> f32 {
        let [start, end] = [from, to].map(|name| own[self.find(name)].unwrap_or_default());
        start.distance(end) / self.their_distance([from, to])
    }

    /// Returns the sizes of the figure's parts relative to the knight's, whose top is at `their_top`.
    fn sizes(&self, own: &[Option<Vec3>], their_top: f32) -> BTreeMap<String, f32> {
        let mut sizes = BTreeMap::new();
        for (name, joints) in SIZES {
            sizes.insert(name.to_owned(), self.size(own, joints));
        }
        let head = own[self.find("head")].unwrap_or_default();
        sizes.insert("head".into(), (their_top - head.y) / (their_top - self.their_place("head").y));
        sizes
    }

    /// Returns the names of the figure's joints that vertices follow and that nothing moves.
    fn names_at_rest(&self, figure: &Model, retarget: &Retarget<'_>) -> Vec<String> {
        // What is in a hand moves with his fingers, or is left out.
        let hands = ["hand_l", "hand_r"].map(|name| self.roles.figures[self.find(name)]);
        let has_joints = figure.is_joint.contains(&true);
        let mut names = Vec::new();
        for joint in retarget.at_rest() {
            // A mesh on a plain node moves with the joint that it is below, or is left out.
            let is_joint = figure.is_joint[joint] || !has_joints;
            let is_in_hand = figure.skeleton.path_to_root(joint).any(|above| hands.contains(&Some(above)));
            if is_joint && retarget.has_vertices(joint) && !is_in_hand {
                names.push(figure.skeleton.joints()[joint].name.clone());
            }
        }
        names
    }

    /// Returns the transform from the world of the figure's file that makes it as tall as the knight, and places it on the
    /// ground, facing as he does.
    fn fit_to_knight(&self, [soles, top]: [f32; 2], their_top: f32) -> Affine3A {
        let across = |at: &dyn Fn(&str) -> Vec3| {
            let across = at("thigh_l") - at("thigh_r") + at("upper_arm_l") - at("upper_arm_r");
            across.z.atan2(across.x)
        };
        let [ours, knight_joints] = [across(&|name| self.our_place(name)), across(&|name| self.their_place(name))];
        let scale = Affine3A::from_scale(Vec3::splat(their_top / (top - soles).max(f32::MIN_POSITIVE)));
        let turned = scale * Affine3A::from_quat(Quat::from_rotation_y(ours - knight_joints));
        let hips = turned.transform_point3(self.our_place("hips"));
        let ground = turned.transform_point3(Vec3::Y * soles).y;
        Affine3A::from_translation((self.their_place("hips") - hips).with_y(-ground)) * turned
    }

    /// Returns the position of a joint of the knight in the figure that stands as he does: that of its counterpart. A
    /// missing collarbone is as far from the arm as his, and a missing spine as far along between hips and chest.
    fn own_place(&self, own_from_world: &Affine3A, joint: usize) -> Option<Vec3> {
        let own = |joint: usize| {
            let counterpart = self.ours[self.roles.figures[joint]?];
            Some(own_from_world.transform_point3(counterpart.translation.into()))
        };
        if self.roles.figures[joint].is_some() {
            return own(joint);
        }
        let name = &self.knight.skeleton.joints()[joint].name;
        if let Some([collarbone, arm]) = COLLARBONES.iter().find(|[collarbone, _]| collarbone == name) {
            return Some(own(self.find(arm))? + self.their_place(collarbone) - self.their_place(arm));
        }
        if name == SPINE {
            let [below, above] = [self.their_distance(["hips", SPINE]), self.their_distance([SPINE, "chest"])];
            return Some(own(self.find("hips"))?.lerp(own(self.find("chest"))?, below / (below + above)));
        }
        None
    }
}

/// Returns the skeleton with joints at these positions, and their indices in the knight's. Where his arms hang and its arms
/// are spread, each joint is turned so that his clips turn it as they turn his.
fn aligned_skeleton(
    there: &Rig<'_>,
    pair: &Pair<'_>,
    own: &[Option<Vec3>],
    socket: [f32; 2],
) -> (Skeleton, Vec<usize>) {
    let turns: Vec<Quat> = pair.knight_joints.iter().map(rotation).collect();
    let (unaligned, kept) = skeleton(pair.knight, own, &turns, socket);
    let retarget = Retarget::new(there.clone(), Rig::new(&unaligned));
    let posed = unaligned.model_from_joint(&retarget.pose(&there.neutral));
    let mut aligned = turns.clone();
    for (joint, posed) in kept.iter().zip(&posed) {
        aligned[*joint] = (turns[*joint] * rotation(posed).inverse() * turns[*joint]).normalize();
    }
    skeleton(pair.knight, own, &aligned, socket)
}

/// Returns the heights of a figure's soles and of its highest vertex; `None` without a vertex.
fn extent(parts: &[Part], feet: [usize; 2], knight: &Model) -> Option<(f32, f32)> {
    let is_foot = |joint: usize| {
        feet.contains(&joint) || knight.skeleton.joints()[joint].parent.is_some_and(|at| feet.contains(&at))
    };
    let vertices = || parts.iter().flat_map(|part| &part.mesh.vertices);
    let soles = Bounds::from_points(vertices().filter(|it| is_foot(it.joints[0].into())).map(|it| it.position));
    let all = Bounds::from_points(vertices().map(|it| it.position))?;
    Some((soles.unwrap_or(all).min.y, all.max.y))
}

/// Returns a skeleton of those joints of the knight that have a position in `own`, and their indices in his skeleton. The
/// parent of each is its nearest ancestor that has a position.
fn skeleton(knight: &Model, own: &[Option<Vec3>], turns: &[Quat], [grip, sword]: [f32; 2]) -> (Skeleton, Vec<usize>) {
    let (mut joints, mut kept): (Vec<Joint>, Vec<usize>) = (Vec::new(), Vec::new());
    let place = |joint: usize| own[joint].map(|at| Affine3A::from_rotation_translation(turns[joint], at));
    for (joint, his) in knight.skeleton.joints().iter().enumerate() {
        let mut above = std::iter::successors(his.parent, |above| knight.skeleton.joints()[*above].parent);
        let parent = above.find_map(|above| kept.iter().position(|kept| *kept == above));
        let above = parent.and_then(|parent| place(kept[parent])).unwrap_or(Affine3A::IDENTITY);
        let bind_local = match place(joint) {
            _ if his.name == SOCKET => Transform {
                translation: grip * his.bind_local.translation,
                rotation: his.bind_local.rotation,
                scale: Vec3::splat(sword),
            },
            Some(place) => Transform::from_matrix(&(above.inverse() * place)),
            None => continue,
        };
        joints.push(Joint { name: his.name.clone(), parent, bind_local });
        kept.push(joint);
    }
    (Skeleton::new(joints).unwrap_or_default(), kept)
}
