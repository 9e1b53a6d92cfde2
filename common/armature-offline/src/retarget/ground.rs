//! Vertices of a figure's feet that touch the ground.

use super::{Frame, Rig, directions::about_up};
use crate::names::Role;
use armature::skeleton::Skeleton;
use glam::{Affine3A, Quat, Vec3};

/// The vertices of a figure in its neutral pose.
#[derive(Default)]
pub(super) struct Shape {
    /// Flags of the nodes that vertices follow; empty without meshes.
    pub(super) has_vertices: Vec<bool>,
    /// The outermost vertices that follow each node most; likewise.
    points: Vec<Vec<Vertex>>,
}

/// A vertex in the world, and the joints that it follows by weights, as far as they are known.
#[derive(Clone, Copy)]
struct Vertex {
    position: Vec3,
    weights: [(usize, f32); 4],
}

impl Shape {
    pub(super) fn new(rig: &Rig<'_>) -> Self {
        if rig.meshes.is_empty() {
            return Self::default();
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
                let mut known = Vertex { position: Vec3::ZERO, weights: [(0, 0.0); 4] };
                let mut most = (0, 0.0);
                for ((slot, weight), known_weight) in vertex.joints.iter().zip(vertex.weights).zip(&mut known.weights) {
                    let slot = usize::from(*slot);
                    let joint = skin.bindings.get(slot).and_then(|binding| binding.joint);
                    let Some(joint) = joint.filter(|_| weight > 0.0) else { continue };
                    has_vertices[joint] = true;
                    known.position += weight * palette[slot].transform_point3(vertex.position);
                    *known_weight = (joint, weight);
                    if weight > most.1 {
                        most = (joint, weight);
                    }
                }
                if most.1 > 0.0 {
                    points[most.0].push(known);
                }
            }
        }
        for points in &mut points {
            // A point that bends with the ankle may come lower than what was outside it.
            let (stiff, soft): (Vec<Vertex>, Vec<Vertex>) =
                points.iter().partition(|point| point.weights.iter().any(|(_, weight)| *weight > 0.9));
            *points = [outermost(&stiff), outermost(&soft)].concat();
        }
        Self { has_vertices, points }
    }
}

/// Returns the points farthest along each axis, edge and diagonal of a cube.
fn outermost(points: &[Vertex]) -> Vec<Vertex> {
    let mut outermost = Vec::new();
    for number in (0..27u8).filter(|number| *number != 13) {
        let [x, y, z] = [number / 9, number / 3 % 3, number % 3].map(|part| f32::from(part) - 1.0);
        let direction = Vec3::new(x, y, z);
        let finite = points.iter().filter(|point| point.position.is_finite());
        outermost.extend(finite.max_by(|a, b| direction.dot(a.position).total_cmp(&direction.dot(b.position))));
    }
    outermost
}

/// The soles of a figure.
#[derive(Clone, Debug)]
pub(super) struct Soles {
    /// The points that turn with each node most; none of nodes that are not feet.
    points: Vec<Vec<Point>>,
    /// The height of the lowest in the neutral pose.
    pub(super) level: f32,
}

/// A point of a foot. Near the ankle it follows the shin in part: it is at the sum of `weight * position + rotation *
/// offset` over its joints.
#[derive(Clone, Debug)]
struct Point(Vec<Part>);

#[derive(Clone, Copy, Debug, Default)]
struct Part {
    joint: usize,
    weight: f32,
    /// Offset in the joint's axes, times the weight.
    offset: Vec3,
}

impl Point {
    /// Splits a vertex among `carriers`: a foot, what carries it, and so on. What follows none of them follows the foot.
    fn new(vertex: &Vertex, skeleton: &Skeleton, carriers: &[usize], neutral: &[Frame]) -> Self {
        let mut parts = vec![Part { joint: carriers[0], ..Part::default() }];
        for (joint, weight) in vertex.weights.into_iter().filter(|(_, weight)| *weight > 0.0) {
            let joint = skeleton.path_to_root(joint).find(|joint| carriers.contains(joint));
            match joint.filter(|joint| *joint != carriers[0]) {
                Some(joint) => parts.push(Part { joint, weight, offset: Vec3::ZERO }),
                None => parts[0].weight += weight,
            }
        }
        for part in &mut parts {
            let Frame { position, rotation } = neutral[part.joint];
            part.offset = part.weight * (rotation.inverse() * (vertex.position - position));
        }
        Self(parts)
    }

