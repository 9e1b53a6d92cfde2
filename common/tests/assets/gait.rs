//! Feet that stand still on the ground while a figure walks on the spot.

use crate::figure::skinned;
use common::model::{Model, ModelInstance};
use glam::Vec3;

/// A clip in which a figure looks towards +z and the ground goes back, towards -z.
#[derive(Clone, Copy)]
pub(crate) struct Gait {
    pub(crate) clip: &'static str,
    /// Of the ground, metres a second.
    pub(crate) speed: f32,
    /// The leg's length, metres.
    pub(crate) leg: f32,
    /// A vertex this close to the ground stands on it, metres.
    pub(crate) near: f32,
    /// How far it may slide while it stands, as a fraction of the leg.
    pub(crate) slip: f32,
}

/// Between keys too: four moments to each frame of 1/24 s.
const STEP: f32 = 1.0 / 96.0;

/// No vertex slides over the ground while it stands on it, and some vertex always does stand or the
/// figure is in the air.
pub(crate) fn ground_is_kept(model: &Model, gait: &Gait) {
    let clip = model.clip(gait.clip).expect("a clip of the model");
    let mut figure = ModelInstance::new(model);
    let moments = (clip.duration() / STEP).round() as usize;
    let mut touched: Vec<Option<Vec3>> = Vec::new();
    let (mut worst, mut contacts) = (0.0f32, 0);
    for moment in 0..=moments {
        let elapsed = moment as f32 * STEP;
        figure.sample(model, clip, clip.start + elapsed);
        let places = world_positions(model, &figure);
        touched.resize(places.len(), None);
        for (place, touched) in places.into_iter().zip(&mut touched) {
            let on_ground = place + Vec3::new(0.0, 0.0, gait.speed * elapsed);
            if place.y > gait.near {
                *touched = None;
                continue;
            }
            let first = *touched.get_or_insert(on_ground);
            let slid = (on_ground - first).with_y(0.0).length();
            worst = worst.max(slid);
            contacts += 1;
        }
    }
    assert!(contacts > moments, "{}: feet on the ground at {contacts} places only", gait.clip);
    let fraction = worst / gait.leg;
    assert!(fraction < gait.slip, "{}: a foot slides by {:.1} % of the leg", gait.clip, 100.0 * fraction);
}

/// The lowest vertex of all clips, at the frames and half way between them.
pub(crate) fn lowest(model: &Model) -> f32 {
    let mut figure = ModelInstance::new(model);
    let mut lowest = f32::INFINITY;
    for clip in &model.clips {
        let moments = (clip.duration() * 48.0).round() as usize;
        for moment in 0..=moments {
            figure.sample(model, clip, clip.start + moment as f32 / 48.0);
            let heights = world_positions(model, &figure).into_iter().map(|place| place.y);
            lowest = heights.fold(lowest, f32::min);
        }
    }
    lowest
}

fn world_positions(model: &Model, figure: &ModelInstance) -> Vec<Vec3> {
    let parts = model.parts.iter().flat_map(|part| skinned(model, figure, part).0);
    parts.map(|place| model.world_from_model.transform_point3(place)).collect()
}
