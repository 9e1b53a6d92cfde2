//! Reads a figure from a glTF file, with the course's loader.

use crate::figure::{Figure, TICKS_PER_SECOND, Vertex};
use crate::lessons::{Clip, Influence, Joint, MAX_JOINTS, Track, Transform};
use crate::picture::Picture;
use armature::model::{Model, ModelInstance, Texture};
use glam::Mat4;
use std::error::Error;
use std::fs;

pub fn read(path: &str) -> Result<Figure, Box<dyn Error>> {
    let loaded = armature_formats::load(path)?;
    for warning in &loaded.warnings {
        eprintln!("{warning}");
    }
    let model = &loaded.model;
    let mut joints = Vec::new();
    for joint in model.skeleton.joints() {
        joints.push(Joint::new(joint.name.clone(), joint.parent, joint.bind_local.to_mat4()));
    }
    let (skin_joints, joint_from_mesh) = read_skins(model)?;
    if joints.len().max(joint_from_mesh.len()) > MAX_JOINTS {
        let joints = joints.len().max(skin_joints.len());
        return Err(format!("there are {joints} joints, and the shaders have matrices for {MAX_JOINTS}").into());
    }
    let (vertices, indices) = read_parts(model)?;
    let (tracks, clips) = read_clips(model)?;
    let world_from_file = Mat4::from(model.world_from_model);
    let picture = read_picture(model)?;
    Ok(Figure { joints, world_from_file, vertices, indices, skin_joints, joint_from_mesh, picture, tracks, clips })
}

/// Returns the joint and the matrix of each slot: those of all skins, one skin after the other, and one more matrix.
fn read_skins(model: &Model) -> Result<(Vec<usize>, Vec<Mat4>), Box<dyn Error>> {
    let mut skin_joints = Vec::new();
    let mut joint_from_mesh = Vec::new();
    for skin in &model.skins {
        for binding in &skin.bindings {
            skin_joints.push(binding.joint.ok_or("a skin has a joint that is not in the file")?);
            joint_from_mesh.push(Mat4::from(binding.joint_from_bind * skin.bind_from_mesh));
        }
    }
    joint_from_mesh.push(Mat4::IDENTITY);
    Ok((skin_joints, joint_from_mesh))
}

/// Returns the vertices and indices of all parts.
fn read_parts(model: &Model) -> Result<(Vec<Vertex>, Vec<u16>), Box<dyn Error>> {
    let mut vertices = Vec::new();
    let mut indices = Vec::new();
    for part in &model.parts {
        let first_slot: usize = model.skins[..part.skin].iter().map(|skin| skin.bindings.len()).sum();
        for index in &part.mesh.indices {
            let index = u16::try_from(vertices.len() + *index as usize);
            indices.push(index.map_err(|_| "there are more than 65,536 vertices: an index has 16 bits")?);
        }
        for vertex in &part.mesh.vertices {
            let mut influences = Vec::new();
            for (joint, weight) in vertex.joints.into_iter().zip(vertex.weights) {
                if weight > 0.0 {
                    influences.push(Influence { slot: first_slot + usize::from(joint), weight });
                }
            }
            let (position, normal, texcoord) = (vertex.position, vertex.normal, vertex.texcoord);
            vertices.push(Vertex { position, normal, texcoord, influences });
        }
    }
    Ok((vertices, indices))
}

/// Returns the keys of each joint, one for each tick, and the clips, which follow one another on one clock.
fn read_clips(model: &Model) -> Result<(Vec<Option<Track>>, Vec<Clip>), Box<dyn Error>> {
    let mut tracks = vec![Track { times: Vec::new(), keys: Vec::new() }; model.skeleton.len()];
    let mut clips = Vec::new();
    let mut figure = ModelInstance::new(model);
    let mut start = 0.0;
    for clip in &model.clips {
        let ticks = (clip.end - clip.start) * TICKS_PER_SECOND;
        if !(0.0..10_000.0).contains(&ticks) {
            return Err(format!("the clip {} is too long", clip.name).into());
        }
        for tick in 0..=ticks.ceil() as u16 {
            let tick = f32::from(tick).min(ticks);
            figure.sample(model, clip, clip.start + tick / TICKS_PER_SECOND);
            add_keys(&mut tracks, start + tick, &figure);
        }
        if ticks > 0.0 {
            let end = start + ticks;
            clips.push(Clip { name: clip.name.clone(), start, end, ticks_per_second: TICKS_PER_SECOND });
        }
        start += ticks + 1.0;
    }
    if clips.is_empty() {
        figure.rest(model);
        add_keys(&mut tracks, start, &figure);
        let end = start + TICKS_PER_SECOND;
        clips.push(Clip { name: "rest".to_owned(), start, end, ticks_per_second: TICKS_PER_SECOND });
    }
    Ok((tracks.into_iter().map(Some).collect(), clips))
}

fn add_keys(tracks: &mut [Track], tick: f32, figure: &ModelInstance) {
    for (track, local) in tracks.iter_mut().zip(&figure.pose().locals) {
        track.times.push(tick);
        track.keys.push(Transform { translation: local.translation, rotation: local.rotation, scale: local.scale });
    }
}

/// Returns the first picture of the file, or a pixel of grey if there is none: all of the figure gets it.
fn read_picture(model: &Model) -> Result<Picture, Box<dyn Error>> {
    match model.materials.iter().find_map(|material| material.texture.as_ref()) {
        Some(Texture::File(path)) => {
            Picture::read(&fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?)
        }
        Some(Texture::Bytes { bytes, .. }) => Picture::read(bytes),
        None => Ok(Picture { width: 1, height: 1, rgba: vec![180, 180, 180, 255] }),
    }
}
