//! What of a figure touches the ground: the vertices of its feet.

use super::{Rig, bones::about_up, directions::FEET, position};
use crate::skeleton::names::Role;
use glam::{Affine3A, Quat, Vec3};

/// Where a figure's vertices are, as far as retargeting asks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shape {
    /// For each node, whether vertices follow it; may be empty.
    pub(crate) has_vertices: Vec<bool>,
    /// For each node the outermost vertices that follow it most, in the world, in the neutral pose; may be empty.
    pub(crate) points: Vec<Vec<Vec3>>,
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
    /// Of a rig in its neutral pose; `None` where no vertices follow its feet.
    pub(super) fn new(
        rig: &Rig<'_>,
        roles: &[Option<Role>],
        (places, turns): &(Vec<Affine3A>, Vec<Quat>),
    ) -> Option<Self> {
        let is_foot = |joint: usize| roles[joint].is_some_and(|role| FEET.contains(&role.0));
        let (mut points, mut level) = (vec![Vec::new(); places.len()], f32::INFINITY);
        for (joint, vertices) in rig.shape.points.iter().enumerate().filter(|(_, vertices)| !vertices.is_empty()) {
            let Some(foot) = rig.skeleton.path_to_root(joint).find(|joint| is_foot(*joint)) else { continue };
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
        let (mut kept, mut part) = (0.0, 0.5);
        for _ in 0..HALVINGS {
            if self.lowest_of(joint, (at, flat.slerp(turn, kept + part))) >= ground {
                kept += part;
            }
            part *= 0.5;
        }
        flat.slerp(turn, kept)
    }
}
