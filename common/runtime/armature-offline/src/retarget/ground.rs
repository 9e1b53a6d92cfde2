//! Soles of a figure's feet, from the vertices of its meshes.

use super::{JointFrame, Rig, directions::about_up};
use crate::names::Role;
use armature::mesh::Bounds;
use armature::skeleton::Skeleton;
use glam::{Affine3A, Quat, Vec3};

/// Vertices of a figure in its neutral pose.
#[derive(Default)]
pub(super) struct Shape {
    /// Whether vertices follow each node; empty without meshes.
    pub(super) has_vertices: Vec<bool>,
    /// The outermost of the vertices that have their largest weight at each node; empty without meshes.
    points: Vec<Vec<Vertex>>,
    /// Boxes around these; empty without meshes.
    pub(super) boxes: Vec<Option<Bounds>>,
    /// Whether vertices follow neither the node nor any of its ancestors and descendants, as those of a control rig.
    /// Without meshes, keys show that.
    pub(super) is_control: Vec<bool>,
}

/// A vertex in the world, and the weights of its joints.
#[derive(Clone, Copy, PartialEq)]
struct Vertex {
    position: Vec3,
    weights: [(usize, f32); 4],
}

impl Shape {
    pub(super) fn new(rig: &Rig<'_>) -> Self {
        if rig.meshes.is_empty() {
            return Self { is_control: find_controls(rig.skeleton, &rig.is_moved), ..Self::default() };
        }
        let model_from_joint = rig.skeleton.model_from_joint(&rig.neutral);
        let mut has_vertices = vec![false; rig.skeleton.len()];
        let mut points = vec![Vec::new(); rig.skeleton.len()];
        for (vertices, skin) in &rig.meshes {
            let palette = skin.bindings.iter().map(|binding| {
                let model_from_joint = binding.joint.map(|joint| model_from_joint[joint]).unwrap_or_default();
                rig.world_from_model * model_from_joint * binding.joint_from_bind * skin.bind_from_mesh
            });
            let palette: Vec<Affine3A> = palette.collect();
            for vertex in *vertices {
                let mut point = Vertex { position: Vec3::ZERO, weights: [(0, 0.0); 4] };
                let mut largest = (0, 0.0);
                for ((slot, weight), joint_weight) in vertex.joints.iter().zip(vertex.weights).zip(&mut point.weights) {
                    let slot = usize::from(*slot);
                    let joint = skin.bindings.get(slot).and_then(|binding| binding.joint);
                    let Some(joint) = joint.filter(|_| weight > 0.0) else { continue };
                    has_vertices[joint] = true;
                    point.position += weight * palette[slot].transform_point3(vertex.position);
                    *joint_weight = (joint, weight);
                    if weight > largest.1 {
                        largest = (joint, weight);
                    }
                }
                if largest.1 > 0.0 {
                    points[largest.0].push(point);
                }
            }
        }
        for points in &mut points {
            // A vertex that bends with the ankle may move below vertices that were outside it.
            let (stiff, soft): (Vec<Vertex>, Vec<Vertex>) =
                points.iter().partition(|point| point.weights.iter().any(|(_, weight)| *weight > 0.9));
            *points = [outermost(&stiff), outermost(&soft)].concat();
        }
        let boxes = points.iter().map(|points| Bounds::from_points(points.iter().map(|point| point.position)));
        let is_control = find_controls(rig.skeleton, &has_vertices);
        Self { has_vertices, boxes: boxes.collect(), is_control, points }
    }
}

impl Shape {
    /// Returns the width of the vertices at some joints that would touch the ground if they were turned: across, of those
    /// that are hardly higher than the lowest.
    pub(super) fn footprint(&self, joints: &[usize], across: Vec3, turn: Quat) -> f32 {
        const MAX_HEIGHT: f32 = 0.05;
        let points = joints.iter().filter_map(|joint| self.points.get(*joint)).flatten();
        let points: Vec<Vec3> = points.map(|point| turn * point.position).collect();
        let Some(bounds) = Bounds::from_points(points.iter().copied()) else { return 0.0 };
        let top = bounds.min.y + MAX_HEIGHT * bounds.size().max_element();
        let ends = points.iter().filter(|point| point.y <= top).map(|point| point.dot(across));
        let [least, most] = ends.fold([f32::INFINITY, f32::NEG_INFINITY], |[a, b], end| [a.min(end), b.max(end)]);
        most - least
    }
}

