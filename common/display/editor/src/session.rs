//! Functions of all editors, whatever they edit: undo, saving to new files, opening the newest, the file of the session,
//! and a line about what was done.

use armature_formats::container::store;
use armature_offline::edit::History;
use glam::Vec2;
use imgui::Ui;
use std::{
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};
use ui::{
    Action, Level, Message, Screen,
    keys::shown,
    screen::{self, button_width, same_line_if_room},
};
use verdict::file;

/// Seconds for which a line about what was done is shown.
const LINE_SECONDS: f32 = 6.0;

/// The ending of the session's file.
const SESSION: &str = "unsaved";

/// The lowest viewport with a hint, in lines of text.
const MIN_LINES: f32 = 18.0;

/// A document that is edited, and its files.
#[derive(Clone, Debug)]
pub struct Session<D> {
    /// The document, and the ones before it.
    pub history: History<D>,
    /// The document as it was saved last.
    pub saved: D,
    /// The file in which it was saved.
    pub saved_as: Option<String>,
    /// The folder of the saved files, and the beginning of their names.
    pub(super) folder: PathBuf,
    stem: String,
    /// Errors and warnings.
    pub messages: Vec<Message>,
    pub(super) line: String,
    line_seconds: f32,
    /// The unsaved document in the session's file.
    kept: Option<D>,
}

impl<D: Clone + PartialEq> Session<D> {
    /// Begins a session with a document that counts as saved. Files are saved in `folder`, and begin with `stem`.
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
            kept: None,
        }
    }

    /// Advances by `seconds`, and removes the session's file once the document is saved.
    pub fn update(&mut self, seconds: f32) {
        self.line_seconds -= seconds;
        if !self.is_unsaved() && self.kept.take().is_some() {
            let _ = fs::remove_file(self.file()); // one that stays is offered again
        }
    }

    /// Whether the session's file lacks a change that is complete and not saved.
    pub fn is_outdated(&self) -> bool {
        !self.history.is_dragging() && self.is_unsaved() && self.kept.as_ref() != Some(self.history.now())
    }

    /// Writes the session's file: the document's bytes, or the reason why there are none. An error is shown once for each
    /// change. The file is no save: only the next session reads it.
    pub fn keep(&mut self, bytes: Result<Vec<u8>, String>) {
        self.kept = Some(self.history.now().clone());
        let file = self.file();
        let written = bytes.and_then(|bytes| file::replace(&file, &bytes).map_err(|error| error.to_string()));
        if let Err(error) = written {
            self.error(format!("what is not saved is not kept either: {}: {error}", file.display()));
        }
    }

    /// Reads the file of an earlier session.
    pub fn read_kept(&self) -> Option<Vec<u8>> {
        store::read_file(&self.file()).ok()
    }

    /// Continues an earlier session with its document: a step that undo takes back.
    pub fn restore(&mut self, document: D) {
        self.history.edit(|now| *now = document);
        self.kept = Some(self.history.now().clone());
        self.say(&format!("this was not saved the last time; undo ({}) goes back to the file", shown(Action::Undo)));
    }

    fn file(&self) -> PathBuf {
        self.folder.join(format!("{}.{SESSION}", self.stem))
    }

    pub fn undo(&mut self) {
        let is_done = self.history.undo();
        self.say(if is_done { "undone" } else { "nothing to undo" });
    }

    pub fn redo(&mut self) {
        let is_done = self.history.redo();
        self.say(if is_done { "done again" } else { "nothing to redo" });
    }

    /// Whether there are changes to save.
    pub fn is_unsaved(&self) -> bool {
        *self.history.now() != self.saved
    }

    /// Saves the document to a new file: its bytes, or the reason why there are none.
    pub fn save(&mut self, bytes: Result<Vec<u8>, String>) {
        let saved = bytes.and_then(|bytes| {
            store::save_new(&self.folder, &self.stem, &bytes, SystemTime::now())
                .map_err(|error| format!("{}: {error}", self.folder.display()))
        });
        match saved {
            Ok(file) => {
                let name = file_name(&file);
                self.say(&format!("saved: {name}"));
                self.saved = self.history.now().clone();
                self.saved_as = Some(name);
                self.messages.retain(|message| message.level != Level::Error);
            }
            Err(error) => self.error(format!("not saved: {error}")),
        }
    }

    /// Reads the newest readable file of the session's figure. Adds a message about each that cannot.
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
        text.clone_into(&mut self.line);
        self.line_seconds = LINE_SECONDS;
    }

    /// Shows an error until the next one, or until the document is saved.
    pub fn error(&mut self, text: String) {
        self.messages.retain(|message| message.level != Level::Error);
        self.messages.push(Message::error("", text));
    }

    /// Draws the buttons for undo, redo and save. Save is highlighted while there are unsaved changes. Returns the
    /// action of the one that was clicked.
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

    /// Draws the last step at the lower edge of the viewport. At the upper edge, below the text that is there, it draws
    /// `hint` and the file's name, or `unchanged` if there is no file.
    pub fn draw_status(&self, screen: &Screen<'_>, hint: &str, unchanged: &str) {
        let ui = screen.ui;
        let em = screen.fonts.em;
        let viewport = screen.viewport;
        let top = viewport.min.y + 2.8 * em;
        if viewport.size.y < MIN_LINES * em {
            // It would cover the figure.
        } else if text_width(ui, hint) <= viewport.size.x - 2.0 * em {
            screen::plate(ui, em, Vec2::new(viewport.min.x + em, top), hint);
        } else {
            screen::plate_across(ui, em, viewport, top, hint);
        }
        if self.line_seconds > 0.0 {
            let x = viewport.min.x + ((viewport.size.x - text_width(ui, &self.line)) * 0.5).max(em);
            screen::plate(ui, em, Vec2::new(x, viewport.max().y - 4.4 * em), &self.line);
        }
        let file = self.saved_as.as_deref().unwrap_or(unchanged);
        let state = if self.is_unsaved() { "not saved" } else { file };
        let position = Vec2::new(viewport.max().x - text_width(ui, state) - em, top);
        if !state.is_empty() && position.x > viewport.min.x + em * 2.0 + text_width(ui, hint) {
            screen::plate(ui, em, position, state);
        }
    }
}

fn text_width(ui: &Ui, text: &str) -> f32 {
    ui.calc_text_size(text)[0]
}

/// A file's name without its folder.
pub(super) fn file_name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
