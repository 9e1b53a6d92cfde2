//! A loaded file as the file of a figure.

use super::meshes::SkinnedMesh;
use crate::loading::{
    Error, LoadedModel,
    model_file::{Channel, ModelFile, Node, Report, Skin, matrix_rows},
};
use armature::{
    animation::{RotationTrack, Track},
    model::{Model, ModelInstance, Part},
    skin::skin_vertices,
};
use glam::{Affine3A, DAffine3, Vec3};
use std::path::Path;

/// A loaded file, and the program that wrote it.
pub(crate) struct GltfFile {
    pub(super) name: String,
    pub(super) generator: String,
    pub(super) skinned: Vec<SkinnedMesh>,
    pub(crate) loaded: LoadedModel,
}

impl ModelFile for GltfFile {
    fn model(&self, _: &Path) -> Result<LoadedModel, Error> {
        Ok(self.loaded.clone())
    }

    fn report(&self, loaded: &LoadedModel, times: &[f32], clip: Option<usize>) -> Result<Report, Error> {
        let model = &loaded.model;
        let mut instance = ModelInstance::new(model);
        let clip = model.clips.get(clip.unwrap_or(0));
        let bind = joint_matrices(&instance);
        let mut skins = Vec::new();
        for mesh in &self.skinned {
            let parts = &model.parts[mesh.parts.clone()];
            let bind = positions(model, &instance, parts);
            let joints = parts.first().map_or(&[][..], |part| &model.skins[part.skin].bindings);
            skins.push(Skin {
                controller: mesh.name.clone(),
                node: mesh.joint,
                joints: joints.iter().map(|binding| binding.joint).collect(),
                positions: bind.len(),
                bind,
                skinned: Vec::new(),
                weights: None,
            });
        }
        let mut worlds = Vec::new();
        for time in times {
            match clip {
                Some(clip) => instance.sample(model, clip, *time),
                None => instance.rest(model),
            }
            worlds.push(joint_matrices(&instance));
            for (skin, mesh) in skins.iter_mut().zip(&self.skinned) {
                skin.skinned.push(positions(model, &instance, &model.parts[mesh.parts.clone()]));
            }
        }
        let nodes = model.skeleton.joints().iter().zip(&model.is_joint).map(|(data, is_joint)| Node {
            id: None,
            sid: None,
            name: Some(data.name.clone()),
            joint: *is_joint,
            parent: data.parent,
            local: matrix_rows(&double(&data.bind_local.to_affine())),
        });
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
        Ok(Report {
            file: self.name.clone(),
            exporter: self.generator.clone(),
            version: "2.0".into(),
            up_axis: "Y_UP",
            unit_meter: 1.0,
            nodes: nodes.collect(),
            clip: clip.map(|clip| clip.name.clone()),
            skins,
            driven: channels.len(),
            channels,
            ..Report::new(loaded, times, &bind, &worlds)
        })
    }
}

fn joint_matrices(instance: &ModelInstance) -> Vec<DAffine3> {
    instance.model_from_joint().iter().map(double).collect()
}

fn double(matrix: &Affine3A) -> DAffine3 {
    DAffine3::from_cols_array(&matrix.to_cols_array().map(f64::from))
}

/// Returns the positions of the vertices of some parts in an instance's pose.
fn positions(model: &Model, instance: &ModelInstance, parts: &[Part]) -> Vec<[f32; 3]> {
    let mut all = Vec::new();
    let mut morphed = Vec::new();
    for part in parts {
        let vertices = instance.morphed(model, part, &mut morphed);
        let mut positions = vec![Vec3::ZERO; vertices.len()];
        let mut normals = positions.clone();
        skin_vertices(instance.palette(part.skin), vertices, &mut positions, &mut normals);
        all.extend(positions.into_iter().map(<[f32; 3]>::from));
    }
    all
}