/// Returns whether neither a joint nor any of its ancestors and descendants is used; nothing if no joint is.
fn find_controls(skeleton: &Skeleton, is_used: &[bool]) -> Vec<bool> {
    if !is_used.contains(&true) {
        return Vec::new();
    }
    let joints = skeleton.joints();
    let mut is_above = is_used.to_vec();
    for (index, joint) in joints.iter().enumerate().rev() {
        if let (true, Some(parent)) = (is_above[index], joint.parent) {
            is_above[parent] = true;
        }
    }
    let mut is_below = is_used.to_vec();
    for (index, joint) in joints.iter().enumerate() {
        is_below[index] |= joint.parent.is_some_and(|parent| is_below[parent]);
    }
    is_above.iter().zip(&is_below).map(|(is_above, is_below)| !is_above && !is_below).collect()
}

/// Returns the points farthest in the 26 directions of a cube's faces, edges and corners, each once.
fn outermost(points: &[Vertex]) -> Vec<Vertex> {
    let mut outermost: Vec<Vertex> = Vec::new();
    for number in (0..27u8).filter(|number| *number != 13) {
        let [x, y, z] = [number / 9, number / 3 % 3, number % 3].map(|part| f32::from(part) - 1.0);
        let direction = Vec3::new(x, y, z);
        let finite = points.iter().filter(|point| point.position.is_finite());
        let farthest = finite.max_by(|a, b| direction.dot(a.position).total_cmp(&direction.dot(b.position)));
        outermost.extend(farthest.filter(|point| !outermost.contains(point)));
    }
    outermost
}

/// Soles of a figure.
#[derive(Clone, Debug)]
pub(super) struct Soles {
    /// The points of each foot; none for other nodes.
    points: Vec<Vec<Point>>,
    /// Height of the lowest point in the neutral pose.
    pub(super) level: f32,
}

/// A point of a foot, which may also follow the shin, near the ankle. Its position is the sum of
/// `weight * position + rotation * offset` over its joints.
#[derive(Clone, Debug)]
struct Point(Vec<PointWeight>);

#[derive(Clone, Copy, Debug, Default)]
struct PointWeight {
    joint: usize,
    weight: f32,
    /// Offset in the joint's axes, times the weight.
    offset: Vec3,
}

impl Point {
    /// Makes a point of a vertex that follows some of `carriers`: a foot, its carrier, the carrier's carrier, and so
    /// on. Weights of other joints are given to the foot.
    fn new(
        vertex: &Vertex,
        skeleton: &Skeleton,
        (carriers, leaders): (&[usize], &[Option<usize>]),
        neutral: &[JointFrame],
    ) -> Self {
        let mut weights = vec![PointWeight { joint: carriers[0], ..PointWeight::default() }];
        for (joint, weight) in vertex.weights.into_iter().filter(|(_, weight)| *weight > 0.0) {
            let mut path = skeleton.path_to_root(joint).map(|joint| leaders[joint].unwrap_or(joint));
            let joint = path.find(|joint| carriers.contains(joint));
            match joint.filter(|joint| *joint != carriers[0]) {
                Some(joint) => weights.push(PointWeight { joint, weight, offset: Vec3::ZERO }),
                None => weights[0].weight += weight,
            }
        }
        for PointWeight { joint, weight, offset } in &mut weights {
            let JointFrame { position, rotation } = neutral[*joint];
            *offset = *weight * (rotation.inverse() * (vertex.position - position));
        }
        Self(weights)
    }

    /// Returns the height of the point.
    fn height(&self, frames: &[JointFrame]) -> f32 {
        let mut height = 0.0;
        for PointWeight { joint, weight, offset } in &self.0 {
            let frame = frames[*joint];
            height += weight * frame.position.y + (frame.rotation * *offset).y;
        }
        height
    }
}

/// Number of times that an angle is halved in the search for the largest that keeps a foot above the ground.
const HALVINGS: u32 = 8;

