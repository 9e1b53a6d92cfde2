//! Joints, weights, clips, seams and surfaces of one figure.

use armature::{
    animation::{RotationTrack, Track},
    model::{Model, ModelInstance, Texture},
    skin::skin_vertices,
};
use armature_formats::collada::{self, LoadedModel, Scene};
use glam::{Affine3A, Vec3};
use std::{ops::Range, path::PathBuf};

/// The values that a figure's script promises.
pub(crate) struct Expected {
    pub(crate) file: &'static str,
    /// The first joints, in the file's order.
    pub(crate) joints: &'static [&'static str],
    pub(crate) joint_count: usize,
    /// Names and lengths in seconds.
    pub(crate) clips: &'static [(&'static str, f32)],
    /// Clips whose last pose is the first.
    pub(crate) loops: &'static [&'static str],
    /// Their number after splitting at seams of the texture.
    pub(crate) vertices: Range<usize>,
    /// In the bind pose, in metres.
    pub(crate) height: Range<f32>,
}

pub(crate) fn asset(file: &str) -> PathBuf {
    verdict::workspace::assets().join(file)
}

pub(crate) fn load(file: &str) -> LoadedModel {
    collada::load(asset(file)).unwrap_or_else(|error| panic!("{error}"))
}

/// Checks the rules that all figures keep, and what the README says of this one.
pub(crate) fn check_figure(expected: &Expected) {
    let file = expected.file;
    let loaded = load(file);
    let warnings: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
    assert!(warnings.is_empty(), "{file}: {}", warnings.join("\n"));
    let model = loaded.model;

    let joints = model.skeleton.joints().iter().zip(&model.is_joint);
    let names: Vec<&str> = joints.filter(|(_, is)| **is).map(|(joint, _)| &*joint.name).collect();
    assert!(names.starts_with(expected.joints), "{file}: joints {names:?}");
    assert_eq!(names.len(), expected.joint_count, "{file}: joints {names:?}");

    let vertices: usize = model.parts.iter().map(|part| part.mesh.vertices.len()).sum();
    assert!(expected.vertices.contains(&vertices), "{file}: {vertices} vertices");
    let mut figure = ModelInstance::new(&model);
    let bounds = figure.bounds(&model).expect("a mesh").transformed(&model.world_from_model);
    let height = bounds.size().y;
    assert!(expected.height.contains(&height), "{file}: {height} m high");

    check_weights(file);
    textures(file, &model);
    outward(file, &model, &figure);

    let clips: Vec<&str> = model.clips.iter().map(|clip| &*clip.name).collect();
    let promised: Vec<&str> = expected.clips.iter().map(|(name, _)| *name).collect();
    assert_eq!(clips, promised, "{file}: clips");
    for (name, length) in expected.clips {
        let clip = model.clip(name).expect("named above");
        // Key times are written with seven digits.
        assert!((clip.duration() - length).abs() < 1e-5, "{file} {name}: {} s", clip.duration());
        on_keys(file, &model, name);
    }
    for name in expected.loops {
        seam(file, &model, &mut figure, name);
    }
}

/// Checks that each vertex follows one to four joints, with weights that sum to 1.
fn check_weights(file: &str) {
    let document = collada::read(asset(file)).expect("loaded before");
    let scene = Scene::new(&document).expect("loaded before");
    for skin in &scene.skins {
        let data = document.controllers[skin.controller].skin.as_ref().expect("a skin");
        assert!(skin.joints.iter().all(Option::is_some), "{file}: a joint is not found");
        for vertex in 0..data.ends.len() {
            let influences: Vec<(i32, f32)> = data.influences(vertex).collect();
            let sum: f32 = influences.iter().map(|(_, weight)| weight).sum();
            assert!((1..=4).contains(&influences.len()), "{file}: vertex {vertex}: {influences:?}");
            assert!((sum - 1.0).abs() < 1e-3, "{file}: vertex {vertex}: weights sum to {sum}");
        }
    }
}

/// Every material's picture is in the folder of the file.
fn textures(file: &str, model: &Model) {
    for material in &model.materials {
        let there = matches!(&material.texture, Some(Texture::File(path)) if path.is_file());
        assert!(there, "{file}: {}: {:?}", material.name, material.texture);
    }
}

/// Corner normals are on the visible side of the triangle.
fn outward(file: &str, model: &Model, figure: &ModelInstance) {
    for part in &model.parts {
        let (positions, normals) = skinned(model, figure, part);
        let mut against = 0;
        for triangle in part.mesh.triangles() {
            let [a, b, c] = triangle.map(|corner| positions[corner]);
            let face = (b - a).cross(c - a);
            against += triangle.iter().filter(|&&corner| normals[corner].dot(face) < 0.0).count();
        }
        assert_eq!(against, 0, "{file} {}: normals against their triangle", part.name);
    }
}

pub(crate) fn skinned(model: &Model, figure: &ModelInstance, part: &armature::model::Part) -> (Vec<Vec3>, Vec<Vec3>) {
    let vertices = &part.mesh.vertices;
    let mut positions = vec![Vec3::ZERO; vertices.len()];
    let mut normals = vec![Vec3::ZERO; vertices.len()];
    assert!(part.skin < model.skins.len());
    skin_vertices(figure.palette(part.skin), vertices, &mut positions, &mut normals);
    (positions, normals)
}

/// A clip begins and ends on a key: its ends are not interpolated.
fn on_keys(file: &str, model: &Model, name: &str) {
    let clip = model.clip(name).expect("a clip of the model");
    let mut times: Vec<f32> = Vec::new();
    for tracks in &clip.tracks {
        times.extend(tracks.translation.iter().flat_map(Track::times));
        times.extend(tracks.rotation.iter().flat_map(RotationTrack::times));
    }
    let is_key = |time: f32| times.iter().any(|key| (*key - time).abs() < 1e-4);
    assert!(is_key(clip.start) && is_key(clip.end), "{file} {name}: {} to {}", clip.start, clip.end);
}

/// The last pose is the first, and motion goes on through the seam: no joint changes its speed there more suddenly than
/// joints do inside the clip (a dance has its accents; a pop would be larger).
fn seam(file: &str, model: &Model, figure: &mut ModelInstance, name: &str) {
    const FRAME: f32 = 1.0 / 24.0;
    let clip = model.clip(name).expect("a clip of the model");
    let frames = (clip.duration() / FRAME).round() as usize;
    let mut joints = Vec::new();
    for frame in 0..=frames {
        figure.sample(model, clip, clip.start + frame as f32 * FRAME);
        joints.push(figure.model_from_joint().to_vec());
    }
    for (first, last) in joints[0].iter().zip(&joints[frames]) {
        assert!(first.abs_diff_eq(*last, 1e-4), "{file} {name}: the last pose is not the first");
    }
    let inside = (1..frames)
        .map(|frame| largest_jolt(&joints[frame - 1], &joints[frame], &joints[frame + 1]))
        .fold(0.0, f32::max);
    let at_seam = largest_jolt(&joints[frames - 1], &joints[0], &joints[1]);
    // 1 mm a frame may always pass: a clip at rest has no jolts to compare with.
    assert!(at_seam < 1.05 * inside + 0.001, "{file} {name}: {at_seam} m, inside {inside} m");
}

/// Returns the largest change of a joint's velocity from frame to frame, in metres per frame.
fn largest_jolt(before: &[Affine3A], now: &[Affine3A], after: &[Affine3A]) -> f32 {
    let mut most = 0.0f32;
    for ((before, now), after) in before.iter().zip(now).zip(after) {
        most = most.max((after.translation - 2.0 * now.translation + before.translation).length());
    }
    most
}
