//! A document as the file of a figure.

use super::{
    document::{Document, SkinData},
    evaluate::{self, ChannelSet},
    scene::Scene,
};
use crate::loading::{
    Error, LoadedModel,
    model_file::{self, ModelFile, Node, Report, Skin, Weights, matrix_rows, points},
};
use glam::DAffine3;
use std::path::Path;

impl ModelFile for Document {
    fn model(&self, path: &Path) -> Result<LoadedModel, Error> {
        super::model(self, &Scene::new(self)?, path)
    }

    fn report(&self, loaded: &LoadedModel, times: &[f32], clip: Option<usize>) -> Result<Report, Error> {
        let scene = &Scene::new(self)?;
        let rest = evaluate::rest_locals(self);
        let bind = evaluate::world(&scene.nodes, &rest);
        let driven = scene.driven.iter().copied();
        let in_clip =
            driven.filter(|driven| clip.is_none_or(|clip| self.is_in_clip(clip, &self.channels[driven.channel])));
        let motion = ChannelSet::new(self, in_clip);
        let worlds: Vec<Vec<DAffine3>> =
            times.iter().map(|time| evaluate::world(&scene.nodes, &motion.locals(*time))).collect();
        let mut nodes = Vec::new();
        for instance in &scene.nodes {
            let node = &self.nodes[instance.node];
            let [id, sid, name] =
                [&node.id, &node.sid, &node.name].map(|text| (!text.is_empty()).then(|| text.clone()));
            let local = matrix_rows(&rest[instance.node]);
            nodes.push(Node { id, sid, name, joint: node.joint, parent: instance.parent, local });
        }
        let mut skins = Vec::new();
        for skin in &scene.skins {
            let controller = &self.controllers[skin.controller];
            let bind = points(evaluate::skinned(self, scene, skin, &bind));
            skins.push(Skin {
                controller: controller.location.id.clone(),
                node: skin.node,
                joints: skin.joints.clone(),
                positions: bind.len(),
                bind,
                skinned: worlds.iter().map(|world| points(evaluate::skinned(self, scene, skin, world))).collect(),
                weights: controller.skin.as_ref().map(count_weights),
            });
        }
        let channels = self
            .channels
            .iter()
            .map(|channel| model_file::Channel::new(channel.target.clone(), &self.curves[channel.curve].times));
        let textures = self.materials.iter().map(|data| data.effect.texture.as_ref());
        Ok(Report {
            file: self.name.clone(),
            exporter: self.asset.authoring_tool.clone(),
            version: self.asset.version.clone(),
            up_axis: self.asset.up_axis.name(),
            unit_meter: self.asset.unit_meter,
            nodes,
            clip: clip.map(|clip| loaded.model.clips[clip].name.clone()),
            skins,
            channels: channels.collect(),
            driven: scene.driven.len(),
            pictures: textures.map(|texture| Some(texture?.address.clone())).collect(),
            ..Report::new(loaded, times, &bind, &worlds)
        })
    }
}

/// Counts how many positions follow no joint, one joint, two and so on.
fn count_weights(skin: &SkinData) -> Weights {
    let mut histogram = Vec::new();
    for position in 0..skin.ends.len() {
        let count = skin.influences(position).filter(|(_, weight)| *weight != 0.0).count();
        if histogram.len() <= count {
            histogram.resize(count + 1, 0);
        }
        histogram[count] += 1;
    }
    Weights { joints: skin.joints.clone(), histogram }
}
