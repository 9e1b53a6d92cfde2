//! The scene in the page: the knight walks in the skin that the answers read from a file's lists.

use crate::figures::inputs;
use crate::{Influence, Joint, rows};
use armature::model::{Model, ModelInstance};
use drawing::{Draw, Frame, Moment, Painted, Scene, SceneInfo, textured};
use given::{CallError, Course};
use glam::{Affine3A, Mat4};

pub(crate) static SCENE: SceneInfo = SceneInfo {
    words: "The knight walks in the skin that this lesson's code reads.",
    figure: Some("knight"),
    buttons: &[],
    steering: None,
    mistakes: &[
        ("11.3", "INVERSE-BIND-FORGOTTEN"),
        ("11.3", "ROWS-FOR-COLUMNS"),
        ("11.2", "SKIN-ORDER"),
        ("11.1", "OFFSETS-SWAPPED"),
        ("11.1", "ONE-EACH"),
    ],
    camera: [0.6, 0.1, 3.0, 0.8],
    time: 0.0,
    room_below: 0.0,
    controls: &[],
    shaders: &[],
    wire_shader: None,
    open: |cast| {
        let model = cast.model()?;
        Some(Box::new(SkinStage { figure: ModelInstance::new(&model), model, seconds: 0.0 }))
    },
};

struct SkinStage {
    model: Model,
    figure: ModelInstance,
    seconds: f32,
}

impl SkinStage {
    /// Returns the influences of a part's vertices by 11.1 and 11.4, from lists as a file has them.
    fn influences(&self, part: usize, course: &Course) -> Result<Vec<Vec<Influence>>, CallError> {
        let names = self.model.skins[self.model.parts[part].skin].bindings.len();
        let inputs = inputs(&[("JOINT", 0), ("WEIGHT", 1)]);
        let mut vcount = Vec::new();
        let mut v = Vec::new();
        let mut weights = Vec::new();
        for vertex in &self.model.parts[part].mesh.vertices {
            let mut count = 0;
            for (joint, weight) in vertex.joints.iter().zip(vertex.weights).filter(|(_, weight)| *weight > 0.0) {
                v.extend([i32::from(*joint), weights.len() as i32]);
                weights.push(weight);
                count += 1;
            }
            vcount.push(count);
        }
        let mut four = Vec::new();
        for influences in course.collada_skin.influences(&inputs, &vcount, &v, &weights, names)? {
            four.push(course.collada_skin.four_strongest(&influences)?);
        }
        Ok(four)
    }
}

impl Scene for SkinStage {
    fn meshes(&mut self, course: &Course) -> Result<Vec<Painted>, CallError> {
        let mut meshes = textured(&self.model);
        for (part, painted) in meshes.iter_mut().enumerate() {
            let names = self.model.skins[self.model.parts[part].skin].bindings.len();
            for (vertex, influences) in painted.mesh.vertices.iter_mut().zip(self.influences(part, course)?) {
                vertex.joints = [0; 4];
                vertex.weights = [0.0; 4];
                for (place, influence) in influences.iter().filter(|found| found.slot <= names).take(4).enumerate() {
                    vertex.joints[place] = influence.slot as u16;
                    vertex.weights[place] = influence.weight;
                }
            }
        }
        Ok(meshes)
    }

    fn frame(&mut self, course: &Course, &Moment { dt, .. }: &Moment) -> Result<Frame, CallError> {
        self.seconds += dt;
        let SkinStage { model, figure, seconds } = self;
        if let Some(clip) = model.clip("walk") {
            figure.sample(model, clip, *seconds % clip.duration());
        }
        let joints = model.skeleton.joints();
        let mut all = Vec::new();
        for joint in joints {
            all.push(Joint { id: format!("Knight_{}", joint.name), sid: joint.name.clone() });
        }
        let mut frame = Frame::default();
        for (place, part) in model.parts.iter().enumerate() {
            let skin = &model.skins[part.skin];
            let names: Vec<String> =
                skin.bindings.iter().filter_map(|binding| Some(joints[binding.joint?].name.clone())).collect();
            let inverses: Vec<Mat4> = skin.bindings.iter().map(|binding| binding.joint_from_bind.into()).collect();
            let found = course.collada_skin.skeleton_joints(&names, &all)?.unwrap_or_default();
            let matrices = course.collada_skin.joint_from_mesh(&rows(&inverses), skin.bind_from_mesh.into())?;
            let mut palette = Vec::new();
            for (slot, joint_from_mesh) in matrices.iter().enumerate() {
                let joint = found.get(slot).and_then(|joint| figure.model_from_joint().get(*joint));
                let joint = joint.copied().unwrap_or(Affine3A::IDENTITY);
                palette.push(Mat4::from(model.world_from_model * joint) * *joint_from_mesh);
            }
            frame.draws.push(Draw::new(place, palette));
        }
        Ok(frame)
    }
}
