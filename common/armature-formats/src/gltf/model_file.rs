//! A document as the file of a figure.

use super::{
    document::{Channel, Document, Property, WeightChannel},
    evaluate,
};
use crate::loading::{
    Error, LoadedModel,
    model_file::{self, ModelFile, Node, Report, Skin, matrix, points},
};
use glam::DAffine3;
use std::path::Path;

impl ModelFile for Document {
    fn model(&self, path: &Path) -> Result<LoadedModel, Error> {
        super::model(self, path)
    }

    fn report(&self, loaded: &LoadedModel, times: &[f32], clip: Option<usize>) -> Result<Report, Error> {
        let model = &loaded.model;
        let rest = evaluate::locals(self, None, 0.0);
        let bind = evaluate::world(self, &rest);
        let clip = clip.unwrap_or(0);
        // Those that move nothing are no clips.
        let animation = self.animations.iter().filter(|it| !it.channels.is_empty() || !it.weights.is_empty()).nth(clip);
        let at = |time: &f32| evaluate::world(self, &evaluate::locals(self, animation, f64::from(*time)));
        let worlds: Vec<Vec<DAffine3>> = times.iter().map(at).collect();
        let mut joint_of = vec![None; self.nodes.len()];
        let mut nodes = Vec::new();
        let mut skins = Vec::new();
        for (joint, &node) in self.scene.iter().enumerate() {
            joint_of[node] = Some(joint);
            let data = &model.skeleton.joints()[joint];
            nodes.push(Node {
                id: None,
                sid: None,
                name: Some(data.name.clone()),
                joint: model.is_joint[joint],
                parent: data.parent,
                local: matrix(&rest[node]),
            });
        }
        for (joint, &node) in self.scene.iter().enumerate() {
            let Some(skin) = self.nodes[node].skin.map(|skin| &self.skins[skin]) else { continue };
            let at = |(world, time): (&Vec<DAffine3>, Option<&f32>)| {
                let animation = animation.filter(|_| time.is_some());
                let weights = evaluate::weights(self, animation, node, time.copied().unwrap_or(0.0).into());
                Ok(points(evaluate::skinned(self, node, world, &weights)?))
            };
            let bind = at((&bind, None))?;
            skins.push(Skin {
                controller: skin.name.clone(),
                node: joint,
                joints: skin.joints.iter().map(|node| joint_of[*node]).collect(),
                positions: bind.len(),
                bind,
                skinned: worlds.iter().zip(times.iter().map(Some)).map(at).collect::<Result<_, Error>>()?,
                weights: None,
            });
        }
        // As Collada would write it: `name/translation`.
        let channel = |channel: &Channel| {
            let name = joint_of[channel.node].map_or("", |joint| &model.skeleton.joints()[joint].name);
            let property = match channel.property {
                Property::Translation => "translation",
                Property::Rotation => "rotation",
                Property::Scale => "scale",
            };
            model_file::Channel::new(format!("{name}/{property}"), &channel.curve.times)
        };
        let weights = |channel: &WeightChannel| {
            let name = joint_of[channel.node].map_or("", |joint| &model.skeleton.joints()[joint].name);
            model_file::Channel::new(format!("{name}/weights"), &channel.times)
        };
        let animations = || self.animations.iter().filter(|animation| !animation.is_all);
        let morphs = || animations().flat_map(|animation| &animation.weights);
        let channels = || animations().flat_map(|animation| &animation.channels);
        Ok(Report {
            file: self.name.clone(),
            exporter: self.generator.clone(),
            version: "2.0".into(),
            up_axis: "Y_UP",
            unit_meter: 1.0,
            nodes,
            clip: model.clips.get(clip).map(|clip| clip.name.clone()),
            skins,
            channels: channels().map(channel).chain(morphs().map(weights)).collect(),
            driven: channels().filter(|channel| joint_of[channel.node].is_some()).count(),
            ..Report::new(loaded, times, &bind, &worlds)
        })
    }
}
