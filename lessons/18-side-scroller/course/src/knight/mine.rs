//! Poses by the student's answers of lessons 02, 05, 06 and 12 to 14, called directly.

use super::{
    Cast,
    animator::{Animator, ground, loop_mode, stances},
    feet,
};
use crate::State;
use crate::earlier::Earlier;
use common::exercise::{refuse, todo};
use common::math::Transform;
use common::skeleton::Pose;
use glam::{Mat4, Vec3};
use lesson_12::{Track, character::file::FileClip};
use lesson_13::Fade;
use lesson_14::{Bend, Leg, Limb};

/// What the answers have made of his file, once.
pub struct Mine {
    earlier: Earlier,
    /// By 12.1, for each of the file's lists of channels.
    tracks: Vec<Vec<Option<Track>>>,
    joints: Vec<lesson_02::Joint>,
    parents: Vec<Option<usize>>,
    /// By 02.1.
    order: Vec<usize>,
}

impl Mine {
    /// Calls 02.1, and 12.1 with its tools.
    pub fn new(cast: &Cast, earlier: &Earlier) -> Self {
        let joints: Vec<lesson_02::Joint> = cast
            .file
            .joints
            .iter()
            .map(|joint| lesson_02::Joint { name: joint.name.clone(), parent: joint.parent })
            .collect();
        let order = todo("02.1", || (earlier.hierarchy.depth_first_order)(&joints));
        let mut sorted = order.clone();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..joints.len()) {
            refuse("02.1", format!("{order:?}"));
        }
        let tools = earlier.character().tools();
        let tracks = cast.file.channels.iter().map(|channels| {
            let tracks = todo("12.1", || (earlier.playback.tracks)(&cast.file.joints, channels, &tools));
            let tracks = tracks.unwrap_or_else(|error| refuse("12.1", error));
            for_each_joint("12.1", tracks.len(), joints.len());
            let is_bad = |track: &Track| track.keys.is_empty() || track.keys.len() != track.times.len();
            if tracks.iter().flatten().any(is_bad) {
                refuse("12.1", "not as many keys as times");
            }
            tracks
        });
        let tracks = tracks.collect();
        let parents = joints.iter().map(|joint| joint.parent).collect();
        Mine { earlier: *earlier, tracks, joints, parents, order }
    }

    pub(super) fn animator<'a>(&'a self, cast: &'a Cast) -> impl Animator + 'a {
        Answered { cast, mine: self }
    }
}

/// As many as there are joints.
fn for_each_joint(todo: &'static str, got: usize, expected: usize) {
    if got != expected {
        refuse(todo, format!("{got} for {expected} joints"));
    }
}

struct Answered<'a> {
    cast: &'a Cast,
    mine: &'a Mine,
}

impl Answered<'_> {
    fn take(&self, todo: &'static str, locals: Vec<Transform>, out: &mut Pose) {
        for_each_joint(todo, locals.len(), self.mine.joints.len());
        out.locals = locals;
    }
}

impl Animator for Answered<'_> {
    fn sample(&mut self, state: State, seconds: f32, out: &mut Pose) {
        let Earlier { keyframes, rotations, playback, .. } = &self.mine.earlier;
        let FileClip { clip, channels } = &self.cast.file.clips[self.cast.clips[state as usize]];
        let seconds = todo("05.3", || (keyframes.wrap_time)(seconds, clip.seconds(), loop_mode(state)));
        let ours_from_file = Mat4::from(self.cast.own_from_file());
        let stage = todo("12.4", || (playback.on_stage)(clip, seconds, &Transform::IDENTITY, ours_from_file));
        let tools = self.mine.earlier.character().tools();
        let (joints, tracks) = (&self.cast.file.joints, &self.mine.tracks[*channels]);
        let locals = todo("12.3", || (playback.sample_pose)(joints, tracks, stage.tick, &tools));
        let locals = locals.into_iter().map(|local| todo("06.4", || (rotations.decompose)(local))).collect();
        self.take("12.3", locals, out);
    }

    fn blend(&mut self, a: &Pose, b: &Pose, u: f32, out: &mut Pose) {
        let Earlier { rotations, blending, .. } = &self.mine.earlier;
        let tools = lesson_13::finished::tools_of(rotations, blending);
        let pose = todo("13.1", || (blending.blend)(&a.locals, &b.locals, u, &tools));
        self.take("13.1", pose, out);
    }

    fn masked(&mut self, base: &Pose, over: &Pose, out: &mut Pose) {
        let Mine { earlier, parents, .. } = self.mine;
        let masked = earlier.blending.masked;
        let pose = todo("13.4", || masked(&base.locals, &over.locals, parents, self.cast.spine));
        self.take("13.4", pose, out);
    }

    fn fade(&mut self, fade: &mut Fade, target: &Pose, begins: Option<f32>, dt: f32) {
        let Earlier { rotations, blending, .. } = &self.mine.earlier;
        let tools = lesson_13::finished::tools_of(rotations, blending);
        todo("13.2", || (blending.fade)(fade, &target.locals, begins, dt, &tools));
        for_each_joint("13.2", fade.shown.len(), self.mine.joints.len());
    }

    fn models(&mut self, pose: &Pose, out: &mut [Mat4]) {
        let Mine { earlier, joints, order, .. } = self.mine;
        let locals: Vec<Mat4> = pose.locals.iter().map(Transform::to_mat4).collect();
        let models = todo("02.2", || (earlier.hierarchy.model_poses)(joints, order, &locals, Mat4::IDENTITY));
        for_each_joint("02.2", models.len(), joints.len());
        out.copy_from_slice(&models);
    }

    fn reach(&mut self, limb: &Limb, target: Vec3, pole: Vec3) -> Bend {
        let kinematics = &self.mine.earlier.kinematics;
        todo("14.2", || (kinematics.reach)(limb, target, pole, &lesson_14::tools_of(kinematics)))
    }

    fn plant(&mut self, legs: &[Leg; 2], stand: &feet::Stand) -> feet::Stances {
        let kinematics = &self.mine.earlier.kinematics;
        let tools = lesson_14::tools_of(kinematics);
        stances(&todo("14.4", || (kinematics.plant)(legs, &ground(legs, stand), &tools)))
    }

    fn place(&mut self, place: &Transform) -> Mat4 {
        let clip = &self.cast.file.clips[self.cast.clips[0]].clip;
        let ours_from_file = Mat4::from(self.cast.own_from_file());
        todo("12.4", || (self.mine.earlier.playback.on_stage)(clip, 0.0, place, ours_from_file)).world_from_model
    }
}
