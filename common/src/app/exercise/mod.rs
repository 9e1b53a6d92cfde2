//! A lesson's program: its window, its pictures and its command line, from what only it can know.
//!
//! ```text
//! the table of answers -> ask: what they give for this frame -> draw: the picture
//!                                                            -> ui: numbers and names beside it
//!                                                            -> describe: the same in words
//! ```
//!
//! Whose answers are asked (the student's, the finished ones, or some of each), what happens if one
//! panics or never comes back, F2, F3, F5 and pictures without a window are handled: see [`ExerciseApp`].

mod command_line;
mod earlier;
mod exercise_app;
pub mod testing;

pub use earlier::{
    EarlierAnswers, EarlierChecks, EarlierLesson, EarlierSource, EarlierTable, EarlierTodo,
    lesson_row,
};
pub use exercise_app::ExerciseApp;

use super::{
    Actor, Difference, DisplayOptions, GuardedAnswers, Input, Message, SceneTime, Screen, View,
};
use crate::{
    check::{self, AnswerTable},
    graphics::{Gl, OrbitCamera, Target},
    mesh::Bounds,
};
use anyhow::Result;
use glam::Vec3;
use std::{path::Path, process::ExitCode};

/// What a lesson shows of the answers that its student writes.
pub trait Exercise: Sized + 'static {
    /// The table of answers.
    type Answers: AnswerTable;

    /// What the lesson's command line takes besides what every lesson's does; [`NoOptions`] is nothing.
    type Options: clap::Args + Clone + Default + 'static;

    /// Everything that a picture needs of the answers: [`evaluate`](Self::evaluate) makes it, the rest looks at it.
    type Output;

    /// The lesson, as it is checked.
    const LESSON: &'static check::Lesson<Self::Answers>;

    /// Its README, for the help: `include_str!("../README.md")`.
    const README: &'static str;

    /// What it is called, in the window's title: `"Lesson 03: joint lines"`.
    const TITLE: &'static str;

    /// Seconds that have passed in the scene at its beginning, and in the lesson's own picture.
    const TIME: f32 = 0.0;

    /// The earlier lessons whose answers the scene calls: [`EarlierTable::LESSONS`]. By `--mine` the student's
    /// are called where they pass, and the lesson's own are completed by the finished ones, too.
    const EARLIER: &'static [EarlierLesson] = &[];

    /// Makes what it draws with; the scene is `time` seconds old.
    ///
    /// # Errors
    /// If that cannot be made: no window opens, and the error is shown.
    fn open(gl: &Gl, time: f32, options: &Self::Options) -> Result<Self>;

    /// Calls the answers, each TODO once a frame: see [`GuardedAnswers::call`].
    ///
    /// # Errors
    /// If nothing can be drawn even so: shown on the screen. What is wrong with an answer is no error,
    /// but for [`GuardedAnswers::report`].
    fn evaluate(
        &mut self,
        answers: &mut GuardedAnswers<'_, Self::Answers>,
        view: &View,
    ) -> Result<Self::Output>;

    /// Draws the scene. The target comes cleared to the background.
    ///
    /// # Errors
    /// Shown on the screen; the next frame is drawn all the same.
    fn draw(&mut self, target: &mut Target<'_>, view: &View, output: &Self::Output) -> Result<()>;

    /// Lays the finished scene (`right`) as a ghost over the student's (`mine`), which is drawn already,
    /// and says where they are farthest apart.
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

    /// The scene's time, for keys and buttons; `None` where nothing moves by itself, or an
    /// [`actor`](Self::actor) has a timeline.
    fn time(&mut self) -> Option<&mut SceneTime> {
        None
    }

    /// `seconds` have passed since the last frame. The scene's [`time`](Self::time) and the actor have
    /// moved on already.
    fn update(&mut self, _input: &Input, _seconds: f32) {}

    /// Whether nothing moves without user input: then a frame that nobody has touched is not drawn
    /// again. By default a scene whose time or actor is paused.
    fn is_still(&mut self) -> bool {
        let time = self.time().map(|time| time.playing);
        let actor = self.actor().map(|actor| actor.player.is_playing());
        let moves = [time, actor].into_iter().flatten().reduce(|a, b| a || b);
        moves.is_some_and(|moves| !moves)
    }

    /// The lesson's own panel. By default the buttons for its [`time`](Self::time).
    fn ui(&mut self, screen: &Screen<'_>, _output: &Self::Output) {
        if let Some(time) = self.time() {
            screen.panel("Time", || time.controls(screen));
        }
    }

    /// Where the camera stands at the start, and when F is pressed; `None`: where it sees all
    /// [`bounds`](Self::bounds).
    fn camera(&mut self, _aspect: f32) -> Option<OrbitCamera> {
        None
    }

    /// What the camera should show, in world space. Where there is an actor, it is that by default.
    fn bounds(&mut self) -> Option<Bounds> {
        self.actor()?.bounds()
    }

    /// What the camera goes along with, in world space, so that a figure that walks does not leave the
    /// picture; `None`: the camera stays where the user left it.
    fn followed(&mut self) -> Option<Vec3> {
        None
    }

    /// What is drawn of the figure at the start; keys and switches change it.
    fn display(&self) -> DisplayOptions {
        DisplayOptions::default()
    }

    /// The figure that timeline, joint tree and display options are about.
    fn actor(&mut self) -> Option<&mut Actor> {
        None
    }

    /// The picture in words.
    fn describe(&self, _output: &Self::Output) -> String {
        format!("{}\n", Self::TITLE)
    }

    /// What is wrong, or was assumed, about anything but the answers.
    fn messages(&self) -> Vec<Message> {
        Vec::new()
    }

    /// The options with which the scene is opened anew to show a file that was dropped on the window; `None`
    /// if it shows no files.
    fn dropped(&self, _file: &Path) -> Option<Self::Options> {
        None
    }

    /// The options with which the scene is opened anew, if its panel has asked for that. Called once a frame.
    fn take_request(&mut self) -> Option<Self::Options> {
        None
    }

    /// Whose answers of earlier lessons are called, for a lesson that has [`EARLIER`](Self::EARLIER).
    fn earlier(&mut self) -> Option<&mut EarlierChecks> {
        None
    }

    /// What the command line asks for instead of a picture or a window, by somebody's answers; `None`
    /// if nothing. Called before there is any OpenGL.
    fn instead(_options: &Self::Options, _answers: &Self::Answers) -> Option<Result<()>> {
        None
    }
}

/// Nothing but what every lesson's command line takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct NoOptions {}

/// A lesson's `main`: the check that a child process is asked for, a picture, or the window. The lesson's library
/// calls it (`scene::run`), and `main.rs` only calls that: what is compiled with the library is not compiled
/// again for the program at each save of `exercise.rs`.
pub fn lesson_main<E: Exercise>() -> ExitCode {
    earlier::check_here(E::EARLIER)
        .or_else(|| check::main(E::LESSON))
        .unwrap_or_else(command_line::run::<E>)
}
