//! Reads a figure from a glTF file, with the course's loader.

use crate::figure::{Figure, Part, TICKS_PER_SECOND, Vertex};
use crate::lessons::{Clip, Influence, Joint, KeyList, MAX_JOINTS, Track, Transform};
use crate::picture::Picture;
use armature::model::{Material, Model, Texture};
use armature::{animation, math};
use glam::{Mat4, Vec4};
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
    let (vertices, indices, parts) = read_parts(model)?;
    let (tracks, clips) = read_clips(model);
    let world_from_file = Mat4::from(model.world_from_model);
    Ok(Figure { joints, world_from_file, vertices, indices, skin_joints, joint_from_mesh, parts, tracks, clips })
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

/// Returns the vertices and indices of all parts, and the parts.
fn read_parts(model: &Model) -> Result<(Vec<Vertex>, Vec<u16>, Vec<Part>), Box<dyn Error>> {
    let mut vertices = Vec::new();
    let mut indices = Vec::new();
    let mut parts = Vec::new();
    for part in &model.parts {
        let picture = read_picture(part.material.map(|material| &model.materials[material]))?;
        parts.push(Part { indices: indices.len()..indices.len() + part.mesh.indices.len(), picture });
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
    Ok((vertices, indices, parts))
}

/// Returns the tracks of the joints, and the clips, which follow one another on one clock.
fn read_clips(model: &Model) -> (Vec<Option<Track>>, Vec<Clip>) {
    let mut clips = Vec::new();
    let mut pieces = Vec::new();
    let mut start = 0.0;
    for clip in model.clips.iter().filter(|clip| clip.duration() > 0.0) {
        let end = start + clip.duration() * TICKS_PER_SECOND;
        clips.push(Clip { name: clip.name.clone(), start, end, ticks_per_second: TICKS_PER_SECOND });
        pieces.push((clip, start));
        start = end + 1.0;
    }
    if clips.is_empty() {
        let end = start + TICKS_PER_SECOND;
        clips.push(Clip { name: "rest".to_owned(), start, end, ticks_per_second: TICKS_PER_SECOND });
    }
    let mut tracks = Vec::new();
    for (joint, bind) in model.skeleton.joints().iter().enumerate() {
        tracks.push(read_track(joint, bind.bind_local, &pieces));
    }
    (tracks, clips)
}

/// Returns a joint's keys in all clips, each of which begins at a tick; `None` if no clip moves it. A part that only other
/// clips move rests in a clip, with a key at its start and its end.
fn read_track(joint: usize, rest: math::Transform, clips: &[(&animation::Clip, f32)]) -> Option<Track> {
    let math::Transform { translation, rotation, scale } = rest;
    let mut track = Track::at_rest(Transform { translation, rotation, scale });
    let mut moved = [false; 3];
    for tracks in clips.iter().flat_map(|(clip, _)| &clip.tracks).filter(|tracks| tracks.joint == joint) {
        moved[0] |= tracks.translation.is_some();
        moved[1] |= tracks.rotation.is_some();
        moved[2] |= tracks.scale.is_some();
    }
    for (clip, start) in clips {
        let found = clip.tracks.iter().find(|tracks| tracks.joint == joint);
        let [first, last] = [clip.start, clip.end].map(|time| {
            let mut local = rest;
            if let Some(tracks) = found {
                tracks.sample_local(time, &mut [0; 4], &mut local);
            }
            local
        });
        let keys = found.and_then(|tracks| tracks.translation.as_ref());
        if moved[0] {
            add_keys(&mut track.translations, clip, *start, [first.translation, last.translation], keys);
        }
        let keys = found.and_then(|tracks| tracks.rotation.as_ref()).map(|keys| keys.track());
        if moved[1] {
            add_keys(&mut track.rotations, clip, *start, [first.rotation, last.rotation], keys);
        }
        let keys = found.and_then(|tracks| tracks.scale.as_ref());
        if moved[2] {
            add_keys(&mut track.scales, clip, *start, [first.scale, last.scale], keys);
        }
    }
    moved.contains(&true).then_some(track)
}

/// Adds a clip's keys to a list, with a key at its start and its end, which have the values `ends`.
fn add_keys<T: Copy>(
    list: &mut KeyList<T>,
    clip: &animation::Clip,
    start: f32,
    ends: [T; 2],
    keys: Option<&animation::Track<T>>,
) {
    list.times.push(start);
    list.values.push(ends[0]);
    if let Some(keys) = keys {
        for (index, (time, value)) in keys.times().iter().zip(keys.values()).enumerate() {
            // Of two keys at the same time the first is a little earlier.
            let is_jump = keys.times().get(index + 1) == Some(time);
            if *time > clip.start && (*time < clip.end || is_jump && *time == clip.end) {
                let earlier = if is_jump { 0.001 } else { 0.0 };
                list.times.push(start + (time - clip.start) * TICKS_PER_SECOND - earlier);
                list.values.push(*value);
            }
        }
    }
    list.times.push(start + clip.duration() * TICKS_PER_SECOND);
    list.values.push(ends[1]);
}

/// Returns a material's picture, or a pixel of its colour if it has none; grey without a material.
fn read_picture(material: Option<&Material>) -> Result<Picture, Box<dyn Error>> {
    match material.and_then(|material| material.texture.as_ref()) {
        Some(Texture::File(path)) => {
            Picture::read(&fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?)
        }
        Some(Texture::Bytes { bytes, .. }) => Picture::read(bytes),
        None => {
            let color = material.map_or(Vec4::splat(0.7), |material| material.diffuse);
            Ok(Picture { width: 1, height: 1, rgba: (255.0 * color).to_array().map(|number| number as u8).into() })
        }
    }
}
