//! The editor's own panel, and what it writes over the scene.

mod attached;
mod clips;
mod pose;

use super::Editor;
use crate::text::counted;
use crate::ui::{
    Action, Screen,
    keys::shown,
    screen::{self, button_width, same_line_if_room},
    theme,
};
use glam::Vec2;
use imgui::Ui;

/// What text fields hold while they are typed in.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    name: String,
    /// The clip whose name it is.
    named: Option<(usize, String)>,
    file: String,
}

impl Editor {
    /// Draws the panel and the lines over the scene.
    pub fn ui(&mut self, screen: &Screen<'_>) {
        screen.panel("Edit", || {
            let ui = screen.ui;
            self.buttons(ui);
            let em = screen.fonts.em;
            if let Some(_bar) = ui.tab_bar("##edit") {
                self.tab(ui, "Pose", |editor| editor.pose_tab(ui, em));
                self.tab(ui, "Clips", |editor| editor.clips_tab(ui, em));
                self.tab(ui, "Attached", |editor| editor.attached_tab(ui, em));
            }
        });
        self.lines(screen);
    }

    /// A tab whose contents scroll below the row of tabs.
    fn tab(&mut self, ui: &Ui, name: &str, contents: impl FnOnce(&mut Self)) {
        if let Some(_tab) = ui.tab_item(name) {
            ui.child_window(name).build(|| contents(self));
        }
    }

    /// Undo, redo and save, whatever tab is open.
    fn buttons(&mut self, ui: &Ui) {
        let steps = (self.history.undo_steps(), self.history.redo_steps());
        for (name, action, is_on) in [
            ("Undo", Action::Undo, steps.0 > 0),
            ("Redo", Action::Redo, steps.1 > 0),
            ("Save", Action::Save, self.is_unsaved()),
        ] {
            let key = shown(action).split(' ').next().unwrap_or_default();
            let label = format!("{name}  {key}");
            if action != Action::Undo {
                same_line_if_room(ui, button_width(ui, &label));
            }
            if screen::toggle(ui, &label, is_on && action == Action::Save) {
                self.requests.extend(super::Request::of(action));
            }
            if ui.is_item_hovered() {
                ui.tooltip_text(shown(action));
            }
        }
    }

    /// At the scene's lower edge what was done last; at its upper edge what is dragged, or can be: below the line that
    /// says whose answers are drawn.
    fn lines(&self, screen: &Screen<'_>) {
        let (ui, em, scene) = (screen.ui, screen.fonts.em, screen.scene);
        let words = match (self.drag, self.screen) {
            (Some(drag), Some(_)) => {
                format!("{}   (Ctrl: in steps)", drag.words(self.amount))
            }
            _ => self.hint(),
        };
        screen::plate(ui, em, scene.min + em * Vec2::new(1.0, 2.8), &words);
        if self.said_seconds > 0.0 {
            let width = ui.calc_text_size(&self.said)[0];
            let at = Vec2::new(scene.min.x + ((scene.size.x - width) * 0.5).max(em), scene.max().y - 4.4 * em);
            screen::plate(ui, em, at, &self.said);
        }
        let state = match (&self.saved_as, self.is_unsaved()) {
            (_, true) => "not saved".to_owned(),
            (Some(file), false) => file.clone(),
            (None, false) => return,
        };
        let width = ui.calc_text_size(&state)[0];
        let at = Vec2::new(scene.max().x - width - em, scene.min.y + em);
        if at.x > scene.min.x + em * 2.0 + ui.calc_text_size(&words)[0] {
            screen::plate(ui, em, at, &state);
        }
    }

    /// What can be done now.
    fn hint(&self) -> String {
        use super::Target;
        let joints = self.actor.model.skeleton.joints();
        if self.actor.player.is_playing() {
            return format!("playing: {} pauses, to edit", shown(Action::Play));
        }
        if !self.selected.is_empty() {
            let keys = counted(self.selected.len(), "key", "keys");
            return format!("{keys} selected: drag moves, Ctrl + drag copies, Del deletes");
        }
        match self.target {
            Target::Attachment(_) | Target::Sphere(_) => "drag an arrow or a ring; click a joint to go back".into(),
            Target::Joint => match self.actor.selected {
                Some(joint) => format!("{}: drag a ring; Shift or 8: arrows", joints[joint].name),
                None => "click a joint".into(),
            },
        }
    }
}

/// A button that asks for something; below the one before it where there is no room beside it.
fn button(ui: &Ui, label: &str, is_first: bool) -> bool {
    if !is_first {
        same_line_if_room(ui, button_width(ui, label));
    }
    ui.button(label)
}

/// A heading within a tab.
fn heading(ui: &Ui, text: &str) {
    ui.text_colored(theme::DIM, text);
}
