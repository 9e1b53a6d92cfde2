//! What joints are in a body, by the tree and where they are at rest: what their names leave open.

use super::{
    body::{Body, Role, with},
    called::Called,
    table::FINGERS,
};
use glam::Vec3;
use std::collections::HashMap;

/// How high the hips are, as parts of the height of the figure.
const HIPS: std::ops::RangeInclusive<f32> = 0.3..=0.75;
/// Joints nearer to the middle than this part of the height are on neither side.
const MIDDLE: f32 = 0.02;

/// Gives roles to joints that have none. Two chains down from the hips are legs. The chest is where two arms branch off, and
/// the neck and the head are above it. Where a spine continues above the chest, or a shoulder carries an arm, the place
/// overrides the name. A figure that is not an upright body gets no role here.
pub(super) fn complete(
    body: &Body<'_>,
    called: &[Called],
    is_given: impl Fn(usize) -> bool,
    roles: &mut [Option<Role>],
) {
    let Some(places) = Places::new(body, roles) else { return };
    let mut new = roles.to_vec();
    let Some(hips) = places.legs(&mut new) else { return };
    let Some((chest, arms)) = places.arms(&new, hips) else { return };
    for (side, path) in [1, 2].into_iter().zip(&arms) {
        add_arm(path, side, (called, &is_given), &places, &mut new);
    }
    places.add_head(chest, &arms, &is_given, &mut new);
    // What is between, whatever it is called: `L5` is on no side.
    for joint in places.path(hips, chest) {
        new[joint] = new[joint].or(Some(("spine", 0, 0)));
    }
    for side in 1..=2 {
        places.add_fingers(side, &mut new);
    }
    roles.copy_from_slice(&new);
}

struct Places<'a> {
    body: &'a Body<'a>,
    /// From the figure's right to its left.
    left: Vec3,
    middle: f32,
    ground: f32,
    height: f32,
}

