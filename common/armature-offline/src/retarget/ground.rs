//! What of a figure touches the ground: the vertices of its feet.

use super::{Rig, bones::about_up, directions::FEET, position};
use crate::names::Role;
use armature::skeleton::Skeleton;
use glam::{Affine3A, Quat, Vec3};

/// Where a figure's vertices are, as far as retargeting asks.
#[derive(Default)]
pub(super) struct Shape {
    /// For each node, whether vertices follow it; empty without meshes.
    pub(super) has_vertices: Vec<bool>,
    /// For each node the outermost vertices that follow it most, in the world, in the neutral pose; likewise.
    points: Vec<Vec<Vertex>>,
}

/// Where a vertex is, and which joints it follows by what weights, as far as they are known.
#[derive(Clone, Copy)]
struct Vertex {
    at: Vec3,
    weights: [(usize, f32); 4],
}

impl Vertex {
    /// Whether it follows one joint all but alone.
    fn is_stiff(&self) -> bool {
        self.weights.iter().any(|(_, weight)| *weight > 0.9)
    }
}

impl Shape {
    pub(super) fn new(rig: &Rig<'_>) -> Self {
        if rig.meshes.is_empty() {
            return Self::default();
        }
        let model_from_joint = rig.skeleton.model_from_joint(&rig.neutral);
        let count = rig.skeleton.len();
        let (mut has_vertices, mut points) = (vec![false; count], vec![Vec::new(); count]);
        for (vertices, skin) in &rig.meshes {
            let joint = |slot: u16| skin.bindings.get(usize::from(slot)).and_then(|binding| binding.joint);
            let palette = skin.bindings.iter().map(|binding| {
                let model_from_joint = binding.joint.map(|joint| model_from_joint[joint]).unwrap_or_default();
                rig.world_from_model * model_from_joint * binding.joint_from_bind * skin.bind_from_mesh
            });
            let palette: Vec<Affine3A> = palette.collect();
            for vertex in *vertices {
                let (mut at, mut weights) = (Vec3::ZERO, [(0, 0.0); 4]);
                for ((slot, weight), known) in vertex.joints.into_iter().zip(vertex.weights).zip(&mut weights) {
                    let Some(joint) = joint(slot).filter(|_| weight > 0.0) else { continue };
                    has_vertices[joint] = true;
                    at += weight * palette[usize::from(slot)].transform_point3(vertex.position);
                    *known = (joint, weight);
                }
                let most = weights.into_iter().reduce(|most, next| if next.1 > most.1 { next } else { most });
                if let Some((joint, _)) = most.filter(|(_, weight)| *weight > 0.0) {
                    points[joint].push(Vertex { at, weights });
                }
            }
        }
        // What bends with the ankle may come lower than what was outside it.
        let of_both = |points: Vec<Vertex>| {
            let (stiff, soft): (Vec<Vertex>, _) = points.into_iter().partition(Vertex::is_stiff);
            [outermost(&stiff), outermost(&soft)].concat()
        };
        Self { has_vertices, points: points.into_iter().map(of_both).collect() }
    }
}

/// The points farthest along each axis, edge and diagonal of a cube.
fn outermost(points: &[Vertex]) -> Vec<Vertex> {
    let parts = || [-1.0, 0.0, 1.0].into_iter();
    let directions = parts().flat_map(|x| parts().flat_map(move |y| parts().map(move |z| Vec3::new(x, y, z))));
    let finite = || points.iter().copied().filter(|point| point.at.is_finite());
    let farthest = |way: Vec3| finite().max_by(|a, b| way.dot(a.at).total_cmp(&way.dot(b.at)));
    directions.filter(|way| *way != Vec3::ZERO).filter_map(farthest).collect()
}

/// The soles of a figure.
#[derive(Clone, Debug)]
pub(super) struct Soles {
    /// For each node the points that turn with it most; of those that are no feet none.
    points: Vec<Vec<Point>>,
    /// The height of the lowest in the neutral pose.
    pub(super) level: f32,
}

/// A point of a foot. Near the ankle it follows the shin in part: with the joint's place `p` and rotation `q` it is at
/// the sum of `weight p + q at`.
#[derive(Clone, Debug)]
struct Point {
    foot: Part,
    above: Vec<(usize, Part)>,
}

/// How far a point follows a joint, and where it is in the joint's axes, times that.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    weight: f32,
    at: Vec3,
}

impl Part {
    fn height(&self, (at, turn): (Vec3, Quat)) -> f32 {
        self.weight * at.y + (turn * self.at).y
    }
}

impl Point {
    /// `above` are the joints that carry the foot, from it on: what follows none of them follows the foot.
    fn new(
        vertex: &Vertex,
        skeleton: &Skeleton,
        above: &[usize],
        (places, turns): &(Vec<Affine3A>, Vec<Quat>),
    ) -> Self {
        let foot = above[0];
        let axes = |joint: usize| turns[joint].inverse() * (vertex.at - position(places, joint));
        let mut point = Self { foot: Part::default(), above: Vec::new() };
        for (joint, weight) in vertex.weights.into_iter().filter(|(_, weight)| *weight > 0.0) {
            let joint = skeleton.path_to_root(joint).find(|joint| above.contains(joint)).unwrap_or(foot);
            if joint == foot {
                point.foot.weight += weight;
            } else {
                point.above.push((joint, Part { weight, at: weight * axes(joint) }));
            }
        }
        point.foot.at = point.foot.weight * axes(foot);
        point
    }

