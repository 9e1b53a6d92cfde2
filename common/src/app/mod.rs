//! The window around every lesson and the viewer, its panels, and the same program without a window.
//!
//! A whole program:
//!
//! ```no_run
//! use common::app::{self, App, Arguments, Subject, View};
//! use common::graphics::{Gl, Target};
//! use common::graphics::glium::Surface;
//!
//! struct Sky;
//!
//! impl Subject for Sky {}
//!
//! impl App for Sky {
//!     fn subject(&mut self) -> &mut dyn Subject {
//!         self
//!     }
//!     fn title(&self) -> String {
//!         "Nothing but sky".into()
//!     }
//!     fn draw(&mut self, target: &mut Target<'_>, _: &View) -> anyhow::Result<()> {
//!         target.clear_color_srgb(0.4, 0.6, 0.9, 1.0);
//!         Ok(())
//!     }
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     app::run(&Arguments::default(), "Nothing but sky", |_: &Gl| Ok(Sky))
//! }
//! ```

mod actor;
mod actor_pins;
mod actor_renderer;
pub mod answers;
mod application;
mod arguments;
mod camera_control;
mod captions;
mod describe;
mod event_loop;
pub mod exercise;
mod fonts;
mod gui;
mod headless;
mod input;
pub mod keys;
pub mod layout;
mod options;
mod pacing;
pub mod panels;
mod scene_time;
mod stage;
mod subject;
#[cfg(test)]
pub(crate) mod testing;
pub mod text;
pub mod theme;
mod timing;
mod view;
mod window;

pub use actor::{Actor, FADES};
pub use actor_pins::Pin;
pub use actor_renderer::ActorRenderer;
pub use answers::{
    Difference, Farthest, Heartbeat, Lost, Said, StudentAnswers, attempt, fit, listen, refuse, report, todo,
};
pub use application::App;
pub use arguments::Arguments;
pub use captions::{Label, write_on};
pub use exercise::{Exercise, NoEarlier, NoOptions, lesson_main};
pub use fonts::Fonts;
pub use gui::{Gui, GuiRenderer};
pub use input::{Button, Input};
pub use keys::{Action, KeyCode};
pub use options::{DisplayOptions, SkinningMethod};
pub use panels::{
    Screen,
    messages::{Level, Message},
};
pub use scene_time::SceneTime;
pub use subject::{Framing, Subject};
pub use view::View;
pub use window::WindowError;

/// The crates behind it, for programs that need more of them than is wrapped here.
pub use {anyhow, imgui};

use crate::graphics::Gl;
use anyhow::Result;
use application::MakeApp;
use std::{io::Write, process::ExitCode};

/// The exit code where there is no display to open a window on: the workbook command then asks for
/// a picture instead.
pub const NO_DISPLAY: u8 = 3;

/// Runs an app as its command line asks, in a window or without one. `title` is the window's until the app is open.
pub fn run<A: App + 'static>(
    arguments: &Arguments,
    title: &'static str,
    make: impl FnOnce(&Gl) -> Result<A> + 'static,
) -> ExitCode {
    run_any(arguments, title, Box::new(|gl| Ok(Box::new(make(gl)?))))
}

/// [`run`], compiled once for all.
fn run_any(arguments: &Arguments, title: &'static str, make: MakeApp) -> ExitCode {
    let without_window = arguments.screenshot.is_some() || arguments.describe;
    let result = if without_window { headless::run(arguments, make) } else { event_loop::run(arguments, title, make) };
    let Err(error) = result else { return ExitCode::SUCCESS };
    let mut stderr = std::io::stderr();
    let _ = writeln!(stderr, "error: {error:#}"); // there is no other way to report it
    if matches!(error.downcast_ref(), Some(WindowError::NoDisplay(_))) {
        let _ = writeln!(stderr, "to draw a picture instead: --screenshot picture.png");
        return ExitCode::from(NO_DISPLAY);
    }
    ExitCode::from(2)
}
