//! The set-piece editor: a level is taken apart and put together with the mouse, seen from the front.
//!
//! ```text
//! mouse, keys, panel -> Request, or a drag -> edits of the Level -> its history -> meshes, problems
//! ```

mod drawing;
mod edits;
mod panel;
mod pointing;

pub use edits::{Item, Thing};

use crate::level::Level;
use common::graphics::{OrbitCamera, camera::Projection};
use common::prelude::*;
use editor::Session;
use glam::{DVec2, Vec2};
use std::path::PathBuf;

/// Keys besides those of every lesson.
pub const KEYS: &[Action] =
    &[Action::Delete, Action::Copy, Action::Paste, Action::Mirror, Action::Undo, Action::Redo, Action::Save];

/// Visible height at first, and its limits, in metres.
const HEIGHT: f64 = 9.0;
const HEIGHTS: (f64, f64) = (1.5, 60.0);

/// Request by a key or a button.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    Place(Thing),
    Delete,
    Copy,
    Paste,
    Duplicate,
    Flip,
    Undo,
    Redo,
    Save,
    OpenNewest,
    Play,
}

#[derive(Debug)]
pub struct Editor {
    pub session: Session<Level>,
    revision: u64,
    selected: Vec<Item>,
    copied: Vec<Thing>,
    placing: Option<Thing>,
    drag: Option<pointing::Drag>,
    /// Whether the last press has selected something new.
    is_new: bool,
    /// Middle of the picture, and visible height, in metres.
    center: DVec2,
    height: f64,
    /// Size of the scene in pixels, height of text, and position of the pointer in the level.
    size: Vec2,
    em: f32,
    pointer: Option<DVec2>,
    problem: Option<String>,
    play: Option<(Level, DVec2)>,
    has_begun: bool,
    fresh: bool,
}

impl Editor {
    /// Edits a level; each save is a new file in `folder`, whose name begins with `stem`.
    pub fn new(level: Level, folder: PathBuf, stem: String) -> Self {
        Self {
            problem: level.problem(),
            center: level.start + DVec2::new(0.0, 2.0),
            session: Session::new(level, folder, stem),
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
            play: None,
            has_begun: false,
            fresh: true,
        }
    }

    /// Turns from the game to the editor and looks at a place. The first time the newest saved level is opened, and the session
    /// before this one goes on; undo brings back the level that was played.
    pub fn begin(&mut self, at: DVec2) {
        self.center = at + DVec2::new(0.0, 1.0);
        self.fresh = true;
        if !std::mem::replace(&mut self.has_begun, true) {
            self.carry_out(Request::OpenNewest);
            if let Some(level) = self.session.read_kept().and_then(|bytes| Level::from_session(&bytes)) {
                self.session.restore(level);
                self.changed();
            }
        }
    }

    pub fn level(&self) -> &Level {
        self.session.history.now()
    }

    /// Returns a number that changes with each edit.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns the level if it can be played, or why it cannot.
    pub fn playable(&mut self) -> Result<&Level, String> {
        self.drag = None;
        match self.level().problem() {
            None => Ok(self.level()),
            Some(problem) => Err(problem),
        }
    }

    /// Takes the level and the place from which it is to be played, if that was requested.
    pub fn take_play(&mut self) -> Option<(Level, DVec2)> {
        self.play.take()
    }

    pub fn selected(&self) -> &[Item] {
        &self.selected
    }

    /// Returns the camera: from the front, without perspective.
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

    pub fn update(&mut self, input: &Input, seconds: f32) {
        for action in input.actions() {
            if let Some(request) = request_of(*action) {
                self.carry_out(request);
            } else if *action == Action::Close {
                self.placing = None;
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
        self.session.update(seconds);
        if self.session.is_outdated() {
            self.session.keep(self.level().to_session());
        }
    }

    pub fn carry_out(&mut self, request: Request) {
        self.session.history.end_drag();
        self.drag = None;
        match request {
            Request::Place(what) => {
                self.placing = Some(what);
                self.session.say("click where it should be (Shift: several), Esc: nowhere");
            }
            Request::Delete if self.selected.is_empty() => self.session.say("nothing is selected"),
            Request::Delete => {
                let selected = std::mem::take(&mut self.selected);
                let kept = self.edit(|level| edits::delete(level, &selected));
                if kept > 0 {
                    self.session.say("start, door and abyss can be moved, but not deleted");
                }
            }
            Request::Copy => {
                self.copied = self.selected_things();
                self.session.say(if self.copied.is_empty() { "nothing is selected" } else { "copied" });
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
            Request::Undo => self.session.undo(),
            Request::Redo => self.session.redo(),
            Request::Save => {
                self.session.messages.clear();
                let bytes = to_bytes(self.level());
                if let Err(reason) = &bytes {
                    // Also where the same message was dismissed before.
                    self.session.say(&format!("not saved: {reason}"));
                }
                self.session.save(bytes);
            }
            Request::OpenNewest => self.open_newest(),
            Request::Play => self.request_play(),
        }
        self.changed();
    }

    fn edit<R>(&mut self, edit: impl FnOnce(&mut Level) -> R) -> R {
        let result = self.session.history.edit(|level| {
            let result = edit(level);
            level.round();
            result
        });
        self.changed();
        result
    }

    fn changed(&mut self) {
        let level = self.session.history.now();
        self.selected.retain(|item| item.anchor(level).is_some());
        self.problem = level.problem();
        self.revision += 1;
        self.fresh = true;
    }

    fn selected_things(&self) -> Vec<Thing> {
        self.selected.iter().filter_map(|item| Thing::new(self.level(), *item)).collect()
    }

    fn insert(&mut self, copied: &[Thing], at: Option<DVec2>) {
        if copied.is_empty() {
            self.session.say("nothing was copied");
        } else {
            self.selected = self.edit(|level| edits::insert(level, copied, at));
        }
    }

    fn request_play(&mut self) {
        let here = self.pointer.unwrap_or(self.center);
        match self.playable().cloned() {
            Err(problem) => self.session.say(&format!("cannot be played: {problem}")),
            Ok(level) => {
                let feet = edits::ground_below(&level, here).map_or(here, |y| here.with_y(y));
                let from_here = Level { start: feet, ..level.clone() };
                match from_here.problem() {
                    Some(problem) => self.session.say(&format!("not from here: {problem}")),
                    None => self.play = Some((level, feet)),
                }
            }
        }
    }

    /// Opens the newest saved level that can be read, and reports files that cannot.
    fn open_newest(&mut self) {
        self.session.messages.clear();
        match self.session.open_newest(Level::from_bytes) {
            Err(error) => self.session.error(error),
            Ok(None) => self.session.say("no level has been saved yet"),
            Ok(Some((name, level))) if level == *self.level() => self.session.saved_as = Some(name),
            Ok(Some((name, level))) => {
                self.session.say(&format!("opened: {name}; undo brings back what was there"));
                self.session.saved = level.clone();
                self.session.saved_as = Some(name);
                self.session.history.edit(|now| *now = level);
            }
        }
    }

    /// Returns whether the picture has changed since the last call.
    pub fn has_news(&mut self) -> bool {
        std::mem::take(&mut self.fresh)
    }
}

/// Returns the level's file, after reading it again as a proof.
fn to_bytes(level: &Level) -> Result<Vec<u8>, String> {
    let bytes = level.to_bytes()?;
    if Level::from_bytes(&bytes)? != *level {
        return Err("what was written reads as another level".into());
    }
    Ok(bytes)
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
