//! The right answers: the solution's. tests/lesson/agree.rs holds them to the runtime, which does without a search for each
//! sample: `armature_formats::collada` and `armature::animation`.

use crate::{Answers, Playback, Tools};

pub use crate::mistaken::ANSWERS;

pub const TOOLS: Tools = Tools {
    keyframes: given::table!(lesson_06::Keyframes, lesson_06::finished::ANSWERS),
    rotations: given::table!(lesson_07::Rotations, lesson_07::finished::ANSWERS),
    playback: PLAYBACK,
    finished: PLAYBACK,
};

const PLAYBACK: Playback = given::table!(Playback, ANSWERS);
