//! Where a figure is in the world: on a round, as fast as its feet carry it.

use crate::Transform;
use common::animation::Clip;
use common::model::{Model, ModelInstance};
use glam::{Quat, Vec3};
use std::f32::consts::TAU;

/// Moments at which a clip's feet are looked at.
const LOOKS: usize = 96;
/// A figure walks if it comes on by this share of its size in a second.
const SLOWEST: f32 = 0.25;
/// How far a joint may be from where it began at the end of a walk, in sizes of the figure.
const OPEN: f32 = 0.03;
/// The round's radius, in sizes of the figure.
const RADIUS: f32 = 0.62;
/// Where on the round it begins, from the front on, in radians.
const BEGIN: f32 = -2.05;
/// How a figure is turned that stays where it is, in radians.
const TURN: f32 = 0.35;

/// How a figure walks by its clips, which are all played on the spot.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Of the round, in metres; 0 for a figure that never walks.
    pub radius: f32,
    /// Where the figure looks as it walks, about the y axis, from +z towards +x.
    heading: f32,
    /// In metres a second, one for each clip.
    pub speeds: Vec<f32>,
}

impl Walk {
    /// Looks at the feet in every clip.
    pub fn new(model: &Model) -> Self {
        let mut figure = ModelInstance::new(model);
        let size = figure
            .bounds(model)
            .map_or(0.0, |bounds| bounds.transformed(&model.world_from_model).size().max_element());
        let ways: Vec<Vec3> = model
            .clips
            .iter()
            .map(|clip| way(model, &mut figure, clip, OPEN * size))
            .map(|way| if way.length() > SLOWEST * size { way } else { Vec3::ZERO })
            .collect();
        let fastest = ways
            .iter()
            .copied()
            .fold(Vec3::ZERO, |a, b| if b.length() > a.length() { b } else { a });
        let speeds: Vec<f32> = ways.iter().map(|way| way.length()).collect();
        let walks = fastest != Vec3::ZERO;
        Walk {
            radius: if walks { RADIUS * size } else { 0.0 },
            heading: fastest.x.atan2(fastest.z),
            speeds,
        }
    }

    /// The Transform of a figure that has come so many metres on its round.
    pub fn place(&self, metres: f32) -> Transform {
        if self.radius == 0.0 {
            return Transform::from_rotation(Quat::from_rotation_y(TURN));
        }
        // Seen from above it goes round against the clock,
        let angle = BEGIN + metres / self.radius;
        let at = self.radius * Vec3::new(angle.sin(), 0.0, angle.cos());
        let ahead = TAU / 4.0 + angle;
        let rotation = Quat::from_rotation_y(ahead - self.heading);
        Transform { translation: at, rotation, scale: Vec3::ONE }
    }
}

/// Which way the figure would come on in a second of a clip, in world space: the other way than the foot
/// that is on the ground, which is the lowest joint. Nowhere in a clip that ends otherwise than it began
/// (by more than `open`): who is somewhere else by then goes there by himself.
fn way(model: &Model, figure: &mut ModelInstance, clip: &Clip, open: f32) -> Vec3 {
    let joints = model.skeleton.len();
    if joints == 0 || clip.duration() < 0.1 {
        return Vec3::ZERO;
    }
    let mut look = |number: usize| -> Vec<Vec3> {
        let share = number as f32 / LOOKS as f32;
        figure.sample(model, clip, clip.start + clip.duration() * share);
        let at = |joint: &glam::Affine3A| {
            model.world_from_model.transform_point3(joint.translation.into())
        };
        figure.model_from_joint().iter().map(at).collect()
    };
    let mut came = Vec3::ZERO;
    let (mut before, end) = (look(0), look(LOOKS));
    if before.iter().zip(&end).any(|(a, b)| a.distance(*b) > open) {
        return Vec3::ZERO;
    }
    for number in 1..=LOOKS {
        let now = look(number);
        let lowest = (0..joints)
            .filter(|joint| model.is_joint.get(*joint) == Some(&true))
            .min_by(|a, b| before[*a].y.total_cmp(&before[*b].y));
        if let Some(joint) = lowest {
            came -= now[joint] - before[joint];
        }
        before = now;
    }
    came.y = 0.0;
    if came.is_finite() { came / clip.duration() } else { Vec3::ZERO }
}
