//! Clips: selects the channels of each, and describes the nodes that they move to the builder that all formats share.

use super::meshes::{farthest_by_node, sample_vertices};
use crate::{
    collada::{
        document::{Curve, CurveInterpolation, Document, TransformElement, TransformKind},
        error::{Error, Reporter},
        evaluate::{self, ChannelSet, Side},
        scene::{Component, Driven, Scene},
    },
    double::{Parts, from_decomposition, try_decompose},
    loading::{
        clips::{ClipBuilder, JointAtRest, Moving, finish_clips, sided_key_times, time_span},
        counted,
        fitting::{KeyInterpolation, Motion},
        rest::{max_scale, rest_parts},
    },
};
use armature::animation::Clip;
use glam::DAffine3;
use std::{collections::HashMap, ops::Range};

/// Builds the clips of the file. Channels outside of all clips make a clip named `name`, or several clips if two of their
/// animations drive one target. `rest` has the world transforms of the scene's nodes.
pub(super) fn build_clips(
    document: &Document,
    scene: &Scene<'_>,
    rest: &[DAffine3],
    name: &str,
    reporter: &mut Reporter,
) -> Result<Vec<Clip>, Error> {
    if document.clips.is_empty() && scene.driven.is_empty() {
        return Ok(Vec::new());
    }
    let mut builder = Builder::new(document, scene, rest);
    let mut clips = Vec::new();
    let mut is_in_clip = vec![false; scene.driven.len()];
    for data in &document.clips {
        let mut driven = Vec::new();
        let pairs = scene.driven.len().saturating_mul(data.animations.len());
        builder.shared.charge_work(pairs, reporter, Some(&data.location))?;
        for (index, candidate) in scene.driven.iter().enumerate() {
            if data.has(document, &document.channels[candidate.channel]) {
                is_in_clip[index] = true;
                driven.push(*candidate);
            }
        }
        let last = key_span(document, &driven).map_or(data.start, |(_, last)| f64::from(last));
        let end = data.end.unwrap_or(last).max(data.start) as f32;
        let start = data.start as f32;
        clips.push(builder.build_clip(&data.name, driven, (start, end), reporter)?);
    }
    let others = scene.driven.iter().zip(&is_in_clip).filter(|(_, is_in_clip)| !**is_in_clip);
    let others: Vec<_> = others.map(|(driven, _)| *driven).collect();
    if let Some(span) = key_span(document, &others) {
        if !document.clips.is_empty() {
            let channels = counted(others.len(), "channel", "channels");
            reporter.warn(None, format!("{channels} in no clip: played by one named \"{name}\""));
        }
        let groups = if document.clips.is_empty() { compatible_groups(document, &others) } else { Vec::new() };
        if groups.len() > 1 {
            let message = format!(
                "{} clips, though the file names none: animations move the same, so they are played one at a time",
                groups.len()
            );
            reporter.warn(None, message);
            for (animation, driven) in groups {
                let own = animation.map(|animation| &document.animations[animation]);
                let own = own.and_then(|own| [&own.name, &own.location.id].into_iter().find(|name| !name.is_empty()));
                let range = key_span(document, &driven).unwrap_or(span);
                clips.push(builder.build_clip(own.map_or(name, |own| own), driven, range, reporter)?);
            }
        } else {
            clips.push(builder.build_clip(name, others, span, reporter)?);
        }
    }
    finish_clips(&mut clips, reporter);
    Ok(clips)
}

/// Divides channels into groups that can play at once: no two animations of a group have a target in common. Returns each
/// group with its animation, or `None` for a group of several animations.
fn compatible_groups(document: &Document, driven: &[Driven]) -> Vec<(Option<usize>, Vec<Driven>)> {
    let mut driven = driven.to_vec();
    driven.sort_by_key(|driven| animation(document, driven));
    let mut units = Vec::new();
    split_by_animation(document, &driven, 0..document.animations.len(), &mut units);
    let mut groups: Vec<(Option<usize>, Vec<Driven>)> = Vec::new();
    let mut next_group: HashMap<ChannelTarget, usize> = HashMap::new(); // the first group without the target
    for (animation, driven) in units {
        let group = driven.iter().filter_map(|driven| next_group.get(&target(driven))).max().copied().unwrap_or(0);
        next_group.extend(driven.iter().map(|driven| (target(driven), group + 1)));
        match groups.get_mut(group) {
            Some((common_animation, channels)) => {
                *common_animation = None;
                channels.extend(driven);
            }
            None => groups.push((Some(animation), driven.to_vec())),
        }
    }
    groups
}

