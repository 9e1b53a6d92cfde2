//! What the tests share.

use common::{
    collada::{self, Document, Error, Loaded, Scene, evaluate},
    model::ModelInstance,
};
use glam::DVec3;
use std::path::Path;

/// The figure that most tests vary.
pub(crate) const BANNER: &str = include_str!("banner.dae");

/// Loads text as if it were the file `model.dae` in a folder without pictures.
pub(crate) fn load(text: &str) -> Result<Loaded, Error> {
    load_bytes(text.as_bytes())
}

/// As [`load`].
pub(crate) fn load_bytes(bytes: &[u8]) -> Result<Loaded, Error> {
    load_file(bytes, "model.dae")
}

/// As [`load`], for a file of this name.
pub(crate) fn load_file(bytes: &[u8], name: &str) -> Result<Loaded, Error> {
    let document = collada::parse(bytes, name)?;
    let scene = Scene::new(&document)?;
    collada::model(&document, &scene, Path::new(name))
}

/// The warnings, each as it is shown.
pub(crate) fn warnings(loaded: &Loaded) -> Vec<String> {
    loaded.warnings.iter().map(ToString::to_string).collect()
}

/// Replaces what stands there exactly once.
pub(crate) fn replace(text: &str, what: &str, with: &str) -> String {
    assert_eq!(text.matches(what).count(), 1, "\"{what}\" must stand there once");
    text.replacen(what, with, 1)
}

/// How far the played model strays from the file, in the model's size, at many times of every clip.
pub(crate) fn strays(text: &str) -> f64 {
    strays_of_file(text.as_bytes(), "model.dae", 500).unwrap()
}

/// As [`strays`], at so many steps of each clip.
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

    let mut figure = ModelInstance::new(&model);
    let mut worst = 0.0f64;
    for (number, clip) in model.clips.iter().enumerate() {
        // Of several clips each plays the channels of its own animations.
        let data = document.clips.get(number);
        let plays = |driven: &&collada::scene::Driven| {
            let animation = document.channels[driven.channel].animation;
            let inside = |clip: &collada::document::ClipData| {
                let mut first = clip.animations.iter();
                first.any(|first| (*first..document.animations[*first].end).contains(&animation))
            };
            match data {
                Some(data) => inside(data),
                None => !document.clips.iter().any(inside),
            }
        };
        let motion =
            evaluate::ChannelSet::new(&document, scene.driven.iter().filter(plays).copied());
        for step in 0..=steps {
            let time = clip.start + (clip.end - clip.start) * step as f32 / steps as f32;
            figure.sample(&model, clip, time);
            let world = evaluate::world(&scene.nodes, &motion.locals(time));
            for ((played, exact), rest) in figure.model_from_joint().iter().zip(&world).zip(&rest) {
                // The joint's origin, and a point beside it that is as far away at rest as the model is large.
                let axes = rest.matrix3;
                let unit = [axes.x_axis, axes.y_axis, axes.z_axis].map(DVec3::length);
                let unit = unit.into_iter().fold(0.0, f64::max).max(1e-9);
                for point in [DVec3::ZERO, DVec3::splat(size / unit / 3f64.sqrt())] {
                    let played = played.transform_point3(point.as_vec3());
                    let apart = played.as_dvec3() - exact.transform_point3(point);
                    worst = worst.max(apart.length() / size);
                }
            }
        }
    }
    Ok(worst)
}

/// `world_from_node` of a node at a time, as the file says.
pub(crate) fn world_at(document: &Document, node: &str, time: f32) -> glam::DAffine3 {
    let scene = Scene::new(document).unwrap();
    let motion = evaluate::ChannelSet::new(document, scene.driven.iter().copied());
    let place = scene.nodes.iter().position(|n| document.nodes[n.node].id == node).unwrap();
    evaluate::world(&scene.nodes, &motion.locals(time))[place]
}