    /// How high it is where the foot is `at`, and the joints above it where `placed` says.
    fn height(&self, at: (Vec3, Quat), placed: impl Fn(usize) -> (Vec3, Quat)) -> f32 {
        self.above.iter().map(|(joint, part)| part.height(placed(*joint))).sum::<f32>() + self.foot.height(at)
    }
}

/// How often an angle is halved in search of the largest that keeps a foot above the ground.
const HALVINGS: u32 = 8;

impl Soles {
    /// In the neutral pose; `None` where no vertices follow its feet. Those of a foot that is not moved itself follow
    /// what carries it. `carriers` are a joint, what carries it, and so on.
    pub(super) fn new(
        skeleton: &Skeleton,
        shape: &Shape,
        roles: &[Option<Role>],
        neutral: &(Vec<Affine3A>, Vec<Quat>),
        is_moved: impl Fn(usize) -> bool,
        carriers: impl Fn(usize) -> Vec<usize>,
    ) -> Option<Self> {
        let is_foot = |joint: usize| roles[joint].is_some_and(|role| FEET.contains(&role.0));
        let (mut points, mut level) = (vec![Vec::new(); roles.len()], f32::INFINITY);
        for (joint, vertices) in shape.points.iter().enumerate().filter(|(_, vertices)| !vertices.is_empty()) {
            let Some(foot) = skeleton.path_to_root(joint).find(|joint| is_foot(*joint)) else { continue };
            let Some(foot) = skeleton.path_to_root(foot).find(|joint| is_moved(*joint)) else { continue };
            let above = carriers(foot);
            points[foot].extend(vertices.iter().map(|vertex| Point::new(vertex, skeleton, &above, neutral)));
            level = vertices.iter().map(|vertex| vertex.at.y).fold(level, f32::min);
        }
        level.is_finite().then_some(Self { points, level })
    }

    /// The height of the lowest point.
    pub(super) fn lowest(&self, placed: impl Fn(usize) -> (Vec3, Quat)) -> f32 {
        let feet = (0..self.points.len()).filter(|joint| !self.points[*joint].is_empty());
        feet.map(|joint| self.lowest_of(joint, placed(joint), &placed)).fold(f32::INFINITY, f32::min)
    }

    fn lowest_of(&self, joint: usize, at: (Vec3, Quat), placed: impl Fn(usize) -> (Vec3, Quat)) -> f32 {
        self.points[joint].iter().map(|point| point.height(at, &placed)).fold(f32::INFINITY, f32::min)
    }

    /// The rotation of a foot that comes nearest to `turn` without going below the ground, on the way from the one in
    /// which it is flat: `flat` in the neutral pose. Another joint keeps its rotation. What carries the foot is `placed`.
    pub(super) fn above_ground(
        &self,
        joint: usize,
        (at, turn): (Vec3, Quat),
        flat: Quat,
        ground: f32,
        placed: impl Fn(usize) -> (Vec3, Quat),
    ) -> Quat {
        if self.points[joint].is_empty() || self.lowest_of(joint, (at, turn), &placed) >= ground {
            return turn;
        }
        // About the vertical it stays turned.
        let flat = about_up(turn * flat.inverse()) * flat;
        let over = |part: f32| self.lowest_of(joint, (at, flat.slerp(turn, part)), &placed) - ground;
        let (mut above, mut below) = ((0.0, over(0.0)), (1.0, over(1.0)));
        for _ in 0..HALVINGS {
            let middle = 0.5 * (above.0 + below.0);
            let over = over(middle);
            *(if over >= 0.0 { &mut above } else { &mut below }) = (middle, over);
        }
        // Between the last two it is all but straight. A step from one to the other would ask for keys.
        let between = (above.1 / (above.1 - below.1)).clamp(0.0, 1.0);
        let part = if above.1 > 0.0 { above.0 + between * (below.0 - above.0) } else { above.0 };
        flat.slerp(turn, part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However far it would turn: the same angle, not the nearest of some steps.
    #[test]
    fn a_foot_turns_down_to_the_ground() {
        let point = Point { foot: Part { weight: 1.0, at: Vec3::Z }, above: Vec::new() };
        let soles = Soles { points: vec![vec![point]], level: 0.0 };
        for step in 0..100 {
            let turn = Quat::from_rotation_x(0.3 + 0.01 * step as f32);
            let got = soles.above_ground(0, (Vec3::Y * 0.1, turn), Quat::IDENTITY, 0.0, |_| unreachable!());
            let angle = got.angle_between(Quat::IDENTITY);
            assert!((angle - 0.1f32.asin()).abs() < 1e-4, "{step}: {angle}");
        }
    }
}
