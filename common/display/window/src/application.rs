//! The trait of everything that runs in a window or draws pictures without one: lessons and the viewer.

use anyhow::Result;
use drawing::Sheet;
use glam::Vec2;
use graphics::{Gl, Target};
use imgui::Ui;
use player::{Playback, Subject, describe};
use serde::{Deserialize, Serialize};
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::SystemTime,
};
use ui::{Action, Fonts, Input, Message, Screen, View, layout::Layout};

/// A lesson or the viewer: what it shows and how it moves. Windows, pictures, input, panels and the camera are
/// common to all.
///
/// It is used as `dyn App`: what a window does is compiled once, with this crate, and not again with each lesson's
/// program, which would be most of what a student waits for after each save.
pub trait App {
    /// The subject that is shown: the app itself, or the part of it that implements [`Subject`].
    fn subject(&mut self) -> &mut dyn Subject;

    /// Returns the name of what is shown, for the window's title and the bar at the top.
    fn title(&self) -> String;

    /// Returns what is fixed while the app runs.
    fn info(&self) -> AppInfo {
        AppInfo::default()
    }

    /// A live figure of its text at these values, or at its first ones if there are none. `None` if no figure has this
    /// name, or it cannot be drawn.
    fn figure(&mut self, _name: &str, _values: &[f32]) -> Option<Sheet> {
        None
    }

    /// `seconds` have passed since the last frame. Keys that the app knows have done their work
    /// already; an [`actor`](Subject::actor) has moved.
    fn update(&mut self, _input: &Input, _seconds: f32) {}

    /// Draws a frame. The target comes cleared to the background.
    ///
    /// # Errors
    /// Shown on the screen; the next frame is drawn all the same.
    fn draw(&mut self, target: &mut Target<'_>, view: &View) -> Result<()>;

    /// Returns the graphs and words over the picture that was drawn last, on a sheet of `size`.
    fn sheet(&mut self, _size: Vec2, _view: &View) -> Option<Sheet> {
        None
    }

    /// Its own controls.
    fn ui(&mut self, _screen: &Screen<'_>) {}

    /// The time by which something moves without an actor.
    fn time(&mut self) -> Option<&mut Playback> {
        None
    }

    /// Returns the lesson's part of the window, if this is a lesson.
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

    /// Whether the camera should be framed anew, since another scene is shown. Called once a frame.
    fn take_new_scene(&mut self) -> bool {
        false
    }

    /// The scene as text.
    fn describe(&mut self) -> String {
        let title = self.title();
        self.subject().actor().map_or(title, |actor| describe::describe(actor))
    }
}

/// A program that takes the place of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restart {
    pub program: PathBuf,
    /// Arguments beside those that this program was given.
    pub arguments: Vec<OsString>,
}

/// Facts about an app that are fixed while it runs.
#[derive(Clone, Debug, Default)]
pub struct AppInfo {
    /// Whether it was given away: what keys steer has the window to itself, and nothing is written into the workspace.
    pub is_given_away: bool,
    /// The text for its help, in Markdown: `include_str!("../README.md")`.
    pub readme: &'static str,
    /// The folder of that file and its pictures, below `lessons/`.
    pub folder: &'static str,
}

/// Returns the age of an app's scene, where something moves without an actor.
pub fn seconds(app: &mut dyn App) -> f32 {
    app.time().map_or(0.0, |time| time.time())
}

/// The open card, and whose code draws.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonState {
    /// The TODO that the student has turned to.
    pub turned_to: Option<usize>,
    /// Whether our answers draw the whole scene.
    pub shows_ours: bool,
    pub shows_difference: bool,
}

/// The state of a lesson, as far as the window needs it.
#[derive(Clone, Copy, Debug)]
pub struct LessonStatus {
    /// Whether a save is being built or checked.
    pub is_taking_up: bool,
    /// Whether our answers draw the whole scene.
    pub shows_ours: bool,
    /// The id of the current TODO, `"04.1"`; empty once all are done.
    pub todo: &'static str,
    /// Whether one of its buttons has the focus of the keyboard.
    pub has_focus: bool,
}

/// A lesson's part of the window: its card, the check, and the choice of whose answers draw.
pub trait LessonPanel {
    /// Takes what has come in the background since the last frame; true if something has.
    fn poll(&mut self) -> bool;

    /// Waits for background work.
    fn wait(&mut self);

    /// Returns what this frame shows of a save for the first time (the new answer, its verdict, or why there is none),
    /// with the time of the save; for measurements.
    fn take_seen(&mut self) -> Vec<(String, SystemTime)>;

    /// The program that should replace this one, since what was saved does not fit it; once.
    fn take_restart(&mut self) -> Option<Restart>;

    /// Performs the action of a key, pressed with the digit `number` if the key takes one. False if it is no action of a
    /// lesson, or there is nothing to close.
    fn act(&mut self, action: Action, number: Option<usize>) -> bool;

    /// Returns the lesson's state in this frame.
    fn status(&self) -> LessonStatus;

    /// Lets time pass for the finale of a finished lesson; `ends` if the user does anything. Whether it is shown.
    fn finale(&mut self, seconds: f32, ends: bool) -> bool;

    /// The open card, and whose code draws.
    fn state(&self) -> LessonState;

    /// Opens that card, and lets that code draw.
    fn restore(&mut self, state: LessonState);

    /// Errors and notes.
    fn messages(&self) -> Vec<Message>;

    /// Draws card, panel and marks, `seconds` after the last frame. Returns the actions of buttons that were clicked.
    fn draw(&mut self, ui: &Ui, fonts: Fonts, layout: &Layout, seconds: f32) -> Vec<Action>;
}

/// Opens an app once there is OpenGL. An error means that no window opens.
pub type MakeApp = Box<dyn FnOnce(&Gl) -> Result<Box<dyn App>>>;
