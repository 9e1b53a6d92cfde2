//! The trait of everything that runs in a window or draws pictures without one: lessons and the viewer.

use crate::check::AnswerSource;
use crate::figure::Sheet;
use crate::graphics::{Gl, Target};
use crate::player::{SceneTime, Subject, describe};
use crate::ui::{Action, Fonts, Input, Message, Screen, View, layout::Area};
use anyhow::Result;
use imgui::Ui;
use serde::{Deserialize, Serialize};
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::SystemTime,
};

/// A lesson or the viewer: what it shows and how it moves. Windows, pictures, input, panels and the camera are
/// common to all.
///
/// It is used as `dyn App`: what a window does is compiled once, with this crate, and not again with each lesson's
/// program, which would be most of what a student waits for after each save.
pub trait App {
    /// What it shows: itself, or the part of it that knows.
    fn subject(&mut self) -> &mut dyn Subject;

    /// What it shows at this moment: in the window's title and in the bar at the top.
    fn title(&self) -> String;

    /// Its README, for the help: `include_str!("../README.md")`.
    fn readme(&self) -> &'static str {
        ""
    }

    /// Where that README and its pictures are, below `lessons/`.
    fn folder(&self) -> &'static str {
        ""
    }

    /// A live figure of its text at these values; without values, where it begins. `None` if there is none of this name,
    /// or it cannot be drawn.
    fn figure(&mut self, _name: &str, _values: &[f32]) -> Option<Sheet> {
        None
    }

    /// The names of its live figures, in the order of the text.
    fn figures(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// `seconds` have passed since the last frame. Keys that the app knows have done their work
    /// already; an [`actor`](Subject::actor) has moved.
    fn update(&mut self, _input: &Input, _seconds: f32) {}

    /// Draws a frame. The target comes cleared to the background.
    ///
    /// # Errors
    /// Shown on the screen; the next frame is drawn all the same.
    fn draw(&mut self, target: &mut Target<'_>, view: &View) -> Result<()>;

    /// Its own controls.
    fn ui(&mut self, _screen: &Screen<'_>) {}

    /// Whether a window begins without the display's panel.
    fn is_quiet(&self) -> bool {
        false
    }

    /// Whether the time keys move the scene without an actor.
    fn has_time(&self) -> bool {
        false
    }

    /// How old the scene is, where something moves without an actor.
    fn seconds(&self) -> f32 {
        0.0
    }

    /// What a lesson adds.
    fn lesson(&mut self) -> Option<&mut dyn LessonPanel> {
        None
    }

    /// Errors, warnings and notes. Errors of shaders and of drawing are shown in any case.
    fn messages(&self) -> Vec<Message> {
        Vec::new()
    }

    /// A file was dropped on the window.
    fn dropped(&mut self, _file: &Path) {}

    /// Whether nothing moves without input: then a frame that looks like the one before it is
    /// not drawn again. By default a figure that is paused.
    fn is_still(&mut self) -> bool {
        self.subject().actor().is_some_and(|actor| !actor.player.is_playing())
    }

    /// Waits for background work: a picture is drawn only once.
    fn wait(&mut self) {
        if let Some(lesson) = self.lesson() {
            lesson.wait();
        }
    }

    /// Whether the camera should be framed anew, since another scene is shown. Called once a frame.
    fn take_new_scene(&mut self) -> bool {
        false
    }

    /// A program that is to take this one's place, with the same picture. Called once a frame.
    fn take_restart(&mut self) -> Option<Restart> {
        None
    }

    /// What it hands to that program besides camera, figure and panels.
    fn state(&self) -> AppState {
        AppState::default()
    }

    /// Goes on from there.
    fn restore(&mut self, _state: &AppState) {}

    /// The scene as text.
    fn describe(&mut self) -> String {
        let title = self.title();
        self.subject().actor().map_or(title, |actor| describe::describe(actor))
    }
}

/// A program that takes the place of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restart {
    /// Where it is.
    pub program: PathBuf,
    /// What it is told besides the arguments that this one was given.
    pub arguments: Vec<OsString>,
}

/// What only an app knows of where its scene is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AppState {
    /// Time without an actor.
    pub time: Option<SceneTime>,
    /// Whatever else there is.
    pub scene: Option<serde_json::Value>,
}

/// A form of an answer that can draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// As every student finds it.
    AsFound,
    /// The student's own.
    Mine,
    /// The finished one.
    Finished,
}

/// Which answers draw, and how they are looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonState {
    /// Whose, where the student has chosen.
    pub drawn: Option<AnswerSource>,
    /// For each TODO the form that draws it, where one was chosen for it alone.
    pub forms: Vec<Option<Form>>,
    /// Whether the difference is shown.
    pub difference: bool,
    /// Whether the report of the check is open.
    pub report: bool,
}

/// What a lesson adds to the window: whose answers draw, their check, and what there is to say of them.
pub trait LessonPanel {
    /// Takes what has come in the background since the last frame; true if something has.
    fn poll(&mut self) -> bool;

    /// Waits for background work.
    fn wait(&mut self);

    /// Whether a save is being built or checked.
    fn is_taking_up(&self) -> bool;

    /// For measurements: what of a save is seen for the first time in this frame (the new answer, its verdict, or why
    /// there is none) and when it was saved.
    fn take_seen(&mut self) -> Vec<(String, SystemTime)>;

    /// Does what a key asks for; false if that is none of its own.
    fn act(&mut self, action: Action) -> bool;

    /// Draws the TODO at this place of the list in another form: as found, mine, finished.
    fn show_other_form(&mut self, todo: usize);

    /// Closes the report of the check; false if it is not open.
    fn close(&mut self) -> bool;

    /// Whether the report of the check is open.
    fn is_report_open(&self) -> bool;

    /// The heading of the text that belongs to what is being worked at; empty if all of it does.
    fn milestone(&self) -> &'static str;

    /// Lets time pass for the finale, in which the finished scene alone is shown; `ends` if the user does anything.
    /// Whether it is shown.
    fn finale(&mut self, seconds: f32, ends: bool) -> bool;

    /// Which answers draw.
    fn state(&self) -> LessonState;

    /// Lets those draw.
    fn restore(&mut self, state: LessonState);

    /// Errors and notes.
    fn messages(&self) -> Vec<Message>;

    /// How high its part of the left column is, for text `em` pixels high.
    fn height(&self, em: f32) -> f32;

    /// Draws all of it, and says which buttons were clicked. Without `column`, panels are hidden: there are no buttons.
    /// What it writes at the scene's upper edge is cut off from that area.
    fn draw(&mut self, ui: &Ui, fonts: Fonts, areas: &mut LessonAreas) -> Vec<Action>;

    /// Over the finished scene alone: what comes next.
    fn draw_finale(&self, ui: &Ui, fonts: Fonts, scene: Area);
}

/// Where a lesson's panels are.
#[derive(Clone, Copy, Debug)]
pub struct LessonAreas {
    /// In the left column, if that is open.
    pub column: Option<Area>,
    /// Of the report, if that is open.
    pub check: Option<Area>,
    /// Of the scene, behind labels and marks.
    pub scene: Area,
}

/// Opens an app once there is OpenGL. An error means that no window opens.
pub type MakeApp = Box<dyn FnOnce(&Gl) -> Result<Box<dyn App>>>;
