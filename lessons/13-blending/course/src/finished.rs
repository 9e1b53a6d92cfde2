//! The right answers: those of the solution, but 13.4 by what it has become in `armature::animation`.

use crate::{Answers, Blending, Fade, Tools, Transform, mistaken};
use armature::animation::{Mask, blend_masked};
use armature::skeleton::{Joint, Pose, Skeleton};
use given::Course;
use lesson_07::Rotations;

pub const ANSWERS: Answers = Answers { masked, ..mistaken::ANSWERS };

pub const TOOLS: Tools = Tools {
    shortest: ROTATIONS.shortest,
    nlerp: ROTATIONS.nlerp,
    slerp: ROTATIONS.slerp,
    blend: BLENDING.blend,
    finished: BLENDING.blend,
};

const ROTATIONS: Rotations = given::table!(lesson_07::Rotations, lesson_07::finished::ANSWERS);
const BLENDING: Blending = given::table!(Blending, ANSWERS);

pub fn tools_of(course: &Course) -> Tools {
    let Rotations { shortest, nlerp, slerp, .. } = course.rotations;
    Tools { shortest, nlerp, slerp, blend: course.blending.blend, ..TOOLS }
}

/// Begins a fade from the pose that is shown, if `begins` has its duration, and advances it by `dt`, both in seconds.
/// Returns the new pose's weight.
pub fn advance_fade(fade: &mut Fade, begins: Option<f32>, dt: f32) -> f32 {
    if let Some(duration) = begins {
        fade.from.clone_from(&fade.shown);
        fade.elapsed = 0.0;
        fade.duration = duration;
    }
    fade.elapsed += dt;
    if fade.elapsed < fade.duration { fade.elapsed / fade.duration } else { 1.0 }
}

fn masked(base: &[Transform], over: &[Transform], parents: &[Option<usize>], first: usize) -> Vec<Transform> {
    let mut joints = Vec::new();
    for &parent in parents {
        joints.push(Joint { name: String::new(), parent, bind_local: Transform::IDENTITY });
    }
    let Ok(skeleton) = Skeleton::new(joints) else {
        return base.to_vec();
    };
    let [base, over] = [base, over].map(|locals| Pose { locals: locals.to_vec(), shears: Vec::new() });
    let mut out = Pose::default();
    let mask = Mask::descendants(&skeleton, first);
    blend_masked(&base, &over, &mask, 1.0, &mut out);
    out.locals
}
