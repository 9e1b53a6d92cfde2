//! Evaluates animations at any time, exactly as the file says, in double precision.
//!
//! The error of the playable model is measured against this. Source: glTF 2.0 specification, section 3.11,
//! "Animations", and appendix C, "Animation Sampler Interpolation Modes".

use super::build::triangles::{PlannedPart, VertexReader};
use super::document::{
    Animation, Channel, Curve, Document, Interpolation, Local, Property, WeightChannel, unit, world_of_all,
};
use crate::double::{Parts, compose, from_decomposition, slerp};
use crate::loading::{Error, Side, weights::weighted_position};
use glam::{DAffine3, DQuat, DVec3, DVec4};
use std::{cell::RefCell, sync::Arc};

/// Returns `parent_from_node` of every node of the document at a time; at rest without an animation.
pub fn locals(document: &Document, animation: Option<&Animation>, time: f64) -> Vec<DAffine3> {
    let mut locals: Vec<DAffine3> = document.nodes.iter().map(|node| node.local.matrix()).collect();
    for channels in by_node(animation.map_or(&[], |animation| &animation.channels)) {
        let node = channels[0].node;
        locals[node] = compose(&AnimatedNode::new(&document.nodes[node].local, channels).sample(time, Side::After));
    }
    locals
}

/// Returns `world_from_node` of every node of the scene, in the order of [`Document::scene`], from the local transforms of
/// all nodes.
pub fn world(document: &Document, locals: &[DAffine3]) -> Vec<DAffine3> {
    let world = world_of_all(&document.nodes, &document.scene, |node| locals[node]);
    document.scene.iter().map(|node| world[*node]).collect()
}

/// Returns the vertices of a node's skinned mesh, one primitive after the other: the sum of
/// `weight * world_from_joint * joint_from_bind * position` over all influences, with weights normalised to sum 1. A vertex
/// without weight follows the skin's first joint, and one that follows a joint outside of the scene stays. `world` has the
/// transforms of the nodes in [`Document::scene`]; `morphs` are the node's [`weights`].
///
/// # Errors
/// If an accessor is beyond its data.
pub fn skinned(document: &Document, node: usize, world: &[DAffine3], morphs: &[f32]) -> Result<Vec<DVec3>, Error> {
    let node = &document.nodes[node];
    let (Some(mesh), Some(skin)) = (node.mesh, node.skin) else { return Ok(Vec::new()) };
    let mut world_from_node = vec![DAffine3::IDENTITY; document.nodes.len()];
    document.scene.iter().zip(world).for_each(|(node, world)| world_from_node[*node] = *world);
    let mut palette = Vec::new();
    for (joint, inverse_bind) in document.skins[skin].joints.iter().zip(&document.skins[skin].inverse_binds) {
        palette.push(world_from_node[*joint] * Local::Matrix(*inverse_bind).matrix());
    }
    let mut positions = Vec::new();
    for (number, primitive) in document.meshes[mesh].primitives.iter().enumerate() {
        let part = &PlannedPart { mesh, number, primitive, morphs, skin: Some(skin) };
        let Some(count) = part.vertex_count(document)? else { continue };
        let vertices: &Vec<u32> = &(0..count as u32).collect();
        let reader = VertexReader { document, part, count, vertices, notes: &RefCell::default() };
        let sets = reader.influence_sets()?;
        for (vertex, position) in reader.vectors("POSITION")?.into_iter().enumerate() {
            let position = position.as_dvec3();
            let influences = sets.iter().flat_map(|(joints, weights)| {
                let moved = joints.indices::<4>(vertex).map(|joint| move_by(&palette, joint as usize, position));
                weights.numbers::<4>(vertex).into_iter().zip(moved)
            });
            let by_first = move_by(&palette, 0, position);
            positions.push(if sets.is_empty() { position } else { weighted_position(influences, by_first) });
        }
    }
    Ok(positions)
}

/// Moves a position by a joint of a palette. A joint beyond the palette leaves it in place.
fn move_by(palette: &[DAffine3], joint: usize, position: DVec3) -> DVec3 {
    palette.get(joint).unwrap_or(&DAffine3::IDENTITY).transform_point3(position)
}

/// Returns the weights of a node's morph targets at a time: those at rest without an animation that changes them.
pub fn weights(document: &Document, animation: Option<&Animation>, node: usize, time: f64) -> Vec<f32> {
    let channels = animation.map_or(&[][..], |animation| &animation.weights);
    let Some(channel) = channels.iter().find(|channel| channel.node == node) else {
        return document.morph_weights(&document.nodes[node]).to_vec();
    };
    let keys = channel.times.partition_point(|key| f64::from(*key) <= time);
    (0..channel.targets()).map(|target| sample_weight(channel, target, keys, time) as f32).collect()
}

