//! Roles by positions in the neutral pose, where names are not clear: two chains down from the hips are legs, two arms
//! branch off from the chest, and neck and head are above it.

use super::body::{Body, Role, find_left};
use super::{Side, roles::Search, table::FINGERS};
use armature::mesh::Bounds;
use glam::Vec3;

/// Possible heights of the hips, as fractions of the figure's height.
const HIPS: std::ops::RangeInclusive<f32> = 0.3..=0.75;
/// Largest distance from the middle of a joint on neither side, as a fraction of the figure's height.
const MIDDLE: f32 = 0.02;

impl Search<'_> {
    /// Adds roles by positions. For a spine that continues above the chest, and for a shoulder that carries an arm, the
    /// position overrides the name. In a figure that is not an upright body, no roles are added.
    pub(super) fn add_by_positions(&mut self) {
        let Some(space) = Space::measure(&self.body, &self.roles, self.left) else { return };
        let before = self.roles.clone();
        if self.add_upright_body(&space).is_none() {
            self.roles = before;
        }
    }

    /// Adds the roles of an upright body, or returns `None` if the figure is not one, when some may have been added.
    fn add_upright_body(&mut self, space: &Space<'_>) -> Option<()> {
        let hips = self.add_legs(space)?;
        let ends = Side::BOTH.map(|side| self.find_hand(space, side, hips));
        let chest = self.body.common_ancestor(ends).filter(|chest| self.body.counts(*chest))?;
        if !self.is_below(chest, hips) || space.height(chest) <= space.height(hips) + MIDDLE {
            return None;
        }
        let arms = [space.path(chest, ends[0]?), space.path(chest, ends[1]?)];
        let is_named = ["hand", "forearm", "upper arm"].iter().any(|part| self.find(part, Side::Left).is_some());
        let others = [0, 1].map(|arm| self.find_other_arm(space, Side::BOTH[arm], hips, &arms[arm]));
        self.other_arm = others[0].and(others[1]).filter(|_| !is_named);
        for (side, path) in Side::BOTH.into_iter().zip(&arms) {
            self.add_arm(space, path, side);
        }
        self.add_head(space, chest, &arms.concat());
        // All joints between hips and chest, whatever their names are: `L5` is not on the left.
        for joint in space.path(hips, chest) {
            self.roles[joint].get_or_insert(Role::new("spine", Side::Middle, 0));
        }
        for side in Side::BOTH {
            self.add_fingers(space, side);
        }
        Some(())
    }

    fn is_below(&self, joint: usize, above: usize) -> bool {
        self.body.path_to_root(joint).skip(1).any(|other| other == above)
    }

    /// Adds the roles of `parts` to the joints of a path, one after another.
    fn add_chain(&mut self, path: &[usize], parts: &[&'static str], side: Side) {
        for (joint, part) in path.iter().zip(parts) {
            self.add(*joint, Role::new(part, side, 0));
        }
    }

    /// Adds the legs, and the hips unless they have a name, and returns the hips.
    fn add_legs(&mut self, space: &Space<'_>) -> Option<usize> {
        let ends = Side::BOTH.map(|side| {
            let named = ["toes", "foot", "shin", "thigh"].into_iter().find_map(|part| self.find(part, side));
            named.or_else(|| space.farthest(side, |joint| Some(-space.height(joint))))
        });
        let fork = self.body.common_ancestor(ends)?;
        let hips = self.find("hips", Side::Middle);
        if !self.body.counts(fork) || hips.is_none() && !HIPS.contains(&space.height(fork)) {
            return None;
        }
        for (side, end) in Side::BOTH.into_iter().zip(ends) {
            let path = space.path(fork, end?);
            if let Some(thigh) = space.find_limb(&path) {
                self.add_chain(&path[thigh..], &["thigh", "shin", "foot", "toes"], side);
            }
        }
        if hips.is_none() {
            self.roles[fork] = Some(Role::new("hips", Side::Middle, 0));
        }
        hips.or(Some(fork))
    }

    /// Returns a joint in the middle of a limb beside the arm of a side that reaches half as far and could bend, as a wing
    /// does.
    fn find_other_arm(&self, space: &Space<'_>, side: Side, hips: usize, arm: &[usize]) -> Option<usize> {
        let thighs = Side::BOTH.map(|side| self.find("thigh", side));
        let reach = space.distance(*arm.last()?, side);
        let end = space.farthest(side, |joint| {
            let mut path = self.body.path_to_root(joint);
            let is_taken = path.any(|above| arm.contains(&above) || thighs.contains(&Some(above)));
            let is_arm = !is_taken && space.height(joint) > space.height(hips);
            Some(space.distance(joint, side)).filter(|distance| is_arm && 2.0 * distance > reach)
        })?;
        let limb = self.body.path_to_root(end).take_while(|joint| space.distance(*joint, side) > MIDDLE);
        limb.collect::<Vec<_>>().get(..3).map(|limb| limb[1])
    }

    /// Returns the joint with the name of a hand, or else the joint farthest out on a side that may be in an arm.
    fn find_hand(&self, space: &Space<'_>, side: Side, hips: usize) -> Option<usize> {
        let named = ["hand", "forearm", "upper arm"].into_iter().find_map(|part| self.find(part, side));
        if self.find("hand", side).is_some() {
            return named;
        }
        let thighs = Side::BOTH.map(|side| self.find("thigh", side));
        space.farthest(side, |joint| {
            let is_arm = if named.is_some() {
                self.body.path_to_root(joint).any(|above| Some(above) == named)
            } else {
                let is_leg = self.body.path_to_root(joint).any(|above| thighs.contains(&Some(above)));
                !is_leg && space.height(joint) > 0.5 * space.height(hips)
            };
            is_arm.then(|| space.distance(joint, side))
        })
    }

    /// Adds collarbone, upper arm, forearm and hand on the path from the chest to the hand.
    fn add_arm(&mut self, space: &Space<'_>, path: &[usize], side: Side) {
        let Some(upper) = space.find_limb(path) else { return };
        for &joint in &path[..upper] {
            let is_upper = self.roles[joint] == Some(Role::new("upper arm", side, 0));
            let name = &self.names[joint];
            let is_misnamed = name.is("shoulder") || name.has_same_words(&self.names[path[upper]]);
            if is_upper && is_misnamed && !self.is_given(joint) {
                self.roles[joint] = None;
            }
        }
        self.add_chain(&path[upper..], &["upper arm", "forearm", "hand"], side);
        if upper > 0 {
            self.add_chain(path, &["collarbone"], side);
        }
    }

    /// Adds the head, at the end of a chain above the chest, and the neck below the head. `arms` are the joints of the
    /// arms.
    fn add_head(&mut self, space: &Space<'_>, chest: usize, arms: &[usize]) {
        let named = self.find("head", Side::Middle);
        let mut children = vec![0; self.roles.len()];
        let mut highest = None;
        for joint in space.joints() {
            if let Some(parent) = self.body.path_to_root(joint).skip(1).find(|above| self.body.counts(*above)) {
                children[parent] += 1;
            }
            let is_above = space.height(joint) > space.height(highest.unwrap_or(chest))
                && space.distance(joint, Side::Left).abs() < 4.0 * MIDDLE
                && !arms.contains(&joint)
                && self.is_below(joint, chest);
            if is_above {
                highest = Some(joint);
            }
        }
        let path = named.or(highest).map(|top| space.path(chest, top)).unwrap_or_default();
        let head = path.iter().position(|joint| Some(*joint) == named || children[*joint] != 1);
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

    /// Adds fingers without names: chains of joints below a hand, in their order from the thumb on. The thumb is in
    /// front if palms face down, above if they face forward, and outside if arms hang and palms face forward.
    fn add_fingers(&mut self, space: &Space<'_>, side: Side) {
        let Some(hand) = self.find("hand", side) else { return };
        let joints = self.body.joints;
        let mut child = vec![None; joints.len()];
        for joint in (0..joints.len()).rev() {
            if let Some(parent) = joints[joint].parent {
                child[parent] = Some(joint);
            }
        }
        let mut first: Vec<usize> = (0..joints.len()).collect();
        first.retain(|joint| {
            joints[*joint].parent == Some(hand) && self.roles[*joint].is_none() && child[*joint].is_some()
        });
        let mut fingers = FINGERS.to_vec();
        fingers.retain(|finger| self.find(finger, side).is_none());
        if first.len() > fingers.len() || first.len() < 3 && fingers.len() == FINGERS.len() {
            return;
        }
        let middle = first.iter().map(|joint| space.position(*joint)).sum::<Vec3>() / first.len() as f32;
        let along = (middle - space.position(hand)).normalize_or_zero();
        let mut across = Vec3::ZERO;
        for (a, b) in first.iter().flat_map(|a| first.iter().map(move |b| (*a, *b))) {
            let apart = (space.position(a) - space.position(b)).reject_from_normalized(along);
            across = if apart.length() > across.length() { apart } else { across };
        }
        let out = if side == Side::Left { space.left } else { -space.left };
        let thumb = space.left.cross(Vec3::Y) + Vec3::Y + out;
        if across.dot(thumb.reject_from_normalized(along)) < 0.0 {
            across = -across;
        }
        first.sort_by(|a, b| across.dot(space.position(*b)).total_cmp(&across.dot(space.position(*a))));
        // A figure with four fingers does not have the last.
        for (first, finger) in first.into_iter().zip(fingers) {
            for (number, joint) in (1..=4).zip(std::iter::successors(Some(first), |joint| child[*joint])) {
                self.roles[joint] = Some(Role::new(finger, side, number));
            }
        }
    }
}

/// A figure's own directions and size in the neutral pose.
struct Space<'a> {
    body: Body<'a>,
    /// Direction from the figure's right to its left.
    left: Vec3,
    /// Coordinate of the figure's middle along `left`.
    middle: f32,
    /// Height of the lowest joint.
    ground: f32,
    /// Height of the figure.
    size: f32,
}

