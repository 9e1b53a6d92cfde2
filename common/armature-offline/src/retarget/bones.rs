//! How each joint of the target follows the source: by which turn, and carried by what.

use super::{
    Rig,
    directions::{FEET, TRUNK, trunk},
    position,
    tree::Tree,
};
use crate::names::Role;
use glam::{Affine3A, Quat, Vec3};

/// A joint of the target that the source moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bone {
    pub(super) from: usize,
    /// `F⁻¹ A G`; `None` where it keeps its rotation in the world.
    pub(super) joint_from_joint: Option<Quat>,
    pub(super) place: Place,
    /// Whether its parent does not keep it in place, so that it is moved in its parent's space.
    pub(super) is_free: bool,
}

/// How a joint gets to its place in the world.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// As its counterpart does. Positions in the neutral pose: the source's, its own. Only the lowest are lifted.
    Moved { from: [Vec3; 2], is_lifted: bool },
    /// As its counterpart does, but over the ground only.
    Grounded { from: [Vec3; 2] },
    /// Carried by a joint, in whose axes it is there.
    On(usize, Vec3),
    /// The same, and turned with it: its rotation in those axes.
    With(usize, Vec3, Quat),
}

/// Of feet and toes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foot {
    pub(super) joint: usize,
    pub(super) from: usize,
    /// Over the world's ground in the neutral pose: the source's, its own.
    pub(super) heights: [f32; 2],
}

/// Both sides in their neutral poses: where the joints are in the world, and how they are turned.
pub(super) struct Both<'a> {
    pub(super) found: &'a [Option<usize>],
    pub(super) roles: &'a [Option<Role>],
    pub(super) tree: &'a Tree,
    pub(super) theirs: &'a (Vec<Affine3A>, Vec<Quat>),
    pub(super) ours: &'a (Vec<Affine3A>, Vec<Quat>),
    /// For each joint of the target, whether vertices follow it; may be empty.
    pub(super) has_vertices: &'a [bool],
    /// For each joint of the target the one that moves it, of the same name and in the same place.
    pub(super) twins: &'a [Option<usize>],
}

/// A joint that is lower than this part of the hips' height stands on the ground.
const LOW: f32 = 0.25;

/// What a rotation turns about the vertical.
pub(super) fn about_up(turn: Quat) -> Quat {
    let part = Quat::from_xyzw(0.0, turn.y, 0.0, turn.w);
    if part.length_squared() > 1e-6 { part.normalize() } else { Quat::IDENTITY }
}

