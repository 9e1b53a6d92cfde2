//! The set-piece editor: a level is taken apart and put together with the mouse, seen from the front.
//!
//! ```text
//! mouse, keys, panel -> Request, or a drag -> edits of the Level -> its history -> meshes, colliders, problems
//! ```

mod drawing;
mod edits;
mod panel;
mod pointing;

pub use edits::{Item, Thing};

use crate::ground::Mesh;
use crate::level::Level;
use common::animation::edit::History;
use common::container::store;
use common::graphics::{OrbitCamera, camera::Projection};
use common::prelude::*;
use glam::{DVec2, Vec2};
use std::{path::PathBuf, time::SystemTime};

/// Keys that work here beside those of every lesson.
pub const KEYS: &[Action] =
    &[Action::Delete, Action::Copy, Action::Paste, Action::Mirror, Action::Undo, Action::Redo, Action::Save];

/// What saved levels are called: a date follows.
const STEM: &str = "ruins";

/// For how many seconds a line about what was done is shown.
const SAID: f32 = 6.0;

/// So much of the level is seen at first, from bottom to top, in metres; and at least and at most.
const HEIGHT: f64 = 9.0;
const HEIGHTS: (f64, f64) = (1.5, 60.0);

/// What is asked for by a key or a button.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// The next click puts one of these there.
    Place(Thing),
    /// Without what is selected.
    Delete,
    /// Remember what is selected.
    Copy,
    /// Put what is remembered at the pointer.
    Paste,
    /// What is selected once more, beside it.
    Duplicate,
    /// Left and right of what is selected exchanged.
    Flip,
    /// Take back the last change.
    Undo,
    /// Make it again.
    Redo,
    /// Save to a new file.
    Save,
    /// The newest saved level that is good.
    OpenNewest,
    /// Play from where the pointer is.
    Play,
}

/// A level, and what is done to it.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools)] // each is true or false on its own
pub struct Editor {
    history: History<Level>,
    saved: Level,
    saved_as: Option<String>,
    folder: PathBuf,
    /// Counted up with each change.
    revision: u64,
    selected: Vec<Item>,
    copied: Vec<Thing>,
    placing: Option<Thing>,
    drag: Option<pointing::Drag>,
    /// Whether the last press selected what was not selected before.
    is_new: bool,
    /// What is in the middle of the picture, and how much is seen of the level from bottom to top.
    center: DVec2,
    height: f64,
    /// The scene's size in pixels, the height of text, and where the pointer is in the level.
    size: Vec2,
    em: f32,
    pointer: Option<DVec2>,
    problems: Vec<String>,
    shows_mesh: bool,
    /// The ground, and of which revision it is.
    mesh: (u64, Mesh),
    play: Option<(Level, DVec2)>,
    messages: Vec<Message>,
    said: String,
    said_seconds: f32,
    has_begun: bool,
    has_asked: bool,
    fresh: bool,
}

impl Editor {
    /// For a level. What is saved becomes a new file in a folder each time.
    pub fn new(level: Level, folder: PathBuf) -> Self {
        Self {
            problems: level.problems(),
            history: History::new(level.clone()),
            center: level.start + DVec2::new(0.0, 2.0),
            saved: level,
            saved_as: None,
            folder,
            revision: 0,
            selected: Vec::new(),
            copied: Vec::new(),
            placing: None,
            drag: None,
            is_new: false,
            height: HEIGHT,
            size: Vec2::new(1280.0, 720.0),
            em: 16.0,
            pointer: None,
            shows_mesh: false,
            mesh: (u64::MAX, Mesh::default()),
            play: None,
            messages: Vec::new(),
            said: String::new(),
            said_seconds: 0.0,
            has_begun: false,
            has_asked: false,
            fresh: true,
        }
    }

    /// The window turns from the game to the editor, and looks at a place. The first time the newest saved level is
    /// opened; undo brings back the one that was played.
    pub fn begin(&mut self, at: DVec2) {
        self.center = at + DVec2::new(0.0, 1.0);
        self.fresh = true;
        if !std::mem::replace(&mut self.has_begun, true) {
            self.carry_out(Request::OpenNewest);
        }
    }

    /// What is edited.
    pub fn level(&self) -> &Level {
        self.history.now()
    }

