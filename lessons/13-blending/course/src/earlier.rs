//! The answers of earlier lessons that the knight is played with.

use lesson_12::character::CharacterAnswers;

common::earlier_answers! {
    /// A table for each lesson whose functions the knight needs.
    pub struct Earlier {
        hierarchy: lesson_02 {
            "02.1" depth_first_order: "the order of the walk over the joints",
            "02.2" model_poses: "from local to model",
        }
        keyframes: lesson_05 {
            "05.1" set_keyframes: "matrices out of a channel's numbers",
            "05.2" segment: "which two keys",
            "05.3" wrap_time: "the time in a clip",
        }
        rotations: lesson_06 {
            "06.1" shortest: "the short way round",
            "06.2" nlerp: "rotations between two poses",
            "06.3" slerp: "rotations between two keys",
            "06.4" decompose: "keys and poses in three parts",
        }
        playback: lesson_12 {
            "12.1" tracks: "which channel moves which joint",
            "12.2" sample_joint: "a joint at a time",
            "12.3" sample_pose: "a pose at a time",
            "12.4" on_stage: "ticks, and his place in the world",
        }
    }
}

impl Earlier {
    /// Those that play a figure.
    pub(crate) fn character(&self) -> CharacterAnswers {
        let Earlier { hierarchy, keyframes, rotations, playback } = *self;
        CharacterAnswers { hierarchy, keyframes, rotations, playback }
    }
}
