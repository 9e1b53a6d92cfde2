//! The scene in the page: the knight dances by nine keys, in a loop, to the end, and there and back.

use crate::figures::MODES;
use crate::{AnimationIndex, Joint, Keys, blend};
use armature::model::{Model, ModelInstance};
use drawing::{Cast, Frame, Moment, Painted, Scene, SceneInfo, bones, palettes, textured};
use given::{CallError, Course};
use glam::{Affine3A, Mat4, Vec3};

pub(crate) static SCENE: SceneInfo = SceneInfo {
    words: "The knight dances by nine keys: in a loop, to the end, and back and forth.",
    figure: Some("knight"),
    buttons: &[],
    steering: None,
    mistakes: &[
        ("05.1", "ROWS-FOR-COLUMNS"),
        ("05.2", "STEPS"),
        ("05.2", "COUNTS-DOWN"),
        ("05.2", "SEAM-STANDS-STILL"),
        ("05.3", "NO-WAY-BACK"),
    ],
    camera: [0.0, 0.12, 4.7, 0.85],
    time: 0.0,
    room_below: 0.0,
    controls: &[],
    shaders: &[],
    wire_shader: None,
    open: DanceStage::open,
};

/// Times of the dance's keys that are kept, in 24ths of a second.
pub const KEYS: [f32; 9] = [0.0, 4.0, 9.0, 13.0, 20.0, 24.0, 32.0, 36.0, 40.0];
/// Distance from one knight to the next, in metres.
const APART: f32 = 1.5;

struct DanceStage {
    model: Model,
    joints: Vec<Joint>,
    keys: Keys,
    /// The numbers of each joint's keys, row by row as in a file.
    floats: Vec<Vec<f32>>,
    indices: [AnimationIndex; 3],
}

impl DanceStage {
    /// Opens the knight, with the numbers of the keys that the lesson keeps.
    fn open(cast: Cast) -> Option<Box<dyn Scene>> {
        let model = cast.model()?;
        let clip = model.clip("dance")?;
        let keys = Keys { times: KEYS.map(|key| key / 24.0).to_vec(), closes_at: clip.duration() };
        let mut joints = Vec::new();
        for joint in model.skeleton.joints() {
            let parent_from_joint = joint.bind_local.to_mat4();
            joints.push(Joint { name: joint.name.clone(), parent: joint.parent, parent_from_joint });
        }
        let mut floats = vec![Vec::new(); joints.len()];
        let mut figure = ModelInstance::new(&model);
        for time in &keys.times {
            figure.sample(&model, clip, clip.start + time);
            for (local, floats) in figure.pose().locals.iter().zip(&mut floats) {
                floats.extend(local.to_mat4().transpose().to_cols_array());
            }
        }
        Some(Box::new(DanceStage { model, joints, keys, floats, indices: Default::default() }))
    }
}

impl Scene for DanceStage {
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        Ok(textured(&self.model))
    }

    fn frame(&mut self, course: &Course, &Moment { dt, .. }: &Moment) -> Result<Frame, CallError> {
        let answers = &course.keyframes;
        let mut keys = vec![Vec::new(); self.joints.len()];
        for (keys, floats) in keys.iter_mut().zip(&self.floats) {
            // Numbers that are refused leave the joint at rest.
            let _ = answers.set_keyframes(keys, floats)?;
        }
        let mut frame = Frame::default();
        for (place, mode) in MODES.into_iter().enumerate() {
            let clip = self.keys.clip(mode, answers);
            let index = &mut self.indices[place];
            answers.advance(index, dt, &clip)?;
            let segment = index.segment;
            let mut file_from_joint: Vec<Mat4> = Vec::new();
            for (joint, keys) in self.joints.iter().zip(&keys) {
                let local = match (keys.get(segment.from), keys.get(segment.to)) {
                    (Some(from), Some(to)) => blend(*from, *to, segment.alpha),
                    _ => joint.parent_from_joint,
                };
                file_from_joint.push(joint.parent.map_or(local, |parent| file_from_joint[parent] * local));
            }
            let beside = Vec3::X * APART * (place as f32 - 1.0);
            let world = Mat4::from_translation(beside) * Mat4::from(self.model.world_from_model);
            let affine: Vec<Affine3A> = file_from_joint.iter().map(|joint| Affine3A::from_mat4(*joint)).collect();
            frame.draws.extend(palettes(&self.model, &affine, world));
            let places: Vec<Vec3> = file_from_joint.iter().map(|m| (world * *m).w_axis.truncate()).collect();
            let parents: Vec<_> = self.joints.iter().map(|joint| joint.parent).collect();
            frame.lines.extend(bones(&parents, &places, Vec3::new(1.0, 0.8, 0.4)));
        }
        Ok(frame)
    }
}
