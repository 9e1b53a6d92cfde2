//! Feet that stay still on the ground while a figure walks on the spot.

use crate::figure::skinned;
use armature::model::{Model, ModelInstance};
use glam::Vec3;

/// A clip in which a figure faces +z and the ground moves back, towards -z.
#[derive(Clone, Copy)]
pub(crate) struct Gait {
    pub(crate) clip: &'static str,
    /// Speed of the ground, in metres a second.
    pub(crate) speed: f32,
    /// Length of the leg, in metres.
    pub(crate) leg: f32,
    /// Largest height of a vertex that stands on the ground, in metres.
    pub(crate) near: f32,
    /// Largest slip of a standing vertex, as a fraction of the leg.
    pub(crate) slip: f32,
}

/// The time between two moments, four to each frame of 1/24 s, because feet must not slide between keys either.
const STEP: f32 = 1.0 / 96.0;

/// Checks that no vertex slides while it is on the ground, and that on average at least one vertex is.
pub(crate) fn ground_is_kept(model: &Model, gait: &Gait) {
    let clip = model.clip(gait.clip).expect("a clip of the model");
    let mut figure = ModelInstance::new(model);
    let moments = (clip.duration() / STEP).round() as usize;
    let mut touched: Vec<Option<Vec3>> = Vec::new();
    let mut worst = 0.0f32;
    let mut contacts = 0;
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

/// Returns the height of the lowest vertex in all clips, at the frames and halfway between them.
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
