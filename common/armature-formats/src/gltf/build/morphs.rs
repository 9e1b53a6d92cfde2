//! Morph targets: which weights there are, what they do in clips, and where each target takes a part's vertices.

use super::triangles::{Source, flat_normals};
use crate::{
    gltf::{
        document::{Animation, Document, Interpolation, Node, WeightChannel},
        evaluate::weight,
        json::place,
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

/// Largest distance of a track of weights from a curve that bends, where it is compared: about half of the largest
/// anywhere.
const TOLERANCE: f64 = 5e-5;

/// Largest number of halvings of the interval between two keys.
const MAX_HALVINGS: u32 = 10;

/// The morph targets of a node's mesh: as many as any of its primitives has.
pub(super) fn set(document: &Document, node: &Node) -> Option<MorphSet> {
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

pub(super) struct Weights<'a> {
    model: &'a Model,
    set_of: &'a [Option<usize>],
    /// Keys that may still be added to the file's own.
    addable: usize,
}

impl<'a> Weights<'a> {
    pub(super) fn new(model: &'a Model, set_of: &'a [Option<usize>]) -> Self {
        Self { model, set_of, addable: MAX_ADDED_KEYS }
    }

    /// Makes the tracks of an animation. `joint_of` is the joint that a node became.
    pub(super) fn tracks(
        &mut self,
        (index, animation): (usize, &Animation),
        joint_of: &[Option<usize>],
        reporter: &mut Reporter,
    ) -> Vec<WeightTrack> {
        let mut tracks = Vec::new();
        for channel in &animation.weights {
            let Some(joint) = joint_of[channel.node] else { continue };
            let set = self.set_of[joint];
            let at_rest = set.map_or(&[][..], |set| &self.model.morph_sets[set].at_rest);
            if channel.targets() != at_rest.len() {
                let has = channel.targets();
                let node = channel.node;
                let message = format!("{has} weights for the {} morph targets of node {node}: left out", at_rest.len());
                reporter.warn(Some(&place("animations", index)), message);
                continue;
            }
            for (target, at_rest) in at_rest.iter().enumerate() {
                let track = self.track(channel, target);
                if track.values().iter().any(|value| value != at_rest) {
                    tracks.extend(set.map(|set| WeightTrack { set, target, track }));
                }
            }
        }
        tracks
    }

    /// One weight: the file's keys, twice where it jumps, and some between where it bends.
    fn track(&mut self, channel: &WeightChannel, target: usize) -> Track<f32> {
        let times = &channel.times;
        let mut keys = vec![(times[0], weight(channel, target, 1, times[0].into()) as f32)];
        for after in 1..times.len() {
            let start = f64::from(times[after - 1]);
            let end = f64::from(times[after]);
            match channel.interpolation {
                Interpolation::Step => keys.push((times[after], keys[keys.len() - 1].1)),
                Interpolation::CubicSpline => {
                    self.bend(&mut keys, &|time| weight(channel, target, after, time), (start, end), MAX_HALVINGS);
                }
                Interpolation::Linear => {}
            }
            keys.push((times[after], weight(channel, target, after + 1, end) as f32));
        }
        if keys.iter().all(|(_, value)| *value == keys[0].1) {
            keys.truncate(1);
        }
        let (times, values) = keys.into_iter().unzip();
        Track::new(times, values).unwrap_or_else(|_| Track::constant(0.0)) // times are in order
    }

    /// Adds keys between two times where a straight line would be too far from the curve.
    fn bend(&mut self, keys: &mut Vec<(f32, f32)>, at: &dyn Fn(f64) -> f64, (start, end): (f64, f64), halvings: u32) {
        let from = at(start);
        let to = at(end);
        let is_straight = [0.25, 0.5, 0.75]
            .into_iter()
            .all(|u| (at(start + (end - start) * u) - (from + (to - from) * u)).abs() <= TOLERANCE);
        if halvings == 0 || self.addable == 0 || is_straight {
            return;
        }
        let middle = f64::midpoint(start, end);
        self.addable -= 1;
        self.bend(keys, at, (start, middle), halvings - 1);
        keys.push((middle as f32, at(middle) as f32));
        self.bend(keys, at, (middle, end), halvings - 1);
    }
}

fn finite_or_0(vector: Vec3) -> Vec3 {
    if vector.is_finite() { vector } else { Vec3::ZERO }
}

/// Returns the displacements by each target of the vertices that `source` reads, whose `positions` and `normals` are
/// those at rest. If the file has no normals, faces are flat, at rest and in each target.
pub(super) fn displacements(
    source: &Source<'_>,
    positions: &[Vec3],
    normals: &[Vec3],
    flat: bool,
) -> Result<Vec<Vec<Displacement>>, Error> {
    let mut targets = Vec::new();
    for target in &source.wanted.primitive.targets {
        let moves = source.numbers::<3>(target, "POSITION", &["VEC3"])?;
        let mut moves: Vec<Vec3> = moves.into_iter().map(|moved| finite_or_0(Vec3::from(moved))).collect();
        moves.resize(positions.len(), Vec3::ZERO);
        let turns: Vec<Vec3> = if flat {
            let moved: Vec<Vec3> = positions.iter().zip(&moves).map(|(position, by)| position + by).collect();
            let [there, here] = [&moved[..], positions].map(flat_normals);
            there.iter().zip(&here).map(|(to, from)| to.normalize_or_zero() - from.normalize_or_zero()).collect()
        } else {
            // The normals at rest get length 1, and so what is added to them as much shorter or longer.
            let turns = source.numbers::<3>(target, "NORMAL", &["VEC3"])?.into_iter().map(Vec3::from);
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
