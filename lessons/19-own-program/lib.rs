//! Lesson 19, your own program: the files of `own/src` but `main.rs`, drawn without a window in front of a recorder.

include!(concat!(env!("OUT_DIR"), "/own.rs"));

#[macro_use]
pub mod facts;
pub mod drawn;

checked_program!(Own, crate);

/// What the check calls.
pub mod exercise {
    use crate::{Answers, Own, facts};

    /// A function for each TODO, which returns the facts about it.
    pub const ANSWERS: Answers = Answers {
        react: facts::react::<Own>,
        floor_corners: facts::floor_corners::<Own>,
        bone_buffers: facts::bone_buffers::<Own>,
        draw_bones: facts::draw_bones::<Own>,
        skin_vertices: facts::skin_vertices::<Own>,
        texture: facts::texture::<Own>,
        palette: facts::palette::<Own>,
        draw_skin: facts::draw_skin::<Own>,
        advance: facts::advance::<Own>,
        pose: facts::pose::<Own>,
        panel: facts::panel::<Own>,
        step: facts::step::<Own>,
        steer: facts::steer::<Own>,
        change_state: facts::change_state::<Own>,
        follow: facts::follow::<Own>,
    };
}

pub use given::lesson_19::*;

given::library!(concat!(env!("OUT_DIR"), "/scene.txt"));
