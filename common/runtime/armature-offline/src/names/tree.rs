//! Limbs whose names say nothing, by the tree: a chain of three below the hips or the chest, on the side of its place.

use super::Side;
use super::roles::{Role, Search};
use super::table::LIMBS;
use armature::mesh::Bounds;
use glam::Vec3;

/// Possible heights of hips without a name, as fractions of the figure's height.
const HIPS: std::ops::RangeInclusive<f32> = 0.3..=0.75;
/// Largest distance from the middle of a joint on neither side, as a fraction of the figure's height.
const MIDDLE: f32 = 0.02;

/// Positions of joints relative to the figure.
struct Space {
    /// Position of each joint that can have a role: to the left of the middle, and above the lowest joint, both as
    /// fractions of the figure's height.
    places: Vec<Option<[f32; 2]>>,
}

impl Space {
    /// Returns the distance of a joint from the middle towards a side.
    fn distance(&self, joint: usize, side: Side) -> f32 {
        let left = self.places[joint].map_or(0.0, |place| place[0]);
        if side == Side::Left { left } else { -left }
    }

    fn height(&self, joint: usize) -> f32 {
        self.places[joint].map_or(0.0, |place| place[1])
    }
}

impl Search<'_> {
    /// Adds the parts of limbs that names leave open, and with them hips, spine, neck and head. In a figure that is not an
    /// upright body, no roles are added.
    pub(super) fn add_by_tree(&mut self) {
        let is_open = [0, 1].map(|limb| !(self.has_limb(limb, Side::Left) && self.has_limb(limb, Side::Right)));
        let is_trunk_open = ["hips", "spine", "head"].iter().any(|part| self.find(part, Side::Middle).is_none());
        let Some(space) = self.measure().filter(|_| is_open.contains(&true) || is_trunk_open) else { return };
        let before = self.roles.clone();
        if self.add_upright_body(&space, is_open).is_none() {
            self.roles = before;
            self.by_tree.clear();
        }
    }

    /// Adds the roles of an upright body, or returns `None` if the figure is not one, when some may have been added.
    fn add_upright_body(&mut self, space: &Space, is_open: [bool; 2]) -> Option<()> {
        let ends = Side::BOTH.map(|side| self.find_foot(space, side));
        let fork = self.body.common_ancestor(ends)?;
        let hips = self.find("hips", Side::Middle);
        if hips.is_none() && !HIPS.contains(&space.height(fork)) {
            return None;
        }
        if is_open[0] {
            for (side, end) in Side::BOTH.into_iter().zip(ends) {
                self.add_limb(0, side, &self.path(fork, end?));
            }
        }
        if hips.is_none() {
            self.roles[fork] = Some(Role::new("hips", Side::Middle, 0));
        }
        let hips = hips.unwrap_or(fork);
        let ends = Side::BOTH.map(|side| self.find_hand(space, side, hips));
        let chest = self.body.common_ancestor(ends)?;
        if space.height(chest) <= space.height(hips) {
            return None;
        }
        let arms = [self.path(chest, ends[0]?), self.path(chest, ends[1]?)];
        if is_open[1] {
            for (side, path) in Side::BOTH.into_iter().zip(&arms) {
                self.add_limb(1, side, path);
            }
        }
        self.add_head(space, chest, &arms.concat());
        for joint in self.path(hips, chest) {
            self.roles[joint].get_or_insert(Role::new("spine", Side::Middle, 0));
        }
        Some(())
    }

    /// Measures the figure at rest, or returns `None` if it has no positions or no height. Its left is where the names of
    /// most joints say; without sides in names, it faces z, or x if its arms are spread along z.
    fn measure(&self) -> Option<Space> {
        let positions = self.body.positions;
        let is_counted = |joint: usize| self.is_connected[joint] && positions[joint].is_finite();
        let joints: Vec<usize> = (0..positions.len()).filter(|joint| is_counted(*joint)).collect();
        let bounds = Bounds::from_points(joints.iter().map(|joint| positions[*joint]))?;
        let size = bounds.size();
        if !(size.is_finite() && size.y > 0.0) {
            return None;
        }
        let middle = joints.iter().map(|joint| positions[*joint]).sum::<Vec3>() / joints.len() as f32;
        let mut named = Vec3::ZERO;
        for joint in &joints {
            match self.names[*joint].side {
                Side::Left => named += positions[*joint] - middle,
                Side::Right => named -= positions[*joint] - middle,
                Side::Middle => {}
            }
        }
        let default = if size.z > size.x { Vec3::NEG_Z } else { Vec3::X };
        let is_named = named.with_y(0.0).length() > MIDDLE * size.y;
        let left = named.with_y(0.0).try_normalize().filter(|_| is_named).unwrap_or(default);
        let across: Vec<f32> = joints.iter().map(|joint| positions[*joint].dot(left)).collect();
        let most = across.iter().copied().fold(f32::MIN, f32::max);
        let least = across.iter().copied().fold(f32::MAX, f32::min);
        let mut places = vec![None; positions.len()];
        for (joint, across) in joints.iter().zip(across) {
            let aside = across - 0.5 * (most + least);
            places[*joint] = Some([aside / size.y, (positions[*joint].y - bounds.min.y) / size.y]);
        }
        Some(Space { places })
    }

    /// Returns the joints below `from` down to `to`, or none if `to` is not a descendant of `from`.
    fn path(&self, from: usize, to: usize) -> Vec<usize> {
        let mut path: Vec<usize> = self.body.path_to_root(to).take_while(|joint| *joint != from).collect();
        if path.last().is_none_or(|last| self.body.joints[*last].parent != Some(from)) {
            return Vec::new();
        }
        path.reverse();
        path
    }

    fn is_below(&self, joint: usize, above: usize) -> bool {
        self.body.path_to_root(joint).any(|other| other == above)
    }

    /// Returns the joint of the largest value among those on a side.
    fn farthest(&self, space: &Space, side: Side, value: impl Fn(usize) -> Option<f32>) -> Option<usize> {
        let joints = (0..self.roles.len()).filter(|joint| space.distance(*joint, side) > MIDDLE);
        let values = joints.filter_map(|joint| Some((joint, value(joint)?)));
        values.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(joint, _)| joint)
    }

    /// Returns the end of a leg: the lowest joint on a side, in the leg that names give if they do.
    fn find_foot(&self, space: &Space, side: Side) -> Option<usize> {
        if let Some(end) = self.find("toes", side).or_else(|| self.find("foot", side)) {
            return Some(end);
        }
        let named = self.find("shin", side).or_else(|| self.find("thigh", side));
        self.farthest(space, side, |joint| {
            let is_leg = named.is_none_or(|named| self.is_below(joint, named));
            is_leg.then(|| -space.height(joint))
        })
    }

    /// Returns the end of an arm: the joint farthest out on a side, in the arm that names give if they do, and otherwise
    /// not in a leg.
    fn find_hand(&self, space: &Space, side: Side, hips: usize) -> Option<usize> {
        if let Some(hand) = self.find("hand", side) {
            return Some(hand);
        }
        let named = self.find("forearm", side).or_else(|| self.find("upper arm", side));
        let thighs = Side::BOTH.map(|side| self.find("thigh", side));
        self.farthest(space, side, |joint| {
            let is_arm = if let Some(named) = named {
                self.is_below(joint, named)
            } else {
                let is_leg = thighs.into_iter().flatten().any(|thigh| self.is_below(joint, thigh));
                !is_leg && space.height(joint) > 0.5 * space.height(hips)
            };
            is_arm.then(|| space.distance(joint, side))
        })
    }

    /// Gives the parts of a limb to the joints of a path from the trunk outwards, in place of those that names gave. A limb
    /// begins with its two longest successive bones.
    fn add_limb(&mut self, limb: usize, side: Side, path: &[usize]) {
        let mut first = None;
        let mut longest = f32::MIN;
        for (index, joints) in path.windows(3).enumerate() {
            let [a, b, c] = [0, 1, 2].map(|joint| self.body.positions[joints[joint]]);
            let shorter = a.distance(b).min(b.distance(c));
            if shorter > longest {
                longest = shorter;
                first = Some(index);
            }
        }
        let Some(first) = first else { return };
        let [collarbone, toes] = if limb == 1 { [path.first(), None] } else { [None, path.get(first + 3)] };
        for joint in 0..self.roles.len() {
            let is_given = self.is_given(joint);
            self.roles[joint] = self.roles[joint].filter(|role| {
                let is_in_limb = LIMBS[limb].contains(&role.part) && role.side == side;
                is_given || !is_in_limb && !path[..first].contains(&joint)
            });
        }
        for (part, joint) in LIMBS[limb].into_iter().zip(&path[first..]) {
            self.set(*joint, Role::new(part, side, 0));
        }
        if let Some(joint) = collarbone.filter(|_| first > 0) {
            self.add(*joint, Role::new("collarbone", side, 0));
        }
        if let Some(joint) = toes {
            self.add(*joint, Role::new("toes", side, 0));
        }
        self.by_tree.push(format!("{side} {}", ["leg", "arm"][limb]));
    }

    /// Gives a joint a role, unless a map has given it another or has given the role to another joint.
    fn set(&mut self, joint: usize, role: Role) {
        if !self.is_given(joint) && self.find(role.part, role.side).is_none() {
            self.roles[joint] = Some(role);
        }
    }

    /// Adds the head, at the end of a chain above the chest, and the neck below the head. `arms` are the joints of the
    /// arms.
    fn add_head(&mut self, space: &Space, chest: usize, arms: &[usize]) {
        let named = self.find("head", Side::Middle);
        let mut children = vec![0; self.roles.len()];
        let mut highest = None;
        for joint in (0..self.roles.len()).filter(|joint| space.places[*joint].is_some()) {
            if let Some(parent) = self.body.joints[joint].parent {
                children[parent] += 1;
            }
            let is_above = space.height(joint) > space.height(highest.unwrap_or(chest))
                && space.distance(joint, Side::Left).abs() < 4.0 * MIDDLE
                && self.is_below(joint, chest);
            if is_above {
                highest = Some(joint);
            }
        }
        let path = named.or(highest).map(|top| self.path(chest, top)).unwrap_or_default();
        let head = path.iter().position(|joint| Some(*joint) == named || named.is_none() && children[*joint] != 1);
        let Some(head) = head.filter(|_| !path.iter().any(|joint| arms.contains(joint))) else { return };
        let has_neck = self.find("neck", Side::Middle).is_some();
        for (index, &joint) in path[..=head].iter().enumerate() {
            if self.is_given(joint) {
                continue;
            }
            self.roles[joint] = self.roles[joint].filter(|role| role.part != "spine");
            if index == head {
                self.add(joint, Role::new("head", Side::Middle, 0));
            } else if !has_neck {
                self.roles[joint].get_or_insert(Role::new("neck", Side::Middle, 0));
            }
        }
    }
}
