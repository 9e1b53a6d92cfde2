//! A loaded file as the file of a figure.

use super::meshes::SkinnedMesh;
use crate::loading::{
    Error, LoadedModel,
    model_file::{Channel, ModelFile, Node, Point, Report, Skin, matrix_rows},
};
use armature::{
    animation::{Clip, RotationTrack, Track},
    model::{Model, ModelInstance},
    skin::skin_vertices,
};
use glam::Vec3;

/// A loaded file, and the program that wrote it.
pub(crate) struct GltfFile {
    pub(super) name: String,
    pub(super) generator: String,
    pub(super) skinned: Vec<SkinnedMesh>,
    pub(crate) loaded: LoadedModel,
}

impl ModelFile for GltfFile {
    fn loaded(&self) -> &LoadedModel {
        &self.loaded
    }

    fn into_loaded(self: Box<Self>) -> LoadedModel {
        self.loaded
    }

    fn facts(&self) -> Report {
        let model = &self.loaded.model;
        let mut skins = Vec::new();
        for mesh in &self.skinned {
            let part = model.parts[mesh.parts.clone()].first();
            let joints = part.map_or(&[][..], |part| &model.skins[part.skin].bindings);
            let joints = joints.iter().map(|binding| binding.joint).collect();
            skins.push(Skin { controller: mesh.name.clone(), node: mesh.joint, joints, ..Skin::default() });
        }
        let nodes = model.skeleton.joints().iter().zip(&model.is_joint).map(|(data, is_joint)| Node {
            id: None,
            sid: None,
            name: Some(data.name.clone()),
            joint: *is_joint,
            parent: data.parent,
            local: matrix_rows(&data.bind_local.to_affine()),
        });
        Report {
            file: self.name.clone(),
            exporter: self.generator.clone(),
            version: "2.0".into(),
            up_axis: "Y_UP",
            unit_meter: 1.0,
            nodes: nodes.collect(),
            clip: model.clips.first().map(|clip| clip.name.clone()),
            skins,
            channels: channels_of(model),
            ..Report::default()
        }
    }

    fn timeline(&self, clip: Option<usize>) -> Result<Clip, Error> {
        let clips = &self.loaded.model.clips;
        Ok(clips.get(clip.unwrap_or(0)).cloned().unwrap_or_else(|| Clip::of_tracks("", Vec::new())))
    }

    fn skinned(&self, skin: usize, instance: &ModelInstance) -> Vec<Point> {
        let model = &self.loaded.model;
        let mut all = Vec::new();
        let mut morphed = Vec::new();
        for part in &model.parts[self.skinned[skin].parts.clone()] {
            let vertices = instance.morphed(model, part, &mut morphed);
            let mut positions = vec![Vec3::ZERO; vertices.len()];
            let mut normals = positions.clone();
            skin_vertices(instance.palette(part.skin), vertices, &mut positions, &mut normals);
            all.extend(positions.into_iter().map(Point::from));
        }
        all
    }
}

/// Returns the curves of all clips, by node and property or by morph target.
fn channels_of(model: &Model) -> Vec<Channel> {
    let mut channels = Vec::new();
    for clip in &model.clips {
        for tracks in &clip.tracks {
            let name = &model.skeleton.joints()[tracks.joint].name;
            let rotation = tracks.rotation.as_ref().map(RotationTrack::times);
            let vectors = [&tracks.translation, &tracks.scale].map(|track| track.as_ref().map(Track::times));
            for (property, times) in [("translation", vectors[0]), ("rotation", rotation), ("scale", vectors[1])] {
                channels.extend(times.map(|times| Channel::new(format!("{name}/{property}"), times)));
            }
        }
        for track in &clip.weights {
            let set = &model.morph_sets[track.set];
            channels.push(Channel::new(format!("{}/{}", set.name, set.targets[track.target]), track.track.times()));
        }
    }
    channels
}
