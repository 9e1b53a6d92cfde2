//! Evaluates animations at any time, exactly as the file says, in double precision.
//!
//! The error of the playable model is measured against this. Source: glTF 2.0 specification, section 3.11,
//! "Animations", and appendix C, "Animation Sampler Interpolation Modes".

use super::build::triangles::{Source, Wanted};
use super::document::{Animation, Channel, Curve, Document, Interpolation, Local, Property, WeightChannel, unit};
use crate::double::{Parts, from_decomposition, matrix, slerp};
use crate::loading::{Error, Side, weights::weighted};
use glam::{DAffine3, DQuat, DVec3, DVec4};
use std::sync::Arc;

/// `parent_from_node` of every node of the document at a time; at rest without an animation.
pub fn locals(document: &Document, animation: Option<&Animation>, time: f64) -> Vec<DAffine3> {
    let mut all: Vec<DAffine3> = document.nodes.iter().map(|node| node.local.matrix()).collect();
    for channels in by_node(animation.map_or(&[], |animation| &animation.channels)) {
        let node = channels[0].node;
        let parts = Motion::new(&document.nodes[node].local, channels).at(time, Side::After);
        all[node] = matrix(&parts);
    }
    all
}

/// `world_from_node` of every node of the scene, in the order of [`Document::scene`], from the local transforms of
/// all nodes.
pub fn world(document: &Document, locals: &[DAffine3]) -> Vec<DAffine3> {
    let mut of_node = vec![DAffine3::IDENTITY; document.nodes.len()];
    for &node in &document.scene {
        let parent = document.nodes[node].parent.map_or(DAffine3::IDENTITY, |node| of_node[node]);
        of_node[node] = parent * locals[node];
    }
    document.scene.iter().map(|node| of_node[*node]).collect()
}

/// The vertices of a node's skinned mesh, one primitive after the other: the sum of
/// `weight * world_from_joint * joint_from_bind * position` over all influences, with weights normalised to sum 1; a
/// vertex without weight follows the skin's first joint. `world` is of the nodes in [`Document::scene`]; what follows a
/// joint that is not among them stays. `morphs` are the node's [`weights`].
///
/// # Errors
/// If an accessor is beyond its data.
pub fn skinned(document: &Document, node: usize, world: &[DAffine3], morphs: &[f32]) -> Result<Vec<DVec3>, Error> {
    let node = &document.nodes[node];
    let (Some(mesh), Some(skin)) = (node.mesh, node.skin) else { return Ok(Vec::new()) };
    let mut of_node = vec![DAffine3::IDENTITY; document.nodes.len()];
    document.scene.iter().zip(world).for_each(|(node, world)| of_node[*node] = *world);
    let joints = document.skins[skin].joints.iter().zip(&document.skins[skin].inverse_binds);
    let palette: Vec<DAffine3> = joints.map(|(joint, bind)| of_node[*joint] * Local::Matrix(*bind).matrix()).collect();
    let mut all = Vec::new();
    for (number, primitive) in document.meshes[mesh].primitives.iter().enumerate() {
        let skin = Some(skin);
        let wanted = &Wanted { mesh, number, primitive, morphs, skin };
        let Some(count) = wanted.count(document)? else { continue };
        let vertices: &Vec<u32> = &(0..count as u32).collect();
        let source = Source { document, wanted, count, vertices };
        let sets = source.sets()?;
        for (vertex, position) in source.vectors("POSITION")?.into_iter().enumerate() {
            let position = position.as_dvec3();
            let influences = sets.iter().flat_map(|(joints, weights)| {
                let joints = joints.indices::<4>(vertex).map(|joint| moved(&palette, joint as usize, position));
                weights.numbers::<4>(vertex).into_iter().zip(joints)
            });
            all.push(if sets.is_empty() { position } else { weighted(influences, moved(&palette, 0, position)) });
        }
    }
    Ok(all)
}

fn moved(palette: &[DAffine3], joint: usize, position: DVec3) -> DVec3 {
    palette.get(joint).unwrap_or(&DAffine3::IDENTITY).transform_point3(position)
}

/// The weights of a node's morph targets at a time; those at rest without an animation that changes them.
pub fn weights(document: &Document, animation: Option<&Animation>, node: usize, time: f64) -> Vec<f32> {
    let channels = animation.map_or(&[][..], |animation| &animation.weights);
    let Some(channel) = channels.iter().find(|channel| channel.node == node) else {
        return document.morph_weights(&document.nodes[node]).to_vec();
    };
    let keys = channel.times.partition_point(|key| f64::from(*key) <= time);
    (0..channel.targets()).map(|target| weight(channel, target, keys, time) as f32).collect()
}

