//! Functions of all editors, whatever they edit: undo, saving to new files, opening the newest, a line about what was
//! done, and asking before something is lost.

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
    Action, Input, Level, Message, Screen,
    keys::shown,
    screen::{self, button_width, same_line_if_room},
};
use verdict::file;

/// Seconds for which a line about what was done is shown.
const LINE_SECONDS: f32 = 6.0;

/// Seconds after which a change that is not saved is kept beside the saved files, for the case that the program is ended.
const KEPT_AFTER: f32 = 1.0;

/// The ending of the file in which it is kept.
const KEPT: &str = "unsaved";

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
    /// The document that was kept last, while it is not saved.
    kept: Option<D>,
    /// Seconds since a change that is neither saved nor kept.
    unkept_seconds: f32,
    /// The question whether to leave, while it is open.
    warned_of: Option<Leaving>,
}

/// The cause of the question whether to leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaving {
    Escape,
    Close,
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
            unkept_seconds: 0.0,
            warned_of: None,
        }
    }

    /// Advances by `seconds`. Anything that is done between two presses of Escape makes the second one ask again.
    pub fn update(&mut self, input: &Input, seconds: f32) {
        let is_idle = input.actions().iter().all(|action| *action == Action::Close);
        self.warned_of = self.warned_of.filter(|_| is_idle && input.click.is_none());
        self.line_seconds -= seconds;
        if !self.is_unsaved() {
            self.forget_kept();
        } else if self.kept.as_ref() != Some(self.history.now()) {
            self.unkept_seconds += seconds;
        }
    }

    /// Whether there is something to [`keep`](Self::keep).
    pub fn is_to_be_kept(&self) -> bool {
        self.unkept_seconds >= KEPT_AFTER
    }

    /// Keeps a document that is not saved, beside the saved files: the bytes of one that is saved. Where that is not possible
    /// it says so once for each change.
    pub fn keep(&mut self, bytes: &[u8]) {
        self.kept = Some(self.history.now().clone());
        self.unkept_seconds = 0.0;
        let file = self.kept_file();
        if let Err(error) = file::replace(&file, bytes) {
            self.error(format!("what is not saved is not kept either: {}: {error}", file.display()));
        }
    }

    /// Reads what an earlier session kept and did not save.
    pub fn read_kept(&self) -> Option<Vec<u8>> {
        store::read_file(&self.kept_file()).ok()
    }

    /// Goes on with what an earlier session kept: a step that undo takes back.
    pub fn restore(&mut self, document: D) {
        self.history.edit(|now| *now = document);
        self.kept = Some(self.history.now().clone());
        self.say(&format!("this was not saved the last time; undo ({}) goes back to the file", shown(Action::Undo)));
    }

    /// Removes what is kept.
    fn forget_kept(&mut self) {
        self.unkept_seconds = 0.0;
        if self.kept.take().is_some() {
            let _ = fs::remove_file(self.kept_file()); // one that stays is offered again
        }
    }

    fn kept_file(&self) -> PathBuf {
        self.folder.join(format!("{}.{KEPT}", self.stem))
    }

    /// Prepares for another change: ends a drag, and forgets the question whether to leave.
    pub fn begin_request(&mut self) {
        self.history.end_drag();
        self.warned_of = None;
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

    /// Answers Escape: see [`Editing::leave`](player::Editing::leave).
    pub fn leave(&mut self, may_check_time: bool) -> bool {
        match self.warned_of {
            Some(Leaving::Escape) => {
                self.forget_kept();
                return true;
            }
            // Escape answers the other question, with no.
            Some(Leaving::Close) if may_check_time => {
                self.warned_of = None;
                self.say("not closed");
            }
            None if may_check_time => {
                self.warned_of = Some(Leaving::Escape);
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

    /// Whether the window may close: at once if all is saved, or else the second time.
    pub fn may_close(&mut self) -> bool {
        if self.is_unsaved() && self.warned_of.is_none() {
            self.warned_of = Some(Leaving::Close);
            self.say("not saved: close again to leave without saving, Ctrl+S saves, Esc stays");
            return false;
        }
        self.forget_kept();
        true
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
