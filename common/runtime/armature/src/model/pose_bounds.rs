//! Boxes around a figure in any pose, for culling.

use super::{Model, ModelInstance};
use crate::animation::{Clip, in_order, key_times};
use crate::mesh::Bounds;
use glam::Vec3;

/// Longest time between two moments of a clip that are looked at, in seconds.
const STEP: f32 = 1.0 / 30.0;

/// Boxes around the vertices that follow each joint, from which follows a box around the figure in any pose: it is never
/// smaller than the figure, somewhat larger, and costs a box for each joint instead of a skinned vertex for each vertex.
/// Make it once for a model.
///
/// ```
/// use armature::model::{ModelInstance, PoseBounds};
/// use glam::{Affine3A, Vec4};
///
/// /// Returns whether a box around a figure has a corner in front of each plane of the view, `ax + by + cz + d >= 0`.
/// /// `bounds` is `PoseBounds::new(&model)`, made once, and `world_from_model` the matrix by which the figure is drawn.
/// fn is_in_view(bounds: &PoseBounds, figure: &ModelInstance, world_from_model: Affine3A, planes: &[Vec4; 6]) -> bool {
///     let Some(bounds) = bounds.of(figure) else { return false };
///     let corners = bounds.transformed(&world_from_model).corners();
///     planes.iter().all(|plane| corners.iter().any(|corner| plane.dot(corner.extend(1.0)) >= 0.0))
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct PoseBounds {
    /// The box around the vertices of each binding of each skin, as modelled.
    boxes: Vec<Vec<Option<Bounds>>>,
}

impl PoseBounds {
    /// Makes the boxes. A vertex that morph targets move counts at all weights from 0 to 1.
    ///
    /// # Panics
    /// If a part has a skin or a vertex a joint that the model does not have.
    pub fn new(model: &Model) -> Self {
        let mut boxes: Vec<Vec<Option<Bounds>>> =
            model.skins.iter().map(|skin| vec![None; skin.bindings.len()]).collect();
        for part in &model.parts {
            let vertices = &part.mesh.vertices;
            let mut ranges: Vec<Bounds> =
                vertices.iter().map(|vertex| Bounds { min: vertex.position, max: vertex.position }).collect();
            if let Some(morphs) = &part.morphs {
                let at_rest = model.morph_sets.get(morphs.set).map_or(&[][..], |set| &set.at_rest);
                for (target, rest) in morphs.targets.iter().zip(at_rest) {
                    for moved in target {
                        let range = &mut ranges[moved.vertex as usize];
                        let [low, high] = [-rest, 1.0 - rest].map(|change| change * moved.position);
                        range.min += low.min(high).min(Vec3::ZERO);
                        range.max += low.max(high).max(Vec3::ZERO);
                    }
                }
            }
            for (vertex, range) in vertices.iter().zip(ranges) {
                for (joint, weight) in vertex.joints.into_iter().zip(vertex.weights) {
                    if weight != 0.0 {
                        let around = &mut boxes[part.skin][usize::from(joint)];
                        *around = Some(around.map_or(range, |around| around.union(range)));
                    }
                }
            }
        }
        Self { boxes }
    }

    /// Returns a box around the figure's vertices in its pose, in model space; `None` without vertices. Allocates
    /// nothing.
    ///
    /// A skinned vertex is between its positions by each of its joints, as long as weights are not negative and their
    /// sum is 1.
    ///
    /// # Panics
    /// If the instance is another model's.
    pub fn of(&self, instance: &ModelInstance) -> Option<Bounds> {
        let mut all: Option<Bounds> = None;
        for (skin, boxes) in self.boxes.iter().enumerate() {
            let palette = instance.palette(skin);
            assert_eq!(boxes.len(), palette.len(), "the instance was made for another model");
            for (around, matrix) in boxes.iter().zip(palette) {
                let Some(around) = around else { continue };
                let moved = around.transformed(matrix);
                all = Some(all.map_or(moved, |all| all.union(moved)));
            }
        }
        all
    }

