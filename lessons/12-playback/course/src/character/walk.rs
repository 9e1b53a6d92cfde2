//! Root motion for clips that walk on the spot: a circle, travelled as fast as the feet demand.

use crate::Transform;
use armature::animation::Clip;
use armature::model::{Model, ModelInstance};
use glam::{Quat, Vec3};
use std::f32::consts::TAU;

/// Samples of a clip in which the feet's speed is measured.
const SAMPLES: usize = 96;
/// A foot is on the ground that is at most so much higher than the lowest place of the clip, in sizes of the figure.
const ON_GROUND: f32 = 0.005;
/// A figure walks if it travels at least this fraction of its size in a second.
const MIN_SPEED: f32 = 0.25;
/// Largest distance between the first and the last position of a walking clip's joint, in sizes of the figure.
const MAX_GAP: f32 = 0.03;
/// The circle's radius, in sizes of the figure.
const RADIUS: f32 = 0.62;
/// The angle at which the figure begins, from the front on, in radians.
const BEGIN: f32 = -2.05;
/// Turn of a figure that stays where it is, in radians.
const TURN: f32 = 0.35;

/// A walk by the figure's clips, which are all played on the spot.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Radius of the circle, in metres; 0 for a figure that never walks.
    pub radius: f32,
    /// The direction in which the figure faces as it walks, about the y axis, from +z towards +x.
    heading: f32,
    /// Speed of each clip, in metres a second.
    pub speeds: Vec<f32>,
}

impl Walk {
    /// Measures the speed of the feet in every clip.
    pub fn new(model: &Model) -> Self {
        let mut figure = ModelInstance::new(model);
        let size =
            figure.bounds(model).map_or(0.0, |bounds| bounds.transformed(&model.world_from_model).size().max_element());
        let mut fastest = Vec3::ZERO;
        let mut speeds = Vec::new();
        for clip in &model.clips {
            let mut velocity = velocity(model, &mut figure, clip, size);
            let is_fast = velocity.length() > MIN_SPEED * size;
            if !is_fast {
                velocity = Vec3::ZERO;
            }
            if velocity.length() > fastest.length() {
                fastest = velocity;
            }
            speeds.push(velocity.length());
        }
        let radius = if fastest == Vec3::ZERO { 0.0 } else { RADIUS * size };
        Walk { radius, heading: fastest.x.atan2(fastest.z), speeds }
    }

    /// Returns the speed of a clip, in metres a second; 0 without a clip.
    pub fn speed(&self, clip: Option<usize>) -> f32 {
        clip.and_then(|clip| self.speeds.get(clip)).copied().unwrap_or(0.0)
    }

    /// Returns the place of the figure after so many metres on its circle.
    pub fn world_from_figure(&self, metres: f32) -> Transform {
        if self.radius == 0.0 {
            return Transform::from_rotation(Quat::from_rotation_y(TURN));
        }
        // Counter-clockwise, seen from above.
        let angle = BEGIN + metres / self.radius;
        let at = self.radius * Vec3::new(angle.sin(), 0.0, angle.cos());
        let ahead = TAU / 4.0 + angle;
        let rotation = Quat::from_rotation_y(ahead - self.heading);
        Transform { translation: at, rotation, scale: Vec3::ONE }
    }
}

/// Returns the velocity of a figure that walks by this clip, in world space: the lowest joint is the foot on the ground,
/// and moves backwards with the ground. Returns zero for a clip that does not end where it began, and moves the figure.
fn velocity(model: &Model, figure: &mut ModelInstance, clip: &Clip, size: f32) -> Vec3 {
    let joints = model.skeleton.len();
    if joints == 0 || clip.duration() < 0.1 {
        return Vec3::ZERO;
    }
    let mut samples: Vec<Vec<Vec3>> = Vec::new();
    for number in 0..=SAMPLES {
        figure.sample(model, clip, clip.start + clip.duration() * (number as f32 / SAMPLES as f32));
        let joints = figure.model_from_joint().iter();
        samples.push(joints.map(|joint| model.world_from_model.transform_point3(joint.translation.into())).collect());
    }
    if samples[0].iter().zip(&samples[SAMPLES]).any(|(a, b)| a.distance(*b) > MAX_GAP * size) {
        return Vec3::ZERO;
    }
    let mut steps = Vec::with_capacity(SAMPLES);
    for pair in samples.windows(2) {
        let lowest = (0..joints)
            .filter(|joint| model.is_joint.get(*joint) == Some(&true))
            .min_by(|a, b| pair[0][*a].y.total_cmp(&pair[0][*b].y));
        steps.extend(lowest.map(|joint| (pair[0][joint].y, pair[0][joint] - pair[1][joint])));
    }
    // In a run there are moments without a foot on the ground: what is lowest then says nothing.
    let ground = steps.iter().map(|(height, _)| *height).fold(f32::INFINITY, f32::min);
    steps.retain(|(height, _)| *height <= ground + ON_GROUND * size);
    let travelled: Vec3 = steps.iter().map(|(_, step)| step.with_y(0.0)).sum();
    let seconds = clip.duration() * steps.len() as f32 / SAMPLES as f32;
    if travelled.is_finite() && seconds > 0.0 { travelled / seconds } else { Vec3::ZERO }
}
