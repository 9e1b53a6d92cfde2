//! A document as the file of a figure, evaluated by the runtime's own sampling.

use super::{Document, SkinData, read_text, xml::Text};
use crate::loading::{
    Error, LoadedModel, Reporter,
    files::Files,
    model_file::{Channel, ModelFile, Node, Point, Report, Skin, matrix_rows},
};
use armature::{
    animation::Clip,
    model::{Model, ModelInstance},
};
use glam::Vec3;

impl ModelFile for Document {
    fn loaded(&self) -> &LoadedModel {
        &self.loaded
    }

    fn into_loaded(self: Box<Self>) -> LoadedModel {
        self.loaded
    }

    fn facts(&self) -> Report {
        let model = &self.loaded.model;
        let bind = model.skeleton.bind_pose();
        let mut nodes = Vec::new();
        for (index, (node, joint)) in self.nodes.iter().zip(model.skeleton.joints()).enumerate() {
            let [id, sid, name] =
                [&node.id, &node.sid, &node.name].map(|text| (!text.is_empty()).then(|| text.clone()));
            let local = matrix_rows(&bind.local(index));
            nodes.push(Node { id, sid, name, joint: model.is_joint[index], parent: joint.parent, local });
        }
        let channels = self.channels.iter().map(|channel| Channel::new(channel.target.clone(), &channel.times));
        Report {
            file: self.name.clone(),
            exporter: self.authoring_tool.clone(),
            version: self.version.clone(),
            up_axis: self.up_axis.name(),
            unit_meter: self.unit_meter,
            nodes,
            skins: self.skins.iter().map(|skin| describe_skin(model, skin)).collect(),
            channels: channels.collect(),
            pictures: self.pictures.clone(),
            ..Report::default()
        }
    }

    fn timeline(&self, clip: Option<usize>) -> Result<Clip, Error> {
        let mut timeline = Clip::of_tracks("", Vec::new());
        let text = Text { whole: &self.text, blanks: 0 };
        read_text(text, Reporter::new(&self.name), Files::None, Some((&mut timeline, clip)))?;
        Ok(timeline)
    }

    /// Skins by all influences, with weights normalised to sum 1. A position without weight follows the skin's first joint.
    ///
    /// Source: COLLADA 1.4.1 specification, chapter 4, "Skin deformation (or skinning)".
    fn skinned(&self, skin: usize, instance: &ModelInstance) -> Vec<Point> {
        let SkinData { skin, influences, positions, .. } = &self.skins[skin];
        let palette = instance.palette(*skin);
        let mut points = Vec::with_capacity(positions.len());
        for (index, position) in positions.iter().enumerate() {
            let mut sum = Vec3::ZERO;
            let mut total = 0.0;
            for influence in influences.get(index).iter().filter(|influence| influence.weight > 0.0) {
                sum += influence.weight * palette[usize::from(influence.slot)].transform_point3(*position);
                total += influence.weight;
            }
            let point = if total > 0.0 { sum / total } else { palette[0].transform_point3(*position) };
            points.push(point.into());
        }
        points
    }
}

fn describe_skin(model: &Model, data: &SkinData) -> Skin {
    let bindings = &model.skins[data.skin].bindings[..data.names.len()];
    Skin {
        controller: data.controller.clone(),
        node: data.node,
        joints: bindings.iter().map(|binding| binding.joint).collect(),
        ..Skin::default()
    }
}
