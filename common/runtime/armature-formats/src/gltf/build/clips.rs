//! Clips: describes the channels of each node to the builder that all formats share.

use super::{Joints, morphs::WeightBuilder};
use crate::{
    double::Parts,
    gltf::{
        document::{Animation, Channel, Document, Interpolation, Local, Property},
        evaluate::{AnimatedNode, by_node, rest_parts, unit_if_rotation},
        json::item_location,
    },
    loading::{
        Error, Reporter, Side,
        clips::{ClipBuilder, JointAtRest, Moving, finish_clips, sided_key_times, time_span},
        fitting::{KeyInterpolation, Line, Lines, Motion},
        reach::farthest_vertices,
    },
};
use armature::{animation::Clip, model::Model};
use glam::{DAffine3, DVec4, Vec3};

/// Largest number of vertices of a part that are visited for the model's size.
const MAX_POSITIONS: usize = 2_000;

/// Builds the clips of the file. A clip without a name is named after the model, or, if there are several clips, by its
/// number. `sets` is the set of morph targets of each joint.
pub(super) fn build_clips(
    document: &Document,
    joints: &Joints,
    model: &Model,
    sets: &[Option<usize>],
    reporter: &mut Reporter,
) -> Result<Vec<Clip>, Error> {
    if document.animations.is_empty() {
        return Ok(Vec::new());
    }
    let at_rest = document.scene.iter().enumerate().map(|(joint, node)| JointAtRest {
        parent: model.skeleton.joints()[joint].parent,
        world_from_joint: joints.rest[joint],
        parent_from_joint: document.nodes[*node].local.matrix(),
    });
    // `world_from_mesh` at rest by each joint of a skin, because perhaps no vertex follows the first joint.
    let mut skins = Vec::new();
    for skin in &model.skins {
        let mut world_from_mesh = Vec::new();
        for binding in &skin.bindings {
            let world = binding.joint.map_or(DAffine3::IDENTITY, |joint| joints.rest[joint]);
            world_from_mesh.push(world * Local::Matrix(binding.joint_from_bind).matrix());
        }
        skins.push(world_from_mesh);
    }
    let points = model.parts.iter().flat_map(|part| {
        let vertices = &part.mesh.vertices;
        let visited = vertices.iter().step_by(vertices.len().div_ceil(MAX_POSITIONS).max(1));
        visited.map(|vertex| {
            // The first joint has the largest weight.
            let world = skins[part.skin][usize::from(vertex.joints[0])];
            world.transform_point3(vertex.position.as_dvec3())
        })
    });
    let mut builder = ClipBuilder::new(at_rest.collect(), points, Some(farthest_by_joint(model)));
    let mut weights = WeightBuilder::new(model, sets);
    let mut clips = Vec::new();
    // The animation that plays all others is not in the file.
    let added = document.animations.iter().filter(|animation| animation.is_all).count();
    for (index, animation) in document.animations.iter().enumerate() {
        let index = index.saturating_sub(added);
        let name = match (animation.name.as_str(), document.animations.len()) {
            ("", 1) => &model.name,
            ("", _) => &format!("animation {index}"),
            (name, _) => name,
        };
        let Some(span) = time_span(key_times(animation)) else { continue };
        let mut moving = Vec::new();
        for channels in by_node(&animation.channels) {
            let node = channels[0].node;
            let Some(joint) = &joints.of_node[node] else { continue };
            moving.push(moving_node(std::slice::from_ref(joint), node, &document.nodes[node].local, channels));
        }
        let mut clip = builder.build_clip(name, span, &moving, reporter)?;
        clip.weights = weights.build_tracks((index, animation), &joints.of_node, reporter);
        clips.push(clip);
    }
    finish_clips(&mut clips, reporter);
    Ok(clips)
}

/// Returns the key times of each curve of an animation.
fn key_times(animation: &Animation) -> impl Iterator<Item = &[f32]> {
    let channels = animation.channels.iter().map(|channel| &*channel.curve.times);
    channels.chain(animation.weights.iter().map(|channel| &*channel.times))
}

