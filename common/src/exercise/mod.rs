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

mod answers;
mod app;
mod checker;
mod command_line;
mod difference;
pub mod earlier;
mod guard;
mod heartbeat;
mod library;
mod screen;
pub mod testing;

pub use answers::StudentAnswers;
pub use app::ExerciseApp;
pub use difference::{Difference, Farthest};
pub use earlier::{EarlierChecks, EarlierLesson, EarlierSource, EarlierTable, EarlierTodo, NoEarlier};
pub use guard::{Lost, Said, attempt, fit, listen, refuse, report, todo};
pub use heartbeat::Heartbeat;
pub use screen::Screen;

use crate::build;
use crate::check::{self, AnswerTable};
use crate::figure::Figure;
use crate::graphics::{Gl, Target};
use crate::player::{SceneTime, Subject};
use crate::ui::{Input, Message, View};
use anyhow::Result;
use serde_json::Value;
use std::{path::Path, process::ExitCode};

/// What a lesson shows of the answers that its student writes.
pub trait Exercise: Subject + Sized + 'static {
    /// The table of answers.
    type Answers: AnswerTable;

    /// The answers of earlier lessons that the scene calls; [`NoEarlier`] are none. By `--mine` the student's are
    /// called where they pass, and the lesson's own are completed by the finished ones, too.
    type Earlier: EarlierTable;

    /// What the lesson's command line takes besides what every lesson's does; [`NoOptions`] is nothing.
    type Options: clap::Args + Clone + Default + 'static;

    /// Everything that a picture needs of the answers: [`evaluate`](Self::evaluate) makes it, the rest looks at it.
    type Output;

    /// The lesson, as it is checked.
    const LESSON: &'static check::Lesson<Self::Answers>;

    /// What it is called, in the window's title: `"Lesson 03: joint lines"`.
    const TITLE: &'static str;

    /// The live figures of its text, in their order there.
    const FIGURES: &'static [Figure<Self::Answers>] = &[];

    /// Seconds that have passed in the scene at its beginning, and in the lesson's own picture.
    const TIME: f32 = 0.0;

    /// Whether anything moves by itself. An [`actor`](Subject::actor) has a player for that; everything else goes by
    /// [`View::seconds`].
    const MOVES: bool = true;

    /// Whether a window begins with the answers alone beside the scene: the first lessons, where time and display would only
    /// be read.
    const IS_QUIET: bool = false;

    /// Whether the student's answers build the scene up, one upon the other: until all pass, the finished ones complete
    /// nothing by themselves.
    const BUILDS_UP: bool = false;

    /// Makes what it draws with; `time` is where its time begins, and may be set.
    ///
    /// # Errors
    /// If that cannot be made: no window opens, and the error is shown.
    fn open(gl: &Gl, time: &mut SceneTime, options: &Self::Options) -> Result<Self>;

    /// Calls the answers, each inside [`todo()`]: where one panics, that one is named, the finished one
    /// takes its place, and this is called again.
    ///
    /// # Errors
    /// If nothing can be drawn even so: shown on the screen. What is wrong with an answer is no error, but for
    /// [`report`], [`fit`] and [`refuse`].
    fn evaluate(&mut self, answers: &Self::Answers, earlier: &Self::Earlier, view: &View) -> Result<Self::Output>;

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

    /// `seconds` have passed since the last frame. Time and actor have moved on already.
    fn update(&mut self, _input: &Input, _seconds: f32) {}

    /// The lesson's own panel. By default the buttons for its `time`; in a quiet lesson with the display's.
    fn ui(&mut self, screen: &Screen<'_>, time: &mut SceneTime, _output: &Self::Output) {
        if !Self::IS_QUIET || screen.shows_display {
            screen.panel("Time", || time.controls(screen));
        }
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

    /// What a program that takes this one's place needs to go on where the scene is, besides its time and its
    /// [`actor`](Subject::actor).
    fn state(&self) -> Option<Value> {
        None
    }

    /// Goes on from there, as far as that is possible: the program may be a newer one.
    fn restore(&mut self, _state: &Value) {}

    /// The options with which the scene is opened anew, if its panel has asked for that. Called once a frame.
    fn take_request(&mut self) -> Option<Self::Options> {
        None
    }
}

/// Nothing but what every lesson's command line takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct NoOptions {}

/// A lesson's `main`: the check that a child process is asked for, a picture, or the window. The lesson's library
/// calls it (`scene::run`), and `main.rs` only calls that, by [`program!`](crate::program).
pub fn lesson_main<E: Exercise>() -> ExitCode {
    earlier::check_here(E::Earlier::LESSONS)
        .or_else(|| check::main(E::LESSON, build::answers))
        .unwrap_or_else(command_line::run::<E>)
}

/// The program of a lesson, whose `main` is this function; its memory is [counted](crate::memory).
#[macro_export]
macro_rules! program {
    ($run:path) => {
        #[global_allocator]
        static MEMORY: $crate::memory::Limited = $crate::memory::Limited;

        fn main() -> ::std::process::ExitCode {
            $run()
        }
    };
}
