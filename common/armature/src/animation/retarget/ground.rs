//! What of a figure touches the ground: the vertices of its feet.

use super::{Rig, bones::about_up, directions::FEET, position};
use crate::skeleton::{Skeleton, names::Role};
use glam::{Affine3A, Quat, Vec3};

/// Where a figure's vertices are, as far as retargeting asks.
#[derive(Default)]
pub(super) struct Shape {
    /// For each node, whether vertices follow it; empty without meshes.
    pub(super) has_vertices: Vec<bool>,
    /// For each node the outermost vertices that follow it most, in the world, in the neutral pose; likewise.
    points: Vec<Vec<Vec3>>,
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
                let (mut blended, mut most) = (Vec3::ZERO, (0.0, None));
                for (slot, weight) in vertex.joints.into_iter().zip(vertex.weights) {
                    let Some(joint) = joint(slot).filter(|_| weight > 0.0) else { continue };
                    has_vertices[joint] = true;
                    blended += weight * palette[usize::from(slot)].transform_point3(vertex.position);
                    most = if weight > most.0 { (weight, Some(joint)) } else { most };
                }
                if let Some(joint) = most.1 {
                    points[joint].push(blended);
                }
            }
        }
        Self { has_vertices, points: points.into_iter().map(|points| outermost(&points)).collect() }
    }
}

/// The points farthest along each axis, edge and diagonal of a cube.
fn outermost(points: &[Vec3]) -> Vec<Vec3> {
    let parts = || [-1.0, 0.0, 1.0].into_iter();
    let directions = parts().flat_map(|x| parts().flat_map(move |y| parts().map(move |z| Vec3::new(x, y, z))));
    let finite = || points.iter().copied().filter(|point| point.is_finite());
    let farthest = |way: Vec3| finite().max_by(|a, b| way.dot(*a).total_cmp(&way.dot(*b)));
    directions.filter(|way| *way != Vec3::ZERO).filter_map(farthest).collect()
}

/// The soles of a figure.
#[derive(Clone, Debug)]
pub(super) struct Soles {
    /// For each node the points that turn with it, in its axes; of those that are no feet none.
    points: Vec<Vec<Vec3>>,
    /// The height of the lowest in the neutral pose.
    pub(super) level: f32,
}

/// How often an angle is halved in search of the largest that keeps a foot above the ground.
const HALVINGS: u32 = 8;

impl Soles {
    /// In the neutral pose; `None` where no vertices follow its feet.
    pub(super) fn new(
        skeleton: &Skeleton,
        shape: &Shape,
        roles: &[Option<Role>],
        (places, turns): &(Vec<Affine3A>, Vec<Quat>),
    ) -> Option<Self> {
        let is_foot = |joint: usize| roles[joint].is_some_and(|role| FEET.contains(&role.0));
        let (mut points, mut level) = (vec![Vec::new(); places.len()], f32::INFINITY);
        for (joint, vertices) in shape.points.iter().enumerate().filter(|(_, vertices)| !vertices.is_empty()) {
            let Some(foot) = skeleton.path_to_root(joint).find(|joint| is_foot(*joint)) else { continue };
            let (at, turn) = (position(places, foot), turns[foot].inverse());
            points[foot].extend(vertices.iter().map(|vertex| turn * (*vertex - at)));
            level = vertices.iter().map(|vertex| vertex.y).fold(level, f32::min);
        }
        level.is_finite().then_some(Self { points, level })
    }

    /// The height of the lowest point.
    pub(super) fn lowest(&self, at: impl Fn(usize) -> (Vec3, Quat)) -> f32 {
        let feet = (0..self.points.len()).filter(|joint| !self.points[*joint].is_empty());
        feet.map(|joint| self.lowest_of(joint, at(joint))).fold(f32::INFINITY, f32::min)
    }

    fn lowest_of(&self, joint: usize, (at, turn): (Vec3, Quat)) -> f32 {
        self.points[joint].iter().map(|point| (at + turn * *point).y).fold(f32::INFINITY, f32::min)
    }

    /// The rotation of a foot that comes nearest to `turn` without going below the ground, on the way from the one in
    /// which it is flat: `flat` in the neutral pose. Another joint keeps its rotation.
    pub(super) fn above_ground(&self, joint: usize, (at, turn): (Vec3, Quat), flat: Quat, ground: f32) -> Quat {
        if self.points[joint].is_empty() || self.lowest_of(joint, (at, turn)) >= ground {
            return turn;
        }
        // About the vertical it stays turned.
        let flat = about_up(turn * flat.inverse()) * flat;
        let over = |part: f32| self.lowest_of(joint, (at, flat.slerp(turn, part))) - ground;
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
        let soles = Soles { points: vec![vec![Vec3::Z]], level: 0.0 };
        for step in 0..100 {
            let turn = Quat::from_rotation_x(0.3 + 0.01 * step as f32);
            let got = soles.above_ground(0, (Vec3::Y * 0.1, turn), Quat::IDENTITY, 0.0);
            let angle = got.angle_between(Quat::IDENTITY);
            assert!((angle - 0.1f32.asin()).abs() < 1e-4, "{step}: {angle}");
        }
    }
}
