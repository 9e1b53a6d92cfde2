//! A document as the file of a figure.

use super::{
    document::{Channel, Document, Property, WeightChannel},
    evaluate,
};
use crate::loading::{
    Error, LoadedModel,
    model_file::{self, ModelFile, Node, Report, Skin, matrix_rows, points},
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
        let animation = self.animations.iter().filter(|animation| animation.moves()).nth(clip);
        let locals = times.iter().map(|time| evaluate::locals(self, animation, f64::from(*time)));
        let worlds: Vec<Vec<DAffine3>> = locals.map(|locals| evaluate::world(self, &locals)).collect();
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
                local: matrix_rows(&rest[node]),
            });
        }
        for (joint, &node) in self.scene.iter().enumerate() {
            let Some(skin) = self.nodes[node].skin.map(|skin| &self.skins[skin]) else { continue };
            let weights = evaluate::weights(self, None, node, 0.0);
            let bind = points(evaluate::skinned(self, node, &bind, &weights)?);
            let mut skinned = Vec::new();
            for (world, time) in worlds.iter().zip(times) {
                let weights = evaluate::weights(self, animation, node, f64::from(*time));
                skinned.push(points(evaluate::skinned(self, node, world, &weights)?));
            }
            skins.push(Skin {
                controller: skin.name.clone(),
                node: joint,
                joints: skin.joints.iter().map(|node| joint_of[*node]).collect(),
                positions: bind.len(),
                bind,
                skinned,
                weights: None,
            });
        }
        // Targets as Collada would write them: `name/translation`.
        let names: Vec<&str> =
            joint_of.iter().map(|joint| joint.map_or("", |joint| &model.skeleton.joints()[joint].name)).collect();
        let mut channels = Vec::new();
        let mut morphs = Vec::new();
        let mut driven = 0;
        for animation in self.animations.iter().filter(|animation| !animation.is_all) {
            for Channel { node, property, curve, .. } in &animation.channels {
                let property = match property {
                    Property::Translation => "translation",
                    Property::Rotation => "rotation",
                    Property::Scale => "scale",
                };
                channels.push(model_file::Channel::new(format!("{}/{property}", names[*node]), &curve.times));
                driven += usize::from(joint_of[*node].is_some());
            }
            for WeightChannel { node, times, .. } in &animation.weights {
                morphs.push(model_file::Channel::new(format!("{}/weights", names[*node]), times));
            }
        }
        channels.extend(morphs);
        Ok(Report {
            file: self.name.clone(),
            exporter: self.generator.clone(),
            version: "2.0".into(),
            up_axis: "Y_UP",
            unit_meter: 1.0,
            nodes,
            clip: model.clips.get(clip).map(|clip| clip.name.clone()),
            skins,
            channels,
            driven,
            ..Report::new(loaded, times, &bind, &worlds)
        })
    }
}
