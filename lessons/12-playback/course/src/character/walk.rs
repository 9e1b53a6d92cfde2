//! Root motion for clips that walk on the spot: a circle, travelled as fast as the feet demand.

use crate::Transform;
use armature::model::Model;
use glam::{Quat, Vec3};
use std::f32::consts::TAU;

/// Our figures' clips that walk, and how fast a foot on the ground moves backwards, in metres a second.
const SPEEDS: [(&str, &str, f32); 3] =
    [("knight", "walk", 0.7460), ("knight", "run", 1.9162), ("creature", "walk", 0.2368)];
/// The circle's radius, in sizes of the figure.
const RADIUS: f32 = 0.62;
/// The angle at which the figure begins, from the front on, in radians.
const BEGIN: f32 = -2.05;
/// Turn of a figure that stays where it is, in radians.
const TURN: f32 = 0.35;

/// A walk by the figure's clips, which are all played on the spot. The figure faces +z.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// Radius of the circle, in metres; 0 for a figure that never walks.
    pub radius: f32,
    /// Speed of each clip, in metres a second.
    speeds: Vec<f32>,
}

impl Walk {
    /// Returns the walk of a figure of this size, in metres. Only ours walk.
    pub fn new(model: &Model, size: f32) -> Self {
        let mut walk = Walk::default();
        for clip in &model.clips {
            let known = SPEEDS.iter().find(|(figure, name, _)| model.name == *figure && clip.name == *name);
            let speed = known.map_or(0.0, |(.., speed)| *speed);
            walk.speeds.push(speed);
            if speed > 0.0 {
                walk.radius = RADIUS * size;
            }
        }
        walk
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
        Transform { translation: at, rotation: Quat::from_rotation_y(TAU / 4.0 + angle), scale: Vec3::ONE }
    }
}