impl<'a> Places<'a> {
    /// `None` if no joint has a place.
    fn new(body: &'a Body<'a>, roles: &[Option<Role>]) -> Option<Self> {
        let at = |joint: usize| body.places.get(joint).copied().filter(|at| at.is_finite());
        let joints = || (0..body.joints.len()).filter(|joint| body.counts(*joint)).filter_map(at);
        let (low, high) = joints().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(a, b), at| (a.min(at), b.max(at)));
        let size = high - low;
        if !(size.is_finite() && size.y > 0.0) {
            return None;
        }
        let with_role: HashMap<Role, usize> =
            roles.iter().enumerate().filter_map(|(joint, role)| Some(((*role)?, joint))).collect();
        let across = |(role, joint): (&Role, &usize)| {
            let other = (role.0, 2, role.2);
            Some(at(*joint)? - at(*with_role.get(&other).filter(|_| role.1 == 1)?)?)
        };
        let named: Vec3 = with_role.iter().filter_map(across).sum();
        // A figure looks along z, or else along x: then its arms are spread along z.
        let unnamed = if size.z > size.x { Vec3::NEG_Z } else { Vec3::X };
        let left = (named * Vec3::new(1.0, 0.0, 1.0)).try_normalize().unwrap_or(unnamed);
        let (least, most) =
            joints().map(|at| at.dot(left)).fold((f32::MAX, f32::MIN), |(a, b), x| (a.min(x), b.max(x)));
        Some(Self { body, left, middle: 0.5 * (least + most), ground: low.y, height: size.y })
    }

    fn at(&self, joint: usize) -> Vec3 {
        self.body.places[joint]
    }

    /// How far on a side a joint is, as a part of the height.
    fn out(&self, joint: usize, side: u8) -> f32 {
        let left = (self.at(joint).dot(self.left) - self.middle) / self.height;
        if side == 1 { left } else { -left }
    }

    fn up(&self, joint: usize) -> f32 {
        (self.at(joint).y - self.ground) / self.height
    }

    /// The joints below the first, down to the second; none where that is not below.
    fn path(&self, from: usize, to: usize) -> Vec<usize> {
        let mut path: Vec<usize> =
            std::iter::once(to).chain(self.body.above(to)).take_while(|it| *it != from).collect();
        if path.last().is_none_or(|last| self.body.joints[*last].parent != Some(from)) {
            return Vec::new();
        }
        path.retain(|joint| self.body.counts(*joint));
        path.reverse();
        path
    }

    /// The joint that counts most, of those on a side.
    fn extreme(&self, side: u8, value: impl Fn(usize) -> Option<f32>) -> Option<usize> {
        let counts = |joint: &usize| self.body.counts(*joint) && self.out(*joint, side) > MIDDLE;
        let joints = (0..self.body.joints.len()).filter(counts);
        let joints = joints.filter_map(|joint| Some((joint, value(joint)?)));
        joints.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(joint, _)| joint)
    }

    /// The hips, with the legs below them, unless names say what those are.
    fn legs(&self, roles: &mut [Option<Role>]) -> Option<usize> {
        let ends = [1, 2].map(|side| {
            let named = ["toes", "foot", "shin", "thigh"].into_iter().find_map(|name| with(roles, (name, side, 0)));
            named.or_else(|| self.extreme(side, |joint| Some(-self.up(joint))))
        });
        let fork = self.body.common_ancestor(ends).filter(|joint| self.body.counts(*joint))?;
        let hips = with(roles, ("hips", 0, 0));
        if hips.is_none() && !HIPS.contains(&self.up(fork)) {
            return None;
        }
        for (side, end) in [1, 2].into_iter().zip(ends) {
            let path = self.path(fork, end?);
            let Some(thigh) = self.limb(&path) else { continue };
            for (joint, name) in path[thigh..].iter().zip(["thigh", "shin", "foot", "toes"]) {
                add(roles, *joint, (name, side, 0));
            }
        }
        if hips.is_none() {
            roles[fork] = Some(("hips", 0, 0));
        }
        hips.or(Some(fork))
    }

    /// Where the two longest bones in a row begin.
    fn limb(&self, path: &[usize]) -> Option<usize> {
        let lengths: Vec<f32> = path.windows(2).map(|bone| self.at(bone[0]).distance(self.at(bone[1]))).collect();
        let shorter = |at: &usize| lengths[*at].min(lengths[at + 1]);
        let pairs = 0..lengths.len().saturating_sub(1);
        pairs.max_by(|a, b| shorter(a).total_cmp(&shorter(b)).then(b.cmp(a)))
    }

    /// The joint that carries both arms, and the joints of each.
    fn arms(&self, roles: &[Option<Role>], hips: usize) -> Option<(usize, [Vec<usize>; 2])> {
        let is_below = |joint: usize, above: usize| self.body.above(joint).any(|it| it == above);
        let is_leg = |joint: usize| {
            let thighs = [1, 2].map(|side| with(roles, ("thigh", side, 0)));
            thighs.into_iter().flatten().any(|thigh| joint == thigh || is_below(joint, thigh))
        };
        let ends = [1, 2].map(|side| {
            let names = ["hand", "forearm", "upper arm"];
            let named = names.into_iter().find_map(|name| with(roles, (name, side, 0)));
            let is_there = |joint: usize| match named {
                Some(named) => named == joint || is_below(joint, named),
                None => !is_leg(joint) && self.up(joint) > 0.5 * self.up(hips),
            };
            let is_hand = with(roles, ("hand", side, 0)).is_some();
            if is_hand { named } else { self.extreme(side, |joint| is_there(joint).then(|| self.out(joint, side))) }
        });
        let chest = self.body.common_ancestor(ends).filter(|chest| self.body.counts(*chest))?;
        let is_body = is_below(chest, hips) && self.up(chest) > self.up(hips) + MIDDLE;
        is_body.then_some((chest, [self.path(chest, ends[0]?), self.path(chest, ends[1]?)]))
    }

    /// Fingers that no name says: chains of joints below a hand, from the thumb on as they lie. The thumb is in front
    /// where palms look down, above where they look ahead, and outside where they hang and look ahead.
    fn add_fingers(&self, side: u8, roles: &mut [Option<Role>]) {
        let Some(hand) = with(roles, ("hand", side, 0)) else { return };
        let count = self.body.joints.len();
        let mut children = vec![None; count];
        for joint in (0..count).rev() {
            if let Some(parent) = self.body.joints[joint].parent {
                children[parent] = Some(joint);
            }
        }
        let child = |parent: usize| children[parent];
        let is_unnamed = |joint: &usize| {
            self.body.joints[*joint].parent == Some(hand) && roles[*joint].is_none() && child(*joint).is_some()
        };
        let mut first: Vec<usize> = (0..count).filter(is_unnamed).collect();
        let mut fingers = FINGERS.to_vec();
        fingers.retain(|finger| !roles.iter().flatten().any(|role| (role.0, role.1) == (*finger, side)));
        if first.len() > fingers.len() || first.len() < 3 && fingers.len() == FINGERS.len() {
            return;
        }
        let middle = first.iter().map(|joint| self.at(*joint)).sum::<Vec3>() / first.len() as f32;
        let along = (middle - self.at(hand)).normalize_or_zero();
        let mut across = Vec3::ZERO;
        for (a, b) in first.iter().flat_map(|a| first.iter().map(move |b| (*a, *b))) {
            let apart = (self.at(a) - self.at(b)).reject_from_normalized(along);
            across = if apart.length() > across.length() { apart } else { across };
        }
        let out = if side == 1 { self.left } else { -self.left };
        let thumb = self.left.cross(Vec3::Y) + Vec3::Y + out;
        if across.dot(thumb.reject_from_normalized(along)) < 0.0 {
            across = -across;
        }
        first.sort_by(|a, b| across.dot(self.at(*b)).total_cmp(&across.dot(self.at(*a))));
        // A figure of four fingers lacks the last.
        fingers.truncate(first.len());
        for (first, finger) in first.into_iter().zip(fingers) {
            let line = std::iter::successors(Some(first), |joint| child(*joint));
            for (number, joint) in (1..).zip(line.take(4)) {
                roles[joint] = Some((finger, side, number));
            }
        }
    }

    /// Neck and head.
    fn add_head(
        &self,
        chest: usize,
        arms: &[Vec<usize>; 2],
        is_given: impl Fn(usize) -> bool,
        roles: &mut [Option<Role>],
    ) {
        let children = |parent: usize| {
            let is_child = move |joint: &usize| {
                let above = self.body.above(*joint).find(|above| self.body.counts(*above));
                above == Some(parent) && self.body.counts(*joint)
            };
            (0..self.body.joints.len()).filter(is_child)
        };
        let is_arm = |joint: &usize| arms.iter().any(|arm| arm.contains(joint));
        let named = with(roles, ("head", 0, 0));
        let is_above = |joint: &usize| {
            let path = || std::iter::once(*joint).chain(self.body.above(*joint));
            !is_arm(joint) && self.out(*joint, 1).abs() < 4.0 * MIDDLE && path().any(|it| it == chest)
        };
        let is_higher = |joint: &usize| is_above(joint) && self.up(*joint) > self.up(chest);
        let all = (0..self.body.joints.len()).filter(|joint| self.body.counts(*joint));
        let top = named.or_else(|| all.filter(is_higher).max_by(|a, b| self.up(*a).total_cmp(&self.up(*b))));
        let path = top.map(|top| self.path(chest, top)).unwrap_or_default();
        let is_head = |joint: &usize| Some(*joint) == named || children(*joint).count() != 1;
        let Some(head) = path.iter().position(is_head).filter(|_| !path.iter().any(is_arm)) else {
            return;
        };
        let is_spine = |joint: usize, roles: &[Option<Role>]| roles[joint].is_some_and(|role| role.0 == "spine");
        let has_neck = roles.iter().flatten().any(|role| role.0 == "neck");
        for (at, joint) in path[..=head].iter().copied().enumerate().filter(|(_, joint)| !is_given(*joint)) {
            if is_spine(joint, roles) {
                roles[joint] = None;
            }
            if at < head && !has_neck {
                roles[joint] = roles[joint].or(Some(("neck", 0, 0)));
            } else if at == head {
                add(roles, joint, ("head", 0, 0));
            }
        }
    }
}

/// Upper arm, forearm and hand, and the collarbone before them.
fn add_arm(
    path: &[usize],
    side: u8,
    (called, is_given): (&[Called], &impl Fn(usize) -> bool),
    places: &Places<'_>,
    roles: &mut [Option<Role>],
) {
    let Some(upper) = places.limb(path) else { return };
    for joint in path[..upper].iter().copied() {
        let is_upper = roles[joint] == Some(("upper arm", side, 0));
        if is_upper && called[joint].is("shoulder") && !is_given(joint) {
            roles[joint] = None;
        }
    }
    for (joint, name) in path[upper..].iter().zip(["upper arm", "forearm", "hand"]) {
        add(roles, *joint, (name, side, 0));
    }
    if upper > 0 {
        add(roles, path[0], ("collarbone", side, 0));
    }
}

/// Where the joint has no role, and no joint has this one.
fn add(roles: &mut [Option<Role>], joint: usize, role: Role) {
    if roles[joint].is_none() && with(roles, role).is_none() {
        roles[joint] = Some(role);
    }
}
