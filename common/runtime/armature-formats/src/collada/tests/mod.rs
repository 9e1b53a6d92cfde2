//! Tests against the file's own curves, evaluated exactly and in double precision.

mod curves;

use super::{
    Error, LoadedModel, UpAxis,
    channels::Channels,
    motion::motions_of,
    parse,
    reader::Reader,
    scene::{Scene, world},
    sources::Sources,
    xml::{Text, attribute},
};
use crate::loading::Reporter;
use armature::model::{Model, ModelInstance};
use glam::{DAffine3, Vec3};
use std::{fs, path::PathBuf};

fn load(text: &str) -> Result<LoadedModel, Error> {
    parse(text.as_bytes(), "curve.dae").map(|document| document.loaded)
}

fn warnings(loaded: &LoadedModel) -> Vec<String> {
    loaded.warnings.iter().map(ToString::to_string).collect()
}

/// Returns the largest distance between the played model and the file, in the model's size, at many times of every clip.
fn strays(text: &str) -> f64 {
    strays_of_file(text.as_bytes(), "curve.dae", 500).unwrap()
}

/// Returns [`strays`] of a file, at `steps` times of each clip.
fn strays_of_file(bytes: &[u8], name: &str, steps: usize) -> Result<f64, Error> {
    let document = parse(bytes, name)?;
    let model = &document.loaded.model;
    let mut worst = 0.0f64;
    let mut figure = ModelInstance::new(model);
    let (moved, size) = moved_points(model, &figure);
    with_scene(&document.text, |scene, channels| {
        for (clip, played) in model.clips.iter().zip(&document.clip_channels) {
            for step in 0..=steps {
                let time = clip.start + (clip.end - clip.start) * step as f32 / steps as f32;
                figure.sample(model, clip, time);
                let world = world(&scene.nodes, &locals_at(scene, channels, played, time));
                let matrices = figure.model_from_joint().iter().zip(&world);
                for ((played, exact), points) in matrices.zip(&moved) {
                    for point in points {
                        let played = played.transform_point3(*point).as_dvec3();
                        worst = worst.max(played.distance(exact.transform_point3(point.as_dvec3())) / f64::from(size));
                    }
                }
            }
        }
    });
    Ok(worst)
}

/// Calls a function with the scene and the channels of a file that is sound.
fn with_scene(text: &str, call: impl FnOnce(&Scene<'_>, &Channels<'_>)) {
    let text = Text { whole: text, blanks: 0 };
    let tree = text.parse(&Reporter::new("")).unwrap();
    let reader = Reader::new(tree.root_element(), text, Reporter::new(""));
    let scene = Scene::read(&reader).unwrap();
    let channels = Channels::read(&reader, &Sources::default(), &scene).unwrap();
    call(&scene, &channels);
}

/// Returns `parent_from_node` of each node by some channels at a time.
fn locals_at(scene: &Scene<'_>, channels: &Channels<'_>, played: &[usize], time: f32) -> Vec<DAffine3> {
    let mut locals = scene.locals.clone();
    for (node, motion) in motions_of(scene, channels, played) {
        for instance in &scene.instances[&scene.nodes[node].element.id()] {
            locals[*instance] = motion.local(time);
        }
    }
    locals
}

/// Returns `world_from_node` of a node at a time, by all channels.
fn world_at(text: &str, id: &str, time: f32) -> DAffine3 {
    let mut found = DAffine3::IDENTITY;
    with_scene(text, |scene, channels| {
        let played: Vec<usize> = (0..channels.all.len()).collect();
        let node = scene.nodes.iter().position(|node| attribute(node.element, "id") == id).unwrap();
        found = world(&scene.nodes, &locals_at(scene, channels, &played, time))[node];
    });
    found
}

/// Returns for each joint some points that move with it, in its space, and the model's size at rest.
fn moved_points(model: &Model, figure: &ModelInstance) -> (Vec<Vec<Vec3>>, f32) {
    let rest = figure.model_from_joint();
    let mut vertices: Vec<Vec<Vec3>> = vec![Vec::new(); rest.len()];
    let mut all: Vec<Vec3> = rest.iter().map(|world| world.translation.into()).collect();
    all.extend(figure.bounds(model).into_iter().flat_map(|bounds| [bounds.min, bounds.max]));
    for part in &model.parts {
        let skin = &model.skins[part.skin];
        for vertex in &part.mesh.vertices {
            for (slot, _) in vertex.joints.iter().zip(vertex.weights).filter(|(_, weight)| *weight > 0.0) {
                let binding = skin.bindings[usize::from(*slot)];
                let Some(joint) = binding.joint else { continue };
                let joint_from_mesh = binding.joint_from_bind * skin.bind_from_mesh;
                vertices[joint].push(joint_from_mesh.transform_point3(vertex.position));
            }
        }
    }
    let low = all.iter().copied().fold(Vec3::INFINITY, Vec3::min);
    let high = all.iter().copied().fold(Vec3::NEG_INFINITY, Vec3::max);
    let size = if low == high || all.is_empty() { 1.0 } else { low.distance(high) };
    let axes = [Vec3::X, Vec3::Y, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Y, Vec3::NEG_Z];
    let mut points = Vec::new();
    for (world, vertices) in rest.iter().zip(vertices) {
        let columns = [world.matrix3.x_axis, world.matrix3.y_axis, world.matrix3.z_axis];
        let unit = columns.map(glam::Vec3A::length).into_iter().fold(1e-9, f32::max);
        let mut moved = vec![Vec3::ZERO, Vec3::splat(0.02 * size / unit / 3f32.sqrt())];
        for axis in axes {
            moved.extend(vertices.iter().copied().max_by(|a, b| a.dot(axis).total_cmp(&b.dot(axis))));
        }
        points.push(moved);
    }
    (points, size)
}

/// Each figure of the repository plays as its file says, and each in the folder that `ARMATURE_COLLADA` names.
#[test]
fn every_file_plays_as_it_says() {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."));
    let mut folders = vec![root.join("assets"), root.join("common/runtime/armature-formats/tests/collada")];
    folders.extend(std::env::var_os("ARMATURE_COLLADA").map(PathBuf::from));
    let mut report = String::new();
    let mut worst = 0.0f64;
    for entry in folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap()) {
        let file = entry.unwrap().path();
        if file.extension().is_none_or(|ending| ending != "dae") {
            continue;
        }
        match strays_of_file(&fs::read(&file).unwrap(), &file.to_string_lossy(), 40) {
            Ok(strays) => {
                worst = worst.max(strays);
                report += &format!("{strays:.2e}  {}\n", file.display());
            }
            Err(error) => report += &format!("refused   {error}\n"),
        }
    }
    println!("{report}");
    assert!(worst < 1e-4, "{report}");
}

#[test]
fn up_is_up() {
    for (up_axis, right, up, near) in [
        (UpAxis::X, Vec3::NEG_Y, Vec3::X, Vec3::Z),
        (UpAxis::Y, Vec3::X, Vec3::Y, Vec3::Z),
        (UpAxis::Z, Vec3::X, Vec3::Z, Vec3::NEG_Y),
    ] {
        let world_from_model = up_axis.world_from_model(0.5);
        assert_eq!(world_from_model.transform_vector3(right), Vec3::X * 0.5);
        assert_eq!(world_from_model.transform_vector3(up), Vec3::Y * 0.5);
        assert_eq!(world_from_model.transform_vector3(near), Vec3::Z * 0.5);
    }
}