type ChannelTarget = (usize, usize, Component);

fn target(driven: &Driven) -> ChannelTarget {
    (driven.node, driven.transform, driven.component)
}

/// Appends each animation of a range with its channels, which include those of nested animations. An animation whose nested
/// animations have targets in common is replaced by its own channels and the nested animations.
fn split_by_animation<'a>(
    document: &Document,
    mut driven: &'a [Driven],
    animations: Range<usize>,
    units: &mut Vec<(usize, &'a [Driven])>,
) {
    let mut index = animations.start;
    while index < animations.end && !driven.is_empty() {
        let end = document.animations[index].end;
        let (inside, after) = driven.split_at(driven.partition_point(|driven| animation(document, driven) < end));
        driven = after;
        let mut first = HashMap::new();
        let is_consistent = inside.iter().all(|driven| {
            let animation = animation(document, driven);
            *first.entry(target(driven)).or_insert(animation) == animation
        });
        if is_consistent {
            units.extend((!inside.is_empty()).then_some((index, inside)));
        } else {
            let (own, nested) = inside.split_at(inside.partition_point(|driven| animation(document, driven) == index));
            units.extend((!own.is_empty()).then_some((index, own)));
            split_by_animation(document, nested, index + 1..end, units);
        }
        index = end;
    }
}

fn animation(document: &Document, driven: &Driven) -> usize {
    document.channels[driven.channel].animation
}

/// Returns the times of the first and the last key of some channels.
fn key_span(document: &Document, driven: &[Driven]) -> Option<(f32, f32)> {
    time_span(driven.iter().map(|driven| &*curve(document, driven).times))
}

fn curve<'a>(document: &'a Document, driven: &Driven) -> &'a Curve {
    &document.curves[document.channels[driven.channel].curve]
}

struct Builder<'a> {
    document: &'a Document,
    /// The scene's nodes of each animated node of the document.
    instances: HashMap<usize, Vec<usize>>,
    shared: ClipBuilder,
}

impl<'a> Builder<'a> {
    fn new(document: &'a Document, scene: &Scene<'_>, rest: &[DAffine3]) -> Self {
        let mut instances: HashMap<usize, Vec<usize>> =
            scene.driven.iter().map(|driven| (driven.node, Vec::new())).collect();
        for (index, instance) in scene.nodes.iter().enumerate() {
            if let Some(indices) = instances.get_mut(&instance.node) {
                indices.push(index);
            }
        }
        instances.retain(|_, indices| !indices.is_empty());
        let joints = scene.nodes.iter().zip(rest).map(|(instance, world)| JointAtRest {
            parent: instance.parent,
            world_from_joint: *world,
            parent_from_joint: evaluate::local(&document.nodes[instance.node].transforms),
        });
        let points = sample_vertices(document, scene, rest);
        let shared = ClipBuilder::new(joints.collect(), points, farthest_by_node(document, scene));
        Self { document, instances, shared }
    }

    /// Builds the clip of some channels in a range of time.
    fn build_clip(
        &mut self,
        name: &str,
        driven: Vec<Driven>,
        range: (f32, f32),
        reporter: &mut Reporter,
    ) -> Result<Clip, Error> {
        // All keys are visited, whatever part of them the clip plays.
        let keys = driven.iter().map(|driven| curve(self.document, driven).times.len()).sum();
        self.shared.charge_work(keys, reporter, None)?;
        let channels = &ChannelSet::new(self.document, driven);
        let document = self.document;
        let moving = channels.nodes().filter_map(|(node, driven)| {
            let local = evaluate::local(&document.nodes[node].transforms);
            let Extent { scale, distance } = node_extent(document, node, driven);
            Some(Moving {
                joints: self.instances.get(&node)?,
                location: document.nodes[node].location.clone(),
                rest: from_decomposition(&rest_parts(&local)),
                largest_scale: scale,
                largest_distance: distance,
                curves: driven.len(),
                interpolation: key_interpolation(document, node, driven),
                motion: DrivenNode { channels, node, driven, range },
            })
        });
        let moving: Vec<_> = moving.collect();
        self.shared.build_clip(name, range, &moving, reporter)
    }
}