/// Channels of one node after the other: an animation has them in the order of nodes.
pub(super) fn by_node(channels: &[Channel]) -> impl Iterator<Item = &[Channel]> {
    channels.chunk_by(|a, b| a.node == b.node)
}

/// The local transform of an animated node.
pub(super) struct Motion<'a> {
    rest: Parts,
    pub(super) channels: &'a [Channel],
}

impl<'a> Motion<'a> {
    pub(super) fn new(rest: &Local, channels: &'a [Channel]) -> Self {
        Self { rest: parts(rest), channels }
    }

    /// Evaluates at a time; if a curve jumps there, the value of this side.
    pub(super) fn at(&self, time: f64, side: Side) -> Parts {
        let mut parts = self.rest;
        let mut known: Option<(&Arc<[f32]>, usize)> = None; // channels often share their times
        for Channel { property, curve, .. } in self.channels {
            let keys = match known {
                Some((times, keys)) if Arc::ptr_eq(times, &curve.times) => keys,
                _ => match side {
                    Side::Before => curve.times.partition_point(|key| f64::from(*key) < time),
                    Side::After => curve.times.partition_point(|key| f64::from(*key) <= time),
                },
            };
            known = Some((&curve.times, keys));
            parts[*property as usize] = value(curve, *property, keys, time);
        }
        parts
    }
}

/// The value of a curve, `keys` of whose keys are past.
fn value(curve: &Curve, property: Property, keys: usize, time: f64) -> DVec4 {
    let each = curve.interpolation.values();
    between(
        &curve.times,
        curve.interpolation,
        |key, part| DVec4::from_array(curve.values[key * each + part].map(f64::from)),
        property,
        keys,
        time,
    )
}

/// A weight of a channel, likewise.
pub(super) fn weight(channel: &WeightChannel, target: usize, keys: usize, time: f64) -> f64 {
    let each = channel.interpolation.values();
    let targets = channel.targets();
    between(
        &channel.times,
        channel.interpolation,
        |key, part| {
            let weight = channel.values[(key * each + part) * targets + target];
            DVec4::splat(weight.into())
        },
        Property::Translation,
        keys,
        time,
    )
    .x
}

/// `number` has the values of a key: one, or that with the tangents before and after it.
fn between(
    times: &[f32],
    interpolation: Interpolation,
    number: impl Fn(usize, usize) -> DVec4,
    property: Property,
    keys: usize,
    time: f64,
) -> DVec4 {
    let key = |key: usize| number(key, interpolation.values() / 2);
    let direction = |value: DVec4| direction(value, property);
    let before = keys.saturating_sub(1);
    if keys == 0 || keys == times.len() || time == f64::from(times[before]) {
        return direction(key(before));
    }
    let [start, end] = [before, keys].map(|key| f64::from(times[key]));
    let u = ((time - start) / (end - start)).clamp(0.0, 1.0);
    let from = key(before);
    let to = key(keys);
    match interpolation {
        Interpolation::Step => direction(from),
        Interpolation::Linear if property == Property::Rotation => slerp(direction(from), direction(to), u),
        Interpolation::Linear => from + (to - from) * u,
        Interpolation::CubicSpline => {
            let length = end - start;
            let leave = number(before, 2) * length;
            let arrive = number(keys, 0) * length;
            let u2 = u * u;
            let u3 = u * u * u;
            direction(
                from * (2.0 * u3 - 3.0 * u2 + 1.0)
                    + leave * (u3 - 2.0 * u2 + u)
                    + to * (3.0 * u2 - 2.0 * u3)
                    + arrive * (u3 - u2),
            )
        }
    }
}

/// A key's value: a rotation of unit length.
pub(super) fn direction(value: DVec4, property: Property) -> DVec4 {
    if property == Property::Rotation { unit(DQuat::from_vec4(value)).into() } else { value }
}

/// A rest transform's translation, rotation, scale and shear.
pub(super) fn parts(local: &Local) -> Parts {
    let mut parts = from_decomposition(&local.parts());
    let rotation = &mut parts[Property::Rotation as usize];
    *rotation = unit(DQuat::from_vec4(*rotation)).into();
    parts
}
