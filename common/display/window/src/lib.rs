//! The window around every lesson and the viewer: its frames and its panels, and the same program without a window.
//!
//! A whole program:
//!
//! ```no_run
//! use graphics::glium::Surface;
//! use graphics::{Gl, Target};
//! use player::Subject;
//! use ui::View;
//! use window::{self, App, Arguments};
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
//!     window::run(&Arguments::default(), "Nothing but sky", |_: &Gl| Ok(Sky))
//! }
//! ```

mod application;
mod arguments;
mod bar;
mod clipboard;
mod event_loop;
pub mod headless;
pub mod help;
mod native;
mod pacing;
pub mod panels;
mod resume;
pub mod stage;

pub use application::seconds;
pub use application::{App, AppInfo, LessonPanel, LessonState, LessonStatus, MakeApp, Restart};
pub use arguments::{Arguments, PICTURE_SIZE};
pub use native::WindowError;
pub use resume::{EXCLUDED, last_state, newest_program, restart, take_its_place};

/// The crates behind it, for programs that need more of them than is wrapped here.
pub use {anyhow, imgui, serde_json};

use anyhow::Result;
use graphics::Gl;
use std::{io::Write, process::ExitCode};

/// The exit code where there is no display to open a window on: the workbook command then asks for
/// a picture instead.
pub const NO_DISPLAY: u8 = 3;

/// The exit code where a display has no OpenGL for a window: the workbook command then tries the processor, which draws
/// on every machine, and a picture after that.
pub const NO_OPENGL: u8 = 4;

/// Runs the app that `make` opens: in a window, or, if the command line asks for a picture or a description, without one.
/// `title` is the window's title until the app is open. Returns the program's exit code.
pub fn run<A: App + 'static>(
    arguments: &Arguments,
    title: &str,
    make: impl FnOnce(&Gl) -> Result<A> + 'static,
) -> ExitCode {
    run_any(arguments, title, Box::new(|gl| Ok(Box::new(make(gl)?))))
}

/// [`run`], compiled once for all.
pub fn run_any(arguments: &Arguments, title: &str, make: MakeApp) -> ExitCode {
    let without_window = arguments.screenshot.is_some() || arguments.describe;
    let result = if without_window { headless::run(arguments, make) } else { event_loop::run(arguments, title, make) };
    let Err(error) = result else { return ExitCode::SUCCESS };
    let mut stderr = std::io::stderr();
    let _ = writeln!(stderr, "error: {error:#}"); // there is no other way to report it
    let code = match error.downcast_ref() {
        Some(WindowError::NoDisplay(_)) => NO_DISPLAY,
        Some(WindowError::NoOpenGl(_)) => NO_OPENGL,
        _ => return ExitCode::from(2),
    };
    let _ = writeln!(
        stderr,
        "without a window: --screenshot picture.png draws a picture, cargo workbook watch checks what you save"
    );
    ExitCode::from(code)
}
