//! The scene in the page: the knight walks in a circle, from a file's channels to matrices by the answers.

use crate::finished::TOOLS;
use crate::{Channel, Clip, Joint, OnStage, Tools, Track, Transform};
use armature::model::{Model, ModelInstance};
use drawing::{Cast, Frame, Moment, Painted, Scene, SceneInfo, palettes, textured};
use given::{CallError, Course};
use glam::{Affine3A, Mat4, Quat, Vec3};

pub(crate) static SCENE: SceneInfo = SceneInfo {
    words: "The knight walks in a circle, by this lesson's code from the file's numbers to matrices.",
    figure: Some("knight"),
    buttons: &["walk", "run", "dance", "sword swing"],
    steering: None,
    mistakes: &[
        ("12.2", "ALWAYS-LONG"),
        ("12.2", "MATRIX-LERP"),
        ("12.3", "ON-TOP-OF-REST"),
        ("12.4", "WRONG-SIDE"),
        ("12.4", "START-FORGOTTEN"),
    ],
    camera: [0.4, 0.3, 4.6, 0.7],
    time: 0.0,
    room_below: 0.0,
    controls: &[],
    shaders: &[],
    wire_shader: None,
    open: WalkStage::open,
};

/// The clips in the file, one after the other, and how fast the knight goes in each, in metres a second.
const CLIPS: [(&str, f32); 4] = [("walk", 0.75), ("run", 1.93), ("dance", 0.0), ("sword_swing", 0.0)];
/// Ticks a second, and ticks from key to key: so few keys that the way between them shows.
const TICKS: f32 = 24.0;
const STEP: f32 = 6.0;
/// Radius of the circle, in metres.
const RADIUS: f32 = 1.1;

struct WalkStage {
    model: Model,
    joints: Vec<Joint>,
    channels: Vec<Channel>,
    clips: Vec<Clip>,
    now: usize,
    seconds: f32,
    walked: f32,
    /// The tracks, and the course whose 12.1 returned them.
    tracks: Option<(Course, Vec<Option<Track>>)>,
}

impl WalkStage {
    fn open(cast: Cast) -> Option<Box<dyn Scene>> {
        let model = cast.model()?;
        let mut joints = Vec::new();
        let mut channels = Vec::new();
        for joint in model.skeleton.joints() {
            let id = format!("Knight_{}", joint.name);
            channels.push(Channel { target: format!("{id}/transform"), times: Vec::new(), floats: Vec::new() });
            joints.push(Joint {
                name: joint.name.clone(),
                id,
                matrix_sid: "transform".into(),
                parent: joint.parent,
                parent_from_joint: joint.bind_local.to_mat4(),
                in_skin: true,
            });
        }
        let mut figure = ModelInstance::new(&model);
        let mut clips = Vec::new();
        let mut start = 0.0;
        for (name, _) in CLIPS {
            let clip = model.clip(name)?;
            let steps = (clip.duration() * TICKS / STEP).ceil();
            for step in 0..=steps as usize {
                let tick = (STEP * step as f32).min(clip.duration() * TICKS);
                figure.sample(&model, clip, tick / TICKS);
                for (channel, local) in channels.iter_mut().zip(&figure.pose().locals) {
                    channel.times.push(start + tick);
                    channel.floats.extend(local.to_mat4().transpose().to_cols_array());
                }
            }
            let end = start + clip.duration() * TICKS;
            clips.push(Clip { name: name.into(), start, end, ticks_per_second: TICKS });
            start = end + TICKS;
        }
        let now = 0;
        let seconds = 0.0;
        let walked = 0.0;
        Some(Box::new(WalkStage { model, joints, channels, clips, now, seconds, walked, tracks: None }))
    }
}

impl Scene for WalkStage {
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        Ok(textured(&self.model))
    }

    fn press(&mut self, button: usize) {
        if button < CLIPS.len() {
            self.now = button;
            self.seconds = 0.0;
        }
    }

    fn frame(&mut self, course: &Course, &Moment { dt, .. }: &Moment) -> Result<Frame, CallError> {
        let answers = &course.playback;
        let tracks = match self.tracks.take() {
            Some((known, tracks)) if known == *course => tracks,
            _ => answers.tracks(&self.joints, &self.channels, &TOOLS)?.unwrap_or_default(),
        };
        let clip = &self.clips[self.now];
        self.seconds = (self.seconds + dt) % clip.seconds();
        self.walked += dt * CLIPS[self.now].1;
        let angle = self.walked / RADIUS;
        let place = Transform {
            translation: RADIUS * Vec3::new(angle.cos(), 0.0, -angle.sin()),
            rotation: Quat::from_rotation_y(angle + std::f32::consts::PI),
            scale: Vec3::ONE,
        };
        let ours_from_file = Mat4::from(self.model.world_from_model);
        let OnStage { tick, world_from_model } = answers.on_stage(clip, self.seconds, &place, ours_from_file)?;
        let tools = Tools { sample_joint: answers.sample_joint, ..TOOLS };
        let locals = answers.sample_pose(&self.joints, &tracks, tick, &tools)?;
        self.tracks = Some((*course, tracks));
        let mut model_from_joint: Vec<Affine3A> = Vec::new();
        for (joint, local) in self.joints.iter().zip(locals) {
            let local = Affine3A::from_mat4(local);
            model_from_joint.push(joint.parent.map_or(local, |parent| model_from_joint[parent] * local));
        }
        model_from_joint.resize(self.joints.len(), Affine3A::IDENTITY);
        let draws = palettes(&self.model, &model_from_joint, world_from_model);
        Ok(Frame { draws, ..Frame::default() })
    }
}