/// Returns the channels of each node: an animation has its channels in the order of nodes.
pub(super) fn by_node(channels: &[Channel]) -> impl Iterator<Item = &[Channel]> {
    channels.chunk_by(|a, b| a.node == b.node)
}

/// The local transform of an animated node.
pub(super) struct AnimatedNode<'a> {
    rest: Parts,
    pub(super) channels: &'a [Channel],
}

impl<'a> AnimatedNode<'a> {
    pub(super) fn new(rest: &Local, channels: &'a [Channel]) -> Self {
        Self { rest: rest_parts(rest), channels }
    }

    /// Evaluates the local transform at a time, on one side of a jump.
    pub(super) fn sample(&self, time: f64, side: Side) -> Parts {
        let mut parts = self.rest;
        let mut previous: Option<(&Arc<[f32]>, usize)> = None; // channels often share their times
        for Channel { property, curve, .. } in self.channels {
            let past_keys = match previous {
                Some((times, past_keys)) if Arc::ptr_eq(times, &curve.times) => past_keys,
                _ => match side {
                    Side::Before => curve.times.partition_point(|key| f64::from(*key) < time),
                    Side::After => curve.times.partition_point(|key| f64::from(*key) <= time),
                },
            };
            previous = Some((&curve.times, past_keys));
            parts[*property as usize] = sample_curve(curve, *property, past_keys, time);
        }
        parts
    }
}

/// Returns the value of a curve at a time, at which `past_keys` of its keys are past.
fn sample_curve(curve: &Curve, property: Property, past_keys: usize, time: f64) -> DVec4 {
    let stride = curve.interpolation.values();
    interpolate(&curve.times, curve.interpolation, property, past_keys, time, |key, part| {
        DVec4::from_array(curve.values[key * stride + part].map(f64::from))
    })
}

/// Returns the weight of a target at a time, at which `past_keys` keys of the channel are past.
pub(super) fn sample_weight(channel: &WeightChannel, target: usize, past_keys: usize, time: f64) -> f64 {
    let stride = channel.interpolation.values();
    let targets = channel.targets();
    let property = Property::Translation; // as linear as a weight
    let splat = interpolate(&channel.times, channel.interpolation, property, past_keys, time, |key, part| {
        DVec4::splat(channel.values[(key * stride + part) * targets + target].into())
    });
    splat.x
}

/// Interpolates between the keys around a time. `value` returns a value of a key by its number: with tangents 0 for the
/// tangent before the key, 1 for the key, 2 for the tangent after it; else 0 for the key.
fn interpolate(
    times: &[f32],
    interpolation: Interpolation,
    property: Property,
    past_keys: usize,
    time: f64,
    value: impl Fn(usize, usize) -> DVec4,
) -> DVec4 {
    let unit = |value: DVec4| unit_if_rotation(value, property);
    let before = past_keys.saturating_sub(1);
    let from = value(before, interpolation.values() / 2);
    if past_keys == 0 || past_keys == times.len() || time == f64::from(times[before]) {
        return unit(from);
    }
    let [start, end] = [before, past_keys].map(|key| f64::from(times[key]));
    let u = ((time - start) / (end - start)).clamp(0.0, 1.0);
    let to = value(past_keys, interpolation.values() / 2);
    match interpolation {
        Interpolation::Step => unit(from),
        Interpolation::Linear if property == Property::Rotation => slerp(unit(from), unit(to), u),
        Interpolation::Linear => from + (to - from) * u,
        Interpolation::CubicSpline => {
            let length = end - start;
            let leave = value(before, 2) * length;
            let arrive = value(past_keys, 0) * length;
            let u2 = u * u;
            let u3 = u * u * u;
            unit(
                from * (2.0 * u3 - 3.0 * u2 + 1.0)
                    + leave * (u3 - 2.0 * u2 + u)
                    + to * (3.0 * u2 - 2.0 * u3)
                    + arrive * (u3 - u2),
            )
        }
    }
}

/// Returns the value of a property, a rotation with unit length.
pub(super) fn unit_if_rotation(value: DVec4, property: Property) -> DVec4 {
    if property == Property::Rotation { unit(DQuat::from_vec4(value)).into() } else { value }
}

/// Returns translation, rotation, scale and shear of a rest transform.
pub(super) fn rest_parts(local: &Local) -> Parts {
    let mut parts = from_decomposition(&local.parts());
    let rotation = &mut parts[Property::Rotation as usize];
    *rotation = unit_if_rotation(*rotation, Property::Rotation);
    parts
}
