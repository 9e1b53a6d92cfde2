//! What nearly every scene of a lesson imports: `use common::prelude::*;`

pub use crate::exercise::{Difference, Exercise, Farthest, NoOptions, Screen, fit, lesson_main, report};
pub use anyhow::Result;
pub use check;
pub use drawing::Sheet;
pub use given::{CallError, Course};
pub use graphics::{
    Gl, ShaderFile, Target, Uniforms,
    debug_draw::{DebugRenderer, Overlay, Shapes},
    draw_state,
};
pub use player::{Editing, Framing, Playback, Subject, SubjectKeys};
pub use std::process::ExitCode;
pub use ui::{Action, Input, KeyCode, Message, View};
