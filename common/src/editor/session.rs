//! What all editors do alike, whatever they edit: undo, saving to new files, opening the newest, saying what was done,
//! and asking before something is lost.

use crate::container::store;
use crate::edit::History;
use crate::ui::{
    Action, Input, Level, Message, Screen,
    keys::shown,
    screen::{self, button_width, same_line_if_room},
};
use glam::Vec2;
use imgui::Ui;
use std::{
    path::{Path, PathBuf},
    time::SystemTime,
};

/// For how many seconds a line about what was done is shown.
const LINE_SECONDS: f32 = 6.0;

/// In a viewport lower than so many lines of text no hint is shown.
const LOW: f32 = 18.0;

/// A document that is edited, and its files.
#[derive(Clone, Debug)]
pub struct Session<D> {
    /// The document, and what it was before.
    pub history: History<D>,
    /// As it was saved last, and in which file.
    pub saved: D,
    /// `None`: in none yet.
    pub saved_as: Option<String>,
    /// Where files are saved, and what their names begin with.
    pub(super) folder: PathBuf,
    stem: String,
    /// What is wrong, or was assumed.
    pub messages: Vec<Message>,
    pub(super) line: String,
    line_seconds: f32,
    /// Escape, or closing the window, was answered by the question whether to leave.
    asked: Option<Leaving>,
}

/// The user has been asked whether to leave: by pressing Escape, or by closing the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaving {
    Escape,
    Close,
}

impl<D: Clone + PartialEq> Session<D> {
    /// Begins with a document, which counts as saved. Files are saved in `folder`, and begin with `stem`.
    pub fn new(document: D, folder: PathBuf, stem: String) -> Self {
        Self {
            history: History::new(document.clone()),
            saved: document,
            saved_as: None,
            folder,
            stem,
            messages: Vec::new(),
            line: String::new(),
            line_seconds: 0.0,
            asked: None,
        }
    }

    /// Time has passed. What is done between two presses of Escape makes the second one ask again.
    pub fn update(&mut self, input: &Input, seconds: f32) {
        let is_idle = input.actions().iter().all(|action| *action == Action::Close);
        self.asked = self.asked.filter(|_| is_idle && input.click.is_none());
        self.line_seconds -= seconds;
    }

    /// Something else is about to be done: ends a drag, and forgets the question whether to leave.
    pub fn begin_request(&mut self) {
        self.history.end_drag();
        self.asked = None;
    }

    /// Takes back the last change.
    pub fn undo(&mut self) {
        let is_done = self.history.undo();
        self.say(if is_done { "undone" } else { "nothing to undo" });
    }

    /// Makes it again.
    pub fn redo(&mut self) {
        let is_done = self.history.redo();
        self.say(if is_done { "done again" } else { "nothing to redo" });
    }

    /// Whether something is not saved.
    pub fn is_unsaved(&self) -> bool {
        *self.history.now() != self.saved
    }

    /// Saves the document to a new file: its bytes, or why there are none.
    pub fn save(&mut self, bytes: Result<Vec<u8>, String>) {
        let saved = bytes.and_then(|bytes| {
            store::save_new(&self.folder, &self.stem, &bytes, SystemTime::now())
                .map_err(|error| format!("{}: {error}", self.folder.display()))
        });
        match saved {
            Ok(file) => {
                let name = file_name(&file);
                self.say(&format!("saved: {name}"));
                (self.saved, self.saved_as) = (self.history.now().clone(), Some(name));
                self.messages.retain(|message| message.level != Level::Error);
            }
            Err(error) => self.error(format!("not saved: {error}")),
        }
    }

    /// The newest of its files that can be read: its name, and what is in it. Those that cannot are named.
    ///
    /// # Errors
    /// If the folder cannot be listed.
    pub fn open_newest<T>(
        &mut self,
        read: impl FnMut(&[u8]) -> Result<T, String>,
    ) -> Result<Option<(String, T)>, String> {
        let opened = store::open_newest(&self.folder, &self.stem, read)
            .map_err(|error| format!("{}: {error}", self.folder.display()))?;
        for passed in opened.passed_over {
            let text = format!("{}; left as it is, and passed over", passed.why);
            self.messages.push(Message::warning(file_name(&passed.file), text));
        }
        Ok(opened.newest.map(|(file, read)| (file_name(&file), read)))
    }