impl<'a> Space<'a> {
    /// Measures a figure whose left is known or not, or returns `None` if it has no positions or no height.
    fn measure(body: &Body<'a>, roles: &[Option<Role>], left: Option<Vec3>) -> Option<Self> {
        let mut space = Self { body: *body, left: Vec3::X, middle: 0.0, ground: 0.0, size: 1.0 };
        let bounds = Bounds::from_points(space.joints().map(|joint| space.position(joint)))?;
        let size = bounds.size();
        if !(size.is_finite() && size.y > 0.0) {
            return None;
        }
        let named = find_left(roles, |joint| Some(space.position(joint)).filter(|position| position.is_finite()));
        // A figure faces z, or x if its arms are spread along z, until its parts are known.
        let default = if size.z > size.x { Vec3::NEG_Z } else { Vec3::X };
        space.left = left.unwrap_or(named).with_y(0.0).try_normalize().unwrap_or(default);
        let mut ends = [f32::MAX, f32::MIN];
        for joint in space.joints() {
            let across = space.position(joint).dot(space.left);
            ends = [ends[0].min(across), ends[1].max(across)];
        }
        Some(Self { middle: 0.5 * (ends[0] + ends[1]), ground: bounds.min.y, size: size.y, ..space })
    }

    fn has_position(&self, joint: usize) -> bool {
        self.body.positions.get(joint).is_some_and(|position| position.is_finite())
    }

