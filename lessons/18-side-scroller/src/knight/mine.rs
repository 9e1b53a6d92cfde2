//! Poses by the student's answers of lessons 02, 05, 06 and 12 to 14, called directly.

use super::pose::{Animator, ground, loop_mode, stances};
use super::{Cast, feet};
use crate::State;
use crate::earlier::Earlier;
use crate::game::calling;
use common::math::Transform;
use common::skeleton::Pose;
use glam::Mat4;
use lesson_12::Track;
use lesson_13::Fade;
use lesson_14::Leg;

/// What the answers have made of his file, once.
pub struct Mine {
    earlier: Earlier,
    /// By 12.1.
    tracks: Vec<Option<Track>>,
    joints: Vec<lesson_02::Joint>,
    parents: Vec<Option<usize>>,
    /// By 02.1.
    order: Vec<usize>,
}

impl Mine {
    /// Calls 02.1, and 12.1 with its tools.
    ///
    /// # Errors
    /// What an answer has broken: its TODO, and how.
    pub fn new(cast: &Cast, earlier: &Earlier) -> Result<Self, String> {
        let joints: Vec<lesson_02::Joint> = cast
            .file
            .joints
            .iter()
            .map(|joint| lesson_02::Joint { name: joint.name.clone(), parent: joint.parent })
            .collect();
        calling("02.1");
        let order = (earlier.hierarchy.depth_first_order)(&joints);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..joints.len()) {
            return Err(format!("02.1 depth_first_order: {order:?}"));
        }
        calling("12.1");
        let channels = &cast.file.channels[cast.file.clips[cast.clips[0]].channels];
        let tools = earlier.character().tools();
        let tracks = (earlier.playback.tracks)(&cast.file.joints, channels, &tools)
            .map_err(|error| format!("12.1 tracks: {error}"))?;
        counted("12.1 tracks", tracks.len(), joints.len())?;
        let is_bad = |track: &Track| track.keys.is_empty() || track.keys.len() != track.times.len();
        if tracks.iter().flatten().any(is_bad) {
            return Err("12.1 tracks: not as many keys as times".into());
        }
        let parents = joints.iter().map(|joint| joint.parent).collect();
        Ok(Mine { earlier: *earlier, tracks, joints, parents, order })
    }

    pub(super) fn of<'a>(&'a self, cast: &'a Cast) -> impl Animator + 'a {
        Answered { cast, mine: self }
    }
}

/// One number for each joint.
fn counted(todo: &str, got: usize, expected: usize) -> Result<(), String> {
    if got == expected { Ok(()) } else { Err(format!("{todo}: {got} for {expected} joints")) }
}

struct Answered<'a> {
    cast: &'a Cast,
    mine: &'a Mine,
}

impl Answered<'_> {
    fn take(&self, todo: &str, locals: Vec<Transform>, out: &mut Pose) -> Result<(), String> {
        counted(todo, locals.len(), self.mine.joints.len())?;
        out.locals = locals;
        Ok(())
    }
}

impl Animator for Answered<'_> {
    fn sample(&mut self, state: State, seconds: f32, out: &mut Pose) -> Result<(), String> {
        let Earlier { keyframes, rotations, playback, .. } = &self.mine.earlier;
        let clip = &self.cast.file.clips[self.cast.clips[state as usize]].clip;
        calling("05.3");
        let seconds = (keyframes.wrap_time)(seconds, clip.seconds(), loop_mode(state));
        calling("12.4");
        let ours_from_file = Mat4::from(self.cast.own_from_file());
        let stage = (playback.on_stage)(clip, seconds, &Transform::IDENTITY, ours_from_file);
        calling("12.3");
        let tools = self.mine.earlier.character().tools();
        let joints = &self.cast.file.joints;
        let locals = (playback.sample_pose)(joints, &self.mine.tracks, stage.tick, &tools);
        calling("06.4");
        let locals = locals.into_iter().map(|local| (rotations.decompose)(local)).collect();
        self.take("12.3 sample_pose", locals, out)
    }

    fn blend(&mut self, a: &Pose, b: &Pose, u: f32, out: &mut Pose) -> Result<(), String> {
        let Earlier { rotations, blending, .. } = &self.mine.earlier;
        calling("13.1");
        let tools = lesson_13::Tools::of(rotations, blending);
        self.take("13.1 blend", (blending.blend)(&a.locals, &b.locals, u, &tools), out)
    }

    fn masked(&mut self, base: &Pose, over: &Pose, out: &mut Pose) -> Result<(), String> {
        let masked = self.mine.earlier.blending.masked;
        calling("13.4");
        let pose = masked(&base.locals, &over.locals, &self.mine.parents, self.cast.spine);
        self.take("13.4 masked", pose, out)
    }

    fn fade(&mut self, fade: &mut Fade, target: &Pose, begins: Option<f32>, dt: f32) -> Result<(), String> {
        let Earlier { rotations, blending, .. } = &self.mine.earlier;
        calling("13.2");
        let tools = lesson_13::Tools::of(rotations, blending);
        (blending.fade)(fade, &target.locals, begins, dt, &tools);
        counted("13.2 fade", fade.shown.len(), self.mine.joints.len())
    }

    fn models(&mut self, pose: &Pose, out: &mut [Mat4]) -> Result<(), String> {
        let Mine { earlier, joints, order, .. } = self.mine;
        calling("02.2");
        let locals: Vec<Mat4> = pose.locals.iter().map(Transform::to_mat4).collect();
        let models = (earlier.hierarchy.model_poses)(joints, order, &locals, Mat4::IDENTITY);
        counted("02.2 model_poses", models.len(), joints.len())?;
        out.copy_from_slice(&models);
        Ok(())
    }

    fn plant(&mut self, legs: &[Leg; 2], stand: &feet::Stand) -> Result<feet::Stances, String> {
        let kinematics = &self.mine.earlier.kinematics;
        calling("14.4");
        let tools = lesson_14::Tools::of(kinematics);
        stances(&(kinematics.plant)(legs, &ground(legs, stand), &tools))
    }

    fn place(&mut self, place: &Transform) -> Result<Mat4, String> {
        calling("12.4");
        let clip = &self.cast.file.clips[self.cast.clips[0]].clip;
        let ours_from_file = Mat4::from(self.cast.own_from_file());
        let stage = (self.mine.earlier.playback.on_stage)(clip, 0.0, place, ours_from_file);
        Ok(stage.world_from_model)
    }
}