    /// Shows a line for a few seconds.
    pub fn say(&mut self, text: &str) {
        (self.line, self.line_seconds) = (text.to_owned(), LINE_SECONDS);
    }

    /// Something went wrong: shown until the next error, or until it is saved.
    pub fn error(&mut self, text: String) {
        self.messages.retain(|message| message.level != Level::Error);
        self.messages.push(Message::error("", text));
    }

    /// Escape: see [`Editing::leave`](crate::player::Editing::leave).
    pub fn leave(&mut self, may_ask: bool) -> bool {
        match self.asked {
            Some(Leaving::Escape) => return true,
            // Escape answers the other question, with no.
            Some(Leaving::Close) if may_ask => {
                self.asked = None;
                self.say("not closed");
            }
            None if may_ask => {
                self.asked = Some(Leaving::Escape);
                self.say(if self.is_unsaved() {
                    "not saved: Esc again leaves without saving, Ctrl+S saves"
                } else {
                    "all is saved: Esc again leaves"
                });
            }
            _ => {}
        }
        false
    }

    /// The window is being closed: the second time it may, and at once where all is saved.
    pub fn may_close(&mut self) -> bool {
        if self.is_unsaved() && self.asked.is_none() {
            self.asked = Some(Leaving::Close);
            self.say("not saved: close again to leave without saving, Ctrl+S saves, Esc stays");
            return false;
        }
        true
    }

    /// Buttons for undo, redo and save, which is highlighted while there is something to save: what was clicked.
    pub fn buttons(&self, ui: &Ui) -> Option<Action> {
        let mut clicked = None;
        for (name, action) in [("Undo", Action::Undo), ("Redo", Action::Redo), ("Save", Action::Save)] {
            let key = shown(action).split(' ').next().unwrap_or_default();
            let label = format!("{name}  {key}");
            if action != Action::Undo {
                same_line_if_room(ui, button_width(ui, &label));
            }
            if screen::toggle(ui, &label, action == Action::Save && self.is_unsaved()) {
                clicked = Some(action);
            }
            if ui.is_item_hovered() {
                ui.tooltip_text(shown(action));
            }
        }
        clicked
    }

    /// At the viewport's lower edge what was done last; at its upper edge, below what is written there, `hint` and the file, or
    /// `unchanged` where there is none.
    pub fn lines(&self, screen: &Screen<'_>, hint: &str, unchanged: &str) {
        let (ui, em, viewport) = (screen.ui, screen.fonts.em, screen.viewport);
        let width = |text: &str| ui.calc_text_size(text)[0];
        let top = viewport.min.y + 2.8 * em;
        if viewport.size.y < LOW * em {
            // It would cover the figure.
        } else if width(hint) <= viewport.size.x - 2.0 * em {
            screen::plate(ui, em, Vec2::new(viewport.min.x + em, top), hint);
        } else {
            screen::plate_across(ui, em, viewport, top, hint);
        }
        if self.line_seconds > 0.0 {
            let x = viewport.min.x + ((viewport.size.x - width(&self.line)) * 0.5).max(em);
            screen::plate(ui, em, Vec2::new(x, viewport.max().y - 4.4 * em), &self.line);
        }
        let file = self.saved_as.as_deref().unwrap_or(unchanged);
        let state = if self.is_unsaved() { "not saved" } else { file };
        let at = Vec2::new(viewport.max().x - width(state) - em, top);
        if !state.is_empty() && at.x > viewport.min.x + em * 2.0 + width(hint) {
            screen::plate(ui, em, at, state);
        }
    }
}

/// A file's name without its folder.
pub(super) fn file_name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