/// Returns the interpolation of a node between the file's keys: like tracks if the node has a single matrix that is driven
/// as a whole by LINEAR or STEP.
fn key_interpolation(document: &Document, node: usize, driven: &[Driven]) -> KeyInterpolation {
    let is_like_tracks = driven.iter().all(|driven| {
        let curve = curve(document, driven);
        driven.component == Component::Whole
            && curve.dimensions == 16
            && curve
                .interpolations
                .iter()
                .all(|way| matches!(way, CurveInterpolation::Linear | CurveInterpolation::Step))
    });
    if is_like_tracks && document.nodes[node].transforms.len() == 1 {
        KeyInterpolation::LikeTracks
    } else {
        KeyInterpolation::Curved
    }
}

/// A node with the channels that move it, in a range of time.
struct DrivenNode<'a> {
    channels: &'a ChannelSet<'a>,
    node: usize,
    driven: &'a [Driven],
    range: (f32, f32),
}

impl Motion for DrivenNode<'_> {
    fn key_times(&self) -> Vec<(f32, Side)> {
        let curves = self.driven.iter().map(|driven| {
            let curve = curve(self.channels.document(), driven);
            (&*curve.times, move |key: usize| curve.interpolations[key] == CurveInterpolation::Step)
        });
        sided_key_times(curves, self.range)
    }

    fn sample(&self, time: f32, side: Side) -> Option<Parts> {
        try_decompose(&self.channels.local(self.node, time, side))
    }
}

/// Extent of a node's local transform. It is approximate, because curves may reach a little beyond their keys.
struct Extent {
    /// The largest scale, if channels change it.
    scale: Option<f64>,
    /// The largest distance from the parent's origin.
    distance: f64,
}

/// Returns the extent of a node's local transform at the keys of its channels.
fn node_extent(document: &Document, node: usize, driven: &[Driven]) -> Extent {
    let transforms = &document.nodes[node].transforms;
    let mut scale = 1.0;
    let mut distance = 0.0;
    for (index, element) in transforms.iter().enumerate() {
        let moves: Vec<_> = driven.iter().filter(|driven| driven.transform == index).collect();
        let (element_scale, element_distance) = if moves.is_empty() {
            let local = evaluate::local(std::slice::from_ref(element));
            (max_scale(&local), local.translation.length())
        } else {
            element_extent(document, element, &moves)
        };
        distance += scale * element_distance;
        scale *= element_scale;
    }
    Extent {
        scale: driven
            .iter()
            .any(|driven| matches!(transforms[driven.transform].kind, TransformKind::Scale | TransformKind::Matrix))
            .then_some(scale),
        distance,
    }
}

/// Returns the largest scale and translation of a transform element at the keys of the channels that move the element.
fn element_extent(document: &Document, element: &TransformElement, moves: &[&Driven]) -> (f64, f64) {
    let curves = moves.iter().map(|driven| curve(document, driven));
    let keys = curves.clone().map(|curve| curve.times.len()).max().unwrap_or(0);
    let mut values = [0.0; 16];
    values[..element.values.len()].copy_from_slice(&element.values);
    // Squares.
    let mut scale = 0.0f64;
    let mut distance = 0.0f64;
    for key in 0..keys {
        for (driven, curve) in moves.iter().zip(curves.clone()) {
            set_values_of_key(&mut values, driven.component, curve, key);
        }
        let squares = values.map(|value| value * value);
        match element.kind {
            TransformKind::Matrix => {
                let [x, y, z, translation] =
                    [0, 1, 2, 3].map(|column| squares[column] + squares[4 + column] + squares[8 + column]);
                scale = scale.max(x).max(y).max(z);
                distance = distance.max(translation);
            }
            TransformKind::Scale => scale = scale.max(squares[0]).max(squares[1]).max(squares[2]),
            TransformKind::Translate | TransformKind::Lookat => {
                scale = 1.0;
                distance = distance.max(squares[..3].iter().sum());
            }
            TransformKind::Rotate | TransformKind::Skew => {
                scale = max_scale(&evaluate::local(std::slice::from_ref(element))).powi(2);
                break;
            }
        }
    }
    (scale.sqrt(), distance.sqrt())
}

/// Sets the numbers of a transform element that a curve drives to their values at a key, or at the curve's last key.
fn set_values_of_key(values: &mut [f64; 16], component: Component, curve: &Curve, key: usize) {
    let key = key.min(curve.times.len() - 1); // a curve has a key
    let of_key = &curve.values[key * curve.dimensions..(key + 1) * curve.dimensions];
    match component {
        Component::One(index) => values[index] = f64::from(of_key[0]),
        Component::Whole => {
            values.iter_mut().zip(of_key).for_each(|(value, key)| *value = f64::from(*key));
        }
    }
}