/// Describes a node and its channels to the builder of clips.
fn moving_node<'a>(
    joints: &'a [usize],
    node: usize,
    local: &Local,
    channels: &'a [Channel],
) -> Moving<'a, MovedNode<'a>> {
    let mut largest_scale: Option<f64> = None;
    let mut largest_distance = 0.0f64;
    for channel in channels {
        for [x, y, z, w] in &channel.curve.values {
            match channel.property {
                Property::Scale => {
                    let scale = f64::from(x.abs().max(y.abs()).max(z.abs()).max(w.abs()));
                    largest_scale = Some(largest_scale.map_or(scale, |largest| largest.max(scale)));
                }
                Property::Translation => {
                    largest_distance = largest_distance.max(Vec3::new(*x, *y, *z).length().into());
                }
                Property::Rotation => {}
            }
        }
    }
    // A spline may cross the line in the middle, and leave it on both sides.
    let is_curved = channels.iter().any(|channel| channel.curve.interpolation == Interpolation::CubicSpline);
    Moving {
        joints,
        location: item_location("nodes", node),
        rest: rest_parts(local),
        largest_scale,
        largest_distance,
        curves: channels.len(),
        interpolation: if is_curved { KeyInterpolation::Curved } else { KeyInterpolation::LikeTracks },
        motion: MovedNode { curves: AnimatedNode::new(local, channels) },
    }
}

/// Returns, for each joint, the distance of the farthest vertex that follows the joint, in the joint's unit.
fn farthest_by_joint(model: &Model) -> Vec<f64> {
    let mut farthest = vec![0.0f64; model.skeleton.len()];
    for part in &model.parts {
        let skin = &model.skins[part.skin];
        let matrices: Vec<_> =
            skin.bindings.iter().map(|binding| binding.joint_from_bind * skin.bind_from_mesh).collect();
        let vertices = part.mesh.vertices.iter().map(|vertex| {
            let slots = vertex.joints.iter().zip(&vertex.weights);
            let slots = slots.filter(|(_, weight)| **weight > 0.0).map(|(slot, _)| usize::from(*slot));
            (vertex.position, slots)
        });
        for (binding, distance) in skin.bindings.iter().zip(farthest_vertices(&matrices, vertices)) {
            if let Some(joint) = binding.joint {
                farthest[joint] = farthest[joint].max(distance);
            }
        }
    }
    farthest
}

struct MovedNode<'a> {
    curves: AnimatedNode<'a>,
}

impl Motion for MovedNode<'_> {
    fn key_times(&self) -> Vec<(f32, Side)> {
        let curves = self.curves.channels.iter().map(|Channel { curve, .. }| {
            (&*curve.times, move |_key: usize| curve.interpolation == Interpolation::Step)
        });
        sided_key_times(curves, (f32::NEG_INFINITY, f32::INFINITY))
    }

    fn sample(&self, time: f32, side: Side) -> Option<Parts> {
        Some(clamp_parts(self.curves.sample(f64::from(time), side)))
    }

    fn linear_curves(&self) -> Option<Lines> {
        let mut lines = Lines::default();
        for Channel { property, curve, .. } in self.curves.channels {
            if curve.interpolation != Interpolation::Linear {
                return None;
            }
            let values = curve
                .values
                .iter()
                .map(|value| unit_if_rotation(DVec4::from_array(value.map(f64::from)), *property))
                .collect();
            *lines.get_mut(*property as usize)? = Some(Line { times: curve.times.to_vec(), values });
        }
        Some(lines)
    }
}

/// Clamps numbers to the range of an `f32`: a spline may reach far beyond its keys.
fn clamp_parts(parts: Parts) -> Parts {
    const MAX: DVec4 = DVec4::splat(1e30);
    parts.map(|part| part.clamp(-MAX, MAX))
}
