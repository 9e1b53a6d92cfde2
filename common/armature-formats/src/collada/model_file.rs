//! A document as the file of a figure.

use super::{
    document::{Channel, Document, SkinData},
    evaluate::{self, ChannelSet},
    scene::{Driven, Scene, SceneNode, SkinInstance},
};
use crate::loading::{
    Error, LoadedModel,
    model_file::{self, ModelFile, Node, Report, Skin, Weights, matrix, points},
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
        let in_clip = |driven: &&Driven| clip.is_none_or(|clip| self.is_in_clip(clip, &self.channels[driven.channel]));
        let motion = ChannelSet::new(self, scene.driven.iter().filter(in_clip).copied());
        let at = |time: &f32| evaluate::world(&scene.nodes, &motion.locals(*time));
        let worlds: Vec<Vec<DAffine3>> = times.iter().map(at).collect();
        let some = |text: &String| (!text.is_empty()).then(|| text.clone());
        let node = |instance: &SceneNode| {
            let node = &self.nodes[instance.node];
            Node {
                id: some(&node.id),
                sid: some(&node.sid),
                name: some(&node.name),
                joint: node.joint,
                parent: instance.parent,
                local: matrix(&rest[instance.node]),
            }
        };
        let skin = |skin: &SkinInstance<'_>| {
            let at = |world: &[DAffine3]| points(evaluate::skinned(self, scene, skin, world));
            let controller = &self.controllers[skin.controller];
            let bind = at(&bind);
            Skin {
                controller: controller.place.id.clone(),
                node: skin.node,
                joints: skin.joints.clone(),
                positions: bind.len(),
                bind,
                skinned: worlds.iter().map(|world| at(world)).collect(),
                weights: controller.skin.as_ref().map(weights),
            }
        };
        let channel =
            |channel: &Channel| model_file::Channel::new(channel.target.clone(), &self.curves[channel.curve].times);
        let address = |texture: &super::document::Texture| texture.address.clone();
        Ok(Report {
            file: self.name.clone(),
            exporter: self.asset.authoring_tool.clone(),
            version: self.asset.version.clone(),
            up_axis: self.asset.up_axis.name(),
            unit_meter: self.asset.unit_meter,
            nodes: scene.nodes.iter().map(node).collect(),
            clip: clip.map(|clip| loaded.model.clips[clip].name.clone()),
            skins: scene.skins.iter().map(skin).collect(),
            channels: self.channels.iter().map(channel).collect(),
            driven: scene.driven.len(),
            pictures: self.materials.iter().map(|data| data.effect.texture.as_ref().map(address)).collect(),
            ..Report::new(loaded, times, &bind, &worlds)
        })
    }
}

fn weights(skin: &SkinData) -> Weights {
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
