use crate::lessons::lesson_05::wrap_time;
use crate::lessons::lesson_12::{on_stage, sample_pose};
use crate::lessons::{Joint, LoopMode, Tools, Transform, model_poses};

/// Which clip plays, and how.
pub struct Playback {
    /// Index of the clip.
    pub clip: usize,
    /// Seconds since the clip began.
    pub time: f32,
    /// 1 is as fast as the file says, 0.5 half as fast.
    pub speed: f32,
    pub is_paused: bool,
}

pub struct Scene {
    floor: Floor,
    pub figure: Figure,
    bones: Bones,
    skin: Skin,
    pub playback: Playback,
}

impl Scene {
    pub fn new(display: &impl Facade) -> Result<Scene, Box<dyn Error>> {
        let figure = Figure::read(FIGURE)?;
        Ok(Scene {
            floor: Floor::new(display)?,
            bones: Bones::new(display, &figure.joints)?,
            skin: Skin::new(display, &figure)?,
            figure,
            playback: Playback { clip: 0, time: 0.0, speed: 1.0, is_paused: false },
        })
    }

    /// Draws the picture of now.
    pub fn draw(&self, frame: &mut impl Surface, _seconds: f32) -> Result<(), Box<dyn Error>> {
        let (width, height) = frame.get_dimensions();
        let eye = Vec3::new(1.2, 1.6, 4.2);
        let camera_from_world = look_at_mat4(eye, Vec3::new(0.0, 0.9, 0.0), Vec3::Y);
        let clip_from_world = clip_from_camera(width, height) * camera_from_world;
        let beside = Mat4::from_translation(Vec3::new(-1.3, 0.0, 0.0)); // where the bones are seen
        let pose = self.pose();
        frame.clear_color_srgb_and_depth((0.16, 0.18, 0.21, 1.0), 1.0);
        self.draw_floor(frame, clip_from_world)?;
        self.draw_bones(frame, clip_from_world * beside, &pose)?;
        self.draw_skin(frame, clip_from_world, eye, &pose)
    }

    /// Lets `dt` seconds pass: the clip goes on, at its speed, and begins again at its end. While it is paused it
    /// stays where it is.
    pub fn advance(&mut self, dt: f32) {
        // BEGIN 19.9
        if self.playback.is_paused {
            return;
        }
        let duration = self.figure.clips[self.playback.clip].seconds();
        let elapsed = self.playback.time + self.playback.speed * dt;
        self.playback.time = wrap_time(elapsed, duration, LoopMode::Loop);
        // STUB // TODO 19.9: the clip's time goes on; at its end it begins again. And if it is paused?
        // STUB let _ = (dt, self.playback.speed, self.playback.is_paused, wrap_time, LoopMode::Loop); // you will need them
        // END 19.9
    }

    /// Returns the pose of the clip at its time. The figure stands at the world's origin.
    pub fn pose(&self) -> Pose {
        // BEGIN 19.10
        let clip = &self.figure.clips[self.playback.clip];
        let stage = on_stage(clip, self.playback.time, &Transform::IDENTITY, self.figure.world_from_file);
        let locals = sample_pose(&self.figure.joints, &self.figure.tracks, stage.tick, &Tools);
        Pose { locals, world_from_model: stage.world_from_model }
        // STUB // TODO 19.10: 12.4 makes a tick of the clip's time, and 12.3 a pose of the tick. This one rests.
        // STUB let _ = (self.playback.clip, self.playback.time, &self.figure.tracks, &self.figure.clips); // you will need
        // STUB let _ = (on_stage, sample_pose, Transform::IDENTITY, Tools); // all of these
        // STUB let locals = self.figure.joints.iter().map(|joint| joint.parent_from_joint).collect();
        // STUB Pose { locals, world_from_model: self.figure.world_from_file }
        // END 19.10
    }
}
