//! The answers of earlier lessons that the game is played with.

use lesson_12::character::CharacterAnswers;

common::earlier_answers! {
    /// A table for each lesson whose functions the game calls.
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
        bind_pose: lesson_08 {
            "08.2" skinning_matrices: "the palette",
            "08.3" vertex: "draws the sword",
        }
        smooth_skin: lesson_09 {
            "09.2" vertex: "draws the ghost of F3",
        }
        normals: lesson_10 {
            "10.1" fragment: "the light on the knight",
            "10.3" vertex: "draws the knight",
        }
        skin: lesson_11 {
            "11.1" influences: "which vertex follows which joints",
            "11.2" skeleton_joints: "the skin's joints in the skeleton",
            "11.3" joint_from_mesh: "how the skin was bound",
            "11.4" four_strongest: "at most four joints for a vertex",
        }
        playback: lesson_12 {
            "12.1" tracks: "which channel moves which joint",
            "12.2" sample_joint: "a joint at a time",
            "12.3" sample_pose: "a pose at a time",
            "12.4" on_stage: "ticks, and his place in the world",
        }
        blending: lesson_13 {
            "13.1" blend: "walk and run in step",
            "13.2" fade: "from one state to the next",
            "13.3" next_state: "which state may follow",
            "13.4" masked: "a punch on legs that walk",
        }
        kinematics: lesson_14 {
            "14.1" elbow_angle: "how far the knee bends",
            "14.2" reach: "a leg to its target",
            "14.4" plant: "feet and hips on a slope",
        }
        container: lesson_16 {
            "16.4" read_container: "reads the level's file",
        }
    }
}

impl Earlier {
    /// Those that play a figure.
    pub fn character(&self) -> CharacterAnswers {
        let Earlier { hierarchy, keyframes, rotations, playback, .. } = *self;
        CharacterAnswers { hierarchy, keyframes, rotations, playback }
    }

    /// Those that draw it as lesson 12 does.
    pub fn skin(&self) -> lesson_12::earlier::Earlier {
        let Earlier { hierarchy, keyframes, rotations, bind_pose, smooth_skin, normals, .. } = *self;
        let skin = self.skin;
        lesson_12::earlier::Earlier { hierarchy, keyframes, rotations, bind_pose, smooth_skin, normals, skin }
    }
}