impl Soles {
    /// Makes the soles, or returns `None` if no vertices follow the feet. Vertices of a foot that does not move by
    /// itself follow the nearest ancestor that does, those of a joint with a leader the leader. `carriers` is the carrier
    /// of each joint.
    pub(super) fn new(
        skeleton: &Skeleton,
        shape: &Shape,
        roles: &[Option<Role>],
        neutral: &[JointFrame],
        (carriers, leaders): (&[Option<usize>], &[Option<usize>]),
        is_moved: impl Fn(usize) -> bool,
    ) -> Option<Self> {
        let mut soles = Self { points: vec![Vec::new(); roles.len()], level: f32::INFINITY };
        for (joint, vertices) in shape.points.iter().enumerate().filter(|(_, vertices)| !vertices.is_empty()) {
            let mut path = skeleton.path_to_root(joint).map(|joint| leaders[joint].unwrap_or(joint));
            let foot = path.find(|joint| roles[*joint].is_some_and(Role::is_foot_or_toes));
            let foot = foot.and_then(|foot| skeleton.path_to_root(foot).find(|joint| is_moved(*joint)));
            let Some(foot) = foot else { continue };
            let above: Vec<usize> = std::iter::successors(Some(foot), |joint| carriers[*joint]).collect();
            for vertex in vertices {
                soles.points[foot].push(Point::new(vertex, skeleton, (&above, leaders), neutral));
                soles.level = soles.level.min(vertex.position.y);
            }
        }
        soles.level.is_finite().then_some(soles)
    }

    /// Returns the height of the lowest point.
    pub(super) fn lowest(&self, frames: &[JointFrame]) -> f32 {
        self.points.iter().flatten().map(|point| point.height(frames)).fold(f32::INFINITY, f32::min)
    }

    /// Returns the height of a foot's lowest point over the ground.
    fn foot_height(&self, foot: usize, ground: f32, frames: &[JointFrame]) -> f32 {
        self.points[foot].iter().map(|point| point.height(frames)).fold(f32::INFINITY, f32::min) - ground
    }

    /// Turns a foot that is below the ground towards the rotation in which it is flat, as little as moves it out of the
    /// ground. `flat` is the foot's rotation in the neutral pose.
    pub(super) fn turn_out_of_ground(&self, foot: usize, flat: Quat, ground: f32, frames: &mut [JointFrame]) {
        // Fractions of the way from the flat rotation to the foot's, and heights over the ground.
        let rotation = frames[foot].rotation;
        let mut below = (1.0, self.foot_height(foot, ground, frames));
        if self.points[foot].is_empty() || below.1 >= 0.0 {
            return;
        }
        // The foot keeps its heading.
        let flat = about_up(rotation * flat.inverse()) * flat;
        frames[foot].rotation = flat;
        let mut above = (0.0, self.foot_height(foot, ground, frames));
        for _ in 0..HALVINGS {
            let middle = 0.5 * (above.0 + below.0);
            frames[foot].rotation = flat.slerp(rotation, middle);
            let height = self.foot_height(foot, ground, frames);
            *(if height >= 0.0 { &mut above } else { &mut below }) = (middle, height);
        }
        // Interpolates between the last two: steps from one to the other would need keys.
        let between = (above.1 / (above.1 - below.1)).clamp(0.0, 1.0);
        let fraction = if above.1 > 0.0 { above.0 + between * (below.0 - above.0) } else { above.0 };
        frames[foot].rotation = flat.slerp(rotation, fraction);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The angle does not depend on the foot's rotation below the ground.
    #[test]
    fn a_foot_is_turned_until_it_touches_the_ground() {
        let point = Point(vec![PointWeight { joint: 0, weight: 1.0, offset: Vec3::Z }]);
        let soles = Soles { points: vec![vec![point]], level: 0.0 };
        for step in 0..100 {
            let rotation = Quat::from_rotation_x(0.3 + 0.01 * step as f32);
            let mut frames = [JointFrame { position: Vec3::Y * 0.1, rotation }];
            soles.turn_out_of_ground(0, Quat::IDENTITY, 0.0, &mut frames);
            let angle = frames[0].rotation.angle_between(Quat::IDENTITY);
            assert!((angle - 0.1f32.asin()).abs() < 1e-4, "{step}: {angle}");
        }
    }
}