    fn height(&self, frames: &[Frame]) -> f32 {
        let mut height = 0.0;
        for part in &self.0 {
            let frame = frames[part.joint];
            height += part.weight * frame.position.y + (frame.rotation * part.offset).y;
        }
        height
    }
}

/// The number of times that an angle is halved in search of the largest that keeps a foot above the ground.
const HALVINGS: u32 = 8;

impl Soles {
    /// Returns `None` where no vertices follow the feet. Those of a foot that is not moved itself follow what carries it;
    /// `carriers` has that for each joint.
    pub(super) fn new(
        skeleton: &Skeleton,
        shape: &Shape,
        roles: &[Option<Role>],
        neutral: &[Frame],
        carriers: &[Option<usize>],
        is_moved: impl Fn(usize) -> bool,
    ) -> Option<Self> {
        let mut soles = Self { points: vec![Vec::new(); roles.len()], level: f32::INFINITY };
        for (joint, vertices) in shape.points.iter().enumerate().filter(|(_, vertices)| !vertices.is_empty()) {
            let foot = skeleton.path_to_root(joint).find(|joint| roles[*joint].is_some_and(Role::is_foot));
            let foot = foot.and_then(|foot| skeleton.path_to_root(foot).find(|joint| is_moved(*joint)));
            let Some(foot) = foot else { continue };
            let above: Vec<usize> = std::iter::successors(Some(foot), |joint| carriers[*joint]).collect();
            for vertex in vertices {
                soles.points[foot].push(Point::new(vertex, skeleton, &above, neutral));
                soles.level = soles.level.min(vertex.position.y);
            }
        }
        soles.level.is_finite().then_some(soles)
    }

    /// Returns the height of the lowest point.
    pub(super) fn lowest(&self, frames: &[Frame]) -> f32 {
        self.points.iter().flatten().map(|point| point.height(frames)).fold(f32::INFINITY, f32::min)
    }

    fn height_over(&self, ground: f32, foot: usize, frames: &[Frame]) -> f32 {
        self.points[foot].iter().map(|point| point.height(frames)).fold(f32::INFINITY, f32::min) - ground
    }

    /// Turns a foot that is in the ground as little as gets it out, towards the rotation in which it is flat: `flat` in the
    /// neutral pose.
    pub(super) fn turn_out_of_ground(&self, foot: usize, flat: Quat, ground: f32, frames: &mut [Frame]) {
        let turn = frames[foot].rotation;
        let mut below = (1.0, self.height_over(ground, foot, frames));
        if self.points[foot].is_empty() || below.1 >= 0.0 {
            return;
        }
        // About the vertical it stays turned.
        let flat = about_up(turn * flat.inverse()) * flat;
        frames[foot].rotation = flat;
        let mut above = (0.0, self.height_over(ground, foot, frames));
        for _ in 0..HALVINGS {
            let middle = 0.5 * (above.0 + below.0);
            frames[foot].rotation = flat.slerp(turn, middle);
            let height = self.height_over(ground, foot, frames);
            *(if height >= 0.0 { &mut above } else { &mut below }) = (middle, height);
        }
        // Between the last two it is all but straight. A step from one to the other would ask for keys.
        let between = (above.1 / (above.1 - below.1)).clamp(0.0, 1.0);
        let part = if above.1 > 0.0 { above.0 + between * (below.0 - above.0) } else { above.0 };
        frames[foot].rotation = flat.slerp(turn, part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However far it would turn: the same angle, not the nearest of some steps.
    #[test]
    fn a_foot_turns_down_to_the_ground() {
        let point = Point(vec![Part { joint: 0, weight: 1.0, offset: Vec3::Z }]);
        let soles = Soles { points: vec![vec![point]], level: 0.0 };
        for step in 0..100 {
            let turn = Quat::from_rotation_x(0.3 + 0.01 * step as f32);
            let mut frames = [Frame { position: Vec3::Y * 0.1, rotation: turn }];
            soles.turn_out_of_ground(0, Quat::IDENTITY, 0.0, &mut frames);
            let angle = frames[0].rotation.angle_between(Quat::IDENTITY);
            assert!((angle - 0.1f32.asin()).abs() < 1e-4, "{step}: {angle}");
        }
    }
}
