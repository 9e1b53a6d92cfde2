//! The editor's own panel, and what it writes over the scene.

mod attached;
mod clips;
mod pose;

use super::Editor;
use crate::text::counted;
use crate::ui::{Action, Screen, keys::shown, theme};
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
            self.requests.extend(self.session.buttons(ui).and_then(super::Request::from_action));
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

    /// What is dragged, or can be, what was done last, and the file.
    fn lines(&self, screen: &Screen<'_>) {
        let hint = match (self.drag, self.screen) {
            (Some(drag), Some(_)) => format!("{}   (Ctrl: in steps)", drag.words(self.amount)),
            _ => self.hint(),
        };
        self.session.lines(screen, &hint, "");
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

/// A heading within a tab.
fn heading(ui: &Ui, text: &str) {
    ui.text_colored(theme::DIM, text);
}