    /// Returns a box around the figure's vertices in all of a clip, in model space; `None` without vertices. Compute it
    /// when the clip is loaded.
    ///
    /// The clip is sampled at its keys, and 30 times a second or more. Between two of these moments a point is at most
    /// half of its way apart from both, as long as it turns by less than half a turn: the box is larger by that. A blend of
    /// two clips may leave the boxes of both by a few hundredths of its size, and so may poses that are layered or bent by
    /// inverse kinematics: enlarge the box, or use [`of`](Self::of).
    ///
    /// # Panics
    /// As [`PoseChange::sample`](super::PoseChange::sample).
    pub fn of_clip(&self, model: &Model, clip: &Clip) -> Option<Bounds> {
        let mut instance = ModelInstance::new(model);
        let mut corners: Vec<Vec3> = Vec::new();
        let mut before: Vec<Vec3> = Vec::new();
        let mut largest_step = 0.0f32;
        let mut all: Option<Bounds> = None;
        for time in moments(clip) {
            instance.sample(model, clip, time);
            let moved = self.of(&instance)?;
            all = Some(all.map_or(moved, |all| all.union(moved)));
            std::mem::swap(&mut before, &mut corners);
            corners.clear();
            for (skin, boxes) in self.boxes.iter().enumerate() {
                for (around, matrix) in boxes.iter().zip(instance.palette(skin)) {
                    let around = around.map_or([Vec3::ZERO; 8], |around| around.corners());
                    corners.extend(around.map(|corner| matrix.transform_point3(corner)));
                }
            }
            for (corner, before) in corners.iter().zip(&before) {
                largest_step = largest_step.max(corner.distance(*before));
            }
        }
        let all = all?;
        let margin = Vec3::splat(largest_step / 2.0);
        Some(Bounds { min: all.min - margin, max: all.max + margin })
    }
}

/// Returns the times of a clip's keys and times in between, at most [`STEP`] apart.
fn moments(clip: &Clip) -> Vec<f32> {
    let mut times = key_times(clip);
    times.retain(|time| (clip.start..=clip.end).contains(time));
    let steps = (clip.duration() / STEP).ceil().clamp(1.0, 1e6);
    for step in 0..=steps as u32 {
        times.push(clip.start + clip.duration() * (step as f32 / steps));
    }
    in_order(times)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::{JointTracks, RotationTrack};
    use crate::mesh::Displacement;
    use crate::model::{MorphSet, PartMorphs};
    use crate::testing::{models::chain, values};
    use proptest::prelude::*;

    fn contains(outer: &Bounds, inner: &Bounds) -> bool {
        let room = Vec3::splat(1e-4 * outer.size().max_element().max(1.0));
        (outer.min - room).cmple(inner.min).all() && (outer.max + room).cmpge(inner.max).all()
    }

    proptest! {
        #[test]
        fn no_vertex_is_outside_of_a_pose(
            turns in prop::collection::vec(values::unit_quat(), 3),
            moved in (0u32..9, values::point()),
            rest in 0.0f32..1.0,
            weight in 0.0f32..1.0,
        ) {
            let mut model = chain();
            model.morph_sets = vec![MorphSet { name: String::new(), targets: vec![String::new()], at_rest: vec![rest] }];
            let targets = vec![vec![Displacement { vertex: moved.0, position: moved.1, normal: Vec3::ZERO }]];
            model.parts[0].morphs = Some(PartMorphs { set: 0, targets });
            let mut figure = ModelInstance::new(&model);
            figure.weights[0][0] = weight;
            let mut change = figure.change(&model);
            for (local, turn) in change.pose_mut().locals.iter_mut().zip(turns) {
                local.rotation = turn;
            }
            change.finish();
            let bounds = PoseBounds::new(&model).of(&figure).unwrap();
            let exact = figure.bounds(&model).unwrap();
            prop_assert!(contains(&bounds, &exact), "{bounds:?} {exact:?}");
        }

        #[test]
        fn no_vertex_is_outside_of_a_clip(turns in prop::collection::vec(values::unit_quat(), 3), times in prop::collection::vec(0.0f32..1.0, 9)) {
            let model = chain();
            let rotation = RotationTrack::new(vec![0.0, 0.5, 1.0], turns).unwrap();
            let clip = Clip::of_tracks("", vec![JointTracks { joint: 1, rotation: Some(rotation), ..JointTracks::default() }]);
            let bounds = PoseBounds::new(&model).of_clip(&model, &clip).unwrap();
            let mut figure = ModelInstance::new(&model);
            for time in times {
                figure.sample(&model, &clip, time);
                let exact = figure.bounds(&model).unwrap();
                prop_assert!(contains(&bounds, &exact), "{time}: {bounds:?} {exact:?}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "made for another model")]
    fn an_instance_of_another_model_is_named() {
        let mut other = chain();
        other.skins[0].bindings.pop();
        PoseBounds::new(&chain()).of(&ModelInstance::new(&other));
    }

    #[test]
    fn a_model_without_vertices_has_no_bounds() {
        let model = Model::default();
        let bounds = PoseBounds::new(&model);
        assert_eq!(bounds.of(&ModelInstance::new(&model)), None);
        assert_eq!(bounds.of_clip(&model, &Clip::of_tracks("", Vec::new())), None);
    }
}
