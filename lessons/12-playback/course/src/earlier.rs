//! The answers of earlier lessons that a character is played with.

use crate::Answers;
use crate::character::CharacterAnswers;

common::earlier_answers! {
    /// A table for each lesson whose functions a character needs.
    pub struct Earlier {
        hierarchy: lesson_02 {
            "02.1" depth_first_order: "the order of the walk over the joints",
            "02.2" model_poses: "from local to model",
        }
        keyframes: lesson_05 {
            "05.1" set_keyframes: "matrices out of a channel's numbers",
            "05.2" segment: "which two keys",
            "05.3" wrap_time: "the time in the clip",
            "05.4" advance: "lets time pass",
        }
        rotations: lesson_06 {
            "06.1" shortest: "the short way round",
            "06.3" slerp: "rotations between two keys",
            "06.4" decompose: "keys in three parts",
        }
        bind_pose: lesson_08 {
            "08.2" skinning_matrices: "the palette",
            "08.3" vertex: "draws what follows a single joint",
        }
        smooth_skin: lesson_09 {
            "09.2" vertex: "draws the ghosts",
        }
        normals: lesson_10 {
            "10.1" fragment: "the light on the figure",
            "10.3" vertex: "draws the figure",
        }
        skin: lesson_11 {
            "11.1" influences: "which vertex follows which joints",
            "11.2" skeleton_joints: "the skin's joints in the skeleton",
            "11.3" joint_from_mesh: "how the skin was bound",
            "11.4" four_strongest: "at most four joints for a vertex",
        }
    }
}

impl Earlier {
    /// Those that play the figure, with this lesson's own.
    pub fn character(&self, playback: Answers) -> CharacterAnswers {
        let Earlier { hierarchy, keyframes, rotations, .. } = *self;
        CharacterAnswers { hierarchy, keyframes, rotations, playback }
    }
}
