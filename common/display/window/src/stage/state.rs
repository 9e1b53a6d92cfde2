//! State of a stage that the next program continues with.

use crate::resume::WindowState;
use crate::stage::Stage;
use anyhow::Result;
use player::clock::ClockState;

impl Stage {
    /// Returns the state with which another program can continue, in a window that the caller describes.
    pub(crate) fn state(&mut self) -> WindowState {
        WindowState {
            size: (self.size.x as u32, self.size.y as u32),
            position: None,
            is_full_screen: false,
            has_focus: true,
            camera: self.camera.orbit,
            options: self.options,
            text_wish: self.text_wish,
            actor: self.app.subject().actor().map(|actor| player::ActorState::of(actor)),
            lesson: self.app.lesson().map(|lesson| lesson.state()),
            time: self.app.time().map(|time| ClockState::new(time)),
            editing: self.app.subject().editing().and_then(|editing| editing.state()),
        }
    }

    /// Continues from the state of another program.
    pub(crate) fn restore(&mut self, state: &WindowState) -> Result<()> {
        if let Some((time, before)) = self.app.time().zip(state.time.as_ref()) {
            before.restore(time);
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
        self.text_wish = state.text_wish;
        self.resize(self.size, self.factor)?;
        self.frame_scene();
        self.camera.orbit = state.camera;
        self.camera.followed = None; // where it is now is known once the answers have been called
        Ok(())
    }
}