    fn position(&self, joint: usize) -> Vec3 {
        self.body.positions[joint]
    }

    /// Returns the joints that can have a role and have a position.
    fn joints(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.body.joints.len()).filter(|joint| self.body.counts(*joint) && self.has_position(*joint))
    }

    /// Returns the distance of a joint from the middle towards a side, as a fraction of the figure's height.
    fn distance(&self, joint: usize, side: Side) -> f32 {
        let left = (self.position(joint).dot(self.left) - self.middle) / self.size;
        if side == Side::Left { left } else { -left }
    }

    /// Returns the height of a joint over the lowest joint, as a fraction of the figure's height.
    fn height(&self, joint: usize) -> f32 {
        (self.position(joint).y - self.ground) / self.size
    }

    /// Returns the joints below `from` down to `to`, or none if `to` is not a descendant of `from`.
    fn path(&self, from: usize, to: usize) -> Vec<usize> {
        let mut path: Vec<usize> = self.body.path_to_root(to).take_while(|joint| *joint != from).collect();
        if path.last().is_none_or(|last| self.body.joints[*last].parent != Some(from)) {
            return Vec::new();
        }
        path.retain(|joint| self.body.counts(*joint));
        path.reverse();
        path
    }

    /// Returns the joint on a side with the largest value.
    fn farthest(&self, side: Side, value: impl Fn(usize) -> Option<f32>) -> Option<usize> {
        let joints = self.joints().filter(|joint| self.distance(*joint, side) > MIDDLE);
        let values = joints.filter_map(|joint| Some((joint, value(joint)?)));
        values.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(joint, _)| joint)
    }

    /// Returns the index in a path at which the two longest successive bones begin.
    fn find_limb(&self, path: &[usize]) -> Option<usize> {
        let mut longest = 0.0;
        let mut first = None;
        for (index, joints) in path.windows(3).enumerate() {
            let [a, b, c] = [0, 1, 2].map(|joint| self.position(joints[joint]));
            let shorter = a.distance(b).min(b.distance(c));
            if first.is_none() || shorter > longest {
                longest = shorter;
                first = Some(index);
            }
        }
        first
    }
}