impl Both<'_> {
    fn role(&self, joint: usize) -> &'static str {
        self.roles[joint].map_or("", |role| role.0)
    }

    fn at(&self, joint: usize) -> Vec3 {
        position(&self.ours.0, joint)
    }

    fn at_from(&self, joint: usize) -> Vec3 {
        position(&self.theirs.0, joint)
    }

    /// Where a joint is in the axes of another.
    fn offset(&self, joint: usize, carrier: usize) -> Vec3 {
        self.ours.1[carrier].inverse() * (self.at(joint) - self.at(carrier))
    }

    pub(super) fn hips(&self) -> Option<usize> {
        self.tree.order.iter().copied().find(|joint| self.role(*joint) == "hips")
    }

    /// `A` of each joint.
    fn aligned(&self, is_neutral: bool) -> Vec<Quat> {
        let below = self.tree.only_below();
        let trunk = trunk(self.roles, self.found, [&self.theirs.0, &self.ours.0]);
        let mut aligned = vec![Quat::IDENTITY; self.found.len()];
        for joint in self.tree.order.iter().copied() {
            let Some(from) = self.found[joint] else { continue };
            let parent = self.tree.parent[joint].map_or(Quat::IDENTITY, |above| aligned[above]);
            let bone = below[joint].and_then(|below| {
                let ours = self.at(below) - self.at(joint);
                let theirs = self.at_from(self.found[below]?) - self.at_from(from);
                Some((parent * ours.try_normalize()?, theirs.try_normalize()?))
            });
            let role = self.role(joint);
            aligned[joint] = match bone {
                _ if is_neutral && (TRUNK.contains(&role) || FEET.contains(&role)) => Quat::IDENTITY,
                // Whatever the trunk does, people look ahead.
                _ if role == "head" => about_up(parent),
                _ if TRUNK.contains(&role) => {
                    let turn = trunk.iter().find(|(of, _)| *of == joint);
                    turn.map_or(parent, |(_, turn)| *turn)
                }
                Some((ours, theirs)) => Quat::from_rotation_arc(ours, theirs) * parent,
                None => parent,
            };
        }
        aligned
    }

    /// For each joint how it is moved, and the joints that are, each after what carries it.
    pub(super) fn bones(&self, to: &Rig<'_>, is_neutral: bool) -> (Vec<Option<Bone>>, Vec<usize>) {
        let (tree, mut order) = (self.tree, self.tree.order.clone());
        let aligned = self.aligned(is_neutral);
        let hips = self.hips();
        // What the hips are on is not lifted: they are.
        let is_lifted =
            |joint: usize| Some(joint) == hips || !hips.is_some_and(|hips| tree.path(hips).any(|it| it == joint));
        let mut bones = vec![None; self.found.len()];
        for joint in tree.order.iter().copied() {
            let Some(from) = self.found[joint] else { continue };
            let turn = (self.theirs.1[from].inverse() * aligned[joint] * self.ours.1[joint]).normalize();
            let place = match tree.parent[joint].filter(|_| Some(joint) != hips) {
                Some(carrier) => Place::On(carrier, self.offset(joint, carrier)),
                None => Place::Moved { from: [self.at_from(from), self.at(joint)], is_lifted: is_lifted(joint) },
            };
            bones[joint] = Some(Bone { from, joint_from_joint: Some(turn), place, is_free: true });
        }
        if let Some((hips, bone)) = hips.and_then(|hips| Some((hips, bones[hips]?))) {
            self.add_followers(to, hips, bone, &mut bones, &mut order);
        }
        free(to, &mut bones);
        (bones, order)
    }

    /// Joints without a counterpart that move with another of their name, or that vertices follow and that are not below
    /// the hips.
    fn add_followers(&self, to: &Rig<'_>, hips: usize, bone: Bone, bones: &mut [Option<Bone>], order: &mut Vec<usize>) {
        let joints = to.skeleton.joints();
        let mut is_carried = vec![false; joints.len()];
        let above_hips: Vec<usize> = to.skeleton.path_to_root(hips).collect();
        let ground = (0..joints.len()).filter(|joint| self.found[*joint].is_some()).map(|joint| self.at(joint).y);
        let ground = ground.fold(f32::INFINITY, f32::min);
        let low = ground + LOW * (self.at(hips).y - ground);
        for joint in 0..joints.len() {
            is_carried[joint] = joints[joint].parent.is_some_and(|parent| is_carried[parent]);
            if self.found[joint].is_some() {
                is_carried[joint] = self.roles[joint].is_some() || self.tree.path(joint).any(|it| it == hips);
                continue;
            }
            if let Some((twin, of)) = self.twins[joint].and_then(|twin| Some((twin, bones[twin]?))) {
                is_carried[joint] = true;
                let turn = (self.ours.1[twin].inverse() * self.ours.1[joint]).normalize();
                let place = Place::With(twin, self.offset(joint, twin), turn);
                bones[joint] = Some(Bone { place, is_free: true, ..of });
                order.push(joint);
                continue;
            }
            if is_carried[joint] || self.has_vertices.get(joint) != Some(&true) {
                continue;
            }
            let turn = self.ours.1[hips].inverse() * self.ours.1[joint];
            let (joint_from_joint, place) = if above_hips.contains(&joint) && self.at(joint).y < low {
                (None, Place::Grounded { from: [self.at_from(bone.from), self.at(joint)] })
            } else {
                is_carried[joint] = true;
                let turn = bone.joint_from_joint.map(|from| (from * turn).normalize());
                (turn, Place::On(hips, self.offset(joint, hips)))
            };
            bones[joint] = Some(Bone { from: bone.from, joint_from_joint, place, is_free: true });
            order.push(joint);
        }
    }

    /// The target's feet and toes, with how high they are in the neutral poses: of the two sides the lower one, should
    /// one be off the ground.
    pub(super) fn feet(&self) -> Vec<Foot> {
        let with = |role: Role| {
            let same = move |of: &Option<Role>| of.is_some_and(|of| (of.0, of.2) == (role.0, role.2));
            let joints = self.roles.iter().enumerate().filter(move |(_, of)| same(of));
            joints.filter_map(|(joint, _)| Some((joint, self.found[joint]?)))
        };
        let foot = |(joint, role): (usize, &Option<Role>)| {
            let (role, from) = (role.filter(|role| FEET.contains(&role.0))?, self.found[joint]?);
            let theirs = with(role).map(|(_, from)| self.at_from(from).y).fold(f32::INFINITY, f32::min);
            let ours = with(role).map(|(joint, _)| self.at(joint).y).fold(f32::INFINITY, f32::min);
            Some(Foot { joint, from, heights: [theirs, ours] })
        };
        self.roles.iter().enumerate().filter_map(foot).collect()
    }
}

/// Joints that stay in place in their parent's space need no keys for it.
fn free(to: &Rig<'_>, bones: &mut [Option<Bone>]) {
    for joint in 0..bones.len() {
        let above = to.skeleton.path_to_root(joint).skip(1).find(|above| bones[*above].is_some());
        if let Some(bone) = &mut bones[joint] {
            bone.is_free = match bone.place {
                Place::On(carrier, _) => above != Some(carrier),
                Place::Moved { .. } | Place::Grounded { .. } | Place::With(..) => true,
            };
        }
    }
}
