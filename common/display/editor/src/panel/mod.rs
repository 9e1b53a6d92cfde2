//! The editor's own panel, and its lines over the viewport.

mod attached;
mod clips;
mod pose;

use super::{EditTarget, Editor};
use armature_offline::edit::EulerEntry;
use imgui::Ui;
use ui::{Action, Screen, keys::shown, theme};
use verdict::wording::counted;

/// Contents of text fields while they are typed in.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    name: String,
    /// The clip whose name it is.
    named: Option<(usize, String)>,
    file: String,
    /// The field of the name is to have the focus.
    pub(super) types_name: bool,
}

/// The angles that the fields show, of a joint and of the target on it.
#[derive(Clone, Debug, Default)]
pub(super) struct Angles {
    entry: EulerEntry,
    owner: Option<(usize, EditTarget)>,
}

impl Editor {
    /// Draws the panel and the lines over the viewport.
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

    fn lines(&self, screen: &Screen<'_>) {
        let hint = match self.pointer.drag {
            Some(drag) => format!("{}   (Ctrl: in steps)", drag.words(self.pointer.amount)),
            None => self.hint(),
        };
        self.session.draw_status(screen, &hint, "");
    }

    fn hint(&self) -> String {
        let joints = self.actor.model.skeleton.joints();
        if self.actor.player.is_playing() {
            return format!("playing: {} pauses, to edit", shown(Action::Play));
        }
        if !self.timeline.selected.is_empty() {
            let keys = counted(self.timeline.selected.len(), "key", "keys");
            return format!("{keys} selected: drag moves, Ctrl + drag copies, Del deletes");
        }
        match self.target {
            EditTarget::Attachment(_) | EditTarget::Sphere(_) => {
                "drag an arrow or a ring; click a joint to go back".into()
            }
            EditTarget::Joint => match self.actor.selection.first() {
                Some(_) if self.actor.selection.joints().len() > 1 => {
                    let count = self.actor.selection.joints().len();
                    format!("{count} joints: a ring turns each about its own axis")
                }
                Some(joint) => {
                    format!("{}: drag a handle, or a limb by its end; 8: rings or arrows", joints[joint].name)
                }
                None => "click a joint".into(),
            },
        }
    }
}

fn heading(ui: &Ui, text: &str) {
    ui.text_colored(theme::DIM, text);
}
