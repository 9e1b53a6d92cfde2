//! The answers of earlier lessons by which the clips are sampled.

use lesson_12::character::CharacterAnswers;

common::earlier_answers! {
    /// A table for each lesson whose functions the clips need.
    pub struct Earlier {
        keyframes: lesson_05 {
            "05.1" set_keyframes: "matrices out of a channel's numbers",
            "05.2" segment: "which two keys",
            "05.3" wrap_time: "the time in a clip",
        }
        rotations: lesson_06 {
            "06.1" shortest: "the short way round",
            "06.3" slerp: "rotations between two keys",
            "06.4" decompose: "keys and poses in three parts",
        }
        playback: lesson_12 {
            "12.1" tracks: "which channel moves which joint",
            "12.2" sample_joint: "a joint at a time",
            "12.3" sample_pose: "a pose at a time",
            "12.4" on_stage: "ticks",
        }
    }
}

impl Earlier {
    /// Those that play a figure; from local to model a crowd goes by `common`'s fast way.
    pub(crate) fn character(&self) -> CharacterAnswers {
        let Earlier { keyframes, rotations, playback } = *self;
        let hierarchy = lesson_02::checks::REFERENCE;
        CharacterAnswers { hierarchy, keyframes, rotations, playback }
    }
}
