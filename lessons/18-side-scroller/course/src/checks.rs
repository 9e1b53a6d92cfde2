//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

mod fight;
mod ground;
mod knight;

use check::AnyCheck;

check::lesson! {
    side_scroller: SideScroller,
    milestones: ["a-ground", "b-knight", "c-fight"],
    earlier: {
        hierarchy: lesson_02 {
            "02.1": "the order of the walk over the joints",
            "02.2": "from local to model",
        }
        keyframes: lesson_06 {
            "06.1": "matrices out of a channel's numbers",
            "06.2": "which two keys",
            "06.3": "the time in a clip",
        }
        rotations: lesson_07 {
            "07.1": "the short way round",
            "07.2": "rotations between two poses",
            "07.3": "rotations between two keys",
            "07.4": "keys and poses in three parts",
        }
        bind_pose: lesson_08 {
            "08.2": "the palette",
            "08.3": "draws the sword",
        }
        normals: lesson_10 {
            "10.1": "the light on the knight",
            "10.3": "draws the knight",
        }
        collada_skin: lesson_11 {
            "11.1": "which vertex follows which joints",
            "11.2": "the skin's joints in the skeleton",
            "11.3": "how the skin was bound",
            "11.4": "at most four joints for a vertex",
        }
        playback: lesson_12 {
            "12.1": "which channel moves which joint, if the file has channels of matrices",
            "12.2": "a joint at a time",
            "12.3": "a pose at a time",
            "12.4": "ticks, and his place in the world",
        }
        blending: lesson_13 {
            "13.1": "walk and run in step",
            "13.2": "from one state to the next",
            "13.3": "which state may follow",
            "13.4": "a punch on legs that walk",
        }
        inverse_kinematics: lesson_14 {
            "14.1": "how far the knee bends",
            "14.2": "a leg to its target",
            "14.4": "feet and hips on a slope",
        }
        pose_editor: lesson_16 {
            "16.4": "reads the level's file",
        }
    }
}

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[
    &ground::MINKOWSKI,
    &ground::FLY,
    &ground::WALK,
    &knight::STATE_FOR,
    &knight::FACE,
    &knight::SWORD,
    &fight::SPHERES_AT,
    &fight::SWEPT_HIT,
    &fight::DAMAGE,
];
