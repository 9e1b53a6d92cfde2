//! What a stage hands to the program that takes the place of this one, and goes on from there.

use crate::graphics::OrbitCamera;
use crate::player::ActorState;
use crate::ui::DisplayOptions;
use crate::window::{AppState, LessonState, panels::PanelState, stage::Stage};
use anyhow::Result;
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// How the scene is seen, and where it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StageState {
    camera: OrbitCamera,
    /// Width / height of the scene in which the camera was.
    aspect: f32,
    /// Position of the followed object, in world space.
    followed: Option<[f32; 3]>,
    options: DisplayOptions,
    text_wish: f32,
    panels: PanelState,
    actor: Option<ActorState>,
    lesson: Option<LessonState>,
    app: AppState,
}

impl Stage {
    /// As it is now.
    pub(crate) fn state(&mut self) -> StageState {
        StageState {
            camera: self.camera,
            aspect: self.aspect(),
            followed: self.followed.map(|at| at.to_array()),
            options: self.options,
            text_wish: self.text_wish,
            panels: self.panels.state(),
            actor: self.app.subject().actor().map(|actor| ActorState::of(actor)),
            lesson: self.app.lesson().map(|lesson| lesson.state()),
            app: self.app.state(),
        }
    }

    /// Goes on from there.
    pub(crate) fn restore(&mut self, state: &StageState) -> Result<()> {
        self.app.restore(&state.app);
        if let Some((actor, state)) = self.app.subject().actor().zip(state.actor.as_ref()) {
            state.restore(actor);
        }
        if let Some((lesson, state)) = self.app.lesson().zip(state.lesson.clone()) {
            lesson.restore(state);
        }
        self.options = state.options;
        self.panels.restore(state.panels);
        self.load_help();
        self.text_wish = state.text_wish;
        self.resize(self.size, self.factor)?;
        self.frame_scene();
        self.camera = state.camera;
        // Where it is now is known once the answers have been called.
        self.followed = state.followed.map(Vec3::from);
        self.fit_scene(state.aspect);
        Ok(())
    }
}
