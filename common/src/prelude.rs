//! What nearly every scene of a lesson imports: `use common::prelude::*;`

pub use crate::check;
pub use crate::exercise::{Difference, Exercise, Farthest, NoOptions, Screen, fit, lesson_main, report};
pub use crate::graphics::{
    Gl, ShaderFile, Target, Uniforms,
    debug_draw::{DebugRenderer, Overlay, Shapes},
    draw_state,
};
pub use crate::player::{Editing, Framing, SceneTime, Subject, SubjectKeys};
pub use crate::ui::{Action, Input, KeyCode, Message, View};
pub use anyhow::Result;
pub use given::{Course, Lost};
pub use std::process::ExitCode;
