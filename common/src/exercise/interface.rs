//! The part of a lesson that only it can know: the trait that a lesson's scene implements.

use crate::exercise::{Difference, Screen};
use anyhow::{Result, bail};
use drawing::{Figure, Sheet};
use given::Course;
use graphics::{Gl, Target};
use player::{Playback, Subject, clock::scene_controls};
use std::path::Path;
use ui::{Input, Message, View};

/// A lesson's scene, which shows the answers that its student writes.
pub trait Exercise: Subject + Sized + 'static {
    /// The options that the lesson's command line has besides those of every lesson; [`NoOptions`] is none.
    type Options: clap::Args + Clone + Default + 'static;

    /// The values that a picture needs of the answers: [`evaluate`](Self::evaluate) makes them, the rest reads them.
    type Output;

    /// The lesson, as it is checked. It names the earlier lessons whose answers the scene calls: by `--mine` the student's
    /// are called where they pass, and the lesson's own are completed by ours, too.
    const LESSON: &'static check::Lesson;

    /// The live figures of its text, in their order there.
    const FIGURES: &'static [Figure] = &[];

    /// Seconds that have passed in the scene at its beginning, and in the lesson's own picture.
    const TIME: f32 = 0.0;

    /// Sets a control of the scene by its name: `bend=30`.
    ///
    /// # Errors
    /// If the scene has no such control, or the control no such value.
    fn set(_: &mut Self::Options, set: &str) -> Result<()> {
        bail!("--set {set}: this scene has nothing to set")
    }

    /// The seconds at the beginning, where the command line names none.
    fn begins_at(_: &Self::Options) -> f32 {
        Self::TIME
    }

    /// The options with which a test draws the scene again and again: those of a scene that is drawn in a moment.
    fn small() -> Self::Options {
        Self::Options::default()
    }

    /// The name of a program that was given away.
    fn game_title() -> String {
        Self::LESSON.about.toml.title.clone()
    }

    /// The keys that steer the scene, in Markdown: the help of a program that was given away.
    fn how_to_play() -> String {
        String::new()
    }

    /// Opens the scene; `time` is where its time begins, and may be set.
    ///
    /// # Errors
    /// If that cannot be made: no window opens, and the error is shown.
    fn open(gl: &Gl, time: &mut Playback, options: &Self::Options) -> Result<Self>;

    /// Calls the answers. If one is [`CallError`](given::CallError), ours replaces it, and this is called again.
    ///
    /// # Errors
    /// If an answer cannot be used, or nothing can be drawn even so: then it is shown on the screen. What is only odd about
    /// an answer is no error, but for [`report`](super::report) and [`fit`](super::fit).
    fn evaluate(&mut self, course: &Course, view: &View) -> Result<Self::Output>;

    /// Draws the scene. The target comes cleared to the background.
    ///
    /// # Errors
    /// Shown on the screen; the next frame is drawn all the same.
    fn draw(&mut self, target: &mut Target<'_>, view: &View, output: &Self::Output) -> Result<()>;

    /// Draws graphs and words on a sheet that lies over the picture. Curves and points after [`Sheet::answered`] come from
    /// answers: with F3 those of the finished ones are below them, in grey.
    fn annotate(&self, _sheet: &mut Sheet, _view: &View, _output: &Self::Output) {}

    /// Lays the finished scene (`right`) as a ghost over the student's (`mine`), which is drawn already, and returns the
    /// largest difference between the two.
    ///
    /// # Errors
    /// As [`draw`](Self::draw).
    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Self::Output,
        right: &Self::Output,
    ) -> Result<Difference>;

    /// `seconds` have passed since the last frame. Time and actor have moved on already.
    fn update(&mut self, _input: &Input, _seconds: f32) {}

    /// The lesson's own panel. By default, with the display's, the buttons for its `time`.
    fn ui(&mut self, screen: &Screen<'_>, time: &mut Playback, _output: &Self::Output) {
        if screen.shows_display {
            screen.panel("Time", || scene_controls(time, screen));
        }
    }

    /// The picture in words, below the lesson's title.
    fn describe(&self, _output: &Self::Output) -> String {
        String::new()
    }

    /// Errors and warnings about anything but the answers.
    fn messages(&self) -> Vec<Message> {
        Vec::new()
    }

    /// The options with which the scene is to be opened again: to show a file that was dropped on the window, or on
    /// request of its panel. Called once a frame without a file.
    fn reopen(&mut self, _dropped: Option<&Path>) -> Option<Self::Options> {
        None
    }
}

/// The options of a lesson that has none of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct NoOptions {}
