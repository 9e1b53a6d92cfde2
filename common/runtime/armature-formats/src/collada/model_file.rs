//! A document as the file of a figure, evaluated by the runtime's own sampling.

use super::{Document, SkinData, read_text, xml::Text};
use crate::loading::{
    Error, LoadedModel, Reporter,
    files::Files,
    model_file::{Channel, ModelFile, Node, Point, Report, Skin, Weights, matrix_rows},
};
use armature::{
    animation::Clip,
    model::{Model, ModelInstance},
};
use glam::{Affine3A, DAffine3, Vec3};
use std::path::Path;

impl ModelFile for Document {
    fn model(&self, _: &Path) -> Result<LoadedModel, Error> {
        Ok(self.loaded.clone())
    }

    fn report(&self, loaded: &LoadedModel, times: &[f32], clip: Option<usize>) -> Result<Report, Error> {
        let model = &loaded.model;
        let timeline = self.whole_timeline(times, clip)?;
        let mut instance = ModelInstance::new(model);
        let bind = world_of(&instance);
        let mut skins: Vec<Skin> = self.skins.iter().map(|skin| report_skin(model, &instance, skin)).collect();
        let mut worlds = Vec::new();
        for time in times {
            instance.sample(model, &timeline, *time);
            worlds.push(world_of(&instance));
            for (skin, data) in skins.iter_mut().zip(&self.skins) {
                skin.skinned.push(skinned(&instance, data));
            }
        }
        let mut nodes = Vec::new();
        for (index, (node, joint)) in self.nodes.iter().zip(model.skeleton.joints()).enumerate() {
            let [id, sid, name] =
                [&node.id, &node.sid, &node.name].map(|text| (!text.is_empty()).then(|| text.clone()));
            let local = matrix_rows(&double(&model.skeleton.bind_pose().local(index)));
            nodes.push(Node { id, sid, name, joint: model.is_joint[index], parent: joint.parent, local });
        }
        let channels = self.channels.iter().map(|channel| Channel::new(channel.target.clone(), &channel.times));
        Ok(Report {
            file: self.name.clone(),
            exporter: self.authoring_tool.clone(),
            version: self.version.clone(),
            up_axis: self.up_axis.name(),
            unit_meter: self.unit_meter,
            nodes,
            clip: clip.map(|clip| model.clips[clip].name.clone()),
            skins,
            channels: channels.collect(),
            driven: self.channels.iter().filter(|channel| !channel.joints.is_empty()).count(),
            pictures: self.pictures.clone(),
            ..Report::new(loaded, times, &bind, &worlds)
        })
    }
}

impl Document {
    /// Returns a clip with all keys of the channels of one clip, or of the file.
    fn whole_timeline(&self, times: &[f32], clip: Option<usize>) -> Result<Clip, Error> {
        let mut timeline = Clip::of_tracks("", Vec::new());
        if !times.is_empty() {
            let text = Text { whole: &self.text, blanks: 0 };
            read_text(text, Reporter::new(&self.name), Files::None, Some((&mut timeline, clip)))?;
        }
        Ok(timeline)
    }
}

fn world_of(instance: &ModelInstance) -> Vec<DAffine3> {
    instance.model_from_joint().iter().map(double).collect()
}

fn double(matrix: &Affine3A) -> DAffine3 {
    DAffine3::from_cols_array(&matrix.to_cols_array().map(f64::from))
}

fn report_skin(model: &Model, instance: &ModelInstance, data: &SkinData) -> Skin {
    let bindings = &model.skins[data.skin].bindings[..data.names.len()];
    let mut histogram = Vec::new();
    for influences in data.influences.iter() {
        let count = influences.iter().filter(|influence| influence.weight != 0.0).count();
        histogram.resize(histogram.len().max(count + 1), 0);
        histogram[count] += 1;
    }
    Skin {
        controller: data.controller.clone(),
        node: data.node,
        joints: bindings.iter().map(|binding| binding.joint).collect(),
        positions: data.positions.len(),
        bind: skinned(instance, data),
        skinned: Vec::new(),
        weights: Some(Weights { joints: data.names.to_vec(), histogram }),
    }
}

/// Returns the positions of a skinned mesh by all influences, with weights normalised to sum 1. A position without weight
/// follows the skin's first joint.
///
/// Source: COLLADA 1.4.1 specification, chapter 4, "Skin deformation (or skinning)".
fn skinned(instance: &ModelInstance, data: &SkinData) -> Vec<Point> {
    let palette = instance.palette(data.skin);
    let mut points = Vec::with_capacity(data.positions.len());
    for (index, position) in data.positions.iter().enumerate() {
        let mut sum = Vec3::ZERO;
        let mut total = 0.0;
        for influence in data.influences.get(index).iter().filter(|influence| influence.weight > 0.0) {
            sum += influence.weight * palette[usize::from(influence.slot)].transform_point3(*position);
            total += influence.weight;
        }
        let point = if total > 0.0 { sum / total } else { palette[0].transform_point3(*position) };
        points.push(point.into());
    }
    points
}
