//! What nearly every scene of a lesson imports: `use common::prelude::*;`

pub use crate::check;
pub use crate::exercise::{
    Beginning, Difference, Exercise, Farthest, NoEarlier, NoOptions, Screen, fit, lesson_main, refuse, report, todo,
};
pub use crate::graphics::{
    Gl, ShaderFile, Target, Uniforms,
    debug_draw::{DebugRenderer, Overlay, Shapes},
    draw_state,
};
pub use crate::player::{Editing, Framing, SceneTime, Subject, SubjectKeys};
pub use crate::ui::{Action, Input, KeyCode, Message, View};
pub use anyhow::Result;
pub use std::process::ExitCode;
