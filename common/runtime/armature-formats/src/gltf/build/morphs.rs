//! Morph targets: their names and weights, the tracks of weights in clips, and the displacements of a part's vertices.

use super::triangles::{VertexReader, flat_normals};
use crate::{
    gltf::{
        document::{Animation, Document, Interpolation, Node, WeightChannel},
        evaluate::sample_weight,
        json::item_location,
        limits::MAX_ADDED_KEYS,
    },
    loading::{Error, Reporter},
};
use armature::{
    animation::{Track, WeightTrack},
    mesh::Displacement,
    model::{Model, MorphSet},
};
use glam::Vec3;

/// Largest distance of a track from a curve at the compared times: about half of the largest at any time.
const TOLERANCE: f64 = 5e-5;

/// Largest number of halvings of the interval between two keys.
const MAX_HALVINGS: u32 = 10;

/// Returns the morph targets of a node's mesh: as many as any of its primitives has.
pub(super) fn build_set(document: &Document, node: &Node) -> Option<MorphSet> {
    let mesh = &document.meshes[node.mesh?];
    let count = mesh.primitives.iter().map(|primitive| primitive.targets.len()).max().filter(|count| *count > 0)?;
    let names = (0..count).map(|target| match mesh.target_names.get(target) {
        Some(name) if !name.is_empty() => name.clone(),
        _ => format!("target {target}"),
    });
    let at_rest = document.morph_weights(node);
    Some(MorphSet {
        name: mesh.name.clone(),
        targets: names.collect(),
        at_rest: (0..count).map(|target| at_rest.get(target).copied().unwrap_or(0.0)).collect(),
    })
}

/// Builds tracks of weights, within a limit for all of them together.
pub(super) struct WeightBuilder<'a> {
    model: &'a Model,
    /// The set of morph targets of each joint.
    sets: &'a [Option<usize>],
    /// Keys that may still be added to the file's own.
    addable: usize,
}

impl<'a> WeightBuilder<'a> {
    pub(super) fn new(model: &'a Model, sets: &'a [Option<usize>]) -> Self {
        Self { model, sets, addable: MAX_ADDED_KEYS }
    }

    /// Builds the tracks of an animation. `joints` are the joints that the nodes became.
    pub(super) fn build_tracks(
        &mut self,
        (index, animation): (usize, &Animation),
        joints: &[Option<usize>],
        reporter: &mut Reporter,
    ) -> Vec<WeightTrack> {
        let mut tracks = Vec::new();
        for channel in &animation.weights {
            let Some(joint) = joints[channel.node] else { continue };
            let set = self.sets[joint];
            let at_rest = set.map_or(&[][..], |set| &self.model.morph_sets[set].at_rest);
            if channel.targets() != at_rest.len() {
                let weights = channel.targets();
                let node = channel.node;
                let message =
                    format!("{weights} weights for the {} morph targets of node {node}: left out", at_rest.len());
                reporter.warn(Some(&item_location("animations", index)), message);
                continue;
            }
            for (target, at_rest) in at_rest.iter().enumerate() {
                let track = self.build_track(channel, target);
                if track.values().iter().any(|value| value != at_rest) {
                    tracks.extend(set.map(|set| WeightTrack { set, target, track }));
                }
            }
        }
        tracks
    }

    /// Builds the track of a weight from the file's keys, two for a jump, with keys added where the curve bends.
    fn build_track(&mut self, channel: &WeightChannel, target: usize) -> Track<f32> {
        let times = &channel.times;
        let mut keys = vec![(times[0], sample_weight(channel, target, 1, times[0].into()) as f32)];
        for after in 1..times.len() {
            let start = f64::from(times[after - 1]);
            let end = f64::from(times[after]);
            match channel.interpolation {
                Interpolation::Step => keys.push((times[after], keys[keys.len() - 1].1)),
                Interpolation::CubicSpline => {
                    let curve = |time| sample_weight(channel, target, after, time);
                    self.add_keys(&mut keys, &curve, (start, end), MAX_HALVINGS);
                }
                Interpolation::Linear => {}
            }
            keys.push((times[after], sample_weight(channel, target, after + 1, end) as f32));
        }
        if keys.iter().all(|(_, value)| *value == keys[0].1) {
            keys.truncate(1);
        }
        let (times, values) = keys.into_iter().unzip();
        Track::new(times, values).unwrap_or_else(|_| Track::constant(0.0)) // times are in order
    }

    /// Adds keys between two times until straight lines between the keys are within the tolerance of the curve.
    fn add_keys(
        &mut self,
        keys: &mut Vec<(f32, f32)>,
        curve: &dyn Fn(f64) -> f64,
        (start, end): (f64, f64),
        halvings: u32,
    ) {
        let from = curve(start);
        let to = curve(end);
        let is_straight = [0.25, 0.5, 0.75]
            .into_iter()
            .all(|u| (curve(start + (end - start) * u) - (from + (to - from) * u)).abs() <= TOLERANCE);
        if halvings == 0 || self.addable == 0 || is_straight {
            return;
        }
        let middle = f64::midpoint(start, end);
        self.addable -= 1;
        self.add_keys(keys, curve, (start, middle), halvings - 1);
        keys.push((middle as f32, curve(middle) as f32));
        self.add_keys(keys, curve, (middle, end), halvings - 1);
    }
}

fn finite_or_0(vector: Vec3) -> Vec3 {
    if vector.is_finite() { vector } else { Vec3::ZERO }
}

/// Returns, for each morph target, the displacements of the vertices with `positions` and `normals` at rest. With `flat` the
/// file has no normals, and faces are flat at rest and in each target.
pub(super) fn read_displacements(
    reader: &VertexReader<'_>,
    positions: &[Vec3],
    normals: &[Vec3],
    flat: bool,
) -> Result<Vec<Vec<Displacement>>, Error> {
    let mut targets = Vec::new();
    for target in &reader.part.primitive.targets {
        let moves = reader.numbers::<3>(target, "POSITION", &["VEC3"])?;
        let mut moves: Vec<Vec3> = moves.into_iter().map(|moved| finite_or_0(Vec3::from(moved))).collect();
        moves.resize(positions.len(), Vec3::ZERO);
        let turns: Vec<Vec3> = if flat {
            let moved: Vec<Vec3> =
                positions.iter().zip(&moves).map(|(position, displacement)| position + displacement).collect();
            let [moved, at_rest] = [&moved[..], positions].map(flat_normals);
            moved.iter().zip(&at_rest).map(|(to, from)| to.normalize_or_zero() - from.normalize_or_zero()).collect()
        } else {
            // The displacements of normals are scaled as the normals are, which get length 1.
            let turns = reader.numbers::<3>(target, "NORMAL", &["VEC3"])?.into_iter().map(Vec3::from);
            turns.zip(normals).map(|(turn, normal)| turn / normal.length()).collect()
        };
        let mut displacements = Vec::new();
        for (vertex, position) in moves.into_iter().enumerate() {
            let normal = turns.get(vertex).map_or(Vec3::ZERO, |turn| finite_or_0(*turn));
            if position != Vec3::ZERO || normal != Vec3::ZERO {
                displacements.push(Displacement { vertex: vertex as u32, position, normal });
            }
        }
        targets.push(displacements);
    }
    Ok(targets)
}
