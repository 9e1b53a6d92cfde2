//! Helpers of the tests.

use armature::model::ModelInstance;
use armature_formats::collada::{self, Document, Error, LoadedModel, Scene, evaluate};
use glam::{DAffine3, DVec3};
use std::path::Path;

/// The figure that most tests vary.
pub(crate) const BANNER: &str = include_str!("banner.dae");

/// Loads text as if it were the file `model.dae` in a folder without pictures.
pub(crate) fn load(text: &str) -> Result<LoadedModel, Error> {
    load_bytes(text.as_bytes())
}

/// [`load`] for bytes.
pub(crate) fn load_bytes(bytes: &[u8]) -> Result<LoadedModel, Error> {
    load_file(bytes, "model.dae")
}

/// [`load`] for a file of this name.
pub(crate) fn load_file(bytes: &[u8], name: &str) -> Result<LoadedModel, Error> {
    let document = collada::parse(bytes, name)?;
    let scene = Scene::new(&document)?;
    collada::model(&document, &scene, Path::new(name))
}

/// The warnings in their final form.
pub(crate) fn warnings(loaded: &LoadedModel) -> Vec<String> {
    loaded.warnings.iter().map(ToString::to_string).collect()
}

/// Replaces text that occurs exactly once.
pub(crate) fn replace(text: &str, what: &str, with: &str) -> String {
    assert_eq!(text.matches(what).count(), 1, "\"{what}\" must occur once");
    text.replacen(what, with, 1)
}

/// The largest distance between the played model and the file, in the model's size, at many times of every clip.
pub(crate) fn strays(text: &str) -> f64 {
    strays_of_file(text.as_bytes(), "model.dae", 500).unwrap()
}

/// Returns [`strays`] of a file, at `steps` times of each clip.
pub(crate) fn strays_of_file(bytes: &[u8], name: &str, steps: usize) -> Result<f64, Error> {
    let document = collada::parse(bytes, name)?;
    let scene = Scene::new(&document)?;
    let model = collada::model(&document, &scene, Path::new(name))?.model;
    let rest = evaluate::rest_world(&document, &scene.nodes);
    let mut points: Vec<DVec3> = rest.iter().map(|world| world.translation).collect();
    for mesh in &scene.meshes {
        let positions = evaluate::positions(&document, Some(mesh.geometry));
        points.extend(positions.into_iter().map(|at| rest[mesh.node].transform_point3(at)));
    }
    for skin in &scene.skins {
        points.extend(evaluate::skinned(&document, &scene, skin, &rest));
    }
    let Some(low) = points.iter().copied().reduce(DVec3::min) else { return Ok(0.0) };
    let high = points.iter().copied().fold(low, DVec3::max);
    let size = if low == high { 1.0 } else { (high - low).length() };
    let moved = moved_points(&document, &scene, &rest, size);

    let mut figure = ModelInstance::new(&model);
    let mut worst = 0.0f64;
    for (number, clip) in model.clips.iter().enumerate() {
        // If there are several clips, each plays the channels of its own animations.
        let mut motion = Vec::new();
        for driven in &scene.driven {
            let animation = document.channels[driven.channel].animation;
            let plays = match document.clips.get(number) {
                Some(clip) => has_animation(&document, clip, animation),
                None => !document.clips.iter().any(|clip| has_animation(&document, clip, animation)),
            };
            if plays {
                motion.push(*driven);
            }
        }
        let motion = evaluate::ChannelSet::new(&document, motion);
        for step in 0..=steps {
            let time = clip.start + (clip.end - clip.start) * step as f32 / steps as f32;
            figure.sample(&model, clip, time);
            let world = evaluate::world(&scene.nodes, &motion.locals(time));
            let matrices = figure.model_from_joint().iter().zip(&world);
            for ((played, exact), points) in matrices.zip(&moved) {
                for point in points {
                    let played = played.transform_point3(point.as_vec3());
                    let apart = played.as_dvec3() - exact.transform_point3(*point);
                    worst = worst.max(apart.length() / size);
                }
            }
        }
    }
    Ok(worst)
}

fn has_animation(document: &Document, clip: &collada::document::ClipData, animation: usize) -> bool {
    clip.animations.iter().any(|first| (*first..document.animations[*first].end).contains(&animation))
}

/// Returns for each node of the scene some points that move with it, in the node's space.
fn moved_points(document: &Document, scene: &Scene<'_>, rest: &[DAffine3], size: f64) -> Vec<Vec<DVec3>> {
    let mut vertices: Vec<Vec<DVec3>> = vec![Vec::new(); rest.len()];
    for mesh in &scene.meshes {
        vertices[mesh.node].extend(evaluate::positions(document, Some(mesh.geometry)));
    }
    for skin in &scene.skins {
        let Some(data) = &document.controllers[skin.controller].skin else { continue };
        for (index, at) in evaluate::positions(document, skin.geometry).into_iter().enumerate() {
            for (slot, _) in data.influences(index).filter(|(slot, weight)| *slot >= 0 && *weight > 0.0) {
                let Some(joint) = skin.joints[slot as usize] else { continue };
                let joint_from_bind = skin.inverse_binds[slot as usize];
                vertices[joint].push((joint_from_bind * data.bind_from_mesh).transform_point3(at));
            }
        }
    }
    let axes = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::NEG_X, DVec3::NEG_Y, DVec3::NEG_Z];
    let mut points = Vec::new();
    for (world, vertices) in rest.iter().zip(vertices) {
        let columns = [world.matrix3.x_axis, world.matrix3.y_axis, world.matrix3.z_axis];
        let unit = columns.map(DVec3::length).into_iter().fold(0.0, f64::max).max(1e-9);
        let mut moved = vec![DVec3::ZERO, DVec3::splat(0.02 * size / unit / 3f64.sqrt())];
        for axis in axes {
            moved.extend(vertices.iter().copied().max_by(|a, b| a.dot(axis).total_cmp(&b.dot(axis))));
        }
        points.push(moved);
    }
    points
}

/// `world_from_node` of a node at a time, by the file.
pub(crate) fn world_at(document: &Document, node: &str, time: f32) -> DAffine3 {
    let scene = Scene::new(document).unwrap();
    let motion = evaluate::ChannelSet::new(document, scene.driven.iter().copied());
    let location = scene.nodes.iter().position(|n| document.nodes[n.node].id == node).unwrap();
    evaluate::world(&scene.nodes, &motion.locals(time))[location]
}