    /// Another number after each change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The level, if it can be played.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn playable(&self) -> Result<&Level, String> {
        let others = self.problems.len().saturating_sub(1);
        match self.problems.first() {
            None => Ok(self.level()),
            Some(first) if others == 0 => Err(first.clone()),
            Some(first) => Err(format!("{first} (and {others} more)")),
        }
    }

    /// A level to be played from a place, if that was asked for.
    pub fn take_play(&mut self) -> Option<(Level, DVec2)> {
        self.play.take()
    }

    /// What is selected.
    pub fn selected(&self) -> &[Item] {
        &self.selected
    }

    /// From the front, without perspective.
    pub fn camera(&self) -> OrbitCamera {
        OrbitCamera {
            target: self.center.extend(0.0).as_vec3(),
            yaw: 0.0,
            pitch: 0.0,
            distance: 30.0,
            projection: Projection::Orthographic { height: self.height as f32 },
            scene_radius: 20.0,
        }
    }

    /// Time has passed: keys and their actions.
    pub fn update(&mut self, input: &Input, seconds: f32) {
        for action in input.actions() {
            if let Some(request) = request_of(*action) {
                self.carry_out(request);
            }
        }
        if input.is_pressed(KeyCode::KeyD) {
            self.carry_out(Request::Duplicate);
        }
        if input.is_pressed(KeyCode::KeyP) {
            self.carry_out(Request::Play);
        }
        if !input.control() {
            let held = |key| f64::from(u8::from(input.is_down(key)));
            let x = held(KeyCode::ArrowRight) - held(KeyCode::ArrowLeft);
            let y = held(KeyCode::ArrowUp) - held(KeyCode::ArrowDown);
            self.center += DVec2::new(x, y) * self.height * f64::from(seconds);
            self.fresh |= x != 0.0 || y != 0.0;
        }
        let is_idle = input.actions().iter().all(|action| *action == Action::Close);
        self.has_asked &= is_idle && input.click.is_none();
        self.said_seconds -= seconds;
        self.fresh |= self.said_seconds > -1.0 && self.said_seconds < 0.0;
    }

    /// Does what a key or a button asks for.
    pub fn carry_out(&mut self, request: Request) {
        self.history.end_drag();
        self.drag = None;
        self.has_asked = false;
        match request {
            Request::Place(what) => {
                self.placing = Some(what);
                self.say("click where it should be (Shift: several), Esc: nowhere");
            }
            Request::Delete if self.selected.is_empty() => self.say("nothing is selected"),
            Request::Delete => {
                let selected = std::mem::take(&mut self.selected);
                let kept = self.edit(|level| edits::delete(level, &selected));
                if kept > 0 {
                    self.say("start, door and abyss can be moved, but not deleted");
                }
            }
            Request::Copy => {
                self.copied = self.selected_things();
                self.say(if self.copied.is_empty() { "nothing is selected" } else { "copied" });
            }
            Request::Paste => {
                let copied = self.copied.clone();
                let place = edits::on_grid(self.pointer.unwrap_or(self.center));
                self.insert(&copied, Some(place));
            }
            Request::Duplicate => {
                let copied = self.selected_things();
                self.insert(&copied, None);
            }
            Request::Flip => {
                let selected = self.selected.clone();
                self.edit(|level| edits::flip(level, &selected));
            }
            Request::Undo => {
                let is_done = self.history.undo();
                self.say(if is_done { "undone" } else { "nothing to undo" });
            }
            Request::Redo => {
                let is_done = self.history.redo();
                self.say(if is_done { "done again" } else { "nothing to redo" });
            }
            Request::Save => self.save(),
            Request::OpenNewest => self.open_newest(),
            Request::Play => self.ask_to_play(),
        }
        self.changed();
    }

    /// One step of the history.
    fn edit<R>(&mut self, edit: impl FnOnce(&mut Level) -> R) -> R {
        let result = self.history.edit(edit);
        self.changed();
        result
    }

    /// Looks at the level anew.
    fn changed(&mut self) {
        let level = self.history.now();
        self.selected.retain(|item| item.exists(level));
        self.problems = level.problems();
        self.revision += 1;
        self.fresh = true;
    }

    fn selected_things(&self) -> Vec<Thing> {
        self.selected.iter().filter_map(|item| Thing::of(self.level(), *item)).collect()
    }

    fn insert(&mut self, copied: &[Thing], at: Option<DVec2>) {
        if copied.is_empty() {
            self.say("nothing was copied");
        } else {
            self.selected = self.edit(|level| edits::insert(level, copied, at));
        }
    }

    fn ask_to_play(&mut self) {
        let here = self.pointer.unwrap_or(self.center);
        match self.playable().cloned() {
            Err(problem) => self.say(&format!("cannot be played: {problem}")),
            Ok(level) => {
                let feet = edits::ground_below(&level, here).map_or(here, |y| here.with_y(y));
                let from_here = Level { start: feet, ..level.clone() };
                match from_here.problems().first() {
                    Some(problem) => self.say(&format!("not from here: {problem}")),
                    None => self.play = Some((level, feet)),
                }
            }
        }
    }

    /// Saves to a new file, once what was written has been read again.
    fn save(&mut self) {
        let level = self.level().clone();
        let saved = level.to_bytes().and_then(|bytes| {
            if Level::from_bytes(&bytes)? != level {
                return Err("what was written reads as another level".to_owned());
            }
            store::save_new(&self.folder, STEM, &bytes, SystemTime::now())
                .map_err(|error| format!("{}: {error}", self.folder.display()))
        });
        self.messages.clear();
        match saved {
            Ok(file) => {
                let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                self.say(&format!("saved: {name}"));
                (self.saved, self.saved_as) = (level, Some(name));
            }
            Err(error) => self.messages.push(Message::error("not saved", error)),
        }
    }

    /// Opens the newest level that can be read; those that cannot are named.
    fn open_newest(&mut self) {
        self.messages.clear();
        let opened = match store::open_newest(&self.folder, STEM, Level::from_bytes) {
            Ok(opened) => opened,
            Err(error) => {
                let text = format!("{}: {error}", self.folder.display());
                return self.messages.push(Message::error("", text));
            }
        };
        for passed in opened.passed_over {
            let name = passed.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let text = format!("{}; left as it is, and passed over", passed.why);
            self.messages.push(Message::warning(name, text));
        }
        let Some((file, level)) = opened.newest else {
            return self.say("no level has been saved yet");
        };
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.say(&format!("opened: {name}; undo brings back what was there"));
        (self.saved, self.saved_as) = (level.clone(), Some(name));
        self.history.edit(|now| *now = level);
    }

    /// Whether the picture has changed since this was last asked.
    pub fn has_news(&mut self) -> bool {
        std::mem::take(&mut self.fresh)
    }

    /// Whether something is not saved.
    pub fn is_unsaved(&self) -> bool {
        *self.level() != self.saved
    }

    /// What went wrong.
    pub fn messages(&self) -> Vec<Message> {
        self.messages.clone()
    }

    /// Escape: see [`Subject::leave`](common::player::Subject::leave).
    pub fn leave(&mut self, may_ask: bool) -> bool {
        if self.has_asked {
            return true;
        }
        if may_ask && self.placing.take().is_none() {
            self.has_asked = true;
            let is_unsaved = self.is_unsaved();
            self.say(if is_unsaved {
                "not saved: Esc again leaves without saving, Ctrl+S saves"
            } else {
                "all is saved: Esc again leaves"
            });
        }
        false
    }

    /// The window is being closed: the second time it may, and at once where all is saved.
    pub fn may_close(&mut self) -> bool {
        if self.is_unsaved() && !self.has_asked {
            self.has_asked = true;
            self.say("not saved: close again to leave without saving, Ctrl+S saves");
            return false;
        }
        true
    }

    /// Says something at the scene's lower edge for a while.
    pub fn say(&mut self, text: &str) {
        text.clone_into(&mut self.said);
        self.said_seconds = SAID;
        self.fresh = true;
    }
}

fn request_of(action: Action) -> Option<Request> {
    Some(match action {
        Action::Delete => Request::Delete,
        Action::Copy => Request::Copy,
        Action::Paste => Request::Paste,
        Action::Mirror => Request::Flip,
        Action::Undo => Request::Undo,
        Action::Redo => Request::Redo,
        Action::Save => Request::Save,
        _ => return None,
    })
}
