//! State of a stage that the next program continues with.

use crate::{LessonState, panels::PanelState, stage::Stage};
use anyhow::Result;
use glam::Vec3;
use graphics::OrbitCamera;
use player::{ActorState, SceneTime};
use serde::{Deserialize, Serialize};
use ui::DisplayOptions;

/// Camera, time and panels of a stage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StageState {
    camera: OrbitCamera,
    /// Width / height of the viewport in which the camera was.
    aspect: f32,
    /// Position of the followed object, in world space.
    followed: Option<[f32; 3]>,
    options: DisplayOptions,
    text_wish: f32,
    panels: PanelState,
    actor: Option<ActorState>,
    lesson: Option<LessonState>,
    /// Time without an actor.
    time: Option<SceneTime>,
    editing: Option<serde_json::Value>,
}

impl Stage {
    /// Returns the state with which the stage of another program can continue.
    pub(crate) fn state(&mut self) -> StageState {
        StageState {
            camera: self.camera.orbit,
            aspect: self.layout.viewport.aspect(),
            followed: self.camera.followed.map(|at| at.to_array()),
            options: self.options,
            text_wish: self.text_wish,
            panels: self.panels.state(),
            actor: self.app.subject().actor().map(|actor| ActorState::of(actor)),
            lesson: self.app.lesson().map(|lesson| lesson.state()),
            time: self.app.time().map(|time| *time),
            editing: self.app.subject().editing().and_then(|editing| editing.state()),
        }
    }

    /// Continues from the state of another program.
    pub(crate) fn restore(&mut self, state: &StageState) -> Result<()> {
        if let Some((time, before)) = self.app.time().zip(state.time) {
            *time = before;
        }
        if let Some((editing, state)) = self.app.subject().editing().zip(state.editing.as_ref()) {
            editing.restore(state);
        }
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
        self.camera.orbit = state.camera;
        // Where it is now is known once the answers have been called.
        self.camera.followed = state.followed.map(Vec3::from);
        self.camera.fit_scene(&mut *self.app, state.aspect, self.layout.viewport.aspect());
        Ok(())
    }
}
