//! Clips: the channels of each node, and what the shared builder of tracks has to know about them.

use super::{morphs::Weights, skeleton::Joints};
use crate::{
    double::Parts,
    gltf::{
        document::{Channel, Document, Interpolation, Local, Property},
        evaluate::{Motion as Curves, by_node, direction, parts},
        json::place,
    },
    loading::{
        Error, Reporter, Side,
        clips::{ClipBuilder, JointAtRest, Moving, tell_apart},
        fitting::{KeyInterpolation, Line, Lines, Motion, sided},
        reach::farthest,
    },
};
use armature::{
    animation::{Clip, in_order},
    model::Model,
};
use glam::{DAffine3, DVec4, Vec3};
use std::sync::Arc;

/// The most positions of a part that are visited for the model's size.
const MAX_POSITIONS: usize = 2_000;

/// The clips of the file. One without a name is called as the model, or, where there are several, by its number.
pub(super) fn clips(
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
    // `world_from_mesh` at rest as each joint of a skin has it. No vertex may follow the first of them, whose matrix
    // then says nothing about the model's size.
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
        let some = vertices.iter().step_by(vertices.len().div_ceil(MAX_POSITIONS).max(1));
        some.map(|vertex| {
            // The first one has the largest weight.
            let world = skins[part.skin][usize::from(vertex.joints[0])];
            world.transform_point3(vertex.position.as_dvec3())
        })
    });
    let carried = Some(carried(model));
    let mut builder = ClipBuilder::new(at_rest.collect(), points, carried);
    let mut weights = Weights::new(model, sets);
    let mut clips = Vec::new();
    // What plays all the others is not in the file.
    let added = document.animations.iter().filter(|animation| animation.is_all).count();
    for (index, animation) in document.animations.iter().enumerate() {
        let index = index.saturating_sub(added);
        let name = match (animation.name.as_str(), document.animations.len()) {
            ("", 1) => &model.name,
            ("", _) => &format!("animation {index}"),
            (name, _) => name,
        };
        let times = animation.channels.iter().map(|channel| &channel.curve.times);
        let times = times.chain(animation.weights.iter().map(|channel| &channel.times));
        let spans = times.map(|times| (times[0], times[times.len() - 1])); // a curve has a key
        let Some(span) = spans.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))) else {
            reporter.warn(Some(&place("animations", index)), "moves nothing: left out");
            continue;
        };
        let moved = by_node(&animation.channels).filter_map(|channels| {
            let node = channels[0].node;
            let local = &document.nodes[node].local;
            // A spline may cross the line in the middle, and leave it on both sides.
            let curved = channels.iter().any(|channel| channel.curve.interpolation == Interpolation::CubicSpline);
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
            Some(Moving {
                joints: std::slice::from_ref(joints.of_node[node].as_ref()?),
                place: place("nodes", node),
                rest: parts(local),
                largest_scale,
                largest_distance,
                curves: channels.len(),
                interpolation: if curved { KeyInterpolation::Curved } else { KeyInterpolation::LikeTracks },
                motion: MovedNode { curves: Curves::new(local, channels) },
            })
        });
        let moved: Vec<_> = moved.collect();
        let mut clip = builder.clip(name, span, &moved, reporter)?;
        clip.weights = weights.tracks((index, animation), &joints.of_node, reporter);
        clips.push(clip);
    }
    tell_apart(&mut clips);
    Ok(clips)
}

/// Returns the distance of the farthest vertex that follows each joint, in its own unit.
fn carried(model: &Model) -> Vec<f64> {
    let mut carried = vec![0.0f64; model.skeleton.len()];
    for part in &model.parts {
        let skin = &model.skins[part.skin];
        let matrices: Vec<_> =
            skin.bindings.iter().map(|binding| binding.joint_from_bind * skin.bind_from_mesh).collect();
        let vertices = part.mesh.vertices.iter().map(|vertex| {
            let slots = vertex.joints.iter().zip(&vertex.weights);
            let slots = slots.filter(|(_, weight)| **weight > 0.0).map(|(slot, _)| usize::from(*slot));
            (vertex.position, slots)
        });
        for (binding, far) in skin.bindings.iter().zip(farthest(&matrices, vertices)) {
            if let Some(joint) = binding.joint {
                carried[joint] = carried[joint].max(far);
            }
        }
    }
    carried
}

struct MovedNode<'a> {
    curves: Curves<'a>,
}

impl Motion for MovedNode<'_> {
    fn times(&self) -> Vec<(f32, Side)> {
        let (mut times, mut jumps): (Vec<f32>, Vec<f32>) = (Vec::new(), Vec::new());
        for (at, Channel { curve, .. }) in self.curves.channels.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| &self.curves.channels[before].curve.times);
            if before.is_none_or(|before| !Arc::ptr_eq(before, &curve.times) && *before != curve.times) {
                times.extend(&*curve.times);
            }
            let step = curve.interpolation == Interpolation::Step;
            let pairs = curve.times.windows(2).filter(|pair| step || pair[0] == pair[1]);
            jumps.extend(pairs.map(|pair| pair[1]));
        }
        sided(&in_order(times), &in_order(jumps))
    }

    fn at(&self, time: f32, side: Side) -> Option<Parts> {
        Some(limited(self.curves.at(f64::from(time), side)))
    }

    fn lines(&self) -> Option<Lines> {
        let mut lines = Lines::default();
        for Channel { property, curve, .. } in self.curves.channels {
            if curve.interpolation != Interpolation::Linear {
                return None;
            }
            let values = curve
                .values
                .iter()
                .map(|value| direction(DVec4::from_array(value.map(f64::from)), *property))
                .collect();
            *lines.get_mut(*property as usize)? = Some(Line { times: curve.times.to_vec(), values });
        }
        Some(lines)
    }
}

/// Numbers that an `f32` can hold: a spline may reach far beyond its keys.
fn limited(parts: Parts) -> Parts {
    const LARGEST: f64 = 1e30;
    parts.map(|part| part.clamp(DVec4::splat(-LARGEST), DVec4::splat(LARGEST)))
}
