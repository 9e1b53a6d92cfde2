//! Poses by the student's answers of lessons 02, 06, 07 and 12 to 14, called directly.

use super::file_of;
use crate::State;
use crate::knight::{Animator, GameCast, Poses, Stances, Stand, loop_mode};
use armature::math::Transform;
use armature::skeleton::Pose;
use given::{CallError, Course};
use glam::{Mat4, Vec3};
use lesson_12::character::{
    Tracks, fault_of,
    file::{CharacterFile, ClipKeys, FileClip},
    tools,
};
use lesson_13::Fade;
use lesson_14::{Bend, Ground, Leg, Limb, tools_of};

/// The student's data of the knight's file, computed once.
pub struct StudentKnight {
    course: Course,
    file: CharacterFile,
    /// Tracks for each of the file's `keys`: by 12.1, or the loader's.
    tracks: Vec<Tracks>,
    joints: Vec<lesson_02::Joint>,
    parents: Vec<Option<usize>>,
    /// Order by 02.1.
    order: Vec<usize>,
}

impl StudentKnight {
    /// Calls 02.1, and 12.1 with its tools, for the knight's file.
    pub fn new(cast: &GameCast, course: Course) -> Result<Self, CallError> {
        let file = file_of(cast);
        let joints: Vec<lesson_02::Joint> = file
            .joints
            .iter()
            .map(|joint| lesson_02::Joint { name: joint.name.clone(), parent: joint.parent })
            .collect();
        let order = course.hierarchy.depth_first_order(&joints)?;
        let mut sorted = order.clone();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..joints.len()) {
            return Err(CallError::unusable("02.1", format!("{order:?}")));
        }
        let mut tracks = Vec::new();
        for keys in &file.keys {
            let channels = match keys {
                ClipKeys::Channels(channels) => channels,
                ClipKeys::Tracks(loaded) => {
                    tracks.push(loaded.clone());
                    continue;
                }
            };
            let found = course.playback.tracks(&file.joints, channels, &tools(&course))?;
            let found = found.map_err(|error| CallError::unusable("12.1", error))?;
            for_each_joint("12.1", found.len(), joints.len())?;
            if let Some(fault) = found.iter().flatten().find_map(fault_of) {
                return Err(CallError::unusable("12.1", fault));
            }
            tracks.push(found);
        }
        let parents = joints.iter().map(|joint| joint.parent).collect();
        Ok(StudentKnight { course, file, tracks, joints, parents, order })
    }
}

impl Poses for StudentKnight {
    fn animator<'a>(&'a self, cast: &'a GameCast) -> Box<dyn Animator + 'a> {
        Box::new(Answered { cast, mine: self })
    }
}

/// Returns an error if `got` is not the number of joints.
fn for_each_joint(todo: &'static str, got: usize, expected: usize) -> Result<(), CallError> {
    if got == expected { Ok(()) } else { Err(CallError::unusable(todo, format!("{got} for {expected} joints"))) }
}

struct Answered<'a> {
    cast: &'a GameCast,
    mine: &'a StudentKnight,
}

impl Answered<'_> {
    fn take(&self, todo: &'static str, locals: Vec<Transform>, out: &mut Pose) -> Result<(), CallError> {
        for_each_joint(todo, locals.len(), self.mine.joints.len())?;
        out.locals = locals;
        Ok(())
    }
}

impl Animator for Answered<'_> {
    fn sample(&mut self, state: State, seconds: f32, out: &mut Pose) -> Result<(), CallError> {
        let course = &self.mine.course;
        let FileClip { clip, keys } = &self.mine.file.clips[self.cast.clips[state as usize]];
        let seconds = course.keyframes.wrap_time(seconds, clip.seconds(), loop_mode(state))?;
        let ours_from_file = Mat4::from(self.cast.own_from_file());
        let stage = course.playback.on_stage(clip, seconds, &Transform::IDENTITY, ours_from_file)?;
        let joints = &self.mine.file.joints;
        let tracks = &self.mine.tracks[*keys];
        let mut locals = Vec::new();
        for local in course.playback.sample_pose(joints, tracks, stage.tick, &tools(course))? {
            locals.push(course.rotations.decompose(local)?);
        }
        self.take("12.3", locals, out)
    }

    fn blend(&mut self, a: &Pose, b: &Pose, u: f32, out: &mut Pose) -> Result<(), CallError> {
        let course = &self.mine.course;
        let pose = course.blending.blend(&a.locals, &b.locals, u, &lesson_13::finished::tools_of(course))?;
        self.take("13.1", pose, out)
    }

    fn masked(&mut self, base: &Pose, over: &Pose, out: &mut Pose) -> Result<(), CallError> {
        let StudentKnight { course, parents, .. } = self.mine;
        let pose = course.blending.masked(&base.locals, &over.locals, parents, self.cast.hinges.spine.joint)?;
        self.take("13.4", pose, out)
    }

    fn fade(&mut self, fade: &mut Fade, target: &Pose, new_fade: Option<f32>, dt: f32) -> Result<(), CallError> {
        let course = &self.mine.course;
        course.blending.fade(fade, &target.locals, new_fade, dt, &lesson_13::finished::tools_of(course))?;
        for_each_joint("13.2", fade.shown.len(), self.mine.joints.len())
    }

    fn models(&mut self, pose: &Pose, out: &mut [Mat4]) -> Result<(), CallError> {
        let StudentKnight { course, joints, order, .. } = self.mine;
        let locals: Vec<Mat4> = pose.locals.iter().map(Transform::to_mat4).collect();
        let models = course.hierarchy.model_poses(joints, order, &locals, Mat4::IDENTITY)?;
        for_each_joint("02.2", models.len(), joints.len())?;
        out.copy_from_slice(&models);
        Ok(())
    }

    fn reach(&mut self, limb: &Limb, target: Vec3, pole: Vec3) -> Result<Bend, CallError> {
        let kinematics = &self.mine.course.inverse_kinematics;
        kinematics.reach(limb, target, pole, &tools_of(kinematics))
    }

    fn plant(&mut self, legs: &[Leg; 2], stand: &Stand) -> Result<Stances, CallError> {
        let kinematics = &self.mine.course.inverse_kinematics;
        // Two planes, and an edge halfway between the feet.
        let [left, right] = [0, 1].map(|leg| legs[leg].limb.tip());
        let along = (left - right).with_y(0.0).normalize_or(Vec3::X);
        let ground = Ground::two_planes((left + right) / 2.0, along, stand[0], stand[1]);
        let planted = kinematics.plant(legs, &ground, &tools_of(kinematics))?;
        match planted.stances[..] {
            [left, right] => Ok(Stances { lowered: planted.lowered, legs: [left, right] }),
            _ => Err(CallError::unusable("14.4", format!("{} stances for 2 legs", planted.stances.len()))),
        }
    }

    fn place(&mut self, place: &Transform) -> Result<Mat4, CallError> {
        let clip = &self.mine.file.clips[self.cast.clips[0]].clip;
        let ours_from_file = Mat4::from(self.cast.own_from_file());
        Ok(self.mine.course.playback.on_stage(clip, 0.0, place, ours_from_file)?.world_from_model)
    }
}
